"""What never belongs into the repository: paths of one machine, marks of unfinished work, foreign pictures, blobs."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OUTSIDE = "/".join(("..", "shared"))  # photographs and cases stand beside the checkout; only the Makefile says where
MACHINE = re.compile(r"(?<![\w.$}*])/(?:work|root|home|Users)/")
UNFINISHED = re.compile(
    r"\b(?:TO" + "DO|FIX" + "ME|XX" + "X|NotImplemented" + r"Error)\b|mark\.(?:skip\b|x" + "fail)|^FIGURES$"
)
TEXT = {
    ".py",
    ".html",
    ".css",
    ".js",
    ".md",
    ".toml",
    ".txt",
    ".po",
    ".svg",
    ".json",
    ".jsonl",
    ".yml",
    ".yaml",
    ".sh",
    "",
}
# Pictures that were drawn or shot here: the README's screenshot and the drawn table that it reads.
PICTURES = {"casino/static/casino/readme-pit.png", "casino/static/casino/readme-table.png", "examples/table.png"}
# The drawn film that the README has watched; 20 seconds of a table cannot be smaller and be read.
FILM = "examples/table.mp4"
MOST_BYTES = 1_000_000
MOST_FILM_BYTES = 3_000_000


def _files() -> list[Path]:
    """All files of the repository: what git knows and what it would add."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.decode().split("\0") if name and (ROOT / name).is_file()]


FILES = _files()
TEXTS = [path for path in FILES if path.suffix in TEXT and "vendor" not in path.parts and path.name != "LICENSE"]


@pytest.mark.parametrize("wrong", [MACHINE, UNFINISHED], ids=["machine", "unfinished"])
def test_no_file_says(wrong: re.Pattern[str]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in TEXTS
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if wrong.search(line)
    ]
    assert found == []


def test_only_the_makefile_names_the_folder_beside_the_checkout() -> None:
    named = {path.relative_to(ROOT).as_posix() for path in TEXTS if OUTSIDE in path.read_text(encoding="utf-8")}
    assert named <= {"Makefile"}


def test_no_picture_is_committed_that_was_not_made_here() -> None:
    pictures = {
        path.relative_to(ROOT).as_posix() for path in FILES if path.suffix.lower() in {".jpg", ".jpeg", ".png", ".webp"}
    }
    assert pictures <= PICTURES


def test_no_file_is_large_but_the_weights_and_one_film() -> None:
    large = {path.relative_to(ROOT).as_posix() for path in FILES if path.stat().st_size > MOST_BYTES}
    assert {name for name in large if not name.startswith("shoes/weights/")} == {FILM}
    assert (ROOT / FILM).stat().st_size < MOST_FILM_BYTES
