"""What a card is, from several looks at its corners: distributions joined, and what they let one say."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from shoes.camera.cards import Limits
from shoes.camera.kinds import RANKS, SUITS, Floats

# The looks at one corner share lamp, lens and print, and so do the corners of one card: less than independent.
LOOKS_TEMPER: Final = 0.25
CORNERS_TEMPER: Final = 0.75
FLOOR: Final = 1e-4
_MOST_LOOKS: Final = 24


@dataclass
class Evidence:
    """Sums of log-probabilities, float32 (13, 4), a corner; `there` is how surely there is an index at all."""

    sums: dict[int, Floats] = field(default_factory=dict)
    looks: dict[int, int] = field(default_factory=dict)
    there: float = 0.0

    def add(self, corner: int, cards: Floats) -> None:
        """One more look at a corner: its distribution float32 (13, 4), the rest to 1 being "no index"."""
        self.there += (float(cards.sum()) - self.there) / (self.most_looks + 1)
        log = np.log(cards / max(float(cards.sum()), 1e-6) + FLOOR).astype(np.float32)
        if self.looks.get(corner, 0) >= _MOST_LOOKS:
            self.sums[corner] *= 0.5
            self.looks[corner] //= 2
        self.sums[corner] = self.sums.get(corner, np.float32(0)) + log
        self.looks[corner] = self.looks.get(corner, 0) + 1

    def join(self, other: "Evidence") -> None:
        for corner, log in other.sums.items():
            self.sums[corner] = self.sums.get(corner, np.float32(0)) + log
            self.looks[corner] = self.looks.get(corner, 0) + other.looks[corner]

    @property
    def most_looks(self) -> int:
        return max(self.looks.values(), default=0)

    def cards(self) -> Floats:
        """The joint distribution float32 (13, 4), sum 1; even where nothing was read."""
        if not self.sums:
            return np.full((13, 4), 1 / 52, np.float32)
        logs = sum(
            log / self.looks[corner] * (1 + LOOKS_TEMPER * np.log2(self.looks[corner]))
            for corner, log in self.sums.items()
        )
        logs = np.asarray(logs) * (CORNERS_TEMPER if len(self.sums) > 1 else 1.0)
        grown = np.exp(logs - logs.max())
        shared: Floats = (grown / grown.sum()).astype(np.float32)
        return shared

    def could_be(self, other: "Evidence") -> bool:
        """Whether both may speak of one card."""
        return float((self.cards() * other.cards()).sum()) > 0.02


@dataclass(frozen=True)
class Said:
    """`QH`, `Q?` or `??`, how surely, and the likeliest cards where it is unsure."""

    card: str
    confidence: float
    candidates: tuple[tuple[str, float], ...] = ()

    @property
    def is_sure(self) -> bool:
        return "?" not in self.card


def said(evidence: Evidence, limits: Limits) -> Said:
    """What the looks at a card let one say."""
    cards = evidence.cards()
    flat = cards.ravel()
    order = np.argsort(-flat)[:4]
    best = int(order[0])
    if flat[best] >= limits.card:
        return Said(RANKS[best // 4] + SUITS[best % 4], float(flat[best]))
    candidates = tuple(
        (RANKS[n // 4] + SUITS[n % 4], round(float(flat[n]), 3)) for n in (int(v) for v in order) if flat[n] > 0.02
    )
    ranks = cards.sum(axis=1)
    if ranks.max() >= limits.rank:
        return Said(RANKS[int(ranks.argmax())] + "?", float(ranks.max()), candidates)
    return Said("??", min(evidence.there, 1.0), candidates)
