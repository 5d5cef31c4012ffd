"""A thread that tells the server every second how a camera does, and does what the server wants of it."""

import threading
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
STILL_BYTES: Final = 3_000_000


@dataclass(frozen=True)
class Asked:
    """What the pulse asks of the watching process: how it does, its newest picture; and where a calibration goes."""

    presence: Callable[[], Row]
    still: Callable[[], Image | None]
    described: Callable[[dict[str, Any]], None]


class Pulse:
    """Calls `described` with the server's description of the camera when its calibration is not `version` any more."""

    def __init__(self, server: Server, asked: Asked, *, version: int, died: Callable[[], None], say: Say) -> None:
        self._server, self._asked, self._version, self._say = server, asked, version, say
        self._stop = threading.Event()
        self._thread = thread("pulse", self._run, died=died, say=say)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while True:
            is_last = self._stop.is_set()  # once more at the end: what the server shows is how it ended
            with suppress(Away, Refused):  # the delivery says so, and tries again
                self._beat()
            if is_last:
                break
            self._stop.wait(EVERY_S)
        self._server.close()

    def _beat(self) -> None:
        answer = self._server.alive(self._asked.presence())
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
