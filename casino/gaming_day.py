"""The house's accounting day, which begins at an hour of its own and not at midnight.

`gaming_day_of` and `starts_at` are pure. A day is 23 or 25 hours long where the clocks change in it; no moment belongs
to two days and none to no day.
"""

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone


def gaming_day_of(moment: datetime, *, zone: tzinfo, start_hour: int) -> date:
    """The gaming day that `moment` belongs to, in a house in `zone` whose day starts at `start_hour`."""
    day = moment.astimezone(zone).date()
    return day if starts_at(day, zone=zone, start_hour=start_hour) <= moment else day - timedelta(days=1)


def starts_at(day: date, *, zone: tzinfo, start_hour: int) -> datetime:
    """When a gaming day starts, in UTC. An hour that the clocks skip starts when they jump; a doubled one, first."""
    return datetime.combine(day, time(start_hour), tzinfo=zone).astimezone(UTC)


def house_day(moment: datetime | None = None) -> date:
    """The gaming day of this house at `moment` (now)."""
    return gaming_day_of(moment or timezone.now(), zone=house_zone(), start_hour=settings.DAY_START)


def house_day_starts(day: date) -> datetime:
    """When `day` starts in this house."""
    return starts_at(day, zone=house_zone(), start_hour=settings.DAY_START)


def next_at(time_of_day: time) -> datetime:
    """The next moment at which the house's clock shows this time."""
    now = timezone.now().astimezone(house_zone())
    today = datetime.combine(now.date(), time_of_day, tzinfo=house_zone())
    found = today if today > now else datetime.combine(now.date() + timedelta(days=1), time_of_day, tzinfo=house_zone())
    return found.astimezone(UTC)


def house_zone() -> ZoneInfo:
    return ZoneInfo(settings.TIME_ZONE)
