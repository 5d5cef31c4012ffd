"""The shifts of a gaming day, also where the clocks change in it."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from casino.environment import BadSetting, read
from casino.gaming_day import house_day
from casino.shifts import shift_at, shift_of, shifts_of, shifts_on

BERLIN = ZoneInfo("Europe/Berlin")
PLAN = (("early", time(6)), ("late", time(14, 30)), ("night", time(22)))


def hours(day: date, plan: tuple[tuple[str, time], ...] = PLAN, start_hour: int = 6) -> list[tuple[str, float]]:
    found = shifts_on(day, plan=plan, zone=BERLIN, start_hour=start_hour)
    return [(one.name, (one.ends_at - one.starts_at) / timedelta(hours=1)) for one in found]


@pytest.mark.parametrize(
    ("day", "lengths"),
    [
        (date(2026, 3, 10), [("early", 8.5), ("late", 7.5), ("night", 8)]),
        (date(2026, 3, 28), [("early", 8.5), ("late", 7.5), ("night", 7)]),  # the clocks go forward in the night
        (date(2026, 10, 24), [("early", 8.5), ("late", 7.5), ("night", 9)]),  # and back
    ],
)
def test_a_shift_in_which_the_clocks_change_is_shorter_or_longer(day: date, lengths: list[tuple[str, float]]) -> None:
    assert hours(day) == lengths


def test_a_shift_that_the_clocks_skip_is_none() -> None:
    plan = (("a", time(0)), ("b", time(2)), ("c", time(3)))
    assert hours(date(2026, 3, 29), plan, 0) == [("a", 2), ("c", 21)]


@pytest.mark.parametrize("day", [date(2026, 3, 28), date(2026, 10, 24), date(2026, 12, 31)])
def test_every_moment_of_a_day_belongs_to_one_shift(day: date) -> None:
    shifts = shifts_on(day, plan=PLAN, zone=BERLIN, start_hour=6)
    moment = shifts[0].starts_at
    while moment < shifts[-1].ends_at:
        assert [one for one in shifts if moment in one] == [shift_at(moment, plan=PLAN, zone=BERLIN, start_hour=6)]
        moment += timedelta(minutes=30)
    assert shift_at(moment, plan=PLAN, zone=BERLIN, start_hour=6).day == day + timedelta(days=1)


def test_a_house_that_says_nothing_has_three_shifts_of_eight_hours() -> None:
    assert read({"SEVENTEEN_DAY_START": "8"}).shifts == (("1", time(8)), ("2", time(16)), ("3", time(0)))
    assert [one.name for one in shifts_of(house_day())] == ["1", "2", "3"]
    assert datetime.now(UTC) in shift_of()


def test_a_house_names_its_shifts() -> None:
    told = {"SEVENTEEN_SHIFTS": "early 06:00, late 14:30,deep night 22:00"}
    assert read(told).shifts == (("early", time(6)), ("late", time(14, 30)), ("deep night", time(22)))


@pytest.mark.parametrize(
    "told",
    [
        "early",
        "early 6",
        "early 25:00",
        "early 07:00",
        "a 06:00, a 14:00",
        "a 06:00, b 05:00, c 04:00",
        " 06:00",
        "a 06:00, b 06:00",
    ],
)
def test_shifts_that_cannot_be_are_refused(told: str) -> None:
    with pytest.raises(BadSetting, match="the first at 06:00 when the gaming day begins"):
        read({"SEVENTEEN_SHIFTS": told})
