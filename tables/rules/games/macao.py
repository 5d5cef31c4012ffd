"""Macao, or Three Naturals, as a value.

Source: R-MAC-*, what it inherits of R-BJV-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from typing import Final

from tables.rules import rates
from tables.rules.counting import Count
from tables.rules.game import Game
from tables.rules.games.shared import BANKED, BANKED_DEFAULTS, check_people, pips, values
from tables.rules.options import Option, Value, one_of, only, yes_no

NAME: Final = "macao"
TARGET: Final = 9
VALUES: Final = values(pips(ten=0, jack=0, queen=0, king=0))


def count(options: Mapping[str, Value]) -> Count:
    """R-MAC-2, R-MAC-3, R-MAC-5."""
    return Count(values=VALUES, target=TARGET, natural_cards=1, natural_from=rates.LEAST_NATURAL)


OPTIONS: Final[dict[str, Option]] = {
    **BANKED,
    "pack": only("fr52"),
    "joker_indicator": yes_no(),
    "indicator": one_of("joker", "burn_card", "none"),
    "bet_time": only("before_deal"),
    "bank_change": one_of("fixed", "rounds", "auction", "each_deal", "talia"),  # R-MAC-12
    "tie": one_of("push", "banker_wins"),
    "dealer_natural_ends_round": yes_no(),
    "bust_penalty": one_of("double_original", "double_stake", "none"),
}

DEFAULTS: Final[dict[str, Value]] = {
    **BANKED_DEFAULTS,
    "pack": "fr52",
    "joker_indicator": True,
    "indicator": "joker",
    "bet_time": "before_deal",
    "bank_change": "rounds",
    "tie": "push",
    "dealer_natural_ends_round": False,
    "bust_penalty": "double_original",
}

CITES: Final[dict[str, str]] = {
    "R-BJF-13": "R-BJV-18",
    "R-BJF-15": "R-MAC-4",
    "R-BJF-16": "R-MAC-4",
    "R-BJF-23": "R-MAC-8",
    "R-BJF-24": "R-MAC-8",
    "R-BJF-25": "R-MAC-7",
    "R-BJF-26": "R-MAC-9",
    "R-BJF-30": "R-MAC-10",
    "R-BJF-31": "R-MAC-10",
    "R-BJF-43": "R-BJV-28",
    "R-BJV-29": "R-MAC-8",
}

GAME: Final[Game] = Game(
    name=NAME,
    target=TARGET,
    ace_bonus=0,
    values=VALUES,
    deal=("boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles={"macao-000": {}},
    check_combination=check_people,
    acts=("hit", "stand"),
    count=count,
    shows_naturals=True,
    rate=rates.nine,
    cites=CITES,
)
