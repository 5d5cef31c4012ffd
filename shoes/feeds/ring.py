"""The last minutes of what a camera saw: small pictures and some whole ones on disk, of which the oldest make room.

What lies outside the felt is black before anything is written, unless the server says that the house keeps all.
"""

import queue
import shutil
import threading
import time
from bisect import bisect_left, insort
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np

from shoes.camera.kinds import Image
from shoes.camera.masking import felt_mask, masked, mouth_mask
from shoes.camera.plane import Calibration
from shoes.camera.sights import Sight
from shoes.feeds.clock import Times
from shoes.feeds.segments import remove
from shoes.feeds.sources import Say
from shoes.feeds.threads import thread
from shoes.feeds.watching import Sees

EVERY_MS, WHOLE_EVERY_MS = 200, 1000
WIDTH: Final = 960
QUALITY, WHOLE_QUALITY = 80, 85
WAITING: Final = 8
AHEAD_MS: Final = 60_000
LEAST_FREE_BYTES: Final = 1_000_000_000
SMALL, WHOLE = "s", "w"
TOO_LATE, NO_PICTURE, FULL = "too-late", "no-picture", "disk-full"
"""Why there is nothing of a time: it is older than the ring, nothing was seen then, or nothing could be written."""


class Kept(NamedTuple):
    """A picture on disk; pictures are ordered by their time."""

    at_ms: int
    kind: str
    size: int


@dataclass(frozen=True, eq=False)
class _Offered:
    image: Image
    at_ms: int
    is_whole: bool
    calibration: Calibration
    is_masked: bool


class Ring:
    """Pictures of `folder`, at most `most_bytes` of them; what was there is found again after a restart."""

    def __init__(self, folder: Path, times: Times, *, most_bytes: int, died: Callable[[], None], say: Say) -> None:
        self.masks = True
        self._folder, self._times, self._most_bytes, self._say = folder, times, most_bytes, say
        self._calibration: Calibration | None = None
        self._masks: dict[tuple[object, ...], Image] = {}
        self._last_ms = self._last_whole_ms = -WHOLE_EVERY_MS
        self._waiting: queue.Queue[_Offered | None] = queue.Queue(WAITING)
        self._guard = threading.Lock()
        self._kept: list[Kept] = []
        self._size = 0
        self._is_full = False
        self._thread = thread("ring", self._run, died=died, say=say)

    def start(self) -> None:
        """Find what is there, and keep what comes."""
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it shows cards of a shoe in play
            self._find()
        except OSError as wrong:
            self._note_full(wrong.strerror or str(wrong))
        self._thread.start()

    def stop(self) -> None:
        if self._thread.is_alive():
            self._waiting.put(None)
            self._thread.join(timeout=10)

    def beside(self, make: Callable[[Calibration], Sees]) -> Callable[[Calibration], Sees]:
        """As `make`; what its watches are shown is offered to the ring too."""

        def made(calibration: Calibration) -> Sees:
            self._calibration = calibration
            return _Beside(self, make(calibration))

        return made

    def offer(self, image: Image, stamp_ms: int) -> None:
        """Take a frame, if it is time for one; never waits."""
        calibration = self._calibration
        if 0 <= stamp_ms - self._last_ms < EVERY_MS or calibration is None:
            return
        is_whole = not 0 <= stamp_ms - self._last_whole_ms < WHOLE_EVERY_MS
        try:
            self._waiting.put_nowait(_Offered(image, self._times.utc_ms(stamp_ms), is_whole, calibration, self.masks))
        except queue.Full:
            return
        self._last_ms = stamp_ms
        if is_whole:
            self._last_whole_ms = stamp_ms

    def frames(self, from_ms: int, until_ms: int, every_ms: int = EVERY_MS) -> list[Kept]:
        """The small pictures of a time, first and last included, at least `every_ms` apart but for a little."""
        found: list[Kept] = []
        for kept in self._between(from_ms, until_ms, SMALL):
            if not found or kept.at_ms - found[-1].at_ms > every_ms - EVERY_MS // 2:
                found.append(kept)
        return found

    def whole_near(self, at_ms: int, within_ms: int = 2 * WHOLE_EVERY_MS) -> Kept | None:
        """The whole picture nearest to a moment."""
        found = self._between(at_ms - within_ms, at_ms + within_ms, WHOLE)
        return min(found, key=lambda kept: abs(kept.at_ms - at_ms), default=None)

    def read(self, kept: Kept) -> bytes | None:
        """Its JPEG; None where it has made room meanwhile."""
        try:
            return self._path(kept).read_bytes()
        except OSError:
            return None

    def reaches(self, until_ms: int, *, within_s: float, stop: threading.Event) -> None:
        """Wait until pictures up to a time are kept, or so long."""
        ends = time.monotonic() + within_s
        while time.monotonic() < ends and not stop.is_set():
            with self._guard:
                if self._kept and self._kept[-1].at_ms >= until_ms - EVERY_MS:
                    return
            stop.wait(0.1)

    def why_not(self, until_ms: int) -> str:
        """Why there is no picture of a time that ended then."""
        with self._guard:
            if self._is_full:
                return FULL
            return TOO_LATE if self._kept and until_ms < self._kept[0].at_ms else NO_PICTURE

    def _between(self, from_ms: int, until_ms: int, kind: str) -> list[Kept]:
        with self._guard:
            first = bisect_left(self._kept, (from_ms,))
            last = bisect_left(self._kept, (until_ms + 1,))
            return [kept for kept in self._kept[first:last] if kept.kind == kind]

    def _run(self) -> None:
        while (offered := self._waiting.get()) is not None:
            try:
                if offered.is_whole:
                    self._write(offered.at_ms, WHOLE, _jpeg(self._masked(offered.image, offered), WHOLE_QUALITY))
                self._write(offered.at_ms, SMALL, _jpeg(self._masked(small(offered.image), offered), QUALITY))
            except OSError as wrong:
                self._note_full(wrong.strerror or str(wrong))

    def _write(self, at_ms: int, kind: str, picture: bytes) -> None:
        """Not forced to disk: after a power cut a few seconds more or less are no matter."""
        self._make_room(len(picture))
        if shutil.disk_usage(self._folder).free < LEAST_FREE_BYTES:
            raise OSError(28, "the disk is nearly full")
        kept = Kept(at_ms, kind, len(picture))
        making = self._folder / "making"
        making.write_bytes(picture)
        making.replace(self._path(kept))
        with self._guard:
            if not any(each[:2] == kept[:2] for each in self._kept[-2:]):
                insort(self._kept, kept)
                self._size += kept.size
            if self._is_full:
                self._is_full = False
                self._say(f"{self._folder} takes pictures again.")

    def _make_room(self, size: int) -> None:
        while True:
            with self._guard:
                if not self._kept or self._size + size <= self._most_bytes:
                    return
                oldest = self._kept.pop(0)
                self._size -= oldest.size
            remove(self._path(oldest))

    def _find(self) -> None:
        found = []
        latest_ms = round(time.time() * 1000) + AHEAD_MS
        for path in self._folder.glob("*.jpg"):
            at, _dot, kind = path.stem.partition(".")
            if not at.isdecimal() or kind not in (SMALL, WHOLE):
                continue
            if int(at) > latest_ms:  # taken while the clock was wrong: it would never be the oldest
                remove(path)
            else:
                found.append(Kept(int(at), kind, path.stat().st_size))
        with self._guard:
            self._kept = sorted(found)
            self._size = sum(kept.size for kept in found)

    def _note_full(self, why: str) -> None:
        with self._guard:
            was, self._is_full = self._is_full, True
        if not was:
            self._say(f"{self._folder} takes no pictures for clips: {why}. Make room on the disk.")

    def _masked(self, image: Image, offered: _Offered) -> Image:
        size = (image.shape[1], image.shape[0])
        key = (offered.calibration, size, offered.is_masked)
        if key not in self._masks:
            if self._masks and next(iter(self._masks))[0] is not key[0]:
                self._masks.clear()  # those of an older calibration
            self._masks[key] = (felt_mask if offered.is_masked else mouth_mask)(offered.calibration, size)
        return masked(image, self._masks[key])

    def _path(self, kept: Kept) -> Path:
        return self._folder / f"{kept.at_ms}.{kept.kind}.jpg"


class _Beside:
    """A watch whose frames are offered to a ring first."""

    def __init__(self, ring: Ring, watch: Sees) -> None:
        self._ring, self._watch = ring, watch

    def see(self, frame: Image, at_ms: int) -> list[Sight]:
        self._ring.offer(frame, at_ms)
        return self._watch.see(frame, at_ms)


def small(image: Image) -> Image:
    """At most WIDTH pixels wide, both sides even."""
    height, width = image.shape[:2]
    if width > WIDTH:
        height, width = height * WIDTH // width, WIDTH
    size = (max(2, width // 2 * 2), max(2, height // 2 * 2))
    if size == (image.shape[1], image.shape[0]):
        return image
    # By area is exact, and fast for whole ratios only.
    way = cv2.INTER_AREA if image.shape[1] % size[0] == 0 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size, interpolation=way), np.uint8)


def _jpeg(picture: Image, quality: int) -> bytes:
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
