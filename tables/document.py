"""The `table-round/1` document of a settled round: made, read and judged anew. Pure.

One line of canonical JSON (RFC 8785, integers only). `sha256` is the hash of that line without its own member, so that
a line carries its own check; `previous_sha256` is that of the revision before. Schema: `tables/round.schema.json`.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from itertools import product
from typing import Any, Final

import orjson

from tables.differences import differing, short
from tables.rules import joins
from tables.rules.facts import AT, ID, KIND, SLOT, BadFact, Fact, parse
from tables.rules.options import IllegalOption
from tables.rules.pack import BadPack, load_pack
from tables.rules.round import fold
from tables.rules.shapes import Finding, Settlement
from tables.rules.terms import ENGINE, Terms, terms_from_json

FORMAT: Final = "table-round/1"
SOUND: Final = "sound"
JUDGED_OTHERWISE: Final = "judged otherwise"
DAMAGED: Final = "damaged"

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
_MARK: Final = b'"sha256":"'
_BODIES_KEPT: Final = 100_000


class BadDocument(ValueError):
    """A line that is no `table-round/1` document; the message names the field and what would be right."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a document says of its round beside the facts."""

    table: str
    round: int
    shoe: str
    dealer: str
    sign_version: int
    opened_at: int
    closed_at: int
    places: Sequence[str]
    revision: int = 1
    previous_sha256: str | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What folding a document again gave: whether the record is sound, and what went wrong at the table."""

    table: str
    round: int
    revision: int
    record: str  # SOUND, JUDGED_OTHERWISE or DAMAGED
    why: tuple[str, ...]
    engine: int
    findings: tuple[Finding, ...]
    sha256: str

    @property
    def name(self) -> str:
        return f"{self.table}/{self.round}"


def build(
    head: Head,
    *,
    terms: Terms,
    facts: Iterable[Fact],
    findings: Sequence[Finding],
    settlement: Settlement,
    rulings: Sequence[Mapping[str, Any]] = (),
) -> tuple[str, str]:
    """The document's text and its hash."""
    members = {
        "closed_at": head.closed_at,
        "dealer": head.dealer,
        "engine": ENGINE,
        "facts": sorted(facts),
        "findings": [finding.as_json() for finding in findings],
        "format": FORMAT,
        "opened_at": head.opened_at,
        "pack": {"name": terms.pack, "hash": pack_hash(terms.pack)},
        "places": list(head.places),
        "previous_sha256": head.previous_sha256,
        "revision": head.revision,
        "round": head.round,
        "rulings": list(rulings),
        "settlement": settlement.as_json(),
        "shoe": head.shoe,
        "sign": {"version": head.sign_version, "hash": terms.hash},
        "table": head.table,
        "terms": terms.as_json(),
        "terms_sha256": terms.hash,
    }
    sha256 = hashlib.sha256(canonical(members)).hexdigest()
    return canonical(members | {"sha256": sha256}).decode(), sha256


def canonical(value: object) -> bytes:
    """Canonical JSON of plain values whose keys are ASCII and whose numbers are integers; equal to RFC 8785 there."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def read(text: bytes) -> dict[str, Any]:
    """The members of a document. Raises BadDocument for whatever is no `table-round/1`."""
    try:
        members = orjson.loads(text)
    except orjson.JSONDecodeError as wrong:
        raise BadDocument(f"this is no JSON ({wrong}); a line is one JSON object.") from None
    if not isinstance(members, dict):
        raise BadDocument("this is no JSON object; a line is one table-round/1 document.")
    if members.get("format") != FORMAT:
        raise BadDocument(f"format: {members.get('format')!r} is not known; it must be {FORMAT}.")
    if tuple(members) != _SORTED or tuple(map(type, members.values())) not in _SHAPES:
        _check_members(members)
    if not 1 <= members["engine"] <= ENGINE:
        raise BadDocument(f"engine: {members['engine']} is not known; this engine judges documents of 1 to {ENGINE}.")
    return members


def facts_of(members: Mapping[str, Any]) -> list[Fact]:
    """The facts of a document. Raises BadDocument for a malformed fact or a number used twice."""
    facts: list[Fact] = []
    known, add = _bodies, facts.append
    for row in members["facts"]:
        try:
            fact = tuple(row)
            place = known[fact[2:]]
            number = fact[0]
            is_right = type(number) is int and type(fact[1]) is int and number > 0 and type(fact[place]) is int
        except (KeyError, TypeError):
            is_right = False
        add(fact if is_right else _new_fact(row, len(facts)))
    if len({fact[ID] for fact in facts}) != len(facts):
        double = next(number for number, times in Counter(fact[ID] for fact in facts).items() if times > 1)
        raise BadDocument(f"facts: number {double} stands twice; each fact of a round has a number of its own.")
    return facts


def audit(text: bytes, *, stored_sha256: str | None = None, previous: Judgement | None = None) -> Judgement:
    """Judge a document anew: hashes, terms, findings, settlement.

    `stored_sha256` is the hash kept elsewhere; `previous` the judgement of the line before, whose hash a next revision
    of the same round must name. Raises BadDocument.
    """
    text = text.rstrip(b"\r\n")
    members = read(text)
    judgement = judge(members)
    broken = _broken_hashes(members, text, stored_sha256, previous)
    return replace(judgement, record=DAMAGED, why=(*broken, *judgement.why)) if broken else judgement


def judge(members: Mapping[str, Any], *, engine: int = ENGINE) -> Judgement:
    """Fold the document's facts again. What differs is damage, unless an engine before `engine` made the document."""
    facts = facts_of(members)
    terms, why = _terms_of(members)
    why += _contradictions(members, facts, engine)
    again = fold(terms, joins.facts(facts))
    findings = tuple(again.findings())
    otherwise = differing(members, findings, again.settlement())
    again.dissolve()
    record = SOUND
    if why or otherwise:
        record = DAMAGED if why or members["engine"] == engine else JUDGED_OTHERWISE
    return Judgement(
        members["table"],
        members["round"],
        members["revision"],
        record,
        tuple(why + otherwise),
        members["engine"],
        findings,
        members["sha256"],
    )


@cache
def pack_hash(name: str) -> str:
    """SHA-256 of the rule pack's text, as it comes with the project. Raises BadPack."""
    load_pack(name)
    return hashlib.sha256(resources.files("tables.packs").joinpath(f"{name}.toml").read_bytes()).hexdigest()


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


_bodies: dict[tuple[Any, ...], int] = {}
"""Rows without number and time that were found right: a table says the same things all evening. With each stands where
its one whole number is, since to a dict 5.0 and 5 are the same."""


_nested: dict[bytes, tuple[Any, ...]] = {}
"""The same for rows that hold a list, by their text: every round of a table opens alike."""


def _new_fact(row: Any, place: int) -> Fact:
    """The fact of a row that holds a list, or whose like has not been seen; checked field by field at first."""
    is_nested = isinstance(row, list) and any(isinstance(field, list) for field in row)
    text = canonical(row[2:]) if is_nested else b""
    if text in _nested and type(row[0]) is int and type(row[1]) is int and row[0] > 0:
        return (row[0], row[1], *_nested[text])
    try:
        fact = parse(row, f"facts[{place}]")
    except BadFact as wrong:
        raise BadDocument(str(wrong)) from None
    _remember(row, fact, text)
    return fact


def _remember(row: list[Any], fact: Fact, text: bytes) -> None:
    if len(_bodies) + len(_nested) >= _BODIES_KEPT:
        _bodies.clear()
        _nested.clear()
    numbers = [index for index, field in enumerate(row) if type(field) is int]
    if text:
        _nested[text] = fact[2:]
    elif fact == tuple(row) and len(numbers) <= 3:
        _bodies[fact[2:]] = numbers[-1]


def _broken_hashes(
    members: Mapping[str, Any], text: bytes, stored: str | None, previous: Judgement | None
) -> list[str]:
    sha256: str = members["sha256"]
    why = []
    start = text.find(_MARK)
    end = start + len(_MARK) + len(sha256) + 2
    rest = hashlib.sha256(memoryview(text)[:start])
    rest.update(memoryview(text)[end:])
    if start < 0 or rest.hexdigest() != sha256:
        why.append("sha256: the document was changed, its hash is another")
    if stored is not None and stored != sha256:
        why.append("sha256: another hash was kept when the document was written")
    if (members["previous_sha256"] is None) != (members["revision"] == 1):
        why.append("previous_sha256: revision 1 has none, every later one names the one before")
    if previous and (previous.table, previous.round) == (members["table"], members["round"]):
        if members["revision"] != previous.revision + 1:
            why.append(f"revision: {members['revision']} follows {previous.revision}")
        elif members["previous_sha256"] != previous.sha256:
            why.append("previous_sha256: the revision before has another hash")
    return why


_terms: dict[str, tuple[dict[str, Any], Terms]] = {}
"""Terms by their hash, with the JSON they were made from: a file has a handful of signs."""


def _terms_of(members: Mapping[str, Any]) -> tuple[Terms, list[str]]:
    stated = members["terms"]
    known = _terms.get(members["terms_sha256"])
    if known and known[0] == stated:
        return known[1], []
    try:
        terms = terms_from_json(stated)
    except IllegalOption as illegal:
        raise BadDocument(f"terms: {illegal}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as wrong:
        raise BadDocument(f"terms: {wrong} is missing or malformed; see tables/round.schema.json.") from None
    if hashlib.sha256(canonical(stated)).hexdigest() != members["terms_sha256"]:
        return terms, ["terms_sha256: the terms have another hash"]
    if len(_terms) > 1000:
        _terms.clear()
    _terms[members["terms_sha256"]] = stated, terms
    return terms, []


def _contradictions(members: Mapping[str, Any], facts: Sequence[Fact], engine: int) -> list[str]:
    """Where head and facts of one document disagree."""
    why = []
    if members["sign"].get("hash") != members["terms_sha256"]:
        why.append("sign: its hash is not that of the terms")
    if members["pack"].get("name") != members["terms"]["pack"]:
        why.append("pack: the terms name another")
    elif members["engine"] == engine and members["pack"].get("hash") != _pack_hash(members["pack"]["name"]):
        why.append("pack: its hash is not that of the rule pack")
    first = next((fact for fact in facts if fact[KIND] == "opened"), None)
    if first and (first[SLOT] != members["terms_sha256"] or list(first[SLOT + 1]) != members["places"]):
        why.append("facts: the round was opened with other terms or places")
    return why


def _pack_hash(name: str) -> str:
    try:
        return pack_hash(name)
    except BadPack as wrong:
        raise BadDocument(f"pack: {wrong}") from None


def times_of(facts: Sequence[Fact]) -> tuple[int, int]:
    """First and last moment of a round, in milliseconds."""
    return min(fact[AT] for fact in facts), max(fact[AT] for fact in facts)
