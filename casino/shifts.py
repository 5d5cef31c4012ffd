"""The shifts of a gaming day. The first begins with the day; each lasts until the next one begins.

`shifts_on` and `shift_at` are pure. Where the clocks change a shift is an hour shorter or longer, and one that the
clocks skip is none; every moment belongs to exactly one shift of its gaming day.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from django.conf import settings
from django.utils import timezone

from casino.gaming_day import gaming_day_of, house_zone, starts_at

Plan = Sequence[tuple[str, time]]
"""Name and local start of each shift, in the order of the day."""


@dataclass(frozen=True, slots=True)
class Shift:
    """One shift of one gaming day; `starts_at` belongs to it, `ends_at` to the next one. Both are UTC."""

    day: date
    name: str
    starts_at: datetime
    ends_at: datetime

    def __str__(self) -> str:
        return f"{self.day} {self.name}"

    def __contains__(self, moment: datetime) -> bool:
        return self.starts_at <= moment < self.ends_at


def shifts_on(day: date, *, plan: Plan, zone: tzinfo, start_hour: int) -> tuple[Shift, ...]:
    """The shifts of a gaming day, without those that the clocks skipped."""
    bounds = [_at(day, start, zone=zone, start_hour=start_hour) for _name, start in plan]
    bounds = [starts_at(day, zone=zone, start_hour=start_hour), *bounds[1:]]
    bounds.append(starts_at(day + timedelta(days=1), zone=zone, start_hour=start_hour))
    found = zip((name for name, _start in plan), bounds, bounds[1:], strict=False)
    return tuple(Shift(day, name, begins, ends) for name, begins, ends in found if begins < ends)


def shift_at(moment: datetime, *, plan: Plan, zone: tzinfo, start_hour: int) -> Shift:
    """The shift that `moment` belongs to."""
    day = gaming_day_of(moment, zone=zone, start_hour=start_hour)
    return next(one for one in shifts_on(day, plan=plan, zone=zone, start_hour=start_hour) if moment in one)


def shift_of(moment: datetime | None = None) -> Shift:
    """The shift of this house at `moment` (now)."""
    return shift_at(moment or timezone.now(), plan=settings.SHIFTS, zone=house_zone(), start_hour=settings.DAY_START)


def shifts_of(day: date) -> tuple[Shift, ...]:
    """The shifts of this house on `day`."""
    return shifts_on(day, plan=settings.SHIFTS, zone=house_zone(), start_hour=settings.DAY_START)


def _at(day: date, start: time, *, zone: tzinfo, start_hour: int) -> datetime:
    """A time before the hour of the day's start is of the next morning."""
    date_of = day if start.hour >= start_hour else day + timedelta(days=1)
    return datetime.combine(date_of, start, tzinfo=zone).astimezone(UTC)
