"""Every kind of case is answered for every game and profile, and what is wrong with one is said in a sentence."""

from typing import Any

import pytest

from tables.rules.profiles import PROFILES
from tables.rules.replay.cases import JUDGES, BadCase, judge

INPUTS: dict[str, dict[str, Any]] = {
    "bets": {"stakes": ["1", "5"], "bank": "10"},
    "shuffle": {"by": ["1", "0"]},
    "cuts": {"wish": ["1"], "cut": ["1"]},
    "cut": {"pack": "AS KH 9D", "indicator_after": 1},
    "continue": {"pack_size": 30, "rounds_cards": [6, 7]},
    "first_banker": {"participants": 3},
    "bank_change": {"participants": 4, "naturals": [2], "dealer_natural": False, "refuse": []},
    "auction": {"participants": 3, "bids": {"1": "5"}, "refuse": []},
    "burn": {"joker": False},
    "stakes36": {"bank": "10", "players": 2, "stakes": ["5", "5"]},
    "audit": {"indicator_reached": True},
    "level": {"rating": "3"},
    "rating": {"rated": True, "role": "punter", "won": True, "chips_won": "2"},
    "hint": {"total": "17"},
}


def case(profile: str, kind: str, **changes: Any) -> dict[str, Any]:
    row = {"id": "K", "kind": kind, "game": PROFILES[profile].name, "profile": profile, "options": {}, "deal": "AH 9D"}
    return {**row, "input": INPUTS.get(kind, {}), "seats": [], **changes}


@pytest.mark.parametrize("profile", sorted(PROFILES))
@pytest.mark.parametrize("kind", sorted(JUDGES))
def test_every_kind_is_answered(kind: str, profile: str) -> None:
    assert judge(case(profile, kind)).got


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        ("first_banker", {"participants": 1}, "input.participants is 1"),
        ("bank_change", {"participants": 4, "naturals": ["2"]}, "input.naturals is"),
        ("bank_change", {"participants": 4, "sale": {"from": 1}}, "input.to is None"),
        ("auction", {"participants": 3, "bids": {"x": "5"}}, "input.bids is"),
        ("auction", {"participants": 3, "bids": {"1": "-5"}}, "input.bids has '-5'"),
        ("stakes36", {"bank": "10", "players": 2, "stakes": ["many"]}, "input.stakes is"),
        ("rating", {"rated": True, "role": "banker", "won": True, "bank_end": "3"}, "input.bank_start is None"),
        ("continue", {"pack_size": 0, "rounds_cards": []}, "input.pack_size is 0"),
    ],
)
def test_what_is_wrong_with_an_input_is_said(kind: str, given: dict[str, Any], words: str) -> None:
    with pytest.raises(BadCase, match=words):
        judge(case("pontoon-004" if kind == "bank_change" else "ochko36-online", kind, input=given))
