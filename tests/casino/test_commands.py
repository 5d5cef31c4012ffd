"""What holds for every command of `manage.py`."""

import os
import subprocess
import sys

import pytest

from casino.environment import CHECKOUT


def test_a_reader_who_has_seen_enough_gets_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "manage.py", "help", "migrate"]
    with os.fdopen(writing, "w") as out:
        done = subprocess.run(command, cwd=CHECKOUT, stdout=out, stderr=subprocess.PIPE, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode in (0, 141)


@pytest.mark.parametrize("words", [("replay", "-"), ("audit_rounds", "examples/rounds.jsonl")])
def test_what_needs_no_database_starts_nothing_and_writes_nothing(words: tuple[str, str]) -> None:
    """A data folder that cannot be made would be noticed at once."""
    environment = {**os.environ, "SEVENTEEN_DATA": "/proc/nowhere"}
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, input="", capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout != ""


@pytest.mark.parametrize(
    ("name", "value"),
    [("SEVENTEEN_DATA", "/proc/nowhere"), ("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/nothing")],
)
def test_a_database_that_cannot_be_reached_is_said_in_a_sentence(name: str, value: str) -> None:
    command = [sys.executable, "manage.py", "verify_audit"]
    environment = {**os.environ, name: value}
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr.startswith("manage.py: the database does not answer: ")
    assert "Traceback" not in done.stderr
    assert done.returncode == 1
