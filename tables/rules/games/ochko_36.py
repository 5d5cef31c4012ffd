"""Ochko with 36 cards, as a value: stakes after the first card, against what the banker puts up.

Source: R-O36-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from typing import Final

from tables.rules import pots
from tables.rules.counting import ACE, Count
from tables.rules.game import Game
from tables.rules.games.shared import BANKED, BANKED_DEFAULTS, check_people, pips, values
from tables.rules.options import Option, Value, one_of, only, whole, yes_no

NAME: Final = "ochko-36"
TARGET: Final = 21
VALUES: Final = values({rank: value for rank, value in pips(
    ace=11, jack=2, queen=3, king=4,
).items() if rank not in "2345"})  # fmt: skip


def count(options: Mapping[str, Value]) -> Count:
    """R-O36-3, R-O36-16: two aces are 22, over or golden."""
    return Count(values=VALUES, target=TARGET, pair=ACE if options["golden"] else None, is_banks_pair=True)


OPTIONS: Final[dict[str, Option]] = {
    **{name: option for name, option in BANKED.items() if name != "bank_rounds"},
    "pack": only("fr36"),
    "players_min": whole(2, 4),
    "players_max": whole(2, 4),
    "bet_time": only("after_first_card"),
    "bank_change": one_of("fixed", "each_deal", "talia", "auction"),
    "reshuffle": only("bookmark"),
    "tie": only("banker_wins"),
    "stake_cap": one_of("bank_total", "bank_each", "none"),
    "second_card": one_of("on_request", "automatic"),
    "max_cards": whole(2, or_word="off"),
    "immediate_21_max_cards": whole(2),
    "golden": yes_no(),
    "banker_card": one_of("top_closed", "bottom_open"),
    "cover_card": one_of("none", "out_of_play", "dealt_next"),
    "comparison": one_of("vs_banker", "single_highest"),
    "bust_penalty": one_of("none", "double_on_demand"),
}

DEFAULTS: Final[dict[str, Value]] = {
    **{name: value for name, value in BANKED_DEFAULTS.items() if name != "bank_rounds"},
    "pack": "fr36",
    "players_max": 4,
    "first_banker": "random",
    "bank_change": "fixed",
    "auction_on_leave": False,
    "reshuffle": "bookmark",
    "bet_time": "after_first_card",
    "tie": "banker_wins",
    "stake_cap": "bank_total",
    "second_card": "on_request",
    "max_cards": 5,
    "immediate_21_max_cards": 5,
    "golden": True,
    "banker_card": "top_closed",
    "cover_card": "none",
    "comparison": "vs_banker",
    "bust_penalty": "none",
}

PROFILES: Final[dict[str, dict[str, Value]]] = {
    "ochko36-online": {},
    "ochko36-home": {
        "first_banker": "agreed",
        "second_card": "automatic",
        "max_cards": "off",
        "immediate_21_max_cards": 3,
        "golden": False,
        "banker_card": "bottom_open",
        "cover_card": "out_of_play",
        "bust_penalty": "double_on_demand",
    },
}

CITES: Final[dict[str, str]] = {
    "R-BJF-13": "R-O36-7",
    "R-BJF-15": "R-O36-7",
    "R-BJF-16": "R-O36-7",
    "R-BJF-23": "R-O36-13",
    "R-BJF-24": "R-O36-13",
    "R-BJF-26": "R-O36-17",
    "R-BJF-43": "R-O36-18",
    "R-BJV-29": "R-O36-18",
    "R-PON-6": "R-O36-7",
}

GAME: Final[Game] = Game(
    name=NAME,
    target=TARGET,
    ace_bonus=0,
    values=VALUES,
    deal=("boxes", "bank", "boxes"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles=PROFILES,
    check_combination=check_people,
    acts=("hit", "stand"),
    count=count,
    concealed="I-22",
    compels_stake=True,
    has_clock=True,
    settle=pots.ochko,
    cites=CITES,
    setup={
        "bookmark": "random_position",
        "values": {"J": "2", "Q": "3", "K": "4", "A": "11", "6": "6", "T": "10"},
    },
)
