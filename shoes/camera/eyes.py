"""The whole way from a picture to its cards."""

from dataclasses import dataclass, field
from functools import partial

import cv2
import numpy as np

from shoes.camera.cards import CardRead, Limits, cards_of
from shoes.camera.crops import cut, halves
from shoes.camera.find import Session, find
from shoes.camera.kinds import Image
from shoes.camera.read import read

LARGEST_PX = 2400
PROPOSED = 0.2


@dataclass(frozen=True)
class Eyes:
    """The two loaded networks and what they need to be sure of. Calls hold no state."""

    finder: Session
    reader: Session
    limits: Limits = field(default_factory=Limits)

    def read(self, picture: Image) -> list[CardRead]:
        """The cards of a picture, uint8 (h, w, 3), BGR; places in its own pixels."""
        h, w = picture.shape[:2]
        scale = min(1.0, LARGEST_PX / max(h, w))
        seen = picture
        if scale < 1:
            size = (round(w * scale), round(h * scale))
            seen = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        levels = halves(seen)
        poses = find(levels, self.finder, PROPOSED)
        cards = cards_of(read(partial(cut, levels), poses, self.reader), self.limits, (seen.shape[1], seen.shape[0]))
        return [_scaled(card, 1 / scale) for card in cards] if scale < 1 else cards


def _scaled(card: CardRead, by: float) -> CardRead:
    x0, y0, x1, y1 = (v * by for v in card.box)
    x, y = (v * by for v in card.middle)
    return CardRead(card.card, card.confidence, (x0, y0, x1, y1), (x, y), card.up, card.index_px * by)
