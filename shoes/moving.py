"""Frames made into a moving picture that every browser plays: VP8 in WebM, with the time below each."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from shoes.camera.kinds import Image
from shoes.camera.masking import masked

LONG_MS: Final = 20_000
FAST_MS, SLOW_MS = 200, 400
OLD_MS: Final = 1000
STRIP_PX: Final = 26
PAPER, INK, NOTHING = (24, 24, 24), (235, 235, 235), (90, 90, 90)
FOURCC: Final = cv2.VideoWriter.fourcc(*"VP80")


def every_ms(from_ms: int, until_ms: int) -> int:
    """How far apart the frames of a clip are: a long one has fewer a second."""
    return FAST_MS if until_ms - from_ms <= LONG_MS else SLOW_MS


class Unreadable(Exception):
    """None of the frames is a picture."""


def write(path: Path, frames: Sequence[tuple[int, Path]], *, mask: Image, span: tuple[int, int], label: str) -> int:
    """Write a clip of JPEG frames, by their time in UTC milliseconds, from `span`'s first moment to its last.

    mask   uint8 (h, w): frames are brought to its size and black where it is 0. Its sides are even.
    label  what stands before the time in the strip below the picture, in ASCII.
    returns  how many of the frames could be read. Where none was seen for a second, there is no picture.
    raises Unreadable.
    """
    step = every_ms(*span)
    size = (mask.shape[1], mask.shape[0] + STRIP_PX)
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, FOURCC, 1000 / step, size)
    try:
        if not writer.isOpened():
            raise RuntimeError("this OpenCV writes no VP8; install the pinned one")
        read = 0
        shown: Image | None = None
        for at_ms, taken_ms, path_of in _in_time(frames, span, step):
            if path_of is not None:
                picture = _read(path_of, mask)
                read += picture is not None
                shown = picture if picture is not None else shown
            is_old = at_ms - taken_ms > OLD_MS
            writer.write(
                _with_strip(None if is_old else shown, mask, f"{label} {_time(at_ms if is_old else taken_ms)}")
            )
    finally:
        writer.release()
    if not read:
        raise Unreadable
    return read


def still(path: Path, mask: Image, quality: int = 92) -> bytes | None:
    """A JPEG masked anew, as JPEG; None where it cannot be read. `mask` is of its size."""
    picture = _read(path, mask)
    if picture is None:
        return None
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def size_of(path: Path) -> tuple[int, int] | None:
    """Width and height of a picture that can be read."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    return None if picture is None else (picture.shape[1], picture.shape[0])


def _in_time(
    frames: Sequence[tuple[int, Path]], span: tuple[int, int], step: int
) -> Iterator[tuple[int, int, Path | None]]:
    """For each moment of the clip: it, when the newest frame by then was taken, and that frame where it is new."""
    number, taken = 0, span[0] - 2 * OLD_MS
    for at in range(span[0], span[1] + 1, step):
        new = None
        while number < len(frames) and frames[number][0] <= at + step // 2:
            taken, new = frames[number]
            number += 1
        yield at, taken, new


def _read(path: Path, mask: Image) -> Image | None:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        return None
    size = (mask.shape[1], mask.shape[0])
    if (picture.shape[1], picture.shape[0]) != size:
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return masked(np.asarray(picture, np.uint8), mask)


def _with_strip(picture: Image | None, mask: Image, words: str) -> Image:
    """The picture, or grey where there is none, and below it a strip that says when."""
    height, width = mask.shape
    whole = np.full((height + STRIP_PX, width, 3), PAPER, np.uint8)
    whole[:height] = NOTHING if picture is None else picture
    scale = min(0.5, width / 700)
    cv2.putText(whole, words, (6, height + 18), cv2.FONT_HERSHEY_SIMPLEX, scale, INK, 1, cv2.LINE_AA)
    return whole


def _time(at_ms: int) -> str:
    moment = datetime.fromtimestamp(at_ms / 1000, tz=UTC)
    return f"{moment:%Y-%m-%d %H:%M:%S}.{moment.microsecond // 100_000} UTC"
