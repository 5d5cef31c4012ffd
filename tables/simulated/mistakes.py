"""Mistakes that a simulated dealer makes, each put in as it would be known, and the finding that names it. Pure."""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from tables.rules.terms import Terms


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of mistake: the rule that a finding of it names, and how often it is made where it can be."""

    name: str
    rule: str
    rate: float
    missing: str = ""  # the step that was left out, where no fact broke the rule


KINDS: Final[Mapping[str, Kind]] = {
    kind.name: kind
    for kind in (
        Kind("draws on hard 17", "I-16", 0.12),
        Kind("stands on 16", "I-16", 0.2, "dealer_draws"),
        Kind("draws on soft 17", "I-16", 0.7),
        Kind("stands on soft 17", "I-16", 0.7, "dealer_draws"),
        Kind("insurance paid 1:1", "R-BJF-22", 0.7),
        Kind("natural paid 1:1", "R-BJF-25", 0.12),
        Kind("push paid", "R-BJF-31", 0.06),
        Kind("stake over the limit", "I-17", 0.006),
        Kind("card after a stand", "I-6", 0.01),
        Kind("card on 21", "I-6", 0.1),
        Kind("card on a doubled hand", "R-BJV-32", 0.05),
        Kind("card after a later box", "I-6", 0.005),
        Kind("box passed over", "I-1", 0.004, "deal_card"),
        Kind("cards in an empty box", "R-BJF-13", 0.004),
        Kind("round after the stop card", "I-27", 0.35),
    )
}
SWAPPED: Final = "card swapped in the shoe"
CENSUS: Final = "CENSUS"
ALL: Final = (*KINDS, SWAPPED)


@dataclass(frozen=True, slots=True)
class Planted:
    """One mistake that was made: where, and by which fact it is known (or which step is missing)."""

    kind: str
    slot: str
    known_by: str

    @property
    def key(self) -> str:
        """The key of the finding that names this mistake, and no other."""
        return "|".join((KINDS[self.kind].rule, self.slot, self.known_by))


class Mistakes:
    """When to make which mistake; at most one a round, so that nothing hides behind another."""

    def __init__(self, chance: random.Random, *, often: float = 1.0) -> None:
        self._chance = chance
        self._often = often
        self.planted: Planted | None = None

    def begin_round(self) -> None:
        self.planted = None

    def strikes(self, name: str) -> bool:
        """Whether this mistake is made, now that it can be."""
        if self.planted is not None:
            return False
        return self._chance.random() < KINDS[name].rate * self._often

    def plant(self, name: str, slot: str, fact_id: int) -> None:
        missing = KINDS[name].missing
        self.planted = Planted(name, slot, f"missing:{missing}" if missing else str(fact_id))


def possible(terms: Iterable[Terms]) -> set[str]:
    """The kinds that can happen at tables with these terms."""
    found = set(ALL)
    every = list(terms)
    if not any(each.draws_soft_17 for each in every):
        found.discard("stands on soft 17")
    if all(each.draws_soft_17 for each in every):
        found.discard("draws on soft 17")
    return found
