"""Fifteen, as a value: two players and a pot.

Source: R-FIF-*, what it inherits of R-BJV-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from typing import Final

from tables.rules import pots
from tables.rules.counting import Count
from tables.rules.game import Game
from tables.rules.games.shared import BANKED, BANKED_DEFAULTS, check_people, pips, values
from tables.rules.options import Option, Value, only, yes_no

NAME: Final = "fifteen"
TARGET: Final = 15
VALUES: Final = values(pips(jack=10, queen=10, king=10))


def count(options: Mapping[str, Value]) -> Count:
    """R-FIF-2."""
    return Count(values=VALUES, target=TARGET)


OPTIONS: Final[dict[str, Option]] = {
    **{name: option for name, option in BANKED.items() if name not in ("onlooker_bets", "bank_rounds")},
    "pack": only("fr52"),
    "players_min": only(2),
    "players_max": only(2),
    "bet_time": only("before_deal"),
    "bank_change": only("loser"),
    "carry_ante": yes_no(),
    "bust_penalty": only("none"),
}

DEFAULTS: Final[dict[str, Value]] = {
    **{name: value for name, value in BANKED_DEFAULTS.items() if name not in ("onlooker_bets", "bank_rounds")},
    "pack": "fr52",
    "players_max": 2,
    "bet_time": "before_deal",
    "bank_change": "loser",
    "auction_on_leave": False,
    "carry_ante": True,
    "bust_penalty": "none",
}

CITES: Final[dict[str, str]] = {
    "R-BJF-13": "R-FIF-3",
    "R-BJF-15": "R-FIF-4",
    "R-BJF-16": "R-FIF-4",
    "R-BJF-23": "R-FIF-5",
    "R-BJF-24": "R-FIF-5",
    "R-BJF-26": "R-FIF-6",
    "R-BJV-29": "R-FIF-7",
}

GAME: Final[Game] = Game(
    name=NAME,
    target=TARGET,
    ace_bonus=0,
    values=VALUES,
    deal=("boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles={"fifteen-000": {}},
    check_combination=check_people,
    acts=("hit", "stand"),
    count=count,
    hides_busts=True,
    settle=pots.fifteen,
    taker=pots.fifteen_loser,
    cites=CITES,
)
