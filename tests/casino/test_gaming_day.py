"""The house's accounting day, also where the clocks change in it."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import override_settings

from casino.environment import BadSetting, read
from casino.gaming_day import gaming_day_of, house_day, house_day_starts, starts_at

BERLIN, ADELAIDE, LORD_HOWE = ZoneInfo("Europe/Berlin"), ZoneInfo("Australia/Adelaide"), ZoneInfo("Australia/Lord_Howe")


@pytest.mark.parametrize(
    ("local", "day"),
    [
        ("2026-03-10 05:59:59", date(2026, 3, 9)),
        ("2026-03-10 06:00:00", date(2026, 3, 10)),
        ("2026-03-10 23:59:59", date(2026, 3, 10)),
        ("2026-03-11 00:00:00", date(2026, 3, 10)),
        ("2027-01-01 03:00:00", date(2026, 12, 31)),
    ],
)
def test_the_night_belongs_to_the_day_before(local: str, day: date) -> None:
    moment = datetime.fromisoformat(local).replace(tzinfo=BERLIN)
    assert gaming_day_of(moment, zone=BERLIN, start_hour=6) == day
    assert gaming_day_of(moment.astimezone(UTC), zone=BERLIN, start_hour=6) == day


@pytest.mark.parametrize(
    ("zone", "start_hour", "day", "hours"),
    [
        (BERLIN, 6, date(2026, 3, 28), 23),  # the clocks go forward at 2:00 on the 29th
        (BERLIN, 6, date(2026, 3, 29), 24),
        (BERLIN, 6, date(2026, 10, 24), 25),  # and back at 3:00 on the 25th
        (BERLIN, 6, date(2026, 10, 25), 24),
        (BERLIN, 2, date(2026, 3, 28), 24),  # 2:00 is skipped: the day starts as the clocks jump to 3:00
        (BERLIN, 2, date(2026, 3, 29), 23),
        (BERLIN, 2, date(2026, 10, 25), 25),  # 2:00 comes twice: the day starts with the first
        (ADELAIDE, 0, date(2026, 10, 4), 23),
        (LORD_HOWE, 6, date(2026, 4, 4), 24.5),
    ],
)
def test_a_day_in_which_the_clocks_change_is_shorter_or_longer(
    zone: ZoneInfo, start_hour: int, day: date, hours: float
) -> None:
    starts = [starts_at(day + timedelta(days=n), zone=zone, start_hour=start_hour) for n in (0, 1)]
    assert (starts[1] - starts[0]) / timedelta(hours=1) == hours


@pytest.mark.parametrize("zone", [BERLIN, ADELAIDE, LORD_HOWE, ZoneInfo("America/New_York"), ZoneInfo("UTC")])
@pytest.mark.parametrize("start_hour", [0, 1, 2, 3, 6, 23])
def test_every_moment_of_a_year_belongs_to_the_one_day_that_has_started(zone: ZoneInfo, start_hour: int) -> None:
    moment, before = datetime(2026, 1, 1, tzinfo=UTC), date(2025, 1, 1)
    while moment.year == 2026:
        day = gaming_day_of(moment, zone=zone, start_hour=start_hour)
        assert before <= day  # never back
        assert starts_at(day, zone=zone, start_hour=start_hour) <= moment
        assert moment < starts_at(day + timedelta(days=1), zone=zone, start_hour=start_hour)
        before = day
        moment += timedelta(minutes=30)


@override_settings(TIME_ZONE="Europe/Berlin", DAY_START=8)
def test_the_house_has_its_zone_and_its_hour() -> None:
    assert house_day(datetime(2026, 7, 1, 5, 59, tzinfo=UTC)) == date(2026, 6, 30)
    assert house_day(datetime(2026, 7, 1, 6, 0, tzinfo=UTC)) == date(2026, 7, 1)
    assert house_day_starts(date(2026, 7, 1)) == datetime(2026, 7, 1, 6, 0, tzinfo=UTC)


def test_zone_and_hour_come_from_the_environment() -> None:
    environment = read({"SEVENTEEN_TIME_ZONE": "Asia/Macau", "SEVENTEEN_DAY_START": "8"})
    assert (environment.time_zone, environment.day_start) == ("Asia/Macau", 8)
    assert (read({}).time_zone, read({}).day_start) == ("UTC", 6)


@pytest.mark.parametrize("zone", ["Mars/Phobos", "../../etc/passwd", "/etc/localtime", "Europe"])
def test_a_zone_that_is_none_is_refused(zone: str) -> None:
    with pytest.raises(BadSetting, match="a zone such as Europe/Berlin"):
        read({"SEVENTEEN_TIME_ZONE": zone})


def test_an_hour_that_is_none_is_refused() -> None:
    with pytest.raises(BadSetting, match="from 0 to 23"):
        read({"SEVENTEEN_DAY_START": "24"})
