"""What goes wrong at a table is found: one mistake, one finding, with its rule, place and money."""

import pytest

from tables.rules.shapes import Finding
from tables.rules.terms import Terms, compile_terms
from tests.rules.felt import DEAL, H17, PAT, S17, STAKES, felt, only, rules


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        (DEAL + PAT + "0^TH 0:5C shown closed", S17),
        (DEAL + PAT + "0^AH shown closed", S17),  # soft 17 stands
        (DEAL + PAT + "0^AH 0:2D shown closed", H17),
        (DEAL + "3:TDx 0^TH 0:5C shown closed", S17),  # the boxes before stood without a word
        (DEAL + "1$main=-100 " + PAT + "0^TH 0:5C 2$main=-100 3$main=0 closed", S17),
    ],
)
def test_a_right_round_has_no_finding(text: str, terms: Terms) -> None:
    if "1$main=-100 " in text:
        text = text.replace("1$main=-100 ", "").replace(" closed", " 1$main=-100 closed")
    assert felt(text, terms).findings() == []


@pytest.mark.parametrize(
    ("text", "terms", "done", "option", "key"),
    [
        ("0^TH 0:AC 0:5C shown", S17, "bank_drew", None, "18"),  # I-16, R-BJF-27: hard 17 drew
        ("0^AH 0:5C shown", S17, "bank_drew", "dealer_policy", "17"),  # R-BJF-28: soft 17 drew
        ("0^TH shown", S17, "bank_stood", None, "missing:dealer_draws"),  # stood on 16
        ("0^AH shown", H17, "bank_stood", "dealer_policy", "missing:dealer_draws"),
        ("0^AH 0:TD shown closed", H17, None, None, None),
    ],
)
def test_the_bank_draws_and_stands_as_posted(
    text: str, terms: Terms, done: str | None, option: str | None, key: str | None
) -> None:
    found = felt(DEAL + PAT + text, terms).findings()
    if done is None:
        assert found == []
        return
    assert [(f.rule, f.slot, f.done, f.option, f.level) for f in found] == [("I-16", "0", done, option, "stop")]
    assert found[0].key == ("I-16", "0", key)


def test_cards_drawn_at_17_are_void_and_all_of_them_are_one_mistake() -> None:
    r = felt(DEAL + PAT + "0^TH 0:AC 0:5C 0:6C shown closed")  # I-16
    assert [(f.key, f.evidence) for f in r.findings()] == [(("I-16", "0", "18"), (8, 12, 17, 18, 19))]
    settled = r.settlement()
    assert settled.nets == {"1": 10000, "2": 10000, "3": 20000, "4": 0, "5": 0, "6": 0, "7": 0}
    assert settled.house_minor == -40000


def test_the_bank_does_not_draw_against_nobody() -> None:
    text = "1=100 close 1:KS 0:6S 1:6D 0:??v 1:TD 0^TH 0:5C"  # R-BJF-43
    assert rules(text) == [("R-BJF-43", "0")]


@pytest.mark.parametrize(
    ("text", "rule", "slot", "done"),
    [
        ("1!stand 1:2C 2!stand 3:TDx 0^TH 0:5C shown", "I-6", "1", "card_after_stand"),
        ("1!stand 2:3D 2:2H 3:TDx 0^TH 0:5C shown", "I-6", "2", "card_on_21"),  # 9+9+3
        ("1!stand 2!stand 3:TDx 3:2C 0^TH 0:5C shown", "R-BJV-32", "3", "card_on_doubled"),  # R-BJF-42
        ("2:2C 1:2D 2!stand 3:TDx 0^TH 0:5C shown", "I-6", "1", "card_out_of_turn"),  # R-BJV-27
    ],
)
def test_a_card_that_nobody_may_have_asked_for(text: str, rule: str, slot: str, done: str) -> None:
    finding = only(DEAL + text)
    assert (finding.rule, finding.slot, finding.done) == (rule, slot, done)
    if rule == "I-6":
        assert finding.choices == ("keep", "refuse")


def test_a_card_nobody_asked_for_stops_the_game_until_somebody_chooses() -> None:
    step = felt(DEAL + "1!stand 1:2C").due().step  # I-6
    assert (step.code, step.slot, step.detail["choices"]) == ("no_card", "1", ["keep", "refuse"])
    kept = felt(DEAL + "1!stand 1:2C I-6>keep 2!stand 3:TDx 0^TH 0:5C shown")
    assert [hand.total for hand in kept.picture().boxes[0].hands] == ["21"]
    refused = felt(DEAL + "1!stand 1:2C I-6>refuse 2!stand 3:TDx 0^TH 0:5C shown")
    assert [hand.total for hand in refused.picture().boxes[0].hands] == ["19"]


def test_a_box_passed_over_sits_out_and_its_stake_returns() -> None:
    r = felt(STAKES + "1:KS 3:8C 0:6S 1:9D 3:3H 0:??v 1!stand 3:TDx 0^TH 0:5C shown closed")  # I-1
    (finding,) = r.findings()
    assert (finding.key, finding.done) == (("I-1", "2", "missing:deal_card"), "passed_over")
    assert finding.choices == ("claim_top", "sit_out")
    assert r.settlement().nets["2"] == 0


def test_a_box_passed_over_claims_the_top_card_in_time() -> None:
    r = felt(STAKES + "1:KS 3:8C 0:6S 2!claim_top 2:9S 1:9D 2:9C 3:3H 0:??v " + PAT + "0^TH 0:5C shown closed")  # I-1
    assert rules(STAKES + "1:KS 3:8C 0:6S 2!claim_top 2:9S 1:9D 2:9C 3:3H 0:??v") == [("I-1", "2")]
    assert r.settlement().nets["2"] == -10000


def test_cards_in_a_box_closed_as_empty_are_one_mistake() -> None:
    text = STAKES + "1:KS 2:9S 3:8C 5:2C 0:6S 1:9D 2:9C 3:3H 5:4D 0:??v " + PAT + "5:TC 0^TH 0:5C shown closed"
    finding = only(text)  # R-BJF-13
    assert (finding.key, finding.done, finding.level) == (("R-BJF-13", "5", "8"), "card_without_stake", "stop")
    assert finding.evidence == (8, 13, 18)


def test_a_round_after_the_stop_card_is_void() -> None:
    r = felt(
        "stop 1=100 2=100 close 1:KS 2:9S 0:6S 1:9D 2:9C 0:??v 1!stand 2!stand 0^TH 0:9C shown closed"
    )  # I-27, R-BJF-7
    assert [(f.key, f.level) for f in r.findings()] == [(("I-27", "0", "5"), "stop")]
    assert r.settlement().house_minor == 0


def test_a_stop_card_within_a_round_lets_it_be_finished() -> None:
    r = felt(DEAL + PAT + "stop 0^TH 0:5C shown closed")  # R-BJF-34
    assert r.findings() == []
    assert r.due().step.code == "reshuffle"


@pytest.mark.parametrize(
    ("text", "profile", "options", "code"),
    [
        ("1!double", "casino-s17", {"double": "off"}, "double_off"),  # R-BJF-24
        ("1!split", "casino-s17", {}, "not_a_pair"),  # R-BJV-35
        ("1!surrender", "casino-s17", {"surrender": "off"}, "surrender_off"),  # R-BJF-35
        ("1!triple", "casino-s17", {}, "triple_off"),  # R-BJF-36
        ("2!insure=10", "casino-s17", {}, "insurance_up_card"),  # R-BJF-21
        ("1!buy=10", "casino-s17", {}, "no_such_act"),
        ("1!double=50", "casino-s17", {}, "wrong_amount"),
    ],
)
def test_an_option_that_is_not_allowed_has_no_effect(
    text: str, profile: str, options: dict[str, object], code: str
) -> None:
    r = felt(DEAL + text, compile_terms(profile, options))  # I-19
    assert [(f.rule, f.done) for f in r.findings()] == [("I-19", code)]
    assert r.due().step.code == "box_acts"


def test_the_bank_peeks_only_where_it_may() -> None:
    assert rules(DEAL + "peek") == [("I-13", "0")]  # R-BJF-17
    no_peek = compile_terms("casino-s17", {"hole_card": "no_peek", "surrender": "off"})
    text = STAKES + "1:KS 2:9S 3:8C 0:KS 1:9D 2:9C 3:3H 0:??v peek"
    assert rules(text, no_peek) == [("I-13", "0")]  # R-BJF-19


def test_looking_at_cards_is_logged() -> None:
    assert rules(DEAL + "2!looked") == [("I-14", "2")]  # R-BJF-23
    down = compile_terms("blackjack-000")
    text = "1=10 2=10 close 1:6Sv 2:8Sv 0:6S 1:5Dv 2:9Cv 0:??v 1!double 1:9Cv 1!looked"
    assert rules(text, down) == [("I-15", "1")]  # R-BJV-32


def test_a_shuffle_or_cut_that_is_not_in_order_is_found() -> None:
    from tables.rules.round import fold
    from tests.rules.felt import facts

    def found(*rows: tuple[str, str]) -> list[tuple[str, str]]:
        before = [(90 + n, n, kind, "entered", "tablet", who, None) for n, (kind, who) in enumerate(rows)]
        return [(f.rule, f.done) for f in fold(S17, [*before, *facts("1=10 close 1:KS")]).findings()]

    assert found(("shuffled", "dealer"), ("cut", "player")) == []  # R-BJF-4, R-BJF-5
    assert found(("shuffled", "player")) == [("I-28", "shuffle_irregular")]
    assert found(("shuffled", "dealer"), ("cut", "dealer")) == [("I-28", "cut_irregular")]


def test_a_hole_card_read_late_judges_the_draws_before_it() -> None:
    late = felt(DEAL + PAT + "0:5C 0:2H 0^AH shown closed")  # I-16: six and ace stood on soft 17
    (finding,) = late.findings()
    assert (finding.key, finding.option, finding.args["total"]) == (("I-16", "0", "16"), "dealer_policy", "7/17")
    assert felt(DEAL + PAT + "0:5C 0^TH shown closed").findings() == []


def test_a_discard_cannot_be_claimed() -> None:
    assert rules(DEAL + "1!claim_discard") == [("I-9", "1")]


def test_a_natural_declared_too_late_counts_as_an_ordinary_21() -> None:
    text = STAKES + "1:KS 2:9S 3:AC 0:KH 1:9D 2:9C 3:KD 0:??v 3$main=150 1!stand 2:3D 0^AH shown closed"
    r = felt(text)  # I-18, R-BJF-39
    assert [(f.rule, f.slot, f.level) for f in r.findings()] == [("I-18", "0", "act")]
    assert r.settlement().nets == {"1": -10000, "2": 0, "3": 15000, "4": 0, "5": 0, "6": 0, "7": 0}


def test_two_cards_in_the_first_round() -> None:
    begin = "1=10 2=10 close 1:KS 1:5S "
    assert felt(begin).due().step.detail["choices"] == ["discard 0", "discard 1", "two_hands"]  # I-2
    rest = "2:9S 0:6S "
    other = felt(begin + "I-2>discard_0 " + rest + "1:9D 2:9C 0:??v")
    assert [card.card for card in other.picture().boxes[0].hands[0].cards if not card.is_void] == ["5S", "9D"]
    two = felt(begin + "I-2>two_hands " + rest + "1:9D 1.1:6D 2:9C 0:??v")
    assert [hand.slot for hand in two.picture().boxes[0].hands] == ["1", "1.1"]
    assert [f.rule for f in two.findings()] == ["I-2"]


def test_two_cards_in_the_second_round() -> None:
    r = felt("1=10 2=10 close 1:KS 2:9S 0:6S 1:9D 1:2C I-4>keep_1 2:9C 0:??v")  # I-4
    assert [f.rule for f in r.findings()] == ["I-4"]
    assert [card.card for card in r.picture().boxes[0].hands[0].cards if not card.is_void] == ["KS", "2C"]


@pytest.mark.parametrize(("option", "total"), [("accept", "20"), ("refuse", "11")])
def test_a_card_that_lies_face_up_in_the_pack_may_be_refused(option: str, total: str) -> None:
    r = felt("1=10 close 1:6S 0:6S 1:5D 0:??v mouth:9C I-5>" + option)  # I-5
    assert [f.rule for f in r.findings()] == ["I-5"]
    assert r.picture().boxes[0].hands[0].total == total


def test_a_bust_told_late_costs_one_stake_and_a_bust_concealed_two() -> None:
    down = compile_terms("blackjack-000")
    begin = "1=10 close 1:6Sv 0:6S 1:9Dv 0:??v 1!hit 1:TC "
    late = felt(begin + "1!hit 1:2C 1!bust 1^9D 1^6S 0^TH closed", down)  # I-12, R-BJV-26
    assert [(f.rule, f.done) for f in late.findings()] == [("I-12", "bust_told_late")]
    assert late.settlement().nets["1"] == -1000
    concealed = felt(begin + "1!stand 0^TH 0:KC 1^9D 1^6S shown closed", down)  # I-7
    assert [(f.rule, f.slot) for f in concealed.findings()] == [("I-7", "1")]
    assert concealed.settlement().nets["1"] == -2000


def test_a_stand_on_16_is_found_once_the_hands_are_shown() -> None:
    down = compile_terms("blackjack-000")
    begin = "1=10 close 1:KSv 0:6S 1:9Dv 0:??v 1!stand 0^TH shown "
    assert rules(begin, down) == []  # I-16: two closed cards may still be a natural
    assert rules(begin + "1^9D 1^KS", down) == [("I-16", "0")]
    assert rules("1=10 close 1:KSv 0:6S 1:ADv 0:??v 1!stand 0^TH shown 1^AD 1^KS", down) == []


def test_a_split_that_was_no_pair_is_one_mistake_with_all_its_cards() -> None:
    finding = only(DEAL + "1!split 1.1:2C 1.1!hit 1.1:3C 2!stand 3:TDx 0^TH 0:5C shown")  # I-19, R-BJV-34
    assert (finding.rule, finding.done, finding.evidence[-2:]) == ("I-19", "not_a_pair", (14, 16))


def test_two_strays_lose_the_round() -> None:
    r = felt(DEAL + "?:2C 9:3C 1:4C 3!hit")
    assert r.findings() == []  # what fits no reading accuses nobody of an order
    assert rules(DEAL + "9:3C") == [("R-BJF-15", "9")]
    assert (r.picture().phase, r.due().step.code) == ("lost", "deal_on")


def test_a_card_that_a_camera_saw_in_no_place_accuses_nobody() -> None:
    from tables.rules.round import fold
    from tests.rules.felt import facts

    rows = facts(DEAL + PAT + "0^TH ?:9C shown closed")
    assert [f.rule for f in fold(S17, [row for row in rows if row[5:6] != ("?",)]).findings()] == ["I-16"]
    seen = [(*row[:3], "observed", "camera:1", *row[5:]) if row[2] == "card" else row for row in rows]
    assert fold(S17, seen).findings() == []  # it may be the bank's


def test_an_unread_card_makes_no_finding_that_some_card_would_excuse() -> None:
    assert rules(DEAL + PAT + "0:TD shown closed") == []  # the hole card was never read
    assert rules(DEAL + "1!stand 2!stand 3:?? 3:2C 0^TH 0:5C shown closed") == []
    assert rules(DEAL + PAT + "0^?? 0:5C 0:TD shown") == []


def test_one_unconfirmed_read_is_provisional() -> None:
    from tables.rules.round import fold
    from tests.rules.felt import facts

    rows = facts(DEAL + "1!stand 1:2C")
    rows[-1] = (*rows[-1][:3], "observed", "camera:1", *rows[-1][5:])
    assert [f.provisional for f in fold(S17, rows).findings()] == [True]
    later = [*rows, (99, 99000, "said", "entered", "tablet", "2", "stand", None)]
    assert [f.provisional for f in fold(S17, later).findings()] == [False]
    rows[-1] = (*rows[-1][:4], "camera:1+camera:2", *rows[-1][5:])
    assert [f.provisional for f in fold(S17, rows).findings()] == [False]


def test_a_finding_survives_json() -> None:
    finding = only(DEAL + "1!stand 1:2C")
    assert Finding.from_json(finding.as_json()) == finding
