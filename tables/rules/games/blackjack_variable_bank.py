"""Blackjack with a variable bank, as a value: what differs from the fixed bank's.

Source: R-GEN-*, R-BJV-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from typing import Final

from tables.rules.game import Game
from tables.rules.games import blackjack_fixed_bank as fixed
from tables.rules.games.shared import BANKED, BANKED_DEFAULTS, check_people
from tables.rules.options import Option, Value, one_of, only, whole

NAME: Final = "blackjack-variable-bank"

# Of the fixed bank's options those that a private game has too.
_OF_FIXED: Final = (
    "pack", "joker_indicator", "natural_tie", "undeclared_natural", "tie", "split", "pair_rule", "resplit",
    "resplit_aces", "max_hands", "split_aces_one_card", "split_deal", "double_after_split", "double",
    "double_card_face", "double_for_less", "natural_pays", "natural_rounding", "multi_hand", "bust_penalty",
)  # fmt: skip

OPTIONS: Final[dict[str, Option]] = {
    **{name: fixed.OPTIONS[name] for name in _OF_FIXED},
    **BANKED,
    "decks": whole(1, 2),
    "indicator": one_of("joker", "burn_card", "none"),
    "bet_time": only("before_deal"),
    "deal_mode": only("b"),  # R-BJV-19
    "hole_card": only("peek"),
    "dealer_natural_takes": only(1),
}

DEFAULTS: Final[dict[str, Value]] = {
    **{name: fixed.DEFAULTS[name] for name in _OF_FIXED},
    **BANKED_DEFAULTS,
    "joker_indicator": True,
    "indicator": "joker",
    "bet_time": "before_deal",
    "deal_mode": "b",
    "hole_card": "peek",
    "natural_pays": "2:1",
    "dealer_natural_takes": 1,
}

PROFILES: Final[dict[str, dict[str, Value]]] = {
    "variable-000": {},
    "variable-000-rounds": {"bank_change": "rounds"},
    "variable-000-strict": {
        "natural_tie": "player_pays",
        "tie": "banker_wins",
        "double": "total_10_11",
        "first_banker": "first_black_jack",
    },
    "variable-000-auction": {"bank_change": "auction"},
}

# Where the fold names a rule of the fixed bank, the clause that says it here.
CITES: Final[dict[str, str]] = {
    "R-BJF-11": "R-BJV-16",
    "R-BJF-13": "R-BJV-18",
    "R-BJF-15": "R-BJV-19",
    "R-BJF-16": "R-BJV-19",
    "R-BJF-18": "R-BJV-21",
    "R-BJF-21": "R-BJV-47",
    "R-BJF-23": "R-BJV-27",
    "R-BJF-24": "R-BJV-47",
    "R-BJF-25": "R-BJV-44",
    "R-BJF-26": "R-BJV-26",
    "R-BJF-30": "R-BJV-41",
    "R-BJF-31": "R-BJV-42",
    "R-BJF-35": "R-BJV-47",
    "R-BJF-36": "R-BJV-32",
    "R-BJF-37": "R-BJV-33",
    "R-BJF-38": "R-BJV-35",
    "R-BJF-41": "R-BJV-34",
    "R-BJF-42": "R-BJV-32",
    "R-BJF-43": "R-BJV-28",
}


def check_combination(options: Mapping[str, Value]) -> None:
    """Raises IllegalOption where two options contradict each other."""
    check_people(options)
    fixed.check_hands(options)


GAME: Final[Game] = Game(
    name=NAME,
    target=21,
    ace_bonus=10,
    values=fixed.VALUES,
    deal=("boxes", "bank", "boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles=PROFILES,
    check_combination=check_combination,
    acts=("hit", "stand", "double", "split"),
    cites=CITES,
    setup={"joker": "indicator", "banker_sets_limits": True},
    decks_allowed={"variable-000": (1, 2), "variable-000-rounds": (1, 2)},
)
