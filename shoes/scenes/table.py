"""A blackjack table from above: the dealer's row, hands in their boxes, chips, light and lens."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image
from shoes.scenes.decks import CARD_H, CARD_W, Design, Face, draw_back, draw_face, own_design
from shoes.scenes.layouts import Lie
from shoes.scenes.light import Roughness
from shoes.scenes.scene import Scene, compose

FACE_DOWN = "--"


@dataclass(frozen=True)
class Deal:
    """What lies on the table: cards by text, FACE_DOWN for a back; hands from left to right."""

    dealer: Sequence[str]
    hands: Sequence[Sequence[str]]


@dataclass(frozen=True)
class View:
    """The picture: its size, a card's height in pixels, how lamp and lens treat it, the grain of its cloth."""

    width: int = 1280
    height: int = 800
    card_px: float = 150.0
    rough: Roughness = field(default_factory=lambda: Roughness(light=0.35, blur_px=0.7, noise=0.5))
    is_jumbo: bool = False
    nap: float = 18.0


def _felt(rng: np.random.Generator, view: View) -> Image:
    """Green cloth with the arc and the words of a layout."""
    size = (view.width, view.height)
    cloth = np.empty((view.height, view.width, 3), np.float32)
    cloth[:] = (62, 96, 28)
    cloth += (rng.random((view.height, view.width, 1), dtype=np.float32) - 0.5) * view.nap
    picture = np.clip(cloth, 0, 255).astype(np.uint8)
    line = (150, 200, 190)
    centre = (view.width // 2, -view.height // 3)
    for radius in (0.83, 0.9):
        cv2.circle(picture, centre, int(radius * view.height), line, 2, cv2.LINE_AA)
    words = "BLACKJACK PAYS 3 TO 2"
    (w, _), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_DUPLEX, 0.8, 1)
    at = ((size[0] - w) // 2, int(0.48 * view.height))
    cv2.putText(picture, words, at, cv2.FONT_HERSHEY_DUPLEX, 0.8, line, 1, cv2.LINE_AA)
    return picture


def _row(number: int, middle: tuple[float, float], rng: np.random.Generator) -> list[Lie]:
    """The dealer's cards side by side; places in cards' pixels."""
    step = 1.12 * CARD_W
    start = middle[0] - (number - 1) * step / 2
    return [Lie(start + n * step, middle[1] + rng.normal(0, 4), rng.normal(0, 0.03)) for n in range(number)]


def _steps(number: int, middle: tuple[float, float], rng: np.random.Generator) -> list[Lie]:
    """A player's cards, each laid over the one before so that its corner stays open."""
    dx, dy = 0.42 * CARD_W, -0.22 * CARD_H
    turn = rng.normal(0, 0.04)
    return [
        Lie(middle[0] + (n - (number - 1) / 2) * dx, middle[1] + n * dy, turn + rng.normal(0, 0.03))
        for n in range(number)
    ]


def _face(design: Design, card: str, back: Face) -> Face:
    return back if card == FACE_DOWN else draw_face(design, card)


def draw_table(deal: Deal, view: View, *, seed: int) -> Scene:
    """The table with its truth; the same seed draws the same picture.

    returns  Scene with image uint8 (view.height, view.width, 3).
    """
    rng = np.random.default_rng(seed)
    design, back = own_design(rng, jumbo=view.is_jumbo), draw_back(rng)
    unit = view.card_px / CARD_H
    width, height = view.width / unit, view.height / unit
    cards = [*deal.dealer, *(card for hand in deal.hands for card in hand)]
    lies = _row(len(deal.dealer), (width / 2, 0.2 * height), rng)
    for number, hand in enumerate(deal.hands):
        lies += _steps(len(hand), (width * (number + 0.5) / len(deal.hands), 0.74 * height), rng)
    scale: Floats = np.diag([unit, unit, 1.0]).astype(np.float32)
    laid = [
        (_face(design, card, back), (scale @ lie.matrix()).astype(np.float32))
        for card, lie in zip(cards, lies, strict=True)
    ]
    picture = _felt(rng, view)
    for number in range(len(deal.hands)):
        _chips(picture, rng, (int(view.width * (number + 0.5) / len(deal.hands)), int(0.95 * view.height)))
    return compose(picture, laid, rng, rough=view.rough)


def _chips(picture: Image, rng: np.random.Generator, at: tuple[int, int]) -> None:
    part = picture[at[1] - 36 : at[1] + 36, at[0] - 36 : at[0] + 36]
    if part.size:
        colour = tuple(int(v) for v in rng.choice([[40, 40, 180], [150, 80, 30], [60, 120, 40]]))
        cv2.circle(part, (part.shape[1] // 2, part.shape[0] // 2), 26, colour, -1, cv2.LINE_AA)
        cv2.circle(part, (part.shape[1] // 2, part.shape[0] // 2), 17, (235, 235, 235), 2, cv2.LINE_AA)
