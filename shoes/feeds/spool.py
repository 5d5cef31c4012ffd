"""What was seen and is not yet with the server: rows and crops on disk, or in memory while the disk takes no more."""

import fcntl
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import orjson

from shoes.feeds.segments import Place, Row, Segments, append, remove, replace
from shoes.feeds.sources import Say

MOST_BYTES: Final = 400_000_000
MOST_IN_MEMORY: Final = 5_000
MOST_CROPS_IN_MEMORY: Final = 200
FULL, DISK = "spool-full", "disk-full"


class SpoolTaken(Exception):
    """Another process has this spool, or it cannot be made; the message says so."""


@dataclass(frozen=True)
class Batch:
    """Rows to deliver, in order; `end` is the place after them, or None for rows that are in memory only."""

    rows: list[Row]
    end: Place | None


class Spool:
    """Rows are on disk when `append` returns or, where the disk takes no more, in memory within bounds.

    One thread may append while another delivers. `trouble` is a code where the disk takes no more, else empty; `lost`
    counts rows that found no room at all; `arrived` is set when there is something to deliver.
    """

    def __init__(self, folder: Path, *, say: Say, most_bytes: int = MOST_BYTES) -> None:
        self.trouble = ""
        self.lost = 0
        self.arrived = threading.Event()
        self._folder, self._crops = folder, folder / "crops"
        self._say, self._most_bytes = say, most_bytes
        self._memory: deque[Row] = deque()
        self._crops_in_memory: dict[str, bytes] = {}
        self._guard = threading.RLock()
        self._lock = self._take()
        self._rows = Segments(folder, say=say)
        self._size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())

    def close(self) -> None:
        """Let another process have it."""
        self._lock.close()

    @property
    def waiting(self) -> int:
        """How many rows are not delivered."""
        return self._rows.waiting + len(self._memory)

    def append(self, rows: Sequence[Row], crops: Mapping[str, bytes]) -> None:
        """Keep rows, and crops by SHA-256. Never raises for a full disk: see `trouble`."""
        with self._guard:
            try:
                self._to_disk([*self._memory, *rows], {**self._crops_in_memory, **crops})
            except OSError as wrong:
                self._to_memory(rows, crops)
                self._set_trouble(DISK, wrong.strerror or str(wrong))
            except BufferError:
                self._to_memory(rows, crops)
                self._set_trouble(FULL, f"it holds {self._size} bytes of {self._most_bytes}")
            else:
                self._memory.clear()
                self._crops_in_memory.clear()
                self._set_trouble("", "")
        self.arrived.set()

    def settle(self) -> None:
        """Try again to bring to disk what is in memory."""
        if self._memory or self._crops_in_memory:
            self.append([], {})

    def next(self, most: int) -> Batch:
        """The oldest rows that are not delivered."""
        with self._guard:
            rows, end = self._rows.next(most)
            if rows or not self._memory:
                return Batch(rows, end)
            return Batch(list(self._memory)[:most], None)

    def delivered(self, batch: Batch) -> None:
        """The server has these rows, or they are set aside."""
        with self._guard:
            if batch.end is not None:
                self._size -= self._rows.done(len(batch.rows), batch.end)
                return
            keys = {row["key"] for row in batch.rows}
            self._memory = deque(row for row in self._memory if row["key"] not in keys)

    def refuse(self, row: Row, code: str, detail: str) -> None:
        """Set a row aside that the server will never have, with the reason."""
        line = orjson.dumps({"code": code, "detail": detail, "row": row}) + b"\n"
        self._say(f"The observation {row['key']} was refused and is kept in {self._folder}/refused.jsonl: {detail}")
        with self._guard:
            append(self._folder / "refused.jsonl", line)

    def crop(self, sha256: str) -> bytes | None:
        """A crop that is not delivered."""
        with self._guard:
            in_memory = self._crops_in_memory.get(sha256)
            try:
                return in_memory or self._crop_path(sha256).read_bytes()
            except OSError:
                return None

    def crops(self) -> list[str]:
        """All of them, the oldest first."""
        with self._guard:
            paths = sorted(self._crops.glob("*.jpg"), key=lambda path: path.stat().st_mtime_ns)
            return [*(path.stem for path in paths), *self._crops_in_memory]

    def crop_delivered(self, sha256: str) -> None:
        with self._guard:
            self._crops_in_memory.pop(sha256, None)
            self._size -= remove(self._crop_path(sha256))

    def crop_refused(self, sha256: str, detail: str) -> None:
        """Set a crop aside that the server will never have. Raises OSError, and then it is where it was."""
        aside = self._folder / "refused"
        with self._guard:
            aside.mkdir(mode=0o700, exist_ok=True)
            if self._crop_path(sha256).exists():
                self._crop_path(sha256).replace(aside / f"{sha256}.jpg")
            elif picture := self._crops_in_memory.get(sha256):
                replace(aside / f"{sha256}.jpg", picture)
            self._crops_in_memory.pop(sha256, None)
        self._say(f"The crop {sha256[:12]}… was refused and is kept in {aside}: {detail}")

    def _to_disk(self, rows: Sequence[Row], crops: Mapping[str, bytes]) -> None:
        if self._size + sum(map(len, crops.values())) > self._most_bytes:
            raise BufferError
        for sha256, picture in crops.items():
            if not self._crop_path(sha256).exists():
                replace(self._crop_path(sha256), picture)
                self._size += len(picture)
        if rows:
            self._size += self._rows.append(rows)

    def _to_memory(self, rows: Sequence[Row], crops: Mapping[str, bytes]) -> None:
        room = max(0, MOST_IN_MEMORY - len(self._memory))
        self._memory.extend(rows[:room])
        if rows[room:]:
            if not self.lost:
                self._say(f"{MOST_IN_MEMORY} observations are in memory; what is seen from now on is lost and counted.")
            self.lost += len(rows[room:])
        for sha256, picture in crops.items():
            if len(self._crops_in_memory) < MOST_CROPS_IN_MEMORY:
                self._crops_in_memory[sha256] = picture

    def _set_trouble(self, code: str, why: str) -> None:
        if code == self.trouble:
            return
        self.trouble = code
        if code:
            bound = f"up to {MOST_IN_MEMORY} observations are kept in memory"
            self._say(f"The spool {self._folder} takes no more: {why}; {bound}. Make room on the disk.")
        else:
            self._say(f"The spool {self._folder} takes observations again.")

    def _crop_path(self, sha256: str) -> Path:
        return self._crops / f"{sha256}.jpg"

    def _take(self) -> IO[str]:
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # it names cards of a shoe in play
            self._crops.mkdir(mode=0o700, exist_ok=True)
            lock = (self._folder / "lock").open("a")
        except OSError as wrong:
            raise SpoolTaken(
                f"{self._folder} cannot be made: {wrong.strerror}; set SEVENTEEN_DATA to a folder of yours."
            ) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise SpoolTaken(
                f"Another watch_table works with {self._folder}; stop it, or name another camera."
            ) from None
        return lock
