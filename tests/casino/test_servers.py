"""The embedded servers: started once, back after a kill without loss, nobody else's business."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from casino.servers import launch as launching
from casino.servers.embedded import Running, embedded
from casino.servers.layout import LONGEST_SOCKET, Layout, ServerError, private_folder
from casino.servers.postgres import OWNER, RUN_TIME, Postgres, postgres
from casino.servers.processes import is_running, wait_until
from casino.servers.valkey import Valkey, valkey


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Postgres]:
    made = postgres(tmp_path / "data")
    yield made
    made.stop()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Valkey]:
    made = valkey(tmp_path / "data")
    yield made
    made.stop()


def test_a_killed_server_comes_back_with_every_committed_row(server: Postgres) -> None:
    server.ensure()
    with server.connect("seventeen", OWNER) as owner:
        owner.execute("CREATE TABLE written (number int PRIMARY KEY)")
    committed: list[int] = []
    killed = threading.Event()

    def write() -> None:
        with server.connect("seventeen", OWNER) as connection:
            for number in range(1_000_000):
                try:
                    connection.execute("INSERT INTO written VALUES (%s)", [number])
                except psycopg.OperationalError:
                    killed.set()
                    return
                committed.append(number)

    writer = threading.Thread(target=write)
    writer.start()
    wait_until(lambda: len(committed) > 50, seconds=20, otherwise="nothing was written")
    for pid in _family(server.pid()):
        os.kill(pid, signal.SIGKILL)
    writer.join(20)
    assert killed.is_set()
    server.ensure()
    with server.connect("seventeen", OWNER) as connection:
        there = [row[0] for row in connection.execute("SELECT number FROM written ORDER BY number")]
    # The row in flight may have been committed without the writer hearing of it.
    assert there in (committed, [*committed, len(committed)])


def test_a_server_that_looks_alive_and_takes_no_connection_is_started(
    server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one that was killed an instant ago."""
    looks, is_ready = iter([True, True]), Postgres.is_ready
    monkeypatch.setattr(Postgres, "is_ready", lambda own: next(looks, False) or is_ready(own))
    server.ensure()
    with server.connect() as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_server_whose_postmaster_alone_was_killed_comes_back(server: Postgres) -> None:
    server.ensure()
    pid = server.pid()
    assert pid
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_running(pid, "postgres"), seconds=10, otherwise="it lives")
    server.ensure()
    assert server.pid() not in (None, pid)


def test_two_processes_starting_at_once_get_one_server(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from casino.servers.postgres import postgres\n"
        "server = postgres(pathlib.Path(sys.argv[1])); server.ensure(); print(server.pid())"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "data")]
    starting = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    try:
        assert len({process.communicate(timeout=60)[0] for process in starting}) == 1
    finally:
        assert postgres(tmp_path / "data").stop()


def test_a_half_made_cluster_never_counts(server: Postgres) -> None:
    half = server.launch.cluster.with_suffix(".init")
    half.mkdir()
    (half / "PG_VERSION").write_text("18\n")
    server.ensure()
    assert server.is_ready()
    assert not half.exists()


@pytest.mark.parametrize("whose", ["this test's", "nobody's", "another cluster's"])
def test_a_stale_mark_with_a_strangers_number_is_no_server(server: Postgres, whose: str, tmp_path: Path) -> None:
    other = postgres(tmp_path / "other")
    if whose == "another cluster's":
        other.ensure()
    stranger = {"this test's": os.getpid(), "nobody's": 999_999_999}.get(whose) or other.pid()
    server.ensure()
    server.stop()
    server.pid_file.write_text(f"{stranger}\n{server.launch.cluster}\n1\n5432\n{server.launch.sockets}\n\n0 0\nready\n")
    assert not server.is_ready()
    server.ensure()
    assert server.pid() not in (None, stranger)
    assert _answers(server)
    other.stop()


def test_the_server_listens_on_no_network_and_its_socket_is_private(server: Postgres) -> None:
    server.ensure()
    with server.connect() as superuser:
        assert superuser.execute("SHOW listen_addresses").fetchone() == ("",)
        roles = superuser.execute(
            "SELECT rolname, rolsuper, rolcreatedb, rolcreaterole, rolbypassrls FROM pg_roles "
            "WHERE rolname !~ '^(pg_|postgres)' ORDER BY rolname"
        )
        assert roles.fetchall() == [(RUN_TIME, False, False, False, False), (OWNER, False, True, False, False)]
    assert server.launch.sockets.stat().st_mode & 0o777 == 0o700


def test_a_path_too_long_for_a_socket_gets_a_short_folder(tmp_path: Path) -> None:
    short, long = Layout(Path("/srv/s")), Layout(tmp_path / ("d" * 120))
    assert short.sockets == Path("/srv/s/run")
    assert len(os.fsencode(long.sockets / ".s.PGSQL.5432.lock")) <= LONGEST_SOCKET
    assert long.sockets != Layout(tmp_path / ("e" * 120)).sockets


def test_a_server_with_a_long_path_runs(tmp_path: Path) -> None:
    server = postgres(tmp_path / ("long" * 25))
    try:
        server.ensure()
        assert _answers(server)
    finally:
        server.stop()
        server.launch.sockets.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root must become somebody else")
def test_root_without_user_namespaces_runs_it_as_an_account(tmp_path: Path) -> None:
    layout = Layout(private_folder(tmp_path / "data"))
    private_folder(layout.log)
    server = Postgres(layout, launching.as_account(layout, launching.find_binaries()))
    home = server.launch.cluster.parent.parent
    try:
        server.ensure()
        pid = server.pid()
        assert pid
        assert Path(f"/proc/{pid}").stat().st_uid != 0
        assert _answers(server)
    finally:
        server.stop()
        subprocess.run(["rm", "-rf", str(home)], check=True)


def test_pg_bin_that_names_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PG_BIN", "/nowhere")
    with pytest.raises(ServerError, match="/nowhere, where there is no postgres"):
        launching.find_binaries()


def test_a_folder_that_is_a_file_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(ServerError, match="set SEVENTEEN_DATA"):
        private_folder(tmp_path / "data")


def test_watching_brings_back_what_was_killed_and_says_so(tmp_path: Path, settings: Any) -> None:
    settings.DATA = tmp_path / "data"
    said: list[str] = []
    with Running(said.append) as servers:
        for server in embedded().values():
            pid = server.pid()
            assert pid
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: _pids() == [None, None], seconds=10, otherwise="one of them lives")
        servers.look()
        assert said == ["PostgreSQL was gone and is back.", "Valkey was gone and is back."]
        assert all(server.is_ready() for server in embedded().values())
    assert _pids() == [None, None]


def test_servers_that_ran_before_are_left_running(tmp_path: Path, settings: Any) -> None:
    settings.DATA = tmp_path / "data"
    broker = valkey(settings.DATA)
    broker.ensure()
    with Running(lambda _line: None):
        pass
    assert [server.pid() is None for server in embedded().values()] == [True, False]
    broker.stop()


def test_a_killed_broker_comes_back_with_its_queue(broker: Valkey) -> None:
    import redis

    broker.ensure()
    client = redis.Redis(unix_socket_path=str(broker.layout.valkey_socket))
    client.rpush("queue", "job")
    wait_until(lambda: client.info("persistence")["aof_pending_bio_fsync"] == 0, seconds=5, otherwise="not on disk")
    pid = broker.pid()
    assert pid
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not is_running(pid, "valkey-server"), seconds=10, otherwise="it lives")
    broker.ensure()
    assert client.lrange("queue", 0, -1) == [b"job"]
    client.close()


def _pids() -> list[int | None]:
    return [server.pid() for server in embedded().values()]


def _answers(server: Postgres) -> bool:
    with server.connect() as connection:
        return connection.execute("SELECT 1").fetchone() == (1,)


def _family(pid: int | None) -> list[int]:
    """The server and its children, the server first."""
    assert pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]
