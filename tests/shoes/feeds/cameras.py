"""Real RTSP cameras for tests: GStreamer's server in a process of its own, which can be killed and started again."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

import cv2
import numpy as np

from shoes.camera.kinds import Image
from tests.ports import unused_port

SERVER = Path(__file__).with_name("rtsp_server.py")
FILMS = {path.stem: path for path in SERVER.parent.glob("h26?.mp4")}
# Debian's own, which has the bindings of its GStreamer.
PYTHON = "/usr/bin/python3"
LOGIN, QUOTED = "guest:hun/ter@2", "guest:hun%2Fter%402"
BITS, SIDE = 7, 32
COUNT_SIZE = (BITS * SIDE, 2 * SIDE)


class Cameras:
    """A server of streams `name=FILE`; a login is asked for where `method` is BASIC or DIGEST."""

    def __init__(self, streams: dict[str, Path], method: str = "") -> None:
        self.port = unused_port()
        self._words = [PYTHON, str(SERVER), str(self.port), "--began", str(time.monotonic())]
        self._words += [word for name, path in streams.items() for word in ("--film", f"{name}={path}")]
        self._words += ["--login", LOGIN, "--method", method] if method else []
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        self._process = subprocess.Popen(self._words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        assert self._process.stdout.readline() == "ready\n"

    def kill(self) -> None:
        """As when the cable is pulled out of the camera's power."""
        if self._process is not None:
            self._signal(signal.SIGKILL)
            self._process.communicate()
            self._process = None

    def hang(self) -> None:
        self._signal(signal.SIGSTOP)

    def address(self, name: str, login: str = "") -> str:
        return f"rtsp://{login}{'@' if login else ''}127.0.0.1:{self.port}/{name}"

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.kill(self._process.pid, number)


def counting(path: Path, seconds: int, fps: int = 10) -> Path:
    """A film (MPEG-4) that shows the number of each second, in stripes, with something that moves below."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, COUNT_SIZE)
    assert writer.isOpened()
    for number in range(seconds * fps):
        picture = np.full((COUNT_SIZE[1], COUNT_SIZE[0], 3), 40, np.uint8)
        for bit in range(BITS):
            if number // fps >> bit & 1:
                picture[:SIDE, bit * SIDE : (bit + 1) * SIDE] = 210
        picture[SIDE:, number * 7 % COUNT_SIZE[0] :] = 120
        writer.write(picture)
    writer.release()
    return path


def counted(picture: Image) -> int:
    """The number of a picture of `counting`."""
    middle = picture[SIDE // 2, SIDE // 2 :: SIDE, 1]
    return sum(1 << bit for bit, level in enumerate(middle) if level > 120)


def shows_a_password(text: str) -> bool:
    return any(word in text for word in ("hun/ter", "hun%2F", "hunter", "ter@2", "ter%402"))
