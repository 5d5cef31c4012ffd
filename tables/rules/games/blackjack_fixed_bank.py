"""Blackjack with a fixed bank, as a value: pack, card values, target, deal, options, profiles.

Source: R-GEN-*, R-BJF-*, OPTIONS 1, 1b and 2.
"""

from collections.abc import Mapping
from typing import Final

from shoes.cards import CARDS, UNKNOWN
from tables.rules.game import Game
from tables.rules.options import IllegalOption, Option, Value, above_zero, one_of, only, ratio, whole, yes_no

NAME: Final = "blackjack-fixed-bank"

# R-GEN-1..3: an ace as 1 (the other ten is added where it does not bust), pictures 10; 0 for a card not read.
VALUES: Final = tuple(
    0 if card == UNKNOWN else 1 if text[0] == "A" else 10 if text[0] in "TJQK" else int(text[0])
    for text, card in CARDS.items()
)

OPTIONS: Final[dict[str, Option]] = {
    "decks": whole(1, 8),
    "pack": only("fr52"),
    "joker_indicator": yes_no(),
    "players_min": whole(2),
    "players_max": whole(2, or_word="unlimited"),
    "onlooker_bets": yes_no(),
    "stake_min": above_zero(),
    "stake_max": above_zero(),
    "raise_max_on_request": yes_no(),
    "money_quantum": above_zero(),
    "share_quantum": above_zero(),
    "shuffle_by": one_of("dealer_only", "dealer_and_player", "anyone_dealer_last", "new_dealer"),
    "cut_by": one_of("offered_player", "any_player", "all_who_wish", "right_of_banker"),
    "cut_with_indicator": yes_no(),
    "second_indicator": whole(0, or_word="off"),
    "use_shoe": yes_no(),
    "burn_count": whole(0, 52),
    "bet_time": only("before_deal"),
    "deal_mode": one_of("a", "b", "c", "d", "e"),
    "hole_card": one_of("peek", "no_peek", "dealt_last"),
    "no_peek_loss": one_of("original_only", "all_bets"),
    "multi_hand": yes_no(),
    "insurance": one_of("off", "ace", "ten_or_ace"),
    "insurance_max_ratio": above_zero("1"),
    "insurance_pays": ratio(),
    "naturals_paid": one_of("before_draws", "in_turn"),
    "natural_pays": one_of("3:2", "2:1", "6:5", "1:1"),
    "natural_rounding": one_of("exact", "down", "up", "half_up"),
    "natural_tie": one_of("push", "player_pays", "banker_takes"),
    "dealer_natural_takes": only(1),
    "undeclared_natural": one_of("ordinary_21", "natural"),
    "tie": one_of("push", "banker_wins"),
    "split": one_of("off", "on"),
    "pair_rule": one_of("same_rank", "same_value"),
    "resplit": yes_no(),
    "resplit_aces": yes_no(),
    "max_hands": whole(2, or_word="off"),
    "split_aces_one_card": yes_no(),
    "split_deal": one_of("as_played", "both_at_once"),
    "double_after_split": yes_no(),
    "double": one_of("off", "any_two", "total_10_11", "total_9_10_11", "first_card_ten_or_ace"),
    "double_card_face": one_of("down", "up"),
    "double_for_less": yes_no(),
    "triple": yes_no(),
    "surrender": one_of("off", "late", "early"),
    "even_money": yes_no(),
    "buy": only(False),
    "banker_double_demand": only(False),
    "bonus": only(False),
    "dealer_policy": one_of("draw_to_17_ace11", "draw_soft_17"),
    "first_banker": only("house"),
    "bank_change": only("fixed"),
    "reshuffle": only("at_indicator"),
    "both_bust": only("player_loses"),
    "banker_bust_pays": only("1:1"),
    "bust_penalty": one_of("double_original", "double_stake", "none"),
}

DEFAULTS: Final[dict[str, Value]] = {
    "decks": 1,
    "pack": "fr52",
    "joker_indicator": False,
    "players_min": 2,
    "players_max": 8,
    "onlooker_bets": False,
    "stake_min": "1",
    "stake_max": "100",
    "raise_max_on_request": True,
    "money_quantum": "0.01",
    "share_quantum": "0.01",
    "shuffle_by": "dealer_only",
    "cut_by": "offered_player",
    "cut_with_indicator": True,
    "second_indicator": 40,
    "use_shoe": True,
    "burn_count": 3,
    "bet_time": "before_deal",
    "deal_mode": "b",
    "hole_card": "peek",
    "no_peek_loss": "original_only",
    "multi_hand": True,
    "insurance": "ace",
    "insurance_max_ratio": "0.5",
    "insurance_pays": "2:1",
    "naturals_paid": "in_turn",
    "natural_pays": "3:2",
    "natural_rounding": "exact",
    "natural_tie": "push",
    "dealer_natural_takes": 1,
    "undeclared_natural": "ordinary_21",
    "tie": "push",
    "split": "on",
    "pair_rule": "same_rank",
    "resplit": True,
    "resplit_aces": False,
    "max_hands": "off",
    "split_aces_one_card": True,
    "split_deal": "as_played",
    "double_after_split": True,
    "double": "any_two",
    "double_card_face": "down",
    "double_for_less": False,
    "triple": False,
    "surrender": "off",
    "even_money": False,
    "buy": False,
    "banker_double_demand": False,
    "bonus": False,
    "dealer_policy": "draw_to_17_ace11",
    "first_banker": "house",
    "bank_change": "fixed",
    "reshuffle": "at_indicator",
    "both_bust": "player_loses",
    "banker_bust_pays": "1:1",
    "bust_penalty": "double_original",
}

_CASINO: Final[dict[str, Value]] = {
    "decks": 6,
    "deal_mode": "c",
    "hole_card": "peek",
    "insurance": "ace",
    "insurance_max_ratio": "0.5",
    "even_money": True,
    "natural_pays": "3:2",
    "naturals_paid": "before_draws",
    "double": "any_two",
    "double_card_face": "up",
    "double_after_split": True,
    "split": "on",
    "pair_rule": "same_value",
    "max_hands": 4,
    "resplit": True,
    "resplit_aces": False,
    "split_aces_one_card": True,
    "split_deal": "as_played",
    "surrender": "late",
    "burn_count": 1,
    "second_indicator": 75,
    "bust_penalty": "none",
    "multi_hand": True,
    "stake_min": "10",
    "stake_max": "500",
}

PROFILES: Final[dict[str, dict[str, Value]]] = {
    "blackjack-000": {},
    "blackjack-000-nopeek": {"hole_card": "no_peek"},
    "blackjack-004": {
        "decks": 2,
        "players_max": "unlimited",
        "joker_indicator": True,
        "insurance": "off",
        "double": "off",
        "naturals_paid": "before_draws",
        "burn_count": 0,
        "second_indicator": "off",
        "stake_max": "10",
        "shuffle_by": "dealer_and_player",
        "cut_by": "any_player",
        "raise_max_on_request": False,
        "bust_penalty": "double_stake",
    },
    "blackjack-003b": {
        "decks": 6,
        "deal_mode": "c",
        "insurance": "ten_or_ace",
        "double": "first_card_ten_or_ace",
        "double_card_face": "up",
        "triple": True,
        "surrender": "late",
        "pair_rule": "same_value",
        "resplit": False,
        "double_after_split": False,
        "raise_max_on_request": False,
    },
    "casino-s17": _CASINO,
    "casino-h17": {**_CASINO, "dealer_policy": "draw_soft_17"},
    "casino-enhc": {
        **_CASINO,
        "hole_card": "dealt_last",
        "no_peek_loss": "all_bets",
        "surrender": "off",
        "even_money": False,
    },
}

# Static facts that no option holds: which pack counts the source names (R-BJF-3).
DECKS_ALLOWED: Final = {
    "blackjack-000": (1, 2, 4),
    "blackjack-000-nopeek": (1, 2, 4),
    "blackjack-004": (2,),
}


def check_hands(options: Mapping[str, Value]) -> None:
    """Raises IllegalOption where the number of hands contradicts resplitting (OPTIONS 1b)."""
    if options["max_hands"] not in ("off", 2) and not options["resplit"]:
        raise IllegalOption(
            f"max_hands cannot be {options['max_hands']} with resplit false: "
            "without resplitting a box has two hands; post max_hands 2 or off, or resplit true.",
            code="hands-without-resplit",
            options=("max_hands", "resplit"),
            hands=options["max_hands"],
        )


def check_combination(options: Mapping[str, Value]) -> None:
    """Raises IllegalOption where two options contradict each other (OPTIONS 1b)."""
    if options["surrender"] == "late" and options["hole_card"] != "peek":
        raise IllegalOption(
            f"surrender cannot be 'late' with hole_card {options['hole_card']}: "
            "late surrender comes after the peek; post hole_card peek, or surrender early or off.",
            code="late-surrender-without-look",
            options=("surrender", "hole_card"),
        )
    check_hands(options)
    if options["triple"] and options["double"] == "off":
        raise IllegalOption(
            "triple cannot be true with double off: a triple follows a double; post another double.",
            code="triple-without-double",
            options=("triple", "double"),
        )


# What the house's table has that no option names (R-BJF-1, R-BJF-2, R-BJF-27).
SETUP: Final = {
    "banker": "house",
    "inspector": True,
    "boxes_allowed": [6, 7],
    "indicator_cards": 2,
    "dealer_stands_on": 17,
}

GAME: Final[Game] = Game(
    name=NAME,
    target=21,
    ace_bonus=10,
    values=VALUES,
    deal=("boxes", "bank", "boxes", "bank"),
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles=PROFILES,
    check_combination=check_combination,
    setup=SETUP,
    decks_allowed=DECKS_ALLOWED,
)
