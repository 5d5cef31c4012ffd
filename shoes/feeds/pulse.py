"""A thread that tells the server every second how a camera does, and does what the server wants of it."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from shoes.camera.kinds import Image
from shoes.feeds.lines import jpeg
from shoes.feeds.segments import Row
from shoes.feeds.server import Away, Refused, Server
from shoes.feeds.sources import Say
from shoes.feeds.threads import thread

EVERY_S: Final = 1.0
# The server takes what is two seconds ahead; of what is behind, nobody else would notice.
CLOCK_OFF_MS: Final = 1000
CLOCK_AHEAD, CLOCK_BEHIND = "clock-ahead", "clock-behind"
IN_A_ROW: Final = 3
STILL_BYTES: Final = 3_000_000


@dataclass(frozen=True)
class Asked:
    """What the pulse asks of the watching process: how it does, its newest picture.

    described  where a calibration goes; `heard` where what the server wants of clips goes.
    """

    presence: Callable[[], Row]
    still: Callable[[], Image | None]
    described: Callable[[dict[str, Any]], None]
    heard: Callable[[dict[str, Any]], None] = lambda _answer: None


class ClockWatch:
    """Holds this machine's clock against the server's. `trouble` is a code while they differ, else empty.

    An answer is taken as of the middle between question and answer, so that half of what it took may be an error; and
    one slow answer is no news.
    """

    def __init__(self, say: Say) -> None:
        self.trouble = ""
        self._say = say
        self._before, self._count = "", 0

    def hear(self, server_ms: int, *, asked_ms: float, answered_ms: float) -> None:
        ahead_ms = (asked_ms + answered_ms) / 2 - server_ms
        is_sure = abs(ahead_ms) - (answered_ms - asked_ms) / 2 > CLOCK_OFF_MS
        found = (CLOCK_AHEAD if ahead_ms > 0 else CLOCK_BEHIND) if is_sure else ""
        self._count = self._count + 1 if found == self._before else 1
        self._before = found
        if self._count < IN_A_ROW or found == self.trouble:
            return
        self.trouble = found
        if found:
            way = "ahead of" if found == CLOCK_AHEAD else "behind"
            self._say(
                f"This machine's clock is {abs(ahead_ms) / 1000:.1f} s {way} the server's, so that what is seen is"
                " dated wrongly; let both follow one time server."
            )
        else:
            self._say("This machine's clock agrees with the server's again.")


class Pulse:
    """Calls `described` with the server's description of the camera when its calibration is not `version` any more."""

    def __init__(self, server: Server, asked: Asked, *, version: int, died: Callable[[], None], say: Say) -> None:
        self._server, self._asked, self._version, self._say = server, asked, version, say
        self.clock = ClockWatch(say)
        self._stop, self._soon, self._has_beaten = threading.Event(), threading.Event(), threading.Event()
        self._thread = thread("pulse", self._run, died=died, say=say)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._soon.set()
        self._thread.join(timeout=10)

    def beat_now(self) -> None:
        """Tell at once how the camera does, and hear what is wanted; waits until that is done."""
        self._has_beaten.clear()
        self._soon.set()
        self._has_beaten.wait(5 * EVERY_S)

    def _run(self) -> None:
        while True:
            self._soon.clear()
            is_last = self._stop.is_set()  # once more at the end: what the server shows is how it ended
            with suppress(Away, Refused):  # the delivery says so, and tries again
                self._beat()
            self._has_beaten.set()
            if is_last:
                break
            self._soon.wait(EVERY_S)
        self._server.close()

    def _beat(self) -> None:
        asked_ms = time.time() * 1000
        answer = self._server.alive(self._asked.presence())
        server_ms = answer.get("server_ms")
        if isinstance(server_ms, int):
            self.clock.hear(server_ms, asked_ms=asked_ms, answered_ms=time.time() * 1000)
        self._asked.heard(answer)
        if answer.get("wants_still"):
            self._send_still()
        version = answer.get("calibration_version")
        if isinstance(version, int) and version != self._version:
            self._asked.described(self._server.camera())
            self._version = version
            self._say(f"Calibration {version} of the camera is in use.")

    def _send_still(self) -> None:
        picture = self._asked.still()
        if picture is None:
            return
        try:
            self._server.still(jpeg(picture, STILL_BYTES))
        except Refused as refused:
            self._say(f"The server does not take the picture: {refused.detail}")
