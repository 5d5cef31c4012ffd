"""What the pages of chips show: a table's gaming day, all tables of a day, and what waits in the cage."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import ChipCount, ChipDifference, DropCount, Slip, Table
from tables.queries import chips as known
from tables.queries import ledger as books
from tables.queries import slips as paper
from tables.queries import tables as floor
from tables.queries.chip_differences import DifferenceView, difference_view, differences_of
from tables.queries.chips import CLOSER, OPENER, AgainstRounds
from tables.queries.ledger import Movement
from tables.queries.slips import Signer, SlipView
from tables.rules.chips import DayFigures

CAGE_SHOWS = timedelta(days=14)
"""For how many gaming days the cage is shown drops that nobody counted."""


@dataclass(frozen=True, slots=True)
class TrayRow:
    """One value of chips: pieces by the closer before, the opener, fills, credits and the closer; None is unknown."""

    value: int
    before: int | None
    opener: int | None
    fills: int
    credits: int
    closer: int | None


@dataclass(frozen=True, slots=True)
class CountView:
    id: int
    kind: str
    total_minor: int
    by: str
    at: datetime
    signed_by: str | None
    signed_at: datetime | None
    may_sign: bool
    reason: str  # of a recount
    is_overtaken: bool  # a closer after which the table was opened again


@dataclass(frozen=True, slots=True)
class CountForm:
    """A count that may be entered now. `is_again`: it replaces one and needs a reason."""

    kind: str
    is_again: bool
    is_new_day: bool = False  # an opener though the day before has no closer


@dataclass(frozen=True, slots=True)
class DayPage:
    """Chips of one table in one gaming day."""

    code: str
    day: date
    is_running: bool
    is_open: bool
    days: tuple[date, ...]
    figures: DayFigures
    tray: tuple[TrayRow, ...]
    before_minor: int | None
    before_day: date | None
    counts: tuple[CountView, ...]
    slips: tuple[SlipView, ...]
    drop: DropCount | None
    drop_waits: bool
    rounds: AgainstRounds
    differences: tuple[DifferenceView, ...]
    ledger: tuple[Movement, ...]
    forms: tuple[CountForm, ...]
    may_ask: bool
    may_acknowledge: bool
    values: tuple[int, ...]
    seen: str


def may_see(staff: Staff, figures: DayFigures) -> bool:
    """Who sees no live tables reads a gaming day once its closer is counted."""
    return staff.may("table.see") or figures.closer_minor is not None


def days_shown(staff: Staff, table: Table) -> list[date]:
    """The gaming days of a table that this person may read, newest first."""
    days = known.days_of(table)
    if staff.may("table.see"):
        return days
    closed = ChipCount.objects.filter(table=table, kind=CLOSER, replaced_by=None)
    overtaken = known.reopened(closed)
    read = {row.gaming_day for row in closed if row.pk not in overtaken}
    return [day for day in days if day in read]


def day_page(table: Table, day: date, staff: Staff) -> DayPage:
    """A table's gaming day as `staff` sees it."""
    figures = known.figures(table, day)
    slips = list(paper.with_signatures().filter(table=table, gaming_day=day).order_by("pk"))
    before = known.closer_before(table, day)
    running, who = known.running_day(table), paper.signer(staff)
    is_shown_now = day in (running, known.last_day(table))
    return DayPage(
        code=table.code,
        day=day,
        is_running=running == day,
        is_open=floor.state_of(table).is_open,
        days=tuple(days_shown(staff, table)),
        figures=figures,
        tray=tuple(_tray(table, day, before, slips)),
        before_minor=before.total_minor if before else None,
        before_day=before.gaming_day if before else None,
        counts=tuple(count_view(row, who) for row in _counts(table, day)),
        slips=tuple(paper.views(slips, who)),
        drop=known.drop_of(table, day),
        drop_waits=known.drop_waiting(table, day) is not None,
        rounds=known.against_rounds(table, day, figures),
        differences=tuple(difference_view(row) for row in differences_of(table, day)),
        ledger=tuple(books.movements(table, day)),
        forms=tuple(count_forms(table)) if staff.may("table.open") and is_shown_now else (),
        may_ask=staff.may("fill.ask") and running == day,
        may_acknowledge=staff.may("verdict.close"),
        values=known.house_values().chips,
        seen=known.seen_of(table),
    )


def count_forms(table: Table) -> list[CountForm]:
    """Which counts may be entered now, the one that comes next first."""
    running, today = known.running_day(table), house_day()
    last = ChipCount.objects.filter(table=table).order_by("-gaming_day", "-pk").first()
    if running is None:
        if last is None:
            return [CountForm("opener", False)]
        if last.gaming_day == today:
            return [CountForm("closer", True)]
        return [CountForm("opener", False), CountForm("closer", True)]
    is_again = last is not None and last.kind == CLOSER
    forms = [CountForm("closer", is_again)]
    if not is_again:
        forms.append(CountForm("opener", True))
    if running < today:
        forms.append(CountForm("opener", False, is_new_day=True))
    return forms


def _counts(table: Table, day: date) -> list[ChipCount]:
    return [row for row in (known.count_of(table, day, kind) for kind in (OPENER, CLOSER)) if row]


def count_view(row: ChipCount, who: Signer) -> CountView:
    signed = getattr(row, "signed", None)
    return CountView(
        id=row.pk,
        kind=row.kind,
        total_minor=row.total_minor,
        by=str(row.by),
        at=row.at,
        signed_by=str(signed.by) if signed else None,
        signed_at=signed.at if signed else None,
        may_sign=signed is None and paper.may_sign_count(row, who),
        reason=row.reason,
        is_overtaken=row.kind == CLOSER and known.is_reopened(row),
    )


def _tray(table: Table, day: date, before: ChipCount | None, slips: Sequence[Slip]) -> list[TrayRow]:
    opener, closer = known.count_of(table, day, OPENER), known.count_of(table, day, CLOSER)
    if closer is not None and known.is_reopened(closer):
        closer = None
    moved = {
        kind: _pieces(slip for slip in slips if slip.kind == kind and _has_moved(slip)) for kind in Slip.Kind.values
    }
    counted = [count.pieces for count in (before, opener, closer) if count]
    values = {*known.house_values().chips, *(value for lines in (*counted, *moved.values()) for value in lines)}
    return [
        TrayRow(
            value,
            before.pieces.get(value, 0) if before else None,
            opener.pieces.get(value, 0) if opener else None,
            moved["fill"].get(value, 0),
            moved["credit"].get(value, 0),
            closer.pieces.get(value, 0) if closer else None,
        )
        for value in sorted(values, reverse=True)
    ]


def _has_moved(slip: Slip) -> bool:
    """Whether the slip's chips have come to the tray, or left it."""
    if paper.state(slip) == "void":
        return False
    signed = {signature.step for signature in slip.signatures.all()}
    return any(step.code in signed for step in paper.steps_of(slip) if step.moves and "tray" in step.moves)


def _pieces(slips: Iterable[Slip]) -> dict[int, int]:
    found: dict[int, int] = {}
    for slip in slips:
        for value, pieces in slip.pieces.items():
            found[value] = found.get(value, 0) + pieces
    return found


@dataclass(frozen=True, slots=True)
class TableDay:
    """A line of the day: one table."""

    code: str
    figures: DayFigures
    open_differences: int
    slips_under_way: int


@dataclass(frozen=True, slots=True)
class HouseDay:
    """All tables that were counted, dealt at or dropped into in a gaming day."""

    day: date
    rows: tuple[TableDay, ...]
    without_result: int
    win_minor: int | None  # of all tables; None while one has no result
    drop_minor: int | None
    numbers: tuple[books.Numbers, ...]


def house_day_page(day: date, staff: Staff) -> HouseDay:
    """Every table of a gaming day, by code; the sum only where every table has its result."""
    counted = set(ChipCount.objects.filter(gaming_day=day).values_list("table_id", flat=True))
    counted |= set(DropCount.objects.filter(gaming_day=day).values_list("table_id", flat=True))
    figures = known.figures_of(counted, day)
    differ = Counter(ChipDifference.objects.filter(gaming_day=day, seen=None).values_list("table_id", flat=True))
    under_way = Counter(slip.table_id for slip in paper.under_way() if slip.gaming_day == day)
    rows = [
        TableDay(table.code, figures[table.pk], differ[table.pk], under_way[table.pk])
        for table in Table.objects.filter(pk__in=counted)
        if may_see(staff, figures[table.pk])
    ]
    wins = [row.figures.win_minor for row in rows]
    drops = [row.figures.drop_minor for row in rows]
    return HouseDay(
        day=day,
        rows=tuple(rows),
        without_result=wins.count(None),
        win_minor=None if None in wins or not wins else sum(minor for minor in wins if minor is not None),
        drop_minor=None if None in drops or not drops else sum(minor for minor in drops if minor is not None),
        numbers=tuple(books.numbers(day.year)),
    )


def last_house_day() -> date:
    """The newest gaming day of which anything was counted."""
    last = ChipCount.objects.order_by("-gaming_day").values_list("gaming_day", flat=True).first()
    return last or house_day()


@dataclass(frozen=True, slots=True)
class DropToCount:
    """A table's day whose drop is not known yet; who has counted it, if one has, and whether the reader is next."""

    table_code: str
    day: date
    counted_by: str | None
    counted_at: datetime | None
    may_count: bool
    may_confirm: bool
    seen: str


def drops_to_count(staff: Staff) -> list[DropToCount]:
    """Days that are over and whose drop two people have not counted, oldest first; no sum: the second counts blind."""
    today = house_day()
    opened = ChipCount.objects.filter(kind=OPENER, gaming_day__gt=today - CAGE_SHOWS).order_by("gaming_day", "table_id")
    days = list(dict.fromkeys(opened.values_list("gaming_day", "table_id", "table__code")))
    tables = {table_id for _day, table_id, _code in days}
    running, seen = known.running_days(tables), known.seen_tokens(tables)
    last = _last_drops(today - CAGE_SHOWS)
    found = []
    for day, table_id, code in days:
        drop = last.get((table_id, day))
        is_known = drop is not None and hasattr(drop, "confirmed")
        if is_known or (day == today and running[table_id] == day):
            continue
        found.append(_to_count(code, day, drop, staff, seen[table_id]))
    return found


def _last_drops(after: date) -> dict[tuple[int, date], DropCount]:
    """The newest count of the drop of each table and day."""
    rows = DropCount.objects.filter(gaming_day__gt=after).select_related("by", "confirmed").order_by("pk")
    return {(row.table_id, row.gaming_day): row for row in rows}


def _to_count(code: str, day: date, waiting: DropCount | None, staff: Staff, seen: str) -> DropToCount:
    may_count = staff.may("drop.count")
    return DropToCount(
        code,
        day,
        str(waiting.by) if waiting else None,
        waiting.at if waiting else None,
        may_count=waiting is None and may_count,
        may_confirm=waiting is not None and waiting.by_id != staff.pk and may_count,
        seen=seen,
    )


@dataclass(frozen=True, slots=True)
class DropCounted:
    table_code: str
    day: date
    total_minor: int
    by: str
    confirmed_by: str
    at: datetime


def drops_counted(limit: int = 12) -> list[DropCounted]:
    """The drops that two people counted last."""
    rows = DropCount.objects.filter(confirmed__isnull=False, replaced_by=None)
    return [
        DropCounted(
            row.table.code, row.gaming_day, row.total_minor, str(row.by), str(row.confirmed.by), row.confirmed.at
        )
        for row in rows.select_related("table", "by", "confirmed__by").order_by("-confirmed__pk")[:limit]
    ]
