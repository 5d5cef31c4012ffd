"""Cases of `rules/CASES.md`: read one line, judge it, compare. Pure."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from tables.rules.options import IllegalOption
from tables.rules.play import DealTooShort
from tables.rules.profiles import GAMES, game_of
from tables.rules.replay import audits, banks, duels, floor, online, rounds
from tables.rules.shapes import Limits
from tables.rules.terms import Terms, compile_terms

PER_UNIT: Final = 1_000_000  # money of a case is exact: fractions of a cent occur


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
    "round": lambda terms, case: (duels if terms.options.get("bank_play") else rounds).judge(terms, case),
    "setup": floor.setup,
    "deal_faces": floor.deal_faces,
    "bets": floor.bets,
    "shuffle": floor.shuffle,
    "cuts": floor.cuts,
    "cut": floor.cut,
    "continue": floor.continued,
    "first_banker": banks.first_banker,
    "bank_change": banks.bank_change,
    "auction": banks.auction,
    "burn": banks.burn,
    "stakes36": banks.stakes36,
    "audit": audits.audit,
    "level": online.level,
    "rating": online.rating,
    "hint": online.hint,
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
        raise BadCase(f"game is {game!r}; it must be one of {', '.join(sorted(GAMES))}")
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
        if terms.is_free:  # purchases and stakes against a bank are measured by the posted minimum
            least = int(Decimal(str(terms.options["stake_min"])) * PER_UNIT)
            limits = Limits(least, rounds.NO_LIMITS.max_minor)
            terms = compile_terms(profile, options, boxes=40, limits=limits, per_unit=PER_UNIT)
        return JUDGES[kind](terms, case)
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
