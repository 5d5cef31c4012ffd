"""The pack of an evening: shuffle, cut, burn, and how many cards are left before the used ones. Pure."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from shoes.cards import CARDS
from shoes.packs import composition
from tables.rules import holding, procedure
from tables.rules.shapes import Step

if TYPE_CHECKING:
    from tables.rules.evening import Evening
    from tables.rules.terms import Terms


def due(e: Evening) -> Step | None:
    if e.must_shuffle:
        return Step("shuffle", e.bank)
    if e.shufflers and (not e.cutters or _is_cut_owed(e)):
        return Step("cut")
    if e.burned is None and burns(e.terms) and not e.has_dealt:
        return Step("burn", e.bank)
    return None


def _is_cut_owed(e: Evening) -> bool:
    """R-BJV-13: where all who wish may cut, somebody who wishes to has not cut yet."""
    return e.terms.options["cut_by"] == "all_who_wish" and not set(e.wishes) <= set(e.cutters)


def burns(terms: Terms) -> bool:
    """R-BJV-15: without a joker the top card is burned."""
    return terms.options.get("indicator") == "burn_card"


@cache
def _composed(pack: str, decks: int) -> int:
    return sum(composition(pack, decks).values())


def size(terms: Terms) -> int:
    """How many cards are shuffled together."""
    return _composed(str(terms.options["pack"]), int(terms.options["decks"]))


def _behind(terms: Terms) -> int:
    """R-BJF-7: cards behind the stop card are not dealt, but for finishing a round."""
    behind = terms.options["second_indicator"]
    return behind if type(behind) is int else 0


def _name(e: Evening, who: str) -> str:
    """The banker is called by his office where the rules ask who shuffled or cut."""
    return "0" if who == e.bank else who


def shuffled(e: Evening, who: str) -> None:
    e.shufflers = (*e.shufflers, _name(e, who))
    e.must_shuffle = e.has_dealt = e.is_pack_used = False
    e.live = size(e.terms) - _behind(e.terms)
    e.cutters = e.wishes = e.asked = ()
    e.burned = None


def brought(e: Evening) -> None:
    """Other cards: they are shuffled before the first is dealt."""
    _again(e)
    e.live, e.is_pack_used, e.has_dealt = size(e.terms), False, False


def bookmarked(e: Evening, cards: int) -> None:
    """R-O36-6: the cards before the bookmark are dealt, then all are shuffled anew."""
    e.live = min(cards, size(e.terms))


def wished(e: Evening, who: str) -> None:
    e.wishes = (*e.wishes, who)


def asked(e: Evening, who: str) -> None:
    seats = e.seats()
    is_right = bool(seats) and who == seats[-1]
    e.asked = (*e.asked, procedure.RIGHT if is_right else who)


def cut(e: Evening, who: str) -> None:
    e.cutters = (*e.cutters, _name(e, who))


def burned(e: Evening, card: str) -> None:
    """R-BJV-15, I-10: an ace may not be burned."""
    if CARDS[card] in holding.DECIDES["first_ace"] and burns(e.terms):
        e.note("I-10", "0", "ace_burned")
        _again(e)
    else:
        e.burned = card


def demanded(e: Evening, who: str) -> None:
    """I-8: the burn is made good: shuffle, cut, burn; the deal made so far is void."""
    if burns(e.terms) and e.burned is None and not e.must_shuffle:
        _again(e)


def _again(e: Evening) -> None:
    e.must_shuffle = True
    e.shufflers = e.cutters = ()
    e.burned = None


def before_round(e: Evening) -> None:
    """I-27, I-28, I-8: what was left out or done wrong before the first card."""
    terms = e.terms
    if e.must_shuffle and e.is_pack_used and e.has_dealt:
        e.note("I-27", "0", "round_after_stop_card")
    elif e.must_shuffle:
        e.note("I-28", "0", "not_shuffled")
    elif e.shufflers and not procedure.is_shuffle_right(terms, e.shufflers):
        e.note("I-28", "0", "shuffle_irregular")
    if e.shufflers and not procedure.is_cut_right(terms, e.wishes, e.cutters, e.asked if e.asked else None):
        e.note("I-28", "0", "cut_irregular")
    if burns(terms) and e.burned is None and not e.has_dealt:
        e.note("I-8", "0", "not_burned")
    e.shufflers = ()
    e.has_dealt = True


def used(e: Evening, cards: int) -> None:
    """So many cards were dealt in a round.

    R-BJV-46, R-T10-8, R-O36-21, R-O2D-19: when they ran out in mid-round the used ones were shuffled to finish it, and
    the mark lies behind all that were not dealt. A round that took the very last leaves the next one to be shuffled.
    """
    if e.live is None:
        return
    terms = e.terms
    rest = e.live - cards
    e.is_pack_used = rest <= 0
    e.live = max(0, rest if rest >= 0 or not terms.is_free else size(terms) - cards)


def after_round(e: Evening, *, is_wild_out: bool = False) -> None:
    """When the next shuffle is due: R-S75-12, R-SEM-17, R-O2D-4, R-BJF-34, R-BJV-46."""
    how = e.terms.options.get("reshuffle")
    if e.is_pack_used:
        e.must_shuffle = e.must_shuffle or not e.terms.is_free or how == "talia" or e.live == 0
    if how == "each_round" or (how == "after_wild" and is_wild_out):
        e.must_shuffle = True


TAKES: Final[dict[str, Callable[..., Any]]] = {
    "shuffled": shuffled,
    "bookmarked": bookmarked,
    "brought": brought,
    "wished": wished,
    "asked": asked,
    "cut": cut,
    "burned": burned,
    "demanded": demanded,
}
