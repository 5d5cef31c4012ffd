"""Maxima that the house raised for single boxes, because a player asked (R-BJF-12)."""

from dataclasses import dataclass
from datetime import datetime

from tables.models import RaisedMaximum, Sign, Table


@dataclass(frozen=True, slots=True)
class RaiseView:
    """A raised maximum as screens show it."""

    id: int
    place: str
    max_minor: int
    player: str
    reason: str
    by: str
    at: datetime
    until: datetime


def raised_at(table: Table, sign: Sign, at: datetime | None = None) -> dict[str, int]:
    """The maxima by box that a round begun at `at` (now) has; one that the sign allows anyhow is none."""
    rows = RaisedMaximum.objects.in_force(at).filter(table=table)
    newest = {row.place: row.max_minor for row in rows}
    return {place: minor for place, minor in sorted(newest.items()) if minor > sign.max_minor}


def raises_of(table: Table) -> tuple[RaiseView, ...]:
    """Those in force now, by box."""
    rows = RaisedMaximum.objects.in_force().filter(table=table).select_related("by")
    newest = {row.place: row for row in rows}
    return tuple(_view(newest[place]) for place in sorted(newest))


def _view(row: RaisedMaximum) -> RaiseView:
    return RaiseView(row.pk, row.place, row.max_minor, row.player, row.reason, str(row.by), row.at, row.until)
