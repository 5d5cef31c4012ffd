"""The shapes that decks are drawn with, as values."""

from dataclasses import dataclass

from shoes.camera.kinds import Image


@dataclass(frozen=True)
class Typefaces:
    """Masks by face: thirteen ranks each (classic faces apart), and sets of four suits."""

    classic: list[dict[str, Image]]
    other: list[dict[str, Image]]
    suits: list[dict[str, Image]]
