"""Farmer, as a value: a central farm that only sixteen wins.

Source: R-FAR-*, what it inherits of R-BJV-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from typing import Final

from tables.rules import pots
from tables.rules.counting import Count
from tables.rules.game import Game
from tables.rules.games.shared import BANKED, BANKED_DEFAULTS, check_people, pips, values
from tables.rules.options import Option, Value, above_zero, only, whole

NAME: Final = "farmer"
TARGET: Final = 16
VALUES: Final = values({rank: value for rank, value in pips(jack=10, queen=10, king=10).items() if rank != "8"})


def count(options: Mapping[str, Value]) -> Count:
    """R-FAR-5."""
    return Count(values=VALUES, target=TARGET)


OPTIONS: Final[dict[str, Option]] = {
    **{name: option for name, option in BANKED.items() if name not in ("onlooker_bets", "bank_rounds")},
    "pack": only("fr45"),
    "players_min": whole(2, 8),
    "players_max": whole(2, 8),
    "share_quantum": above_zero(),
    "bet_time": only("before_deal"),
    "bank_change": only("sixteen"),
    "ante": above_zero(),
    "bust_penalty": only("none"),
}

DEFAULTS: Final[dict[str, Value]] = {
    **{name: value for name, value in BANKED_DEFAULTS.items() if name not in ("onlooker_bets", "bank_rounds")},
    "pack": "fr45",
    "players_max": 8,
    "share_quantum": "0.01",
    "cut_by": "right_of_banker",
    "first_banker": "first_6H",
    "bet_time": "before_deal",
    "bank_change": "sixteen",
    "ante": "1",
    "bust_penalty": "none",
}

CITES: Final[dict[str, str]] = {
    "R-BJF-13": "R-FAR-7",
    "R-BJF-15": "R-FAR-10",
    "R-BJF-16": "R-FAR-10",
    "R-BJF-23": "R-FAR-11",
    "R-BJF-24": "R-FAR-13",
    "R-BJF-26": "R-FAR-12",
    "R-BJV-29": "R-FAR-13",
}

GAME: Final[Game] = Game(
    name=NAME,
    target=TARGET,
    ace_bonus=0,
    values=VALUES,
    deal=("boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles={"farmer-000": {}},
    check_combination=check_people,
    acts=("hit", "stand"),
    count=count,
    hides_busts=True,
    takes_second=True,
    settle=pots.farmer,
    taker=pots.farm_taker,
    cites=CITES,
)
