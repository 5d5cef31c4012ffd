"""Pontoon, live: stakes after the first card, the demand, buying, bonuses."""

import pytest

from tables.rules.shapes import Request
from tables.rules.terms import compile_terms
from tests.rules.felt import felt, rules

TERMS = compile_terms("pontoon-000")
OLD = compile_terms("pontoon-004")
FIRST = "1:??v 2:??v 0:??v "
IN = FIRST + "1=2 2=2 close 1:5S 2:6S 0:6D "


@pytest.mark.parametrize(
    ("text", "step", "slot"),
    [
        ("", "deal_card", "1"),  # R-PON-5
        ("1:??v 2:??v ", "deal_card", "3"),
        (FIRST, "take_stakes", None),  # R-PON-6
        (FIRST + "1=2 2=2 close ", "deal_card", "1"),  # R-PON-10
        (FIRST + "1=2 2=2 0!demand_double 1!refuse close ", "deal_card", "2"),  # R-PON-8
        (FIRST + "1=2 2=2 close 1:5S 2:6S ", "deal_dealer_up", "0"),
        (FIRST + "1=2 2=2 close 1:5S 2:6S 0:KD ", "peek", "0"),  # R-PON-12
        (IN, "box_acts", "1"),
        (IN + "1!buy=2 ", "deal_to", "1"),
    ],
)
def test_the_next_step_is_due(text: str, step: str, slot: str | None) -> None:
    due = felt(text, TERMS).due()
    assert (due.step.code, due.step.slot) == (step, slot)


def test_the_banker_demands_once_when_all_stakes_lie_and_players_answer() -> None:
    """R-PON-7..9, I-11."""

    def words(text: str) -> list[tuple[str, str]]:
        permitted = felt(FIRST + text, TERMS).due().permitted
        return [(slot, word) for slot, word in permitted if word not in ("stake", "stakes_closed", "as_before")]

    assert words("1=2 ") == []
    assert words("1=2 2=2 ") == [("0", "demand_double")]
    answers = [(slot, word) for slot in "12" for word in ("accept", "redouble", "refuse")]
    assert words("1=2 2=2 0!demand_double ") == answers
    assert words("1=2 2=2 0!demand_double 1!accept ") == answers[3:]
    text = "1=2 2=2 0!demand_double 1!redouble 2!refuse close 1:5S 0:6D "
    r = felt(FIRST + text, TERMS)
    assert [hand.base for hand in r.hands.values()] == [800, 200]
    assert r.settlement().nets["2"] == -200
    assert r.findings() == []


def test_chips_answer_the_demand_as_words_do() -> None:
    """R-PON-9: 2 to 4 to 8."""
    r = felt(FIRST + "1=2 2=2 0!demand_double 1/redouble=4 2/double=2 close 1:5S 2:6S 0:6D ", TERMS)
    assert [hand.base for hand in r.hands.values()] == [800, 400]


def test_a_demand_at_the_wrong_time_or_table_is_found() -> None:
    assert rules(IN + "0!demand_double ", TERMS) == [("I-19", "0")]
    off = compile_terms("pontoon-000", {"banker_double_demand": False})
    refusal = felt(FIRST + "1=2 2=2 ", off).allows(Request("0", "demand_double"))
    assert refusal is not None
    assert (refusal.rule, refusal.code) == ("R-PON-7", "demand_off")


@pytest.mark.parametrize(
    ("text", "amount", "code"),
    [
        ("", 200, None),  # R-PON-15, R-PON-16
        ("", 300, "buy_amount"),
        ("", 50, "buy_amount"),
        ("1!buy=2 1:??v ", 200, None),  # R-PON-17: again
        ("1!hit 1:2C ", 200, "after_twist"),
    ],
)
def test_cards_are_bought_within_the_stake_until_one_is_twisted(text: str, amount: int, code: str | None) -> None:
    refusal = felt(IN + text, TERMS).allows(Request("1", "buy", amount))
    assert (refusal.code if refusal else None) == code


def test_source_four_knows_no_buying_and_no_double() -> None:
    """R-PON-15, R-PON-19."""
    for word in ("buy", "double"):
        assert felt(IN, OLD).allows(Request("1", word, 100)) is not None


def test_a_bought_card_is_on_the_stake_when_hands_are_compared() -> None:
    """R-PON-16, R-PON-25: the chips tell it as the word does."""
    text = FIRST + "1=2 2=2 close 1:5S 2:6S 0:6D 1/buy=1 1:??v 1!stand 2!stand 0^TC 0!stand 1^5C 1^9D 2^3D "
    assert felt(text, TERMS).settlement().nets == {"1": 300, "2": -200} | {str(n): 0 for n in range(3, 8)}


def test_a_bonus_is_offered_when_the_open_cards_may_make_one() -> None:
    """R-PON-22..25: what lies closed is not known to the house."""

    def words(text: str) -> list[str]:
        return [word for _, word in felt(IN + text, TERMS).due().permitted]

    assert "claim" not in words("")
    assert "claim" not in words("1!hit 1:2C ")
    assert "claim" in words("1!hit 1:2C 1!hit 1:2D 1!hit 1:3D ")
    sevens = felt(FIRST + "1=2 2=2 close 1:7S 2:6S 0:6D 1!hit 1:7C 1^7D ", TERMS)
    assert (sevens.settlement().nets["1"], sevens.due().step.slot) == (600, "2")


def test_a_first_card_dealt_open_gives_a_choice() -> None:
    """I-3: at once by the first source, when the next is open too by the other."""
    finding = felt("1:9S ", TERMS).findings()[0]
    assert (finding.rule, finding.choices, finding.level) == ("I-3", ("stay", "skip"), "stop")
    assert felt("1:9S ", OLD).findings()[0].choices == ("stay", "next_open_withdraw")
    left = felt("1:9S I-3>skip 2:??v 0:??v 2=2 close 2:6S ", TERMS)
    assert (left.due().step.slot, left.settlement().nets["1"]) == ("0", 0)


def test_the_bankers_natural_takes_twice_and_once_if_it_was_not_declared() -> None:
    """R-PON-11, I-18."""
    text = "1:??v 0:KSv 1=2 close 1:9D 0:AC "
    assert felt(text + "peek 0^KS ", TERMS).settlement().nets["1"] == -400
    late = felt(text + "1!stand 0^KS 1^9C ", TERMS)
    assert late.settlement().nets["1"] == -200
    assert [finding.rule for finding in late.findings()] == ["I-18"]
