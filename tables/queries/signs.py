"""The signs of a table: which hung, from when until when, and who posted each."""

from datetime import datetime

from django.utils import timezone

from tables.models import Sign, Table
from tables.queries.shapes import HungSign
from tables.queries.tables import sign_view


def signs_of(table: Table) -> list[HungSign]:
    """Every sign, the newest version first."""
    rows = list(Sign.objects.filter(table=table).select_related("by"))
    return sorted((_hung(row, rows) for row in rows), key=lambda one: -one.sign.version)


def view_of(sign: Sign) -> HungSign:
    """One sign, and how long it hung beside the others of its table."""
    return _hung(sign, list(Sign.objects.filter(table=sign.table_id)))


def _hung(sign: Sign, rows: list[Sign]) -> HungSign:
    """A sign holds until another one comes into force; of two for one moment the later version counts."""
    later = [row.effective_from for row in rows if _place(row) > _place(sign)]
    until = min(later, default=None)
    now = timezone.now()
    return HungSign(
        sign=sign_view(sign),
        by=str(sign.by),
        posted_at=sign.posted_at,
        until=until,
        state=_state(sign.effective_from, until, now),
    )


def _place(sign: Sign) -> tuple[datetime, int]:
    return sign.effective_from, sign.version


def _state(since: datetime, until: datetime | None, now: datetime) -> str:
    if until is not None and until <= since:
        return "never"
    if since > now:
        return "ahead"
    return "in_force" if until is None or until > now else "over"
