"""The `table-round/1` document of a settled round: made, read and judged anew. Pure.

One line of canonical JSON (RFC 8785, integers only). `sha256` is the hash of that line without its own member, so that
a line carries its own check; `previous_sha256` is that of the revision before. Schema: `tables/round.schema.json`.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

import orjson

from tables.differences import differing_findings, differing_settlement
from tables.lines import FORMAT, BadDocument, Line, canonical, parsed, read
from tables.rules import joins
from tables.rules.bridge import Bridge, bridge
from tables.rules.facts import AT, KIND, SLOT, Fact
from tables.rules.options import IllegalOption
from tables.rules.pack import BadPack, is_known, load_pack
from tables.rules.round import fold
from tables.rules.shapes import Finding, Pay, Settlement
from tables.rules.terms import ENGINE, Terms, terms_from_json

__all__ = ["BadDocument", "Head", "Judgement", "audit", "build", "canonical", "judge", "read"]

SOUND: Final = "sound"
JUDGED_OTHERWISE: Final = "judged otherwise"
DAMAGED: Final = "damaged"
_PAYS_KEPT: Final = 100_000
KIND_OF: Final = itemgetter(KIND)
_MEMBER: Final = len('"sha256":"",')


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


class Judgement(NamedTuple):
    """What folding a document again gave: whether the record is sound, and what went wrong at the table."""

    table: str
    round: int
    revision: int
    record: str  # SOUND, JUDGED_OTHERWISE or DAMAGED
    why: tuple[str, ...]
    engine: int
    findings: tuple[Finding, ...]
    sha256: str
    bridge: Bridge | None = None  # how a round of a players' bank joins its evening
    game: str = ""

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
        "pack": {"name": terms.pack, "hash": pack_hash(terms.pack, terms.game.name)},
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


def audit(text: bytes, *, stored_sha256: str | None = None, previous: Judgement | None = None) -> Judgement:
    """Judge a document anew: hashes, terms, findings, settlement.

    `stored_sha256` is the hash kept elsewhere; `previous` the judgement of the line before, whose hash a next revision
    of the same round must name. Raises BadDocument.
    """
    text = text.rstrip(b"\r\n")
    line = read(text)
    judgement = judge(line)
    broken = _broken_hashes(line, text, stored_sha256, previous)
    return judgement._replace(record=DAMAGED, why=(*broken, *judgement.why)) if broken else judgement


def judge(line: Line, *, engine: int = ENGINE) -> Judgement:
    """Fold the document's facts again.

    What differs is damage, unless an engine before `engine`, or another edition of the rule pack, made the document.
    """
    members, facts = line.members, line.facts
    terms, why = terms_of(members)
    why += _contradictions(members, facts)
    again = fold(terms, joins.facts(facts))
    findings = tuple(again.findings())
    otherwise = differing_findings(members["findings"], findings)
    settlement = again.settlement()
    if line.settlement != canonical(settlement.as_json(_pay_texts.__getitem__)):
        otherwise += differing_settlement(parsed(line.settlement), settlement.as_json())
    met = bridge(again, facts) if terms.is_free else None
    again.dissolve()
    record = SOUND
    if why or otherwise:
        is_other_edition = members["pack"].get("hash") != pack_hash(terms.pack, terms.game.name)
        if is_other_edition:
            otherwise.append(f"pack: {terms.pack} was of another edition")
        is_excused = members["engine"] != engine or is_other_edition
        record = JUDGED_OTHERWISE if is_excused and not why else DAMAGED
    return Judgement(
        members["table"],
        members["round"],
        members["revision"],
        record,
        tuple(why + otherwise),
        members["engine"],
        findings,
        members["sha256"],
        met,
        terms.game.name,
    )


@cache
def pack_hash(name: str, game: str) -> str:
    """SHA-256 of what a rule pack says of one game: what it says of others changes no document. Raises BadPack."""
    return hashlib.sha256(canonical(load_pack(name).of(game))).hexdigest()


class _PayTexts(dict[Pay, orjson.Fragment]):
    """Payments as canonical JSON; a table pays the same sums all evening."""

    def __missing__(self, pay: Pay) -> orjson.Fragment:
        if len(self) >= _PAYS_KEPT:
            self.clear()
        text = self[pay] = orjson.Fragment(canonical(pay.as_json()))
        return text


_pay_texts: Final = _PayTexts()


def _broken_hashes(line: Line, text: bytes, stored: str | None, previous: Judgement | None) -> list[str]:
    members, start = line.members, line.hash_at
    sha256: str = members["sha256"]
    why = []
    rest = text[:start] + text[start + _MEMBER + len(sha256) :]
    if start < 0 or hashlib.sha256(rest).hexdigest() != sha256:
        why.append("sha256: the document was changed, its hash is another")
    if stored is not None and stored != sha256:
        why.append("sha256: another hash was kept when the document was written")
    if (members["previous_sha256"] is None) != (members["revision"] == 1):
        why.append("previous_sha256: revision 1 has none, every later one names the one before")
    if previous and previous.round == members["round"] and previous.table == members["table"]:
        if members["revision"] != previous.revision + 1:
            why.append(f"revision: {members['revision']} follows {previous.revision}")
        elif members["previous_sha256"] != previous.sha256:
            why.append("previous_sha256: the revision before has another hash")
    return why


_terms: dict[str, tuple[dict[str, Any], Terms]] = {}
"""Terms by their hash, with the JSON they were made from: a file has a handful of signs."""


def terms_of(members: Mapping[str, Any]) -> tuple[Terms, list[str]]:
    stated = members["terms"]
    known = _terms.get(members["terms_sha256"])
    if known and (known[0] is stated or known[0] == stated):
        return known[1], []
    try:
        terms = terms_from_json(stated)
        if not is_known(terms.pack):
            raise BadDocument(f"pack: {terms.pack} is unknown here; give its text, to audit_rounds with --pack FILE.")
        load_pack(terms.pack)
    except BadDocument:
        raise
    except BadPack as wrong:
        raise BadDocument(f"pack: {wrong}") from None
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


def _contradictions(members: Mapping[str, Any], facts: Sequence[Fact]) -> list[str]:
    """Where head and facts of one document disagree."""
    why = []
    if members["sign"].get("hash") != members["terms_sha256"]:
        why.append("sign: its hash is not that of the terms")
    if members["pack"].get("name") != members["terms"]["pack"]:
        why.append("pack: the terms name another")
    opened = _opening(facts)
    if opened and (opened[SLOT] != members["terms_sha256"] or list(opened[SLOT + 1]) != members["places"]):
        why.append("facts: the round was opened with other terms or places")
    return why


def _opening(facts: Sequence[Fact]) -> Fact | None:
    """The last fact that opened the round: it seated it. Nearly always it is the only one, and the first of all."""
    if facts and facts[0][KIND] == "opened" and "opened" not in map(KIND_OF, facts[1:]):
        return facts[0]
    return max([fact for fact in facts if fact[KIND] == "opened"], default=None)


def times_of(facts: Sequence[Fact]) -> tuple[int, int]:
    """First and last moment of a round, in milliseconds."""
    return min(fact[AT] for fact in facts), max(fact[AT] for fact in facts)
