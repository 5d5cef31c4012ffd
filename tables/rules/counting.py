"""How cards add up in the games where an ace is not 1 or 11. Pure.

Totals are in the units of the game: two to a point where pictures are worth half a point.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final

from shoes.cards import UNKNOWN, rank_of
from tables.rules.hands import Box, Hand
from tables.rules.options import decimal_text

SEVEN: Final = 6  # ranks as `shoes.cards.rank_of` tells them
ACE: Final = 0


@dataclass(frozen=True, slots=True)
class Count:
    """The values of cards, the target, and which hands are a natural or a hand of their own.

    `values` by card, None = not read; `raised`: what a wild card may count beyond its own value.
    """

    values: tuple[int | None, ...]
    target: int
    scale: int = 1
    natural_cards: int = 0  # a natural has so many cards
    natural_from: int = 0  # and at least this total
    wild: int | None = None
    raised: tuple[int, ...] = ()
    is_wild_alone: bool = True  # R-S75-4; R-SEM-16: alone the wild card keeps its own value
    pair: int | None = None  # rank of which two, as the first two cards, are a hand of its own: never over
    is_banks_pair: bool = False  # the bank may have it too (R-O36-26; AMB-73)
    least: int = field(init=False, default=0)  # the lowest value that a card has

    def __post_init__(self) -> None:
        object.__setattr__(self, "least", min(value for value in self.values if value is not None))

    def is_seven_and_wild(self, cards: list[int]) -> bool:
        """R-SEM-22: a natural of the wild card and a seven (AMB-58)."""
        return self.wild in cards and any(rank_of(card) == SEVEN for card in cards)

    def text(self, total: int) -> str:
        """A total as players say it: `7.5`."""
        return decimal_text(Decimal(total) / self.scale)


class Tally(Hand):
    """A hand of such a game: `hard` is its lowest total, `aces` counts wild cards."""

    __slots__ = ("count",)

    def __init__(self, count: Count, slot: str, box: Box, base: int | None) -> None:
        self.count = count
        super().__init__(slot, box, base)

    def add(self, card: int, fact_id: int, is_up: bool) -> None:
        value = self.count.values[card]
        self.cards.append(card)
        self.ids.append(fact_id)
        if value is None:
            self.unknown += 1
        else:
            self.hard += value
            self.aces += card == self.count.wild
        if not is_up:
            self.hidden.append(fact_id)

    def sum_up(self) -> None:
        values = [self.count.values[card] for card in self.cards]
        self.hard = sum(value for value in values if value is not None)
        self.unknown = values.count(None)
        self.aces = self.cards.count(self.count.wild) if self.count.wild is not None else 0

    def as_shown(self) -> Hand:
        lies = Tally(self.count, self.slot, self.box, self.base)
        self.copy_to(lies)
        return lies

    @property
    def best(self) -> int:
        """The highest total up to the target that wild cards allow; the lowest if each is above it."""
        if not self.aces or self.hard > self.count.target:
            return self.hard
        if not (self.count.is_wild_alone or len(self.cards) > 1):
            return self.hard
        reached = {self.hard}
        for _ in range(self.aces):
            reached |= {total + raised for total in reached for raised in self.count.raised}
        return max(total for total in reached if total <= self.count.target)

    @property
    def is_pair(self) -> bool:
        """R-O36-16, R-SEM-21: two aces, or two sevens, as the first two cards."""
        rank = self.count.pair
        if rank is None or self.is_split or (self.slot == "0" and not self.count.is_banks_pair):
            return False
        return len(self.cards) == 2 and all(rank_of(card) == rank for card in self.cards)

    @property
    def is_21(self) -> bool:
        """Whether the hand needs no card any more: on the target, or a pair that is a hand of its own."""
        return not self.unknown and (self.best == self.count.target or self.is_pair)

    @property
    def is_natural(self) -> bool:
        count = self.count
        if len(self.cards) != count.natural_cards or self.unknown or self.is_split:
            return False
        return count.natural_from <= self.best <= count.target

    @property
    def is_surely_over(self) -> bool:
        if self.is_pair:
            return False
        return self.hard + self.unknown * self.count.least > self.count.target

    @property
    def is_openly_over(self) -> bool:
        if not self.hidden:
            return self.is_surely_over
        shown = [card for card, fact_id in zip(self.cards, self.ids, strict=True) if fact_id not in self.hidden]
        least = sum(self.count.values[card] or self.count.least for card in shown) + len(self.hidden) * self.count.least
        return least > self.count.target

    @property
    def text(self) -> str:
        return self.count.text(self.best)

    def readings(self) -> set[int]:
        """Every total that some reading of the unknown cards gives (at most three of them, else none is told)."""
        if not self.unknown:
            return {self.best}
        if self.unknown > MOST_UNKNOWN:
            return set()
        known = [card for card in self.cards if self.count.values[card] is not None]
        found = set()
        for cards in _filled(self.count, self.unknown):
            lies = Tally(self.count, self.slot, self.box, self.base)
            lies.cards, lies.ids = [*known, *cards], [0] * (len(known) + len(cards))
            lies.sum_up()
            found.add(lies.best)
        return found


MOST_UNKNOWN: Final = 2


def _filled(count: Count, unknown: int) -> list[tuple[int, ...]]:
    """One card of each value, wild ones too, in every place that was not read."""
    one_each = {value: card for card, value in enumerate(count.values) if value is not None and card < UNKNOWN}
    cards = [*one_each.values(), *([count.wild] if count.wild is not None else [])]
    found: list[tuple[int, ...]] = [()]
    for _ in range(unknown):
        found = [(*row, card) for row in found for card in cards]
    return found
