"""What a watching camera says: one value for each thing that came to rest, turned, moved, or went."""

from dataclasses import dataclass
from typing import Final

from shoes.camera.kinds import Image

FACES: Final = ("up", "down")
LIES: Final = ("along", "across")
STATES: Final = ("lost", "frozen", "dark", "moved", "back")
Box = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class Read:
    """A physical card at rest.

    The same `read` again is a better reading of the same card (it was `??` or unsure), never another card.

    read        number of the physical card, from 1, for as long as this watch lives.
    at_ms       capture of the first frame in which it lay still.
    place       `3`, a split hand `3.1`, `0`, `mouth`, or `?` where it lies in no area.
    card        `QH`, `Q?`, `??`; a face-down card is `??`.
    confidence  0..1, of what `card` says.
    candidates  where unsure, the likeliest cards with their probability, best first, at most four.
    middle_mm   on the plane.
    box         x0, y0, x1, y1 in pixels, what `crop` shows.
    crop        uint8 (h, w, 3), BGR, of one frame at rest.
    was_lying   it lay there when the watch began: it may be known from before.
    """

    read: int
    at_ms: int
    place: str
    card: str
    face: str
    lie: str
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    middle_mm: tuple[float, float]
    box: Box
    crop: Image
    was_lying: bool = False


@dataclass(frozen=True, eq=False)
class Turned:
    """A face-down card was turned over where it lay (or laid anew beside); it keeps its number."""

    read: int
    at_ms: int
    place: str
    card: str
    confidence: float
    candidates: tuple[tuple[str, float], ...]
    box: Box
    crop: Image


@dataclass(frozen=True)
class Moved:
    """A card lies still again, at another place than before. A nudge within its place is nothing."""

    read: int
    at_ms: int
    place: str
    was: str


@dataclass(frozen=True, eq=False)
class Parted:
    """The hand at `place` became two: `place` and the new hand; `reads` are the cards of the new one.

    Cards that come to the new hand afterwards are read at `hand`, such as `3.1`.
    """

    place: str
    hand: str
    reads: tuple[int, ...]
    at_ms: int
    box: Box
    crop: Image


@dataclass(frozen=True)
class Lifted:
    """All cards of a hand were picked up; `reads` in the order in which they had come."""

    place: str
    reads: tuple[int, ...]
    at_ms: int


@dataclass(frozen=True)
class CameraState:
    """What became of the camera itself: one of STATES."""

    state: str
    at_ms: int


Sight = Read | Turned | Moved | Parted | Lifted | CameraState
