"""What may be claimed at a moment, until when, and what the choice then does."""

import pytest

from tables.rules import joins
from tables.rules.claims import Claim, claims
from tables.rules.facts import Fact
from tables.rules.round import Round, fold
from tables.rules.shapes import Limits
from tables.rules.terms import compile_terms
from tests.rules.felt import facts

LIMITS = Limits(100, 10_000)


def dealt(profile: str, text: str, places: str = "1 2 3") -> Round:
    terms = compile_terms(profile, limits=LIMITS)
    opened: Fact = (1000, 0, "opened", "table", "table", terms.hash, tuple(places.split()), "4")
    return fold(terms, [opened, *joins.facts(facts(text))])


def of(r: Round, rule: str) -> list[Claim]:
    return [claim for claim in claims(r) if claim.rule == rule]


CLOSED = "1=5 2=5 3=5 close 1:??v 2:??v 3:??v 0:9S"
IN_HAND = CLOSED + " 1:??v 2:??v 3:??v 0:??v"


def test_a_player_who_got_no_card_says_so_before_the_second_round_of_dealing() -> None:
    # I-1
    r = dealt("variable-000", CLOSED)
    assert [claim.answers for claim in of(r, "I-1")] == [((slot, "missed"),) for slot in "123"]
    assert [claim.kind for claim in of(r, "I-1")] == ["void"] * 3
    assert of(dealt("variable-000", CLOSED + " 1:??v"), "I-1") == []


def test_who_was_passed_over_claims_the_top_card() -> None:
    # I-1
    r = dealt("variable-000", "1=5 2=5 3=5 close 1:??v 3:??v 0:9S")
    assert Claim("I-1", "said", (("2", "claim_top"),)) in claims(r)


def test_a_card_that_was_not_asked_for_is_refused_until_the_next_card() -> None:
    # I-6
    r = dealt("variable-000", IN_HAND + " 1:5D")
    (claim,) = of(r, "I-6")
    assert claim == Claim("I-6", "choice", (("1", "keep"), ("1", "refuse")), 13)
    assert of(dealt("variable-000", IN_HAND + " 1:5D 1!stand 2:6D"), "I-6")[0].answers[0][0] == "2"
    assert of(dealt("variable-000", IN_HAND), "I-6") == []


def test_a_card_of_the_deal_that_passed_for_a_hit_is_told_as_the_second_of_two() -> None:
    # I-4
    r = dealt("casino-enhc", "1=10 2=10 close 1:8S 2:9S 0:7H 1:2C 2:3C 2:4D", "1 2")
    assert of(r, "I-4") == [Claim("I-4", "choice", (("2", "keep 0"), ("2", "keep 1")), 9)]
    assert of(dealt("casino-enhc", "1=10 2=10 close 1:8S 2:9S 0:7H 1:2C 2:3C 1:4D", "1 2"), "I-4") == []


def test_a_card_that_lies_open_in_the_pack_is_told_for_whoever_it_comes_to() -> None:
    # I-5
    assert of(dealt("variable-000", CLOSED), "I-5")[0].answers == (("1", "exposed"),)
    assert of(dealt("variable-000", IN_HAND + " 1!stand"), "I-5")[0].answers == (("2", "exposed"),)


def test_a_concealed_bust_may_be_demanded_twofold_once_it_is_shown() -> None:
    # I-22
    text = "1:??v 2:??v 0:9S 1=5 2=5 close 1:??v 2:??v 1:9H 1!stand 2!stand 0!stand"
    assert of(dealt("ochko36-home", text, "1 2"), "I-22") == []
    r = dealt("ochko36-home", text + " 1^9D 1^8C", "1 2")
    assert [claim.answers for claim in of(r, "I-22")] == [(("0", "demand_double"), ("0", "waive"))]
    assert [claim.kind for claim in of(r, "I-22")] == ["choice"]


def test_time_runs_out_for_the_hand_whose_turn_it_is() -> None:
    # I-26
    text = "1:??v 2:??v 0:??v 0=50 1=5 2=5 close"
    assert of(dealt("ochko36-online", text, "1 2"), "I-26")[0].answers == (("1", "timeout"),)
    assert of(dealt("ochko36-online", text + " 1!stand 2!stand", "1 2"), "I-26")[0].answers == (("0", "timeout"),)
    assert of(dealt("ochko36-home", text, "1 2"), "I-26") == []


@pytest.mark.parametrize(
    ("profile", "rule", "slots"),
    [
        ("variable-000", "I-9", ["1", "2", "3"]),
        ("blackjack-000", "I-13", ["0"]),
        ("blackjack-000", "I-14", ["2", "3"]),
    ],
)
def test_what_somebody_looked_at_or_asks_for_is_told_of_those_who_could(
    profile: str, rule: str, slots: list[str]
) -> None:
    # I-9, I-13, I-14
    (claim,) = of(dealt(profile, IN_HAND), rule)
    assert [slot for slot, _option in claim.answers] == slots


def test_a_closed_double_card_may_be_looked_at() -> None:
    # I-15
    r = dealt("blackjack-000", IN_HAND + " 1^9H 1^2S 1!double 1:??vx")
    assert of(r, "I-15") == [Claim("I-15", "said", (("1", "looked"),))]


def test_nothing_is_claimed_while_a_choice_holds_the_play_up_or_all_is_paid() -> None:
    # I-6
    assert claims(dealt("variable-000", IN_HAND + " 1!stand 1:5D")) == ()
    assert claims(dealt("variable-000", IN_HAND + " 1!stand 2!stand 3!stand 0^TD 0!stand shown")) == ()
