"""Times of capture: seconds of a film, or UTC that never runs back, whatever is done to the machine's clock."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Protocol

# The wall clock is set by less all the time; and so much the server lets pass as "now".
JUMP_MS: Final = 500
HELD_MS: Final = 2000
SPANS: Final = 16


class Times(Protocol):
    """Stamps of frames are milliseconds that only grow; here they become UTC and what is printed."""

    def utc_ms(self, stamp_ms: int) -> int: ...
    def shown(self, stamp_ms: int) -> str | float: ...


@dataclass(frozen=True)
class FilmTimes:
    """Stamps are those of a recording, 0 its first frame, which was taken at `began_ms` (UTC)."""

    began_ms: int

    def utc_ms(self, stamp_ms: int) -> int:
        return self.began_ms + stamp_ms

    def shown(self, stamp_ms: int) -> str | float:
        return round(stamp_ms / 1000, 3)


@dataclass(frozen=True)
class Jump:
    """The wall clock was set by so much against the monotonic clock."""

    by_ms: int

    @property
    def breaks_order(self) -> bool:
        """Set back further than times can be held: what comes now is earlier than what came."""
        return self.by_ms < -HELD_MS

    def __str__(self) -> str:
        way = "forward" if self.by_ms > 0 else "back"
        return f"The machine's clock was set {way} by {abs(self.by_ms) / 1000:.1f} s; times of capture follow it."


class RunningTimes(Times, Protocol):
    """Times of what happens now."""

    def stamp_ms(self) -> int:
        """The stamp of a frame that would be taken now."""
        ...

    def look(self) -> Jump | None: ...


@dataclass(frozen=True)
class PacedTimes:
    """Those of a recording that is shown in real time: its first frame comes at `begins`, seconds of `monotonic`."""

    began_ms: int
    begins: float
    monotonic: Callable[[], float] = time.monotonic

    def stamp_ms(self) -> int:
        return round((self.monotonic() - self.begins) * 1000)

    def look(self) -> Jump | None:
        return None

    def utc_ms(self, stamp_ms: int) -> int:
        return self.began_ms + stamp_ms

    def shown(self, stamp_ms: int) -> str | float:
        return utc_text(self.utc_ms(stamp_ms))


@dataclass(frozen=True)
class _Span:
    """From this stamp on UTC is the stamp plus `offset_ms`, but not before `floor_ms`."""

    since_ms: int
    offset_ms: int
    floor_ms: int


class LiveTimes:
    """Stamps are those of the monotonic clock; UTC is they plus an offset, which is set anew when the wall clock jumps.

    Set back by up to 2 s, times stand still until the wall clock has caught up; by more, they go back with it.
    """

    def __init__(self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._wall, self._monotonic = wall, monotonic
        self._spans = [_Span(0, self._offset_ms(), 0)]

    def stamp_ms(self) -> int:
        return round(self._monotonic() * 1000)

    def look(self) -> Jump | None:
        """Whether the wall clock has been set since the last look; times follow it from here on."""
        now, offset_ms = self.stamp_ms(), self._offset_ms()
        jump = Jump(offset_ms - self._spans[-1].offset_ms)
        if abs(jump.by_ms) < JUMP_MS:
            return None
        floor_ms = 0 if jump.breaks_order else self.utc_ms(now)
        self._spans = [*self._spans[-SPANS:], _Span(now, offset_ms, floor_ms)]
        return jump

    def utc_ms(self, stamp_ms: int) -> int:
        span = next((span for span in reversed(self._spans) if span.since_ms <= stamp_ms), self._spans[0])
        return max(span.floor_ms, stamp_ms + span.offset_ms)

    def shown(self, stamp_ms: int) -> str | float:
        return utc_text(self.utc_ms(stamp_ms))

    def _offset_ms(self) -> int:
        return round((self._wall() - self._monotonic()) * 1000)


def utc_text(at_ms: int) -> str:
    """2026-03-01T18:00:00.250Z"""
    moment = datetime.fromtimestamp(at_ms / 1000, UTC)
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
