"""A thread that brings the server the seconds that it asks for, out of the ring."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from shoes.feeds.ring import NO_PICTURE, Kept, Ring
from shoes.feeds.segments import Row
from shoes.feeds.server import Away, Refused, Server
from shoes.feeds.sources import Say
from shoes.feeds.threads import thread

AGAIN_S: Final = 10.0
"""What the server still asks for so long after it was brought is brought again."""
COMES_S: Final = 2.0
OVER_MS: Final = 300
NUMBERS: Final = ("id", "at_ms", "from_ms", "until_ms", "every_ms")


class Clips:
    """Answers for `ring`; the server asks again with each pulse until it has all of it."""

    def __init__(self, ring: Ring, server: Server, *, died: Callable[[], None], say: Say) -> None:
        self._ring, self._server, self._say = ring, server, say
        self._wanted: list[Row] = []
        self._done: dict[int, float] = {}
        self._stop, self._asked = threading.Event(), threading.Event()
        self._refusals: set[str] = set()
        self._thread = thread("clips", self._run, died=died, say=say)

    def start(self) -> None:
        self._ring.start()
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._asked.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        self._ring.stop()

    def hear(self, answer: dict[str, Any]) -> None:
        """What the pulse was answered: which seconds are wanted, and whether all but the felt is masked."""
        self._ring.masks = answer.get("masks_clips", True) is not False
        rows = answer.get("wants_clips")
        wanted = [row for row in rows if _is_whole(row)] if isinstance(rows, Sequence) else []
        self._wanted = wanted
        if wanted:
            self._asked.set()

    @property
    def is_busy(self) -> bool:
        """Whether something is wanted that has not been brought."""
        return any(row["id"] not in self._done for row in self._wanted)

    def _run(self) -> None:
        while not self._stop.is_set():
            self._asked.wait()
            self._asked.clear()
            for row in self._wanted:
                if not self._stop.is_set() and self._is_due(row):
                    self._bring(row)
        self._server.close()

    def _is_due(self, row: Row) -> bool:
        """Whether its last moment is over, and it was not brought just now."""
        is_over = time.time() * 1000 >= row["until_ms"] + OVER_MS
        return is_over and time.monotonic() - self._done.get(row["id"], -AGAIN_S) >= AGAIN_S

    def _bring(self, row: Row) -> None:
        self._done = {known: at for known, at in self._done.items() if time.monotonic() - at < AGAIN_S}
        try:
            self._send(row)
        except Away:
            return  # it asks again when it is back
        except Refused as refused:
            if refused.detail not in self._refusals:
                self._refusals.add(refused.detail)
                self._say(f"The server does not take the clip {row['id']}: {refused.detail}")
        self._done[row["id"]] = time.monotonic()

    def _send(self, row: Row) -> None:
        """Raises Away, Refused."""
        until_ms = row["until_ms"]
        self._ring.reaches(until_ms, within_s=COMES_S, stop=self._stop)
        sent = 0
        for kept in self._ring.frames(row["from_ms"], until_ms, row["every_ms"]):
            sent += self._send_one(row, kept)
        still = self._ring.whole_near(row["at_ms"])
        if self._stop.is_set():
            return  # the next process of this camera brings all of it
        if sent and still is not None:
            picture = self._ring.read(still)
            if picture is not None:
                self._server.clip_still(row["id"], still.at_ms, picture)
        why = "" if sent else self._ring.why_not(until_ms) or NO_PICTURE
        self._server.clip_sent(row["id"], frames=sent, why=why)

    def _send_one(self, row: Row, kept: Kept) -> bool:
        picture = self._ring.read(kept)
        if picture is None or self._stop.is_set():
            return False
        self._server.clip_frame(row["id"], kept.at_ms, picture)
        return True


def _is_whole(row: object) -> bool:
    return isinstance(row, dict) and all(type(row.get(name)) is int for name in NUMBERS)
