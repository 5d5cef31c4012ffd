"""The last minutes of what a camera saw: masked, bounded, there after a restart; and why something is not there."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from casino.servers.processes import wait_until
from shoes.camera.kinds import Image
from shoes.camera.plane import Calibration
from shoes.camera.sights import Sight
from shoes.feeds import ring as rings
from shoes.feeds.clock import FilmTimes
from shoes.feeds.ring import Ring
from tests.shoes.feeds.conftest import NOW_MS, calibration

SIZE = (640, 360)
Made = Callable[..., Ring]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Made]:
    """A ring of a film that began at NOW_MS; a second one finds what the first has left."""
    opened: list[Ring] = []

    def made(most_bytes: int = 10_000_000) -> Ring:
        said: list[str] = []
        ring = Ring(tmp_path / "ring", FilmTimes(NOW_MS), most_bytes=most_bytes, died=said.clear, say=said.append)
        ring.start()
        ring.beside(_blind)(calibration(SIZE))
        opened.append(ring)
        return ring

    yield made
    for ring in opened:
        ring.stop()


class _Blind:
    def see(self, _frame: Image, _at_ms: int) -> list[Sight]:
        return []


def _blind(_calibration: Calibration) -> _Blind:
    return _Blind()


def show(ring: Ring, until_ms: int, every_ms: int = 80, *, within_s: float = 5) -> None:
    """Frames of a film, each when the one before it is on disk."""
    grey = np.random.default_rng(3).integers(90, 160, (SIZE[1], SIZE[0], 3), np.uint8)
    for at_ms in range(0, until_ms + 1, every_ms):
        ring.offer(grey, at_ms)
        wait_until(ring._waiting.empty, seconds=10, otherwise="not written")
    ring.reaches(NOW_MS + until_ms - every_ms, within_s=within_s, stop=threading.Event())


def test_five_pictures_a_second_and_a_whole_one_are_kept(make: Made) -> None:
    ring = make()
    show(ring, 3000)
    frames = ring.frames(NOW_MS + 500, NOW_MS + 2500)
    assert [kept.at_ms - NOW_MS for kept in frames] == [720, 960, 1200, 1440, 1680, 1920, 2160, 2400]
    whole = ring.whole_near(NOW_MS + 1400)
    assert whole is not None
    assert (whole.at_ms - NOW_MS, whole.kind) == (1200, "w")
    assert [kept.at_ms - NOW_MS for kept in ring.frames(NOW_MS, NOW_MS + 2500, 400)] == [0, 480, 960, 1440, 1920, 2400]


def test_what_lies_outside_the_felt_never_reaches_the_disk(make: Made) -> None:
    ring = make()
    show(ring, 300)
    for kept in (ring.frames(NOW_MS, NOW_MS)[0], ring.whole_near(NOW_MS)):
        assert kept is not None
        picture = cv2.imdecode(np.frombuffer(ring.read(kept) or b"", np.uint8), cv2.IMREAD_COLOR)
        assert picture is not None
        assert int(picture[2, 2].max()) < 12
        assert int(picture[180, 300].max()) > 60
    ring.masks = False  # the house keeps all
    show(ring, 600)
    kept = ring.frames(NOW_MS + 480, NOW_MS + 700)[0]
    picture = cv2.imdecode(np.frombuffer(ring.read(kept) or b"", np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert int(picture[2, 2].max()) > 60


def test_the_oldest_make_room_and_what_is_asked_too_late_is_said(make: Made, tmp_path: Path) -> None:
    ring = make(most_bytes=1_200_000)
    show(ring, 6000)
    assert sum(path.stat().st_size for path in (tmp_path / "ring").iterdir()) <= 1_200_000
    assert ring.frames(NOW_MS, NOW_MS + 500) == []
    assert ring.why_not(NOW_MS + 500) == "too-late"
    assert ring.frames(NOW_MS + 5500, NOW_MS + 6000) != []
    assert ring.why_not(NOW_MS + 99_000) == "no-picture"


def test_a_restart_finds_what_was_kept(make: Made) -> None:
    first = make()
    show(first, 1000)
    kept = first.frames(NOW_MS, NOW_MS + 1000)
    first.stop()
    assert make().frames(NOW_MS, NOW_MS + 1000) == kept


def test_a_full_disk_stops_nothing(make: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rings, "LEAST_FREE_BYTES", 10**18)
    ring = make()
    show(ring, 400, within_s=0.1)
    assert ring.frames(NOW_MS, NOW_MS + 400) == []
    assert ring.why_not(NOW_MS + 400) == "disk-full"
    monkeypatch.setattr(rings, "LEAST_FREE_BYTES", 1)
    show(ring, 1000)
    assert ring.frames(NOW_MS + 600, NOW_MS + 1000) != []


def test_the_watch_sees_every_frame_all_the_same(make: Made) -> None:
    seen: list[int] = []

    class Counting:
        def see(self, _frame: Image, at_ms: int) -> list[Sight]:
            seen.append(at_ms)
            return []

    watch = make().beside(lambda _calibration: Counting())(calibration(SIZE))
    for at_ms in range(0, 400, 80):
        watch.see(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), at_ms)
    assert seen == [0, 80, 160, 240, 320]
