"""A deck's design as a value, and the faces and backs drawn from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from shoes.camera.kinds import RANKS, SUITS, Floats, Image
from shoes.scenes import glyphs

CARD_W, CARD_H = 240, 336
RED, BLACK = (32, 28, 190), (24, 22, 22)


@dataclass(frozen=True)
class Mark:
    """Where one corner index lies on a face: boxes x0, y0, x1, y1 in card pixels, and which way is up."""

    rank_box: tuple[float, float, float, float]
    suit_box: tuple[float, float, float, float]
    is_turned: bool = False

    def turned(self) -> "Mark":
        """The same index at the opposite corner, upside down."""
        return Mark(_half_turn(self.rank_box), _half_turn(self.suit_box), not self.is_turned)


@dataclass(frozen=True)
class Face:
    """One side of a card: BGR with alpha, uint8 (336, 240, 4). A back has no card and no marks."""

    image: Image
    card: str | None
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class Design:
    """How the faces of one deck look; lengths in pixels of a 240x336 card."""

    ranks: Mapping[str, Image]
    suits: Mapping[str, Image]
    colours: Mapping[str, tuple[int, int, int]]
    paper: tuple[int, int, int] = (250, 250, 250)
    rank_h: float = 38.0
    rank_w: float = 24.0
    suit_h: float = 30.0
    gap: float = 5.0
    centre_x: float = 22.0
    top: float = 14.0
    pip_h: float = 58.0
    pip_suits: Mapping[str, Image] | None = None
    framed: float = 1.0
    four_corners: bool = False
    corner_radius: float = 14.0
    edge: int = 200
    pictures: Sequence[Image] = field(default=())


def _half_turn(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    return CARD_W - box[2], CARD_H - box[3], CARD_W - box[0], CARD_H - box[1]


_COLUMNS = {"l": 0.3, "m": 0.5, "r": 0.7}
_PIPS: dict[str, list[tuple[str, float]]] = {
    "A": [("m", 0.5)],
    "2": [("m", 0.17), ("m", 0.83)],
    "3": [("m", 0.17), ("m", 0.5), ("m", 0.83)],
    "4": [(c, y) for c in "lr" for y in (0.17, 0.83)],
    "5": [(c, y) for c in "lr" for y in (0.17, 0.83)] + [("m", 0.5)],
    "6": [(c, y) for c in "lr" for y in (0.17, 0.5, 0.83)],
    "7": [(c, y) for c in "lr" for y in (0.17, 0.5, 0.83)] + [("m", 0.335)],
    "8": [(c, y) for c in "lr" for y in (0.17, 0.5, 0.83)] + [("m", 0.335), ("m", 0.665)],
    "9": [(c, y) for c in "lr" for y in (0.17, 0.39, 0.61, 0.83)] + [("m", 0.5)],
    "T": [(c, y) for c in "lr" for y in (0.17, 0.39, 0.61, 0.83)] + [("m", 0.28), ("m", 0.72)],
}


def paste(canvas: Image, mask: Image, box: tuple[float, float, float, float], colour: tuple[int, int, int]) -> None:
    """Ink `mask`, stretched to `box`, onto `canvas` in place; what falls outside is cut off."""
    x0, y0, x1, y1 = (round(v) for v in box)
    w, h = max(x1 - x0, 1), max(y1 - y0, 1)
    ink = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
    cx0, cy0, cx1, cy1 = max(x0, 0), max(y0, 0), min(x1, canvas.shape[1]), min(y1, canvas.shape[0])
    if cx1 <= cx0 or cy1 <= cy0:
        return
    alpha = ink[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0, None].astype(np.float32) / 255
    part = canvas[cy0:cy1, cx0:cx1, :3]
    part[:] = (part * (1 - alpha) + np.array(colour, np.float32) * alpha).astype(np.uint8)


def rounded(radius: float, width: int = CARD_W, height: int = CARD_H) -> Image:
    """Alpha of a card with rounded corners, uint8 (height, width)."""
    alpha = np.zeros((height, width), np.uint8)
    r = int(radius)
    cv2.rectangle(alpha, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x, y in ((r, r), (width - 1 - r, r), (r, height - 1 - r), (width - 1 - r, height - 1 - r)):
        cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    return alpha


def _marks(design: Design, card: str) -> tuple[Mark, ...]:
    rank_mask, suit_mask = design.ranks[card[0]], design.suits[card[1]]
    rank_w = design.rank_w * (1.15 if card[0] == "T" else min(1.1, _aspect(rank_mask) / _aspect(design.ranks["8"])))
    rank_h = design.rank_h * (min(1.25, rank_mask.shape[0] / design.ranks["K"].shape[0]) if card[0] == "Q" else 1.0)
    suit_w = design.suit_h * min(_aspect(suit_mask), 1.25)
    x, y = max(design.centre_x, rank_w / 2 + 2), design.top
    suit_top = y + design.rank_h + design.gap
    first = Mark(
        (x - rank_w / 2, y, x + rank_w / 2, y + rank_h),
        (x - suit_w / 2, suit_top, x + suit_w / 2, suit_top + design.suit_h),
    )
    if not design.four_corners:
        return first, first.turned()
    right = Mark(_shifted(first.rank_box, CARD_W - 2 * x), _shifted(first.suit_box, CARD_W - 2 * x))
    return first, right, first.turned(), right.turned()


def _shifted(box: tuple[float, float, float, float], dx: float) -> tuple[float, float, float, float]:
    return box[0] + dx, box[1], box[2] + dx, box[3]


def _aspect(mask: Image) -> float:
    return float(mask.shape[1] / mask.shape[0])


def _draw_pips(canvas: Image, design: Design, card: str) -> None:
    colour = design.colours[card[1]]
    mask = (design.pip_suits or design.suits)[card[1]]
    h = design.pip_h * design.framed * (1.6 if card[0] == "A" else 1.0)
    w = h * min(_aspect(mask), 1.25)
    if design.framed < 1:
        _draw_frame(canvas, design.framed, (90, 90, 90))
    for column, row in _PIPS[card[0]]:
        x = CARD_W * (0.5 + (_COLUMNS[column] - 0.5) * design.framed)
        y = CARD_H * (0.5 + (row - 0.5) * design.framed)
        paste(canvas, mask[::-1, ::-1] if row > 0.5 else mask, (x - w / 2, y - h / 2, x + w / 2, y + h / 2), colour)


def _draw_frame(canvas: Image, share: float, colour: tuple[int, int, int]) -> tuple[int, int, int, int]:
    w, h = CARD_W * 0.66 * share, CARD_H * 0.84 * share
    x0, y0 = round((CARD_W - w) / 2), round((CARD_H - h) / 2)
    x1, y1 = CARD_W - x0, CARD_H - y0
    cv2.rectangle(canvas, (x0, y0), (x1, y1), (*colour, 255), 1, cv2.LINE_AA)
    return x0, y0, x1, y1


def _draw_court(canvas: Image, design: Design, card: str) -> None:
    x0, y0, x1, y1 = _draw_frame(canvas, design.framed, (120, 60, 30))
    if design.pictures:
        number = ("JQK".index(card[0]) * 4 + SUITS.index(card[1])) % len(design.pictures)
        picture = cv2.resize(design.pictures[number], (x1 - x0 - 1, y1 - y0 - 1), interpolation=cv2.INTER_AREA)
        canvas[y0 + 1 : y1, x0 + 1 : x1, :3] = picture
    mask, colour = design.suits[card[1]], design.colours[card[1]]
    h = 34 * design.framed
    for turned in (False, True):
        part = canvas[::-1, ::-1] if turned else canvas
        paste(part, mask, (x0 + 6, y0 + 6, x0 + 6 + h * _aspect(mask), y0 + 6 + h), colour)


def draw_face(design: Design, card: str) -> Face:
    """The face of `card` (`QH`) in this design, with its indices."""
    canvas = np.empty((CARD_H, CARD_W, 4), np.uint8)
    canvas[:, :, :3] = design.paper
    canvas[:, :, 3] = rounded(design.corner_radius)
    if card[0] in "JQK":
        _draw_court(canvas, design, card)
    else:
        _draw_pips(canvas, design, card)
    marks = _marks(design, card)
    for mark in marks:
        part = canvas[::-1, ::-1] if mark.is_turned else canvas
        upright = mark.turned() if mark.is_turned else mark
        paste(part, design.ranks[card[0]], upright.rank_box, design.colours[card[1]])
        paste(part, design.suits[card[1]], upright.suit_box, design.colours[card[1]])
    cv2.rectangle(canvas, (0, 0), (CARD_W - 1, CARD_H - 1), (design.edge, design.edge, design.edge, 255), 1)
    canvas[:, :, 3] = rounded(design.corner_radius)
    return Face(canvas, card, marks)


def draw_deck(design: Design) -> dict[str, Face]:
    """All 52 faces by card text."""
    return {rank + suit: draw_face(design, rank + suit) for rank in RANKS for suit in SUITS}


def draw_back(rng: np.random.Generator) -> Face:
    """A back: border, ground and a lattice or rings in one or two colours."""
    canvas = np.full((CARD_H, CARD_W, 4), 245, np.uint8)
    ground = tuple(
        int(v) for v in rng.choice([[150, 60, 30], [40, 30, 160], [40, 110, 40], [60, 60, 60], [120, 40, 120]])
    )
    border = int(rng.integers(0, 24))
    cv2.rectangle(canvas, (border, border), (CARD_W - 1 - border, CARD_H - 1 - border), (*ground, 255), -1)
    light, step = (235, 235, 240, 255), int(rng.integers(10, 40))
    if rng.random() < 0.6:
        for at in range(-CARD_H, CARD_W + CARD_H, step):
            cv2.line(canvas, (at, border), (at + CARD_H, CARD_H - border), light, int(rng.integers(1, 4)), cv2.LINE_AA)
            cv2.line(canvas, (at, border), (at - CARD_H, CARD_H - border), light, 1, cv2.LINE_AA)
    else:
        for radius in range(step, CARD_W, step):
            for y in (CARD_H // 4, 3 * CARD_H // 4):
                cv2.circle(canvas, (CARD_W // 2, y), radius, light, 2, cv2.LINE_AA)
    cv2.rectangle(canvas, (border, border), (CARD_W - 1 - border, CARD_H - 1 - border), light, 2)
    canvas[:, :, 3] = rounded(14)
    return Face(canvas, None, ())


def draw_joker(design: Design, rng: np.random.Generator) -> Face:
    """A joker: letters down the corner and a picture; it has no index that may be read as a card."""
    canvas = np.empty((CARD_H, CARD_W, 4), np.uint8)
    canvas[:, :, :3] = design.paper
    if design.pictures:
        picture = design.pictures[int(rng.integers(len(design.pictures)))]
        canvas[90:246, 70:170, :3] = cv2.resize(picture, (100, 156), interpolation=cv2.INTER_AREA)
    font = [cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX][int(rng.integers(2))]
    for part in (canvas, canvas[::-1, ::-1]):
        strip = np.full((150, 40, 3), design.paper, np.uint8)
        for n, letter in enumerate("JOKER"):
            cv2.putText(
                strip, letter, (6, 28 + n * 28), font, 0.9, RED if rng.random() < 0.5 else BLACK, 2, cv2.LINE_AA
            )
        part[8:158, 6:46, :3] = strip
    canvas[:, :, 3] = rounded(design.corner_radius)
    return Face(canvas, None, ())


def ornament(rng: np.random.Generator) -> Image:
    """A picture of nothing, as busy and bright as a court card: uint8 (280, 160, 3)."""
    half: Image = np.full((140, 160, 3), rng.integers(200, 255), np.uint8)
    palette = [(30, 40, 200), (40, 190, 240), (160, 70, 30), (30, 30, 30), (60, 140, 60), (235, 235, 240)]
    for _ in range(int(rng.integers(18, 50))):
        colour = palette[int(rng.integers(len(palette)))]
        points = (rng.random((int(rng.integers(3, 7)), 2)) * 60 + rng.random(2) * (160, 140) - 30).astype(np.int32)
        if rng.random() < 0.5:
            cv2.fillPoly(half, [points], colour, cv2.LINE_AA)
        else:
            cv2.polylines(half, [points], rng.random() < 0.5, colour, int(rng.integers(1, 5)), cv2.LINE_AA)
    return np.vstack([half, half[::-1, ::-1]])


def own_design(rng: np.random.Generator, *, jumbo: bool = False) -> Design:
    """A deck made without any font file: curves for the suits, OpenCV's typeface for the ranks."""
    suits = glyphs.suit_shapes(rng)
    ranks = glyphs.built_in_ranks("sans", int(rng.choice([400, 600, 700])))
    colours = {suit: RED if suit in "HD" else BLACK for suit in SUITS}
    pictures = tuple(ornament(rng) for _ in range(4))
    if jumbo:
        return Design(
            ranks, suits, colours, rank_h=62, rank_w=42, suit_h=50, centre_x=32, framed=0.6, pictures=pictures
        )
    return Design(ranks, suits, colours, rank_h=40, rank_w=27, suit_h=32, centre_x=23, pictures=pictures)


def edges(mark: Mark) -> Floats:
    """Top middle and bottom middle of an index, float32 (2, 2), x and y in card pixels, in reading direction."""
    rank, suit = mark.rank_box, mark.suit_box
    if mark.is_turned:
        x = (rank[0] + rank[2]) / 2
        return np.array([[x, rank[3]], [x, suit[1]]], np.float32)
    x = (rank[0] + rank[2]) / 2
    return np.array([[x, rank[1]], [x, suit[3]]], np.float32)
