"""What a hand is worth in the games of half points and of nine, against the bank's total. Pure.

A natural here is made while the hand is played, so that it is priced when the bank's own hand is known (AMB-18).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tables.rules.hands import NATURAL, Hand
from tables.rules.settle import Worth, compared

if TYPE_CHECKING:
    from tables.rules.round import Round

ROYAL: Final = 2
TRIPLE: Final = 3


def two_card(r: Round, hand: Hand, total: int | None) -> Worth:
    """R-S75-8..11, R-T10-5: two cards on the target are paid at the posted odds unless the bank has the same."""
    if not hand.is_natural:
        return compared(r, hand, total)
    num, den = r.terms.natural
    if total is None:
        return Worth(None, den, hand.units, "R-S75-8", odds=f"{num}:{den}")
    if r.dealer.is_natural:
        return Worth(_of_tie(r), 1, hand.units, "R-S75-11")
    return Worth(num, den, hand.units, "R-S75-8", odds=f"{num}:{den}")


def _of_tie(r: Round) -> int:
    return 0 if r.terms.options["natural_tie"] == "push" else -1


def sette_e_mezzo(r: Round, hand: Hand, total: int | None) -> Worth:
    """R-SEM-3, R-SEM-11, R-SEM-12, R-SEM-18, R-SEM-20..22."""
    if total is None:
        return Worth(None, 1, hand.units, "R-SEM-11")
    is_special = hand.is_pair or hand.is_natural
    if r.dealer.is_natural and (is_special or r.terms.options["royal"]):
        is_double = r.terms.options["dealer_natural_double"] and not is_special
        return Worth(-2 if is_double else -1, 1, hand.units, "R-SEM-20" if r.terms.options["royal"] else "R-SEM-11")
    if not is_special:
        return compared(r, hand, total)
    if hand.is_natural and total == r.terms.target and not r.terms.options["natural_beats_ordinary"]:
        return compared(r, hand, total)
    times, rule = _price(r, hand)
    return Worth(times, 1, hand.units, rule, odds=f"{times}:1")


def _price(r: Round, hand: Hand) -> tuple[int, str]:
    if hand.is_pair:
        return TRIPLE, "R-SEM-21"
    options, count = r.terms.options, r.terms.count
    if options["triple_hand"] == "wild_natural" and count is not None and count.is_seven_and_wild(hand.cards):
        return TRIPLE, "R-SEM-22"
    return (ROYAL, "R-SEM-18") if options["royal"] else (1, "R-SEM-12")


def wins_deal(r: Round, hand: Hand) -> bool:
    """R-SEM-18, R-SEM-21, AMB-80: a natural or two sevens takes the deal when it wins."""
    if not (hand.is_natural or hand.is_pair) or not r.terms.options["royal"]:
        return False
    return not r.dealer.is_natural


def nine(r: Round, hand: Hand, total: int | None) -> Worth:
    """R-MAC-6, R-MAC-7, R-MAC-10, R-MAC-11: naturals are settled against the bank's first card alone."""
    if hand.state == NATURAL:
        return _one_card(r, hand)
    if r.dealer_natural:
        return Worth(-1, 1, hand.units, "R-MAC-8")
    return compared(r, hand, total)


def _one_card(r: Round, hand: Hand) -> Worth:
    times = hand.best - LEAST_NATURAL + 1
    cards = r.dealer.cards
    count = r.terms.count
    first = count.values[cards[0]] if cards and count is not None else None
    if first is None or r.dealer.hidden:
        return Worth(None, 1, 1, "R-MAC-7", odds=f"{times}:1")
    if hand.best > first:
        return Worth(times, 1, 1, "R-MAC-7", odds=f"{times}:1")
    return Worth(0, 1, 1, "R-MAC-11") if hand.best == first else Worth(-1, 1, 1, "R-MAC-6")


LEAST_NATURAL: Final = 7
