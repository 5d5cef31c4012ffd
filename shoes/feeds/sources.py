"""Where frames come from: a video file, a folder of pictures, a USB camera, an RTSP stream."""

import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np

from shoes import pictures
from shoes.camera.kinds import Image
from shoes.feeds import addresses, rtsp

Say = Callable[[str], None]
DEVICE: Final = re.compile(r"/dev/video(\d+)")
FRAMES_A_SECOND: Final = 12.5
# OpenCV's own limits are 30 s; who watches the age of the last frame needs a thread that comes back.
OPEN_MS, READ_MS = 4000, 3000
# Several threads decode several frames at once: each comes out later by as many.
IN_ORDER: Final = [cv2.CAP_PROP_N_THREADS, 1]
# FFmpeg's messages name the whole address with its password.
QUIET: Final = {"OPENCV_FFMPEG_LOGLEVEL": "-8", "OPENCV_LOG_LEVEL": "SILENT"}
OPTIONS: Final = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
LIVE: Final = "rtsp_transport;tcp|fflags;nobuffer"


class NoSource(Exception):
    """Nothing that can be watched; the message is one sentence that says what would be right."""


class CutOff(Exception):
    """A recording ended before its end; what was read of it stands."""


class Interrupted(Exception):
    """A live source gives no picture now; it may again. `code` says why, where that is known."""

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture, uint8 (h, w, 3), BGR, and for a recording the seconds since its first one."""

    image: Image
    seconds: float | None = None


class Source(Protocol):
    """`name` is fit to be printed: it holds no password. `length_s` is that of a recording, where it is known."""

    @property
    def name(self) -> str: ...
    @property
    def is_recording(self) -> bool: ...
    @property
    def length_s(self) -> float | None: ...
    def shots(self) -> Iterator[Shot]:
        """Pictures from the first on; of a live source without end, until Interrupted. May be asked again."""
        ...


def find(text: str, *, say: Say, fps: float = FRAMES_A_SECOND) -> Source:
    """The source that `text` names. Raises NoSource."""
    if addresses.is_address(text):
        try:
            return Network(addresses.parse(text))
        except addresses.BadAddress as wrong:
            raise NoSource(str(wrong)) from None
    device = DEVICE.fullmatch(text)
    if device:
        if not Path(text).exists():
            raise NoSource(f"{text} does not exist; plug the camera in, or name another device.")
        return Device(text, int(device[1]))
    path = Path(text)
    if path.is_dir():
        return Folder(path, fps, say)
    if path.is_file():
        return Film(path)
    shown = addresses.without_password(text)
    raise NoSource(f"{shown} is no source; name a video file, a folder of pictures, rtsp://… or /dev/video0.")


class Film:
    """A video file, every frame of it."""

    is_recording = True

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = path
        if path.stat().st_size == 0:
            raise NoSource(f"{path} is empty; name a video file.")
        capture = self._open()
        self._rate = capture.get(cv2.CAP_PROP_FPS) or FRAMES_A_SECOND
        self._number = round(capture.get(cv2.CAP_PROP_FRAME_COUNT))
        capture.release()

    @property
    def length_s(self) -> float | None:
        return self._number / self._rate if self._number > 0 else None

    def shots(self) -> Iterator[Shot]:
        """Raises CutOff where the file promised more frames than it holds."""
        capture = self._open()
        read, first = 0, 0.0
        try:
            while True:
                is_there, image = capture.read()
                if not is_there or image is None:
                    break
                seconds = self._seconds(capture, read)
                first = seconds if read == 0 else first
                read += 1
                yield Shot(np.asarray(image, np.uint8), seconds - first)
        finally:
            capture.release()
        # A container's own count may be off by a few at its end; a film cut in half lacks far more.
        if read < self._number - max(3, self._number // 50):
            raise CutOff(f"{self.name} is cut off: it holds {read} of {self._number} frames; copy it again.")

    def _seconds(self, capture: cv2.VideoCapture, number: int) -> float:
        stamp = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return stamp if stamp > 0 else number / self._rate

    def _open(self) -> cv2.VideoCapture:
        capture = _capture(self.name, cv2.CAP_FFMPEG)
        if not capture.isOpened() or not capture.grab():
            raise NoSource(f"{self.name} holds no video that can be read; name one (MP4, WebM, AVI, MKV).")
        capture.release()
        return _capture(self.name, cv2.CAP_FFMPEG)


class Folder:
    """Pictures in the order of their names, as if taken at `fps` a second; an unreadable one is said and left out."""

    is_recording = True

    def __init__(self, path: Path, fps: float, say: Say) -> None:
        self.name = str(path)
        try:
            self._paths = list(pictures.listed([str(path)]))
        except pictures.NoPictures as wrong:
            raise NoSource(str(wrong)) from None
        self._fps = fps
        self._say = say

    @property
    def length_s(self) -> float | None:
        return len(self._paths) / self._fps

    def shots(self) -> Iterator[Shot]:
        for number, path in enumerate(self._paths):
            try:
                image = pictures.read(path)
            except pictures.Unreadable as wrong:
                self._say(f"{path}: {wrong}; the others go on.")
                continue
            yield Shot(image, number / self._fps)


class Device:
    """A USB camera: pictures as they come."""

    is_recording = False
    length_s = None

    def __init__(self, name: str, number: int) -> None:
        self.name = name
        self._number = number

    def shots(self) -> Iterator[Shot]:
        capture = _capture(self._number, cv2.CAP_V4L2)
        if not capture.isOpened():
            raise Interrupted(f"{self.name} cannot be opened; end what else uses it, or let this account read it.")
        yield from _shots(capture)
        raise Interrupted(f"{self.name} gives no picture; plug it in again.")


class Network:
    """An RTSP camera: pictures as they come."""

    is_recording = False
    length_s = None

    def __init__(self, address: addresses.Address) -> None:
        self.name = address.name
        self._address = address

    def shots(self) -> Iterator[Shot]:
        is_shown = False
        try:
            with rtsp.asked(self._address) as sent:
                capture = self._opened()
            if not capture.isOpened():  # it may serve one at a time, and that was us
                capture = self._opened()
            for shot in _shots(capture):
                is_shown = True
                yield shot
            if not is_shown:
                raise rtsp.not_shown(self._address, sent)
        except rtsp.NoStream as wrong:
            raise Interrupted(str(wrong), wrong.code) from None
        raise Interrupted(f"{self.name} gives no picture any more.", rtsp.AWAY)

    def _opened(self) -> cv2.VideoCapture:
        return _capture(self._address.with_login, cv2.CAP_FFMPEG)


def _shots(capture: cv2.VideoCapture) -> Iterator[Shot]:
    """Pictures until there are none."""
    try:
        while True:
            is_there, image = capture.read()
            if not is_there or image is None:
                return
            yield Shot(np.asarray(image, np.uint8))
    finally:
        capture.release()


def _capture(address: str | int, backend: int) -> cv2.VideoCapture:
    """Opened, or not: `isOpened()` says. Nothing of the address is printed."""
    is_stream = isinstance(address, str) and "://" in address
    os.environ.update(QUIET)
    os.environ[OPTIONS] = LIVE if is_stream else ""  # of a film they would lose the last frames
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_MS, *IN_ORDER]
    try:
        return cv2.VideoCapture(address, backend, limits if is_stream else [])
    except cv2.error:
        return cv2.VideoCapture()


class Paced:
    """A recording in real time: each picture when its time has come. `begins` is on the monotonic clock, seconds."""

    is_recording = True

    def __init__(self, recording: Source, begins: float) -> None:
        self.name = recording.name
        self.length_s = recording.length_s
        self._recording = recording
        self._begins = begins

    def shots(self) -> Iterator[Shot]:
        for shot in self._recording.shots():
            time.sleep(max(0.0, self._begins + (shot.seconds or 0.0) - time.monotonic()))
            yield shot


class Looped:
    """A recording in real time, shown again and again; `begins`, on the monotonic clock, is when it was shown first.

    Who comes late joins in where it is by then.
    """

    is_recording = True
    length_s = None

    def __init__(self, recording: Source, begins: float) -> None:
        if not recording.length_s:
            raise NoSource(f"{recording.name} does not say how long it is, so it cannot be looped; name another.")
        self.name = recording.name
        self._recording = recording
        self._lasts_s = recording.length_s
        self._begins = begins

    def shots(self) -> Iterator[Shot]:
        number = max(0, int((time.monotonic() - self._begins) // self._lasts_s))
        is_joined = False
        while True:
            for shot in self._recording.shots():
                seconds = number * self._lasts_s + (shot.seconds or 0.0)
                rest_s = self._begins + seconds - time.monotonic()
                if not is_joined and rest_s < 0:
                    continue
                is_joined = True
                time.sleep(max(0.0, rest_s))
                yield Shot(shot.image, seconds)
            number += 1
