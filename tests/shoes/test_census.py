"""The census: what a shoe cannot hold, what the closing count names, and orders no shuffle leaves."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoes.cards import CARDS, UNKNOWN, Card, could_be, parse_cards
from shoes.census import (
    Alarm,
    Census,
    compare_count,
    lies_sorted,
    order_alarms,
    repeats,
)
from shoes.packs import PACKS, composition


def shuffled(decks: int, seed: int) -> list[Card]:
    cards = [card for card in PACKS["fr52"] for _ in range(decks)]
    random.Random(seed).shuffle(cards)
    return cards


@pytest.mark.parametrize("seed", range(20))
def test_a_whole_shoe_raises_no_alarm(seed: int) -> None:
    cards = shuffled(6, seed)
    assert Census(composition("fr52", 6)).see_all(cards) == []
    assert [order_alarms(cards[:end], [shuffled(6, seed + 100)]) for end in range(len(cards)) if end % 10 == 0] == [
        [] for end in range(len(cards)) if end % 10 == 0
    ]


def test_a_card_seen_once_too_often_is_an_alarm_at_once() -> None:
    census = Census(composition("fr52", 1))
    assert census.see_all(parse_cards("QH 2C QH")) == [Alarm("surplus", "QH", 2, 1)]


def test_a_card_of_no_such_pack_is_an_alarm() -> None:
    assert Census(composition("fr40")).see(CARDS["9S"]) == Alarm("surplus", "9S", 1, 0)


def test_a_rank_of_unsure_suit_is_counted_against_its_rank() -> None:
    census = Census(composition("fr52", 1))
    assert census.see_all(parse_cards("QH QS Q? QD Q?")) == [Alarm("surplus", "Q?", 5, 4)]


def test_an_unknown_card_is_counted_against_the_whole_shoe() -> None:
    census = Census(composition("fr36", 1))
    assert census.see_all([UNKNOWN] * 37) == [Alarm("surplus", "??", 37, 36)]


@given(st.lists(st.sampled_from([*parse_cards("AS AH 2S A? 2? ??")]), max_size=6))
def test_an_alarm_means_that_no_completion_is_possible(seen: list[Card]) -> None:
    """Held against trying every way to place the cards."""
    pool = parse_cards("AS AH 2S 2H")

    def places(cards: list[Card], left: list[Card]) -> bool:
        if not cards:
            return True
        return any(
            places(cards[1:], left[:place] + left[place + 1 :])
            for place, card in enumerate(left)
            if could_be(cards[0], card)
        )

    census = Census(dict.fromkeys(pool, 1))
    assert bool(census.see_all(seen)) is not places(seen, pool)


def test_the_closing_count_names_the_missing_and_the_extra_card() -> None:
    counted = dict(composition("fr52", 6))
    counted[CARDS["5H"]] -= 1
    counted[CARDS["KS"]] += 1
    difference = compare_count(composition("fr52", 6), counted)
    assert (difference.missing, difference.extra) == ((("5H", 1),), (("KS", 1),))
    assert difference.alarms() == [
        Alarm("missing", "5H", held=1),
        Alarm("extra", "KS", seen=1),
    ]


def test_a_right_count_has_no_difference() -> None:
    assert compare_count(composition("fr45"), composition("fr45")).is_none


@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("cut", [0, 11, 47])
@pytest.mark.parametrize("direction", [1, -1])
def test_the_last_order_is_recognised_cut_and_reversed(decks: int, cut: int, direction: int) -> None:
    old = shuffled(decks, seed=decks)
    assert repeats((old[cut:] + old[:cut])[::direction][:30], old)


def test_the_last_order_is_recognised_with_cards_unread_and_one_lost() -> None:
    old = shuffled(6, 3)
    dealt = [UNKNOWN if number % 4 == 0 else card for number, card in enumerate(old[100:140]) if number != 20]
    assert repeats(dealt, old)


def test_another_shuffle_of_the_same_packs_does_not_repeat() -> None:
    for seed in range(40):
        new, old = shuffled(2, seed), shuffled(2, seed + 1000)
        assert not any(repeats(new[:end], old) for end in range(30, 104, 7))


def test_unknown_cards_repeat_nothing() -> None:
    assert not repeats([UNKNOWN] * 60, [UNKNOWN] * 60)


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(list(PACKS["fr52"]), id="new pack"),
        pytest.param(list(PACKS["fr52"])[::-1], id="new pack from the other end"),
        pytest.param(sorted(list(PACKS["fr52"]) * 6), id="sorted by rank"),
    ],
)
def test_a_sorted_shoe_is_recognised(order: list[Card]) -> None:
    assert lies_sorted(order[:35])


def test_a_shuffled_shoe_is_not_sorted() -> None:
    assert not any(lies_sorted(shuffled(6, seed)[:end]) for seed in range(60) for end in range(30, 312, 11))


def test_a_few_cards_are_too_few_to_judge_an_order() -> None:
    new_pack = list(PACKS["fr52"])
    assert not lies_sorted(new_pack[:17])
    assert not repeats(new_pack[:13], new_pack)


def test_a_new_pack_really_lies_in_order() -> None:
    """The order the test above calls new: within a suit each card follows the one before."""
    assert all(second - first == 4 for first, second in pairwise(PACKS["fr52"]) if first % 4 == second % 4)


def test_a_surplus_card_is_named_once_and_its_rank_is_not_blamed_with_it() -> None:
    census = Census(composition("fr52", 1))
    assert [alarm.card for alarm in census.see_all(parse_cards("QH QH QS QD QC"))] == ["QH"]
