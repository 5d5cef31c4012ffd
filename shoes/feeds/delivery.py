"""A thread that brings what is spooled to the server: in order, as often as it takes."""

import threading
from collections.abc import Callable
from typing import Final

from shoes.feeds.segments import Row
from shoes.feeds.server import Away, Refused, Server
from shoes.feeds.sources import Say
from shoes.feeds.spool import Batch, Spool
from shoes.feeds.threads import thread

AT_ONCE: Final = 100
LOOK_S: Final = 0.5
SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.2, 5.0
CROPS_REST_S: Final = 30
NOT_ALLOWED: Final = "not-allowed"
CLOCK: Final = "clock-ahead"


class Delivery:
    """Delivers from `spool`; `trouble` is a code where the server takes nothing of this camera, else empty."""

    def __init__(self, spool: Spool, server: Server, *, died: Callable[[], None], say: Say) -> None:
        self.trouble = ""
        self._spool, self._server, self._say = spool, server, say
        self._is_away = False
        self._crops_rest = 0.0
        self._stop = threading.Event()
        self._thread = thread("delivery", self._run, died=died, say=say)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._spool.arrived.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        wait_s = SHORTEST_WAIT_S
        while not self._stop.is_set():
            try:
                is_idle = self._deliver()
            except Away as away:
                self._note_away(f"The server is away ({away}); what is seen is spooled.")
                wait_s = self._rest(wait_s)
                continue
            except Refused as refused:
                self.trouble = NOT_ALLOWED
                self._note_away(f"The server refuses this camera: {refused.detail}")
                wait_s = self._rest(wait_s)
                continue
            except OSError as wrong:  # a full disk: what is spooled stays where it is
                self._note_away(f"The spool takes nothing ({wrong.strerror}); make room on its disk.")
                wait_s = self._rest(wait_s)
                continue
            self._note_back()
            wait_s = SHORTEST_WAIT_S
            if is_idle:
                self._spool.arrived.wait(LOOK_S)
                self._spool.arrived.clear()
                self._spool.settle()
        self._server.close()

    def _rest(self, wait_s: float) -> float:
        self._stop.wait(wait_s)
        self._spool.settle()
        return min(wait_s * 2, LONGEST_WAIT_S)

    def _deliver(self) -> bool:
        """Deliver some rows with their crops, or one crop; whether there was nothing. Raises Away, Refused."""
        batch = self._spool.next(AT_ONCE)
        for row in batch.rows:
            self._deliver_crop(row.get("crop_sha256", ""))
        if batch.rows:
            self._deliver_rows(batch)
            return False
        if batch.end is not None:
            self._spool.delivered(batch)
        rest = [] if self._crops_rest > 0 else self._spool.crops()
        self._crops_rest = max(0.0, self._crops_rest - LOOK_S)
        for sha256 in rest[:1]:
            self._deliver_crop(sha256)
        return not rest

    def _deliver_rows(self, batch: Batch) -> None:
        refused = self._post(batch.rows)
        try:
            for row, code, detail in refused:
                self._spool.refuse(row, code, detail)
        except OSError as wrong:
            raise Away(f"a refused observation cannot be set aside: {wrong.strerror}") from wrong
        self.trouble = CLOCK if any(code == "future" for _row, code, _detail in refused) else ""
        self._spool.delivered(batch)

    def _post(self, rows: list[Row]) -> list[tuple[Row, str, str]]:
        """Post rows; those that are refused, with the reasons."""
        try:
            answer = self._server.observe(rows)
        except Refused as refused:
            if refused.is_about_the_account:
                raise
            if len(rows) == 1:
                return [(rows[0], refused.code, refused.detail)]
            return [wrong for row in rows for wrong in self._post([row])]
        return _refused(answer, {row["key"]: row for row in rows})

    def _deliver_crop(self, sha256: str) -> None:
        """A picture that the server has no room for stays here; what it proves is said all the same."""
        picture = self._spool.crop(sha256) if sha256 and self._crops_rest <= 0 else None
        if picture is None:
            return
        try:
            self._server.crop(sha256, picture)
        except Refused as refused:
            if refused.is_about_the_account:
                raise
            if refused.status == 507:
                self._say(f"The server has no room for pictures: {refused.detail}")
                self._crops_rest = CROPS_REST_S
                return
            self._set_aside(sha256, refused.detail)
            return
        self._spool.crop_delivered(sha256)

    def _set_aside(self, sha256: str, detail: str) -> None:
        try:
            self._spool.crop_refused(sha256, detail)
        except OSError as wrong:
            self._say(f"The crop {sha256[:12]}… was refused and cannot be set aside yet: {wrong.strerror}")
            self._crops_rest = CROPS_REST_S

    def _note_away(self, message: str) -> None:
        if not self._is_away:
            self._say(message)
        self._is_away = True

    def _note_back(self) -> None:
        if self._is_away:
            self._say(f"The server is back; {self._spool.waiting} observations wait.")
        self._is_away = False
        if self.trouble == NOT_ALLOWED:
            self.trouble = ""


def _refused(answer: Row, by_key: dict[str, Row]) -> list[tuple[Row, str, str]]:
    """The rows that an answer refuses. Raises Away where it leaves out what became of one: that row is still ours."""
    try:
        refused = {refusal["key"]: (str(refusal["code"]), str(refusal["detail"])) for refusal in answer["refused"]}
        is_whole = by_key.keys() <= {*answer["taken"], *answer["known"], *refused}
    except (KeyError, TypeError):
        is_whole = False
    if not is_whole:
        raise Away("the answer does not say what became of each observation; look at SEVENTEEN_SERVER")
    return [(by_key[key], *why) for key, why in refused.items() if key in by_key]
