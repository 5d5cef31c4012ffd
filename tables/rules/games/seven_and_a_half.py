"""Seven and a half, as a value. Totals are in half points.

Source: R-S75-*, what it inherits of R-BJV-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from typing import Final

from shoes.cards import CARDS
from tables.rules import rates
from tables.rules.counting import Count
from tables.rules.game import Game
from tables.rules.games.shared import BANKED, BANKED_DEFAULTS, check_people, pips, values
from tables.rules.options import Option, Value, one_of, only

NAME: Final = "seven-and-a-half"
TARGET: Final = 15
VALUES: Final = values({rank: value for rank, value in pips(
    ace=2, jack=1, queen=1, king=1, unit=2,
).items() if rank not in "89T"})  # fmt: skip
RAISED: Final = tuple(2 * points - 1 for points in range(1, 8))  # R-S75-4: the wild king counts any card


def count(options: Mapping[str, Value]) -> Count:
    """R-S75-3, R-S75-4, R-S75-8."""
    wild = options["wild_card"]
    return Count(
        values=VALUES,
        target=TARGET,
        scale=2,
        natural_cards=2,
        natural_from=TARGET,
        wild=None if wild == "none" else CARDS[str(wild)],
        raised=RAISED,
        is_wild_alone=options["wild_alone"] == "any",
    )


OPTIONS: Final[dict[str, Option]] = {
    **BANKED,
    "pack": only("fr40"),
    "indicator": only("none"),
    "bet_time": only("before_deal"),
    "wild_card": one_of("none", "KD"),
    "wild_alone": one_of("any", "half"),
    "natural_pays": one_of("1:1", "2:1"),
    "natural_tie": one_of("push", "player_pays"),
    "tie": one_of("push", "banker_wins"),
    "bust_penalty": one_of("double_original", "double_stake", "none"),
}

DEFAULTS: Final[dict[str, Value]] = {
    **BANKED_DEFAULTS,
    "pack": "fr40",
    "indicator": "none",
    "first_banker": "first_KD",
    "bank_change_needs_no_dealer_natural": True,
    "reshuffle": "each_round",
    "bet_time": "before_deal",
    "wild_card": "KD",
    "wild_alone": "any",
    "natural_pays": "2:1",
    "natural_tie": "push",
    "tie": "push",
    "bust_penalty": "double_original",
}

CITES: Final[dict[str, str]] = {
    "R-BJF-11": "R-S75-6",
    "R-BJF-13": "R-S75-6",
    "R-BJF-15": "R-S75-7",
    "R-BJF-16": "R-S75-7",
    "R-BJF-23": "R-S75-7",
    "R-BJF-24": "R-S75-7",
    "R-BJF-26": "R-S75-9",
    "R-BJF-30": "R-S75-10",
    "R-BJF-31": "R-S75-10",
    "R-BJF-43": "R-BJV-28",
}

GAME: Final[Game] = Game(
    name=NAME,
    target=TARGET,
    ace_bonus=0,
    values=VALUES,
    deal=("boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles={"seven-half-000": {}},
    check_combination=check_people,
    scale=2,
    acts=("hit", "stand"),
    count=count,
    rate=rates.two_card,
    cites=CITES,
    setup={"removed": ["8", "9", "T"]},
)
