"""A camera at a table of a browser test: it speaks to the real site with its own token, as `watch_table` does."""

import json
import threading
import time
import urllib.request
from types import TracebackType
from typing import Any, Self

from casino import tokens
from casino.models import Staff
from shoes.models import Camera
from shoes.services import cameras as eyes
from tables.models import Table
from tables.services import cameras
from tests.conftest import Site
from tests.shoes.feeds.conftest import calibration
from tests.tables.seeing import SeenBy, Statement

EVERY_S = 1.0


def now_ms() -> int:
    return int(time.time() * 1000)


class WatchingCamera:
    """Says every second how it does, until it is left; `sees` and its like post what it saw just now."""

    def __init__(self, site: Site, table: Table, *, by: Staff, is_watch_only: bool = False) -> None:
        self.name = table.code
        cameras.add_camera(table, self.name, by=by, is_watch_only=is_watch_only)
        camera = Camera.objects.get(name=self.name)
        eyes.calibrate(camera, calibration(boxes=table.boxes).as_json(), by=by)
        secret = tokens.issue(f"camera {self.name}", "observations.post", by=by, about=camera.about)[1]
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
        self.url = f"{site.url}/api/cameras/{self.name}"
        self.eye = SeenBy()
        self.state = "watching"
        self._is_left = threading.Event()
        self._pulse = threading.Thread(target=self._live, daemon=True)

    def __enter__(self) -> Self:
        self._alive()
        self._pulse.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.fall_silent()

    def fall_silent(self) -> None:
        self._is_left.set()
        self._pulse.join(10)

    def is_missed(self) -> None:
        """What beat does every two seconds, until it misses this camera."""
        for _ in range(40):
            if self.name in eyes.tell_silent():
                return
            time.sleep(0.25)
        raise AssertionError(f"{self.name} is not missed")

    def becomes(self, state: str) -> None:
        """Lost, frozen, dark, moved; or back."""
        self._post("/observations", {"observations": [self.eye.state(now_ms(), state)]})
        self.state = "watching" if state == "back" else state
        self._alive()

    def sees(self, cards: str) -> list[str]:
        """`sees("1:8S 0:?? 2:Q?")`, the bank's `??` face down; the names of the reads."""
        return [self.sees_card(*text.split(":")) for text in cards.split()]

    def sees_card(self, place: str, card: str, *, lie: str = "along", **more: Any) -> str:
        face = "down" if (place, card) == ("0", "??") else "up"
        read = self.eye.read(now_ms(), place, card, face=face, lie=lie, **more)
        self._say()
        return read

    def sees_better(self, read: str, place: str, card: str) -> None:
        self.eye.again(read, now_ms(), place, card)
        self._say()

    def sees_turned(self, read: str, card: str, place: str = "0") -> None:
        self.eye.turned(now_ms(), read, place, card)
        self._say()

    def sees_parted(self, place: str, hand: str, reads: list[str]) -> None:
        self.eye.parted(now_ms(), place, hand, reads)
        self._say()

    def sees_lifted(self, place: str, reads: list[str]) -> None:
        self.eye.lifted(now_ms(), place, reads)
        self._say()

    def _say(self) -> None:
        said: Statement = self.eye.said[-1]
        answer = self._post("/observations", {"observations": [said]})
        assert (answer["taken"], answer["refused"]) == ([said["key"]], [])

    def _live(self) -> None:
        while not self._is_left.wait(EVERY_S):
            self._alive()

    def _alive(self) -> None:
        self._post("/alive", {"frames": 1, "dropped": 0, "behind_ms": 0, "state": self.state, "at_ms": now_ms()})

    def _post(self, what: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(self.url + what, json.dumps(body).encode(), self.headers)  # noqa: S310
        with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
            found: dict[str, Any] = json.loads(answer.read())
        return found
