"""Layouts of card tables in millimetres: where boxes, dealer, discard and shoe mouth lie. Templates for calibration."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from shoes.camera.kinds import Floats
from shoes.camera.plane import Area

BOX_MM: Final = 250.0
CORNER_MM: Final = 190.0
DEPTH_MM: Final = 880.0
DEALER: Final = "0"
DISCARD: Final = "discard"
MOUTH: Final = "mouth"


@dataclass(frozen=True)
class Layout:
    """A table from above, the dealer at the top; `plane` is width and height in millimetres between the four marks."""

    plane: tuple[float, float]
    areas: tuple[Area, ...]


def blackjack(boxes: int) -> Layout:
    """A half-round table of 1 to 9 boxes; box 1 is at the dealer's left, which is the right as it is drawn.

    Boxes lie on an arc and their cards point to the dealer; a box is as wide as two split hands.
    """
    width = max(boxes * BOX_MM + 60, 1000.0)
    areas = [
        Area(DEALER, "dealer", _rectangle(CORNER_MM + 60, 30, width - 2 * CORNER_MM - 120, 200)),
        Area(DISCARD, "discard", _rectangle(10, 10, CORNER_MM, 240)),
        Area(MOUTH, "mouth", _rectangle(width - CORNER_MM - 10, 10, CORNER_MM, 240)),
    ]
    for number in range(boxes):
        u = (number - (boxes - 1) / 2) / max((boxes - 1) / 2, 1)
        middle = (width / 2 - (number - (boxes - 1) / 2) * BOX_MM, DEPTH_MM - 250 - 110 * u * u)
        lean = -14.0 * u
        areas.append(Area(str(number + 1), "box", _turned(middle, (BOX_MM - 16, 330), lean * 0.35), 90.0 + lean))
    return Layout((width, DEPTH_MM), tuple(areas))


def _rectangle(x: float, y: float, width: float, height: float) -> Floats:
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def _turned(middle: tuple[float, float], size: tuple[float, float], degrees: float) -> Floats:
    """A rectangle about its middle, turned counter-clockwise as drawn with y down."""
    c, s = np.cos(np.radians(-degrees)), np.sin(np.radians(-degrees))
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * (size[0] / 2, size[1] / 2)
    turned: Floats = (half @ np.array([[c, s], [-s, c]]) + middle).astype(np.float32)
    return turned
