"""Every rule and irregularity of the game is named by a test of its behaviour, and every test names one that exists."""

import re
from pathlib import Path

from tables.rules.text import texts

TESTS = Path(__file__).parent
WORDS = {name for name in texts("en") if re.fullmatch(r"(R|I)-[A-Z0-9-]+", name)}
# These only list ids or words; naming an id there says nothing about what the engine does.
LISTS = {"test_rule_ids.py", "test_texts.py", "test_pack_originals.py"}


def _named() -> dict[str, set[str]]:
    """Rule id → the test files, golden rounds included, that name it."""
    named: dict[str, set[str]] = {}
    for path in TESTS.rglob("*"):
        if path.suffix in {".py", ".jsonl", ".json", ".toml", ".txt"} and path.name not in LISTS:
            for name in re.findall(r"\b(?:R-[A-Z0-9]+-\d+|I-\d+)\b", path.read_text(encoding="utf-8")):
                named.setdefault(name, set()).add(path.name)
    return named


def test_every_rule_of_every_game_is_named_by_a_test() -> None:
    assert len(WORDS) == 300
    assert WORDS - set(_named()) == set()


def test_every_rule_that_a_test_names_exists() -> None:
    unknown = {name: files for name, files in _named().items() if name not in WORDS}
    assert unknown == {}
