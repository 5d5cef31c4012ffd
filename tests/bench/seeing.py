"""How long from a card that lies still to the dashboard: a film in real time, a real server, a real stream of events.

The film, reader, watch, spool and post are those of watch_table, which runs in this process; the server is another.
"""

import asyncio
import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from io import StringIO
from math import ceil
from statistics import median

from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from casino import processes, tokens
from casino.environment import CHECKOUT
from shoes.camera.kinds import Image
from shoes.camera.plane import Calibration
from shoes.camera.sights import Read, Sight
from shoes.camera.watch import Watch
from shoes.models import Camera, Observation
from shoes.services import cameras as eyes
from shoes.weights import load_eyes
from tables.management.commands import watch_table
from tables.rules import Limits
from tables.services import cameras
from tables.simulated.house import TablePlan, dealer_of, simulated_house
from tests.bench import Line
from tests.bench.notices import _cookie, _open, _web

FILM = CHECKOUT / "examples" / "table.mp4"
FPS = 12.5
BEGINS_S = 6.0
"""The networks are loaded and the server has answered by then."""
AFTER_S = 3.0
PLAN = TablePlan("SEEN", "casino-s17", Limits(10_00, 500_00, 5_00), boxes=3)
NEAR_MS = 1000


@dataclass(frozen=True)
class Timed:
    """A watch, and at which frame (milliseconds of the film) it first said each card."""

    watch: Watch
    said: dict[tuple[str, int], int] = field(default_factory=dict)

    def see(self, frame: Image, at_ms: int) -> list[Sight]:
        sights = self.watch.see(frame, at_ms)
        for sight in sights:
            if isinstance(sight, Read) and sight.face == "up":
                self.said.setdefault((sight.place, sight.at_ms), at_ms)
        return sights


def measure(scale: float) -> Iterator[Line]:
    secret = _table()
    port = processes.free_port(18_600, lambda line: None)
    address = f"http://{processes.HOST}:{port}"
    watches: list[Timed] = []
    with _web(port):
        heard = _Heard(port)
        began_ms = round((time.time() + BEGINS_S) * 1000)
        with override_settings(ENVIRONMENT=replace(settings.ENVIRONMENT, server=address, camera_token=secret)):
            dropped = _watch(began_ms, watches)
        time.sleep(AFTER_S)
        heard.stop()
    whole_ms, rest_ms = _delays(began_ms, watches[0], heard.at_ms)
    how = f"{len(whole_ms)} cards of examples/table.mp4 in real time, {dropped} frames dropped; real server and stream"
    yield Line("a card that lies still to the dashboard", _figure(whole_ms), "", how)
    yield Line(
        "the same from the frame that settles it",
        _figure(rest_ms),
        "",
        "without the watch's own waiting for frames that agree: read, spooled, posted, joined, committed, told",
    )


def _table() -> str:
    """A table with a calibrated camera; the camera's secret."""
    house = simulated_house(random.Random(17))
    table = house.furnish(PLAN, dealer_of(PLAN.code))
    cameras.add_camera(table, PLAN.code, by=None, is_watch_only=False)
    body = json.loads(FILM.with_name(f"{FILM.name}.calibration.json").read_text())
    camera = Camera.objects.get(name=PLAN.code)
    eyes.calibrate(camera, {name: value for name, value in body.items() if name != "terms"})
    return tokens.issue("camera of the bench", "observations.post", about=camera.about)[1]


def _watch(began_ms: int, watches: list[Timed]) -> int:
    """Show the film to watch_table; how many frames it dropped."""

    def make(calibration: Calibration) -> Timed:
        watches.append(Timed(Watch(load_eyes(), calibration)))
        return watches[-1]

    class Command(watch_table.Command):
        open_eyes = staticmethod(lambda: make)

    said = StringIO()
    since = datetime.fromtimestamp(began_ms / 1000, UTC).isoformat()
    options = {"source": str(FILM), "paced": True, "since": since, "json": True}
    worker = threading.Thread(target=call_command, args=(Command(stdout=said), PLAN.code), kwargs=options)
    worker.start()
    worker.join()
    dropped: int = json.loads(said.getvalue().splitlines()[-1])["dropped"]
    return dropped


class _Heard:
    """When a dashboard heard of the table, milliseconds since 1970."""

    def __init__(self, port: int) -> None:
        self.at_ms: list[float] = []
        self._port = port
        self._stop = threading.Event()
        self._is_open = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._listen()))
        self._thread.start()
        self._is_open.wait(30)

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()

    async def _listen(self) -> None:
        reader, _writer = await _open(self._port, await asyncio.to_thread(_cookie))
        self._is_open.set()
        while not self._stop.is_set():
            with suppress(TimeoutError):
                line = await asyncio.wait_for(reader.readline(), timeout=0.5)
                if b'"topic": "table"' in line or b'"topic":"table"' in line:
                    self.at_ms.append(time.time() * 1000)


def _delays(began_ms: int, watch: Timed, heard_ms: list[float]) -> tuple[list[float], list[float]]:
    """To the notice: from the first frame in which a card lies still, and from the one at which the watch was sure."""
    lines = FILM.with_name(f"{FILM.name}.truth.jsonl").read_text().splitlines()
    truth = [line for line in map(json.loads, lines) if "card" in line and line.get("face") != "down"]
    whole, rest = [], []
    for row in Observation.objects.filter(camera__name=PLAN.code, kind="read", face="up").order_by("pk"):
        at_ms = row.at_ms - began_ms
        said_ms = watch.said.get((row.place, at_ms))
        still_ms = [
            1000 * ceil(line["at"] * FPS) / FPS
            for line in truth
            if (line["place"], line["card"]) == (row.place, row.card) and abs(1000 * line["at"] - at_ms) < NEAR_MS
        ]
        told_ms = next((at for at in heard_ms if at >= row.arrived_at.timestamp() * 1000), None)
        if said_ms is not None and still_ms and told_ms is not None:
            whole.append(told_ms - began_ms - still_ms[0])
            rest.append(told_ms - began_ms - said_ms)
    return whole, rest


def _figure(delays_ms: list[float]) -> str:
    return f"median {median(delays_ms):,.0f} ms, most {max(delays_ms):,.0f} ms"
