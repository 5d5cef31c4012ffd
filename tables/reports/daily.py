"""The daily table report: each table's gaming days, its month and its year so far, and whether the hold is odd. Pure.

Without opener, closer or drop a day has no result, and a month with such a day has none: the gap is named, and a line
of its own says what the days with a result come to.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from tables.reports.holds import YEAR_DAYS, Band, band, hold
from tables.reports.value import Cell, Column, Row, Said, TableValue
from tables.rules.chips import DayFigures

COLUMNS: Final = (
    Column("table", "text"),
    Column("span", "word"),
    Column("day", "day"),
    Column("days", "count"),
    Column("opener", "money"),
    Column("fills", "money"),
    Column("credits", "money"),
    Column("closer", "money"),
    Column("drop", "money"),
    Column("win", "money"),
    Column("hold", "share"),
    Column("band_low", "share"),
    Column("band_high", "share"),
    Column("odd", "word"),
    Column("gaps", "reasons"),
)
NOTHING: Final = ""
ALL_TABLES: Final = ""
GAME: Final = "game:"
"""What the first cell of a line begins with that is about all tables of a game."""
STILL_RUNNING: Final = "still_running"
OUTSIDE, WITHIN, NO_BAND = "outside", "within", "no_band"
Days = Mapping[date, DayFigures]


@dataclass(frozen=True, slots=True)
class TableDays:
    """What is known of one table: its gaming days since the start of the band's history; those that still run."""

    code: str
    days: Days
    running: frozenset[date] = frozenset()
    game: str = ""  # as its sign has it on the report's last day


@dataclass(frozen=True, slots=True)
class Span:
    """Days that are told together: a day, the month or the year up to it."""

    code: str
    since: date
    until: date

    def of(self, days: Days) -> dict[date, DayFigures]:
        return {day: figures for day, figures in days.items() if self.since <= day <= self.until}


@dataclass(slots=True)
class Told:
    """One line: the sums of a span, None where a day leaves them unknown."""

    span: Span
    days: int
    fills: int | None
    credits: int | None
    drop: int | None
    win: int | None
    opener: int | str | None = NOTHING
    closer: int | str | None = NOTHING
    reasons: tuple[str, ...] = ()
    band: Band | None = None


def spans(since: date, until: date) -> list[Span]:
    """Each day that was asked for, then the month and the year up to the last."""
    days = [since + timedelta(days=number) for number in range((until - since).days + 1)]
    return [
        *(Span("day", day, day) for day in days),
        Span("month", until.replace(day=1), until),
        Span("year", until.replace(month=1, day=1), until),
    ]


def history_since(until: date) -> date:
    """The first day whose figures the report needs: a year before the year began."""
    return until.replace(month=1, day=1) - timedelta(days=YEAR_DAYS)


def report(tables: Sequence[TableDays], *, since: date, until: date, zone: str) -> TableValue:
    """The report of these tables, in the order given."""
    told = {table.code: lines(table, since, until) for table in tables}
    found = [_row(code, one) for code, those in told.items() for one in those]
    house = [row for span in spans(since, until) for row in _house_rows(span, tables, told)]
    games = sorted({table.game for table in tables} - {""})
    for game in games if len(games) > 1 else ():
        own = [table for table in tables if table.game == game]
        house += [row for span in spans(since, until) for row in _house_rows(span, own, told, GAME + game)]
    return TableValue(
        report="tables",
        about={"since": since.isoformat(), "until": until.isoformat(), "zone": zone},
        columns=COLUMNS,
        rows=tuple(found),
        totals=tuple(house),
        notes=(
            Said("win_is", {}),
            Said("band_is", {"days": YEAR_DAYS, "least": 10}),
            Said("unknown_is_not_zero", {}),
            Said("gaming_days", {"zone": zone}),
        ),
        gaps=tuple(gap for table in tables for gap in _gaps(table, since, until)),
    )


def lines(table: TableDays, since: date, until: date) -> list[Told]:
    """The lines of one table; none for a day on which nothing happened there."""
    found = []
    for span in spans(since, until):
        within = span.of(table.days)
        if not within:
            continue
        line = _line(table, span, within)
        found.append(line)
        known = {day: figures for day, figures in within.items() if _has_result(table, day, figures)}
        if span.code != "day" and known and len(known) < len(within):
            found.append(_line(table, Span(f"{span.code}_known", span.since, span.until), known))
    return found


def _line(table: TableDays, span: Span, within: Days) -> Told:
    line = _one_day(table, span, within[span.since]) if span.code == "day" else _many_days(table, span, within)
    line.band = band(_history(table, span.since), line.drop) if line.win is not None else None
    return line


def _one_day(table: TableDays, span: Span, figures: DayFigures) -> Told:
    if span.since in table.running:
        return Told(span, 1, None, None, None, None, opener=None, closer=None, reasons=(STILL_RUNNING,))
    return Told(
        span,
        1,
        figures.fills_minor,
        figures.credits_minor,
        figures.drop_minor,
        figures.win_minor,
        opener=figures.opener_minor,
        closer=figures.closer_minor,
        reasons=figures.gaps,
    )


def _many_days(table: TableDays, span: Span, within: Days) -> Told:
    without = sum(not _has_result(table, day, figures) for day, figures in within.items())
    reasons = (f"days_without_result:{without}",) if without else ()
    if table.running & set(within):
        return Told(span, len(within), None, None, None, None, reasons=reasons)
    days = within.values()
    return Told(
        span,
        len(within),
        sum(figures.fills_minor for figures in days),
        sum(figures.credits_minor for figures in days),
        _sum(figures.drop_minor for figures in days),
        _sum(figures.win_minor for figures in days),
        reasons=reasons,
    )


def _has_result(table: TableDays, day: date, figures: DayFigures) -> bool:
    return day not in table.running and figures.win_minor is not None


def _history(table: TableDays, before: date) -> list[tuple[int, int]]:
    """Win and drop of the days with a result in the year before a span began."""
    first = before - timedelta(days=YEAR_DAYS)
    return [
        (figures.win_minor, figures.drop_minor)
        for day, figures in table.days.items()
        if first <= day < before and figures.win_minor is not None and figures.drop_minor is not None
    ]


def _sum(parts: Iterable[int | None]) -> int | None:
    """The sum; unknown where one part is."""
    total = 0
    for part in parts:
        if part is None:
            return None
        total += part
    return total


def _row(code: str, line: Told) -> Row:
    share = hold(line.win, line.drop)
    ends: tuple[Cell, Cell] = (line.band.low, line.band.high) if line.band else (NOTHING, NOTHING)
    return (
        code,
        line.span.code,
        line.span.until.isoformat(),
        line.days,
        line.opener,
        line.fills,
        line.credits,
        line.closer,
        line.drop,
        line.win,
        NOTHING if line.drop == 0 and line.win is not None else share,
        *ends,
        _verdict(line, share),
        " ".join(line.reasons),
    )


def _verdict(line: Told, share: int | None) -> str:
    """Whether the hold is odd: nothing to say without a result."""
    if share is None:
        return NOTHING
    if line.band is None:
        return NO_BAND
    return WITHIN if line.band.holds(share) else OUTSIDE


def _house_rows(
    span: Span, tables: Sequence[TableDays], told: Mapping[str, Sequence[Told]], name: str = ALL_TABLES
) -> Iterable[Row]:
    """These tables of a span together, and those with a result where some have none."""
    parts = [line for table in tables for line in told[table.code] if line.span == span]
    known = [line for line in parts if line.win is not None]
    if parts:
        yield _house_row(span, parts, tables, name)
    if known and len(known) < len(parts):
        yield _house_row(Span(f"{span.code}_tables", span.since, span.until), known, tables, name)


def _house_row(span: Span, parts: Sequence[Told], tables: Sequence[TableDays], name: str) -> Row:
    """Their band is that of their own days together; a line of some of them has none."""
    missing = sum(line.win is None for line in parts)
    total = Told(
        span,
        sum(line.days for line in parts),
        _sum(line.fills for line in parts),
        _sum(line.credits for line in parts),
        _sum(line.drop for line in parts),
        _sum(line.win for line in parts),
        reasons=(f"tables_without_result:{missing}",) if missing else (),
    )
    is_of_all = not span.code.endswith("_tables")
    if is_of_all and total.win is not None:
        total.band = band(_house_history(tables, span.since), total.drop)
    row = list(_row(name, total))
    if not is_of_all:
        row[[column.code for column in COLUMNS].index("odd")] = NOTHING
    return tuple(row)


def _house_history(tables: Sequence[TableDays], before: date) -> list[tuple[int, int]]:
    """Win and drop of the tables together, of each day before a span on which all that were open have a result."""
    first = before - timedelta(days=YEAR_DAYS)
    days: dict[date, list[DayFigures]] = {}
    for table in tables:
        for day, figures in table.days.items():
            if first <= day < before:
                days.setdefault(day, []).append(figures)
    sums = [
        (_sum(one.win_minor for one in those), _sum(one.drop_minor for one in those)) for _day, those in days.items()
    ]
    return [(win, drop) for win, drop in sums if win is not None and drop is not None]


def _gaps(table: TableDays, since: date, until: date) -> Iterable[Said]:
    """Each day of the longest span that has no result, and why."""
    first = min(since, until.replace(month=1, day=1))
    for day in sorted(day for day in table.days if first <= day <= until):
        figures = table.days[day]
        if not _has_result(table, day, figures):
            reasons = (STILL_RUNNING,) if day in table.running else figures.gaps
            yield Said("no_result", {"table": table.code, "day": day.isoformat(), "reasons": " ".join(reasons)})
