"""Run the processes of one machine together: start, restart what dies, stop everything on Ctrl-C."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Final

from casino.environment import CHECKOUT

HOST: Final = "127.0.0.1"
STOP_S: Final = 8
SHORTEST_WAIT_S: Final = 0.5
LONGEST_WAIT_S: Final = 10.0
LOOK_S: Final = 0.1
CELERY: Final = (sys.executable, "-m", "celery", "--quiet", "-A", "casino")
# On one machine root runs everything; Celery's warning is for workers that unpickle what strangers send.
QUIET: Final = {"PYTHONWARNINGS": "ignore:You're running the worker with superuser"}
Say = Callable[[str], None]


@dataclass(frozen=True)
class Program:
    """One process to keep alive: its name on the screen, its words, and what it needs in the environment."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=dict)
    is_once: bool = False  # it has an end of its own; only if it is killed is it started again
    gives_way: int = 0  # to the other programs: by how much nicer than whoever starts it


def web(port: int) -> Program:
    """The site, on this machine only."""
    options = ["--host", HOST, "--port", str(port), "--no-access-log", "--log-level", "warning"]
    uvicorn = [sys.executable, "-m", "uvicorn", "casino.asgi:application", "--timeout-graceful-shutdown", "2"]
    return Program("web", [*uvicorn, *options])


def worker() -> Program:
    options = ["--concurrency", "1", "--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    return Program("worker", [*CELERY, "worker", *options], QUIET)


def beat() -> Program:
    return Program("beat", [*CELERY, "beat", "--loglevel", "WARNING", "--pidfile="], QUIET)


def command(name: str, *words: str) -> Program:
    """One of `manage.py`'s commands as a process."""
    return Program(name, [sys.executable, str(CHECKOUT / "manage.py"), *words])


def free_port(wanted: int, say: Say) -> int:
    """`wanted`, or the next free one, which is said."""
    for port in range(wanted, min(wanted + 100, 65536)):
        if _is_free(port):
            if port != wanted:
                say(f"Port {wanted} is taken; using {port}.")
            return port
    raise OSError(f"No free port from {wanted} on; set SEVENTEEN_PORT to another.")


def wait_for(port: int, *, seconds: float) -> bool:
    """Whether somebody answers at `port` within `seconds`."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        with suppress(OSError), closing(socket.create_connection((HOST, port), timeout=1)):
            return True
        time.sleep(LOOK_S)
    return False


class Keeper:
    """Keeps one program alive; waits longer after each death that follows a short life."""

    def __init__(self, program: Program, say: Say) -> None:
        self.program = program
        self.exit_code: int | None = None  # of a program that runs once, when it has ended
        self._say = say
        self._process: subprocess.Popen[str] | None = None
        self._started_at = 0.0
        self._wait_s = SHORTEST_WAIT_S
        self._again_at = 0.0

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    def look(self) -> None:
        """Start the program if it does not run and its time has come."""
        if self.exit_code is not None:
            return
        if self._process is None:
            if time.monotonic() >= self._again_at:
                self._start()
        elif self._process.poll() is not None:
            self._died(self._process)

    def ask_to_stop(self) -> None:
        self._signal(signal.SIGTERM)

    def insist(self, deadline: float) -> None:
        """Wait for the program until `deadline`, then end it and its children."""
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0, deadline - time.monotonic()))
            self._signal(signal.SIGKILL)
            self._process.wait()

    def _start(self) -> None:
        self._process = subprocess.Popen(
            self.program.command,
            cwd=CHECKOUT,
            env={**os.environ, **self.program.environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,  # Ctrl-C is for the supervisor, which then stops whole groups
        )
        if self.program.gives_way:
            ours = os.getpriority(os.PRIO_PROCESS, 0)  # under `nice` the least asked for would be a refused step up
            os.setpriority(os.PRIO_PROCESS, self._process.pid, ours + self.program.gives_way)
        self._started_at = time.monotonic()
        threading.Thread(target=self._pass_on, args=(self._process,), daemon=True).start()

    def _pass_on(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None  # noqa: S101  (it is a pipe)
        with process.stdout as lines:
            for line in lines:
                self._say(f"{self.program.name}: {line.rstrip()}")

    def _died(self, process: subprocess.Popen[str]) -> None:
        self._signal(signal.SIGKILL)  # what it left behind
        if self.program.is_once and process.returncode >= 0:
            self._process, self.exit_code = None, process.returncode
            return
        if time.monotonic() - self._started_at > LONGEST_WAIT_S:
            self._wait_s = SHORTEST_WAIT_S
        self._say(f"{self.program.name} ended ({_why(process.returncode)}); starting it again.")
        self._again_at = time.monotonic() + self._wait_s
        self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)
        self._process = None

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)


class Supervisor:
    """Runs programs until SIGINT, SIGTERM or SIGHUP; `watch` is called every second, for servers to be looked after."""

    def __init__(self, programs: Sequence[Program], *, say: Say, watch: Callable[[], None] = lambda: None) -> None:
        self.keepers = [Keeper(program, say) for program in programs]
        self._say = say
        self._watch = watch
        self._stop = threading.Event()

    def run(self, started: Callable[[], None] = lambda: None) -> None:
        """Returns when everything has stopped. `started` is called once, in a thread, after the first start."""
        before = {number: signal.signal(number, self._on_signal) for number in _STOPPING}
        try:
            self._look_after(started)
        finally:
            self._end()
            for number, handler in before.items():
                signal.signal(number, handler)

    def add(self, program: Program) -> Keeper:
        """One more program, started within a moment, or never where everything is being stopped."""
        keeper = Keeper(program, self._say)
        self.keepers = [*self.keepers, keeper]
        return keeper

    def stop(self) -> None:
        self._stop.set()

    def _look_after(self, started: Callable[[], None]) -> None:
        threading.Thread(target=started, daemon=True).start()
        next_watch = 0.0
        while not self._stop.is_set():
            for keeper in self.keepers:
                keeper.look()
            if time.monotonic() >= next_watch:
                self._watch()
                next_watch = time.monotonic() + 1
            self._stop.wait(LOOK_S)

    def _end(self) -> None:
        self._say("Stopping.")
        for keeper in self.keepers:
            keeper.ask_to_stop()
        deadline = time.monotonic() + STOP_S
        for keeper in self.keepers:
            keeper.insist(deadline)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stop.set()


_STOPPING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def _is_free(port: int) -> bool:
    with closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


def _why(code: int) -> str:
    return f"exit {code}" if code >= 0 else signal.Signals(-code).name
