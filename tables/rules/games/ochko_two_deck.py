"""Ochko with two packs, as a value.

Source: R-GEN-*, R-O2D-*, OPTIONS 1 and 2.
"""

from typing import Final

from tables.rules.game import Game
from tables.rules.games import blackjack_fixed_bank as fixed
from tables.rules.games.shared import BANKED, BANKED_DEFAULTS, check_people
from tables.rules.options import Option, Value, one_of, only, whole, yes_no

NAME: Final = "ochko-two-deck"

OPTIONS: Final[dict[str, Option]] = {
    **BANKED,
    "decks": only(2),
    "pack": only("fr52"),
    "players_min": whole(2),
    "players_max": whole(2, or_word="unlimited"),
    "bet_time": only("before_deal"),
    "hole_card": only("peek"),  # R-O2D-7: the banker looks first
    "natural_pays": one_of("3:2", "2:1"),
    "natural_tie": one_of("push", "player_pays", "banker_takes"),
    "dealer_natural_takes": only(1),
    "tie": one_of("push", "banker_wins"),
    "both_bust": one_of("player_loses", "push"),
    "banker_bust_pays": one_of("1:1", "2:1"),
    "max_cards": whole(2, or_word="off"),
    "stake_cap": one_of("none", "bank_total", "bank_each"),
    "banker_natural_show": one_of("shown", "laid_down_unseen"),
    "buy_order": one_of("deal_order", "banker_first"),
    "ends_after_circuit": yes_no(),  # R-O2D-20
    "bust_penalty": only("none"),
}

DEFAULTS: Final[dict[str, Value]] = {
    **BANKED_DEFAULTS,
    "decks": 2,
    "pack": "fr52",
    "players_max": "unlimited",
    "shuffle_by": "anyone_dealer_last",
    "cut_by": "right_of_banker",
    "first_banker": "agreed",
    "bank_change": "talia",
    "reshuffle": "talia",
    "bet_time": "before_deal",
    "hole_card": "peek",
    "natural_pays": "2:1",
    "natural_tie": "banker_takes",
    "dealer_natural_takes": 1,
    "tie": "push",
    "both_bust": "push",
    "banker_bust_pays": "2:1",
    "max_cards": 5,
    "stake_cap": "none",
    "banker_natural_show": "shown",
    "buy_order": "deal_order",
    "ends_after_circuit": False,
    "bust_penalty": "none",
}

PROFILES: Final[dict[str, dict[str, Value]]] = {
    "ochko2d-c": {},
    "ochko2d-e": {
        "cut_by": "any_player",
        "stake_cap": "bank_total",
        "banker_natural_show": "laid_down_unseen",
        "buy_order": "banker_first",
        "ends_after_circuit": True,
    },
}

CITES: Final[dict[str, str]] = {
    "R-BJF-13": "R-O2D-5",
    "R-BJF-15": "R-O2D-6",
    "R-BJF-16": "R-O2D-6",
    "R-BJF-18": "R-O2D-7",
    "R-BJF-23": "R-O2D-12",
    "R-BJF-24": "R-O2D-10",
    "R-BJF-25": "R-O2D-8",
    "R-BJF-26": "R-O2D-16",
    "R-BJF-30": "R-O2D-18",
    "R-BJF-31": "R-O2D-14",
    "R-BJF-43": "R-O2D-10",
    "R-BJV-29": "R-O2D-10",
}

GAME: Final[Game] = Game(
    name=NAME,
    target=21,
    ace_bonus=10,
    values=fixed.VALUES,
    deal=("boxes", "bank", "boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles=PROFILES,
    check_combination=check_people,
    acts=("hit", "stand"),
    undeclared="I-24",
    sees_own=True,
    cites=CITES,
)
