"""The `table-evening/1` document: what lay around the rounds of a table, made, read and judged anew. Pure.

One line of canonical JSON like a round's (`table-round/1`), which it names by number, revision and hash. Schema:
`tables/evening.schema.json`.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from tables.differences import differing_findings
from tables.document import DAMAGED, JUDGED_OTHERWISE, SOUND, Judgement, canonical, pack_hash, terms_of
from tables.lines import BadDocument, parsed, short
from tables.rules import evening as rules
from tables.rules.bridge import Bridge, Opening
from tables.rules.evening import Evening
from tables.rules.facts import ID, KIND, SLOT
from tables.rules.happenings import BadEvent, Row, as_json, event_of, parse, standing
from tables.rules.shapes import Finding
from tables.rules.terms import ENGINE, Terms

FORMAT: Final = "table-evening/1"
MARK: Final = b'"table-evening/1"'
"""What tells such a line from a round's."""
MEMBERS: Final[dict[str, tuple[type, ...]]] = {
    "began_at": (int,),
    "ended_at": (int,),
    "engine": (int,),
    "evening": (int,),
    "events": (list,),
    "findings": (list,),
    "format": (str,),
    "left": (dict,),
    "pack": (dict,),
    "previous_sha256": (str, type(None)),
    "revision": (int,),
    "rounds": (list,),
    "sha256": (str,),
    "sign": (dict,),
    "table": (str,),
    "terms": (dict,),
    "terms_sha256": (str,),
    "why": (str,),
}
WHYS: Final = ("closed", "game_over", "other_game")
OF_ROUNDS: Final = ("dealt", "settled", "called_off")


@dataclass(frozen=True, slots=True)
class Head:
    """What a document says of its evening beside the events."""

    table: str
    evening: int
    sign_version: int
    began_at: int
    ended_at: int
    why: str
    revision: int = 1
    previous_sha256: str | None = None


class RoundName(NamedTuple):
    """A round's document, as an evening names it."""

    round: int
    revision: int
    sha256: str


class EveningJudgement(NamedTuple):
    """What folding an evening again gave, held against its rounds."""

    table: str
    evening: int
    revision: int
    record: str
    why: tuple[str, ...]
    engine: int
    findings: tuple[Finding, ...]
    sha256: str
    game: str

    @property
    def name(self) -> str:
        return f"{self.table}/evening {self.evening}"


def build(
    head: Head, *, terms: Terms, rows: Sequence[Row], fold: Evening, rounds: Sequence[RoundName]
) -> tuple[str, str]:
    """The document's text and its hash."""
    members = {
        "began_at": head.began_at,
        "ended_at": head.ended_at,
        "engine": ENGINE,
        "evening": head.evening,
        "events": [as_json(row) for row in rows],
        "findings": [finding.as_json() for finding in fold.found],
        "format": FORMAT,
        "left": fold.opening().as_json(),
        "pack": {"name": terms.pack, "hash": pack_hash(terms.pack, terms.game.name)},
        "previous_sha256": head.previous_sha256,
        "revision": head.revision,
        "rounds": [one._asdict() for one in rounds],
        "sign": {"version": head.sign_version, "hash": terms.hash},
        "table": head.table,
        "terms": terms.as_json(),
        "terms_sha256": terms.hash,
        "why": head.why,
    }
    sha256 = hashlib.sha256(canonical(members)).hexdigest()
    return canonical(members | {"sha256": sha256}).decode(), sha256


class Line(NamedTuple):
    """An evening as it was read."""

    members: dict[str, Any]
    rows: list[Row]
    rounds: list[RoundName]
    text: bytes


def read(text: bytes) -> Line:
    """Take a line apart. Raises BadDocument for what is no `table-evening/1`."""
    text = text.rstrip(b"\r\n")
    members = parsed(text)
    if not isinstance(members, dict) or members.get("format") != FORMAT:
        raise BadDocument(f"format: this is no {FORMAT}.")
    _check_members(members)
    if not 1 <= members["engine"] <= ENGINE:
        raise BadDocument(f"engine: {members['engine']} is not known; this engine judges documents of 1 to {ENGINE}.")
    if members["why"] not in WHYS:
        raise BadDocument(f"why: {members['why']!r} is not known; an evening ends as {', '.join(WHYS)}.")
    try:
        rows = [parse(row, f"events[{place}]") for place, row in enumerate(members["events"])]
    except BadEvent as wrong:
        raise BadDocument(str(wrong)) from None
    if len({row[ID] for row in rows}) != len(rows):
        raise BadDocument("events: a number stands twice; each event of an evening has a number of its own.")
    return Line(members, rows, [_round_name(row, place) for place, row in enumerate(members["rounds"])], text)


def _check_members(members: Mapping[str, Any]) -> None:
    known = ", ".join(MEMBERS)
    for name in sorted(MEMBERS.keys() ^ members.keys()):
        what = "is missing" if name in MEMBERS else "is not known"
        raise BadDocument(f"{name}: {what}; an evening has {known}.")
    for name, right in MEMBERS.items():
        if type(members[name]) not in right:
            raise BadDocument(f"{name}: {short(members[name])} is not right; see tables/evening.schema.json.")


def _round_name(row: object, place: int) -> RoundName:
    if not isinstance(row, dict) or set(row) != set(RoundName._fields):
        raise BadDocument(f"rounds[{place}]: it must name {', '.join(RoundName._fields)} of a round's document.")
    name = RoundName(**row)
    if type(name.round) is not int or type(name.revision) is not int or type(name.sha256) is not str:
        raise BadDocument(f"rounds[{place}]: round and revision are whole numbers, sha256 is a text.")
    return name


def audit(
    line: Line,
    rounds: Mapping[tuple[int, int], Judgement],
    *,
    stored_sha256: str | None = None,
    previous: EveningJudgement | None = None,
) -> EveningJudgement:
    """Judge an evening anew, and against the rounds of its table that were judged, by number and revision."""
    members = line.members
    terms, broken = terms_of(members)
    broken += _broken_hashes(line, stored_sha256, previous)
    if members["sign"].get("hash") != members["terms_sha256"]:
        broken.append("sign: its hash is not that of the terms")
    fold = rules.fold_rows(terms, line.rows)
    broken += _rounds_named(line)
    broken += _rounds_differ(line, terms, rounds)
    otherwise = differing_findings(members["findings"], fold.found)
    if members["left"] != fold.opening().as_json():
        otherwise.append("left: what lay on the table at the end is another")
    record = SOUND
    if broken or otherwise:
        is_other_edition = members["pack"].get("hash") != pack_hash(terms.pack, terms.game.name)
        is_excused = (members["engine"] != ENGINE or is_other_edition) and not broken
        record = JUDGED_OTHERWISE if is_excused else DAMAGED
    return EveningJudgement(
        members["table"],
        members["evening"],
        members["revision"],
        record,
        tuple(broken + otherwise),
        members["engine"],
        fold.found,
        members["sha256"],
        terms.game.name,
    )


def _broken_hashes(line: Line, stored: str | None, previous: EveningJudgement | None) -> list[str]:
    members = line.members
    why = []
    rest = canonical({name: value for name, value in members.items() if name != "sha256"})
    if hashlib.sha256(rest).hexdigest() != members["sha256"] or canonical(members) != line.text:
        why.append("sha256: the document was changed, its hash is another")
    if stored is not None and stored != members["sha256"]:
        why.append("sha256: another hash was kept when the document was written")
    if (members["previous_sha256"] is None) != (members["revision"] == 1):
        why.append("previous_sha256: revision 1 has none, every later one names the one before")
    if previous and (previous.table, previous.evening) == (members["table"], members["evening"]):
        if members["revision"] != previous.revision + 1:
            why.append(f"revision: {members['revision']} follows {previous.revision}")
        elif members["previous_sha256"] != previous.sha256:
            why.append("previous_sha256: the revision before has another hash")
    return why


def _rounds_named(line: Line) -> list[str]:
    """Rounds are named in the order in which they were opened, each once."""
    opened = [row[SLOT] for row in standing(line.rows) if row[KIND] == "opened"]
    named = [one.round for one in line.rounds]
    why = [f"rounds: round {number} was opened and is not named" for number in opened if number not in named]
    why += [f"rounds: round {number} is named and was not opened" for number in named if number not in opened]
    if not why and named != opened:
        why.append("rounds: they are named in another order than they were opened")
    if opened != sorted(set(opened)):
        why.append("events: the rounds do not follow each other")
    return why


def _rounds_differ(line: Line, terms: Terms, rounds: Mapping[tuple[int, int], Judgement]) -> list[str]:
    """Each round as it opened and as it ended, held against the evening."""
    why: list[str] = []
    told = _told(line.rows)
    right = rules.openings(terms, line.rows)
    last_at = 0
    for one in line.rounds:
        judged = rounds.get((one.round, one.revision))
        if judged is None or judged.bridge is None:
            why.append(f"rounds: round {one.round}, revision {one.revision}, is missing from this file")
            continue
        if judged.sha256 != one.sha256:
            why.append(f"rounds: round {one.round} is not the document that this evening names, its hash is another")
        if judged.bridge.opened_at < last_at:
            why.append(f"rounds: round {one.round} was opened before the one before it")
        last_at = judged.bridge.opened_at
        opening, events = told.get(one.round, (None, []))
        if opening is not None:
            why += _opened_otherwise(one.round, opening, judged.bridge, right[one.round], line, terms)
        if events != list(judged.bridge.after):
            why.append(f"round {one.round}: it ended otherwise than the evening was told")
    return why


def _opened_otherwise(
    number: int, told: tuple[int, Opening], bridge: Bridge, right: Opening, line: Line, terms: Terms
) -> list[str]:
    """Where a round began with other people or money than the evening says, or the evening than what had happened."""
    at, opening = told
    why = [
        f"round {number}: opened with {name} {mine}, the evening says {its}"
        for name, mine, its in _differing(bridge.opening, opening)
    ]
    differs = _differing(opening, _sensible(right, opening))
    if differs:  # what was known then, before somebody put it right
        as_known = rules.openings(terms, [row for row in line.rows if row[ID] <= at]).get(number)
        differs = _differing(opening, _sensible(as_known, opening)) if as_known else differs
    why += [
        f"round {number}: the evening says {name} {mine}, what happened before gives {its}"
        for name, mine, its in differs
    ]
    return why


def _sensible(right: Opening, opening: Opening) -> Opening:
    """Where nobody was known to be seated, all boxes play."""
    return right if right.places else Opening(right.bank, opening.places, right.pot_minor, right.bank_minor)


def _differing(first: Opening, second: Opening) -> list[tuple[str, Any, Any]]:
    mine, its = first.as_json(), second.as_json()
    return [(name, mine[name], its[name]) for name in mine if mine[name] != its[name]]


def _told(rows: Iterable[Row]) -> dict[int, tuple[tuple[int, Opening], list[tuple[Any, ...]]]]:
    """By round: the number and content of its opening, and what it told when it ended."""
    found: dict[int, tuple[tuple[int, Opening], list[tuple[Any, ...]]]] = {}
    numbers = {row[ID]: row for row in rows}
    by_round: dict[str, list[tuple[Any, ...]]] = {}
    for row in standing(rows):
        if row[KIND] == "opened":
            last = max(one[ID] for one in numbers.values() if one[KIND] == "opened" and one[SLOT] == row[SLOT])
            found[row[SLOT]] = (last, Opening(*row[SLOT + 1 :])), by_round.setdefault(f"round:{row[SLOT]}", [])
        elif row[KIND] in OF_ROUNDS:
            by_round.setdefault(row[4], []).append(event_of(row))
    return found
