"""A table's day on one page: who opened, dealt, paused and closed it, and which limits held when, shift by shift."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from casino.gaming_day import house_day_starts
from casino.shifts import Shift, shifts_of
from tables.models import RaisedMaximum, RaisedMaximumEnd, Sign, SignAnnounced, Table, TableEvent


@dataclass(frozen=True, slots=True)
class Happening:
    """One line: what happened, by whom, and about whom or what. `kind` is a TableEvent's, or one of KINDS."""

    at: datetime
    kind: str
    by: str
    about: object = None  # the dealer's name, a shoe's key, a sign, a raised maximum
    note: str = ""


@dataclass(frozen=True, slots=True)
class ShiftDay:
    shift: Shift
    lines: tuple[Happening, ...]


def day_of(table: Table, day: date) -> list[ShiftDay]:
    """What happened at the table on a gaming day. A fixed number of queries."""
    since, until = house_day_starts(day), house_day_starts(day + timedelta(days=1))
    lines = sorted([*_events(table, since, until), *_limits(table, since, until)], key=lambda line: line.at)
    return [ShiftDay(shift, tuple(line for line in lines if line.at in shift)) for shift in shifts_of(day)]


def _events(table: Table, since: datetime, until: datetime) -> list[Happening]:
    rows = TableEvent.objects.filter(table=table, at__gte=since, at__lt=until).select_related("by", "dealer")
    return [_event(row) for row in rows.order_by("pk")]


def _event(row: TableEvent) -> Happening:
    about = row.shoe_key if row.kind == TableEvent.Kind.SHOE else str(row.dealer) if row.dealer else None
    return Happening(row.at, row.kind, str(row.by), about, row.note)


def _limits(table: Table, since: datetime, until: datetime) -> list[Happening]:
    span = {"at__gte": since, "at__lt": until}
    posted = Sign.objects.filter(table=table).select_related("by")
    announced = SignAnnounced.objects.filter(sign__table=table, **span).select_related("sign", "by")
    raised = RaisedMaximum.objects.filter(table=table, **span).select_related("by")
    ended = RaisedMaximumEnd.objects.filter(raised__table=table, **span).select_related("raised", "by")
    return [
        *(Happening(row.posted_at, "posted", str(row.by), row) for row in posted if since <= row.posted_at < until),
        *(
            Happening(row.effective_from, "in_force", "", row)
            for row in posted
            if since <= row.effective_from < until and row.effective_from > row.posted_at
        ),
        *(Happening(row.at, "announced", str(row.by), row.sign) for row in announced),
        *(Happening(row.at, "raised", str(row.by), row, row.reason) for row in raised),
        *(Happening(row.at, "ended", str(row.by), row.raised) for row in ended),
    ]
