"""Where a card lies on the plane: its middle and its turn, its outline, its corners."""

from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from shoes.camera.indices import Index
from shoes.camera.kinds import Floats

# The four corners where an index may be, as signs along the card's right and up, and whether it stands upside down.
CORNERS: Final = ((-1, 1, False), (1, -1, True), (1, 1, False), (-1, -1, True))
_NEAR_MM: Final = 8.0
_FAR_MM: Final = 13.0
_COSINE: Final = 0.8


@dataclass(frozen=True)
class Pose:
    """Middle in millimetres, unit vector up along the long side (of a back: either way), size in millimetres."""

    x: float
    y: float
    up_x: float
    up_y: float
    width: float
    length: float

    def at(self, right_mm: float, up_mm: float) -> tuple[float, float]:
        """A point of the card, from its middle along its own right and up, on the plane."""
        return (
            self.x - self.up_y * right_mm + self.up_x * up_mm,
            self.y + self.up_x * right_mm + self.up_y * up_mm,
        )

    def of(self, x: float, y: float) -> tuple[float, float]:
        """A point of the plane in the card's own right and up from its middle."""
        dx, dy = x - self.x, y - self.y
        return -self.up_y * dx + self.up_x * dy, self.up_x * dx + self.up_y * dy

    def outline(self, grown_mm: float = 0.0) -> Floats:
        """Corners float32 (4, 2)."""
        w, h = self.width / 2 + grown_mm, self.length / 2 + grown_mm
        return np.array([self.at(-w, h), self.at(w, h), self.at(w, -h), self.at(-w, -h)], np.float32)

    def between(self, other: "Pose") -> "Pose":
        """Half way between two poses of one card."""
        up = np.array([self.up_x + other.up_x, self.up_y + other.up_y])
        length = float(np.hypot(*up))
        if length < 0.5:
            return self
        up = up / length
        middle = (self.x + other.x) / 2, (self.y + other.y) / 2
        return Pose(*middle, float(up[0]), float(up[1]), self.width, self.length)

    def away(self, other: "Pose") -> float:
        return float(np.hypot(self.x - other.x, self.y - other.y))

    def turned_from(self, other: "Pose") -> float:
        """Degrees between the long sides, 0..90."""
        cosine = abs(self.up_x * other.up_x + self.up_y * other.up_y)
        return float(np.degrees(np.arccos(min(cosine, 1.0))))


def overlap(one: Pose, two: Pose) -> float:
    """The share of a card's surface that two cards have in common."""
    if one.away(two) > one.length + one.width:
        return 0.0
    area, _ = cv2.intersectConvexConvex(one.outline(), two.outline())
    return float(area) / (one.width * one.length)


@dataclass
class Deck:
    """What is learned of the cards in play: where an index lies from the middle, and its height; millimetres."""

    size: tuple[float, float]
    _rights: list[float] = field(default_factory=list)
    _ups: list[float] = field(default_factory=list)
    _heights: list[float] = field(default_factory=list)
    _measured: tuple[float, float, float] | None = None

    @property
    def is_known(self) -> bool:
        return len(self._rights) >= 2

    def offset(self, height: float) -> tuple[float, float]:
        """From the middle to an index, along right and up; from its height where no card was measured yet."""
        if self._measured:
            return self._measured[:2]
        return self.size[0] / 2 - (6.0 + max(0.0, height - 20) * 0.22), self.size[1] / 2 - (3.7 + height / 2)

    @property
    def height(self) -> float | None:
        """Of an index, from the top of its rank to the bottom of its suit, once cards were measured."""
        return self._measured[2] if self.is_known and self._measured else None

    def learn(self, right: float, up: float, height: float) -> None:
        for kept, value in ((self._rights, right), (self._ups, up), (self._heights, height)):
            kept.append(value)
            del kept[:-41]
        self._measured = (
            float(np.median(self._rights)), float(np.median(self._ups)), float(np.median(self._heights))
        )  # fmt: skip

    def is_alike(self, height: float) -> bool:
        """Whether an index of this height may belong to these cards."""
        return self.height is None or abs(np.log(height / self.height)) < 0.35


def pose_of_one(index: Index, deck: Deck) -> Pose:
    """The card whose top left index this is."""
    right, up = deck.offset(index.height)
    x, y = index.at + index.up * -up + np.array([-index.up[1], index.up[0]]) * right
    return Pose(float(x), float(y), float(index.up[0]), float(index.up[1]), *deck.size)


def pose_of_two(one: Index, two: Index, deck: Deck) -> Pose | None:
    """The card whose opposite indices these are, or None where they can't be."""
    if float(one.up @ two.up) > -0.94 or abs(np.log(one.height / two.height)) > 0.3:
        return None
    dx, dy = (float(v) for v in two.at - one.at)
    # The print says how the indices lie in the card, so the line between them gives its turn best.
    right, up = deck.offset((one.height + two.height) / 2)
    away = float(np.hypot(dx, dy)) / 2
    if abs(away - np.hypot(right, up)) > (4.0 if deck.is_known else 9.0):
        return None
    lean = one.up - two.up
    lean = lean / max(float(np.hypot(*lean)), 1e-6)
    own_right, own_up = (-lean[1] * dx + lean[0] * dy) / 2, -(lean[0] * dx + lean[1] * dy) / 2
    if abs(own_right - right) > (6 if deck.is_known else 10) or abs(own_up - up) > (6 if deck.is_known else 10):
        return None
    if deck.is_known:
        turn = np.arctan2(own_up, own_right) - np.arctan2(up, right)
        c, s = np.cos(turn), np.sin(turn)
        lean = np.array([c * lean[0] - s * lean[1], s * lean[0] + c * lean[1]])
    middle = (one.at + two.at) / 2
    return Pose(float(middle[0]), float(middle[1]), float(lean[0]), float(lean[1]), *deck.size)


def corner_of(index: Index, pose: Pose, deck: Deck) -> tuple[int, float] | None:
    """Which corner of a card an index may be, and how many millimetres it lies off that corner."""
    cosine = float(index.up[0] * pose.up_x + index.up[1] * pose.up_y)
    if abs(cosine) < _COSINE:
        return None
    right, up = deck.offset(index.height)
    x, y = pose.of(float(index.at[0]), float(index.at[1]))
    found = [
        (float(np.hypot(x - sign_x * right, y - sign_y * up)), number)
        for number, (sign_x, sign_y, is_turned) in enumerate(CORNERS)
        if is_turned == (cosine < 0)
    ]
    off, number = min(found)
    return (number, off) if off < (_NEAR_MM if deck.is_known else _FAR_MM) else None
