"""A thread that reads a source: every frame of a recording, the newest of a camera; never a queue without bound."""

import queue
import threading
import time
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from shoes.camera.kinds import Image
from shoes.feeds.rtsp import CODEC, LOGIN, PATH
from shoes.feeds.sources import CutOff, Interrupted, NoSource, Say, Shot, Source
from shoes.feeds.threads import thread

AHEAD: Final = 2
SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.5, 2.0
# Cameras lock an account that is refused too often.
LOGIN_WAIT_S: Final = 15.0
STOP_S: Final = 12.0  # rtsp.LIMIT_S, sources.OPEN_MS twice and a little
# Trying again changes nothing unless somebody changes the camera or its address.
SETTLED: Final = (LOGIN, PATH, CODEC)
SPARSE: Final = 16


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture and its stamp: milliseconds of the recording, or of the monotonic clock; since when it is the same."""

    image: Image
    stamp_ms: int
    same_since_ms: int


class Reader:
    """Reads `source` in a thread of its own.

    Where `drops`, a frame that nobody took before the next came is dropped and counted; otherwise reading waits.
    `seen_at` and `changed_at`, seconds of the monotonic clock, are for the watchdog; `trouble` is a code while a camera
    says why it gives no picture. Where it `gives_up`, a camera that says so at the first try is not asked again.
    """

    def __init__(self, source: Source, *, drops: bool, say: Say, gives_up: bool = False) -> None:
        self.frames = 0
        self.trouble = ""
        self.dropped = 0
        self.seen_at = self.changed_at = time.monotonic()
        self.newest: Image | None = None
        self.cut_off = ""
        self.has_ended = threading.Event()
        self._source = source
        self._drops = drops
        self._same_since_ms = 0
        self._say, self._gives_up = say, gives_up
        self._interrupted = ""
        self._frames: queue.Queue[Frame] = queue.Queue(1 if drops else AHEAD)
        self._stop = threading.Event()
        self._thread = thread("reader", self._run, died=self._died, say=say)

    def start(self) -> None:
        self.seen_at = self.changed_at = time.monotonic()
        self._thread.start()

    def stop(self) -> None:
        """End reading. A read that hangs is waited for: a thread inside OpenCV must not outlive the interpreter."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(STOP_S)

    def next(self, timeout_s: float) -> Frame | None:
        """The next frame, or None when none came in time or the recording is over."""
        try:
            return self._frames.get(timeout=timeout_s)
        except queue.Empty:
            return None

    @property
    def is_over(self) -> bool:
        return self.has_ended.is_set() and self._frames.empty()

    def _run(self) -> None:
        wait_s = SHORTEST_WAIT_S
        while not self._stop.is_set():
            before = self.frames
            try:
                self._read()
                break
            except CutOff as wrong:
                self.cut_off = str(wrong)
                break
            except Interrupted as wrong:
                if self._gives_up and wrong.code in SETTLED and not self.frames:
                    self.cut_off = str(wrong)
                    break
                wait_s = SHORTEST_WAIT_S if self.frames > before else min(wait_s * 2, LONGEST_WAIT_S)
                self._note_interrupted(wrong)
                self._stop.wait(LOGIN_WAIT_S if wrong.code == LOGIN else wait_s)
            except NoSource as wrong:  # the file went away under us
                self.cut_off = str(wrong)
                break
        self.has_ended.set()

    def _note_interrupted(self, wrong: Interrupted) -> None:
        """Say why there is no picture: once, however often it is tried again."""
        self.trouble = wrong.code
        if str(wrong) != self._interrupted and not self._stop.is_set():
            self._say(f"{wrong} Trying again.")
        self._interrupted = str(wrong)

    def _note_back(self) -> None:
        if self._interrupted:
            self._say(f"{self._source.name} gives pictures again.")
        self.trouble = self._interrupted = ""

    def _died(self) -> None:
        self.cut_off = f"{self._source.name} cannot be read any more; what went wrong is said above. Start again."
        self.has_ended.set()

    def _read(self) -> None:
        for shot in self._source.shots():
            if self._stop.is_set():
                return
            self._note_back()
            stamp = time.monotonic() if shot.seconds is None else shot.seconds
            self._give(self._note(shot, round(stamp * 1000)))

    def _note(self, shot: Shot, stamp_ms: int) -> Frame:
        self.frames += 1
        self.seen_at = time.monotonic()
        if self.newest is None or not _is_same(self.newest, shot.image):
            self.changed_at, self._same_since_ms = self.seen_at, stamp_ms
        self.newest = shot.image
        return Frame(shot.image, stamp_ms, self._same_since_ms)

    def _give(self, frame: Frame) -> None:
        while not self._stop.is_set():
            try:
                self._frames.put(frame, timeout=None if self._drops else 0.2, block=not self._drops)
                return
            except queue.Full:
                if self._drops:
                    self._drop()

    def _drop(self) -> None:
        try:
            self._frames.get_nowait()
            self.dropped += 1
        except queue.Empty:
            pass  # it was taken just now


def _is_same(one: Image, other: Image) -> bool:
    """Whether every pixel is alike; most pictures differ at the first look."""
    if one.shape != other.shape or not np.array_equal(one[::SPARSE, ::SPARSE], other[::SPARSE, ::SPARSE]):
        return False
    return cv2.norm(one, other, cv2.NORM_INF) == 0
