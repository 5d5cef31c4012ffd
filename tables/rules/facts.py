"""Facts: what happened at a table, as tuples. Pure.

A fact is `(id, at, kind, source, saw, *fields)`; the fields of each kind stand in `FIELDS`. `id` is the arrival number
in its round, `at` the time of capture in milliseconds since 1970 (UTC). In a document a fact is a JSON array. Money is
whole minor units; None is unknown, 0 is none.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from shoes.cards import CARDS

Fact = tuple[Any, ...]

ID, AT, KIND, SOURCE, SAW, SLOT = range(6)
BANK: Final = "0"
SOURCES: Final = ("entered", "observed", "ruled", "inferred", "table")
STAKE_KINDS: Final = ("main", "double", "split", "triple", "insurance", "buy", "redouble", "onlooker", "side")
PAY_KINDS: Final = ("main", "insurance", "even_money", "surrender", "penalty", "as_shown")
FACES: Final = ("up", "down")
LIES: Final = ("along", "across")
HOWS: Final = ("settled", "void", "lost")
MAX_ID: Final = 2**53 - 1


class BadFact(ValueError):
    """A row that is no fact; the message says which field and what would be right."""


def _is_id(value: object) -> bool:
    return type(value) is int and 0 < value <= MAX_ID


def _is_int(value: object) -> bool:
    return type(value) is int and abs(value) <= MAX_ID


def _is_amount(value: object) -> bool:
    return value is None or (type(value) is int and 0 <= value <= MAX_ID)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 200


def _is_slot(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 24 and value.isascii() and " " not in value


def _are_slots(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(map(_is_slot, value))


def _one_of(*choices: str) -> Callable[[object], bool]:
    return lambda value: value in choices


Check = tuple[str, Callable[[object], bool], str]
_SLOT: Check = ("slot", _is_slot, "a place such as 3, a hand such as 3.1, or 0 for the bank")
_AMOUNT: Check = ("amount_minor", _is_amount, "whole minor units from 0, or null for unknown")
_CARD: Check = ("card", lambda v: isinstance(v, str) and v in CARDS, "a card such as QH, or Q? or ?? where unsure")
_FACE: Check = ("face", _one_of(*FACES), "up or down")
_LIE: Check = ("lie", _one_of(*LIES), "along or across")
_REASON: Check = ("reason", lambda v: isinstance(v, str) and len(v) <= 2000, "a text")
_FACT_ID: Check = ("fact_id", _is_id, "the number of an earlier fact, from 1")
_WHO: Check = ("who", _is_text, "who did it")
_MANY: Check = ("how_many", lambda v: v is None or _is_int(v), "a whole number or null")

FIELDS: Final[dict[str, tuple[Check, ...]]] = {
    "stake": (_SLOT, _AMOUNT, ("stake_kind", _one_of(*STAKE_KINDS), "one of " + ", ".join(STAKE_KINDS))),
    "card": (_SLOT, _CARD, _FACE, _LIE),
    "turned": (("card_fact_id", _is_id, "the number of a card's fact"), _CARD),
    "parted": (_SLOT,),
    "lifted": (_SLOT,),
    "said": (_SLOT, ("word", _is_text, "a word such as stand"), _AMOUNT),
    "peeked": (_SLOT,),
    "indicator": (_SLOT,),
    "shuffled": (_WHO, _MANY),
    "cut": (_WHO, _MANY),
    "burned": (_WHO, _MANY),
    "paid": (
        _SLOT,
        ("pay_kind", _one_of(*PAY_KINDS), "one of " + ", ".join(PAY_KINDS)),
        ("amount_minor", lambda v: v is None or _is_int(v), "whole minor units or null"),
    ),
    "choice": (("irregularity", _is_text, "an id such as I-6"), _FACT_ID, ("option", _is_text, "a choice")),
    "corrected": (_FACT_ID, ("body", lambda v: isinstance(v, (list, tuple)), "a list: kind and new fields"), _REASON),
    "voided": (_FACT_ID, _REASON),
    "inserted": (
        ("after_fact_id", lambda v: v == 0 or _is_id(v), "the number of an earlier fact, or 0"),
        ("at", _is_int, "milliseconds since 1970"),
        ("body", lambda v: isinstance(v, (list, tuple)), "a list: kind and fields"),
        _REASON,
    ),
    "gap": (
        ("source", _is_text, "the camera"),
        ("from_at", _is_int, "milliseconds since 1970"),
        ("until_at", lambda v: v is None or _is_int(v), "milliseconds since 1970, or null"),
    ),
    "opened": (
        ("terms_hash", lambda v: isinstance(v, str), "the hash of the posted terms"),
        ("places", _are_slots, "a list of places in seat order"),
        ("bank", _is_text, "house"),
    ),
    "closed": (("how", _one_of(*HOWS), "one of " + ", ".join(HOWS)),),
    "player": (_SLOT, ("others", _are_slots, "a list of the further boxes of who plays that one; empty for none")),
}


def normal_slot(slot: str) -> str:
    """`3.0` is `3`: the first hand of a box carries the box's name."""
    return slot[:-2] if slot.endswith(".0") else slot


def check_body(kind: object, fields: Sequence[object], where: str = "fact") -> tuple[Any, ...]:
    """Kind and fields of one fact, lists made tuples. Raises BadFact."""
    if not isinstance(kind, str) or kind not in FIELDS:
        raise BadFact(f"{where}: kind {kind!r} is unknown; a fact is one of {', '.join(FIELDS)}.")
    checks = FIELDS[kind]
    if len(fields) != len(checks):
        names = ", ".join(name for name, _, _ in checks)
        raise BadFact(f"{where}: a {kind} has {len(checks)} fields ({names}), not {len(fields)}.")
    values: list[Any] = []
    for (name, is_right, right), value in zip(checks, fields, strict=True):
        if not is_right(value):
            raise BadFact(f"{where}: {name} of this {kind} is {value!r}; it must be {right}.")
        values.append(_settled(name, value, where))
    return (kind, *values)


def _settled(name: str, value: Any, where: str) -> Any:
    if name == "slot":
        return normal_slot(value)
    if name == "body":
        if not value or value[0] in ("corrected", "voided", "inserted", "opened"):
            raise BadFact(
                f"{where}: body is {value!r}; it must be the kind and fields of a fact that can be put right."
            )
        return check_body(value[0], value[1:], where)
    return tuple(value) if isinstance(value, list) else value


def parse(row: object, where: str = "fact") -> Fact:
    """The fact of a JSON row. Raises BadFact with one sentence naming the field and what would be right."""
    if not isinstance(row, (list, tuple)) or len(row) < SLOT:
        raise BadFact(f"{where}: a fact is a list [id, at, kind, source, saw, …], not {row!r}.")
    number, at, kind, source, saw = row[:SLOT]
    if not _is_id(number):
        raise BadFact(f"{where}: id is {number!r}; it must be a whole number from 1.")
    where = f"{where} {number}"
    if not _is_int(at):
        raise BadFact(f"{where}: at is {at!r}; it must be milliseconds since 1970 (UTC).")
    if source not in SOURCES:
        raise BadFact(f"{where}: source is {source!r}; it must be one of {', '.join(SOURCES)}.")
    if not isinstance(saw, str):
        raise BadFact(f"{where}: saw is {saw!r}; it must be a text such as tablet or camera:12a.")
    body = check_body(kind, row[SLOT:], where)
    return (number, at, body[0], source, saw, *body[1:])


def stake(
    number: int, at: int, source: str, saw: str, *, slot: str, amount_minor: int | None, kind: str = "main"
) -> Fact:
    return (number, at, "stake", source, saw, normal_slot(slot), amount_minor, kind)


def card(
    number: int, at: int, source: str, saw: str, *, slot: str, card: str, face: str = "up", lie: str = "along"
) -> Fact:
    return (number, at, "card", source, saw, normal_slot(slot), card, face, lie)


def turned(number: int, at: int, source: str, saw: str, *, card_fact_id: int, card: str) -> Fact:
    return (number, at, "turned", source, saw, card_fact_id, card)


def parted(number: int, at: int, source: str, saw: str, *, slot: str) -> Fact:
    return (number, at, "parted", source, saw, normal_slot(slot))


def lifted(number: int, at: int, source: str, saw: str, *, slot: str) -> Fact:
    return (number, at, "lifted", source, saw, normal_slot(slot))


def said(number: int, at: int, source: str, saw: str, *, slot: str, word: str, amount_minor: int | None = None) -> Fact:
    return (number, at, "said", source, saw, normal_slot(slot), word, amount_minor)


def peeked(number: int, at: int, source: str, saw: str, *, slot: str = BANK) -> Fact:
    return (number, at, "peeked", source, saw, slot)


def indicator(number: int, at: int, source: str, saw: str, *, slot: str = "mouth") -> Fact:
    return (number, at, "indicator", source, saw, slot)


def shuffled(number: int, at: int, source: str, saw: str, *, who: str, how_many: int | None = None) -> Fact:
    return (number, at, "shuffled", source, saw, who, how_many)


def cut(number: int, at: int, source: str, saw: str, *, who: str, how_many: int | None = None) -> Fact:
    return (number, at, "cut", source, saw, who, how_many)


def burned(number: int, at: int, source: str, saw: str, *, who: str, how_many: int | None = None) -> Fact:
    return (number, at, "burned", source, saw, who, how_many)


def paid(number: int, at: int, source: str, saw: str, *, slot: str, kind: str, amount_minor: int | None) -> Fact:
    return (number, at, "paid", source, saw, normal_slot(slot), kind, amount_minor)


def paid_as_shown(number: int, at: int, source: str, saw: str) -> Fact:
    return (number, at, "paid", source, saw, "*", "as_shown", None)


def choice(number: int, at: int, source: str, saw: str, *, irregularity: str, fact_id: int, option: str) -> Fact:
    return (number, at, "choice", source, saw, irregularity, fact_id, option)


def corrected(number: int, at: int, source: str, saw: str, *, fact_id: int, body: Sequence[Any], reason: str) -> Fact:
    return (number, at, "corrected", source, saw, fact_id, tuple(body), reason)


def voided(number: int, at: int, source: str, saw: str, *, fact_id: int, reason: str) -> Fact:
    return (number, at, "voided", source, saw, fact_id, reason)


def inserted(
    number: int, at: int, source: str, saw: str, *, after_fact_id: int, at_ms: int, body: Sequence[Any], reason: str
) -> Fact:
    return (number, at, "inserted", source, saw, after_fact_id, at_ms, tuple(body), reason)


def gap(number: int, at: int, source: str, saw: str, *, camera: str, from_at: int, until_at: int | None) -> Fact:
    return (number, at, "gap", source, saw, camera, from_at, until_at)


def opened(
    number: int, at: int, source: str, saw: str, *, terms_hash: str, places: Sequence[str], bank: str = "house"
) -> Fact:
    return (number, at, "opened", source, saw, terms_hash, tuple(places), bank)


def closed(number: int, at: int, source: str, saw: str, *, how: str = "settled") -> Fact:
    return (number, at, "closed", source, saw, how)


def player(number: int, at: int, source: str, saw: str, *, slot: str, others: Sequence[str]) -> Fact:
    return (number, at, "player", source, saw, normal_slot(slot), tuple(others))
