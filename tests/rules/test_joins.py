"""Observations become facts: joined, put right, sorted."""

from tables.rules import joins
from tables.rules.facts import Fact, card, corrected, inserted, said, stake, turned, voided
from tables.rules.round import fold
from tests.rules.felt import S17, facts

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


def test_reads_that_differ_stay_apart() -> None:
    assert len(joins.facts([seen(1, 1000, "QH"), tapped(2, 1500, "KH")])) == 2


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
