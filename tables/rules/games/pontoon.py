"""Pontoon, as a value: blackjack with a variable bank and stakes after the first card.

Source: R-GEN-*, R-PON-*, what it inherits of R-BJV-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from typing import Final

from tables.rules.game import Game
from tables.rules.games import blackjack_variable_bank as variable
from tables.rules.options import Option, Value, one_of, only, yes_no

NAME: Final = "pontoon"

_LEFT_OUT: Final = ("double_after_split", "double_card_face", "double_for_less", "multi_hand")

OPTIONS: Final[dict[str, Option]] = {
    **{name: option for name, option in variable.OPTIONS.items() if name not in _LEFT_OUT},
    "decks": only(1),
    "bet_time": only("after_first_card"),
    "deal_mode": only("a"),  # R-PON-5, R-PON-10
    "double": only("off"),  # R-PON-19
    "dealer_natural_takes": only(2),
    "buy": yes_no(),
    "banker_double_demand": yes_no(),
    "bonus": yes_no(),
    "first_card_exposed": one_of("player_choice", "withdraw_if_next_open"),
}

DEFAULTS: Final[dict[str, Value]] = {
    **{name: value for name, value in variable.DEFAULTS.items() if name not in _LEFT_OUT},
    "bet_time": "after_first_card",
    "deal_mode": "a",
    "double": "off",
    "natural_tie": "player_pays",
    "dealer_natural_takes": 2,
    "tie": "banker_wins",
    "buy": True,
    "banker_double_demand": True,
    "bonus": True,
    "first_card_exposed": "player_choice",
}

PROFILES: Final[dict[str, dict[str, Value]]] = {
    "pontoon-000": {},
    "pontoon-004": {
        "joker_indicator": False,
        "indicator": "burn_card",
        "stake_max": "3",
        "cut_by": "any_player",
        "first_banker": "first_black_jack",
        "bank_change_needs_no_dealer_natural": True,
        "sell_deal_right": True,
        "buy": False,
        "bust_penalty": "double_stake",
        "first_card_exposed": "withdraw_if_next_open",
    },
}

CITES: Final[dict[str, str]] = {
    **variable.CITES,
    "R-BJF-13": "R-PON-6",
    "R-BJF-15": "R-PON-5",
    "R-BJF-16": "R-PON-10",
    "R-BJF-18": "R-PON-11",
    "R-BJF-25": "R-PON-13",
    "R-BJF-26": "R-PON-14",
    "R-BJF-30": "R-PON-20",
    "R-BJF-31": "R-PON-21",
    "R-BJF-24": "R-PON-19",
    "R-BJV-29": "R-PON-20",
}


def check_combination(options: Mapping[str, Value]) -> None:
    """Raises IllegalOption where two options contradict each other."""
    variable.check_combination(options)


GAME: Final[Game] = Game(
    name=NAME,
    target=21,
    ace_bonus=10,
    values=variable.GAME.values,
    deal=("boxes", "bank", "boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles=PROFILES,
    check_combination=check_combination,
    acts=("hit", "stand", "buy", "split", "claim"),
    cites=CITES,
    setup={"banker_first_card": "down", "second_card": "up"},
)
