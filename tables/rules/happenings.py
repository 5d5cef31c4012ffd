"""What may happen around rounds, as rows: `(number, at, kind, source, saw, *fields)`, like a round's facts. Pure.

An event is a row without its head, `(kind, *fields)`. A correction is a row that names another by its number; which
rows stand, and in which order, `standing` says.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeGuard

from shoes.cards import CARDS, is_known
from tables.rules.facts import AT, ID, KIND, MAX_ID, SLOT
from tables.rules.holding import Result
from tables.rules.options import IllegalOption
from tables.rules.pack import BadPack
from tables.rules.terms import terms_from_json

Event = tuple[Any, ...]
Row = tuple[Any, ...]
SOURCES: Final = ("entered", "inferred", "ruled", "table")
TABLES_OWN: Final = ("opened", "dealt", "settled", "called_off", "posted", "brought")
"""What only the table itself says."""
CORRECTIONS: Final = ("corrected", "voided")
MOST_CARDS: Final = 1000


class BadEvent(ValueError):
    """An event that says nothing the fold knows; the message names the field and what would be right."""


Check = tuple[str, Callable[[object], bool], str]


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= MAX_ID


def _is_place(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 24 and value.isascii() and value.isprintable()


def _are_places(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_place, value)) and len(set(value)) == len(value)


def _is_face(value: object) -> bool:
    return isinstance(value, str) and value in CARDS and is_known(CARDS[value])


def _are_faces(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 4 * MOST_CARDS and all(map(_is_face, value.split()))


def _or_none(is_right: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or is_right(value)


def _is_result(value: object) -> bool:
    if isinstance(value, Result):
        return True
    return isinstance(value, dict) and Result.may_be(value)


def _are_terms(value: object) -> bool:
    try:
        return isinstance(value, dict) and terms_from_json(value).is_free
    except (IllegalOption, BadPack, KeyError, TypeError, ValueError, AttributeError):
        return False


_PLACE: Check = ("place", _is_place, "a box such as 3")
_PLACES: Check = ("places", _are_places, "a list of boxes, each once")
_WHO: Check = ("who", _is_place, "a box such as 3, or 0 for the banker")
_AMOUNT: Check = ("amount_minor", _is_number, "whole minor units from 0")
_LEFT: Check = ("left_minor", _or_none(_is_number), "whole minor units from 0, or null for unknown")
_CARDS: Check = ("cards", lambda value: _is_number(value) and value <= MOST_CARDS, "how many cards")
_NUMBER: Check = ("number", lambda value: _is_number(value) and value != 0, "the number of an event, from 1")
_REASON: Check = ("reason", lambda value: isinstance(value, str) and len(value) <= 1000, "a text")

EVENTS: Final[dict[str, tuple[Check, ...]]] = {
    "seated": (_PLACES,),  # who plays, in layout order, the banker too
    "banker": (_PLACE,),  # agreed, drawn by lot
    "dealt_up": (("cards", _are_faces, "cards such as KS 9D AH"),),  # the deal beforehand, to the places in order
    "shuffled": (_WHO,),
    "wished": (_WHO,),  # who wants to cut
    "asked": (_WHO,),  # who was offered the cut; "right" is the banker's neighbour on the right
    "cut": (_WHO,),
    "bookmarked": (_CARDS,),  # how many cards lie before the bookmark
    "burned": (("card", _is_face, "a card such as QH"),),
    "put_up": (_AMOUNT,),  # what the banker puts into the bank
    "counted": (_AMOUNT,),  # what somebody counted in the pot, the farm or the bank
    "opened": (  # a round begins
        ("round", _is_number, "the number of a round"),
        ("bank", _or_none(_is_place), "a box, or null where nobody is known to hold the bank"),
        _PLACES,
        ("pot_minor", _or_none(_is_number), "whole minor units from 0, or null for unknown"),
        ("bank_minor", _or_none(_is_number), "whole minor units from 0, or null for unknown"),
    ),
    "dealt": (_CARDS,),  # how many cards a round took
    "settled": (("result", _or_none(_is_result), "what the round means for the bank, or null for unknown"), _LEFT),
    "called_off": (),  # the round is void: stakes went back
    "left": (),  # the banker gives up the bank, to be auctioned
    "bid": (_PLACE, ("amount_minor", lambda value: _is_number(value) and value != 0, "whole minor units above 0")),
    "hammered": (),  # nobody bids any more
    "refused": (_PLACE,),
    "sold": (("seller", *_PLACE[1:]), ("buyer", *_PLACE[1:]), ("price_minor", *_AMOUNT[1:])),
    "took": (_PLACE,),  # the bank was given to somebody
    "demanded": (_WHO,),  # I-8: somebody demands the burn that was left out
    "brought": (),  # other cards were brought to the table
    "posted": (("terms", _are_terms, "the terms of a sign whose bank players hold"),),
}
"""Event kind → its fields. What `tables.rules.evening` makes of each stands there."""

CORRECTED: Final[dict[str, tuple[Check, ...]]] = {
    "corrected": (_NUMBER, ("body", lambda value: isinstance(value, (list, tuple)), "kind and new fields"), _REASON),
    "voided": (_NUMBER, _REASON),
}


def check(event: object, where: str = "event") -> Event:
    """The event with lists made tuples. Raises BadEvent with one sentence."""
    if not isinstance(event, (list, tuple)) or not event or not isinstance(event[0], str):
        raise BadEvent(f"{where}: an event is a list [kind, …], not {_short(event)}.")
    kind, *fields = event
    checks = EVENTS.get(kind) or CORRECTED.get(kind)
    if checks is None and kind not in EVENTS:
        raise BadEvent(f"{where}: kind {_short(kind)} is unknown; an event is one of {', '.join(EVENTS)}.")
    if len(fields) != len(checks or ()):
        names = ", ".join(name for name, _, _ in checks or ()) or "none"
        raise BadEvent(f"{where}: {kind} has {len(checks or ())} fields ({names}), not {len(fields)}.")
    told: list[Any] = []
    for (name, is_right, right), value in zip(checks or (), fields, strict=True):
        if not is_right(value):
            raise BadEvent(f"{where}: {name} of {kind} is {_short(value)}; it must be {right}.")
        told.append(_settled(name, value, where))
    return (kind, *told)


def _settled(name: str, value: Any, where: str) -> Any:
    if name == "body":
        if value and value[0] in CORRECTIONS:
            raise BadEvent(f"{where}: a correction puts an event right, never another correction.")
        return check(value, where)
    if name == "result" and isinstance(value, dict):
        return Result.from_json(value)
    return tuple(value) if isinstance(value, list) else value


def parse(row: object, where: str = "event") -> Row:
    """The row of a document. Raises BadEvent with one sentence."""
    if not isinstance(row, (list, tuple)) or len(row) < SLOT:
        raise BadEvent(f"{where}: an event is a list [number, at, kind, source, saw, …], not {_short(row)}.")
    number, at, kind, source, saw = row[:SLOT]
    if not _NUMBER[1](number):
        raise BadEvent(f"{where}: number is {_short(number)}; it must be a whole number from 1.")
    where = f"{where} {number}"
    if not _is_number(at):
        raise BadEvent(f"{where}: at is {_short(at)}; it must be milliseconds since 1970 (UTC).")
    if source not in SOURCES:
        raise BadEvent(f"{where}: source is {_short(source)}; it must be one of {', '.join(SOURCES)}.")
    if not isinstance(saw, str):
        raise BadEvent(f"{where}: saw is {_short(saw)}; it must be a text such as tablet.")
    return (number, at, kind, source, saw, *check([kind, *row[SLOT:]], where)[1:])


def as_json(row: Row) -> list[Any]:
    """A row as JSON has it."""
    return [_plain(field) for field in row]


def _plain(value: Any) -> Any:
    if isinstance(value, Result):
        return value.as_json()
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def event_of(row: Row) -> Event:
    return (row[KIND], *row[SLOT:])


def standing(rows: Iterable[Row]) -> list[Row]:
    """The rows that stand, in the order in which they happened: corrected, without what was taken back.

    The last correction of an event holds. Of a round that was seated anew the last opening holds, at the first's time.
    """
    told = sorted(rows, key=_by_number)
    bodies: dict[int, Event | None] = {}
    for row in told:
        if row[KIND] in CORRECTIONS:
            bodies[row[SLOT]] = row[SLOT + 1] if row[KIND] == "corrected" else None
    kept: list[Row] = []
    opened: dict[int, int] = {}  # by number of the round: where its row stands in `kept`
    for row in told:
        if row[KIND] in CORRECTIONS:
            continue
        if row[ID] in bodies:
            body = bodies[row[ID]]
            if body is None:
                continue
            row = (row[ID], row[AT], body[0], row[3], row[4], *body[1:])
        if row[KIND] == "opened" and row[SLOT] in opened:
            place = opened[row[SLOT]]
            kept[place] = (kept[place][ID], kept[place][AT], *row[KIND:])
            continue
        if row[KIND] == "opened":
            opened[row[SLOT]] = len(kept)
        kept.append(row)
    return sorted(kept, key=_by_time)


def _by_number(row: Row) -> int:
    return int(row[ID])


def _by_time(row: Row) -> tuple[int, int]:
    return row[AT], row[ID]


def last_of(rows: Sequence[Row]) -> int:
    return max((row[ID] for row in rows), default=0)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"
