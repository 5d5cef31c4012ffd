"""What a watch says as rows for the server and as printed lines; each run of a watch has six letters of its own."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np

from shoes.camera.kinds import Image
from shoes.camera.sights import CameraState, Lifted, Moved, Parted, Read, Sight, Turned
from shoes.feeds.clock import Times
from shoes.feeds.segments import Row

CROP_BYTES: Final = 300_000
QUALITY: Final = 90


@dataclass(frozen=True, eq=False)
class Said:
    """One statement: its row, what is printed of it, and the crop that proves it (JPEG, by its SHA-256 in the row)."""

    row: Row
    line: Row
    crop: bytes


class Lines:
    """Makes statements of sights. `shows_cards` only for recordings (no counting aid: DESIGN 5)."""

    def __init__(self, times: Times, *, shows_cards: bool, run: str) -> None:
        self._times, self._shows_cards, self._run = times, shows_cards, run
        self._number = 0

    def begin(self, run: str) -> None:
        """Another watch speaks from now on, whose cards are numbered anew."""
        self._run, self._number = run, 0

    def of(self, sight: Sight) -> Said:
        self._number += 1
        kind, fields, line = WRITERS[type(sight)](sight, self._name)
        row = {"key": f"{self._run}:{self._number}", "kind": kind, "at_ms": self._times.utc_ms(sight.at_ms), **fields}
        picture = b""
        if isinstance(sight, Read | Turned | Parted):
            picture = jpeg(sight.crop)
            row["crop_sha256"] = line["crop_sha256"] = hashlib.sha256(picture).hexdigest()
            row["box"] = list(sight.box)
        if not self._shows_cards:
            line.pop("card", None)
        first, *rest = line.items()
        return Said(row, dict([first, ("at", self._times.shown(sight.at_ms)), *rest]), picture)

    def _name(self, number: int) -> str:
        return f"{self._run}-{number}"


Name = Callable[[int], str]
Written = tuple[str, Row, Row]


def _read(sight: Read, name: Name) -> Written:
    card = "??" if sight.face == "down" else sight.card
    shown = {"place": sight.place, "card": card, "face": sight.face, "lie": sight.lie}
    confidence = _share(sight.confidence)
    more = {
        "candidates": _candidates(sight.candidates),
        "middle_mm": [round(float(v), 1) for v in sight.middle_mm],
        "was_lying": sight.was_lying,
    }
    read = name(sight.read)
    line = {"read": read, **shown, "confidence": confidence}
    return "read", {"read": read, **shown, "confidence": confidence, **more}, line


def _turned(sight: Turned, name: Name) -> Written:
    shown = {"place": sight.place, "card": sight.card, "confidence": _share(sight.confidence)}
    read = name(sight.read)
    return "turned", {"read": read, **shown, "candidates": _candidates(sight.candidates)}, {"turned": read, **shown}


def _moved(sight: Moved, name: Name) -> Written:
    read, shown = name(sight.read), {"place": sight.place, "was": sight.was}
    return "moved", {"read": read, **shown}, {"moved": read, **shown}


def _parted(sight: Parted, name: Name) -> Written:
    shown = {"hand": sight.hand, "reads": [name(read) for read in sight.reads]}
    return "parted", {"place": sight.place, **shown}, {"parted": sight.place, **shown}


def _lifted(sight: Lifted, name: Name) -> Written:
    reads = [name(read) for read in sight.reads]
    return "lifted", {"place": sight.place, "reads": reads}, {"lifted": sight.place, "reads": reads}


def _state(sight: CameraState, _name: Name) -> Written:
    return "camera", {"state": sight.state}, {"camera": sight.state}


WRITERS: Final[dict[type, Callable[[Any, Name], Written]]] = {
    Read: _read,
    Turned: _turned,
    Moved: _moved,
    Parted: _parted,
    Lifted: _lifted,
    CameraState: _state,
}


def _share(value: float) -> float:
    return round(min(1.0, max(0.0, float(value))), 3)


def _candidates(pairs: Sequence[tuple[str, float]]) -> list[list[str | float]]:
    return [[card, _share(share)] for card, share in pairs[:8]]


def jpeg(picture: Image, most_bytes: int = CROP_BYTES) -> bytes:
    """The picture as JPEG, made smaller until it has so many bytes at most."""
    while True:
        _is_made, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if len(coded) <= most_bytes or min(picture.shape[:2]) < 64:
            return coded.tobytes()
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)


def in_words(line: Row) -> str:
    """A printed line for people: `at what where …`."""
    at = line.get("at")
    rest = [f"{name} {_plain(value)}" for name, value in line.items() if name not in ("at", "crop_sha256")]
    return ", ".join(([f"{at}"] if at is not None else []) + rest)


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
