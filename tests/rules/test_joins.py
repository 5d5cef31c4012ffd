"""Observations become facts: joined, put right, sorted."""

import random

import pytest

from tables.rules import joins
from tables.rules.facts import Fact, card, corrected, inserted, said, stake, turned, voided
from tables.rules.round import fold
from tests.rules.felt import S17, facts
from tests.rules.random_rounds import any_round

NINE = ("9H", "up", "along")


def seen(number: int, at: int, text: str, slot: str = "1", saw: str = "camera:1", **more: str) -> Fact:
    return card(number, at, "observed", saw, slot=slot, card=text, **more)


def tapped(number: int, at: int, text: str, slot: str = "1") -> Fact:
    return card(number, at, "entered", "tablet", slot=slot, card=text)


def test_a_tap_and_a_read_of_one_card_are_one_fact() -> None:
    assert joins.facts([seen(4, 1000, "QH"), tapped(5, 3000, "QH")]) == [
        (4, 1000, "card", "entered", "camera:1+tablet", "1", "QH", "up", "along")
    ]


def test_the_smaller_number_stays_whoever_came_first() -> None:
    (fact,) = joins.facts([tapped(7, 1000, "QH"), seen(3, 2000, "QH")])
    assert (fact[0], fact[1], fact[4]) == (3, 1000, "camera:1+tablet")


def test_two_cameras_make_the_surer_card() -> None:
    (fact,) = joins.facts([seen(1, 1000, "Q?"), seen(2, 1100, "QH", saw="camera:2")])
    assert fact[6] == "QH"
    (fact,) = joins.facts([seen(1, 1000, "??"), seen(2, 1100, "Q?", saw="camera:2")])
    assert fact[6] == "Q?"


def test_two_equal_cards_in_a_hand_stay_two() -> None:
    rows = [seen(1, 1000, "8S"), tapped(2, 1500, "8S"), seen(3, 2000, "8S"), tapped(4, 2500, "8S")]
    assert [fact[0] for fact in joins.facts(rows)] == [1, 3]


def test_a_tap_that_differs_from_the_read_is_one_card_and_the_tap_stands() -> None:
    for rows in ([seen(1, 1000, "QH"), tapped(2, 1500, "KH")], [seen(2, 1000, "QH"), tapped(1, 1500, "KH")]):
        assert joins.facts(rows) == [(1, 1000, "card", "entered", "tablet", "1", "KH", "up", "along")]


def test_two_cameras_that_differ_leave_the_card_unknown() -> None:
    (fact,) = joins.facts([seen(1, 1000, "QH"), seen(2, 1100, "KH", saw="camera:2")])
    assert (fact[3], fact[6]) == ("observed", "??")
    (fact,) = joins.facts([seen(1, 1000, "QH"), seen(2, 1100, "QD", saw="camera:2")])
    assert fact[6] == "Q?"
    tap = tapped(3, 4000, "QD")
    (fact,) = joins.facts([seen(1, 1000, "QH"), seen(2, 1100, "KH", saw="camera:2"), tap])
    assert (fact[0], fact[3], fact[6]) == (1, "entered", "QD")


def test_a_card_that_one_eye_missed_is_not_the_next_one() -> None:
    rows = [seen(1, 1000, "5C"), seen(2, 3000, "8D"), tapped(3, 3500, "8D")]
    assert [(fact[0], fact[6]) for fact in joins.facts(rows)] == [(1, "5C"), (2, "8D")]
    rows = [seen(1, 1000, "5C"), tapped(2, 12_000, "8D")]
    assert [(fact[0], fact[6]) for fact in joins.facts(rows)] == [(1, "5C"), (2, "8D")]


def test_an_unsure_card_is_the_nearest_that_it_may_be() -> None:
    first, second, third = seen(1, 6_400, "3D"), seen(2, 10_900, "5D"), seen(3, 23_100, "6S")
    other = [seen(4, 6_900, "3D", saw="camera:2"), seen(5, 11_200, "??", saw="camera:2")]
    assert [(fact[1], fact[4], fact[6]) for fact in joins.facts([first, second, third, *other])] == [
        (6_400, "camera:1+camera:2", "3D"),
        (10_900, "camera:1+camera:2", "5D"),
        (23_100, "camera:1", "6S"),  # not dealt twelve seconds early, which would be a finding
    ]


def test_a_card_that_lies_face_down_is_not_the_open_one_beside_it() -> None:
    upcard = seen(1, 5_000, "KH", "0")
    hole = card(2, 7_000, "entered", "tablet", slot="0", card="??", face="down")
    assert joins.facts([upcard, hole]) == [upcard, hole]


@pytest.mark.parametrize(("read", "named"), [("8H", "8H"), ("8?", "8H"), ("??", "8H")])
def test_a_card_that_an_eye_missed_face_down_is_the_one_that_was_turned(read: str, named: str) -> None:
    hole = seen(1, 9_500, "??", "0", face="down")
    shown = turned(2, 21_000, "observed", "camera:1", card_fact_id=1, card="8H")
    late = seen(3, 21_100, read, "0", saw="camera:2")
    for rows in ([hole, shown, late], [hole, (4, *shown[1:]), late]):
        number = rows[1][0]
        assert joins.facts(rows) == [hole, (number, 21_000, "turned", "observed", "camera:1+camera:2", 1, named)]
    assert joins.numbers([hole, shown, late]) == {3: 1}
    unsure = (*shown[:6], "8?")
    assert joins.facts([hole, unsure, late])[1][6] == min("8?", read, key=lambda text: text.count("?"))


def test_a_card_drawn_by_the_bank_is_not_the_one_that_was_turned() -> None:
    open_card = seen(1, 9_500, "8H", "0")
    odd = turned(2, 9_600, "observed", "camera:2", card_fact_id=1, card="8H")
    assert joins.facts([open_card, odd]) == [open_card, odd]  # nobody told it face down
    both = [(seen(n, 9_500, "??", "0", saw=f"camera:{n}", face="down")) for n in (1, 2)]
    shown = [turned(n + 2, 21_000, "observed", f"camera:{n}", card_fact_id=n, card="8H") for n in (1, 2)]
    drawn = seen(5, 23_000, "8H", "0", saw="camera:2")
    assert drawn in joins.facts([*both, *shown, drawn])
    other = seen(6, 23_000, "9H", "0", saw="camera:3")
    assert other in joins.facts([both[0], shown[0], other])


def test_a_tap_twelve_seconds_later_names_what_the_camera_could_not() -> None:
    assert [fact[6] for fact in joins.facts([seen(1, 1000, "??"), tapped(2, 13_000, "8D")])] == ["8D"]
    assert [fact[6] for fact in joins.facts([seen(1, 1000, "8D"), tapped(2, 50_000, "8D")])] == ["8D"]


def test_words_and_stakes_are_joined_too() -> None:
    rows = [
        stake(1, 1000, "entered", "tablet", slot="1", amount_minor=None),
        stake(2, 1500, "observed", "camera:1", slot="1", amount_minor=1000),
        said(3, 2000, "entered", "tablet", slot="1", word="double"),
        said(4, 2100, "observed", "camera:1", slot="1", word="double", amount_minor=500),
    ]
    assert [(fact[0], fact[6:]) for fact in joins.facts(rows)] == [(1, (1000, "main")), (3, ("double", 500))]


def test_a_card_turned_seen_twice_is_one() -> None:
    rows = [
        turned(5, 1000, "observed", "camera:1", card_fact_id=2, card="??"),
        turned(6, 1200, "entered", "tablet", card_fact_id=2, card="KD"),
    ]
    assert joins.facts(rows) == [(5, 1000, "turned", "entered", "camera:1+tablet", 2, "KD")]


def test_facts_are_sorted_by_capture_then_by_arrival() -> None:
    rows = [seen(3, 2000, "2S"), seen(2, 2000, "3S"), seen(1, 3000, "4S")]
    assert [fact[0] for fact in joins.facts(rows)] == [2, 3, 1]


def test_what_was_corrected_voided_and_inserted() -> None:
    rows = [
        seen(1, 1000, "2S"),
        seen(2, 2000, "3S"),
        corrected(3, 9000, "entered", "tablet", fact_id=1, body=["card", "1", "2D", "up", "along"], reason="misread"),
        voided(4, 9100, "entered", "tablet", fact_id=2, reason="not there"),
        inserted(
            5,
            9200,
            "ruled",
            "staff:7",
            after_fact_id=1,
            at_ms=1500,
            body=["card", "2", "9H", "up", "along"],
            reason="x",
        ),
        corrected(6, 9300, "ruled", "staff:7", fact_id=1, body=["card", "1", "2C", "up", "along"], reason="again"),
        corrected(7, 9400, "ruled", "staff:7", fact_id=99, body=["card", "1", "2C", "up", "along"], reason="nothing"),
    ]
    assert [(fact[0], fact[1], fact[3], fact[5], fact[6]) for fact in joins.facts(rows)] == [
        (1, 1000, "ruled", "1", "2C"),
        (5, 1500, "ruled", "2", "9H"),
    ]


def test_the_opening_of_a_round_is_not_put_right() -> None:
    opening = (1, 0, "opened", "table", "table", "hash", ("1", "2"), "house")
    rows = [
        opening,
        corrected(2, 10, "entered", "tablet", fact_id=1, body=["card", "1", "2D", "up", "along"], reason="x"),
        voided(3, 20, "entered", "tablet", fact_id=1, reason="x"),
    ]
    assert joins.facts(rows) == [opening]


def test_reads_at_the_mouth_name_what_the_table_left_unsure() -> None:
    rows = [
        seen(1, 1000, "QH", slot="mouth", saw="camera:m"),
        seen(2, 1400, "Q?"),
        seen(3, 2000, "5C", slot="mouth", saw="camera:m"),
        seen(4, 2400, "??", slot="2"),
        seen(5, 3000, "7D", slot="mouth", saw="camera:m"),
    ]
    assert [(fact[0], fact[5], fact[6]) for fact in joins.facts(rows)] == [(2, "1", "QH"), (4, "2", "5C")]


def test_a_missing_read_at_the_mouth_is_stepped_over() -> None:
    rows = [
        seen(1, 1000, "QH", slot="mouth", saw="camera:m"),
        seen(2, 1400, "QH"),
        seen(3, 2400, "KD", slot="2"),
        seen(4, 3000, "7D", slot="mouth", saw="camera:m"),
        seen(5, 3400, "7?", slot="3"),
    ]
    assert [fact[6] for fact in joins.facts(rows)] == ["QH", "KD", "7D"]


def test_a_table_read_and_tapped_folds_as_one_round() -> None:
    text = (
        "1=10 2=10 close 1:KS 2:8S 0:6S 1:9D 2:8D 0:??v 1!stand 2!split 2:3C 2!stand 2.1:TD 2.1!stand 0^TH 0:5C shown"
    )
    tapped_only = facts(text)
    reads = [
        (row[0] + 100, row[1] + 300, row[2], "observed", "camera:1", *row[5:])
        for row in tapped_only
        if row[2] in ("card", "turned")
    ]
    both = fold(S17, joins.facts([*reads, *tapped_only]))
    alone = fold(S17, joins.facts(tapped_only))
    assert both.findings() == alone.findings() == []
    assert both.settlement() == alone.settlement()


DEALT = "1=10 2=10 close 1:8S 2:9S 0:6S 1:3D 2:2C 0:??v "


def by_camera(text: str) -> list[Fact]:
    """The facts of a text: cards by a camera, all else tapped."""
    return [
        (*row[:3], "observed", "camera:1", *row[5:]) if row[2] in ("card", "turned", "parted", "lifted") else row
        for row in facts(text)
    ]


def statuses(text: str) -> list[tuple[str, str, str]]:
    r = fold(S17, joins.facts(by_camera(text)))
    assert r.findings() == []
    return [(h.slot, h.total, h.status) for box in r.picture().boxes for h in box.hands]


def test_a_hit_tapped_after_its_card_asks_for_no_second_card() -> None:
    assert statuses(DEALT + "1:2H 1!hit 2:3H") == [("1", "13", "stood"), ("2", "14", "acting")]
    assert statuses(DEALT + "1!hit 1:2H 2:3H") == [("1", "13", "stood"), ("2", "14", "acting")]
    assert statuses(DEALT + "1:2H 1!hit 1:3C 2:3H") == [("1", "16", "stood"), ("2", "14", "acting")]


def test_a_hit_whose_card_nobody_saw_leaves_the_hand_unknown() -> None:
    assert statuses(DEALT + "1!hit 2:3H") == [("1", "unknown", "stood"), ("2", "14", "acting")]


def test_a_double_tapped_after_a_card_that_seemed_to_lie_along_is_a_double() -> None:
    assert statuses(DEALT + "1:TH 1!double 2:3H") == [("1", "21", "doubled"), ("2", "14", "acting")]


def test_a_stand_tapped_while_the_card_was_still_under_the_hand_comes_after_it() -> None:
    rows = by_camera(DEALT + "1!stand 1:2H 2:3H")
    stand = next(index for index, row in enumerate(rows) if row[5:7] == ("1", "stand"))
    card = stand + 1
    for apart, found in ((500, []), (1500, ["I-6"])):
        rows[card] = (rows[card][0], rows[stand][1] + apart, *rows[card][2:])
        assert [f.rule for f in fold(S17, joins.facts(rows)).findings()] == found


def test_what_names_a_card_names_the_one_that_stands_for_it() -> None:
    rows = [
        tapped(1, 1000, "8S"),
        (2, 1500, "card", "observed", "camera:1", "1", "8S", "up", "along"),
        (3, 1600, "card", "entered", "tablet", "0", "??", "down", "along"),
        (4, 1500, "card", "observed", "camera:1", "0", "??", "down", "along"),
        turned(5, 9000, "observed", "camera:1", card_fact_id=4, card="KD"),
        turned(6, 40_000, "entered", "tablet", card_fact_id=3, card="KD"),
    ]
    assert joins.facts(rows)[-1] == (5, 9000, "turned", "entered", "camera:1+tablet", 3, "KD")
    assert joins.numbers(rows) == {2: 1, 4: 3, 6: 5}


def test_a_correction_holds_for_all_that_told_of_it_and_for_those_that_come_later() -> None:
    rows = [
        seen(1, 1000, "9S"),
        seen(2, 1100, "9S", saw="camera:2"),
        corrected(3, 9000, "entered", "tablet", fact_id=2, body=["card", "1", "8S", "up", "along"], reason="misread"),
        seen(4, 1200, "9S", saw="camera:3"),
    ]
    assert joins.facts(rows) == [(1, 1000, "card", "entered", "camera:1+tablet", "1", "8S", "up", "along")]
    gone = [*rows[:2], voided(3, 9000, "entered", "tablet", fact_id=1, reason="not there")]
    assert joins.facts(gone) == []


def test_a_camera_puts_right_its_own_reads_and_never_a_persons_word() -> None:
    better = corrected(9, 2000, "observed", "camera:1", fact_id=1, body=["card", "1", "8S", "up", "along"], reason="")
    assert joins.facts([seen(1, 1000, "8?"), better])[0][6] == "8S"
    assert joins.facts([tapped(1, 1000, "8H"), better])[0][6] == "8H"
    said = corrected(5, 1500, "entered", "tablet", fact_id=1, body=["card", "1", "8H", "up", "along"], reason="")
    assert joins.facts([seen(1, 1000, "8?"), said, better])[0][6] == "8H"
    ruled = corrected(6, 1500, "ruled", "staff:7", fact_id=1, body=["card", "1", "8C", "up", "along"], reason="")
    assert joins.facts([seen(1, 1000, "8?"), ruled, (7, *said[1:])])[0][6] == "8C"


@pytest.mark.parametrize("seed", range(30))
def test_the_order_of_arrival_changes_numbers_and_nothing_else(seed: int) -> None:
    terms, played = any_round(seed, deal_mode="c", double_card_face="up")
    told = [row for row in played if row[2] not in ("turned", "choice")]
    told += [
        (0, row[1] + 300, "card", "observed", "camera:1", *row[5:])
        for row in told
        if row[2] == "card" and row[0] % 3 == 0
    ]
    chance = random.Random(seed)
    outcomes = set()
    for _ in range(3):
        numbers = list(range(1, len(told) + 1))
        chance.shuffle(numbers)
        facts_now = joins.facts([(number, *row[1:]) for number, row in zip(numbers, told, strict=True)])
        r = fold(terms, facts_now)
        outcomes.add((str(r.settlement()), tuple((f.rule, f.slot) for f in r.findings()), len(facts_now)))
    assert len(outcomes) == 1
    assert outcomes.pop()[2] == len([row for row in played if row[2] not in ("turned", "choice")])
