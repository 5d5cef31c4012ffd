"""Macao, live: naturals against the banker's one card, then the draws."""

import pytest

from tables.rules.shapes import Request
from tables.rules.terms import compile_terms
from tests.rules.felt import felt

TERMS = compile_terms("macao-000")
ENDS = compile_terms("macao-000", {"dealer_natural_ends_round": True})
DEAL = "1=10 2=20 close 1:??v 2:??v 0:??v "


@pytest.mark.parametrize(
    ("text", "step", "slot", "amount"),
    [
        (DEAL, "box_acts", "1", None),  # R-MAC-4
        (DEAL + "1^9S ", "turn_hole", "0", None),  # R-MAC-5, R-MAC-6
        (DEAL + "1^9S 0^8H ", "pay", "1", 3000),  # R-MAC-7
        (DEAL + "1^7S 0^8H ", "collect", "1", 1000),
        (DEAL + "1^9S 0^8H 1$main=30 ", "box_acts", "2", None),  # R-MAC-8: the others draw
        (DEAL + "1^9S 0^8H 1$main=30 2!stand ", "show_hand", "2", None),  # he stands on his natural
        (DEAL + "1^9S 0^KH 1$main=30 2!stand ", "banker_acts", "0", None),
    ],
)
def test_the_next_step_is_due(text: str, step: str, slot: str, amount: int | None) -> None:
    due = felt(text, TERMS).due().step
    assert (due.code, due.slot, due.amount_minor) == (step, slot, amount)


def test_tens_and_pictures_count_nothing_and_ten_is_over() -> None:
    """R-MAC-2, R-MAC-3, R-MAC-9."""
    r = felt(DEAL + "1!hit 1:KC 1!hit 1:9C 1!stand ", TERMS)
    assert r.picture().boxes[0].hands[0].total == "unknown"
    assert felt(DEAL + "1!hit 1:KC 1!hit 1:8C 1!hit 1:2D ", TERMS).settlement().nets["1"] == -1000


def test_a_natural_of_the_banker_ends_the_round_where_the_sign_says_so() -> None:
    """R-MAC-8, AMB-22."""
    assert felt(DEAL + "0^8H ", ENDS).settlement().nets == {"1": -1000, "2": -2000} | {str(n): 0 for n in range(3, 8)}
    assert felt(DEAL + "0^8H ", TERMS).due().step.code == "box_acts"


def test_equal_naturals_get_their_stake_back() -> None:
    """R-MAC-6, R-MAC-11."""
    assert felt(DEAL + "1^8S 0^8H ", TERMS).settlement().nets["1"] == 0


def test_nothing_is_doubled_or_split() -> None:
    for word in ("double", "split", "buy", "surrender"):
        assert felt(DEAL, TERMS).allows(Request("1", word)) is not None
