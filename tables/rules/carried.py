"""What one round leaves to the next: the pot, the farm, the bank, and the round's own beginning and end. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from tables.rules import banking, holding, pots, shuffling
from tables.rules.holding import Result
from tables.rules.posted import outside
from tables.rules.shapes import Step
from tables.rules.terms import Terms, terms_from_json

if TYPE_CHECKING:
    from tables.rules.evening import Evening
    from tables.rules.happenings import Event
    from tables.rules.round import Round

LEFT_BY: Final = {"farmer": "R-FAR-18", "fifteen": "R-FIF-9", "ochko-36": "R-O36-27", "sette-e-mezzo": "R-SEM-25"}
"""The clause that says what stays on the table; of ochko with two packs R-O2D-5."""
PUT_UP_BY: Final = {"ochko-36": "R-O36-8", "sette-e-mezzo": "R-SEM-24"}


def keeps_pot(terms: Terms) -> bool:
    """R-FIF-3, R-FAR-2: everybody puts in, and what nobody wins stays."""
    return terms.game.settle in (pots.fifteen, pots.farmer)


def keeps_bank(terms: Terms) -> bool:
    """R-O36-8, R-O2D-5, R-SEM-24: stakes are measured by what the banker has put up."""
    return (
        terms.options.get("stake_cap", "none") != "none"
        or terms.options.get("bank_play") is True
        or terms.game.settle is pots.ochko
    )


def due(e: Evening) -> Step | None:
    if keeps_bank(e.terms) and not e.bank_minor:
        return Step("put_up", e.bank)
    if keeps_pot(e.terms) and e.pot_minor is None:
        return Step("count_pot")
    return None


def put_up(e: Evening, amount: int) -> None:
    e.bank_minor = amount
    limits = e.terms.limits.kinds.get("bank")
    why = outside(limits, "bank", amount) if limits is not None else None
    if why is not None:
        e.note(why[0], "0", why[1], **why[2])


def counted(e: Evening, amount: int) -> None:
    """What somebody counted where money lies from round to round; it holds from now on."""
    if keeps_bank(e.terms):
        _compare(e, e.bank_minor, amount)
        e.bank_minor = amount
    elif keeps_pot(e.terms):
        _compare(e, e.pot_minor, amount)
        e.pot_minor = amount


def _compare(e: Evening, right: int | None, amount: int | None) -> None:
    if right is not None and amount != right:
        rule = LEFT_BY.get(e.terms.game.name, "R-O2D-5")
        e.note(rule, "0", "carried_otherwise", amount_minor=amount, right_minor=right)


def opened(
    e: Evening, round: int, bank: str | None, places: Sequence[str], pot_minor: int | None, bank_minor: int | None
) -> None:
    """A round begins; what it begins with is held against what was left to it."""
    _begin(e)
    right = e.opening()
    if bank is not None and bank != right.bank:
        e.note("I-29", bank, "opened_for_another", turn=right.bank)
    elif right.places and tuple(places) != right.places:
        e.note("I-29", "0", "opened_out_of_order")
    if keeps_pot(e.terms):
        _compare(e, right.pot_minor, pot_minor)
    if keeps_bank(e.terms):
        _compare(e, right.bank_minor, bank_minor)
    e.round = round
    e.playing = tuple(places)


def _begin(e: Evening) -> None:
    if e.is_dealing:
        return
    e.is_dealing = True
    e.playing = e.seats()
    banking.before_round(e)
    shuffling.before_round(e)
    if keeps_bank(e.terms) and e.bank_minor == 0:
        e.note(PUT_UP_BY.get(e.terms.game.name, "R-O2D-5"), "0", "bank_empty")


def dealt(e: Evening, cards: int) -> None:
    """A round took so many cards; where its beginning was not told it began with them."""
    _begin(e)
    shuffling.used(e, cards)


def settled(e: Evening, result: Result | None, left_minor: int | None) -> None:
    """A round is over: the money that stays, and to whom the bank is offered; None is not known."""
    if keeps_bank(e.terms):
        e.bank_minor = left_minor if e.terms.options.get("bank_play") is not True else None  # R-SEM-25: he takes it
    elif keeps_pot(e.terms):
        e.pot_minor = left_minor
    told = result or Result()
    e.is_pack_used = e.is_pack_used or told.is_pack_used
    _end(e, told)
    if e.terms.is_free and result is not None:
        banking.change(e, result)


def called_off(e: Evening) -> None:
    """The round was void: stakes went back, nothing is won, and nobody gains the bank by it."""
    e.is_dealing = False
    shuffling.after_round(e)


def _end(e: Evening, told: Result) -> None:
    e.is_dealing = False
    banking.held_on(e, is_pack_used=e.is_pack_used)
    shuffling.after_round(e, is_wild_out=told.is_wild_out)


def posted(e: Evening, terms: dict[str, Any]) -> None:
    """Another sign of the same game: what it says holds from the next round on."""
    e.terms = terms_from_json(terms)


def after(r: Round) -> tuple[Event, Event]:
    """What a round that has ended tells its evening."""
    cards = sum(1 for fact in r.cards.values() if fact[5] != "mouth")
    if r.is_void:
        return ("dealt", cards), ("called_off",)
    if not r.followed:
        return ("dealt", cards), ("settled", None, None)
    return ("dealt", cards), ("settled", holding.result(r), left_by(r))


def left_by(r: Round) -> int | None:
    """What lies in the pot or the bank after the round; None is unknown, or nothing that is kept."""
    settled = r.settlement()
    if keeps_bank(r.terms):
        return pots.bank_left(r, settled)
    return pots.left(r, settled) if keeps_pot(r.terms) else None


TAKES: Final[dict[str, Callable[..., Any]]] = {
    "put_up": put_up,
    "counted": counted,
    "opened": opened,
    "dealt": dealt,
    "settled": settled,
    "called_off": called_off,
    "posted": posted,
}
