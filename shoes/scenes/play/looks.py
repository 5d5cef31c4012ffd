"""How a drawn table, its cards and its camera look."""

from dataclasses import dataclass
from typing import Final

DECKS: Final = ("plain", "italic", "ivory", "four colours", "framed")


@dataclass(frozen=True)
class Look:
    """A film's look.

    felt     one of ground.GROUNDS.
    deck     one of DECKS.
    light    0 even to 1 uneven, from lamp to lamp.
    drift    how much the lamps swing in seconds, a share of their light.
    glare    of a lamp that wanders over the table, in steps of 255 at its middle; 0 for none.
    noise    of the sensor, sigma in steps of 255.
    blur_px  of the lens, sigma.
    quality  of JPEG; None leaves a frame uncompressed.
    """

    jumbo: bool = False
    felt: str = "green"
    light: float = 0.35
    drift: float = 0.03
    noise: float = 3.0
    blur_px: float = 0.6
    quality: int | None = 82
    deck: str = "plain"
    glare: float = 0.0

    def __post_init__(self) -> None:
        if self.deck not in DECKS:
            raise ValueError(f"deck is {self.deck!r}; it is one of {', '.join(DECKS)}.")
