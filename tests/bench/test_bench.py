"""`make bench` measures, on data of its own, and says what it does not know."""

import subprocess
import sys

import pytest

from casino.environment import CHECKOUT

BENCH = [sys.executable, "-m", "tests.bench"]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*BENCH, *words], cwd=CHECKOUT, capture_output=True, text=True, check=False, timeout=300)


def test_the_bench_prints_one_table() -> None:
    done = run("folding", "auditing", "--scale", "0.01")
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    assert (done.returncode, done.stderr) == (0, "")
    assert [row.split("|")[1].strip() for row in rows] == [
        "measured",
        "5-seat rounds folded with full findings",
        "audit_rounds, a file of 1,000 rounds",
    ]
    assert all(row.split("|")[2].strip().endswith("/s") for row in rows[1:])


@pytest.mark.parametrize(
    ("words", "said"),
    [(["flying"], "nothing of that name is measured"), (["--scale", "7"], "more than 0 and at most 1")],
)
def test_a_bench_of_nothing_is_refused(words: list[str], said: str) -> None:
    done = run(*words)
    assert done.returncode == 2
    assert said in done.stderr
