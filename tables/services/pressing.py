"""What comes to need a person by the clock alone: a dealer who is overdue, a licence that ran out, old cards, a day."""

from datetime import timedelta
from typing import Final

from django.utils import timezone

from casino import live
from casino.health.models import Heartbeat
from tables.queries.pressing import moments

TOLD: Final = "pressing"
"""The heartbeat under which it stands until when everything was told."""
FIRST: Final = timedelta(minutes=5)


def tell_pressing() -> list[str]:
    """Tell the pit's pages of the tables where something came to need a person since this was asked last.

    No page looks at the clock. Where nobody asked for a while, all that came meanwhile is told at once; asked twice, a
    page is told twice and shows the same.
    """
    now = timezone.now()
    row = Heartbeat.objects.filter(name=TOLD).first()
    since = row.at if row else now - FIRST
    codes = sorted({code for at, code in moments(now) if since < at <= now})
    for code in codes:
        _tell(code)
    Heartbeat.objects.update_or_create(name=TOLD, defaults={"at": now, "offset_ms": 0})
    return codes


def _tell(code: str) -> None:
    if code:
        live.tell("table", table=code)
    else:
        live.tell("table")
