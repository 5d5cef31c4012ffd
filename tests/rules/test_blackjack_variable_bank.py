"""Blackjack with a variable bank, live: what is due, who may do what, what a banker does wrong."""

import pytest

from tables.rules.shapes import Request
from tables.rules.terms import compile_terms
from tests.rules.felt import felt, rules

TERMS = compile_terms("variable-000")
DEAL = "1=10 2=20 close 1:??v 2:??v 0:7S 1:??v 2:??v 0:??v "


@pytest.mark.parametrize(
    ("text", "step", "slot", "words"),
    [
        ("", "box_acts", "1", ["hit", "stand", "double", "split"]),  # R-BJV-22, R-BJV-24, R-BJV-25
        ("1!stand 2!stand ", "turn_hole", "0", []),  # R-BJV-29
        ("1!stand 2!stand 0^TH ", "banker_acts", "0", ["hit", "stand"]),
        ("1!stand 2!stand 0^TH 0!hit 0:2D ", "banker_acts", "0", ["hit", "stand"]),
        ("1!stand 2!stand 0^TH 0!stand ", "show_hand", "1", []),  # R-BJV-30
        ("1!stand 2!stand 0^TH 0!hit 0:4D ", "show_hand", "1", []),  # 21 is enough
        ("1!stand 2!stand 0^TH 0!stand 1^KS 1^9D 2^8D 2^8C ", "collect", "2", ["as_shown"]),  # R-BJV-42
    ],
)
def test_the_next_step_is_due(text: str, step: str, slot: str, words: list[str]) -> None:
    due = felt(DEAL + text, TERMS).due()
    assert (due.step.code, due.step.slot, [word for _, word in due.permitted]) == (step, slot, words)


def test_the_banker_looks_under_an_ace_or_a_ten_only() -> None:
    """R-BJV-20, I-13."""
    ace = "1=10 close 1:??v 0:AS 1:??v 0:??v "
    assert felt(ace, TERMS).due().step.code == "peek"
    assert rules(DEAL + "peek ", TERMS) == [("I-13", "0")]


def test_a_banker_who_has_stood_draws_no_more() -> None:
    """R-BJV-29: a card after that is void."""
    text = DEAL + "1!stand 2!stand 0^TH 0!stand 0:5D "
    assert rules(text, TERMS) == [("R-BJV-29", "0")]
    assert felt(text + "1^KS 1^9D 2^8D 2^8C ", TERMS).settlement().house_minor == 1000


def test_a_banker_without_opponents_throws_in_his_cards() -> None:
    """R-BJV-28."""
    text = "1=10 close 1:KS 0:7S 1:9D 0:??v 1!hit 1:5C "
    assert felt(text, TERMS).due().step.code == "collect"
    assert rules(text + "0:5D ", TERMS) == [("R-BJV-28", "0")]


@pytest.mark.parametrize("word", ["insure", "surrender", "even_money", "buy", "triple"])
def test_what_is_not_part_of_this_game_is_refused(word: str) -> None:
    """R-BJV-47, I-19."""
    assert felt(DEAL, TERMS).allows(Request("1", word, 100)) is not None


def test_the_picture_says_whose_turn_it_is() -> None:
    phases = [felt(DEAL + text, TERMS).picture().phase for text in ("", "1!stand 2!stand ", "1!stand 2!stand 0^TH ")]
    assert phases == ["boxes", "dealer", "dealer"]


def test_nobody_but_the_banker_speaks_for_the_bank_and_only_in_his_turn() -> None:
    """R-BJV-27, R-BJV-29."""
    refusal = felt(DEAL, TERMS).allows(Request("0", "hit"))
    assert refusal is not None
    assert refusal.code == "not_now"
    assert felt(DEAL + "1!stand 2!stand 0^TH ", TERMS).allows(Request("0", "hit")) is None


def test_findings_cite_the_clauses_of_this_game() -> None:
    """R-BJV-18, R-BJV-19: not those of the fixed bank."""
    late = felt(DEAL + "3=10 ", TERMS).findings()
    assert [finding.rule for finding in late] == ["I-17"]
    stray = felt("1=10 close 1:??v 5:KS ", TERMS).findings()
    assert [finding.rule for finding in stray] == ["R-BJV-18"]
    settled = felt(DEAL + "1!stand 2!stand 0^TH 0!stand 1^KS 1^9D 2^8D 2^8C ", TERMS).settlement()
    assert {pay.why for pay in settled.pays} == {"R-BJV-42"}
