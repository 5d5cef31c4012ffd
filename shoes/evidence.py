"""Picture files that prove what a camera saw, named by their SHA-256, and the newest still of each camera."""

import hashlib
import os
import secrets
import shutil
from pathlib import Path
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _

from casino.errors import Refused

# Below this nothing is stored: the database, which is on the same disk in a small house, needs the rest.
LEAST_FREE_BYTES: Final = 1_000_000_000
JPEG_BEGINS, JPEG_ENDS = b"\xff\xd8\xff", b"\xff\xd9"


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


def path_of(sha256: str) -> Path:
    """Where the picture is, if it is there."""
    return _folder() / "evidence" / sha256[:2] / f"{sha256}.jpg"


def still_of(camera: str) -> Path:
    """Where the newest still of a camera is, if there is one. It is replaced by the next and proves nothing."""
    return _folder() / "stills" / f"{camera}.jpg"


def write(path: Path, picture: bytes) -> None:
    """Put a JPEG at `path`, whole or not at all. Raises NoJpeg, EvidenceFull."""
    if not (picture.startswith(JPEG_BEGINS) and picture.rstrip(b"\0").endswith(JPEG_ENDS)):
        raise NoJpeg(_("This is no whole JPEG picture; send one."))
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
