"""Where the cards of each hand lie on the felt, so that each leaves the corner of the one below open."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from shoes.camera.layout import Layout
from shoes.camera.plane import Area
from shoes.scenes.play.script import DEALER

CARD_MM: Final = (63.0, 88.0)
_ROW_MM: Final = 70.0  # from one of the dealer's cards to the next
_MARGIN_MM: Final = 5.0


@dataclass(frozen=True, slots=True)
class Step:
    """From one card of a hand to the next, and to one that is laid across; right and down, in millimetres.

    The way across leans with the cards; that to the next only where it `leans`, else it goes with the box's frame.
    """

    dx: float
    dy: float
    across: tuple[float, float]
    leans: bool = False


ALONE: Final = Step(18.0, -26.0, (14.0, 22.0))  # both corners stay open
COLUMN: Final = Step(2.0, -26.0, (6.0, 16.0))  # one of two split hands: the lower corner stays open
SHARED: Final = Step(10.5, -14.0, (9.0, 25.0), leans=True)  # two hands one over the other: the upper one stays open


@dataclass(frozen=True, slots=True)
class Pose:
    """A card's middle in millimetres; its turn in degrees counter-clockwise as drawn, 0 with the long side upright."""

    x: float
    y: float
    turn: float

    def moved(self, dx: float, dy: float, turn: float = 0.0) -> "Pose":
        return Pose(self.x + dx, self.y + dy, self.turn + turn)


@dataclass(slots=True)
class _Hand:
    cell: tuple[int, int]  # column, row of its box
    cards: int = 0
    at: tuple[float, float] = (0.0, 0.0)  # the last card's place in the frame of the box, from its first card


@dataclass(slots=True)
class Spots:
    """Hands of one round as they grow; asked for the pose of each card that comes."""

    layout: Layout
    chance: np.random.Generator
    _hands: dict[str, _Hand] = field(default_factory=dict)

    def next(self, place: str, *, lie: str = "along") -> Pose:
        """The pose of the next card of a hand."""
        hand = self._hands.setdefault(place, _Hand((0, 0)))
        pose = self._dealer(hand) if place == DEALER else self._boxed(place, hand, lie=lie)
        hand.cards += 1
        dx, dy = self.chance.normal(0, 0.6, 2).clip(-1.5, 1.5)
        return pose.moved(float(dx), float(dy), float(self.chance.normal(0, 0.8)))

    def part(self, place: str, new: str) -> Pose:
        """The pose of the second card of `place` once it is the first of the hand `new`."""
        hand, box = self._hands[place], place.partition(".")[0]
        taken = {other.cell for name, other in self._hands.items() if name.partition(".")[0] == box}
        column = hand.cell[0]
        order = [(1 - column, 0), (column, 1), (1 - column, 1)] if len(taken) == 1 else [(column, 1), (1 - column, 1)]
        cell = next((cell for cell in order if cell not in taken), (1, 1))
        hand.cards, hand.at = 1, (0.0, 0.0)
        self._hands[new] = _Hand(cell)
        return self.next(new)

    def clear(self, place: str) -> None:
        """The hand was picked up."""
        self._hands.pop(place, None)

    def _dealer(self, hand: _Hand) -> Pose:
        area = self._area(DEALER)
        low, high = area.polygon.min(0), area.polygon.max(0)
        middle = float(low[0] + high[0]) / 2
        start = max(middle - 2 * _ROW_MM, float(low[0]) + _MARGIN_MM + CARD_MM[0] / 2)
        fit = int((high[0] - _MARGIN_MM - CARD_MM[0] / 2 - start) // _ROW_MM) + 1
        row, number = divmod(hand.cards, fit)
        return Pose(start + number * _ROW_MM, float(low[1]) + 62 + 40 * row, 0.0)

    def _boxed(self, place: str, hand: _Hand, *, lie: str) -> Pose:
        area, step = self._area(place), self._step(place, hand)
        x, y = _anchor(area, hand.cell)
        turn = area.axis_deg - 90
        lean = turn - frame(area)[1]
        dx, dy = 0.0, 0.0
        if lie == "across" and hand.cards:
            dx, dy = _turned(step.across, lean)
        elif hand.cards:
            dx, dy = _turned((step.dx, step.dy), lean if step.leans else 0.0)
        at = (hand.at[0] + dx, hand.at[1] + dy)
        if lie == "along" or not hand.cards:
            hand.at = at
        return _on_plane(area, (x + at[0], y + at[1]), turn + (90 if lie == "across" else 0))

    def _step(self, place: str, hand: _Hand) -> Step:
        box = place.partition(".")[0]
        cells = [other.cell for name, other in self._hands.items() if name.partition(".")[0] == box]
        if len(cells) == 1:
            return ALONE
        return SHARED if sum(cell[0] == hand.cell[0] for cell in cells) > 1 else COLUMN

    def _area(self, place: str) -> Area:
        box = place.partition(".")[0]
        return next(area for area in self.layout.areas if area.place == box)


def frame(area: Area) -> tuple[tuple[float, float], float, tuple[float, float]]:
    """A box's middle, its turn in degrees as drawn counter-clockwise, and its width and depth."""
    one, two, _, four = area.polygon
    across, along = two - one, four - one
    middle = area.polygon.mean(0)
    turn = -float(np.degrees(np.arctan2(across[1], across[0])))
    return (float(middle[0]), float(middle[1])), turn, (float(np.hypot(*across)), float(np.hypot(*along)))


def _anchor(area: Area, cell: tuple[int, int]) -> tuple[float, float]:
    """Where the first card of a hand lies in the frame of its box: its middle, right and down from the box's."""
    _, turn, (width, depth) = frame(area)
    lean = np.radians(abs(area.axis_deg - 90 - turn))
    half = (
        (CARD_MM[0] * np.cos(lean) + CARD_MM[1] * np.sin(lean)) / 2,
        (CARD_MM[1] * np.cos(lean) + CARD_MM[0] * np.sin(lean)) / 2,
    )
    x = -width / 2 + _MARGIN_MM + half[0] + cell[0] * (width / 2 - 3)
    y = depth / 2 - _MARGIN_MM - half[1] - cell[1] * depth / 2
    return float(x), float(y)


def _on_plane(area: Area, at: tuple[float, float], turn: float) -> Pose:
    middle, lean, _ = frame(area)
    x, y = _turned(at, lean)
    return Pose(middle[0] + x, middle[1] + y, turn)


def _turned(way: tuple[float, float], degrees: float) -> tuple[float, float]:
    """A way right and down, turned counter-clockwise as drawn."""
    c, s = float(np.cos(np.radians(degrees))), float(np.sin(np.radians(degrees)))
    return c * way[0] + s * way[1], -s * way[0] + c * way[1]
