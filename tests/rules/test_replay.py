"""`manage.py replay`: cases in, verdicts out, no database."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

ROUNDS = Path(__file__).parents[1] / "rounds" / "blackjack-fixed-bank.jsonl"
ROOT = Path(__file__).parents[2]
CASE = json.loads(ROUNDS.read_text(encoding="utf-8").splitlines()[0])


def replay(*lines: str, flags: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing"}
    return subprocess.run(
        [sys.executable, "manage.py", "replay", "-", *flags],
        input="\n".join(lines),
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def backed_by(onlookers: object) -> str:
    return json.dumps({**CASE, "options": {"onlooker_bets": True}, "input": {"onlookers": onlookers}})


def test_all_cases_of_the_game_are_judged_as_ruled_without_a_database() -> None:
    done = replay(*ROUNDS.read_text(encoding="utf-8").splitlines(), flags=("--json",))
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, done.stderr
    assert len(rows) == 84
    assert all(row["ok"] is True and set(row) == {"id", "got", "ok"} for row in rows)


def test_one_that_differs_makes_exit_1() -> None:
    wrong = {**CASE, "expected": {**CASE["expected"], "payouts": {"1": "11", "0": "-11"}}}
    done = replay(json.dumps(CASE), json.dumps(wrong))
    assert done.returncode == 1
    assert "2 cases, 1 differ." in done.stdout


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("{", "line 1: the line is no JSON"),
        ("[]", "line 1: the line is no JSON object"),
        (json.dumps({**CASE, "id": 5}), "id is 5; it must be a text"),
        (json.dumps({**CASE, "game": "poker"}), "game is 'poker'; it must be one of"),
        (json.dumps({**CASE, "profile": "casino-x"}), "'casino-x' is no profile"),
        (json.dumps({**CASE, "profile": "pontoon-000"}), "profile pontoon-000 belongs to pontoon"),
        (json.dumps({**CASE, "options": {"decks": 9}}), "decks cannot be '9'; it must be a whole number from 1 to 8."),
        (json.dumps({**CASE, "options": []}), "options is []"),
        (json.dumps({**CASE, "deal": "KS 7H 9D 11"}), "deal: '11' is no card"),
        (json.dumps({**CASE, "deal": "KS 7H 9D ??"}), "every card of a deal has a rank and a suit"),
        (json.dumps({**CASE, "deal": "KS 7H"}), "the deal ends before the round does: 1 is owed one more card"),
        (json.dumps({**CASE, "seats": [{"seat": 1, "bets": ["1e5"]}]}), "bets of seat 1 has '1e5'"),
        (json.dumps({**CASE, "seats": [{"seat": 1, "bets": [10.5]}]}), "bets of seat 1 has 10.5"),
        (json.dumps({key: value for key, value in CASE.items() if key != "seats"}), "seats is None"),
        (json.dumps({**CASE, "actions": ["stand"]}), "actions[0] is 'stand'"),
        (json.dumps({**CASE, "actions": ["!two_first 1"]}), "after the seat it must have discard 0 or"),
        (json.dumps({**CASE, "actions": ["!danced 1"]}), "an event is one of !missed"),
        (json.dumps({**CASE, "actions": ["²:stand"]}), "actions[0] is '²:stand'; it must begin with a seat"),
        (json.dumps({**CASE, "actions": ["1.²:stand"]}), "it must begin with a seat such as 1, or a hand"),
        (json.dumps({**CASE, "actions": ["-1:stand"]}), "it must begin with a seat such as 1, or a hand"),
        (json.dumps({**CASE, "actions": ["1:double ²"]}), "its amount must be a decimal"),
        (json.dumps({**CASE, "actions": "1:stand"}), "it must be a list of texts such as 1:hit"),
        (json.dumps({**CASE, "actions": [5]}), "it must be a list of texts such as 1:hit"),
        (json.dumps({**CASE, "seats": [{"seat": "²", "bets": ["10"]}]}), "a new seat from 1 and a list of bets"),
        (json.dumps({**CASE, "seats": [{"seat": True, "bets": ["10"]}]}), "a new seat from 1 and a list of bets"),
        (json.dumps({**CASE, "seats": [{"seat": 1, "bets": "10"}]}), "a new seat from 1 and a list of bets"),
        (json.dumps({**CASE, "seats": [{"seat": 1, "bets": ["²"]}]}), "it must be an exact decimal above 0"),
        (json.dumps({**CASE, "seats": [{"seat": 1, "bets": ["NaN"]}]}), "it must be an exact decimal above 0"),
        (json.dumps({**CASE, "seats": [CASE["seats"][0]] * 2}), "a new seat from 1 and a list of bets"),
        (json.dumps({**CASE, "deal": ["KS"]}), "it must be a text of cards such as"),
        (json.dumps({**CASE, "options": {"decks": "²"}}), "it must be a whole number from 1 to 8"),
        (backed_by(5), "input.onlookers is 5; it must be a list"),
        (backed_by({}), "input.onlookers is {}; it must be a list"),
        (backed_by([5]), "it must have a name, a seat and a stake"),
        (backed_by([{"name": "o1", "seat": "1", "stake": "5"}]), "it must have a name, a seat and a stake"),
        (backed_by([{"name": "o1", "seat": 1, "stake": "5", "hand": -1}]), "its hand must be a whole number from 0"),
        (backed_by([{"name": "o1", "seat": 1, "stake": "5", "hand": True}]), "its hand must be a whole number from 0"),
        (backed_by([{"name": "o1", "seat": 1, "stake": "-5"}]), "it must be an exact decimal above 0"),
        (backed_by([{"name": "o1", "seat": 1}]), "it must be an exact decimal above 0"),
        (json.dumps({**CASE, "expected": 5}), "expected is 5"),
    ],
)
def test_a_line_that_is_no_case_is_refused_with_one_sentence(tmp_path: Path, line: str, words: str) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(CommandError) as refused:
        call_command("replay", str(path), stdout=StringIO())
    assert refused.value.returncode == 2
    assert words in str(refused.value)
    assert str(refused.value).startswith(f"{path} line 1: ")
    assert ".." not in str(refused.value)


def test_a_file_that_is_not_there_or_no_text(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file or directory; name a file of cases"):
        call_command("replay", str(tmp_path / "none.jsonl"), stdout=StringIO())
    path = tmp_path / "bytes.jsonl"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CommandError, match="line 1: the bytes are no UTF-8"):
        call_command("replay", str(path), stdout=StringIO())


def test_lines_before_a_bad_one_stay_printed() -> None:
    done = replay(json.dumps(CASE), "nonsense", flags=("--json",))
    assert done.returncode == 2
    assert json.loads(done.stdout.splitlines()[0])["ok"] is True
    assert "standard input line 2: the line is no JSON" in done.stderr
