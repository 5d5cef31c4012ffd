"""A card that comes to a hand whose turn it is not is taken where it lies, once, and the round goes on."""

from tests.rules.felt import felt

OVER = "1=10 2=10 3=10 close 1:8H 2:9D 3:7C 0:6S 1:8C 2:9S 3:5H 2:9H "


def test_a_card_for_a_hand_that_was_parted_behind_the_turn_is_out_of_turn() -> None:
    # R-BJF-20, I-6: box 1 was passed over with its pair, and is parted when box 2 has played: its new hand lies behind.
    found = felt(OVER + "parted/1 1.1:3S").findings()
    assert [(one.rule, one.slot, one.done) for one in found] == [("I-6", "1.1", "card_out_of_turn")]


def test_what_comes_after_such_a_card_is_judged_as_well() -> None:
    found = felt(OVER + "parted/1 1.1:3S 1:2C").findings()
    assert [(one.rule, one.slot) for one in found] == [("I-6", "1.1"), ("I-6", "1")]


def test_a_hand_parted_behind_the_turn_leaves_the_turn_where_it_was() -> None:
    # R-BJF-20: box 2 is bust; box 3 acts before the parting and after it.
    for told in (OVER, OVER + "parted/1", OVER + "parted/1 1.1:3S"):
        step = felt(told).due().step
        assert (step.code, step.slot) == ("box_acts", "3"), told
