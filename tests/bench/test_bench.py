"""`make bench` measures, on data of its own, and says what it does not know."""

import re
import subprocess
import sys

import pytest

from casino.environment import CHECKOUT

CARDS_FACE_UP = 7
"""In examples/table.mp4."""
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


def test_a_card_is_followed_from_the_felt_to_the_dashboard() -> None:
    done = run("seeing", "--scale", "0.01")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines() if line[:2] == "| "]
    assert done.returncode == 0, done.stderr
    assert [row[0] for row in rows[1:]] == [
        "a card that lies still to the dashboard",
        "the same from the frame that settles it",
    ]
    cards = re.match(r"(\d+) cards of examples/table.mp4", rows[1][3])
    assert cards is not None
    assert 5 <= int(cards[1]) <= CARDS_FACE_UP
    whole, rest = (re.match(r"median ([\d,]+) ms, most ([\d,]+) ms", row[1]) for row in rows[1:])
    assert whole is not None
    assert rest is not None
    assert 0 < int(rest[1].replace(",", "")) < int(whole[1].replace(",", ""))


def test_decoding_is_measured_from_a_file_and_a_camera_and_how_much_of_it_a_core_can_bear() -> None:
    done = run("decoding", "pit", "--scale", "0.01")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines() if line[:2] == "| "]
    assert (done.returncode, done.stderr) == (0, "")
    assert [row[0] for row in rows[1:]] == [
        "an H.264 frame of 1920 x 1080 decoded, from a file",
        "the same from an RTSP camera",
        "processor time a frame at play, decoding included",
        "frames dropped where one core watches one table",
    ]
    assert all(float(row[1].removesuffix(" ms")) > 0 for row in rows[1:4])
    assert 0 <= float(rows[4][1].removesuffix("%")) < 100
