"""`make fast`: the compiled rules judge as their sources do, and never stand in for other sources."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fast import ROOT, build

EXAMPLES = ("examples/rounds.jsonl", "examples/evening.jsonl")
IGNORED = shutil.ignore_patterns("__pycache__", "*.so", "static", "locale", "weights", "*.mp4")


def _said(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "manage.py", *words], cwd=root, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with its rules compiled, quickly rather than well."""
    root = tmp_path_factory.mktemp("compiled") / "checkout"
    for part in ("casino", "shoes", "tables", "examples", "tests/rounds"):
        shutil.copytree(ROOT / part, root / part, ignore=IGNORED)
    shutil.copy(ROOT / "manage.py", root)
    build(root, optimised=False)
    return root


def test_compiled_rules_judge_every_known_round_as_their_sources(compiled: Path) -> None:
    code = "from tables.rules import judge, round; print(judge.__file__, round.__file__)"
    files = subprocess.run(
        [sys.executable, "-c", code], cwd=compiled, capture_output=True, text=True, check=True
    ).stdout
    assert files.count(".so") == 2
    cases = "".join(file.read_text() for file in sorted((ROOT / "tests" / "rounds").glob("*.jsonl")))
    (compiled / "cases.jsonl").write_text(cases)
    here, there = (
        _said(ROOT, "replay", str(compiled / "cases.jsonl"), "--json"),
        _said(compiled, "replay", "cases.jsonl", "--json"),
    )
    assert there.stdout == here.stdout
    assert all(json.loads(line)["ok"] is True for line in there.stdout.splitlines())
    for example in EXAMPLES:
        assert (
            _said(compiled, "audit_rounds", example, "--json").stdout
            == _said(ROOT, "audit_rounds", example, "--json").stdout
        )


def test_rules_compiled_from_other_sources_are_refused(compiled: Path) -> None:
    source = compiled / "tables" / "rules" / "pots.py"
    text = source.read_text()
    source.write_text(text + "\n# A later thought.\n")
    refused = _said(compiled, "audit_rounds", EXAMPLES[0])
    assert refused.returncode == 2
    assert "`make fast`" in refused.stderr
    assert "`make plain`" in refused.stderr
    assert "Traceback" not in refused.stderr
    source.write_text(text)
    assert _said(compiled, "audit_rounds", EXAMPLES[0]).returncode == 1  # the example's mistakes
