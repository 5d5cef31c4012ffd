"""Slips and gaps: the numbers of a year, which are void and why, under way, missing, or not used. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from tables.reports.value import Column, Row, Said, TableValue

COLUMNS: Final = (
    Column("number", "text"),
    Column("kind", "word"),
    Column("state", "word"),
    Column("table", "text"),
    Column("day", "day"),
    Column("at", "moment"),
    Column("sum", "money"),
    Column("signed", "text"),
    Column("reason", "text"),
    Column("asked_void", "text"),
    Column("agreed_void", "text"),
)
NOTHING: Final = ""
DONE, OPEN, VOID, VOID_ASKED, MISSING, UNUSED = "done", "open", "void", "void_asked", "missing", "unused"


@dataclass(frozen=True, slots=True)
class SlipTold:
    """One slip. `state` is done, open, void_asked or void; `steps` are the signatures it has, and those it needs."""

    kind: str
    number: int
    state: str
    table: str
    day: str
    at_ms: int
    total_minor: int
    steps: tuple[int, int]
    reason: str = NOTHING
    asked_void: str = NOTHING
    agreed_void: str = NOTHING


@dataclass(frozen=True, slots=True)
class Register:
    """The slips of one kind in a year, and the last number that was given."""

    kind: str
    last: int
    slips: tuple[SlipTold, ...]


def ref(kind: str, year: int, number: int) -> str:
    """A number as slips print it: F-2026-000012."""
    return f"{kind[0].upper()}-{year}-{number:06d}"


def missing(register: Register) -> list[tuple[int, int]]:
    """Runs of numbers up to the last one given that no slip has."""
    there = {slip.number for slip in register.slips}
    runs: list[tuple[int, int]] = []
    for number in range(1, max([register.last, *there]) + 1):
        if number in there:
            continue
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def report(registers: Sequence[Register], *, year: int, is_whole: bool, zone: str) -> TableValue:
    """What of a year's numbers is not an ordinary signed slip; with `is_whole` every slip."""
    return TableValue(
        report="slips",
        about={"year": year, "slips": "every" if is_whole else "odd", "zone": zone},
        columns=COLUMNS,
        rows=tuple(row for register in registers for row in _rows(register, year, is_whole=is_whole)),
        totals=tuple(_total(register) for register in registers),
        notes=(
            *(_counts(register, year) for register in registers),
            Said("numbers_are", {}),
            Said("gaming_days", {"zone": zone}),
        ),
        gaps=tuple(gap for register in registers for gap in _gaps(register, year)),
    )


def _rows(register: Register, year: int, *, is_whole: bool) -> Iterable[Row]:
    """By number; what is missing stands where it would be, what is not used yet at the end."""
    found: list[tuple[int, Row]] = [
        (first, _numbers_row(register.kind, year, (first, last), MISSING)) for first, last in missing(register)
    ]
    shown = [slip for slip in register.slips if is_whole or slip.state != DONE]
    found += [(slip.number, _slip_row(slip, year)) for slip in shown]
    yield from (row for _number, row in sorted(found, key=lambda pair: pair[0]))
    following = max([register.last, *(slip.number for slip in register.slips)]) + 1
    yield _numbers_row(register.kind, year, (following, following), UNUSED)


def _slip_row(slip: SlipTold, year: int) -> Row:
    return (
        ref(slip.kind, year, slip.number),
        slip.kind,
        slip.state,
        slip.table,
        slip.day,
        slip.at_ms,
        slip.total_minor,
        f"{slip.steps[0]}/{slip.steps[1]}",
        slip.reason,
        slip.asked_void,
        slip.agreed_void,
    )


def _numbers_row(kind: str, year: int, run: tuple[int, int], state: str) -> Row:
    """Numbers that no slip has: of those that are missing nothing is known, of those not used there is nothing."""
    if state == UNUSED:
        return (f"{ref(kind, year, run[0])} –", kind, state, *([NOTHING] * 8))
    return (_span(kind, year, run), kind, state, None, None, None, None, NOTHING, NOTHING, NOTHING, NOTHING)


def _span(kind: str, year: int, run: tuple[int, int]) -> str:
    first, last = run
    return ref(kind, year, first) if first == last else f"{ref(kind, year, first)} – {ref(kind, year, last)}"


def _total(register: Register) -> Row:
    """What slips that are signed to their end have moved; unknown while a number is missing."""
    moved = sum(slip.total_minor for slip in register.slips if slip.state == DONE)
    return (
        NOTHING,
        register.kind,
        DONE,
        NOTHING,
        NOTHING,
        NOTHING,
        None if missing(register) else moved,
        NOTHING,
        NOTHING,
        NOTHING,
        NOTHING,
    )


def _counts(register: Register, year: int) -> Said:
    states = [slip.state for slip in register.slips]
    lost = sum(last - first + 1 for first, last in missing(register))
    counts = {state: states.count(state) for state in (DONE, OPEN, VOID_ASKED, VOID)}
    return Said("numbers", {"kind": register.kind, "year": year, "last": register.last, "missing": lost, **counts})


def _gaps(register: Register, year: int) -> Iterable[Said]:
    for first, last in missing(register):
        numbers = _span(register.kind, year, (first, last))
        yield Said("missing_numbers", {"kind": register.kind, "count": last - first + 1, "numbers": numbers})
