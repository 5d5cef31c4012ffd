"""The loop of one camera: frames in, sights out; and beside it our own watch over the camera and the clock."""

import threading
import time
from collections.abc import Callable
from typing import Final, Protocol

from shoes.camera.kinds import Image
from shoes.camera.plane import Calibration
from shoes.camera.sights import CameraState, Sight
from shoes.feeds.clock import RunningTimes
from shoes.feeds.reader import Frame, Reader
from shoes.feeds.sources import Say
from shoes.feeds.threads import thread
from shoes.feeds.watchdog import Watchdog

LOOK_S: Final = 0.2
NO_CALIBRATION: Final = "no-calibration"
WRONG_SIZE: Final = "wrong-size"


class WrongSize(Exception):
    """Frames and calibration are of different sizes; the message says which."""


class Unwatched(Exception):
    """Nobody looks any more whether pictures come."""


class Sees(Protocol):
    """What shoes.camera.watch.Watch does."""

    def see(self, frame: Image, at_ms: int) -> list[Sight]: ...


class Watching:
    """Shows each frame to the watch that `make` makes of a calibration, and gives `tell` what it says.

    `tell` is called from two threads, never at once. `began` is called before a new watch says anything.
    """

    def __init__(
        self,
        reader: Reader,
        *,
        is_recording: bool,
        make: Callable[[Calibration], Sees],
        tell: Callable[[list[Sight]], None],
        began: Callable[[], None],
        say: Say,
    ) -> None:
        self.trouble = NO_CALIBRATION
        self.behind_ms = 0
        self.latest_ms = 0
        self.stop = threading.Event()
        self._is_recording = is_recording
        self._reader, self._make, self._tell, self._began, self._say = reader, make, tell, began, say
        self._wanted: Calibration | None = None
        self._calibration: Calibration | None = None
        self._watch: Sees | None = None
        self._seen_state = self._coming_state = "watching"
        self._watchdog = Watchdog()
        self._has_seen = self._has_died = False
        self._guard = threading.Lock()

    @property
    def state(self) -> str:
        """How the camera does: what the watchdog says first, then what the pixels say."""
        return self._coming_state if self._coming_state != "watching" else self._seen_state

    def calibrate(self, calibration: Calibration) -> None:
        """Watch by this calibration from the next frame on."""
        self._wanted = calibration

    def run(self, running: RunningTimes | None) -> None:
        """Until the recording is over or `stop` is set; `running` where frames come in real time.

        Raises WrongSize for a recording that does not fit its calibration, and Unwatched.
        """
        self._reader.start()
        if running is not None:
            thread("watchdog", lambda: self._look_after(running), died=self._died, say=self._say).start()
        try:
            while not (self.stop.is_set() or self._reader.is_over):
                frame = self._reader.next(LOOK_S)
                if frame is not None:
                    self._show(frame, running)
        finally:
            self.stop.set()
            self._reader.stop()
        if self._has_died:
            raise Unwatched("The watch over the camera has ended; what went wrong is said above. Start again.")

    def _died(self) -> None:
        self._has_died = True
        self.stop.set()

    def _show(self, frame: Frame, running: RunningTimes | None) -> None:
        if self._wanted is not None:
            self._calibration, self._wanted = self._wanted, None
            self._watch = self._make(self._calibration)
            with self._guard:
                self._began()
            self.trouble = ""
        if self._watch is None or self._calibration is None:
            return
        height, width = frame.image.shape[:2]
        if (width, height) != self._calibration.picture:
            self._refuse(f"{width} x {height}", self._calibration)
            return
        self.trouble, self._has_seen = "", True
        self.latest_ms = frame.stamp_ms
        sights = self._watch.see(frame.image, frame.stamp_ms)
        for sight in sights:
            if isinstance(sight, CameraState):
                self._seen_state = "watching" if sight.state == "back" else sight.state
        if running is None:
            sights = [*self._film_state(frame), *sights]
        else:
            self.behind_ms = max(0, running.stamp_ms() - frame.stamp_ms)
        self._say_all(sights)

    def _film_state(self, frame: Frame) -> list[Sight]:
        """In a recording time is that of its frames."""
        now, same = frame.stamp_ms / 1000, frame.same_since_ms / 1000
        return self._states(self._watchdog.look(now=now, seen_at=now, changed_at=same), frame.stamp_ms)

    def _refuse(self, size: str, calibration: Calibration) -> None:
        wanted = "{} x {}".format(*calibration.picture)
        message = f"The frames are {size}, but the calibration is for {wanted}; calibrate the camera anew."
        if self._is_recording and not self._has_seen:
            raise WrongSize(message)
        if self.trouble != WRONG_SIZE:
            self._say(message)
        self.trouble = WRONG_SIZE

    def _look_after(self, running: RunningTimes) -> None:
        while not self.stop.wait(LOOK_S):
            self._look_at_clock(running)
            if self._reader.has_ended.is_set():
                continue
            now, seen_at, changed_at = time.monotonic(), self._reader.seen_at, self._reader.changed_at
            found = self._watchdog.look(now=now, seen_at=seen_at, changed_at=changed_at)
            since = {"lost": seen_at, "frozen": changed_at}.get(found or "", now)  # nobody has looked since then
            self._say_all(self._states(found, running.stamp_ms() - round(1000 * (now - since))))

    def _look_at_clock(self, running: RunningTimes) -> None:
        with self._guard:
            jump = running.look()
        if jump is None:
            return
        self._say(str(jump))
        if jump.breaks_order:  # cards before and after cannot be put in order: as if nobody had looked in between
            now = running.stamp_ms()
            self._say_all([CameraState("lost", now), CameraState("back", now)])

    def _states(self, found: str | None, stamp_ms: int) -> list[Sight]:
        if found is None:
            return []
        self._coming_state = "watching" if found == "back" else found
        return [CameraState(found, stamp_ms)]

    def _say_all(self, sights: list[Sight]) -> None:
        if sights:
            with self._guard:
                self._tell(sights)
