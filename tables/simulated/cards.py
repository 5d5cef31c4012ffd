"""A shoe as it physically is, at a simulated table: shuffled, perhaps with one card swapped. Pure."""

import random
from collections import Counter
from dataclasses import dataclass
from typing import Self

from shoes.cards import format_card
from shoes.packs import composition


@dataclass(slots=True)
class Pile:
    """The cards of one shoe in order, and how far they are dealt."""

    cards: list[str]
    stop_at: int
    dealt: int = 0
    swapped: tuple[str, str] | None = None  # the card that went, the card that came

    @classmethod
    def shuffled(
        cls, pack: str, decks: int, *, behind_stop: int, chance: random.Random, is_swapped: bool = False
    ) -> Self:
        cards = [format_card(card) for card, count in composition(pack, decks).items() for _ in range(count)]
        swapped = None
        if is_swapped:
            place = chance.randrange(len(cards))
            swapped = (cards[place], chance.choice([card for card in cards if card != cards[place]]))
            cards[place] = swapped[1]
        chance.shuffle(cards)
        return cls(cards, stop_at=max(1, len(cards) - behind_stop), swapped=swapped)

    def draw(self) -> str:
        self.dealt += 1
        return self.cards[self.dealt - 1]

    @property
    def next(self) -> str:
        return self.cards[self.dealt]

    @property
    def is_stop_out(self) -> bool:
        """Whether the stop card has come."""
        return self.dealt >= self.stop_at

    @property
    def left(self) -> int:
        return len(self.cards) - self.dealt

    def count(self) -> dict[str, int]:
        """What a closing count of all its cards finds."""
        return dict(Counter(self.cards))
