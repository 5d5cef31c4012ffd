"""The supervisor: starts, restarts what dies, stops everything and what it left behind."""

import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from casino import processes
from casino.environment import CHECKOUT
from casino.processes import HOST, Program, Supervisor, free_port, wait_for
from casino.servers.processes import wait_until

NICEST = 19
COUNTING = "import os, sys, time; open(sys.argv[1], 'a').write(f'{os.getpid()}\\n'); time.sleep(60)"
WITH_A_CHILD = textwrap.dedent("""
    import signal, subprocess, sys, time
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    open(sys.argv[1], "w").write(str(child.pid))
    time.sleep(60)
""")


def _python(name: str, code: str, *words: str) -> Program:
    return Program(name, [sys.executable, "-c", code, *words])


def _pids(path: Path) -> list[int]:
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


def _niceness(pid: int) -> int:
    return os.getpriority(os.PRIO_PROCESS, pid)


def _is_alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] not in "ZX"


def test_a_program_that_is_killed_is_started_again_and_ends_with_the_supervisor(tmp_path: Path) -> None:
    started = tmp_path / "started"
    said: list[str] = []
    supervisor = Supervisor([_python("counter", COUNTING, str(started))], say=said.append)

    def kill_once_then_stop() -> None:
        wait_until(lambda: len(_pids(started)) == 1, seconds=20, otherwise="not started")
        os.kill(_pids(started)[0], signal.SIGKILL)
        wait_until(lambda: len(_pids(started)) == 2, seconds=20, otherwise="not started again")
        os.kill(os.getpid(), signal.SIGTERM)

    supervisor.run(kill_once_then_stop)
    assert said == ["counter ended (SIGKILL); starting it again.", "Stopping."]
    assert not any(_is_alive(pid) for pid in _pids(started))


def test_what_ignores_the_request_and_its_children_are_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "STOP_S", 0.5)
    child = tmp_path / "child"
    supervisor = Supervisor([_python("stubborn", WITH_A_CHILD, str(child))], say=lambda _line: None)

    def stop() -> None:
        wait_until(lambda: bool(_pids(child)), seconds=20, otherwise="not started")
        supervisor.stop()

    supervisor.run(stop)
    wait_until(lambda: not _is_alive(_pids(child)[0]), seconds=5, otherwise="the child lives on")


def test_what_a_program_prints_is_passed_on_with_its_name() -> None:
    said: list[str] = []
    supervisor = Supervisor([_python("talker", "print('good evening'); import time; time.sleep(60)")], say=said.append)

    def stop() -> None:
        wait_until(lambda: "talker: good evening" in said, seconds=20, otherwise="nothing was said")
        supervisor.stop()

    supervisor.run(stop)
    assert said[0] == "talker: good evening"


ONCE = textwrap.dedent("""
    import os, pathlib, sys, time
    started = pathlib.Path(sys.argv[1])
    with started.open("a") as pids:
        pids.write(f"{os.getpid()}\\n")
    time.sleep(60 if started.read_text().count("\\n") == 1 else 0)
    sys.exit(3)
""")


GIVING_WAY = """
import os, sys
from casino.processes import Keeper, Program
keeper = Keeper(Program("idle", [sys.executable, "-c", "import time; time.sleep(20)"], gives_way=7), say=print)
keeper.look()
print(os.getpriority(os.PRIO_PROCESS, 0), os.getpriority(os.PRIO_PROCESS, keeper.pid))
keeper.insist(0)
"""


def test_a_program_gives_way_to_whoever_starts_it_even_under_nice() -> None:
    words = ["nice", "-n", "9", sys.executable, "-c", GIVING_WAY]
    done = subprocess.run(words, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    ours, its = map(int, done.stdout.split())
    assert its == min(NICEST, ours + 7)
    assert ours > _niceness(0) or ours == NICEST


def test_a_program_that_runs_once_is_started_again_only_if_it_was_killed(tmp_path: Path) -> None:
    """It is added while others run, gives way to them, and its exit is told to whoever waits for it."""
    started = tmp_path / "started"
    said: list[str] = []
    supervisor = Supervisor([], say=said.append)

    def kill_once_then_wait() -> None:
        try:
            keeper = supervisor.add(replace(_python("drawing", ONCE, str(started)), is_once=True, gives_way=7))
            wait_until(lambda: len(_pids(started)) == 1, seconds=20, otherwise="not started")
            assert _niceness(_pids(started)[0]) == min(NICEST, _niceness(0) + 7)
            os.kill(_pids(started)[0], signal.SIGKILL)
            wait_until(lambda: keeper.exit_code == 3, seconds=20, otherwise="it did not end")
        finally:
            supervisor.stop()

    supervisor.run(kill_once_then_wait)
    assert said == ["drawing ended (SIGKILL); starting it again.", "Stopping."]
    assert len(_pids(started)) == 2


def test_servers_are_looked_after_while_it_runs() -> None:
    looked = threading.Event()
    supervisor = Supervisor([], say=lambda _line: None, watch=looked.set)

    def stop() -> None:
        looked.wait(10)
        supervisor.stop()

    supervisor.run(stop)
    assert looked.is_set()


def test_a_taken_port_is_said_and_avoided() -> None:
    said: list[str] = []
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        other = free_port(port, said.append)
        assert other > port
        assert said == [f"Port {port} is taken; using {other}."]
        assert wait_for(port, seconds=5)
    assert not wait_for(port, seconds=0.3)


def test_ctrl_c_at_a_terminal_leaves_nothing_running(tmp_path: Path) -> None:
    started = tmp_path / "started"
    code = f"""
import sys
import pytest

from casino import processes
from casino.processes import Program, Supervisor
Supervisor([Program("c", [sys.executable, "-c", {COUNTING!r}, {str(started)!r}])], say=print).run()
"""
    terminal = subprocess.Popen([sys.executable, "-c", code], start_new_session=True, stdout=subprocess.DEVNULL)
    wait_until(lambda: len(_pids(started)) == 1, seconds=20, otherwise="not started")
    os.killpg(terminal.pid, signal.SIGINT)
    assert terminal.wait(20) == 0
    assert not _is_alive(_pids(started)[0])
