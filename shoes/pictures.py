"""Picture files: found in folders and read as the camera code wants them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import cv2
import numpy as np

from shoes.camera.kinds import Image

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
SMALLEST_PX = 16


class NoPictures(Exception):
    """A path that leads to no picture; the message says which and what would be right."""


class Unreadable(Exception):
    """A file that is no picture; the message says why."""


def listed(paths: Iterable[str]) -> Iterator[Path]:
    """The picture files of `paths`, folders read by name without their subfolders.

    A file named outright is taken whatever its ending. Raises NoPictures before anything is yielded.
    """
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in SUFFIXES and p.is_file())
            if not inside:
                raise NoPictures(f"{path} holds no picture; name a folder with {', '.join(sorted(SUFFIXES))} files.")
            found += inside
        elif path.exists():
            found.append(path)
        else:
            raise NoPictures(f"{path} does not exist; name a picture or a folder of pictures.")
    return iter(found)


def read(path: Path) -> Image:
    """A picture uint8 (h, w, 3), BGR, turned as its EXIF says. Raises Unreadable."""
    try:
        raw = np.fromfile(path, np.uint8)
    except OSError as error:
        raise Unreadable(f"cannot be opened: {error.strerror or error}") from error
    return decode(raw.tobytes())


def decode(data: bytes) -> Image:
    """The same of the bytes of a file. Raises Unreadable."""
    raw = np.frombuffer(data, np.uint8)
    if raw.size == 0:
        raise Unreadable("the file is empty")
    try:
        picture = cv2.imdecode(raw, cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise Unreadable("no picture that OpenCV can read (JPEG, PNG, WebP, BMP, TIFF)")
    if min(picture.shape[:2]) < SMALLEST_PX:
        raise Unreadable(f"smaller than {SMALLEST_PX} pixels")
    return np.asarray(picture, np.uint8)
