"""What goes wrong with stakes and payments is found, with its sum, or with odds where a stake is not known."""

from tables.rules.terms import compile_terms
from tests.rules.felt import DEAL, PAT, STAKES, felt, only, rules


def test_insurance_paid_even_is_short() -> None:
    text = STAKES + "1:KS 2:9S 3:8C 0:AS 1:9D 2:9C 3:3H 0:??v 2!insure=50 0!decline_insurance peek 0^KH "
    finding = only(text + "2$insurance=50 1$main=-100 2$main=-100 3$main=-100 closed")  # R-BJF-21, R-BJF-22
    assert (finding.rule, finding.slot, finding.money_minor, finding.factor) == ("R-BJF-22", "2", -5000, "2:1")


def test_a_natural_paid_even_is_short() -> None:
    text = STAKES + "1:KS 2:AS 3:8C 0:6S 1:9D 2:KC 3:3H 0:??v 2$main=100 " + "1!stand 3:TDx 0^TH 0:5C shown closed"
    finding = only(text)  # R-BJF-25
    assert (finding.rule, finding.slot, finding.money_minor) == ("R-BJF-25", "2", -5000)
    assert finding.due is not None
    assert (finding.due.code, finding.due.amount_minor, finding.due.odds) == ("pay", 15000, "3:2")


def test_a_push_paid_costs_the_house_a_stake() -> None:
    finding = only(DEAL + PAT + "0^TH 0:5C 3$main=200 shown closed")  # R-BJF-31: 21 against 21
    assert (finding.rule, finding.slot, finding.money_minor) == ("R-BJF-31", "3", 20000)
    assert finding.due is not None
    assert finding.due.code == "return_stake"


def test_a_stake_over_the_limit_found_after_the_first_card() -> None:
    text = STAKES + "1:KS 2=600 2:9S 3:8C 0:6S 1:9D 2:9C 3:3H 0:??v " + PAT + "0^TH 0:5C shown"
    finding = only(text)  # I-17, R-BJF-11, R-BJF-13
    assert (finding.rule, finding.slot, finding.done, finding.key[2]) == ("I-17", "2", "stake_over_maximum", "6")
    assert finding.choices == ("return_stake",)


def test_a_stake_over_the_limit_that_stood_at_the_first_card_is_returned() -> None:
    r = felt("1=600 close 1:KS 0:6S 1:9D 0:??v 1!stand 0^TH 0:5C shown")
    assert [(f.rule, f.done) for f in r.findings()] == [("I-17", "stake_over_maximum")]
    assert r.settlement().nets["1"] == 0


def test_an_onlooker_may_back_a_hand_only_where_posted() -> None:
    assert rules("1=10 1/onlooker=5 close 1:KS") == [("R-GEN-10", "1")]
    allowed = compile_terms("casino-s17", {"onlooker_bets": True})
    r = felt("1=10 1/onlooker=5 close 1:KS 0:6S 1:9D 0:??v 1!stand 0^TH 0:KC shown", allowed)
    assert r.settlement().house_minor == -1500


def test_a_stake_that_cannot_be_paid_exactly_is_found() -> None:
    terms = compile_terms("casino-s17", {"money_quantum": "1"})
    assert rules("1=15 close 1:KS", terms) == [("R-BJF-25", "1")]
    assert rules("1=16 close 1:KS", terms) == []
    assert (
        rules("1=15 close 1:KS", compile_terms("casino-s17", {"money_quantum": "1", "natural_rounding": "down"})) == []
    )


def test_a_stake_nobody_entered_gives_odds_not_a_sum() -> None:
    r = felt("1=? close 1:KS 0:6S 1:AD 0:??v")
    step = r.due().step
    assert (step.code, step.slot, step.amount_minor, step.odds) == ("pay", "1", None, "3:2")
    finding = only("1=? close 1:KS 0:6S 1:6D 0:??v 1:TD 1$main=100 0^TH shown")
    assert (finding.rule, finding.money_minor) == ("R-BJF-26", None)
