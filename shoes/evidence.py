"""Files that prove what a camera saw, named by their SHA-256; the newest still of each camera; frames of a clip to be.

What is kept is a JPEG or a WebM.
"""

import hashlib
import os
import secrets
import shutil
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from casino.errors import Refused

# Below this nothing is stored: the database, which is on the same disk in a small house, needs the rest.
LEAST_FREE_BYTES: Final = 1_000_000_000
JPEG_BEGINS, JPEG_ENDS = b"\xff\xd8\xff", b"\xff\xd9"
WEBM_BEGINS: Final = b"\x1a\x45\xdf\xa3"


class EvidenceFull(Refused):
    """There is no room for another picture."""

    code = "evidence-full"
    status = 507


class NoJpeg(Refused):
    """What was sent is no whole JPEG picture."""

    code = "no-jpeg"
    status = 422


def store(picture: bytes) -> str:
    """Keep a JPEG for good and return its SHA-256. Raises NoJpeg, EvidenceFull."""
    sha256 = hashlib.sha256(picture).hexdigest()
    if not path_of(sha256).exists():
        write(path_of(sha256), picture)
    return sha256


def store_clip(film: bytes) -> str:
    """Keep a WebM for good and return its SHA-256. Raises EvidenceFull."""
    sha256 = hashlib.sha256(film).hexdigest()
    if not film.startswith(WEBM_BEGINS):
        raise ValueError("no WebM")
    if not clip_path_of(sha256).exists():
        _put(clip_path_of(sha256), film)
    return sha256


def path_of(sha256: str) -> Path:
    """Where the picture is, if it is there."""
    return _folder() / "evidence" / sha256[:2] / f"{sha256}.jpg"


def clip_path_of(sha256: str) -> Path:
    """Where the clip is, if it is there."""
    return _folder() / "evidence" / sha256[:2] / f"{sha256}.webm"


def coming(request: int) -> Path:
    """The folder for the frames that a camera sends for a clip; what is in it proves nothing yet."""
    return _folder() / "coming" / str(request)


def frames_of(request: int, kind: str = "frame") -> list[tuple[int, Path]]:
    """What came for a clip: the time of each picture, in UTC milliseconds, and where it is; oldest first."""
    paths = coming(request).glob(f"{kind}-*.jpg")
    return sorted((int(path.stem.partition("-")[2]), path) for path in paths)


def coming_path(request: int, kind: str, at_ms: int) -> Path:
    """Where a picture of a clip to be goes; `kind` is frame or still."""
    return coming(request) / f"{kind}-{at_ms}.jpg"


def forget_coming(request: int) -> None:
    """Take away what came for a clip, once it is made or will not be."""
    shutil.rmtree(coming(request), ignore_errors=True)


def all_coming() -> list[int]:
    """The requests of which something has come that is still there."""
    return [int(path.name) for path in (_folder() / "coming").glob("*") if path.name.isdecimal()]


def clip_files(*, older_than: timedelta) -> list[Path]:
    """Every clip that is kept and is so old."""
    latest = time.time() - older_than.total_seconds()
    return [path for path in (_folder() / "evidence").glob("*/*.webm") if path.stat().st_mtime < latest]


def is_there(path: Path, sha256: str) -> bool:
    """Whether a file is there and is the one that was kept."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest() == sha256
    except OSError:
        return False


def still_of(camera: str) -> Path:
    """Where the newest still of a camera is, if there is one. It is replaced by the next and proves nothing."""
    return _folder() / "stills" / f"{camera}.jpg"


def write(path: Path, picture: bytes) -> None:
    """Put a JPEG at `path`, whole or not at all. Raises NoJpeg, EvidenceFull."""
    if not (picture.startswith(JPEG_BEGINS) and picture.rstrip(b"\0").endswith(JPEG_ENDS)):
        raise NoJpeg(_("This is no whole JPEG picture; send one."))
    _put(path, picture)


def _put(path: Path, picture: bytes) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if shutil.disk_usage(path.parent).free < LEAST_FREE_BYTES:
            raise EvidenceFull(_("The disk for pictures is nearly full; make room on it."))
        _replace(path, picture)
    except OSError as wrong:
        raise EvidenceFull(_("The picture could not be kept: %(why)s.") % {"why": wrong.strerror or wrong}) from wrong


def _folder() -> Path:
    return Path(settings.MEDIA_ROOT)


def _replace(path: Path, picture: bytes) -> None:
    making = path.with_name(f".{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    try:
        with making.open("wb") as file:
            file.write(picture)
            file.flush()
            os.fsync(file.fileno())
        making.replace(path)
    finally:
        making.unlink(missing_ok=True)
