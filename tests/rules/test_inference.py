"""Cards tell the actions where they lie open (modes c and d); an entered word beats what cards tell."""

import pytest

from tables.rules.round import Round
from tables.rules.terms import Terms, compile_terms
from tests.rules.felt import S17, felt

DEAL = "1=10 2=10 close 1:8S 2:9S 0:6S 1:8D 2:2C 0:??v "


def hands(r: Round) -> list[tuple[str, str, str, int | None]]:
    return [(h.slot, h.total, h.status, h.stake_minor) for box in r.picture().boxes for h in box.hands]


@pytest.mark.parametrize("terms", [S17, compile_terms("casino-s17", {"deal_mode": "d"})])
def test_a_card_on_the_hand_is_a_hit_and_one_on_the_next_box_tells_that_it_stood(terms: Terms) -> None:
    deal = DEAL if terms is S17 else "1=10 2=10 close 1:8S 2:9S 0:??v 1:8D 2:2C 0:6S "
    r = felt(deal + "1:2H 2:3H", terms)
    assert hands(r) == [("1", "18", "stood", 1000), ("2", "14", "acting", 1000)]
    assert r.findings() == []


def test_a_card_across_is_a_double() -> None:
    r = felt(DEAL + "1!stand 2:TDx")  # R-BJV-32
    assert hands(r) == [("1", "16", "stood", 1000), ("2", "21", "doubled", 2000)]


def test_the_word_and_the_card_across_are_one_double() -> None:
    before = felt(DEAL + "1!stand 2!double 2:TDx")
    after = felt(DEAL + "1!stand 2:TDx 2!double")
    assert hands(before) == hands(after)
    assert before.findings() == after.findings() == []


def test_a_pair_moved_apart_is_a_split_and_the_word_for_it_the_same_one() -> None:
    for told in ("parted/1", "1!split", "parted/1 1!split", "1!split parted/1"):
        r = felt(DEAL + told + " 1:3C 1.1:TD")  # R-BJF-38, R-BJV-36, R-BJV-37
        assert hands(r)[:2] == [("1", "11", "stood", 1000), ("1.1", "18", "acting", 1000)]
        assert r.findings() == []


def test_a_card_beside_a_pair_tells_a_split_that_nobody_saw() -> None:
    r = felt(DEAL + "1.1:TD")
    assert [slot for slot, *_ in hands(r)] == ["1", "1.1", "2"]
    assert r.findings() == []


def test_the_hole_card_turned_tells_that_all_stood() -> None:
    r = felt(DEAL + "0^TH")
    assert [(slot, status) for slot, _, status, _ in hands(r)] == [("1", "stood"), ("2", "stood")]
    assert r.due().step.code == "dealer_draws"


def test_an_entered_surrender_beats_an_inferred_stand() -> None:
    r = felt(DEAL + "2:3C 1!surrender")  # R-BJF-35
    assert hands(r)[0][2] == "surrendered"
    assert r.findings() == []


def test_a_word_without_its_card_leaves_the_card_unknown() -> None:
    r = felt(DEAL + "1!hit 2:3C")
    assert [(total, status) for _, total, status, _ in hands(r)] == [("unknown", "stood"), ("14", "acting")]
    assert r.findings() == []
    assert r.settlement().complete is False


def test_a_stake_that_nobody_entered_is_unknown_and_a_box_without_cards_is_not_in_play() -> None:
    r = felt("2=10 2:9S 3:8C 0:6S 2:2C 3:3C 0:??v")
    assert [(box.place, box.stake_minor, box.is_closed_empty, len(box.hands)) for box in r.picture().boxes][:3] == [
        ("1", None, False, 0),
        ("2", 1000, False, 1),
        ("3", None, False, 1),
    ]
    assert r.findings() == []


def test_a_gap_over_a_decision_that_only_cards_tell_loses_the_round() -> None:
    from tables.rules.facts import gap
    from tables.rules.round import fold
    from tests.rules.felt import facts

    blind = gap(90, 90000, "observed", "camera:1", camera="camera:1", from_at=80000, until_at=90000)
    assert fold(S17, [*facts(DEAL), blind]).due().step.code == "deal_on"
    assert fold(S17, [*facts(DEAL + "1!hit"), blind]).due().step.code == "deal_to"


def test_stakes_told_once_cards_are_out_belong_to_the_boxes_in_play_and_those_still_to_be_dealt() -> None:
    late = felt("1:8S 2:9S 1=10 2=20 3=30 3:4C 0:6S 1:8D 2:2C 3:5C 0:??v")
    assert [hand.stake_minor for box in late.picture().boxes for hand in box.hands] == [1000, 2000, 3000]
    assert late.findings() == []


@pytest.mark.parametrize("rest", ["2:9S 0:6S", "0:6S 2:9S", "1:3C", "3:2C 0:6S 1:8D"])
def test_after_a_gap_in_the_deal_what_does_not_fit_loses_the_round_and_accuses_nobody(rest: str) -> None:
    from tables.rules.facts import gap
    from tables.rules.round import fold
    from tests.rules.felt import facts

    rows = facts("1=10 2=10 close 1:8S " + rest)
    blind = gap(90, rows[3][1] + 10, "observed", "camera:1", camera="camera:1", from_at=0, until_at=1)
    without, after = fold(S17, rows), fold(S17, [*rows[:4], blind, *rows[4:]])
    assert after.findings() == []
    assert after.picture().followed == (without.findings() == [])
