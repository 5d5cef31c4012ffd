"""Hands that Pontoon pays extra (R-PON-22..25): what they are called and what they pay. Pure."""

from __future__ import annotations

from typing import Final

from shoes.cards import rank_of
from tables.rules.hands import Hand

FEWEST: Final = 5
SEVENS: Final = [6, 6, 6]  # ranks as `shoes.cards.rank_of` tells them
RUN: Final = [5, 6, 7]
NAMES: Final = ("five", "six", "seven", "eight", "nine", "ten", "eleven")  # four aces, four twos, three threes make 21


def is_hand_of_cards(hand: Hand) -> bool:
    """R-PON-22: five or more cards that make 21 or less."""
    return len(hand.cards) >= FEWEST and not hand.is_surely_over


def is_special(hand: Hand) -> bool:
    """R-PON-23, R-PON-24: 7-7-7 or 8-7-6."""
    return _ranks(hand) in (SEVENS, RUN)


def _ranks(hand: Hand) -> list[int]:
    ranks = [rank_of(card) for card in hand.cards]
    return [] if None in ranks else sorted(rank for rank in ranks if rank is not None)


def is_any(hand: Hand) -> bool:
    return is_hand_of_cards(hand) or is_special(hand)


def may_be_any(hand: Hand) -> bool:
    """Whether some reading of the cards that are not known is a bonus hand."""
    if is_any(hand):
        return True
    known = [rank for rank in map(rank_of, hand.cards) if rank is not None]
    if not hand.unknown or len(hand.cards) != len(SEVENS):
        return False
    return all(rank == SEVENS[0] for rank in known) or (len(set(known)) == len(known) and set(known) <= set(RUN))


def claims_itself(hand: Hand) -> bool:
    """Bonus hands that nothing can make better: 7-7-7, 8-7-6, and 21 of five or more cards."""
    return is_special(hand) or (is_hand_of_cards(hand) and hand.is_21)


def price(hand: Hand) -> tuple[int, str]:
    """How many times the stake it pays, and the rule."""
    ranks = _ranks(hand)
    if ranks == SEVENS:
        return 3, "R-PON-23"
    if ranks == RUN:
        return 2, "R-PON-24"
    return 2 << len(hand.cards) - FEWEST, "R-PON-22"


def name(hand: Hand) -> str:
    ranks = _ranks(hand)
    if ranks == SEVENS:
        return "777"
    if ranks == RUN:
        return "876"
    return f"{NAMES[len(hand.cards) - FEWEST]}-card"
