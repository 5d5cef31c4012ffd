"""Every rule and irregularity of the game is named by a test of its behaviour, and every test names one that exists."""

import re
import tomllib
from pathlib import Path

TESTS = Path(__file__).parent
TEXTS = TESTS.parent / "tables" / "rules" / "text" / "en.toml"
WORDS = {name for name in tomllib.loads(TEXTS.read_text(encoding="utf-8")) if re.fullmatch(r"(R|I)-[A-Z0-9-]+", name)}
# The rules of the other games are known by name to the pack and to cases that this version refuses.
KNOWN = re.compile(r"R-(GEN|BJF|BJV|PON|S75|SEM|MAC|FIF|FAR|T10|O36|O2D)-\d+|I-(1?\d|2\d)")
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


def test_every_rule_of_the_game_is_named_by_a_test() -> None:
    assert WORDS - set(_named()) == set()


def test_every_rule_that_a_test_names_exists() -> None:
    unknown = {name: files for name, files in _named().items() if name not in WORDS and not KNOWN.fullmatch(name)}
    assert unknown == {}
