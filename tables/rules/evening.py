"""What lies around rounds, folded from what happened at a table: the second small fold (DESIGN 9). Pure.

An event is `(kind, *fields)`; `EVENTS` names them. A fold never refuses what happened: what is no lawful step is a
finding, and the evening goes on as told. Its `opening` opens the next round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final

from shoes.cards import CARDS, parse_cards
from shoes.packs import composition
from tables.rules import holding, procedure
from tables.rules.holding import BANK, END, RESELECT, Held, Result
from tables.rules.shapes import Finding, Shape, Step

if TYPE_CHECKING:
    from tables.rules.terms import Terms

Event = tuple[Any, ...]
HOUSE: Final = "house"

# Event kind → its fields
EVENTS: Final[dict[str, tuple[str, ...]]] = {
    "seated": ("places",),  # who plays, in layout order
    "banker": ("place",),  # agreed, drawn by lot
    "dealt_up": ("cards",),  # the deal beforehand, to the places in order
    "shuffled": ("who",),
    "wished": ("who",),  # who wants to cut
    "asked": ("who",),  # who was offered the cut; "right" is the banker's neighbour on the right
    "cut": ("who",),
    "burned": ("card",),
    "put_up": ("amount_minor",),  # what the banker puts into the bank
    "dealt": ("cards",),  # how many cards a round took
    "settled": ("result", "left_minor"),  # what a round means for the bank; what pot, farm or bank hold after it
    "left": (),  # the banker gives up the bank, to be auctioned
    "bid": ("place", "amount_minor"),
    "refused": ("place",),
    "sold": ("seller", "buyer", "price_minor"),
    "took": ("place",),  # the bank was given to somebody
    "demanded": ("who",),  # I-8: somebody demands the burn that was left out
}


@dataclass(frozen=True, slots=True)
class Opening(Shape):
    """What the next round starts with: who holds the bank, the places in order of play, and money that lies there."""

    bank: str | None
    places: tuple[str, ...]
    pot_minor: int
    bank_minor: int | None


@dataclass(frozen=True, slots=True)
class Evening:
    """A table between and around its rounds."""

    terms: Terms
    places: tuple[str, ...] = ()
    bank: str | None = None
    held: Held = field(default_factory=Held)
    pot_minor: int = 0
    bank_minor: int | None = None
    live: int = 0  # cards before the used ones, or before the indicator
    must_shuffle: bool = True
    shufflers: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    cutters: tuple[str, ...] = ()
    burned: str | None = None
    has_dealt: bool = False  # a round was dealt since the last shuffle
    is_pack_used: bool = False  # the pack ran out in this round
    offer: tuple[str, ...] = ()  # to whom the bank is offered, in order
    refused: tuple[str, ...] = ()  # who would not have it
    bids: tuple[tuple[str, int], ...] = ()
    is_auction: bool = False
    is_over: bool = False
    found: tuple[Finding, ...] = field(default=())

    def take(self, event: Event) -> Evening:
        """The evening after one event. Never raises for what happened at the table."""
        return TAKES[event[0]](self, *event[1:])

    def seats(self) -> tuple[str, ...]:
        """The places in order of play from the bank; sette e mezzo goes counter-clockwise (R-SEM-1)."""
        if self.bank not in self.places:
            return self.places
        order = self.places[::-1] if self.terms.game.setup.get("direction") == "counterclockwise" else self.places
        index = order.index(self.bank)
        return (*order[index + 1 :], *order[:index])

    def opening(self) -> Opening:
        return Opening(self.bank, self.seats(), self.pot_minor, self.bank_minor)

    def due(self) -> Step:
        """The next step around the rounds."""
        if self.is_over:
            return Step("game_over")
        if self.is_auction:
            return Step("auction")
        if self.bank is None:
            return Step("choose_banker", None, None, None, {"how": str(self.terms.options["first_banker"])})
        if self.offer and self.offer[0] != self.bank:
            return Step("offer_bank", self.offer[0])
        return self._of_pack()

    def _of_pack(self) -> Step:
        if self.must_shuffle:
            return Step("shuffle", self.bank)
        if self.shufflers and not self.cutters:
            return Step("cut")
        if self.burned is None and burns(self.terms) and not self.has_dealt:
            return Step("burn", self.bank)
        if self.terms.options.get("stake_cap", "none") != "none" and self.bank_minor is None:
            return Step("put_up", self.bank)
        return Step("open_round", self.bank)


def burns(terms: Terms) -> bool:
    """R-BJV-15: without a joker the top card is burned."""
    return terms.options.get("indicator") == "burn_card"


def fold(terms: Terms, events: Iterable[Event]) -> Evening:
    """The evening that these events make."""
    evening = Evening(terms, bank=None if terms.is_free else HOUSE, live=_size(terms))
    for event in events:
        evening = evening.take(event)
    return evening


def _size(terms: Terms) -> int:
    return sum(composition(str(terms.options["pack"]), int(terms.options["decks"])).values())


def _note(evening: Evening, rule: str, slot: str, done: str, **args: Any) -> Evening:
    number = str(len(evening.found) + 1)
    due = evening.due()
    finding = Finding((rule, slot, number), rule, None, slot, "act", due, done, args)
    return replace(evening, found=(*evening.found, finding))


# people and the first banker


def _seated(evening: Evening, places: Iterable[str]) -> Evening:
    """Who plays; a banker who has gone leaves the bank to be chosen anew."""
    names = tuple(places)
    bank = evening.bank if evening.bank in (*names, HOUSE) else None
    return replace(evening, places=names, bank=bank, offer=(), refused=())


def _banker(evening: Evening, place: str) -> Evening:
    return _pass_to(evening, place)


def _dealt_up(evening: Evening, cards: str) -> Evening:
    """R-BJV-3: the card that decides makes its receiver the banker; participant 1 sits first."""
    number = holding.first_banker(evening.terms, max(1, len(evening.places)), parse_cards(cards))
    return evening if number is None or not evening.places else _pass_to(evening, evening.places[number - 1])


def _pass_to(evening: Evening, place: str) -> Evening:
    """The bank goes to somebody, who then shuffles."""
    is_same = place == evening.bank
    shuffles_first = not is_same and evening.terms.options["shuffle_by"] == "new_dealer"
    return replace(
        evening,
        bank=place,
        held=evening.held if is_same else replace(evening.held, rounds=0),
        bank_minor=evening.bank_minor if is_same else None,
        must_shuffle=evening.must_shuffle or shuffles_first,
        offer=(),
        refused=(),
        bids=(),
        is_auction=False,
    )


# the pack


def _shuffled(evening: Evening, who: str) -> Evening:
    return replace(
        evening,
        shufflers=(*evening.shufflers, _name(evening, who)),
        must_shuffle=False,
        live=_size(evening.terms) - _behind(evening.terms),
        cutters=(),
        wishes=(),
        asked=(),
        burned=None,
        has_dealt=False,
    )


def _behind(terms: Terms) -> int:
    """R-BJF-7: cards behind the stop card are not dealt, but for finishing a round."""
    behind = terms.options["second_indicator"]
    return behind if type(behind) is int else 0


def _name(evening: Evening, who: str) -> str:
    """The banker is called by his office where the rules ask who shuffled or cut."""
    return "0" if who == evening.bank else who


def _wished(evening: Evening, who: str) -> Evening:
    return replace(evening, wishes=(*evening.wishes, who))


def _asked(evening: Evening, who: str) -> Evening:
    seats = evening.seats()
    is_right = bool(seats) and who == seats[-1]
    return replace(evening, asked=(*evening.asked, procedure.RIGHT if is_right else who))


def _cut(evening: Evening, who: str) -> Evening:
    return replace(evening, cutters=(*evening.cutters, _name(evening, who)))


def _burned(evening: Evening, card: str) -> Evening:
    """R-BJV-15, I-10: an ace may not be burned."""
    if CARDS[card] in holding.DECIDES["first_ace"]:
        evening = _note(evening, "I-10", "0", "ace_burned")
        return replace(evening, must_shuffle=True, shufflers=(), burned=None)
    return replace(evening, burned=card)


def _put_up(evening: Evening, amount: int) -> Evening:
    return replace(evening, bank_minor=amount)


def _dealt(evening: Evening, cards: int) -> Evening:
    """A round begins and takes so many cards; what was left out before it is found now."""
    evening = _before_round(evening)
    terms = evening.terms
    rest = evening.live - cards
    is_used = rest <= 0
    if is_used and terms.is_free:  # R-BJV-46, R-T10-8, R-O2D-19: the used cards were shuffled to finish the round
        rest = max(0, _size(terms) - cards)
    is_shuffled_after = terms.options.get("reshuffle") == "each_round" or (is_used and not terms.is_free)
    return replace(
        evening,
        live=rest,
        is_pack_used=is_used,
        held=Held(evening.held.rounds + 1, evening.held.talias + is_used),
        must_shuffle=is_shuffled_after,
        shufflers=(),
        has_dealt=True,
    )


def _before_round(evening: Evening) -> Evening:
    terms = evening.terms
    if evening.must_shuffle:
        evening = _note(evening, "I-28", "0", "not_shuffled")
    elif evening.shufflers and not procedure.is_shuffle_right(terms, evening.shufflers):
        evening = _note(evening, "I-28", "0", "shuffle_irregular")
    if evening.shufflers and not procedure.is_cut_right(
        terms, evening.wishes, evening.cutters, evening.asked if evening.asked else None
    ):
        evening = _note(evening, "I-28", "0", "cut_irregular")
    if burns(terms) and evening.burned is None and not evening.has_dealt:
        evening = _note(evening, "I-8", "0", "not_burned")
    return evening


def _demanded(evening: Evening, who: str) -> Evening:
    """I-8: the burn is made good: shuffle, cut, burn; the deal made so far is void."""
    if any(finding.rule == "I-8" for finding in evening.found):
        return replace(evening, must_shuffle=True, shufflers=(), cutters=(), burned=None)
    return evening


# the change of the bank


def _settled(evening: Evening, result: Result, left_minor: int | None) -> Evening:
    """A round is over: the money that stays, and to whom the bank is offered."""
    if evening.terms.game.settle is not None and evening.terms.options.get("stake_cap", "none") == "none":
        evening = replace(evening, pot_minor=left_minor or 0)
    elif left_minor is not None:
        evening = replace(evening, bank_minor=left_minor)
    if not evening.terms.is_free:
        return evening
    seats = evening.seats()
    numbers = range(1, len(seats) + 1)
    told = replace(result, is_pack_used=result.is_pack_used or evening.is_pack_used)
    next_ = holding.next_banker(evening.terms, list(numbers), told, held=evening.held)
    if next_ == END:
        return replace(evening, is_over=True)
    if next_ in (BANK, RESELECT):
        return replace(evening, offer=())
    if evening.terms.options["bank_change"] != "natural":
        first = int(next_) - 1
        return replace(evening, offer=(*seats[first:], *seats[:first]))
    holders = [seats[number - 1] for number in numbers if number in result.naturals]
    return replace(evening, offer=(*holders, str(evening.bank)))


def _refused(evening: Evening, place: str) -> Evening:
    """R-BJV-7, R-BJV-10: the bank is offered to the next; after the banker himself round from the second seat."""
    if not evening.offer or evening.offer[0] != place:
        return _note(evening, "I-29", place, "refused_out_of_turn")
    refused, rest = (*evening.refused, place), evening.offer[1:]
    if place == evening.bank:
        seats = evening.seats()
        rest = tuple(seat for seat in (*seats[1:], *seats[:1]) if seat not in refused)
    if not rest:
        return replace(evening, offer=(), refused=(), bank=None, is_auction=False)
    return replace(evening, offer=rest, refused=refused)


def _left(evening: Evening) -> Evening:
    """R-BJV-9: a banker who is tired of the bank auctions it."""
    if not evening.terms.options["auction_on_leave"] and evening.terms.options["bank_change"] != "auction":
        evening = _note(evening, "I-29", "0", "left_without_right")
    return replace(evening, is_auction=True, bids=(), offer=evening.seats(), refused=())


def _bid(evening: Evening, place: str, amount: int) -> Evening:
    return replace(evening, bids=(*(bid for bid in evening.bids if bid[0] != place), (place, amount)))


def _entitled(evening: Evening) -> str | None:
    """Who has the right to the bank now."""
    if not evening.is_auction or not evening.bids:
        return evening.offer[0] if evening.offer else evening.bank
    seats = evening.seats()
    bids = {seats.index(place) + 1: Decimal(amount) for place, amount in evening.bids if place in seats}
    who, _ = holding.auction(list(range(1, len(seats) + 1)), bids, ())
    return seats[int(who) - 1] if who != RESELECT else None


def _sold(evening: Evening, seller: str, buyer: str, price: int) -> Evening:
    """R-BJV-11, R-PON-29: who is entitled to the deal sells it."""
    if not evening.terms.options.get("sell_deal_right") or _entitled(evening) != seller:
        return _note(evening, "I-29", seller, "sold_without_right", amount_minor=price)
    return replace(evening, offer=(buyer,))


def _took(evening: Evening, place: str) -> Evening:
    """The bank was given to somebody; to the wrong one is I-29, put right before the next deal."""
    right = _entitled(evening)
    if right is not None and right != place:
        evening = _note(evening, "I-29", place, "bank_to_wrong_person", turn=right)
    return _pass_to(evening, place)


TAKES: Final[dict[str, Callable[..., Evening]]] = {
    "seated": _seated,
    "banker": _banker,
    "dealt_up": _dealt_up,
    "shuffled": _shuffled,
    "wished": _wished,
    "asked": _asked,
    "cut": _cut,
    "burned": _burned,
    "put_up": _put_up,
    "dealt": _dealt,
    "settled": _settled,
    "left": _left,
    "bid": _bid,
    "refused": _refused,
    "sold": _sold,
    "took": _took,
    "demanded": _demanded,
}
