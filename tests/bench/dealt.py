"""Five-seat rounds to measure with: simulated, one in four with a mistake, each as its entries tell it."""

import random
from functools import cache
from typing import NamedTuple

from tables.rules import Limits, Terms, compile_terms
from tables.rules.facts import Fact
from tables.simulated.cards import Pile
from tables.simulated.dealer import deal
from tables.simulated.dealing import Dealing
from tables.simulated.mistakes import Mistakes

SEATS = 5


class Dealt(NamedTuple):
    """One finished round."""

    terms: Terms
    facts: list[Fact]


@cache
def rounds(count: int, *, seed: int = 17) -> list[Dealt]:
    """`count` rounds of casino-s17 with a stake in each of five boxes."""
    chance = random.Random(seed)
    terms = compile_terms("casino-s17", limits=Limits(25_00, 500_00, 5_00), boxes=SEATS)
    mistakes, found = Mistakes(chance), []
    pile = None
    for _ in range(count):
        if pile is None or pile.is_stop_out:
            pile = Pile.shuffled("fr52", 6, behind_stop=75, chance=chance)
        mistakes.begin_round()
        dealing = Dealing(terms, pile, chance=chance, mistakes=mistakes, at_ms=1_700_000_000_000)
        dealing.crowd = 1.0
        for _move in deal(dealing):
            pass
        end = (dealing.last_id + 1, dealing.at_ms, "closed", "table", "table", "settled")
        found.append(Dealt(terms, [*dealing.facts, end]))
    return found
