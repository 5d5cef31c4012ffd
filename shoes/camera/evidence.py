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
# A corner that is hardly seen, such as one under another card's edge, says little.
SEEN_WELL: Final = 4
# However often it is looked at: the mean look at some corner is so clear, and that at none says another card. A small
# index must be clearer than a large one, and what its suit says counts less: heights in pixels and shares at them.
AGAINST: Final = 0.5
SIZES_PX, CLEAR, COUNTS = (12.0, 24.0, 32.0), (0.95, 0.9, 0.75), (0.5, 1.0, 1.0)
TINY_PX: Final = 16.0
# What the large pips say of the suit is kept as if it were a corner's.
PIPS: Final = 4
_MOST_LOOKS: Final = 24
# From what share of the evidence something is said: `Limits` of one picture are of tempered confidences.
LOOKED: Final = Limits(card=0.88, rank=0.93, index=0.6)


@dataclass
class Evidence:
    """Sums of log-probabilities, float32 (13, 4), a corner; `there` is how surely there is an index at all.

    looks   how often a corner was seen; `weight` the same, less where it was seen badly.
    px      how many pixels high its index is.
    """

    sums: dict[int, Floats] = field(default_factory=dict)
    looks: dict[int, int] = field(default_factory=dict)
    weight: dict[int, float] = field(default_factory=dict)
    px: dict[int, float] = field(default_factory=dict)
    there: float = 0.0

    def add(self, corner: int, cards: Floats, px: float = SIZES_PX[-1]) -> None:
        """One more look at a corner: its distribution float32 (13, 4), the rest to 1 being "no index"."""
        seen = float(cards.sum())
        if corner != PIPS:
            self.there += (seen - self.there) / (self.most_looks + 1)
        self.px[corner] = px
        log = np.log(cards / max(seen, 1e-6) + FLOOR).astype(np.float32)
        if self.looks.get(corner, 0) >= _MOST_LOOKS:
            self.sums[corner] *= 0.5
            self.looks[corner] //= 2
            self.weight[corner] *= 0.5
        weight = max(seen, FLOOR) ** SEEN_WELL
        self.sums[corner] = self.sums.get(corner, np.float32(0)) + log * np.float32(weight)
        self.looks[corner] = self.looks.get(corner, 0) + 1
        self.weight[corner] = self.weight.get(corner, 0.0) + weight

    def join(self, other: "Evidence") -> None:
        for corner, log in other.sums.items():
            self.sums[corner] = self.sums.get(corner, np.float32(0)) + log
            self.looks[corner] = self.looks.get(corner, 0) + other.looks[corner]
            self.weight[corner] = self.weight.get(corner, 0.0) + other.weight[corner]
            self.px[corner] = other.px[corner]

    @property
    def corners(self) -> int:
        """At how many corners an index was seen."""
        return len(self.looks.keys() - {PIPS})

    @property
    def is_tiny(self) -> bool:
        """Whether its indices are too small to tell a club from a spade."""
        return max((px for corner, px in self.px.items() if corner != PIPS), default=TINY_PX) < TINY_PX

    @property
    def most_looks(self) -> int:
        return max(self.looks.values(), default=0)

    def cards(self) -> Floats:
        """The joint distribution float32 (13, 4), sum 1; even where nothing was read."""
        if not self.sums:
            return np.full((13, 4), 1 / 52, np.float32)
        logs = sum(
            mean
            * (1 + LOOKS_TEMPER * np.log2(max(self.weight[corner], 1.0)))
            * float(np.interp(self.px[corner], SIZES_PX, COUNTS))
            for corner, mean in self._means().items()
        )
        return _shares(np.asarray(logs, np.float32) * np.float32(CORNERS_TEMPER if len(self.sums) > 1 else 1.0))

    def is_clear(self, card: int) -> bool:
        """Whether the looks themselves show a card (of 52), rather than their number."""
        shares = {corner: _shares(mean).ravel() for corner, mean in self._means().items()}
        is_shown = {
            corner: float(share[card]) >= np.interp(self.px[corner], SIZES_PX, CLEAR)
            for corner, share in shares.items()
        }
        return any(is_shown.values()) and not any(
            self._is_against(corner, share, card) and not (is_shown.get(PIPS) and self._may_err(corner, share, card))
            for corner, share in shares.items()
        )

    def _is_against(self, corner: int, share: Floats, card: int) -> bool:
        return float(np.delete(share, card).max()) >= AGAINST

    def _may_err(self, corner: int, share: Floats, card: int) -> bool:
        """Whether a small index errs in the suit alone, within its colour."""
        other = int(share.argmax())
        is_one_colour = {other % 4, card % 4} in ({0, 3}, {1, 2}, {other % 4})
        return corner != PIPS and self.px[corner] < TINY_PX and other // 4 == card // 4 and is_one_colour

    def _means(self) -> dict[int, Floats]:
        """The mean look at each corner, as log-probabilities."""
        return {corner: (log / self.weight[corner]).astype(np.float32) for corner, log in self.sums.items()}

    def could_be(self, other: "Evidence") -> bool:
        """Whether both may speak of one card."""
        return float((self.cards() * other.cards()).sum()) > 0.02


def _shares(logs: Floats) -> Floats:
    grown = np.exp(logs - logs.max())
    shares: Floats = (grown / grown.sum()).astype(np.float32)
    return shares


@dataclass(frozen=True)
class Said:
    """`QH`, `Q?` or `??`, how surely, and the likeliest cards where it is unsure."""

    card: str
    confidence: float
    candidates: tuple[tuple[str, float], ...] = ()

    @property
    def is_sure(self) -> bool:
        return "?" not in self.card


def said(evidence: Evidence) -> Said:
    """What the looks at a card let one say."""
    cards = evidence.cards()
    flat = cards.ravel()
    order = np.argsort(-flat)[:4]
    best = int(order[0])
    if flat[best] >= LOOKED.card and evidence.is_clear(best):
        return Said(RANKS[best // 4] + SUITS[best % 4], float(flat[best]))
    candidates = tuple(
        (RANKS[n // 4] + SUITS[n % 4], round(float(flat[n]), 3)) for n in (int(v) for v in order) if flat[n] > 0.02
    )
    ranks = cards.sum(axis=1)
    if ranks.max() >= LOOKED.rank:
        return Said(RANKS[int(ranks.argmax())] + "?", float(ranks.max()), candidates)
    return Said("??", min(evidence.there, 1.0), candidates)
