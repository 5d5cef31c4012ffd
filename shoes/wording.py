"""Cards and alarms in words; gettext while rendering, so that each reader has their language."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext


def card_name(text: str) -> str:
    """`QH` as `queen of hearts`; what was not read stays unknown."""
    rank, suit = text[0], text[1]
    if rank == "?":
        return _("a card, unknown which")
    if suit == "?":
        return _("%(rank)s, suit unknown") % {"rank": _rank(rank)}
    return pgettext("card", "%(rank)s of %(suit)s") % {"rank": _rank(rank), "suit": _suit(suit)}


def card_sign(text: str) -> str:
    """`5D` as `5♦`, for narrow columns."""
    rank = {"T": "10"}.get(text[0], text[0])
    return rank + {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}.get(text[1], "?")


def card_list(texts: Iterable[str]) -> str:
    return ", ".join(card_name(text) for text in texts)


def _rank(rank: str) -> str:
    names = {
        "A": pgettext("rank", "ace"),
        "K": pgettext("rank", "king"),
        "Q": pgettext("rank", "queen"),
        "J": pgettext("rank", "jack"),
        "T": "10",
    }
    return names.get(rank, rank)


def _suit(suit: str) -> str:
    return {
        "S": pgettext("suit", "spades"),
        "H": pgettext("suit", "hearts"),
        "D": pgettext("suit", "diamonds"),
        "C": pgettext("suit", "clubs"),
    }[suit]


def alarm(kind: str, card: str, seen: int, held: int) -> str:
    """What the census says, and so much of its count as an alarm may tell."""
    if kind == "order_repeats":
        return pgettext("alarm", "The cards come in the order in which they were last dealt or gathered: not shuffled.")
    if kind == "lies_sorted":
        return pgettext("alarm", "The cards come sorted: not shuffled.")
    if kind == "missing":
        words = ngettext("%(count)d card is missing: %(card)s.", "%(count)d cards are missing: %(card)s.", held)
        return words % {"count": held, "card": card_name(card)}
    if kind == "extra":
        words = ngettext("%(count)d card too many: %(card)s.", "%(count)d cards too many: %(card)s.", seen)
        return words % {"count": seen, "card": card_name(card)}
    return pgettext("alarm", "More than this shoe can hold: %(card)s, seen %(seen)d, held %(held)d.") % {
        "card": card_name(card),
        "seen": seen,
        "held": held,
    }
