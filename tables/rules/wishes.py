"""What only some games of the family let a hand do: buy a closed card, claim a bonus, exchange the first card. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from shoes.cards import rank_of
from tables.rules import bonus
from tables.rules.hands import Hand

if TYPE_CHECKING:
    from tables.rules.round import Round

Why = tuple[str, str, dict[str, Any]]
BURNED: Final = {"3": (2,), "4": (3,), "3_or_4": (2, 3)}  # ranks as `shoes.cards.rank_of` tells them


def buy(r: Round, hand: Hand, amount: int | None) -> Why | None:
    """R-PON-15..17: a closed card for a further stake, at most the first one, until a card was twisted."""
    if not r.terms.options["buy"]:
        return "R-PON-15", "buy_off", {"option": "buy"}
    taken = [r.cards[fact_id] for fact_id in hand.ids[2:] if fact_id in r.cards]
    if any(card[7] == "up" for card in taken):
        return "R-PON-17", "after_twist", {}
    least = r.terms.limits.min_minor
    if amount is not None and (amount < least or (hand.base is not None and amount > hand.base)):
        return "R-PON-16", "buy_amount", {"amount_minor": amount, "most_minor": hand.base, "min_minor": least}
    return None


def claim(r: Round, hand: Hand, amount: int | None) -> Why | None:
    """R-PON-22..25: a bonus hand is claimed the moment it is made."""
    if not r.terms.has_bonus or not bonus.may_be_any(hand):
        return "R-PON-25", "no_bonus", {"option": "bonus"}
    return None


def burn(r: Round, hand: Hand, amount: int | None) -> Why | None:
    """R-SEM-23: a first card of the posted rank may be discarded for another, once."""
    ranks = BURNED.get(str(r.terms.options.get("burn_first", "off")), ())
    if not ranks:
        return "R-SEM-23", "burn_off", {"option": "burn_first"}
    if hand.asides or len(hand.cards) != 1 or rank_of(hand.cards[0]) not in (None, *ranks):
        return "R-SEM-23", "burn_card", {"option": "burn_first"}
    return None
