"""Between rounds: who holds the bank, shuffle, cut and burn, and the money that stays on the table."""

from decimal import Decimal
from typing import Any

import pytest

from tables.rules import evening as evenings
from tables.rules import holding, procedure
from tables.rules.evening import Evening, fold
from tables.rules.holding import Result
from tables.rules.terms import Terms, compile_terms

VARIABLE = compile_terms("variable-000")
PONTOON = compile_terms("pontoon-004")
SEATED = ("seated", ("1", "2", "3", "4"))
READY = (("shuffled", "2"), ("shuffled", "1"), ("cut", "3"))


def evening(*events: tuple[Any, ...], terms: Terms = VARIABLE) -> Evening:
    return fold(terms, events)


def code(found: Evening) -> tuple[str, str | None]:
    step = found.due()
    return step.code, step.slot


def rules(found: Evening) -> list[tuple[str, str]]:
    return [(finding.rule, finding.done) for finding in found.found]


def round_(*, naturals: tuple[int, ...] = (), dealer_natural: bool = False, cards: int = 8) -> list[tuple[Any, ...]]:
    return [("dealt", cards), ("settled", Result(naturals, dealer_natural), None)]


def test_the_first_ace_makes_the_banker_who_then_shuffles_and_another_cuts() -> None:
    """R-BJV-3, R-BJV-12, R-BJV-13."""
    found = evening(SEATED)
    assert (code(found), found.due().detail) == (("choose_banker", None), {"how": "first_ace"})
    found = evening(SEATED, ("dealt_up", "KS 9D 4C JS AH"))
    assert code(found) == ("shuffle", "1")
    assert found.opening() == evenings.Opening("1", ("2", "3", "4"), 0, None)
    assert code(found.take(("shuffled", "1"))) == ("cut", None)
    assert code(evening(SEATED, ("banker", "1"), *READY)) == ("open_round", "1")


def test_an_evening_of_four_rounds_bank_won_refused_auctioned_and_sold() -> None:
    """R-BJV-5..11: each change is offered in order, and the next round opens from the new bank."""
    terms = compile_terms("variable-000", {"sell_deal_right": True})
    found = evening(SEATED, ("banker", "1"), *READY, *round_(naturals=(3,)), terms=terms)
    assert code(found) == ("offer_bank", "4")  # seat 3 from bank 1
    found = found.take(("took", "4"))
    assert found.opening().places == ("1", "2", "3")
    for event in round_(naturals=(1, 2)):
        found = found.take(event)
    assert code(found) == ("offer_bank", "1")  # R-BJV-6: nearest to the banker's left
    found = found.take(("refused", "1"))
    assert code(found) == ("offer_bank", "2")
    found = found.take(("refused", "2"))
    assert (code(found), found.bank) == (("open_round", "4"), "4")  # R-BJV-7: the banker stays
    for event in (*round_(), ("left",)):
        found = found.take(event)
    assert code(found) == ("auction", None)
    for event in (("bid", "2", 1500), ("bid", "3", 2000), ("took", "3")):
        found = found.take(event)
    assert (found.bank, found.found) == ("3", ())
    for event in round_(naturals=(2,)):
        found = found.take(event)
    assert code(found) == ("offer_bank", "1")
    for event in (("sold", "1", "2", 500), ("took", "2")):
        found = found.take(event)
    assert (found.bank, found.found) == ("2", ())


def test_when_even_the_banker_refuses_the_bank_goes_round_and_at_last_is_chosen_anew() -> None:
    """R-BJV-7."""
    found = evening(SEATED, ("banker", "1"), *READY, *round_(naturals=(1,)), ("refused", "2"), ("refused", "1"))
    assert code(found) == ("offer_bank", "3")
    found = found.take(("refused", "3"))
    assert code(found) == ("offer_bank", "4")
    assert code(found.take(("refused", "4"))) == ("choose_banker", None)


@pytest.mark.parametrize(
    ("events", "done"),
    [
        ([*round_(naturals=(1,)), ("took", "3")], "bank_to_wrong_person"),
        ([*round_(naturals=(1, 2)), ("refused", "3")], "refused_out_of_turn"),
        ([*round_(naturals=(1,)), ("sold", "2", "3", 100)], "sold_without_right"),
        ([*round_(), ("left",), ("bid", "2", 100), ("bid", "3", 200), ("took", "2")], "bank_to_wrong_person"),
    ],
)
def test_a_bank_that_goes_to_the_wrong_person_is_found(events: list[tuple[Any, ...]], done: str) -> None:
    """I-29."""
    assert rules(evening(SEATED, ("banker", "1"), *READY, *events)) == [("I-29", done)]


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ([("shuffled", "1"), ("cut", "3")], []),
        ([("shuffled", "1"), ("shuffled", "2"), ("cut", "3")], [("I-28", "shuffle_irregular")]),
        ([("shuffled", "1"), ("cut", "1")], [("I-28", "cut_irregular")]),
        ([("shuffled", "1"), ("wished", "2"), ("wished", "3"), ("cut", "3")], [("I-28", "cut_irregular")]),
        ([], [("I-28", "not_shuffled")]),
    ],
)
def test_shuffle_and_cut_out_of_order_are_found_when_the_deal_begins(
    events: list[tuple[Any, ...]], found: list[tuple[str, str]]
) -> None:
    """R-BJV-12, R-BJV-13, I-28."""
    assert rules(evening(SEATED, ("banker", "1"), *events, ("dealt", 8))) == found


def test_a_card_is_burned_where_no_joker_is_and_an_ace_is_not() -> None:
    """R-BJV-15, R-PON-4, I-10, I-8."""
    ready = (SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "3"))
    assert code(evening(*ready, terms=PONTOON)) == ("burn", "1")
    assert code(evening(*ready, ("burned", "3C"), terms=PONTOON)) == ("open_round", "1")
    ace = evening(*ready, ("burned", "AC"), terms=PONTOON)
    assert (rules(ace), code(ace)) == ([("I-10", "ace_burned")], ("shuffle", "1"))
    left_out = evening(*ready, ("dealt", 8), terms=PONTOON)
    assert rules(left_out) == [("I-8", "not_burned")]
    assert code(left_out.take(("demanded", "2"))) == ("shuffle", "1")
    assert procedure.burn(["AS", "AH", "9C"], has_joker=False) == procedure.Burn(("9C",), 2, "9C")


def test_five_rounds_then_the_next_on_the_left() -> None:
    """R-BJV-4, R-MAC-12."""
    terms = compile_terms("macao-000")
    found = evening(SEATED, ("banker", "2"), *READY, terms=terms)
    for number in range(1, 6):
        assert code(found) == ("open_round", "2"), number
        for event in round_(cards=4):
            found = found.take(event)
    assert code(found) == ("offer_bank", "3")
    assert found.take(("took", "3")).held.rounds == 0


def test_sette_e_mezzo_goes_counter_clockwise_and_each_new_dealer_shuffles() -> None:
    """R-SEM-1, R-SEM-13, R-SEM-14."""
    terms = compile_terms("sem-base", {"reshuffle": "after_wild"})
    found = evening(SEATED, ("banker", "3"), ("shuffled", "3"), ("cut", "1"), *round_(), terms=terms)
    assert found.seats() == ("2", "1", "4")
    assert code(found) == ("offer_bank", "2")
    assert code(found.take(("took", "2"))) == ("shuffle", "2")


def test_the_deal_passes_with_the_pack_and_the_game_may_end_after_a_circuit() -> None:
    """R-T10-7, R-O2D-19, R-O2D-20."""
    ten = compile_terms("ten-half-000")
    found = evening(SEATED, ("banker", "1"), *READY, *round_(naturals=(2,), cards=40), terms=ten)
    assert code(found) == ("open_round", "1")
    for event in round_(cards=20):  # R-T10-8: the used cards were shuffled to finish
        found = found.take(event)
    assert code(found) == ("offer_bank", "2")
    two = compile_terms("ochko2d-e")
    found = evening(("seated", ("1", "2")), ("banker", "1"), *READY, ("put_up", 5000), terms=two)
    for bank in ("1", "2"):
        assert found.bank == bank
        for event in round_(cards=110):
            found = found.take(event)
        if found.due().code == "offer_bank":
            found = found.take(("took", found.due().slot))
    assert code(found) == ("game_over", None)


def test_pot_and_farm_are_carried_on_and_their_winner_deals() -> None:
    """R-FIF-9, R-FIF-10, R-FAR-16, R-FAR-18."""
    fifteen = compile_terms("fifteen-000")
    found = evening(("seated", ("1", "2")), ("banker", "1"), *READY, terms=fifteen)
    found = found.take(("dealt", 4)).take(("settled", Result(), 2000))
    assert (found.opening().pot_minor, found.bank) == (2000, "1")
    found = found.take(("dealt", 4)).take(("settled", Result(taker=1), 0))
    assert (code(found), found.opening().pot_minor) == (("offer_bank", "2"), 0)
    farmer = compile_terms("farmer-000")
    found = evening(SEATED, ("banker", "1"), ("shuffled", "1"), ("asked", "4"), ("cut", "4"), terms=farmer)
    found = found.take(("dealt", 8)).take(("settled", Result(), 400))
    assert (found.opening().pot_minor, found.found) == (400, ())
    assert code(found.take(("dealt", 8)).take(("settled", Result(taker=3), 0))) == ("offer_bank", "4")


def test_farmer_asks_his_right_hand_neighbour_first() -> None:
    """R-FAR-9, I-28."""
    farmer = compile_terms("farmer-000")
    found = evening(SEATED, ("banker", "1"), ("shuffled", "1"), ("asked", "2"), ("cut", "2"), terms=farmer)
    assert rules(found.take(("dealt", 8))) == [("I-28", "cut_irregular")]


def test_a_bank_is_put_up_anew_by_each_banker_and_may_run_dry() -> None:
    """R-O36-8, R-O36-27, R-O2D-5."""
    online = compile_terms("ochko36-online")
    found = evening(SEATED, ("banker", "1"), *READY, terms=online)
    assert code(found) == ("put_up", "1")
    found = found.take(("put_up", 1000)).take(("dealt", 8)).take(("settled", Result(), 0))
    assert (found.opening().bank_minor, found.bank) == (0, "1")


def test_the_house_keeps_its_bank_and_shuffles_after_the_stop_card() -> None:
    """R-BJF-34, R-BJF-7, R-GEN-12."""
    house = compile_terms("blackjack-000")
    found = evening(SEATED, ("shuffled", "dealer"), ("cut", "2"), terms=house)
    assert (found.bank, found.seats()) == ("house", ("1", "2", "3", "4"))
    found = found.take(("dealt", 10)).take(("settled", Result(), None))
    assert code(found) == ("open_round", "house")
    assert code(found.take(("dealt", 4)).take(("settled", Result((1,)), None))) == ("shuffle", "house")


@pytest.mark.parametrize(
    ("bids", "refuse", "expected"),
    [({2: 15, 3: 20}, (), (3, 20)), ({1: 7, 2: 7}, (), (1, 7)), ({}, (1,), (2, 0)), ({}, (1, 2, 3), ("reselect", 0))],
)
def test_auction(bids: dict[int, int], refuse: tuple[int, ...], expected: tuple[int | str, int]) -> None:
    """R-BJV-8..10: of equal bids the nearest; without bids the bank is offered round."""
    who, price = holding.auction([1, 2, 3], {seat: Decimal(bid) for seat, bid in bids.items()}, refuse)
    assert (who, int(price)) == expected


def test_a_place_that_leaves_takes_the_bank_with_it() -> None:
    found = evening(SEATED, ("banker", "2"), *READY, ("seated", ("1", "3")))
    assert code(found) == ("choose_banker", None)


def test_every_event_has_its_fields_and_every_field_an_event() -> None:
    assert set(evenings.EVENTS) == set(evenings.TAKES)
