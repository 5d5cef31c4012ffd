"""Simulated players: what they stake, and how they play a hand. Pure: chance is an argument.

They play the usual chart, now and then something else, as people do; none of it is advice, all of it is legal.
"""

import random
from collections.abc import Sequence, Set
from typing import Final

from shoes.cards import CARDS
from tables.rules.games.blackjack_fixed_bank import VALUES
from tables.rules.hands import totals

UPCARDS: Final = "23456789TA"
HARD: Final = {
    9: "HDDDDHHHHH",
    10: "DDDDDDDDHH",
    11: "DDDDDDDDDH",
    12: "HHSSSHHHHH",
    13: "SSSSSHHHHH",
    14: "SSSSSHHHHH",
    15: "SSSSSHHHRH",
    16: "SSSSSHHRRR",
}
SOFT: Final = {
    13: "HHHDDHHHHH",
    14: "HHHDDHHHHH",
    15: "HHDDDHHHHH",
    16: "HHDDDHHHHH",
    17: "HDDDDHHHHH",
    18: "SDDDDSSHHH",
}
PAIRS: Final = {
    "A": "YYYYYYYYYY",
    "9": "YYYYYNYYNN",
    "8": "YYYYYYYYYY",
    "7": "YYYYYYNNNN",
    "6": "YYYYYNNNNN",
    "4": "NNNYYNNNNN",
    "3": "YYYYYYNNNN",
    "2": "YYYYYYNNNN",
}
WORDS: Final = {"D": ("double", "hit"), "R": ("surrender", "hit"), "H": ("hit",), "S": ("stand",)}
WHIM: Final = 0.06
"""How often a player does something else than the chart says."""


def total_of(cards: Sequence[str]) -> tuple[int, bool]:
    """Best total of known cards, and whether an ace counts 11 in it."""
    values = [VALUES[CARDS[card]] for card in cards]
    return totals(sum(values), values.count(1), unknown=0).pop()


def decide(cards: Sequence[str], upcard: str, permitted: Set[str], chance: random.Random) -> str:
    """What the player of `cards` says, out of the words `permitted` now."""
    if chance.random() < WHIM:
        words = sorted(permitted & {"hit", "stand", "double"})
        if words and total_of(cards)[0] < 19:
            return chance.choice(words)
    return next(word for word in (*_wishes(cards, upcard), "stand", *sorted(permitted)) if word in permitted)


def takes_insurance(chance: random.Random) -> bool:
    return chance.random() < 0.3


def stake_minor(low: int, high: int, step: int, chance: random.Random) -> int:
    """A stake as people make them: mostly near the minimum, in whole steps."""
    most = max(0, (high - low) // step)
    return low + step * min(most, int(chance.expovariate(1 / 4.0)))


def _wishes(cards: Sequence[str], upcard: str) -> tuple[str, ...]:
    column = UPCARDS.index("T" if VALUES[CARDS[upcard]] == 10 else upcard[0])
    total, is_soft = total_of(cards)
    if len(cards) == 2 and cards[0][0] == cards[1][0] and PAIRS.get(cards[0][0], "NNNNNNNNNN")[column] == "Y":
        return ("split", *_by_total(total, is_soft, column))
    return _by_total(total, is_soft, column)


def _by_total(total: int, is_soft: bool, column: int) -> tuple[str, ...]:
    chart = SOFT if is_soft else HARD
    default = "S" if total >= (19 if is_soft else 17) else "H"
    code = chart[total][column] if total in chart else default
    if code == "D" and is_soft and total >= 18:
        return ("double", "stand")
    return WORDS[code]
