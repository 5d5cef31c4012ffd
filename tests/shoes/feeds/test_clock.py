"""Times of capture when somebody sets the machine's clock."""

from shoes.feeds.clock import FilmTimes, Jump, LiveTimes, PacedTimes, utc_text


class Clocks:
    """A wall clock that can be set, and a monotonic clock that cannot."""

    def __init__(self) -> None:
        self.ran_s, self.set_s = 1000.0, 1_790_000_000.0

    def monotonic(self) -> float:
        return self.ran_s

    def wall(self) -> float:
        return self.set_s + self.ran_s - 1000

    def live(self) -> LiveTimes:
        return LiveTimes(self.wall, self.monotonic)


def test_utc_is_the_wall_clock() -> None:
    clocks = Clocks()
    times = clocks.live()
    assert times.look() is None
    assert times.utc_ms(times.stamp_ms()) == 1_790_000_000_000
    assert times.shown(times.stamp_ms()) == "2026-09-21T14:13:20.000Z"


def test_a_little_drift_is_no_jump() -> None:
    clocks = Clocks()
    times = clocks.live()
    clocks.set_s += 0.4
    assert times.look() is None


def test_a_clock_set_forward_is_followed_and_said() -> None:
    clocks = Clocks()
    times = clocks.live()
    before = times.stamp_ms()
    clocks.ran_s, clocks.set_s = clocks.ran_s + 1, clocks.set_s + 3600
    jump = times.look()
    assert str(jump) == "The machine's clock was set forward by 3600.0 s; times of capture follow it."
    assert times.look() is None
    assert times.utc_ms(before) == 1_790_000_000_000  # what was captured before keeps its time
    assert times.utc_ms(times.stamp_ms()) == 1_790_003_601_000


def test_a_clock_set_back_a_little_holds_times_until_it_has_caught_up() -> None:
    clocks = Clocks()
    times = clocks.live()
    clocks.ran_s, clocks.set_s = clocks.ran_s + 10, clocks.set_s - 1.5
    assert times.look() == Jump(-1500)
    seen = []
    for _half_second in range(6):
        seen.append(times.utc_ms(times.stamp_ms()) - 1_790_000_010_000)
        clocks.ran_s += 0.5
    assert seen == [0, 0, 0, 0, 500, 1000]


def test_a_clock_set_back_by_an_hour_is_followed_and_breaks_the_order() -> None:
    clocks = Clocks()
    times = clocks.live()
    clocks.set_s -= 3600
    jump = times.look()
    assert jump is not None
    assert jump.breaks_order
    assert "set back by 3600.0 s" in str(jump)
    assert times.utc_ms(times.stamp_ms()) == 1_789_996_400_000


def test_a_recording_has_seconds_and_a_paced_one_the_time_of_day() -> None:
    film = FilmTimes(1_790_000_000_000)
    assert (film.shown(1250), film.utc_ms(1250)) == (1.25, 1_790_000_001_250)
    clocks = Clocks()
    paced = PacedTimes(1_790_000_000_000, begins=999.0, monotonic=clocks.monotonic)
    assert (paced.stamp_ms(), paced.look()) == (1000, None)
    assert paced.shown(1250) == utc_text(1_790_000_001_250) == "2026-09-21T14:13:21.250Z"
