"""Everything is killed, several times each, while a film is read: what was printed is stored once, and in order.

Real processes with a PostgreSQL of their own: nobody else's is killed.
"""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from casino.environment import CHECKOUT
from casino.processes import wait_for, web
from casino.servers.postgres import Postgres, postgres
from casino.servers.processes import wait_until
from tests.ports import unused_port
from tests.shoes.feeds.conftest import calibration
from tests.shoes.feeds.films import SIZE, film

pytestmark = pytest.mark.xdist_group("kills")  # one server for all of them

KILLS = 3
FRAMES = 400  # 16 s in real time
CAMERAS = ("BJ-12", "BJ-12a", "BJ-12b")
# One process instead of seven `manage.py add_table`, `add_camera` and visits to the calibration page.
PREPARE = """
import json
from casino import tokens
from shoes.models import Camera
from shoes.services.cameras import calibrate
from tables.services.cameras import add_camera
from tables.services.tables import add
table = add("BJ-12", name="", pit="1", by=None)
secrets = {{}}
for name in {cameras!r}:
    add_camera(table, name, by=None)
    calibrate(Camera.objects.get(name=name), json.loads({body!r}))
    secrets[name] = tokens.issue(name, "observations.post", about="camera:" + name)[1]
print(json.dumps(secrets))
"""


class Place:
    """A data folder with a server of its own, a table and its cameras."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self.folder = folder
        self.port = unused_port()
        plain = {name: value for name, value in os.environ.items() if not name.startswith(("SEVENTEEN", "DATABASE"))}
        self.environment = {
            **plain,
            "SEVENTEEN_DATA": str(self.data),
            "SEVENTEEN_PORT": str(self.port),
            "PYTHONUNBUFFERED": "1",
        }
        self.tokens: dict[str, str] = {}
        self._web: subprocess.Popen[bytes] | None = None
        self._watching: list[Printed] = []

    @property
    def postgres(self) -> Postgres:
        return postgres(self.data)

    def manage(self, *words: str) -> str:
        command = [sys.executable, "manage.py", *words]
        done = subprocess.run(command, cwd=CHECKOUT, env=self.environment, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def prepare(self) -> None:
        """A table whose cameras know how they see it."""
        self.manage("migrate", "--verbosity", "0")
        body = json.dumps(calibration(SIZE).as_json())
        printed = self.manage("shell", "--verbosity", "0", "--command", PREPARE.format(cameras=CAMERAS, body=body))
        self.tokens = json.loads(printed.splitlines()[-1])

    def start_web(self) -> None:
        self.kill_web()
        self._web = subprocess.Popen(web(self.port).command, cwd=CHECKOUT, env=self.environment, start_new_session=True)

    def kill_web(self) -> None:
        if self._web is not None:
            os.killpg(self._web.pid, signal.SIGKILL)
            self._web.wait()
            self._web = None

    def kill_postgres(self) -> None:
        """Kill the server with all its children; who next connects starts it again."""
        pid = self.postgres.pid()
        if pid is not None:
            children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
            for one in (pid, *map(int, children)):
                with suppress(ProcessLookupError):
                    os.kill(one, signal.SIGKILL)

    def watch(self, camera: str, path: Path) -> "Printed":
        """`watch_table` with a scripted watch, and with no way to a database."""
        words = ["-m", "tests.shoes.feeds.scripted", "BJ-12", "--camera", camera, "--source", str(path)]
        nowhere = {
            "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
            "SEVENTEEN_CAMERA_TOKEN": self.tokens[camera],
        }
        process = subprocess.Popen(
            [sys.executable, *words, "--json", "--paced"],
            cwd=CHECKOUT,
            env={**self.environment, **nowhere},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._watching.append(Printed(process))
        return self._watching[-1]

    def stored(self, camera: str) -> list[tuple[str, str]]:
        """Key and body of every observation of a camera, in the order in which they were stored."""
        of_camera = "SELECT key, body FROM shoes_observation JOIN shoes_camera c ON c.id = camera_id WHERE c.name = %s"
        self.postgres.ensure()
        with self.postgres.connect("seventeen", "seventeen") as connection:
            rows = connection.execute(f"{of_camera} ORDER BY shoes_observation.id", [camera]).fetchall()
        return [(str(key), str(body)) for key, body in rows]

    def crops(self) -> set[str]:
        with self.postgres.connect("seventeen", "seventeen") as connection:
            return {str(row[0]) for row in connection.execute("SELECT sha256 FROM shoes_crop").fetchall()}

    def stop_watching(self) -> None:
        """End what a test left running, so that a failure of one is no failure of the next."""
        while self._watching:
            self._watching.pop().end()

    def stop(self) -> None:
        self.stop_watching()
        self.kill_web()
        self.postgres.stop()


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    made = Place(tmp_path_factory.mktemp("kills"))
    made.prepare()
    yield made
    made.stop()


@pytest.fixture
def place(started: Place) -> Iterator[Place]:
    yield started
    started.stop_watching()


class Printed:
    """What a process prints, line by line as it comes, also if it is killed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.lines: list[dict[str, object]] = []
        self.said: list[str] = []
        self._threads = [threading.Thread(target=self._read), threading.Thread(target=self._listen)]
        for thread in self._threads:
            thread.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.endswith("\n"):
                self.lines.append(json.loads(line))

    def _listen(self) -> None:
        assert self.process.stderr is not None
        self.said.extend(self.process.stderr)

    def wait(self, seconds: float) -> int:
        code = self.process.wait(seconds)
        for thread in self._threads:
            thread.join(10)
        for pipe in (self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()
        return code

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.wait(10)

    @property
    def reads(self) -> list[str]:
        return [str(line["read"]) for line in self.lines if "read" in line]


def test_whatever_is_killed_what_was_printed_is_stored_once_and_in_order(place: Place) -> None:
    path = film(place.folder / "BJ-12.avi", FRAMES)
    place.start_web()
    assert wait_for(place.port, seconds=30)
    runs: list[Printed] = []
    for _kill in range(KILLS):  # the watching process, while it prints
        runs.append(place.watch("BJ-12", path))
        wait_until(lambda: len(runs[-1].reads) > 20, seconds=60, otherwise=f"{runs[-1].said}")
        runs[-1].process.kill()
        runs[-1].wait(10)
    last = place.watch("BJ-12", path)
    runs.append(last)
    for number in range(KILLS):
        enough = 20 * (2 * number + 1)
        wait_until(lambda: len(last.reads) > enough, seconds=60, otherwise=f"{last.said}")  # noqa: B023
        place.kill_web()
        time.sleep(1)
        place.start_web()
        wait_until(lambda: len(last.reads) > enough + 20, seconds=60, otherwise=f"{last.said}")  # noqa: B023
        place.kill_postgres()
    assert last.wait(120) == 0, last.said
    assert last.lines[-1] == {"frames": FRAMES, "dropped": last.lines[-1]["dropped"]}
    _check(place, "BJ-12", runs)


def _check(place: Place, camera: str, runs: list[Printed]) -> None:
    stored = place.stored(camera)
    assert len({key for key, _body in stored}) == len(stored)
    by_run: dict[str, list[int]] = defaultdict(list)
    reads: dict[str, list[str]] = defaultdict(list)
    for key, body in stored:
        run, _colon, number = key.partition(":")
        by_run[run].append(int(number))
        if json.loads(body)["kind"] == "read":
            reads[run].append(json.loads(body)["read"])
    assert len(by_run) == len(runs)
    for run, numbers in by_run.items():
        assert numbers == list(range(1, len(numbers) + 1)), run  # none missing, none twice, in order
    for printed in runs:
        run = printed.reads[0].partition("-")[0]
        # A process that was killed may have kept one more than it could print; it is stored as well.
        assert reads[run][: len(printed.reads)] == printed.reads
    assert {json.loads(body)["crop_sha256"] for _key, body in stored if "crop_sha256" in body} <= place.crops()
    assert list((place.data / "spool" / camera / "crops").iterdir()) == []


def test_a_watch_that_was_killed_while_nobody_listened_is_delivered_by_the_next(place: Place) -> None:
    path = film(place.folder / "BJ-12a.avi", 100)
    place.start_web()
    assert wait_for(place.port, seconds=30)
    first = place.watch("BJ-12a", path)
    wait_until(lambda: len(first.reads) > 5, seconds=60, otherwise=f"{first.said}")
    place.kill_web()
    wait_until(lambda: len(first.reads) > 25, seconds=60, otherwise=f"{first.said}")
    first.process.kill()
    first.wait(10)
    # The server is still away when the next one starts: it knows the calibration, and spools.
    second = place.watch("BJ-12a", path)
    wait_until(lambda: len(second.reads) > 25, seconds=60, otherwise=f"{second.said}")
    assert any("the calibration known last is used" in line for line in second.said)
    place.start_web()
    assert second.wait(60) == 0, second.said
    _check(place, "BJ-12a", [first, second])


def test_two_processes_of_one_camera_do_not_share_a_spool(place: Place) -> None:
    path = film(place.folder / "BJ-12b.avi", 200)
    place.start_web()
    assert wait_for(place.port, seconds=30)
    first = place.watch("BJ-12b", path)
    wait_until(lambda: len(first.reads) > 1, seconds=60, otherwise=f"{first.said}")
    second = place.watch("BJ-12b", path)
    assert second.wait(60) == 2
    assert any("Another watch_table works with" in line for line in second.said)
    first.process.kill()
    first.wait(10)
