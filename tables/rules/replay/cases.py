"""Cases of `rules/CASES.md`: read one line, judge it, compare. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tables.rules.options import IllegalOption, NotBuiltYet
from tables.rules.play import DealTooShort
from tables.rules.profiles import GAMES, OTHER_GAMES, game_of
from tables.rules.replay import floor, rounds
from tables.rules.terms import Terms, compile_terms

PER_UNIT: Final = 1_000_000  # money of a case is exact: fractions of a cent occur
KNOWN_GAMES: Final = frozenset(OTHER_GAMES.values()) | frozenset(GAMES)


class BadCase(ValueError):
    """A line that is no case; the message names the field and what would be right."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the engine makes of a case; `ok` is None where the case expects nothing."""

    id: str
    got: dict[str, Any]
    ok: bool | None

    def as_json(self) -> dict[str, Any]:
        return {"id": self.id, "got": self.got, "ok": self.ok}


JUDGES: Final[dict[str, Callable[[Terms, Mapping[str, Any]], dict[str, Any]]]] = {
    "round": rounds.judge,
    "setup": floor.setup,
    "deal_faces": floor.deal_faces,
    "bets": floor.bets,
    "shuffle": floor.shuffle,
    "cuts": floor.cuts,
    "cut": floor.cut,
    "continue": floor.continued,
    "audit": floor.audit,
}


def judge_line(line: str) -> Outcome:
    """The outcome of one line. Raises BadCase."""
    try:
        case = json.loads(line)
    except ValueError as error:
        raise BadCase(f"the line is no JSON ({error}); a case is one JSON object a line") from None
    if not isinstance(case, dict):
        raise BadCase("the line is no JSON object; a case is one JSON object a line")
    return judge(case)


def judge(case: Mapping[str, Any]) -> Outcome:
    """The outcome of one case. Raises BadCase."""
    number = _text(case, "id")
    kind, game, profile = _text(case, "kind"), _text(case, "game"), _text(case, "profile")
    expected = case.get("expected")
    if expected is not None and not isinstance(expected, dict):
        raise BadCase(f"expected is {expected!r}; it must be an object, or be left out")
    if game not in GAMES:
        if game not in KNOWN_GAMES:
            raise BadCase(f"game is {game!r}; it must be one of {', '.join(sorted(KNOWN_GAMES))}")
        return Outcome(number, {"error": f"game {game} is not built yet"}, False)
    if kind not in JUDGES:
        return Outcome(number, {"error": f"kind {kind} of {game} is not built yet"}, False)
    got = _got(case, kind, game, profile)
    return Outcome(number, got, None if expected is None else agrees(kind, got, expected))


def _got(case: Mapping[str, Any], kind: str, game: str, profile: str) -> dict[str, Any]:
    options = case.get("options", {})
    if not isinstance(options, dict):
        raise BadCase(f"options is {options!r}; it must be an object of option names and values")
    try:
        if game_of(profile).name != game:
            raise BadCase(f"profile {profile} belongs to {game_of(profile).name}, not to {game}")
        terms = compile_terms(profile, options, boxes=40, limits=rounds.NO_LIMITS, per_unit=PER_UNIT)
        return JUDGES[kind](terms, case)
    except NotBuiltYet:
        raise BadCase(f"profile {profile} belongs to {OTHER_GAMES[profile]}, not to {game}") from None
    except (IllegalOption, DealTooShort) as error:
        raise BadCase(str(error).rstrip(".")) from None
    except rounds.BadField as error:
        raise BadCase(str(error)) from None


def agrees(kind: str, got: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    """Whether every key of `expected` equals `got`; a round that rejects nothing may leave the key out."""
    if kind == "round" and got.get("rejected", []) != expected.get("rejected", []):
        return False
    return all(key == "rejected" or (key in got and got[key] == value) for key, value in expected.items())


def _text(case: Mapping[str, Any], key: str) -> str:
    value = case.get(key)
    if not isinstance(value, str) or not value:
        raise BadCase(f"{key} is {value!r}; it must be a text")
    return value
