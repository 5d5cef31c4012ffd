"""Ochko with 36 cards and with two packs, live: stakes against a bank, and a bust that waits for the banker."""

import pytest

from tables.rules.shapes import Request
from tables.rules.terms import compile_terms
from tests.rules.felt import felt, rules

ONLINE = compile_terms("ochko36-online")
HOME = compile_terms("ochko36-home")
FIRST = "0=10 1:??v 2:??v 0:??v "
HOME_FIRST = "0=10 1:??v 0:9H burn:6C "
TWO = compile_terms("ochko2d-c")
BANKER_FIRST = compile_terms("ochko2d-e")
DEAL = "0=50 1=10 close 1:??v 0:??v 1:??v 0:??v "


@pytest.mark.parametrize(
    ("text", "step", "slot"),
    [
        ("0=10 ", "deal_card", "1"),  # R-O36-7
        (FIRST, "take_stakes", None),
        (FIRST + "1=3 2=4 close ", "box_acts", "1"),  # R-O36-13
        (FIRST + "1=3 2=4 close 1!stand 2!stand ", "turn_hole", "0"),  # R-O36-18
        (FIRST + "1=3 2=4 close 1!stand 2!stand 0^7H ", "banker_acts", "0"),
    ],
)
def test_online_step_by_step(text: str, step: str, slot: str | None) -> None:
    due = felt(text, ONLINE).due().step
    assert (due.code, due.slot) == (step, slot)


def test_at_home_the_second_card_comes_unasked() -> None:
    """R-O36-13, R-O36-22, R-O36-23."""
    assert felt(HOME_FIRST + "1=10 close ", HOME).due().step == felt(HOME_FIRST + "1=10 close ", HOME).due().step
    due = felt(HOME_FIRST + "1=10 close ", HOME).due().step
    assert (due.code, due.slot) == ("deal_card", "1")
    assert felt(HOME_FIRST + "1=10 close 1:??v ", HOME).due().step.code == "box_acts"


@pytest.mark.parametrize(
    ("before", "amount", "most"),
    [("", 900, None), ("", 1000, 900), ("1=3 ", 700, None), ("1=3 ", 800, 700)],
)
def test_stakes_are_measured_by_the_bank(before: str, amount: int, most: int | None) -> None:
    """R-O36-9..12: one is kept for each who has still to stake."""
    refusal = felt(FIRST + before, ONLINE).allows(Request("2" if before else "1", "stake", amount))
    assert (refusal.args["max_minor"] if refusal else None) == most


def test_a_stake_over_the_bank_is_found_and_a_missing_one_is_the_least() -> None:
    """R-O36-11, I-21."""
    assert rules(FIRST + "1=12 close 1!stand ", ONLINE) == [("I-21", "1")]
    r = felt(FIRST + "1=3 close ", ONLINE)
    assert [hand.base for hand in r.hands.values()] == [300, 100]


def test_21_and_golden_are_paid_at_once_while_others_play_on() -> None:
    """R-O36-15, R-O36-16, R-O36-27."""
    r = felt(FIRST + "1=3 2=4 close 1!hit 1:AD 1^AS ", ONLINE)
    assert (r.due().step.slot, r.settlement().nets["1"], r.settlement().house_minor) == ("2", 300, None)
    over = felt(HOME_FIRST + "1=10 close 1:AD 1^AS ", HOME)
    assert over.settlement().nets["1"] == -1000  # 22 at home


def test_a_bank_pays_in_order_and_no_more_than_it_holds() -> None:
    """R-O36-27."""
    text = FIRST + "1=9 2=9 close 1!hit 1:AD 1^TS 2!hit 2:AC 2^TD "
    assert [felt(text, ONLINE).settlement().nets[place] for place in "12"] == [900, 100]


def test_a_hidden_bust_costs_double_unless_the_banker_waives_it() -> None:
    """R-O36-24, I-22."""
    text = HOME_FIRST + "1=5 close 1:TD 1!hit 1:8C 1!stand "
    assert felt(text + "0!stand 1^7S ", HOME).settlement().nets["1"] == -1000
    waived = felt(text + "0!stand 1^7S I-22>waive ", HOME)
    assert (waived.settlement().nets["1"], [f.rule for f in waived.findings()]) == (-500, ["I-22"])


def test_no_more_cards_than_the_sign_allows() -> None:
    """R-O36-14, R-O2D-11, I-23."""
    five = FIRST + "1=3 2=4 close 1!hit 1:JD 1!hit 1:QS 1!hit 1:QD 1!hit 1:KS "
    assert [word for _, word in felt(five, ONLINE).due().permitted] == ["stand"]
    assert rules(five + "1:6S ", ONLINE) == [("I-23", "1")]


def test_out_of_time() -> None:
    """I-26, AMB-81: a punter's stake goes to the bank; a banker's opponents are paid."""
    punter = felt(FIRST + "1=3 2=4 close 1!timeout ", ONLINE)
    assert (punter.settlement().nets["1"], punter.due().step.slot) == (-300, "2")
    banker = felt(FIRST + "1=3 2=4 close 1!stand 2!stand 0!timeout 0^7H 1^6S 2^8D ", ONLINE)
    assert [banker.settlement().nets[place] for place in "12"] == [300, 400]
    assert {finding.rule for finding in [*punter.findings(), *banker.findings()]} == {"I-26"}
    assert rules(DEAL + "peek 1!timeout ", TWO) == [("I-19", "1")]  # no clock at a table


@pytest.mark.parametrize(
    ("terms", "text", "step", "slot"),
    [
        (TWO, "", "peek", "0"),  # R-O2D-7
        (TWO, "peek ", "box_acts", "1"),
        (TWO, "peek 1!hit 1:5C 1!stand ", "turn_hole", "0"),  # R-O2D-12
        (BANKER_FIRST, "peek ", "banker_acts", "0"),
        (BANKER_FIRST, "peek 0!hit 0:5C 0!stand ", "box_acts", "1"),
        (BANKER_FIRST, "peek 0!stand 1!stand ", "turn_hole", "0"),
    ],
)
def test_two_packs_step_by_step(terms: object, text: str, step: str, slot: str) -> None:
    due = felt(DEAL + text, terms).due().step  # type: ignore[arg-type]
    assert (due.code, due.slot) == (step, slot)


def test_players_wait_where_the_banker_buys_first() -> None:
    """R-O2D-12."""
    refusal = felt(DEAL + "peek ", BANKER_FIRST).allows(Request("1", "hit"))
    assert refusal is not None
    assert (refusal.rule, refusal.args) == ("R-O2D-12", {"turn": "0"})


def test_a_bust_is_settled_after_the_banker() -> None:
    """R-O2D-16..18."""
    text = "1=10 2=10 close 1:TSv 2:KSv 0:6Hv 1:6Dv 2:9Dv 0:TCv peek 1!hit 1:KH 1^6D 1^TS 2!stand 0^TC 0^6H "
    assert felt(text, TWO).settlement().nets["1"] is None
    sound = felt(text + "0!stand 2^9D 2^KS ", TWO).settlement()
    assert [sound.nets[place] for place in "12"] == [-1000, 1000]
    over = felt(text + "0!hit 0:8D 2^9D 2^KS ", TWO).settlement()
    assert [over.nets[place] for place in "12"] == [0, 2000]


def test_a_claimed_natural_is_judged_by_the_cards() -> None:
    """R-O2D-7, I-24: true, every stake is taken; false, play goes on."""
    assert felt(DEAL + "0!natural 0^AC 0^KH ", BANKER_FIRST).settlement().nets["1"] == -1000
    false = felt(DEAL + "0!natural 0^9C 0^KH ", TWO)
    assert ([finding.rule for finding in false.findings()], false.due().step.code) == (["I-24"], "box_acts")


def test_stakes_together_are_not_above_the_announced_bank() -> None:
    """R-O2D-5."""
    refusal = felt("0=50 1=30 ", BANKER_FIRST).allows(Request("2", "stake", 2500))
    assert refusal is not None
    assert (refusal.rule, refusal.args["max_minor"]) == ("R-O2D-5", 2000)
    assert rules("0=50 1=30 2=25 close 1:??v ", BANKER_FIRST) == [("R-O2D-5", "2")]
