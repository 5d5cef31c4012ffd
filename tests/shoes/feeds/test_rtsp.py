"""Network cameras: real ones, what each says that gives no picture, and one that is killed and comes back."""

import errno
import io
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from casino.environment import CHECKOUT
from casino.servers.processes import wait_until
from shoes.camera.kinds import Image
from shoes.camera.sights import Sight
from shoes.feeds import rtsp, sources
from shoes.feeds.addresses import hidden, parse
from shoes.feeds.logins import authorization, digest
from shoes.feeds.rtsp import AWAY, CODEC, LOGIN, PATH, SILENT
from shoes.feeds.sources import Interrupted
from tables.management.commands.watch_table import Command, Run
from tests.ports import unused_port
from tests.shoes.feeds.cameras import COUNT_SIZE, FILMS, QUOTED, Cameras, counted, counting, shows_a_password
from tests.shoes.feeds.conftest import calibration
from tests.shoes.feeds.scripted import a_read, scripted

FRAMES = 3


@pytest.fixture(scope="module")
def plain() -> Iterator[Cameras]:
    with Cameras(FILMS) as cameras:
        yield cameras


@pytest.fixture(scope="module")
def guarded() -> Iterator[Cameras]:
    with Cameras({"h265": FILMS["h265"]}, "DIGEST") as cameras:
        yield cameras


@pytest.fixture(scope="module")
def guarded_simply() -> Iterator[Cameras]:
    with Cameras({"h265": FILMS["h265"]}, "BASIC") as cameras:
        yield cameras


@pytest.fixture(params=["guarded", "guarded_simply"])
def either(request: pytest.FixtureRequest) -> Cameras:
    """A camera that asks for a login by digest, and one by basic authentication."""
    cameras: Cameras = request.getfixturevalue(request.param)
    return cameras


def shots(address: str) -> list[tuple[int, int]]:
    """Sizes of the first pictures. Raises Interrupted."""
    found = islice(sources.find(address, say=print).shots(), FRAMES)
    return [(shot.image.shape[1], shot.image.shape[0]) for shot in found]


def interruption(address: str) -> Interrupted:
    with pytest.raises(Interrupted) as interrupted:
        shots(address)
    return interrupted.value


@pytest.mark.parametrize(
    ("stream", "size"), [("h264", (1920, 1080)), ("h265", (640, 360)), ("mjpeg", (320, 240))], ids=lambda value: value
)
def test_a_camera_is_read_in_each_form(plain: Cameras, stream: str, size: tuple[int, int]) -> None:
    assert shots(plain.address(stream)) == [size] * FRAMES


def test_a_camera_that_asks_for_a_login_is_read_with_it(either: Cameras) -> None:
    assert shots(either.address("h265", QUOTED)) == [(640, 360)] * FRAMES


@pytest.mark.parametrize(
    ("login", "stream", "code", "says"),
    [
        ("", "h265", LOGIN, "asks for a login; write rtsp://user:password@host/path."),
        ("guest:hunter", "h265", LOGIN, "refuses the login; correct user or password, which are the camera's own."),
        (QUOTED, "nowhere", PATH, "has no stream at this path; correct it as the camera's manual says."),
    ],
    ids=["no-login", "wrong-password", "wrong-path"],
)
def test_a_login_and_a_path_that_are_wrong_are_said(
    either: Cameras, login: str, stream: str, code: str, says: str
) -> None:
    wrong = interruption(either.address(stream, login))
    assert (str(wrong), wrong.code) == (f"rtsp://127.0.0.1:{either.port} {says}", code)


@pytest.mark.parametrize(
    ("stream", "code", "says"),
    [
        ("unknown", CODEC, "sends its picture as RAW, which is not read; set the camera to H.264, H.265 or MJPEG."),
        ("sound", PATH, "sends no picture at this path; name the path of one."),
        ("h264-stops", SILENT, "answers, but no picture comes that can be read; restart the camera, and see that it"),
    ],
)
def test_a_stream_that_is_no_picture_is_said(
    plain: Cameras, monkeypatch: pytest.MonkeyPatch, stream: str, code: str, says: str
) -> None:
    monkeypatch.setattr(sources, "OPEN_MS", 1500)
    monkeypatch.setattr(sources, "READ_MS", 500)
    wrong = interruption(plain.address(stream))
    assert str(wrong).startswith(f"rtsp://127.0.0.1:{plain.port} {says}")
    assert wrong.code == code


def test_a_port_where_nobody_or_somebody_else_answers_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rtsp, "LIMIT_S", 0.3)
    nobody = unused_port()
    assert "refuses connections to port" in str(interruption(f"rtsp://127.0.0.1:{nobody}/1"))
    with HTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as site:
        asked = threading.Thread(target=site.handle_request)
        asked.start()
        wrong = interruption(f"rtsp://127.0.0.1:{site.server_port}/1")
        asked.join()
    assert "answers, but not as an RTSP camera does; correct the port" in str(wrong)
    with closing(socket.create_server(("127.0.0.1", 0))) as deaf:
        wrong = interruption(f"rtsp://127.0.0.1:{deaf.getsockname()[1]}/1")
    assert "does not answer; look at the camera's power and cable" in str(wrong)
    assert wrong.code == AWAY


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (OSError(errno.EHOSTUNREACH, "No route to host"), "There is no way to rtsp://cam; look at the network's cable"),
        (OSError(errno.ENETUNREACH, "Network is unreachable"), "There is no way to rtsp://cam;"),
        (socket.gaierror(-2, "Name or service not known"), "rtsp://cam is not known by that name; correct the host"),
        (TimeoutError("timed out"), "rtsp://cam does not answer; look at the camera's power"),
        (ConnectionResetError(errno.ECONNRESET, "Connection reset by peer"), "rtsp://cam ends the connection (Conn"),
        (UnicodeError("label too long"), "rtsp://cam is not known by that name"),
    ],
)
def test_a_camera_that_cannot_be_reached_is_said(monkeypatch: pytest.MonkeyPatch, wrong: Exception, says: str) -> None:
    def fails(*_words: object, **_options: object) -> None:
        raise wrong

    monkeypatch.setattr(socket, "create_connection", fails)
    with pytest.raises(rtsp.NoStream) as refused, rtsp.asked(parse("rtsp://guest:hunter2@cam/1")):
        pass
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize(
    ("status", "code"), [(403, LOGIN), (410, PATH), (454, PATH), (453, AWAY), (500, AWAY), (551, AWAY)]
)
def test_every_refusal_of_a_camera_is_one_sentence(status: int, code: str) -> None:
    wrong = rtsp._refused(parse("rtsp://guest:hunter2@cam/1"), status)
    assert wrong.code == code
    assert str(wrong).startswith("rtsp://cam ")
    assert str(wrong).count(". ") == 0


@pytest.mark.parametrize(
    ("algorithm", "response"),
    [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ],
)
def test_a_digest_is_that_of_the_standards_example(algorithm: str, response: str) -> None:
    """RFC 7616, 3.9.1."""
    fields = {
        "realm": "http-auth@example.org",
        "qop": "auth, auth-int",
        "nonce": "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v",
        "opaque": "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
        "algorithm": algorithm,
    }
    ours = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    said = digest(("Mufasa", "Circle of Life"), fields, ("GET", "/dir/index.html"), ours)
    assert f'response="{response}"' in said
    assert said.endswith(
        f'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", algorithm={algorithm}, qop=auth, nc=00000001'
    )


def test_digest_goes_before_basic_and_what_is_unknown_is_left_unanswered() -> None:
    address = parse("rtsp://Mufasa:Circle%20Of%20Life@host/1")
    known = 'Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093"'
    said = authorization(address, ['Basic realm="cam"', known], "DESCRIBE")
    assert said is not None
    assert said.startswith('Digest username="Mufasa", realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bf')
    basic = "Basic TXVmYXNhOkNpcmNsZSBPZiBMaWZl"
    assert authorization(address, [f"{known}, algorithm=SHA-512", 'Basic realm="cam"'], "DESCRIBE") == basic
    assert authorization(address, ["Negotiate"], "DESCRIBE") is None


@pytest.mark.parametrize(
    ("words", "rest"),
    [
        (["python", "manage.py", "watch_table", "A", "--source", "rtsp://u:p@h/1", "--json"], ["A", "--json"]),
        (["python", "manage.py", "watch_table", "A", "--source=rtsp://u:p@h/1"], ["A"]),
        (["python", "manage.py", "watch_table", "--sour", "rtsp://h/key=abc", "A"], ["A"]),
        (["python", "manage.py", "watch_table", "A", "--source", "rtsp://h/1"], None),
        (["python", "manage.py", "watch_table", "A", "--source", "rtsp://u:p/x@h/1"], None),
        (["python", "manage.py", "watch_table", "A", "--source", "film.mp4"], None),
    ],
)
def test_an_address_that_may_hold_a_secret_leaves_the_command_line(words: list[str], rest: list[str] | None) -> None:
    found = hidden(words)
    assert (found and found[0]) == (rest and [*words[:3], *rest])
    if found:
        assert found[1] in " ".join(words)


def test_an_address_shows_its_host_alone() -> None:
    address = parse("rtsp://guest:p@55:w@[::1]:8554/live/ch 1?key=x y")
    assert (address.user, address.password, address.name) == ("guest", "p@55:w", "rtsp://[::1]:8554")
    assert address.with_login == "rtsp://guest:p%4055%3Aw@[::1]:8554/live/ch%201?key=x%20y"
    assert repr(address) == "Address(scheme='rtsp', host='::1', port=8554, name='rtsp://[::1]:8554')"


def test_a_watching_process_shows_a_password_nowhere(guarded: Cameras, tmp_path: Path) -> None:
    """Not in what it prints or says, whatever is asked of OpenCV, and not in the list of processes."""
    table = tmp_path / "table.json"
    table.write_text(json.dumps(calibration(COUNT_SIZE).as_json()))
    words = ["watch_table", "BJ-1", "--dry-run", "--calibration", str(table), "--source"]
    loud = {"OPENCV_LOG_LEVEL": "DEBUG", "OPENCV_FFMPEG_DEBUG": "1", "OPENCV_FFMPEG_LOGLEVEL": "56"}
    said = tmp_path / "said"
    with said.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "manage.py", *words, guarded.address("h265", QUOTED)],
            cwd=CHECKOUT,
            env={**os.environ, **loud},
            stdout=output,
            stderr=output,
        )
    listed = Path(f"/proc/{process.pid}/cmdline")

    def is_hidden() -> bool:
        words = listed.read_bytes()
        return b"rtsp" not in words and b"--calibration" in words

    wrong = "The frames are 640 x 360, but the calibration is for 224 x 64"
    try:
        wait_until(is_hidden, seconds=30, otherwise="the address is shown")
        wait_until(lambda: wrong in said.read_text(), seconds=30, otherwise="no frame came")
        process.terminate()
        assert process.wait(timeout=20) == 0
    finally:
        process.kill()
        process.wait()
    assert '"frames":' in said.read_text() or "frames " in said.read_text()
    assert not shows_a_password(said.read_text())


@pytest.mark.parametrize(("login", "says"), [("guest:hunter2", "refuses the login"), ("", "asks for a login")])
def test_who_tries_a_wrong_login_hears_so_and_it_is_not_tried_again(
    guarded: Cameras,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    login: str,
    says: str,
) -> None:
    monkeypatch.setattr(Command, "open_eyes", lambda _self: scripted(lambda *_: []))
    table = tmp_path / "table.json"
    table.write_text(json.dumps(calibration(COUNT_SIZE).as_json()))
    with pytest.raises(CommandError, match=says) as refused:
        call_command(
            "watch_table", "BJ-1", "--dry-run", "--calibration", str(table), "--source", guarded.address("h265", login)
        )
    assert refused.value.returncode == 2
    assert not shows_a_password(str(refused.value) + "".join(capfd.readouterr()))


class Counting:
    """A run of the command that reads a card with each new number that a counting film shows."""

    def __init__(self, address: str, table: Path) -> None:
        self.out, self.err = io.StringIO(), io.StringIO()
        self.numbers: list[int] = []
        self.runs: list[Run] = []
        self._words = ["BJ-1", "--source", address, "--dry-run", "--calibration", str(table), "--json"]

    def see(self, _frame_number: int, frame: Image, at_ms: int) -> list[Sight]:
        number = counted(frame)
        if self.numbers and number == self.numbers[-1]:
            return []
        self.numbers.append(number)
        return [a_read(number, at_ms)]

    def run(self) -> None:
        call_command(Command(stdout=self.out, stderr=self.err, no_color=True), *self._words)

    @property
    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.getvalue().splitlines()]

    @property
    def states(self) -> list[str]:
        return [line["camera"] for line in self.lines if "camera" in line]


def test_a_camera_that_is_killed_or_hangs_is_missed_within_two_seconds_and_read_again_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it shows in between is lost and nothing else: each number once, in order, at its time."""
    table = tmp_path / "table.json"
    table.write_text(json.dumps(calibration(COUNT_SIZE).as_json()))
    cameras = Cameras({"count": counting(tmp_path / "count.mp4", 60)}, "DIGEST")
    run = Counting(cameras.address("count", QUOTED), table)
    monkeypatch.setattr(Command, "open_eyes", lambda _self: scripted(run.see))
    monkeypatch.setattr(Run, "_obey_signals", lambda self: run.runs.append(self))
    watching = threading.Thread(target=run.run)
    with cameras:
        watching.start()
        try:
            _goes_on(run)
            missed_s = _missed(run, cameras.kill)
            cameras.start()
            _goes_on(run)
            again_s = _missed(run, cameras.hang)
            cameras.kill()
            cameras.start()
            _goes_on(run)
        finally:
            run.runs[0]._on_signal()
            watching.join(20)
    assert max(missed_s, again_s) < 2 + 0.5  # on a busy machine half a second more
    _check_order(run)
    name, said = f"rtsp://127.0.0.1:{cameras.port}", run.err.getvalue().splitlines()
    assert said.count(f"{name} gives no picture any more. Trying again.") == said.count(f"{name} gives pictures again.")
    assert len(said) >= 4
    assert not shows_a_password(run.err.getvalue() + run.out.getvalue())


def _goes_on(run: Counting) -> None:
    """Wait until three more numbers are read, and nobody is missed."""
    enough = len(run.numbers) + 3
    wait_until(lambda: len(run.numbers) >= enough, seconds=30, otherwise=f"not read: {run.err.getvalue()}")
    wait_until(lambda: run.states[-1:] in ([], ["back"]), seconds=5, otherwise="not back")


def _missed(run: Counting, end: Callable[[], None]) -> float:
    """How long after its end a camera was missed."""
    before, began = run.states, time.monotonic()
    end()
    wait_until(lambda: run.states == [*before, "lost"], seconds=10, otherwise=f"not missed: {run.states}")
    return time.monotonic() - began


def _check_order(run: Counting) -> None:
    lines = [line for line in run.lines if "frames" not in line]
    reads = [line for line in lines if "read" in line]
    at = [datetime.fromisoformat(line["at"]).timestamp() for line in reads]
    assert at == sorted(at)
    numbers = [int(line["read"].removeprefix("dryrun-")) for line in reads]
    assert numbers == sorted(set(numbers))
    lost = [datetime.fromisoformat(line["at"]).timestamp() for line in lines if line.get("camera") == "lost"]
    # Where numbers are missing the camera was, from when the last of them was shown.
    gaps = [index for index in range(1, len(numbers)) if numbers[index] != numbers[index - 1] + 1]
    assert len(gaps) == 2
    assert all(any(at[gap - 1] - 0.1 <= moment <= at[gap - 1] + 1.5 for moment in lost) for gap in gaps)
    # A number is shown for a second; a stream can be joined at each twelfth frame of its film, ten a second.
    began = [second - number for second, number in zip(at, numbers, strict=True)]
    assert max(began) - min(began) < 2.5
