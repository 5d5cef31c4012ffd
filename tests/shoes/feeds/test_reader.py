"""Reading in a thread: every frame of a recording, the newest of a camera, dropped ones counted."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from casino.servers.processes import wait_until
from shoes.feeds import reader as reading
from shoes.feeds.reader import Frame, Reader
from shoes.feeds.rtsp import AWAY, CODEC, LOGIN, PATH
from shoes.feeds.sources import CutOff, Interrupted, Shot
from tests.shoes.feeds.films import picture


class Fake:
    """A source that plays a list: numbers are pictures, exceptions are raised, events are waited for."""

    name = "fake"
    length_s = None

    def __init__(self, *plays: list[Any], is_recording: bool = False) -> None:
        self.is_recording = is_recording
        self._plays = iter(plays)
        self.closed = 0

    def shots(self) -> Iterator[Shot]:
        try:
            for number, one in enumerate(next(self._plays)):
                if isinstance(one, threading.Event):
                    one.wait(20)
                elif isinstance(one, float):
                    time.sleep(one)
                elif isinstance(one, int):
                    yield Shot(picture(one), number / 10 if self.is_recording else None)
                else:
                    raise one
        finally:
            self.closed += 1


def _all(reader: Reader) -> list[Frame]:
    frames = []
    while not reader.is_over:
        frame = reader.next(0.1)
        if frame is not None:
            frames.append(frame)
    return frames


def test_a_recording_is_read_frame_by_frame_however_slow_the_taker_is() -> None:
    reader = Reader(Fake(list(range(20)), is_recording=True), drops=False, say=print)
    reader.start()
    time.sleep(0.2)
    assert reader.frames <= reading.AHEAD + 2  # it waits for whoever takes them
    frames = _all(reader)
    assert [frame.stamp_ms for frame in frames] == [100 * number for number in range(20)]
    assert (reader.frames, reader.dropped) == (20, 0)


def test_a_camera_drops_and_counts_what_nobody_took_and_keeps_the_newest() -> None:
    all_read = threading.Event()
    reader = Reader(Fake([*range(50), all_read]), drops=True, say=print)
    reader.start()
    wait_until(lambda: reader.frames == 50, seconds=10, otherwise="not read")
    frame = reader.next(1)
    assert frame is not None
    assert (frame.image == picture(49)).all()
    assert (reader.frames, reader.dropped) == (50, 49)
    all_read.set()
    reader.stop()


def test_a_camera_that_was_lost_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SHORTEST_WAIT_S", 0.05)
    said: list[str] = []
    never = threading.Event()
    gone = [Interrupted("fake gives no picture.")]
    source = Fake([1, *gone], gone, gone, [2, never])
    reader = Reader(source, drops=True, say=said.append)
    reader.start()
    wait_until(lambda: reader.frames == 2, seconds=10, otherwise="not opened again")
    assert source.closed == 3
    assert said == ["fake gives no picture. Trying again.", "fake gives pictures again."]
    never.set()
    reader.stop()


def test_why_a_camera_gives_no_picture_is_said_as_often_as_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SHORTEST_WAIT_S", 0.05)
    said: list[str] = []
    away, no_path = [Interrupted("fake is away.", AWAY)], [Interrupted("fake has no such path.", PATH)]
    never, tried = threading.Event(), threading.Event()
    source = Fake(away, away, no_path, [tried, 1, never])
    reader = Reader(source, drops=True, say=said.append)
    reader.start()
    wait_until(lambda: source.closed == 3, seconds=10, otherwise="not tried again")
    assert reader.trouble == PATH
    tried.set()
    wait_until(lambda: reader.frames == 1, seconds=10, otherwise="not opened again")
    assert said == ["fake is away. Trying again.", "fake has no such path. Trying again.", "fake gives pictures again."]
    assert reader.trouble == ""
    never.set()
    reader.stop()


@pytest.mark.parametrize(("code", "ends"), [(LOGIN, True), (PATH, True), (CODEC, True), (AWAY, False), ("", False)])
def test_who_tries_an_address_out_hears_at_once_what_is_wrong_with_it(
    monkeypatch: pytest.MonkeyPatch, code: str, ends: bool
) -> None:
    monkeypatch.setattr(reading, "SHORTEST_WAIT_S", 0.05)
    source = Fake([Interrupted("fake says no.", code)], [1])
    reader = Reader(source, drops=True, say=lambda _line: None, gives_up=True)
    reader.start()
    wait_until(reader.has_ended.is_set, seconds=10, otherwise="not ended")
    assert (reader.cut_off, reader.frames) == (("fake says no.", 0) if ends else ("", 1))


def test_since_when_a_picture_is_the_same_is_known() -> None:
    reader = Reader(Fake([1, 2, 2, 2, 3], is_recording=True), drops=False, say=print)
    reader.start()
    assert [frame.same_since_ms for frame in _all(reader)] == [0, 100, 100, 100, 400]


def test_one_pixel_makes_another_picture() -> None:
    one = picture(1)
    other = one.copy()
    other[7, 9, 2] ^= 1
    assert not reading._is_same(one, other)
    assert reading._is_same(one, one.copy())


def test_a_recording_that_is_cut_off_says_so_at_its_end() -> None:
    reader = Reader(Fake([1, 2, CutOff("fake is cut off")], is_recording=True), drops=False, say=print)
    reader.start()
    assert len(_all(reader)) == 2
    assert reader.cut_off == "fake is cut off"


def test_a_reader_that_fails_unforeseen_says_so_and_ends() -> None:
    said: list[str] = []
    reader = Reader(Fake([1, ZeroDivisionError("never thought of")]), drops=True, say=said.append)
    reader.start()
    wait_until(lambda: reader.has_ended.is_set(), seconds=10, otherwise="not ended")
    assert "ZeroDivisionError: never thought of" in said[0]
    assert reader.cut_off == "fake cannot be read any more; what went wrong is said above. Start again."
