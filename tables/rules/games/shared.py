"""What games of the family share as data: card values, and the options of games that players hold the bank of. Pure."""

from collections.abc import Mapping
from typing import Final

from shoes.cards import CARDS, RANKS, UNKNOWN
from tables.rules.options import IllegalOption, Option, Value, above_zero, one_of, only, whole, yes_no

BANK_CHANGES: Final = ("fixed", "rounds", "natural", "auction", "each_deal", "talia")


def values(by_rank: Mapping[str, int]) -> tuple[int | None, ...]:
    """The value of every card, from those of its ranks; None for a card not read or not in the pack."""
    return tuple(None if card == UNKNOWN else by_rank.get(text[0]) for text, card in CARDS.items())


def pips(*, ace: int = 1, jack: int, queen: int, king: int, unit: int = 1, ten: int = 10) -> dict[str, int]:
    """Values by rank: what each number card shows in units of the game, and the others as given."""
    shown = {rank: int(rank) * unit for rank in RANKS if rank in "23456789"}
    return {**shown, "A": ace, "T": ten, "J": jack, "Q": queen, "K": king}


# Options of every game whose bank players hold (OPTIONS 1).
BANKED: Final[dict[str, Option]] = {
    "decks": only(1),
    "players_min": whole(2, 14),
    "players_max": whole(2, 14),
    "onlooker_bets": yes_no(),
    "stake_min": above_zero(),
    "stake_max": above_zero(),
    "money_quantum": above_zero(),
    "shuffle_by": one_of("dealer_and_player", "anyone_dealer_last", "new_dealer"),
    "cut_by": one_of("offered_player", "any_player", "all_who_wish", "right_of_banker"),
    "dealer_policy": only("free"),
    "first_banker": one_of("first_ace", "first_black_jack", "first_KD", "first_6H", "random", "agreed"),
    "bank_change": one_of(*BANK_CHANGES),
    "bank_rounds": whole(1),
    "bank_change_needs_no_dealer_natural": yes_no(),
    "auction_on_leave": yes_no(),
    "sell_deal_right": yes_no(),
    "reshuffle": one_of("exposed_cards", "each_round", "talia"),
}

BANKED_DEFAULTS: Final[dict[str, Value]] = {
    "decks": 1,
    "players_min": 2,
    "players_max": 14,
    "onlooker_bets": False,
    "stake_min": "1",
    "stake_max": "100",
    "money_quantum": "0.01",
    "shuffle_by": "anyone_dealer_last",
    "cut_by": "all_who_wish",
    "dealer_policy": "free",
    "first_banker": "first_ace",
    "bank_change": "natural",
    "bank_rounds": 5,
    "bank_change_needs_no_dealer_natural": False,
    "auction_on_leave": True,
    "sell_deal_right": False,
    "reshuffle": "exposed_cards",
}


def check_people(options: Mapping[str, Value]) -> None:
    """Raises IllegalOption where fewer may play than must."""
    low, high = options["players_min"], options["players_max"]
    if isinstance(low, int) and isinstance(high, int) and low > high:
        raise IllegalOption(
            f"players_max cannot be {high} with players_min {low}: post a players_max of at least {low}.",
            code="people",
            options=("players_min", "players_max"),
            low=low,
            high=high,
        )
