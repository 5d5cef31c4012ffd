"""One picture of cards with the truth beside it."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import RANKS, SUITS, Floats, Image
from shoes.scenes.decks import CARD_H, CARD_W, Face, Mark, edges
from shoes.scenes.layouts import project
from shoes.scenes.light import Roughness, expose

# One corner index: middle and height (top of rank to bottom of suit) in pixels, unit vector to its top, what it
# says, how much of rank and suit is seen, and the number of its card in `Scene.cards`.
INDEX = np.dtype(
    [
        ("x", "f4"), ("y", "f4"), ("height", "f4"), ("up_x", "f4"), ("up_y", "f4"),
        ("rank", "i2"), ("suit", "i2"), ("seen_rank", "f4"), ("seen_suit", "f4"), ("card", "i2"),
    ]
)  # fmt: skip
COVERED = -1
_SAMPLES = np.stack(np.meshgrid(np.linspace(0.08, 0.92, 6), np.linspace(0.08, 0.92, 6)), -1).reshape(-1, 2)


@dataclass(frozen=True)
class SeenCard:
    """A card (None for a back) and its corners float32 (4, 2), from its top left clockwise, in pixels."""

    card: str | None
    quad: Floats


@dataclass(frozen=True)
class Scene:
    """image uint8 (h, w, 3) BGR; indices of dtype INDEX; the cards from the lowest to the topmost."""

    image: Image
    indices: npt.NDArray[np.void]
    cards: list[SeenCard]


def _lay(picture: Image, owner: npt.NDArray[np.int16], face: Face, matrix: Floats, number: int) -> None:
    """Warp one face into the picture and note which pixels are its own, in place."""
    h, w = picture.shape[:2]
    outline = np.array([[0, 0], [CARD_W, 0], [CARD_W, CARD_H], [0, CARD_H]], np.float32)
    quad = project(outline, matrix)
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 3, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 4, (w, h))
    if x1 - x0 < 2 or y1 - y0 < 2:
        return
    source, scale = face.image, float(np.sqrt(abs(cv2.contourArea(quad)) / (CARD_W * CARD_H)))
    while scale < 0.6 and source.shape[0] > 60:
        source = np.asarray(
            cv2.resize(source, (source.shape[1] // 2, source.shape[0] // 2), interpolation=cv2.INTER_AREA), np.uint8
        )
        scale *= 2
    shrunk = np.diag([CARD_W / source.shape[1], CARD_H / source.shape[0], 1.0])
    moved = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ matrix @ shrunk
    warped = cv2.warpPerspective(source, moved, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    alpha = warped[:, :, 3:].astype(np.float32) / 255
    part = picture[y0:y1, x0:x1]
    shadow = cv2.GaussianBlur(alpha, (0, 0), 2.2)[:, :, None] * 0.3
    under = part * (1 - shadow)
    part[:] = (under * (1 - alpha) + warped[:, :, :3] * alpha).astype(np.uint8)
    owner[y0:y1, x0:x1][alpha[:, :, 0] > 0.5] = number


def _share_seen(
    box: tuple[float, float, float, float], matrix: Floats, owner: npt.NDArray[np.int16], number: int
) -> float:
    x0, y0, x1, y1 = box
    points = project((_SAMPLES * (x1 - x0, y1 - y0) + (x0, y0)).astype(np.float32), matrix)
    at = np.round(points).astype(int)
    h, w = owner.shape
    inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < w) & (at[:, 1] < h)
    own = owner[at[inside, 1], at[inside, 0]] == number
    return float(own.sum() / len(points))


def _index(mark: Mark, card: str, matrix: Floats, owner: npt.NDArray[np.int16], number: int) -> tuple[float, ...]:
    top, bottom = project(edges(mark), matrix)
    middle, up = (top + bottom) / 2, top - bottom
    height = float(np.hypot(*up))
    up = up / max(height, 1e-6)
    seen = [_share_seen(box, matrix, owner, number) for box in (mark.rank_box, mark.suit_box)]
    return (*middle, height, *up, RANKS.index(card[0]), SUITS.index(card[1]), *seen, number)


def _cover(picture: Image, owner: npt.NDArray[np.int16], rng: np.random.Generator) -> None:
    """Something over the cards, in place: a finger, a cable, a chip."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    p, q = (rng.random(2) * (w, h)).astype(int), (rng.random(2) * (w, h)).astype(int)
    kind = int(rng.integers(3))
    if kind == 0:
        cv2.line(mask, (int(p[0]), int(p[1])), (int(q[0]), int(q[1])), 255, int(rng.integers(10, 30)), cv2.LINE_AA)
        colour = np.array([rng.uniform(90, 170), rng.uniform(120, 190), rng.uniform(170, 240)])
    elif kind == 1:
        cv2.line(mask, (int(p[0]), int(p[1])), (int(q[0]), int(q[1])), 255, int(rng.integers(1, 5)), cv2.LINE_AA)
        colour = rng.uniform(0, 255, 3)
    else:
        cv2.circle(mask, (int(p[0]), int(p[1])), int(rng.uniform(0.05, 0.14) * w), 255, -1, cv2.LINE_AA)
        colour = rng.uniform(0, 255, 3)
    alpha = mask[:, :, None].astype(np.float32) / 255
    picture[:] = (picture * (1 - alpha) + colour * alpha).astype(np.uint8)
    owner[mask > 128] = COVERED


def compose(
    picture: Image, laid: Sequence[tuple[Face, Floats]], rng: np.random.Generator, *, rough: Roughness, covers: int = 0
) -> Scene:
    """Lay cards on a ground, cover some, and photograph it.

    picture  uint8 (h, w, 3), changed in place.
    laid     faces with their homography from card pixels to the picture, float32 (3, 3), lowest first.
    """
    owner = np.full(picture.shape[:2], COVERED, np.int16)
    for number, (face, matrix) in enumerate(laid):
        _lay(picture, owner, face, matrix, number)
    for _ in range(covers):
        _cover(picture, owner, rng)
    rows, cards = [], []
    outline = np.array([[0, 0], [CARD_W, 0], [CARD_W, CARD_H], [0, CARD_H]], np.float32)
    for number, (face, matrix) in enumerate(laid):
        cards.append(SeenCard(face.card, project(outline, matrix)))
        if face.card is not None:
            rows += [_index(mark, face.card, matrix, owner, number) for mark in face.marks]
    return Scene(expose(picture, rng, rough), np.array([tuple(r) for r in rows], INDEX), cards)
