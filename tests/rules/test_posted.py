"""Limits by kind of bet, several people on one box, and the notice that a change of the limits needs."""

import pytest

from tables.rules.limit_changes import changes_of, notice_of
from tables.rules.options import IllegalOption
from tables.rules.pack import load_pack
from tables.rules.round import Round
from tables.rules.shapes import KindLimits, Limits, Request
from tables.rules.terms import Terms, compile_terms, terms_from_json
from tests.rules.felt import felt
from tests.rules.test_evening import evening, rules

MAIN = (10_00, 100_00, 5_00)


Kinds = dict[str, tuple[int, int, int]]


def signed(pack: str = "originals", raised: dict[str, int] | None = None, kinds: Kinds | None = None) -> Terms:
    """casino-s17 with onlookers, and limits by kind as given."""
    limits = Limits(*MAIN, raised or {}, {kind: KindLimits(*sums) for kind, sums in (kinds or {}).items()})
    return compile_terms("casino-s17", {"onlooker_bets": True, "double_for_less": True}, limits=limits, pack=pack)


def found(r: Round) -> list[tuple[str, str, str]]:
    return [(one.rule, one.slot, one.done) for one in r.findings()]


def refused(r: Round, slot: str, word: str, minor: int | None = None) -> tuple[str, str] | None:
    why = r.allows(Request(slot, word, minor))
    return None if why is None else (why.rule, why.code)


def test_limits_of_no_kind_leave_the_terms_as_they_were() -> None:
    """Documents of older signs keep their hash."""
    plain = compile_terms("casino-s17", limits=Limits(*MAIN))
    assert plain.as_json()["limits"] == {"max_minor": 100_00, "min_minor": 10_00, "raised": {}, "step_minor": 5_00}
    assert plain.hash == "b6f895b775fcf2aaf144ec39198849e42df9a585e7f99bdb3c74f539179df1d1"
    assert terms_from_json(signed(kinds={"double": (10_00, 50_00, 5_00)}).as_json()) == signed(
        kinds={"double": (10_00, 50_00, 5_00)}
    )
    assert signed(kinds={"double": (10_00, 50_00, 5_00)}) != signed()


@pytest.mark.parametrize(
    ("kinds", "code"),
    [
        ({"double": (0, 50_00, 5_00)}, "limits"),
        ({"double": (60_00, 50_00, 5_00)}, "limits"),
        ({"double": (5_00, 50_00, 7_00)}, "limits"),
        ({"buy": (5_00, 50_00, 5_00)}, "limits-kind"),  # nothing is bought in blackjack
    ],
)
def test_limits_that_no_bet_can_keep_are_no_sign(kinds: Kinds, code: str) -> None:
    with pytest.raises(IllegalOption) as wrong:
        signed(kinds=kinds)
    assert wrong.value.code == code


DEAL = "1=50 2=20 close 1:8S 2:8D 0:6H 1:8C 2:3D 0:??v"


@pytest.mark.parametrize(
    ("slot", "word", "minor", "kinds", "answer"),
    [
        ("1", "split", None, {"split": (10_00, 40_00, 5_00)}, ("I-17", "kind_over_maximum")),
        ("1", "split", None, {"split": (10_00, 50_00, 5_00)}, None),
        ("1", "double", 45_00, {"double": (10_00, 40_00, 5_00)}, ("I-17", "kind_over_maximum")),
        ("1", "double", 40_00, {"double": (10_00, 40_00, 5_00)}, None),
        ("1", "double", 12_00, {"double": (10_00, 40_00, 5_00)}, ("I-17", "kind_not_in_steps")),
        ("1", "double", 5_00, {"double": (10_00, 40_00, 5_00)}, ("I-17", "kind_below_minimum")),
        ("1", "hit", None, {"double": (10_00, 40_00, 5_00)}, None),
    ],
)
def test_a_bet_outside_the_limits_of_its_kind_is_refused(
    slot: str, word: str, minor: int | None, kinds: Kinds, answer: tuple[str, str] | None
) -> None:
    """I-17, R-BJF-11."""
    assert refused(felt(DEAL, signed(kinds=kinds)), slot, word, minor) == answer


def test_what_the_limits_do_not_allow_is_not_offered() -> None:
    offered = dict.fromkeys(
        word for _slot, word in felt(DEAL, signed(kinds={"split": (10_00, 40_00, 5_00)})).due().permitted
    )
    assert "split" not in offered
    assert "split" in dict.fromkeys(word for _slot, word in felt(DEAL, signed()).due().permitted)


def test_insurance_is_offered_up_to_its_own_maximum() -> None:
    """R-BJF-21."""
    asked = felt("1=50 close 1:8S 0:AH 1:9C 0:??v", signed(kinds={"insurance": (5_00, 20_00, 5_00)}))
    due = asked.due()
    assert (due.step.code, due.step.amount_minor) == ("offer_insurance", 20_00)
    assert refused(asked, "1", "insure", 25_00) == ("R-BJF-21", "insurance_amount")
    assert refused(asked, "1", "insure", 12_50) == ("I-17", "kind_not_in_steps")
    assert refused(asked, "1", "insure", 20_00) is None


def test_a_double_that_was_taken_all_the_same_stands_and_is_found() -> None:
    played = felt(f"{DEAL} 1!double 1:TDx 2!stand 0^TH 0:5C 1$main=100", signed(kinds={"double": (10_00, 40_00, 5_00)}))
    assert ("I-17", "1", "kind_over_maximum") in found(played)
    one = next(each for each in played.findings() if each.rule == "I-17")
    assert one.args == {"kind": "double", "amount_minor": 50_00, "max_minor": 40_00}
    assert played.settlement().nets["1"] == -100_00  # 18 against 21: the stake and the double


def test_an_onlooker_backs_a_box_that_has_a_stake() -> None:
    """R-GEN-10."""
    staked = felt("1=50 close", signed(kinds={"onlooker": (5_00, 25_00, 5_00)}))
    assert refused(staked, "1", "onlooker", 25_00) is None
    assert refused(staked, "1", "onlooker", 30_00) == ("I-17", "kind_over_maximum")
    assert refused(staked, "2", "onlooker", 25_00) == ("R-GEN-10", "no_stake_to_back")
    assert refused(felt("1=50 close"), "1", "onlooker", 25_00) == ("R-GEN-10", "onlookers_off")
    assert refused(felt(DEAL, signed()), "1", "onlooker", 25_00) == ("R-BJF-13", "after_first_card")


BACKED = "1=50 close 1/onlooker=30 1/onlooker=40"


def test_together_they_may_not_pass_the_maximum_where_the_pack_says_so() -> None:
    """PROCEDURES 36: who controls the box first; the excess goes back, the last to stake first (Crown 6.6.1(d))."""
    crown = signed("crown-sydney")
    assert refused(felt("1=50 close 1/onlooker=30", crown), "1", "onlooker", 40_00) == ("I-17", "box_over_maximum")
    assert refused(felt("1=50 close 1/onlooker=30", crown), "1", "onlooker", 20_00) is None
    assert refused(felt("1=50 close 1/onlooker=30", signed()), "1", "onlooker", 40_00) is None  # the pack does not say
    assert (
        refused(felt("1=50 close 1/onlooker=30", signed("crown-sydney", {"1": 200_00})), "1", "onlooker", 40_00) is None
    )


def test_what_passes_the_maximum_goes_back_and_is_not_paid_on() -> None:
    won = felt(f"{BACKED} 1:TS 0:6H 1:TC 0:??v 1!stand 0^TH 0:KC shown", signed("crown-sydney"))
    assert found(won) == [("I-17", "1", "box_over_maximum")]
    one = won.findings()[0]
    assert one.args == {"amount_minor": 40_00, "returned_minor": 20_00, "max_minor": 100_00}
    assert one.due is not None
    assert (one.due.code, one.due.amount_minor) == ("return_stake", 20_00)
    assert won.settlement().house_minor == -(50_00 + 30_00 + 20_00)
    shown = [(each.stake_minor, each.returned_minor, each.net_minor) for each in won.picture().boxes[0].onlookers]
    assert shown == [(30_00, 0, 30_00), (20_00, 20_00, 20_00)]


def test_a_raised_maximum_holds_for_its_box_alone() -> None:
    """R-BJF-12: the house raises it because a player asked."""
    raised = felt("", signed(raised={"1": 300_00}))
    assert refused(raised, "1", "stake", 300_00) is None
    assert refused(raised, "2", "stake", 300_00) == ("I-17", "stake_over_maximum")
    played = felt("1=300 2=300 close 1:8S 2:8D 0:6H 1:8C 2:3D 0:??v", signed(raised={"1": 300_00}))
    assert found(played) == [("I-17", "2", "stake_over_maximum")]


def test_what_a_banker_puts_up_has_limits_too() -> None:
    limits = Limits(1_00, 500_00, 1_00, {}, {"bank": KindLimits(50_00, 300_00, 10_00)})
    terms = compile_terms("ochko36-online", limits=limits)
    begun = evening(("seated", ("1", "2", "3")), ("banker", "1"), ("shuffled", "2"), ("shuffled", "1"), terms=terms)
    assert rules(begun.take(("put_up", 400_00)))[-1:] == [("I-17", "kind_over_maximum")]
    assert rules(begun.take(("put_up", 300_00))) == rules(begun)


@pytest.mark.parametrize(
    ("after", "changes"),
    [
        (Limits(10_00, 100_00, 5_00), ()),
        (Limits(10_00, 200_00, 5_00), ("raise_maximum",)),
        (Limits(20_00, 50_00, 5_00), ("lower_maximum", "raise_minimum")),
        (Limits(5_00, 100_00, 5_00), ("lower_minimum",)),
        (Limits(*MAIN, {}, {"insurance": KindLimits(5_00, 20_00, 5_00)}), ("lower_maximum", "raise_minimum")),
    ],
)
def test_changes_of_limits(after: Limits, changes: tuple[str, ...]) -> None:
    assert changes_of(Limits(*MAIN), after) == changes


def test_maryland_asks_for_half_an_hour_while_somebody_plays() -> None:
    """COMAR 36.05.03.21C; raising the minimum is not in its list."""
    maryland, before = load_pack("maryland"), Limits(*MAIN)
    higher = notice_of(maryland, before, Limits(10_00, 200_00, 5_00), is_played=True)
    assert higher is not None
    assert (higher.minutes, higher.changes, higher.clause) == (30, ("raise_maximum",), "COMAR 36.05.03.21C")
    assert notice_of(maryland, before, Limits(10_00, 200_00, 5_00), is_played=False) is None
    assert notice_of(maryland, before, Limits(20_00, 100_00, 5_00), is_played=True) is None
    assert notice_of(load_pack("originals"), before, Limits(10_00, 200_00, 5_00), is_played=True) is None
