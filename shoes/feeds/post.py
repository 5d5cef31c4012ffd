"""A camera's post to its server: what it saw, how it does, and what the server says of it."""

import json
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from shoes.camera.plane import BadCalibration, Calibration, parse_calibration
from shoes.feeds.clips import Clips
from shoes.feeds.clock import Times
from shoes.feeds.delivery import Delivery
from shoes.feeds.lines import Said
from shoes.feeds.pulse import Asked, Pulse
from shoes.feeds.reader import Reader
from shoes.feeds.ring import Ring
from shoes.feeds.segments import Row, replace
from shoes.feeds.server import Away, Refused, Server
from shoes.feeds.sources import Say
from shoes.feeds.spool import Spool
from shoes.feeds.watching import Sees, Watching

SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.5, 5.0
GIVE_UP_S: Final = 60.0
CLIPS_S: Final = 20.0
KEPT: Final = "camera.json"
Make = Callable[[Calibration], Sees]


class NotPosted(Exception):
    """The server will have nothing of this camera; the message says why and what would be right."""


class Post:
    """What one camera exchanges with its server; `folder` is its spool. Raises SpoolTaken."""

    def __init__(self, address: str, token: str, camera: str, folder: Path, say: Say) -> None:
        self.failed = threading.Event()
        self._say, self._folder, self._camera = say, folder, camera
        self._servers = [Server(address, token, camera) for _thread in range(3)]
        self._spool = Spool(folder, say=say)
        self._delivery = Delivery(self._spool, self._servers[0], died=self._died, say=say)
        self._pulse: Pulse | None = None
        self._clips: Clips | None = None
        self._described: dict[str, Any] = {}
        self._stop = threading.Event()

    def ask(self, stop: threading.Event) -> dict[str, Any]:
        """What the server says of this camera; what it said last where it is away. Raises NotPosted."""
        wait_s, kept = SHORTEST_WAIT_S, self._kept()
        while not stop.is_set():
            try:
                return self._keep(self._servers[1].camera())
            except Refused as refused:
                raise NotPosted(f"The server refuses camera {self._camera}: {refused.detail}") from None
            except Away as away:
                if kept is not None:
                    self._say(f"The server is away ({away}); the calibration known last is used.")
                    self._described = kept
                    return kept
                if wait_s == SHORTEST_WAIT_S:
                    self._say(f"The server is away ({away}); waiting for it.")
            stop.wait(wait_s)
            wait_s = min(wait_s * 2, LONGEST_WAIT_S)
        raise NotPosted("Stopped before the server answered.")

    def keep_frames(self, make: Make, times: Times, most_bytes: int) -> Make:
        """As `make`; what its watches are shown is kept for a while, for the server to ask for clips of it."""
        folder = self._folder.parent.parent / "ring" / self._camera
        ring = Ring(folder, times, most_bytes=most_bytes, died=self._died, say=self._say)
        self._clips = Clips(ring, self._servers[2], died=self._died, say=self._say)
        return ring.beside(make)

    def start(self, watching: Watching, reader: Reader, now_ms: Callable[[], int]) -> None:
        """Deliver, and say every second how the camera does. `watching` is stopped where that fails."""
        self._stop = watching.stop

        def presence() -> Row:
            return {
                "frames": reader.frames,
                "dropped": reader.dropped,
                "behind_ms": watching.behind_ms,
                "state": watching.state,
                "at_ms": now_ms(),
                "spooled": self._spool.waiting,
                "trouble": self._spool.trouble
                or self._delivery.trouble
                or reader.trouble
                or self._clock_trouble
                or watching.trouble,
            }

        def described(camera: dict[str, Any]) -> None:
            calibration = calibration_of(self._keep(camera))
            if calibration is not None:
                watching.calibrate(calibration)

        version = int(self._described.get("calibration_version") or 0)
        heard = self._clips.hear if self._clips else lambda _answer: None
        asked = Asked(presence, lambda: reader.newest, described, heard)
        self._pulse = Pulse(self._servers[1], asked, version=version, died=self._died, say=self._say)
        if self._clips is not None:
            self._clips.start()
        self._delivery.start()
        self._pulse.start()

    @property
    def _clock_trouble(self) -> str:
        return self._pulse.clock.trouble if self._pulse else ""

    def send(self, statements: list[Said]) -> None:
        """On disk, or in memory where the disk is full, when this returns."""
        crops = {said.row["crop_sha256"]: said.crop for said in statements if said.crop}
        self._spool.append([said.row for said in statements], crops)

    def finish(self, stop: threading.Event) -> int:
        """Wait until all is delivered, there is no progress, or `stop` is set; how many statements still wait."""
        waiting, since = self._spool.waiting, time.monotonic()
        while waiting and not stop.is_set() and not self.failed.is_set():
            stop.wait(0.1)
            if time.monotonic() - since > GIVE_UP_S:
                break
            if self._spool.waiting < waiting:
                waiting, since = self._spool.waiting, time.monotonic()
        if not self._spool.waiting:
            self._bring_clips(stop)
        return self._spool.waiting

    def _bring_clips(self, stop: threading.Event) -> None:
        """What was delivered last may be what the server wants to see more of."""
        ends = time.monotonic() + CLIPS_S
        while self._pulse and self._clips and not (stop.is_set() or self.failed.is_set()) and time.monotonic() < ends:
            self._pulse.beat_now()
            if not self._clips.is_busy:
                return
            stop.wait(0.5)

    def close(self) -> None:
        if self._pulse is not None:
            self._pulse.stop()
            self._delivery.stop()
            if self._clips is not None:
                self._clips.stop()
        for server in self._servers:
            server.close()
        self._spool.close()

    def _died(self) -> None:
        self.failed.set()
        self._stop.set()

    def _keep(self, described: dict[str, Any]) -> dict[str, Any]:
        self._described = described
        with suppress(OSError):  # only the next start without a server would want it
            replace(self._folder / KEPT, json.dumps(described).encode())
        return described

    def _kept(self) -> dict[str, Any] | None:
        try:
            kept = json.loads((self._folder / KEPT).read_text())
        except (OSError, ValueError):
            return None
        return kept if isinstance(kept, dict) else None


def calibration_of(described: dict[str, Any]) -> Calibration | None:
    """The calibration of the server's answer, if the camera has one."""
    body = described.get("calibration")
    try:
        return parse_calibration(body) if body else None
    except BadCalibration as wrong:
        raise NotPosted(f"The server's calibration cannot be used: {wrong}") from None
