"""Sette e mezzo, as a value; played counter-clockwise. Totals are in half points.

Source: R-SEM-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tables.rules import rates
from tables.rules.counting import SEVEN, Count
from tables.rules.game import Game
from tables.rules.games import seven_and_a_half as seven
from tables.rules.games.shared import BANKED, BANKED_DEFAULTS, check_people
from tables.rules.options import IllegalOption, Option, Value, above_zero, one_of, only, whole, yes_no

NAME: Final = "sette-e-mezzo"


def count(options: Mapping[str, Value]) -> Count:
    """R-SEM-2, R-SEM-15, R-SEM-16, R-SEM-21: two sevens are a hand of their own for players (AMB-73)."""
    found = seven.count(options)
    return replace(found, pair=SEVEN) if options["triple_hand"] == "two_sevens" else found


OPTIONS: Final[dict[str, Option]] = {
    **BANKED,
    "pack": one_of("it40", "fr40"),
    "players_min": whole(2, 12),
    "players_max": whole(2, 12),
    "bet_time": only("before_deal"),
    "bank_change": one_of("each_deal", "fixed", "rounds", "auction", "talia"),
    "reshuffle": one_of("each_round", "after_wild", "exposed_cards"),
    "wild_card": one_of("none", "KD", "QH"),
    "wild_alone": one_of("any", "half"),
    "natural_tie": only("banker_takes"),
    "natural_beats_ordinary": yes_no(),
    "tie": one_of("push", "banker_wins"),
    "royal": yes_no(),
    "dealer_natural_double": yes_no(),
    "triple_hand": one_of("off", "two_sevens", "wild_natural"),
    "burn_first": one_of("off", "4", "3", "3_or_4"),
    "burn_face": one_of("down", "up"),
    "bank_play": yes_no(),
    "bank_ante": above_zero(),
    "split": one_of("off", "faces"),
    "bust_penalty": only("none"),
}

DEFAULTS: Final[dict[str, Value]] = {
    **BANKED_DEFAULTS,
    "pack": "it40",
    "players_max": 12,
    "shuffle_by": "new_dealer",
    "first_banker": "agreed",
    "bank_change": "each_deal",
    "auction_on_leave": False,
    "reshuffle": "each_round",
    "bet_time": "before_deal",
    "wild_card": "none",
    "wild_alone": "half",
    "natural_tie": "banker_takes",
    "natural_beats_ordinary": True,
    "tie": "banker_wins",
    "royal": False,
    "dealer_natural_double": False,
    "triple_hand": "off",
    "burn_first": "off",
    "burn_face": "down",
    "bank_play": False,
    "bank_ante": "20",
    "split": "off",
    "bust_penalty": "none",
}

_ROYAL: Final[dict[str, Value]] = {"royal": True, "dealer_natural_double": True}

PROFILES: Final[dict[str, dict[str, Value]]] = {
    "sem-base": {},
    "sem-royal": _ROYAL,
    "sem-wild": {"wild_card": "KD"},
    "sem-wild-french": {"wild_card": "QH"},
    "sem-triple-sevens": {**_ROYAL, "triple_hand": "two_sevens"},
    "sem-triple-wild": {**_ROYAL, "wild_card": "KD", "triple_hand": "wild_natural"},
    "sem-burn": {"burn_first": "4"},
    "sem-bank": {"bank_play": True},
    "sem-spanish": {"split": "faces"},
}

CITES: Final[dict[str, str]] = {
    "R-BJF-13": "R-SEM-5",
    "R-BJF-15": "R-SEM-5",
    "R-BJF-16": "R-SEM-5",
    "R-BJF-23": "R-SEM-6",
    "R-BJF-24": "R-SEM-6",
    "R-BJF-26": "R-SEM-7",
    "R-BJF-30": "R-SEM-10",
    "R-BJF-31": "R-SEM-11",
    "R-BJF-43": "R-SEM-9",
    "R-BJV-29": "R-SEM-9",
    "R-BJV-34": "R-SEM-26",
    "R-BJV-35": "R-SEM-26",
}


def check_combination(options: Mapping[str, Value]) -> None:
    """Raises IllegalOption where two options contradict each other."""
    check_people(options)
    if options["triple_hand"] == "wild_natural" and options["wild_card"] == "none":
        raise IllegalOption(
            "triple_hand cannot be 'wild_natural' with wild_card none: post a wild card, KD or QH.",
            code="wild-natural-without-wild-card",
            options=("triple_hand", "wild_card"),
        )
    if options["triple_hand"] != "off" and not options["royal"]:
        raise IllegalOption(
            f"triple_hand cannot be {options['triple_hand']!r} with royal false: "
            "it goes by the royal rules; post royal true.",
            code="triple-hand-without-royal",
            options=("triple_hand", "royal"),
        )
    if options["dealer_natural_double"] and not options["royal"]:
        raise IllegalOption(
            "dealer_natural_double cannot be true with royal false: post royal true.",
            code="double-natural-without-royal",
            options=("dealer_natural_double", "royal"),
        )


GAME: Final[Game] = Game(
    name=NAME,
    target=seven.TARGET,
    ace_bonus=0,
    values=seven.VALUES,
    deal=("boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles=PROFILES,
    check_combination=check_combination,
    scale=2,
    acts=("hit", "stand", "split", "burn"),
    count=count,
    concealed="I-20",
    rate=rates.sette_e_mezzo,
    takes_deal=rates.wins_deal,
    cites=CITES,
    setup={"direction": "counterclockwise"},
)
