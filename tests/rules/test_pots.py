"""Fifteen and farmer, live: nobody says that he is over, and a pot that stays."""

import pytest

from tables.rules import pots
from tables.rules.shapes import Request
from tables.rules.terms import compile_terms
from tests.rules.felt import felt, rules

FIFTEEN = compile_terms("fifteen-000")
FARMER = compile_terms("farmer-000")
TWO = "pot=5 1=10 close 1:??v 0:??v "
FARM = "1=1 2=1 close 1:??v 2:??v 0:??v "
ENDED = FARM + "1:KS 1!stand 2:9C 2!stand 0:2C 0!stand 0^9D 1^5S "


@pytest.mark.parametrize(
    ("text", "step", "slot"),
    [
        (TWO, "box_acts", "1"),  # R-FIF-4, R-FIF-5
        (TWO + "1!hit 1:KD 1!stand ", "banker_acts", "0"),  # R-FIF-6: over or not, he only stands
        (TWO + "1!hit 1:KD 1!stand 0!hit 0:4C 0!stand ", "turn_hole", "0"),  # R-FIF-7
        (TWO + "1!hit 1:KD 1!stand 0!hit 0:4C 0!stand 0^9H ", "show_hand", "1"),
    ],
)
def test_fifteen_step_by_step(text: str, step: str, slot: str) -> None:
    due = felt(text, FIFTEEN).due().step
    assert (due.code, due.slot) == (step, slot)


@pytest.mark.parametrize(
    ("cards", "nets", "left"),
    [
        ("1^5S 0^9H ", (1500, -1000), 0),  # 15 against 13
        ("1^3S 0^9H ", (-1000, -1000), 2500),  # R-FIF-9: equal
        ("1^7S 0^9H ", (-1000, 1500), 0),  # 17 is over
    ],
)
def test_fifteen_is_paid_from_the_pot_or_it_stays(cards: str, nets: tuple[int, int], left: int) -> None:
    """R-FIF-3, R-FIF-8, R-FIF-9: five lay there already."""
    r = felt(TWO + "1!hit 1:KD 1!stand 0!hit 0:4C 0!stand " + cards, FIFTEEN)
    settled = r.settlement()
    assert ((settled.nets["1"], settled.house_minor), pots.left(r, settled)) == (nets, left)


def test_a_bust_is_no_finding_where_nobody_has_to_tell() -> None:
    """R-FIF-6, R-FAR-12."""
    assert rules(TWO + "1!hit 1:KD 1!stand 0!hit 0:4C 0!stand 0^9H 1^7S closed ", FIFTEEN) == []
    assert rules(ENDED + "2^9H closed ", FARMER) == []


def test_everybody_must_take_a_second_card() -> None:
    """R-FAR-11, I-25."""
    due = felt(FARM, FARMER).due().step
    assert (due.code, due.slot) == ("deal_to", "1")
    assert felt(FARM + "1:KS 1!stand 2:9C 2!stand ", FARMER).due().step.code == "dealer_draws"
    for word in ("stand", "decline"):
        assert felt(FARM, FARMER).allows(Request("1", word)) is not None
    assert rules(FARM + "1!stand ", FARMER) == [("I-25", "1")]


def test_the_maker_of_sixteen_takes_the_farm_and_is_the_next_farmer() -> None:
    """R-FAR-16."""
    r = felt(ENDED + "2^7H ", FARMER)
    settled = r.settlement()
    assert (settled.nets["1"], settled.nets["2"], settled.house_minor) == (-100, 200, -100)
    assert (pots.farm_taker(r), pots.left(r, settled)) == (2, 0)


def test_without_sixteen_the_farm_stays_and_the_highest_collects() -> None:
    """R-FAR-15, R-FAR-18: seventeen pays the farmer, fifteen collects from the farmer's eleven."""
    r = felt(FARM + "1:KS 1!stand 2:TC 2!stand 0:2C 0!stand 0^9D 1^5S 2^7H ", FARMER)
    settled = r.settlement()
    assert (settled.nets["1"], settled.nets["2"], settled.house_minor) == (0, -200, -100)
    assert pots.left(r, settled) == 300


def test_another_ante_is_refused_or_found() -> None:
    """R-FAR-7."""
    refusal = felt("", FARMER).allows(Request("1", "stake", 200))
    assert refusal is not None
    assert refusal.args == {"amount_minor": 200, "right_minor": 100}
    assert rules("1=2 2=1 close 1:??v ", FARMER) == [("R-FAR-7", "1")]


def test_hands_that_nobody_showed_are_not_settled() -> None:
    settled = felt(FARM + "1:KS 1!stand 2:9C 2!stand 0:2C 0!stand ", FARMER).settlement()
    assert (settled.nets["1"], settled.nets["3"], settled.house_minor, settled.complete) == (None, 0, None, False)
