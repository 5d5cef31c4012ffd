"""The whole way from a picture to its cards."""

from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np

from shoes.camera.cards import Box, CardRead, Limits, cards_of
from shoes.camera.crops import cut, halves
from shoes.camera.find import Session, find
from shoes.camera.kinds import Image
from shoes.camera.read import Readings, read

LARGEST_PX = 2400
PROPOSED = 0.2


@dataclass(frozen=True)
class Look:
    """What the networks say of one picture: its indices, in a picture of `size` (width, height), `scale` of its own."""

    readings: Readings
    size: tuple[int, int]
    scale: float

    def cards(self, limits: Limits) -> list[CardRead]:
        """The cards that the indices belong to, in the picture's own pixels."""
        cards = cards_of(self.readings, limits, self.size)
        return [_scaled(card, 1 / self.scale) for card in cards] if self.scale < 1 else cards


@dataclass(frozen=True)
class Eyes:
    """The two loaded networks and what they need to be sure of. Calls hold no state."""

    finder: Session
    reader: Session
    limits: Limits = field(default_factory=Limits)

    def read(self, picture: Image) -> list[CardRead]:
        """The cards of a picture, uint8 (h, w, 3), BGR; places in its own pixels."""
        return self.look(picture).cards(self.limits)

    def look(self, picture: Image) -> Look:
        """The indices of a picture, uint8 (h, w, 3), BGR."""
        h, w = picture.shape[:2]
        scale = min(1.0, LARGEST_PX / max(h, w))
        seen = picture
        if scale < 1:
            size = (round(w * scale), round(h * scale))
            seen = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        levels = halves(seen)
        poses = find(levels, self.finder, PROPOSED)
        readings = read(partial(cut, levels), poses, self.reader)
        return Look(readings, (seen.shape[1], seen.shape[0]), scale)


def _scaled(card: CardRead, by: float) -> CardRead:
    def grown(box: Box) -> Box:
        x0, y0, x1, y1 = box
        return x0 * by, y0 * by, x1 * by, y1 * by

    x, y = card.middle
    box, index = grown(card.box), grown(card.index)
    return replace(card, box=box, middle=(x * by, y * by), index_px=card.index_px * by, index=index)
