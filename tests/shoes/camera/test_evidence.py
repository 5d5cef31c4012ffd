"""Several looks at a card make it surer, and contradiction leaves it unsure."""

import numpy as np
import pytest

from shoes.camera.evidence import PIPS, Evidence, said
from shoes.camera.kinds import RANKS, SUITS, Floats

OTHER = {"S": "C", "C": "S", "H": "D", "D": "H"}


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
    assert said(once).card == "??"
    assert said(often).card == "QH"
    assert often.cards().max() > once.cards().max()


def torn(one: str, other: str, share: float) -> Floats:
    """A look that cannot tell two cards apart."""
    return look(one, 0.98) * np.float32(share) + look(other, 0.98) * np.float32(1 - share)


def test_many_looks_that_all_waver_make_no_card_sure() -> None:
    found = Evidence()
    for _ in range(40):
        found.add(0, torn("QS", "QC", 0.62))
        found.add(1, torn("QS", "QC", 0.62))
    words = said(found)
    assert words.card == "Q?"
    assert [card for card, _ in words.candidates[:2]] == ["QS", "QC"]


def test_a_corner_that_another_card_half_covers_says_little() -> None:
    found = Evidence()
    for _ in range(4):
        found.add(1, look("QC", 0.97))
    for _ in range(20):
        found.add(0, torn("QS", "QC", 0.9) * np.float32(0.5))
    assert said(found).card == "Q?"
    found.add(0, look("QC", 0.97))
    assert said(found).card == "QC"


def looked_at(card: str, *, px: float, surety: float, times: int = 6) -> Evidence:
    """Both corners, always alike."""
    found = Evidence()
    for _ in range(times):
        for corner in (0, 1):
            found.add(corner, torn(card, card[0] + OTHER[card[1]], surety), px)
    return found


@pytest.mark.parametrize(("px", "card"), [(11, "2?"), (32, "2S")])
def test_a_tiny_index_must_be_clearer_than_a_large_one(px: float, card: str) -> None:
    assert said(looked_at("2S", px=px, surety=0.88)).card == card


def test_pips_tell_the_suit_of_a_tiny_index_that_errs() -> None:
    found = looked_at("2S", px=11, surety=0.88)
    for _ in range(6):
        found.add(PIPS, look("2C", 0.97))
    assert said(found).card == "2C"
    assert (found.corners, found.most_looks, found.is_tiny) == (2, 6, True)


def test_pips_that_contradict_a_large_index_leave_the_suit_unsure() -> None:
    found = looked_at("2S", px=24, surety=0.97)
    for _ in range(6):
        found.add(PIPS, look("2C", 0.97))
    assert said(found).card == "2?"


def test_pips_say_nothing_of_the_other_colour() -> None:
    found = looked_at("2S", px=11, surety=0.88)
    for _ in range(6):
        found.add(PIPS, look("2D", 0.97))
    assert not said(found).is_sure


def test_two_corners_are_surer_than_one() -> None:
    assert said(evidence((0, "QH", 0.8), (1, "QH", 0.8))).card == "QH"


def test_corners_that_contradict_each_other_leave_a_card_unsure_with_its_candidates() -> None:
    words = said(evidence((0, "3D", 0.9), (1, "5D", 0.9)))
    assert words.card == "??"
    assert {card for card, _ in words.candidates[:2]} == {"3D", "5D"}
    assert not words.is_sure


def test_an_unsure_suit_is_said_as_such() -> None:
    found = Evidence()
    found.add(0, (look("9S", 0.98) + look("9C", 0.98)) * np.float32(0.5))
    assert said(found).card == "9?"


def test_nothing_read_says_nothing() -> None:
    words = said(Evidence())
    assert (words.card, words.confidence) == ("??", 0.0)


def test_looks_at_one_card_could_be_joined_and_at_two_not() -> None:
    one, two = evidence(*[(0, "QH", 0.95)] * 3), evidence(*[(0, "4S", 0.95)] * 3)
    assert one.could_be(evidence((1, "QH", 0.5)))
    assert not one.could_be(two)
