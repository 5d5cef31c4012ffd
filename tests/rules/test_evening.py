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


@pytest.mark.parametrize(
    ("profile", "how", "cards", "bank"),
    [
        ("variable-000", "first_ace", "KS JS 4C 9D AH", "1"),
        ("variable-000-strict", "first_black_jack", "JH AS JC", "3"),  # R-BJV-3, AMB-44
        ("pontoon-004", "first_black_jack", "JD 2C 3C JS", "4"),  # R-PON-3
        ("seven-half-000", "first_KD", "KH KD", "2"),  # R-S75-5
        ("farmer-000", "first_6H", "6H", "1"),  # R-FAR-6
    ],
)
def test_the_card_that_decides_makes_the_first_banker(profile: str, how: str, cards: str, bank: str) -> None:
    terms = compile_terms(profile)
    assert evening(SEATED, terms=terms).due().detail == {"how": how}
    assert evening(SEATED, ("dealt_up", cards), terms=terms).bank == bank
    assert evening(SEATED, ("dealt_up", "2S 3S"), terms=terms).bank is None


@pytest.mark.parametrize(("profile", "how"), [("ochko36-online", "random"), ("sem-base", "agreed")])
def test_a_banker_who_is_drawn_or_agreed_is_told(profile: str, how: str) -> None:
    """R-O36-5, R-SEM-13: no card decides."""
    terms = compile_terms(profile)
    found = evening(SEATED, ("dealt_up", "AS JS KD 6H"), terms=terms)
    assert (found.bank, found.due().detail) == (None, {"how": how})
    assert found.take(("banker", "3")).bank == "3"


def test_nobody_plays_before_somebody_is_seated() -> None:
    assert code(evening()) == ("seat_players", None)
    assert code(evening(terms=compile_terms("blackjack-000"))) == ("shuffle", "house")


def test_a_banker_who_sits_down_with_the_bank_is_seated() -> None:
    found = evening(("seated", ("2", "10")), ("banker", "3"))
    assert (found.bank, found.places, found.seats()) == ("3", ("2", "3", "10"), ("10", "2"))


def test_a_first_banker_told_twice_is_a_change_of_the_bank() -> None:
    """I-29."""
    assert rules(evening(SEATED, ("banker", "1"), ("banker", "2"))) == [("I-29", "bank_to_wrong_person")]


def test_the_highest_bidder_who_will_not_pay_leaves_it_to_the_next() -> None:
    """R-BJV-8, R-BJV-10."""
    auction = (SEATED, ("banker", "1"), *READY, ("left",), ("bid", "2", 100), ("bid", "4", 300), ("hammered",))
    found = evening(*auction)
    assert (code(found), found.due().amount_minor) == (("offer_bank", "4"), 300)
    found = found.take(("refused", "4"))
    assert (code(found), found.due().amount_minor) == (("offer_bank", "2"), 100)
    assert found.take(("took", "2")).opening().bank == "2"


def test_without_bids_the_bank_goes_round_from_the_first_on_the_left() -> None:
    """R-BJV-9, R-BJV-10."""
    found = evening(SEATED, ("banker", "2"), *READY, ("left",), ("hammered",))
    for place in ("3", "4", "1"):
        assert code(found) == ("offer_bank", place)
        found = found.take(("refused", place))
    assert (code(found), found.found) == (("choose_banker", None), ())


def test_a_bid_without_an_auction_and_a_bank_given_up_without_right_are_found() -> None:
    """R-BJV-8, I-29; ochko with 36 cards has one banker for the game."""
    found = evening(SEATED, ("banker", "1"), ("bid", "2", 100))
    assert rules(found) == [("R-BJV-8", "bid_without_auction")]
    fixed = compile_terms("ochko36-online")
    assert rules(evening(SEATED, ("banker", "1"), ("left",), terms=fixed)) == [("I-29", "left_without_right")]


@pytest.mark.parametrize("events", [[("sold", "1", "3", 100)], [*round_(naturals=(1,)), ("sold", "2", "2", 100)]])
def test_a_banker_sells_no_deal_and_nobody_buys_from_himself(events: list[tuple[Any, ...]]) -> None:
    """R-BJV-11, I-29."""
    terms = compile_terms("variable-000", {"sell_deal_right": True})
    found = evening(SEATED, ("banker", "1"), *READY, *events, terms=terms)
    assert rules(found) == [("I-29", "sold_without_right")]


def test_who_goes_is_offered_nothing_and_a_natural_of_his_counts_no_more() -> None:
    ready = (SEATED, ("banker", "1"), *READY)
    found = evening(*ready, *round_(naturals=(1, 2)), ("seated", ("1", "3", "4")))
    assert code(found) == ("offer_bank", "3")
    found = evening(*ready, ("dealt", 8), ("seated", ("1", "3", "4")), ("settled", Result((1,)), None))
    assert (code(found), found.offer) == (("open_round", "1"), ("1",))


def test_a_result_that_nobody_knows_offers_the_bank_to_nobody() -> None:
    found = evening(SEATED, ("banker", "1"), *READY, ("dealt", 8), ("settled", None, None))
    assert (code(found), found.found) == (("open_round", "1"), ())


def test_a_void_round_leaves_bank_pot_and_turns_as_they_were() -> None:
    """I-1: stakes go back, nobody has won."""
    macao = compile_terms("macao-000", {"bank_rounds": 1})
    found = evening(SEATED, ("banker", "1"), *READY, ("dealt", 8), ("called_off",), terms=macao)
    assert (code(found), found.held.rounds) == (("open_round", "1"), 0)
    fifteen = compile_terms("fifteen-000")
    found = evening(
        ("seated", ("1", "2")), ("banker", "1"), *READY, ("dealt", 4), ("settled", Result(), 2000), terms=fifteen
    )
    assert found.take(("dealt", 4)).take(("called_off",)).opening().pot_minor == 2000


def test_a_pot_that_nobody_knows_is_counted() -> None:
    """R-FIF-9."""
    fifteen = compile_terms("fifteen-000")
    found = evening(
        ("seated", ("1", "2")), ("banker", "1"), *READY, ("dealt", 4), ("settled", None, None), terms=fifteen
    )
    assert (code(found), found.opening().pot_minor) == (("count_pot", None), None)
    found = found.take(("counted", 1500))
    assert (code(found), found.opening().pot_minor, found.found) == (("open_round", "1"), 1500, ())
    assert rules(found.take(("counted", 1400))) == [("R-FIF-9", "carried_otherwise")]


def test_a_bank_that_is_dry_is_put_up_anew() -> None:
    """R-O36-8, R-O36-27: nothing can be won from an empty bank; the banker puts up before the next round."""
    online = compile_terms("ochko36-online")
    found = evening(
        SEATED, ("banker", "1"), *READY, ("put_up", 1000), ("dealt", 8), ("settled", Result(), 0), terms=online
    )
    assert code(found) == ("put_up", "1")
    assert rules(found.take(("dealt", 8))) == [("R-O36-8", "bank_empty")]
    assert code(found.take(("put_up", 500))) == ("open_round", "1")


def test_the_dealer_takes_what_is_left_in_a_bank_play() -> None:
    """R-SEM-24, R-SEM-25."""
    terms = compile_terms("sem-bank")
    found = evening(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "2"), terms=terms)
    assert code(found) == ("put_up", "1")
    found = found.take(("put_up", 2000)).take(("dealt", 8)).take(("settled", Result(), 2600))
    assert found.opening().bank_minor is None


def test_cards_are_shuffled_after_a_wild_card_was_dealt() -> None:
    """R-SEM-17."""
    terms = compile_terms("sem-wild", {"reshuffle": "after_wild", "bank_change": "fixed"})
    ready = (SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "2"), ("dealt", 8))
    assert code(evening(*ready, ("settled", Result(), None), terms=terms)) == ("open_round", "1")
    assert code(evening(*ready, ("settled", Result(is_wild_out=True), None), terms=terms)) == ("shuffle", "1")


def test_seven_and_a_half_is_shuffled_after_every_round() -> None:
    """R-S75-12."""
    terms = compile_terms("seven-half-000")
    assert code(evening(SEATED, ("banker", "1"), *READY, *round_(), terms=terms)) == ("shuffle", "1")


@pytest.mark.parametrize(
    ("cards", "live", "step"),
    [(40, 12, "open_round"), (52, 0, "shuffle"), (60, 0, "shuffle")],
)
def test_used_cards_are_shuffled_when_the_others_are_dealt(cards: int, live: int, step: str) -> None:
    """R-BJV-45, R-BJV-46: at the indicator; in mid-round by those who play, and then no more is due."""
    found = evening(SEATED, ("banker", "1"), *READY, *round_(cards=cards))
    assert (found.live, code(found)[0]) == (live, step)


def test_a_round_that_needs_more_than_is_left_is_finished_with_the_used_cards() -> None:
    """R-BJV-46, AMB-12: 12 cards are left and 20 are dealt; behind the mark lie the 32 that were not."""
    found = evening(SEATED, ("banker", "1"), *READY, *round_(cards=40), *round_(cards=20))
    assert (found.live, code(found)) == (32, ("open_round", "1"))


def test_the_pack_of_a_talia_is_shuffled_for_the_next_banker() -> None:
    """R-O2D-4, R-O2D-19, R-T10-7."""
    terms = compile_terms("ochko2d-c")
    ready = (SEATED, ("banker", "1"), ("shuffled", "1"), ("asked", "4"), ("cut", "4"))
    found = evening(*ready, *round_(cards=110), terms=terms)
    assert code(found) == ("offer_bank", "2")
    assert code(found.take(("took", "2"))) == ("shuffle", "2")


def test_a_round_after_the_mark_and_before_the_shuffle_is_found() -> None:
    """I-27, R-BJV-46."""
    assert rules(evening(SEATED, ("banker", "1"), *READY, *round_(cards=52), ("dealt", 8))) == [
        ("I-27", "round_after_stop_card")
    ]


def test_a_bookmark_says_how_many_cards_are_dealt_before_the_shuffle() -> None:
    """R-O36-6, R-O36-21."""
    online = compile_terms("ochko36-online")
    found = evening(SEATED, ("banker", "1"), *READY, ("bookmarked", 20), ("put_up", 1000), terms=online)
    assert found.take(("dealt", 12)).live == 8
    over = found.take(("dealt", 24))
    assert (over.live, over.is_pack_used) == (12, True)
    marked = found.take(("dealt", 4)).take(("settled", Result(is_pack_used=True), 1000))
    assert marked.is_pack_used


def test_other_cards_are_shuffled_first() -> None:
    found = evening(SEATED, ("banker", "1"), *READY, *round_(), ("brought",))
    assert (code(found), found.live) == (("shuffle", "1"), 52)


@pytest.mark.parametrize(
    ("profile", "places", "found"),
    [
        ("variable-000", ("1",), ("R-BJV-1", "too_few_play")),
        ("fifteen-000", ("1", "2", "3"), ("R-FIF-1", "too_many_play")),
        ("ochko36-online", ("1", "2", "3", "4", "5"), ("R-O36-1", "too_many_play")),
        ("sem-base", ("1",), ("R-SEM-1", "too_few_play")),
        ("farmer-000", ("1",), ("R-FAR-1", "too_few_play")),
        ("pontoon-000", ("1",), ("R-PON-2", "too_few_play")),
        ("ochko2d-c", ("1",), ("R-O2D-1", "too_few_play")),
    ],
)
def test_how_many_may_play(profile: str, places: tuple[str, ...], found: tuple[str, str]) -> None:
    told = evening(("seated", places), ("banker", "1"), ("dealt", 4), terms=compile_terms(profile))
    assert found in rules(told)


@pytest.mark.parametrize(
    ("opened", "found"),
    [
        (("opened", 1, "1", ("2", "3", "4"), 0, None), []),
        (("opened", 1, "2", ("3", "4", "1"), 0, None), [("I-29", "opened_for_another")]),
        (("opened", 1, "1", ("2", "4", "3"), 0, None), [("I-29", "opened_out_of_order")]),
        (("opened", 1, None, ("2", "3", "4"), 0, None), []),
    ],
)
def test_a_round_that_begins_otherwise_than_the_evening_says_is_found(
    opened: tuple[Any, ...], found: list[tuple[str, str]]
) -> None:
    """I-29."""
    assert rules(evening(SEATED, ("banker", "1"), *READY, opened)) == found


def test_a_round_that_begins_before_the_bank_has_passed_is_found() -> None:
    """I-29, R-BJV-5: whose natural it was has not been asked."""
    found = evening(SEATED, ("banker", "1"), *READY, *round_(naturals=(3,)), ("dealt", 8))
    assert [(one.rule, one.done, one.args) for one in found.found] == [("I-29", "bank_not_passed", {"turn": "4"})]


def test_a_round_that_nobody_banks_is_found() -> None:
    """R-BJV-3."""
    assert ("R-BJV-3", "no_banker") in rules(evening(SEATED, ("dealt", 8)))


def test_a_round_after_the_game_is_found() -> None:
    """R-O2D-20."""
    two = compile_terms("ochko2d-e")
    found = evening(("seated", ("1", "2")), ("banker", "1"), *READY, ("put_up", 5000), *round_(cards=110), terms=two)
    found = found.take(("took", "2")).take(("put_up", 5000))
    for event in (("shuffled", "2"), ("cut", "1"), *round_(cards=110)):
        found = found.take(event)
    assert (code(found), found.found) == (("game_over", None), ())
    assert ("R-O2D-20", "game_was_over") in rules(found.take(("dealt", 4)))


def test_rows_are_put_in_order_corrected_and_without_what_was_taken_back() -> None:
    rows = [
        (4, 30, "corrected", "ruled", "staff:9", 2, ("banker", "2"), "misheard"),
        (2, 10, "banker", "entered", "tablet", "1"),
        (1, 0, "seated", "entered", "tablet", ("1", "2", "3")),
        (3, 20, "left", "entered", "tablet"),
        (5, 31, "voided", "ruled", "staff:9", 3, "never"),
    ]
    found = evenings.fold_rows(VARIABLE, rows)
    assert (found.bank, found.is_auction, found.found) == ("2", False, ())


def test_a_round_that_was_seated_anew_began_as_it_was_seated_last() -> None:
    opened = ("opened", 7)
    rows = [
        (1, 0, "seated", "entered", "tablet", ("1", "2", "3")),
        (2, 10, *opened[:1], "table", "table", 7, None, ("1", "2", "3"), 0, None),
        (3, 9, "banker", "entered", "tablet", "2"),
        (4, 40, *opened[:1], "table", "table", 7, "2", ("3", "1"), 0, None),
    ]
    found = evenings.fold_rows(VARIABLE, rows)
    assert rules(found) == [("I-28", "not_shuffled")]
    assert evenings.openings(VARIABLE, rows) == {7: evenings.Opening("2", ("3", "1"), 0, None)}
