"""Golden cases: those that the rules were handed over with, and those of houses' options and irregularities."""

import json
from pathlib import Path
from typing import Any

import pytest

from tables.rules.profiles import GAMES
from tables.rules.replay.cases import judge
from tables.rules.terms import DEAL_FACES

ROUNDS = Path(__file__).parents[1] / "rounds"
CASES = [
    json.loads(line)
    for name in (*(f"{game}.jsonl" for game in GAMES), "houses.jsonl")
    for line in (ROUNDS / name).read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_a_golden_case_is_judged_as_it_was_ruled(case: dict[str, Any]) -> None:
    outcome = judge(case)
    got = {key: outcome.got.get(key, []) for key in case["expected"]}
    assert got == case["expected"]
    assert outcome.ok


def test_every_case_that_was_handed_over_is_there(shared: Path) -> None:
    lines = (shared / "rules" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
    handed = sorted(map(json.loads, lines), key=lambda row: row["id"])
    assert handed == sorted((case for case in CASES if case["id"].startswith("C-")), key=lambda row: row["id"])


def test_a_kind_that_nobody_knows_says_so_and_is_not_ok() -> None:
    case = {"id": "X", "kind": "dance", "game": "pontoon", "profile": "pontoon-000", "expected": {}}
    outcome = judge(case)
    assert (outcome.got, outcome.ok) == ({"error": "kind dance of pontoon is not built yet"}, False)


def test_a_case_without_expectation_is_neither_right_nor_wrong() -> None:
    case = {key: value for key, value in CASES[0].items() if key != "expected"}
    outcome = judge(case)
    assert outcome.ok is None
    assert outcome.got["payouts"] == {"1": "10", "0": "-10"}


def test_a_refusal_that_nobody_expected_differs() -> None:
    case = {**CASES[0], "actions": ["1:stand", "1:stand"]}
    assert judge(case).ok is False


def _floor(kind: str, given: dict[str, Any], profile: str = "blackjack-000", **options: object) -> dict[str, Any]:
    case = {
        "id": "F",
        "kind": kind,
        "game": "blackjack-fixed-bank",
        "profile": profile,
        "options": options,
        "input": given,
    }
    return judge(case).got


def test_the_sign_gives_its_static_facts() -> None:
    got = _floor("setup", {}, "casino-s17")  # R-BJF-1..12
    facts = {"deck_size": 312, "stake_limits": ["10", "500"], "burn_count": 1, "second_indicator_from_bottom": 75}
    assert facts.items() <= got.items()
    assert _floor("setup", {}, "blackjack-004")["participants"] == [2, None]


@pytest.mark.parametrize("mode", sorted(DEAL_FACES))
def test_faces_of_the_deal(mode: str) -> None:
    got = _floor("deal_faces", {}, deal_mode=mode)  # R-BJF-16
    assert [face == "up" for face in (*got["dealer"], *got["players"])] == list(DEAL_FACES[mode])


@pytest.mark.parametrize(
    ("by", "profile", "ok"),
    [
        (["dealer"], "blackjack-000", True),
        (["dealer", "player"], "blackjack-000", False),
        (["dealer", "player"], "blackjack-004", True),
        (["player"], "blackjack-004", False),
    ],
)
def test_who_shuffles(by: list[str], profile: str, ok: bool) -> None:
    got = _floor("shuffle", {"by": by}, profile)  # R-BJF-4, I-28
    assert got == {"ok": ok, "violations": [] if ok else ["I-28"]}


def test_the_dealer_never_cuts() -> None:
    assert _floor("cuts", {"wish": ["2"], "cut": ["0"]})["violations"] == ["I-28"]  # R-BJF-5
    assert _floor("cuts", {"wish": ["2"], "cut": ["2"]})["ok"]


def test_a_shoe_goes_on_until_the_stop_card() -> None:
    got = _floor("continue", {"pack_size": 10, "rounds_cards": [6, 6, 6]})  # R-BJF-34, R-BJF-7
    assert got == {
        "shuffle_before_round": [False, False, True],
        "mid_round_reshuffle_after_card": [None, None, None],
    }
    got = _floor("continue", {"pack_size": 10, "rounds_cards": [6, 6, 6]}, "blackjack-004")
    assert got["mid_round_reshuffle_after_card"] == [None, 4, 4]


@pytest.mark.parametrize(
    ("given", "got"),
    [
        ({"dealer": "TH 7C", "stood": True}, {"violations": [], "remedy": "none", "total": "17"}),
        ({"dealer": "TH 7C 4D", "stood": True}, {"violations": ["I-16"], "remedy": "void_extra", "total": "17"}),
        ({"dealer_up": "AH", "dealer_peeked": True}, {"violations": [], "remedy": "none"}),
        ({"looked_at_next_hand": True}, {"violations": ["I-14"], "remedy": "log"}),
        ({"next_player_claimed_discard": True}, {"violations": ["I-9"], "remedy": "refuse_claim"}),
        (
            {"bust_announced": "own_turn", "stood": False, "stake": "10"},
            {"violations": ["I-12"], "remedy": "lose_single", "net": "-10"},
        ),
        (
            {"bust_announced": "before_dealer", "stood": True, "stake": "10"},
            {"violations": ["I-7"], "remedy": "lose_double", "net": "-20"},
        ),
    ],
)
def test_what_an_auditor_saw(given: dict[str, Any], got: dict[str, Any]) -> None:
    assert _floor("audit", given) == got
