"""A line of a file of rounds: the members of a `table-round/1` document, read and checked. Pure.

A table says the same things all evening, and a file has a handful of signs. What was read and checked once is known
again by its text, which is several times faster than to parse and check it anew; it is never judged less strictly.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import product
from operator import add
from sys import intern
from typing import Any, Final, NamedTuple

import orjson

from tables.rules.facts import ID, KIND, MAX_ID, BadFact, Fact, parse
from tables.rules.terms import ENGINE

FORMAT: Final = "table-round/1"
MEMBERS: Final[dict[str, tuple[type, ...]]] = {
    "closed_at": (int,),
    "dealer": (str,),
    "engine": (int,),
    "facts": (list,),
    "findings": (list,),
    "format": (str,),
    "opened_at": (int,),
    "pack": (dict,),
    "places": (list,),
    "previous_sha256": (str, type(None)),
    "revision": (int,),
    "round": (int,),
    "rulings": (list,),
    "settlement": (dict,),
    "sha256": (str,),
    "shoe": (str,),
    "sign": (dict,),
    "table": (str,),
    "terms": (dict,),
    "terms_sha256": (str,),
}
_NAMES: Final = frozenset(MEMBERS)
_SORTED: Final = tuple(MEMBERS)
_SHAPES: Final = frozenset(product(*MEMBERS.values()))
_TYPE_NAMES: Final = {int: "a whole number", str: "a text", list: "a list", dict: "an object", type(None): "null"}
_FACTS: Final = b'"facts":[['
_AFTER_FACTS: Final = b']],"findings":'
_SETTLEMENT: Final = b'"settlement":{'
_AFTER_SETTLEMENT: Final = b'},"sha256":"'
_HASH: Final = slice(-66, -2)  # of the terms; it ends a canonical line
_HASH_MARK: Final = b'"sha256":"'
_DIGITS: Final = b"0123456789"
_BODIES_KEPT: Final = 100_000
_SIGNS_KEPT: Final = 1000


class BadDocument(ValueError):
    """A line that is no `table-round/1` document; the message names the field and what would be right."""


class Line(NamedTuple):
    """A document as it was read: its facts checked, its settlement as canonical text, where its own hash stands."""

    members: dict[str, Any]
    facts: list[Fact]
    settlement: bytes
    hash_at: int


def canonical(value: object) -> bytes:
    """Canonical JSON of plain values whose keys are ASCII and whose numbers are integers; equal to RFC 8785 there."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def read(text: bytes) -> Line:
    """Take a line apart. Raises BadDocument for what is no `table-round/1`."""
    line = _read_known(text) or _read_anew(text)
    engine = line.members["engine"]
    if not 1 <= engine <= ENGINE:
        raise BadDocument(f"engine: {engine} is not known; this engine judges documents of 1 to {ENGINE}.")
    return line


def parsed(text: bytes) -> Any:
    """Plain values of JSON. Raises BadDocument."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as wrong:
        raise BadDocument(f"this is no JSON ({wrong}); a line is one JSON object.") from None


def short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:77] + "…"


def _read_anew(text: bytes) -> Line:
    members = parsed(text)
    if not isinstance(members, dict):
        raise BadDocument("this is no JSON object; a line is one table-round/1 document.")
    if members.get("format") != FORMAT:
        raise BadDocument(f"format: {members.get('format')!r} is not known; it must be {FORMAT}.")
    _check_members(members)
    _remember_sign(text, members)
    facts = [_fact(row, place) for place, row in enumerate(members["facts"])]
    double = next((number for number, times in Counter(fact[ID] for fact in facts).items() if times > 1), None)
    if double is not None:
        raise BadDocument(f"facts: number {double} stands twice; each fact of a round has a number of its own.")
    return Line(members, facts, canonical(members["settlement"]), text.rfind(_HASH_MARK))


def _fact(row: object, place: int) -> Fact:
    try:
        return parse(row, f"facts[{place}]")
    except BadFact as wrong:
        raise BadDocument(str(wrong)) from None


def _check_members(members: Mapping[str, Any]) -> None:
    """Name the member that is missing, strange or of another type; only their order may differ."""
    missing, strange = sorted(_NAMES - members.keys()), sorted(members.keys() - _NAMES)
    if missing:
        raise BadDocument(f"{missing[0]}: is missing; a document has {', '.join(sorted(_NAMES))}.")
    if strange:
        raise BadDocument(f"{strange[0]}: is not known; a document has {', '.join(sorted(_NAMES))}.")
    for name, right in MEMBERS.items():
        value = members[name]
        if type(value) not in right:
            allowed = " or ".join(_TYPE_NAMES[kind] for kind in right)
            raise BadDocument(f"{name}: {short(value)} is not right; it must be {allowed}.")


# What is known already


class _Bodies(dict[bytes, tuple[Any, ...]]):
    """Kind, source, eyes and fields of facts by their text, which begins behind the kind's first quote.

    A text that is not known yet is parsed and checked.
    """

    def __missing__(self, text: bytes) -> tuple[Any, ...]:
        if len(self) >= _BODIES_KEPT:
            self.clear()
        fields = parse(orjson.loads(b'[1,1,"%b]' % text))[KIND:]
        body = self[text] = tuple(intern(field) if type(field) is str else field for field in fields)
        return body


_bodies: Final = _Bodies()
_signs: Final[dict[bytes, tuple[bytes, dict[str, Any]]]] = {}
"""By the hash that a line names at its end: how the line ends, from its terms on, and those terms."""


def _read_known(text: bytes) -> Line | None:
    """The same of a canonical line whose terms were seen before; None if it is none, or something is wrong with it.

    Facts, settlement and terms are cut out of the text, and what is left is parsed. Together that is what the text
    says: each part is right by itself, and stands where an empty list, an empty object or the end is right.
    """
    tail, terms = _signs.get(text[_HASH], (b"", None))
    start = text.find(_FACTS) + len(_FACTS)
    end = text.find(_AFTER_FACTS, start)
    money = text.find(_SETTLEMENT, end) + len(_SETTLEMENT) - 1
    money_end = text.find(_AFTER_SETTLEMENT, money) + 1
    if not tail or not text.endswith(tail) or not len(_FACTS) <= start < end < money < money_end:
        return None
    rest = b"%b%b{}%b}" % (text[: start - 1], text[end + 1 : money], text[money_end : -len(tail)])
    if rest.count(b"{", 0, start) != 1 or rest.count(b'"facts":') != 1 or rest.count(b'"settlement":') != 1:
        return None  # such a member is nested, or stated twice
    try:
        members: dict[str, Any] = orjson.loads(rest)
        facts = _known_facts(text[start:end])
    except ValueError:  # _read_anew says what is wrong
        return None
    members["terms"] = terms
    members["terms_sha256"] = text[_HASH].decode()
    if tuple(members) != _SORTED or tuple(map(type, members.values())) not in _SHAPES:
        return None
    if members["format"] != FORMAT or members["facts"] or members["settlement"]:
        return None
    return Line(members, facts, text[money:money_end], money_end + 1)


def _known_facts(rows: bytes) -> list[Fact]:
    """The facts of `1,1700000000000,"card",…],[2,…`. Raises ValueError."""
    heads, _, bodies = zip(*[row.partition(b',"') for row in rows.split(b"],[")], strict=True)
    text = b";".join(heads)
    # All heads are parsed at once, so each must be two numbers, not three of which one is the next head's.
    if text.translate(None, _DIGITS) != (b",;" * len(heads))[:-1]:
        raise ValueError
    numbers = orjson.loads(b"[%b]" % text.replace(b";", b","))
    ids = numbers[::2]
    if not all(numbers) or sum(numbers) > MAX_ID or len(set(ids)) != len(ids):
        raise ValueError  # a strange number, or one that stands twice: _read_anew looks closer
    return list(map(add, zip(ids, numbers[1::2], strict=True), map(_bodies.__getitem__, bodies)))


def _remember_sign(text: bytes, members: Mapping[str, Any]) -> None:
    tail = b',"terms":%b,"terms_sha256":%b}' % (canonical(members["terms"]), canonical(members["terms_sha256"]))
    if text.endswith(tail):
        if len(_signs) >= _SIGNS_KEPT:
            _signs.clear()
        _signs[text[_HASH]] = tail, members["terms"]
