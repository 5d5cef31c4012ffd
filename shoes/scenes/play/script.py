"""What happens at a drawn table, and when: seconds from the film's start."""

from dataclasses import dataclass

DEALER = "0"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card comes from the shoe to the next spot of a hand; `at` is the moment in which it lies still."""

    at: float
    card: str
    place: str
    face: str = "up"
    lie: str = "along"


@dataclass(frozen=True, slots=True)
class Turned:
    """The card `nth` (from 0) of a hand is turned over where it lies; at `at` it lies face up."""

    at: float
    place: str
    nth: int


@dataclass(frozen=True, slots=True)
class Parted:
    """The second card of `place` is moved apart and becomes the hand `new`, such as `3.1`.

    Hands of a box are numbered in the order in which they came to be, and keep their names.
    """

    at: float
    place: str
    new: str


@dataclass(frozen=True, slots=True)
class Nudged:
    """The card `nth` of a hand is pushed by a few millimetres and degrees: nothing happened."""

    at: float
    place: str
    nth: int


@dataclass(frozen=True, slots=True)
class Reached:
    """A hand lies over a place from `at` on and goes again: nothing happened."""

    at: float
    place: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Lifted:
    """All cards of a hand leave the felt at `at` and go to the discard."""

    at: float
    place: str


Happening = Dealt | Turned | Parted | Nudged | Reached | Lifted


@dataclass(frozen=True)
class Script:
    """A film's happenings in the order of their times, at a table of so many boxes."""

    moves: tuple[Happening, ...]
    boxes: int
    seconds: float
