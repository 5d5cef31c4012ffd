"""What the two launchers share: is a process there, one start at a time, wait for it."""

import fcntl
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from casino.servers.layout import ServerError


def is_running(pid: int, name: str, word: str = "") -> bool:
    """Whether `pid` is a living process called `name` with `word` in its command line.

    A number used again by another program, or by the same program for somebody else's files, is not.
    """
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    stat = Path(f"/proc/{pid}/stat")
    if not Path("/proc/self/stat").exists():
        return True
    try:
        text = stat.read_text(errors="replace")
    except OSError:
        return False
    called, state = text[text.index("(") + 1 : text.rindex(")")], text[text.rindex(")") + 2]
    return state not in "ZX" and called.startswith(name[:15]) and word in _command_line(pid)


def _command_line(pid: int) -> str:
    try:
        return os.fsdecode(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return ""


@contextmanager
def one_at_a_time(path: Path) -> Iterator[None]:
    """Hold the lock of `path` against every other process of this machine."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def wait_until(answer: Callable[[], bool], *, seconds: float, otherwise: str) -> None:
    """Return when `answer()` is true. Raises ServerError with `otherwise` after `seconds`."""
    deadline = time.monotonic() + seconds
    while not answer():
        if time.monotonic() > deadline:
            raise ServerError(otherwise)
        time.sleep(0.02)


def end(pid: int, name: str, *, seconds: float = 20) -> None:
    """Ask the process to stop, and insist after `seconds`."""
    try:
        os.kill(pid, signal.SIGTERM)
        wait_until(lambda: not is_running(pid, name), seconds=seconds, otherwise="")
    except ProcessLookupError:
        return
    except ServerError:
        os.kill(pid, signal.SIGKILL)


def last_lines(log: Path, count: int = 3) -> str:
    """The end of a log, for an error that must say why."""
    try:
        return " / ".join(log.read_text(errors="replace").strip().splitlines()[-count:])
    except OSError:
        return "no log was written"
