"""`manage.py audit_rounds`: judges a file of documents from anywhere, without a database."""

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tables.example import lines

EXAMPLE = Path(__file__).parents[2] / "examples" / "rounds.jsonl"


def audited(path: Path, *options: str) -> tuple[int, list[str]]:
    out = io.StringIO()
    try:
        call_command("audit_rounds", str(path), *options, stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue().splitlines()
    except CommandError as wrong:
        return wrong.returncode, [*out.getvalue().splitlines(), str(wrong)]
    return 0, out.getvalue().splitlines()


@pytest.fixture
def written(tmp_path: Path) -> Callable[[list[str]], Path]:
    """Writes lines to a file."""

    def write(texts: list[str]) -> Path:
        path = tmp_path / "rounds.jsonl"
        path.write_text("".join(f"{text}\n" for text in texts))
        return path

    return write


def changed(text: str, **members: Any) -> str:
    """The document with other members; the hash is left as it was."""
    return json.dumps(json.loads(text) | members, separators=(",", ":"), sort_keys=True, ensure_ascii=False)


def test_the_example_names_its_three_mistakes() -> None:
    code, told = audited(EXAMPLE, "--json")
    rows = [json.loads(line) for line in told]
    totals = rows.pop()["totals"]
    assert code == 1
    assert totals == {"rounds": 12, "ok": 9, "mistakes": 3, "judged_otherwise": 0, "damaged": 0}
    rules = [[finding["rule"] for finding in row["findings"]] for row in rows if row["verdict"] != "ok"]
    assert rules == [["I-16"], ["R-BJF-25"], ["R-BJF-31"]]


def test_the_example_is_what_the_engine_makes() -> None:
    assert EXAMPLE.read_text().splitlines() == lines()


def test_each_round_is_one_line_then_the_totals() -> None:
    code, told = audited(EXAMPLE)
    assert (code, len(told)) == (1, 13)
    assert told[0] == "BJ-12/1: ok"
    assert told[-1] == "12 rounds, 9 ok, 3 mistakes, 0 judged otherwise, 0 damaged"
    assert [line for line in told if "I-16" in line]


def test_a_clean_file_ends_with_0(written: Callable[[list[str]], Path]) -> None:
    assert audited(written(lines()[:1])) == (
        0,
        ["BJ-12/1: ok", "1 rounds, 1 ok, 0 mistakes, 0 judged otherwise, 0 damaged"],
    )


def test_an_empty_file_is_no_mistake(written: Callable[[list[str]], Path]) -> None:
    assert audited(written([]))[0] == 0


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"dealer": "staff:9"}, "sha256"),
        ({"findings": []}, "findings: I-16"),
        ({"settlement": {"complete": True, "house_minor": 1, "nets": {}, "pays": []}}, "settlement.house_minor"),
        ({"revision": 2}, "previous_sha256"),
        ({"places": ["1"]}, "facts: the round was opened with other terms or places"),
        ({"terms_sha256": "0" * 64}, "terms_sha256"),
    ],
)
def test_a_changed_document_is_damaged(written: Callable[[list[str]], Path], members: dict[str, Any], why: str) -> None:
    mistaken = next(text for text in lines() if '"I-16"' in text)
    code, told = audited(written([changed(mistaken, **members)]))
    assert code == 1
    assert ": record damaged: " in told[0]
    assert why in told[0]


def test_a_changed_card_is_found(written: Callable[[list[str]], Path]) -> None:
    text = lines()[0]
    code, told = audited(written([text.replace('"KH"', '"KD"', 1)]))
    assert (code, "record damaged" in told[0]) == (1, True)


def test_a_later_revision_names_the_one_before(written: Callable[[list[str]], Path]) -> None:
    first = lines()[0]
    code, told = audited(written([first, changed(first, revision=2, previous_sha256="0" * 64)]))
    assert code == 1
    assert "previous_sha256: the revision before has another hash" in told[1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "this is no JSON"),
        ('{"format": "table-round/9"}', "format: 'table-round/9' is not known"),
    ],
)
def test_bad_input_names_file_and_line_and_ends_with_2(
    written: Callable[[list[str]], Path], text: str, sentence: str
) -> None:
    path = written([lines()[0], "", text])
    code, told = audited(path)
    assert (code, told[0]) == (2, "BJ-12/1: ok")
    assert told[-1].startswith(f"{path}:3: ")
    assert sentence in told[-1]


def test_one_fact_number_twice_is_bad_input(written: Callable[[list[str]], Path]) -> None:
    members = json.loads(lines()[0])
    members["facts"][1][0] = members["facts"][2][0]
    code, told = audited(written([json.dumps(members)]))
    assert code == 2
    assert "stands twice" in told[-1]


def test_an_unknown_profile_is_bad_input(written: Callable[[list[str]], Path]) -> None:
    members = json.loads(lines()[0])
    members["terms"]["profile"] = "casino-x"
    code, told = audited(written([json.dumps(members)]))
    assert code == 2
    assert "terms: " in told[-1]


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    code, told = audited(tmp_path / "nothing.jsonl")
    assert code == 2
    assert "name a file of round documents" in told[-1]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{lines()[0]}\n".encode())))
    assert audited(Path("-"))[0] == 0


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = f"{sys.executable} manage.py audit_rounds {EXAMPLE} 2>&1 | head -1; echo ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, cwd=EXAMPLE.parents[1])
    assert ended.stdout.splitlines() == ["BJ-12/1: ok", "1"]
