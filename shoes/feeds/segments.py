"""A queue of JSON rows on disk: files of lines, appended with fsync, and a note how far they have been taken."""

import errno
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from shoes.feeds.sources import Say

Row = dict[str, Any]
Place = tuple[int, int]
SEGMENT_BYTES: Final = 4_000_000


class Segments:
    """Files `000001.jsonl` … of `folder` and its file `delivered`, which holds [segment, offset].

    Only whole lines are ever there: what a power cut left half written is cut off when the queue is opened.
    """

    def __init__(self, folder: Path, *, say: Say, segment_bytes: int = SEGMENT_BYTES) -> None:
        self._folder, self._say, self._segment_bytes = folder, say, segment_bytes
        self._last = max(self._numbers(), default=1)
        self._repair()
        self._done = self._read_done()
        self.waiting = self._count()

    def append(self, rows: Sequence[Row]) -> int:
        """Put rows at the end and return their bytes; they are on disk then. Raises OSError and leaves nothing."""
        lines = b"".join(orjson.dumps(row) + b"\n" for row in rows)
        if self._path(self._last).exists() and self._path(self._last).stat().st_size > self._segment_bytes:
            self._last += 1
        append(self._path(self._last), lines)
        self.waiting += len(rows)
        return len(lines)

    def next(self, most: int) -> tuple[list[Row], Place]:
        """The oldest rows that are not done with, and the place after them."""
        number, offset = self._done
        while True:
            rows, offset = self._read(number, offset, most)
            if rows or number >= self._last:
                return rows, (number, offset)
            number, offset = number + 1, 0

    def done(self, rows: int, place: Place) -> int:
        """So many rows up to `place` are done with; returns the bytes of the files that are no longer needed."""
        if place == self._done:
            return 0
        self.waiting = max(0, self.waiting - rows)
        first, self._done = self._done[0], place
        self._write_done()
        return sum(remove(self._path(number)) for number in range(first, place[0]))

    def _read(self, number: int, offset: int, most: int) -> tuple[list[Row], int]:
        rows: list[Row] = []
        try:
            with self._path(number).open("rb") as file:
                file.seek(offset)
                while len(rows) < most and (line := file.readline()).endswith(b"\n"):
                    offset += len(line)
                    row = _parse(line)
                    if row is None:
                        self._set_aside(line)
                    else:
                        rows.append(row)
        except FileNotFoundError:
            pass
        return rows, offset

    def _set_aside(self, line: bytes) -> None:
        self._say(f"{self._folder} holds a damaged line; it is kept in refused.jsonl.")
        told = {"code": "damaged", "detail": "no JSON", "line": line.decode(errors="replace")}
        append(self._folder / "refused.jsonl", orjson.dumps(told) + b"\n")

    def _repair(self) -> None:
        path = self._path(self._last)
        try:
            written = path.read_bytes()
        except FileNotFoundError:
            return
        whole = written.rfind(b"\n") + 1
        while whole:
            begins = written.rfind(b"\n", 0, whole - 1) + 1
            if _parse(written[begins:whole]) is not None:
                break
            whole = begins
        if whole < len(written):
            os.truncate(path, whole)
            self._say(f"{path}: the last {len(written) - whole} bytes were half written and are cut off.")

    def _count(self) -> int:
        number, offset = self._done
        total = 0
        for segment in range(number, self._last + 1):
            if self._path(segment).exists():
                with self._path(segment).open("rb") as file:
                    file.seek(offset if segment == number else 0)
                    total += sum(1 for _line in file)
        return total

    def _read_done(self) -> Place:
        """Where it is not known how far rows were delivered, all are: the server knows their keys."""
        first = min(self._numbers(), default=1)
        try:
            number, offset = json.loads((self._folder / "delivered").read_text())
            known = int(number), int(offset)
        except (OSError, ValueError, TypeError):
            return first, 0
        path = self._path(known[0])
        fits = known[0] >= first and path.exists() and 0 <= known[1] <= path.stat().st_size
        return known if fits else (first, 0)

    def _write_done(self) -> None:
        making = self._folder / "delivered.part"
        try:
            making.write_text(json.dumps(self._done))
            making.replace(self._folder / "delivered")
        except OSError:
            pass  # on a full disk; what is sent again after the next start is known to the server

    def _numbers(self) -> list[int]:
        return sorted(int(path.stem) for path in self._folder.glob("*.jsonl") if path.stem.isdigit())

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06}.jsonl"


def append(path: Path, lines: bytes) -> None:
    """Add `lines` to a file, on disk when this returns. Raises OSError, and then nothing was added."""
    with path.open("ab", buffering=0) as file:
        before = os.fstat(file.fileno()).st_size
        try:
            if file.write(lines) != len(lines):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(file.fileno())
        except OSError:
            os.ftruncate(file.fileno(), before)
            raise


def replace(path: Path, content: bytes) -> None:
    """Write a file whole, on disk when this returns. Raises OSError, and then the old one stands."""
    making = path.with_name(f"{path.name}.part")
    try:
        making.unlink(missing_ok=True)
        append(making, content)
        making.replace(path)
    finally:
        making.unlink(missing_ok=True)


def remove(path: Path) -> int:
    """Delete a file that may be gone already; returns how many bytes it held."""
    try:
        size = path.stat().st_size
        path.unlink()
    except OSError:
        return 0
    return size


def _parse(line: bytes) -> Row | None:
    try:
        row = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return row if isinstance(row, dict) and isinstance(row.get("key"), str) else None
