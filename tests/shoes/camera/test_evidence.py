"""Several looks at a card make it surer, and contradiction leaves it unsure."""

import numpy as np

from shoes.camera.cards import Limits
from shoes.camera.evidence import Evidence, said
from shoes.camera.kinds import RANKS, SUITS, Floats


def look(card: str, surety: float) -> Floats:
    cards = np.full((13, 4), (1 - surety) / 51, np.float32)
    cards[RANKS.index(card[0]), SUITS.index(card[1])] = surety
    return cards


def evidence(*looks: tuple[int, str, float]) -> Evidence:
    found = Evidence()
    for corner, card, surety in looks:
        found.add(corner, look(card, surety))
    return found


def test_looks_that_agree_make_a_card_surer() -> None:
    once, often = evidence((0, "QH", 0.8)), evidence(*[(0, "QH", 0.8)] * 6)
    assert said(once, Limits()).card == "??"
    assert said(often, Limits()).card == "QH"
    assert often.cards().max() > once.cards().max()


def test_two_corners_are_surer_than_one() -> None:
    assert said(evidence((0, "QH", 0.8), (1, "QH", 0.8)), Limits()).card == "QH"


def test_corners_that_contradict_each_other_leave_a_card_unsure_with_its_candidates() -> None:
    words = said(evidence((0, "3D", 0.9), (1, "5D", 0.9)), Limits())
    assert words.card == "??"
    assert {card for card, _ in words.candidates[:2]} == {"3D", "5D"}
    assert not words.is_sure


def test_an_unsure_suit_is_said_as_such() -> None:
    found = Evidence()
    found.add(0, (look("9S", 0.98) + look("9C", 0.98)) * np.float32(0.5))
    assert said(found, Limits()).card == "9?"


def test_nothing_read_says_nothing() -> None:
    words = said(Evidence(), Limits())
    assert (words.card, words.confidence) == ("??", 0.0)


def test_looks_at_one_card_could_be_joined_and_at_two_not() -> None:
    one, two = evidence(*[(0, "QH", 0.95)] * 3), evidence(*[(0, "4S", 0.95)] * 3)
    assert one.could_be(evidence((1, "QH", 0.5)))
    assert not one.could_be(two)
