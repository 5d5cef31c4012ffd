"""What a frame of H.264 at 1920 x 1080 costs before anybody looks at it: from a file, and from an RTSP camera."""

import subprocess
from collections.abc import Iterator
from itertools import chain, islice
from time import process_time

from shoes.feeds import sources
from shoes.feeds.sources import Interrupted, Shot, Source
from tests.bench import Line
from tests.shoes.feeds.cameras import FILMS, PYTHON, Cameras

FILE_FRAMES, CAMERA_FRAMES = 400, 100
ATTEMPTS = 4
NAME = "h264"
SERVER = "import gi; gi.require_version('GstRtspServer', '1.0')"


def measure(scale: float) -> Iterator[Line]:
    how = "processor time of all threads, OpenCV's FFmpeg; drawn play, 12.5 frames a second, a key frame in two seconds"
    from_file = _milliseconds(_again_and_again(), max(20, int(FILE_FRAMES * scale)))
    yield Line("an H.264 frame of 1920 x 1080 decoded, from a file", f"{from_file:.1f} ms", "", how)
    if subprocess.run([PYTHON, "-c", SERVER], check=False, capture_output=True).returncode:
        return
    with Cameras({NAME: FILMS[NAME]}) as cameras:
        source = sources.find(cameras.address(NAME), say=print)
        from_camera = _milliseconds(_opened(source), max(20, int(CAMERA_FRAMES * scale)))
    yield Line(
        "the same from an RTSP camera", f"{from_camera:.1f} ms", "", "GStreamer's server on this machine, by TCP"
    )


def _opened(source: Source) -> Iterator[Shot]:
    """What a camera sends, asked again where its first answer came too late, as whoever watches it would."""
    for _attempt in range(ATTEMPTS - 1):
        shots = source.shots()
        try:
            return chain([next(shots)], shots)
        except Interrupted:
            continue
    return source.shots()


def _again_and_again() -> Iterator[Shot]:
    film = sources.find(str(FILMS[NAME]), say=print)
    return chain.from_iterable(iter(film.shots, None))


def _milliseconds(shots: Iterator[Shot], number: int) -> float:
    """Of processor time a frame, once the first is there."""
    next(shots)
    began = process_time()
    for _shot in islice(shots, number):
        pass
    return 1000 * (process_time() - began) / number
