"""Chips that are not what they should be: what is known of each, and what waits for a person."""

from dataclasses import dataclass
from datetime import date, datetime

from tables.models import ChipDifference, Table


@dataclass(frozen=True, slots=True)
class DifferenceView:
    id: int
    table_code: str
    gaming_day: date
    kind: str
    should_minor: int
    counted_minor: int
    difference_minor: int
    pieces: tuple[tuple[int, int], ...]
    duties: tuple[str, ...]
    tell: tuple[str, ...]
    clauses: tuple[str, ...]
    at: datetime
    seen_by: str | None
    seen_at: datetime | None
    reason: str


def open_differences() -> list[ChipDifference]:
    """Differences that nobody has acknowledged, oldest first."""
    return list(ChipDifference.objects.filter(seen=None).select_related("table", "seen__by").order_by("at", "pk"))


def differences_of(table: Table, day: date) -> list[ChipDifference]:
    """All of a table's gaming day, in the order in which they were found."""
    rows = ChipDifference.objects.filter(table=table, gaming_day=day).select_related("table", "seen__by")
    return list(rows.order_by("pk"))


def difference_view(row: ChipDifference) -> DifferenceView:
    """A difference with what is to be done about it, and who is told."""
    seen = getattr(row, "seen", None)
    told = [name for duty in row.duties for name in duty["tell"]]
    return DifferenceView(
        id=row.pk,
        table_code=row.table.code,
        gaming_day=row.gaming_day,
        kind=row.kind,
        should_minor=row.should_minor,
        counted_minor=row.counted_minor,
        difference_minor=row.difference_minor,
        pieces=tuple(sorted(((int(value), pieces) for value, pieces in row.pieces.items()), reverse=True)),
        duties=tuple(duty["duty"] for duty in row.duties),
        tell=tuple(dict.fromkeys(told)),
        clauses=tuple(dict.fromkeys(duty["clause"] for duty in row.duties if duty["clause"])),
        at=row.at,
        seen_by=str(seen.by) if seen else None,
        seen_at=seen.at if seen else None,
        reason=seen.reason if seen else "",
    )
