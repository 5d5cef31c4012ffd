"""Who holds the bank: the first banker, the change of the bank, refusals, auctions, the sale of the deal. Pure.

Seats are numbered from the bank, 0 is the bank itself; after it has passed they are numbered anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, Self

from shoes.cards import CARDS, Card
from tables.rules import procedure
from tables.rules.shapes import Shape

if TYPE_CHECKING:
    from tables.rules.hands import Hand
    from tables.rules.round import Round
    from tables.rules.terms import Terms

RESELECT: Final = "reselect"  # nobody takes the bank: choose as at the start of the evening
END: Final = "end"  # the game is over
BANK: Final = 0

DECIDES: Final[Mapping[str, Collection[Card]]] = {
    "first_ace": frozenset(CARDS["A" + suit] for suit in "SHDC"),
    "first_black_jack": frozenset(CARDS["J" + suit] for suit in "SC"),
    "first_KD": frozenset((CARDS["KD"],)),
    "first_6H": frozenset((CARDS["6H"],)),
}


def first_banker(terms: Terms, participants: int, cards: Iterable[Card]) -> int | None:
    """R-BJV-3: who gets the card that decides, dealt round face up from participant 1; None if it did not fall."""
    decides = DECIDES.get(str(terms.options["first_banker"]), ())
    for index, card in enumerate(cards):
        if card in decides:
            return index % participants + 1
    return None


@dataclass(frozen=True, slots=True)
class Result(Shape):
    """What a round means for the bank: seats with a natural in order of play, the bank's own, who won or lost it."""

    naturals: tuple[int, ...] = ()
    dealer_natural: bool = False
    taker: int | None = None  # who makes sixteen, or loses at fifteen
    is_pack_used: bool = False  # the mark of its end came out
    is_wild_out: bool = False  # R-SEM-17

    @classmethod
    def may_be(cls, row: dict[str, Any]) -> bool:
        """Whether the row is one of `as_json`."""
        if set(row) != set(cls.__slots__):
            return False
        naturals, taker = row["naturals"], row["taker"]
        seats = [*naturals, *([] if taker is None else [taker])] if isinstance(naturals, (list, tuple)) else [None]
        words = (row["dealer_natural"], row["is_pack_used"], row["is_wild_out"])
        return all(type(seat) is int and 0 < seat <= 40 for seat in seats) and all(type(word) is bool for word in words)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Self:
        return cls(**{**row, "naturals": tuple(row["naturals"])})


def result(r: Round) -> Result:
    """What a round that is over means for the bank."""
    game = r.terms.game
    takes_deal = game.takes_deal or _is_natural
    seats = {hand.box.seat for hand in r.order if takes_deal(r, hand)}
    return Result(
        naturals=tuple(sorted(seats)),
        dealer_natural=r.dealer_natural or (r.dealer.is_natural and not (r.undeclared or r.dealer.hidden)),
        taker=game.taker(r) if game.taker is not None else None,
        is_pack_used=r.is_short,
        is_wild_out=procedure.is_wild_out(r),
    )


def _is_natural(r: Round, hand: Hand) -> bool:
    return hand.is_natural and not hand.hidden


@dataclass(frozen=True, slots=True)
class Held:
    """How long the bank has been held."""

    rounds: int = 0
    talias: int = 0


def next_banker(
    terms: Terms, seats: Sequence[int], result: Result, *, held: Held = Held(), refuse: Collection[int] = ()
) -> int | str:
    """The seat that deals the next round: 0 the same, RESELECT, or END.

    Source: R-BJV-4..7, R-PON-28, R-S75-8, R-SEM-13, R-SEM-18..20, R-FIF-10, R-FAR-16, R-T10-7, R-O2D-19, R-O2D-20.
    """
    how = terms.options["bank_change"]
    if not seats:
        return BANK
    if how == "rounds":
        return seats[0] if held.rounds >= int(terms.options["bank_rounds"]) else BANK
    if how == "talia":
        return _after_talia(terms, seats, result, held)
    if how in ("sixteen", "loser"):
        return BANK if result.taker is None else result.taker
    if how == "natural":
        return _after_natural(terms, seats, result, refuse)
    if how == "each_deal":
        return _after_deal(terms, seats, result)
    return BANK


def _after_talia(terms: Terms, seats: Sequence[int], result: Result, held: Held) -> int | str:
    if not result.is_pack_used:
        return BANK
    if terms.options.get("ends_after_circuit") and held.talias > len(seats):
        return END
    return seats[0]


def _after_deal(terms: Terms, seats: Sequence[int], result: Result) -> int:
    """R-SEM-13; in the royal variant a natural that wins takes the deal, the dealer's own keeps it."""
    if terms.options.get("royal"):
        if result.dealer_natural:
            return BANK
        if result.naturals:
            return min(result.naturals, key=seats.index)
    return seats[0]


def _after_natural(terms: Terms, seats: Sequence[int], result: Result, refuse: Collection[int]) -> int | str:
    if result.dealer_natural and terms.options["bank_change_needs_no_dealer_natural"]:
        return BANK
    holders = [seat for seat in seats if seat in result.naturals]
    takers = [seat for seat in holders if seat not in refuse]
    if takers:
        return takers[0]
    if not holders or BANK not in refuse:
        return BANK
    return offered(seats, refuse, start=1)


def offered(seats: Sequence[int], refuse: Collection[int], *, start: int) -> int | str:
    """R-BJV-7, R-BJV-10: the bank is offered round, from the seat of index `start` on."""
    order = [*seats[start:], *seats[:start]]
    return next((seat for seat in order if seat not in refuse), RESELECT)


def auction(seats: Sequence[int], bids: Mapping[int, Decimal], refuse: Collection[int]) -> tuple[int | str, Decimal]:
    """R-BJV-8..10: the highest bid takes the bank, of equal ones the nearest; without bids it is offered round."""
    told = [seat for seat in seats if seat in bids and seat not in refuse]
    if told:
        best = max(told, key=lambda seat: bids[seat])
        return best, bids[best]
    return offered(seats, refuse, start=0), Decimal(0)


def may_sell(terms: Terms, entitled: int | str, seller: int) -> bool:
    """R-BJV-11, R-PON-29: who is entitled to the deal may sell it, where the sign allows that."""
    return bool(terms.options.get("sell_deal_right")) and entitled == seller and seller != BANK
