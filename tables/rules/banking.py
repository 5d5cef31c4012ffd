"""Who plays and who holds the bank, as an evening tells it (R-BJV-3..11 and what other games make of them). Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from shoes.cards import parse_cards
from tables.rules import holding
from tables.rules.holding import BANK, END, RESELECT, Held, Result
from tables.rules.shapes import Step

if TYPE_CHECKING:
    from tables.rules.evening import Evening

FIRST: Final = {
    "pontoon": "R-PON-3",
    "seven-and-a-half": "R-S75-5",
    "ten-and-a-half": "R-S75-5",
    "sette-e-mezzo": "R-SEM-13",
    "farmer": "R-FAR-6",
    "ochko-36": "R-O36-5",
    "ochko-two-deck": "R-O2D-3",
}
"""The clause that says how the first banker is found; of the other games R-BJV-3."""
PEOPLE: Final = {
    "pontoon": "R-PON-2",
    "sette-e-mezzo": "R-SEM-1",
    "fifteen": "R-FIF-1",
    "farmer": "R-FAR-1",
    "ochko-36": "R-O36-1",
    "ochko-two-deck": "R-O2D-1",
}
"""The clause that says how many may play; of the other games R-BJV-1."""


def due(e: Evening) -> Step | None:
    """What the change of the bank demands."""
    if e.is_auction and not e.is_hammered:
        return Step("auction")
    who = entitled(e)
    if who is not None and who != e.bank:
        return Step("offer_bank", who, dict(e.bids).get(who) if e.is_auction else None)
    return None


def entitled(e: Evening) -> str | None:
    """Who has the right to the bank now."""
    if not e.is_auction or not e.bids:
        return e.offer[0] if e.offer else e.bank
    seats = e.seats()
    bids = {seats.index(place) + 1: Decimal(amount) for place, amount in e.bids if place in seats}
    who, _ = holding.auction(list(range(1, len(seats) + 1)), bids, ())
    return seats[int(who) - 1] if who != RESELECT else None


# people and the first banker


def seated(e: Evening, places: Iterable[str]) -> None:
    """Who plays; a banker who has gone leaves the bank to be chosen anew, and who has gone is offered nothing."""
    names = tuple(places)
    e.places = names
    if e.bank not in (*names, "house"):
        _nobody(e)
    e.offer = tuple(place for place in e.offer if place in names)
    e.refused = tuple(place for place in e.refused if place in names)
    e.bids = tuple(bid for bid in e.bids if bid[0] in names)


def banker(e: Evening, place: str) -> None:
    """The first banker; where somebody holds the bank already it is a change like any other."""
    took(e, place)


def dealt_up(e: Evening, cards: str) -> None:
    """R-BJV-3: the card that decides makes its receiver the banker; participant 1 sits first."""
    number = holding.first_banker(e.terms, max(1, len(e.places)), parse_cards(cards))
    if number is not None and e.places and e.bank is None:
        pass_to(e, e.places[number - 1])


def pass_to(e: Evening, place: str) -> None:
    """The bank goes to somebody, who then shuffles; who takes it sits at the table."""
    is_same = place == e.bank
    if place not in e.places:
        e.places = tuple(sorted((*e.places, place), key=lambda name: (len(name), name)))
    if not is_same:
        e.held = replace(e.held, rounds=0)
        e.bank_minor = None
        e.must_shuffle = e.must_shuffle or e.terms.options["shuffle_by"] == "new_dealer"
    e.bank = place
    _settle_change(e)


def _settle_change(e: Evening) -> None:
    e.offer, e.refused, e.bids = (), (), ()
    e.is_auction = e.is_hammered = False


def _nobody(e: Evening) -> None:
    """Nobody holds the bank: it is chosen as at the start of the evening."""
    e.bank, e.bank_minor = None, None
    _settle_change(e)


# a round begins


def before_round(e: Evening) -> None:
    """What must be settled between people before a round begins."""
    if not e.terms.is_free:
        return
    right = entitled(e)
    if e.is_over:
        e.note("R-O2D-20", "0", "game_was_over")
    elif e.bank is None:
        e.note(FIRST.get(e.terms.game.name, "R-BJV-3"), "0", "no_banker")
    elif right is not None and right != e.bank:
        e.note("I-29", e.bank, "bank_not_passed", turn=right)
    if e.places:
        _count_people(e)


def _count_people(e: Evening) -> None:
    rule = PEOPLE.get(e.terms.game.name, "R-BJV-1")
    most = e.terms.options["players_max"]
    if len(e.places) < int(e.terms.options["players_min"]):
        e.note(rule, "0", "too_few_play")
    elif type(most) is int and len(e.places) > most:
        e.note(rule, "0", "too_many_play")


# after a round


def change(e: Evening, result: Result) -> None:
    """To whom a round gives the right to the bank."""
    seats = e.playing or e.seats()
    numbers = list(range(1, len(seats) + 1))
    known = tuple(seat for seat in result.naturals if seat in numbers)
    taker = result.taker if result.taker in numbers else None
    told = replace(result, naturals=known, taker=taker, is_pack_used=result.is_pack_used or e.is_pack_used)
    next_ = holding.next_banker(e.terms, numbers, told, held=e.held)
    if next_ == END:
        e.is_over = True
        return
    if next_ in (BANK, RESELECT):
        e.offer = ()
    elif e.terms.options["bank_change"] != "natural":
        first = int(next_) - 1
        e.offer = (*seats[first:], *seats[:first])
    else:
        holders = [seats[number - 1] for number in numbers if number in told.naturals]
        e.offer = (*holders, str(e.bank))
    e.offer = tuple(place for place in e.offer if place in e.places)  # who left meanwhile is offered nothing
    e.refused = ()


def refused(e: Evening, place: str) -> None:
    """R-BJV-7, R-BJV-10: the bank is offered to the next; after the banker himself round from the second seat."""
    if place != entitled(e) or not (e.offer or e.bids):
        e.note("I-29", place, "refused_out_of_turn")
        return
    e.refused = (*e.refused, place)
    e.bids = tuple(bid for bid in e.bids if bid[0] != place)
    rest = tuple(seat for seat in e.offer if seat not in e.refused)
    if place == e.bank:
        seats = e.seats()
        rest = tuple(seat for seat in (*seats[1:], *seats[:1]) if seat not in e.refused)
    if not rest:
        _nobody(e)
    else:
        e.offer = rest


def left(e: Evening) -> None:
    """R-BJV-9: a banker who is tired of the bank auctions it."""
    if e.bank is None:
        return
    if not e.terms.options["auction_on_leave"] and e.terms.options["bank_change"] != "auction":
        e.note("I-29", e.bank, "left_without_right")
    e.is_auction, e.is_hammered = True, False
    e.bids, e.refused = (), ()
    e.offer = e.seats()


def bid(e: Evening, place: str, amount: int) -> None:
    """R-BJV-8: what somebody bids for the bank; his last bid counts."""
    if not e.is_auction:
        e.note("R-BJV-8", place, "bid_without_auction", amount_minor=amount)
        return
    e.is_hammered = False
    e.bids = (*(old for old in e.bids if old[0] != place), (place, amount))


def hammered(e: Evening) -> None:
    """Nobody bids any more: the bank is offered to the highest, or round (R-BJV-10)."""
    e.is_hammered = e.is_auction


def sold(e: Evening, seller: str, buyer: str, price: int) -> None:
    """R-BJV-11, R-PON-29: who is entitled to the deal sells it."""
    is_entitled = entitled(e) == seller != e.bank
    if not e.terms.options.get("sell_deal_right") or not is_entitled or buyer == seller:
        e.note("I-29", seller, "sold_without_right", amount_minor=price)
        return
    e.is_auction = e.is_hammered = False
    e.bids = ()
    e.offer = (buyer, *(place for place in e.offer if place not in (seller, buyer)))


def took(e: Evening, place: str) -> None:
    """The bank was given to somebody; to the wrong one is I-29, put right before the next deal."""
    right = entitled(e)
    if e.bank == "house" or (right is not None and right != place):
        e.note("I-29", place, "bank_to_wrong_person", turn=right)
    if e.bank != "house":
        pass_to(e, place)


def held_on(e: Evening, *, is_pack_used: bool) -> None:
    """One round more with this banker."""
    e.held = Held(e.held.rounds + 1, e.held.talias + is_pack_used)


TAKES: Final[dict[str, Callable[..., Any]]] = {
    "seated": seated,
    "banker": banker,
    "dealt_up": dealt_up,
    "left": left,
    "bid": bid,
    "hammered": hammered,
    "refused": refused,
    "sold": sold,
    "took": took,
}
