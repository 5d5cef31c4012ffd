"""The newest pictures of a camera, one after another, as its watching process sends them when it is asked."""

import time
from pathlib import Path
from typing import Final

from shoes import evidence
from shoes.models import Camera
from shoes.services import cameras

ASK_AGAIN_S: Final = 0.1


def next_stills(camera: Camera, number: int, *, wait_s: float) -> list[bytes]:
    """So many pictures taken from now on, or as many as come in time, `wait_s` for each."""
    path, found = evidence.still_of(camera.name), []
    for _ in range(number):
        picture = _next(camera, path, wait_s)
        if picture is None:
            break
        found.append(picture)
    return found


def _next(camera: Camera, path: Path, wait_s: float) -> bytes | None:
    before = _taken(path)
    cameras.want_still(camera)
    until = time.monotonic() + wait_s
    while _taken(path) == before:
        if time.monotonic() > until:
            return None
        time.sleep(ASK_AGAIN_S)
    return path.read_bytes()


def _taken(path: Path) -> int:
    return path.stat().st_mtime_ns if path.exists() else 0
