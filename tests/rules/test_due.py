"""What is due and permitted at every moment of a round."""

import pytest

from tables.rules import codes
from tables.rules.shapes import Limits, Request
from tables.rules.terms import Terms, compile_terms
from tests.rules.felt import S17, felt

DEAL = "1=10 2=20 close 1:KS 2:8S 0:AS 1:AD 2:8C 0:??v "
ENHC = compile_terms("casino-enhc")


@pytest.mark.parametrize(
    ("text", "step", "slot"),
    [
        ("", "take_stakes", None),  # R-BJF-13
        ("1=10 2=20 close", "deal_card", "1"),  # R-BJF-15
        ("1=10 2=20 close 1:KS 2:8S", "deal_dealer_up", "0"),
        ("1=10 2=20 close 1:KS 2:8S 0:AS 1:AD 2:8C", "deal_hole", "0"),
        (DEAL, "offer_even_money", "1"),
        (DEAL + "1!even_money", "offer_insurance", "2"),  # R-BJF-21
        (DEAL + "0!decline_insurance", "peek", "0"),  # R-BJF-17
        (DEAL + "0!decline_insurance peek", "pay", "1"),  # R-BJF-25
        (DEAL + "0!decline_insurance peek 1$main=15", "box_acts", "2"),  # R-BJF-20
        (DEAL + "0!decline_insurance peek 2!split", "deal_to", "2"),
        (DEAL + "0!decline_insurance peek 2!split 2:3C 2!stand", "deal_to", "2.1"),
        (DEAL + "0!decline_insurance peek 1$main=15 2!stand", "turn_hole", "0"),
        (DEAL + "0!decline_insurance peek 1$main=15 2!stand 0^5C", "dealer_draws", "0"),  # R-BJF-27
        (DEAL + "0!decline_insurance peek 1$main=15 2!stand 0^7C", "collect", "2"),
        (DEAL + "0!decline_insurance peek 1$main=15 2!stand 0^7C shown", "round_over", None),
        (DEAL + "0!decline_insurance peek 0^KC", "collect", "2"),  # R-BJF-18
        (DEAL + "0!decline_insurance peek 1$main=15 2!hit 2:KC", "collect", "2"),  # R-BJF-43
    ],
)
def test_the_next_step_is_due(text: str, step: str, slot: str | None) -> None:
    due = felt(text).due()
    assert (due.step.code, due.step.slot) == (step, slot)
    assert due.step.code in codes.STEPS
    assert set(due.step.detail) <= set(codes.STEPS[due.step.code])


def test_the_most_that_may_be_insured_is_shown() -> None:
    step = felt(DEAL + "1!even_money").due().step
    assert (step.amount_minor, step.odds) == (1000, "2:1")


def test_only_what_the_sign_allows_is_permitted() -> None:
    def words(text: str, terms: Terms = S17) -> list[str]:
        return [word for _, word in felt(text, terms).due().permitted]

    begin = DEAL + "0!decline_insurance peek 1$main=15 "
    assert words(begin) == ["hit", "stand", "double", "split", "surrender"]
    assert words(begin + "2!hit 2:2C") == ["hit", "stand"]
    assert words(begin, compile_terms("casino-s17", {"double": "off", "split": "off", "surrender": "off"})) == [
        "hit",
        "stand",
    ]


def test_the_second_card_comes_last_where_it_is_dealt_last() -> None:
    text = "1=20 close 1:KS 0:6S 1:9C "  # R-BJF-19
    assert felt(text, ENHC).due().step.code == "box_acts"
    step = felt(text + "1!stand", ENHC).due().step
    assert (step.code, step.detail["face"]) == ("deal_hole", "up")
    assert felt(text + "1!stand 0:KD", ENHC).due().step.code == "dealer_draws"


def test_all_payments_are_listed_losers_first() -> None:
    text = "1=10 2=20 3=10 close 1:KS 2:8S 3:KD 0:7S 1:9D 2:8C 3:7D 0:??v 1!stand 2!stand 3!stand 0^TH"
    due = felt(text).due()
    assert (due.step.code, due.step.slot, due.step.amount_minor) == ("collect", "2", 2000)
    assert [(pay.slot, pay.amount_minor, pay.why) for pay in due.pays] == [
        ("1", 1000, "R-BJF-31"),
        ("2", -2000, "R-BJF-31"),
        ("3", 0, "R-BJF-31"),
    ]


@pytest.mark.parametrize(
    ("amount", "code"),
    [(500, "stake_below_minimum"), (60000, "stake_over_maximum"), (1250, "stake_not_in_steps"), (1500, None)],
)
def test_a_stake_is_refused_outside_the_posted_limits(amount: int, code: str | None) -> None:
    terms = compile_terms("casino-s17", limits=Limits(1000, 50000, 500, {"2": 60000}))
    refusal = felt("", terms).allows(Request("1", "stake", amount))  # R-BJF-11
    assert (refusal.code if refusal else None) == code
    assert felt("", terms).allows(Request("2", "stake", 60000)) is None  # R-BJF-12
    assert felt("close", terms).allows(Request("1", "stake", 1500)) is not None
    late = felt("1=10 close 1:KS", terms).allows(Request("2", "stake", 1500))
    assert late is not None
    assert late.rule == "R-BJF-13"


def test_a_natural_is_not_doubled_and_a_hand_waits_for_its_turn() -> None:
    r = felt(DEAL + "0!decline_insurance peek")
    assert r.allows(Request("1", "hit")) is not None
    two = felt("1=10 2=20 close 1:KS 2:8S 0:6S 1:5D 2:8C 0:??v")
    refusal = two.allows(Request("2", "hit"))  # R-BJF-23
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("R-BJF-23", "not_turn")


def test_the_picture_shows_what_lies_open_only() -> None:
    down = compile_terms("blackjack-000")
    picture = felt("1=10 close 1:KSv 0:6S 1:9Dv 0:THv 1!hit 1:2C", down).picture()
    assert [card.card for card in picture.dealer.cards] == ["6S", "??"]
    assert picture.dealer.total == "6"
    assert [card.card for card in picture.boxes[0].hands[0].cards] == ["??", "??", "2C"]
    assert picture.boxes[0].hands[0].total == "unknown"


@pytest.mark.parametrize(
    ("cards", "total"),
    [("1:KS 0:6S 1:7D", "17"), ("1:AS 0:6S 1:6D", "7/17"), ("1:KS 0:6S 1:Q?", "20"), ("1:KS 0:6S 1:??", "unknown")],
)
def test_totals_of_a_picture(cards: str, total: str) -> None:
    assert felt("1=10 close " + cards).picture().boxes[0].hands[0].total == total  # R-GEN-1..3


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        ("", "stakes"),
        ("1=10 close 1:KS", "deal"),
        (DEAL, "insurance"),
        (DEAL + "0!decline_insurance", "peek"),
        (DEAL + "0!decline_insurance peek 1$main=15", "boxes"),
        (DEAL + "0!decline_insurance peek 1$main=15 2!stand", "dealer"),
        (DEAL + "0!decline_insurance peek 1$main=15 2!stand 0^7C", "settle"),
        (DEAL + "0!decline_insurance peek 1$main=15 2!stand 0^7C shown", "over"),
    ],
)
def test_phases_of_a_picture(text: str, phase: str) -> None:
    assert felt(text).picture().phase == phase


def test_paid_as_shown_while_play_goes_on_pays_the_naturals_that_are_due() -> None:
    """R-BJF-25: a natural is paid before the draws; the same tap at the end pays the rest and ends the round."""
    dealt = "1=10 2=10 close 1:AS 2:5H 0:7D 1:KS 2:6H 0:??v"
    assert felt(dealt).due().step.code == "pay"
    paid = felt(f"{dealt} shown")
    assert (paid.due().step.code, paid.due().step.slot) == ("box_acts", "2")
    ending = felt(f"{dealt} shown 2:TD 0^TH shown")
    assert ending.due().step.code == "round_over"
    assert ending.findings() == []
    assert felt(f"{dealt} 1$main=15 2:TD 0^TH shown").settlement() == ending.settlement()
