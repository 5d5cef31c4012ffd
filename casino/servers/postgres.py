"""The embedded PostgreSQL: made once, started when somebody connects, back after a kill."""

import os
import subprocess
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql

from casino.servers.launch import Launch, launch
from casino.servers.layout import Layout, ServerError, private_folder
from casino.servers.processes import is_running, last_lines, one_at_a_time, wait_until

DATABASE = "seventeen"
OWNER = "seventeen_owner"
RUN_TIME = "seventeen"
START_S = 60
# So often a server that looks ready and takes no connection is asked again.
DYING_TRIES = 20
SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "200",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "lc_messages": "C",
}


@dataclass(frozen=True)
class Postgres:
    """One cluster and the way it is started."""

    layout: Layout
    launch: Launch

    @property
    def log(self) -> Path:
        return self.launch.cluster.with_name("postgres.log")

    @property
    def pid_file(self) -> Path:
        return self.launch.cluster / "postmaster.pid"

    @property
    def address(self) -> str:
        """What psql needs to connect as the run-time role."""
        return f"host={self.launch.sockets} dbname={DATABASE} user={RUN_TIME}"

    def pid(self) -> int | None:
        """The running server's process, if there is one."""
        pid = _first_number(self.pid_file)
        return pid if pid and self._is_ours(pid) else None

    def is_ready(self) -> bool:
        try:
            lines = self.pid_file.read_text().splitlines()
        except OSError:
            return False
        return len(lines) >= 8 and lines[7].strip() == "ready" and self._is_ours(int(lines[0]))

    def ensure(self) -> None:
        """Return when the server answers. Raises ServerError."""
        if self._answers():
            return
        with one_at_a_time(self.layout.data / "postgres.lock"):
            if self._answers():
                return
            if not (self.launch.cluster / "PG_VERSION").exists():
                self._make()
            self._start()
            self._make_roles()

    def _answers(self) -> bool:
        """Whether it takes a connection: for an instant after a kill all else still looks ready."""
        for _ in range(DYING_TRIES):
            if not self.is_ready():
                return False
            try:
                self.connect().close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return True
        return True  # alive for so long: it is full, or says itself why it refuses

    def stop(self) -> bool:
        """Stop the server; False if none ran."""
        with one_at_a_time(self.layout.data / "postgres.lock"):
            if self.pid() is None:
                return False
            self._run("pg_ctl", "stop", "-w", "-m", "fast", "-t", "30", "-D", str(self.launch.cluster))
            return True

    def is_unused(self) -> bool:
        """Whether nobody is connected."""
        if self.pid() is None:
            return True
        others = "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        with self.connect() as connection:
            return connection.execute(others).fetchone() is None

    def connect(self, database: str = "postgres", user: str = "postgres") -> psycopg.Connection:
        """A connection of its own, in autocommit."""
        host = str(self.launch.sockets)
        return psycopg.connect(host=host, dbname=database, user=user, autocommit=True, connect_timeout=10)

    def _is_ours(self, pid: int) -> bool:
        return is_running(pid, "postgres", str(self.launch.cluster))

    def _make(self) -> None:
        making = self.launch.cluster.with_suffix(".init")
        if making.exists():
            subprocess.run(["rm", "-rf", str(making)], check=True)
        self._run(
            *("initdb", "-D", str(making), "--username=postgres", "--auth=trust", "--encoding=UTF8"),
            *("--locale=C.UTF-8", "--no-instructions"),
        )
        making.rename(self.launch.cluster)

    def _start(self) -> None:
        if self.pid() is None:
            self._clear_stale_files()
            self._start_once()
        wait_until(self.is_ready, seconds=START_S, otherwise=f"PostgreSQL does not answer: {last_lines(self.log)}")

    def _start_once(self) -> None:
        settings = {**SETTINGS, "unix_socket_directories": str(self.launch.sockets)}
        options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        arguments = (
            "start",
            "-w",
            "-t",
            str(START_S),
            "-D",
            str(self.launch.cluster),
            "-l",
            str(self.log),
            "-o",
            options,
        )
        # Children of a killed server let go of its shared memory within a second or two.
        for wait_s in (0.3, 1, 3, 0):
            try:
                self._run("pg_ctl", *arguments)
                return
            except ServerError:
                if not wait_s:
                    raise
                time.sleep(wait_s)

    def _clear_stale_files(self) -> None:
        """Drop the marks of a dead server, whose process number another program may have by now."""
        lock = self.launch.sockets / ".s.PGSQL.5432.lock"
        for mark in (self.pid_file, lock):
            pid = _first_number(mark)
            if pid is None or not self._is_ours(pid):
                mark.unlink(missing_ok=True)
        if not lock.exists():
            (self.launch.sockets / ".s.PGSQL.5432").unlink(missing_ok=True)

    def _make_roles(self) -> None:
        with self.connect() as superuser:
            have = {row[0] for row in superuser.execute("SELECT rolname FROM pg_roles")}
            for role, rights in ((OWNER, "LOGIN CREATEDB"), (RUN_TIME, "LOGIN")):
                if role not in have:
                    superuser.execute(sql.SQL("CREATE ROLE {} " + rights).format(sql.Identifier(role)))
            # So that the owner may end the run-time role's sessions.
            superuser.execute(sql.SQL("GRANT {} TO {}").format(sql.Identifier(RUN_TIME), sql.Identifier(OWNER)))
            if not superuser.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
                superuser.execute(
                    sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(DATABASE), sql.Identifier(OWNER))
                )

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs; a pipe would be inherited by the server and never close."""
        out = self.layout.log / f"{program}.log"
        with out.open("w") as file:
            done = subprocess.run(
                [*self.launch.prefix, str(self.launch.binaries / program), *arguments],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                cwd="/",
                check=False,
                start_new_session=True,
                env={**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"},
            )
        if done.returncode:
            raise ServerError(f"PostgreSQL's {program} failed: {last_lines(out)} / {last_lines(self.log)}")


@cache
def postgres(data: Path) -> Postgres:
    """The server of a data folder."""
    layout = Layout(private_folder(data))
    private_folder(layout.log)
    return Postgres(layout, launch(layout))


def _first_number(path: Path) -> int | None:
    try:
        return int(path.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None
