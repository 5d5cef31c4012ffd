"""What the fixed bank takes over from the private game: hit, stand, whose turn it is."""

import pytest

from tables.rules.shapes import Request
from tests.rules.felt import S17, felt

DEAL = "1=10 2=10 close 1:2S 2:9S 0:6S 1:3D 2:9C 0:??v peek "


@pytest.mark.parametrize("cards", ["", "1!hit 1:4C ", "1!hit 1:4C 1!hit 1:5H ", "1!hit 1:4C 1!hit 1:5H 1!hit 1:6D "])
def test_below_21_a_hand_may_stand_or_hit_again(cards: str) -> None:
    """R-BJV-24, R-BJV-25: as often as wanted, up to 21."""
    round_ = felt(DEAL + cards, S17)
    assert [round_.allows(Request("1", word)) for word in ("stand", "hit")] == [None, None]
    assert round_.due().step.slot == "1"


def test_at_21_the_next_box_plays() -> None:
    """R-BJV-25, R-BJV-27."""
    round_ = felt(DEAL + "1!hit 1:6C 1!hit 1:TH ", S17)
    assert round_.allows(Request("1", "hit")) is not None
    assert round_.due().step.slot == "2"


def test_above_21_the_hand_is_out_and_its_stake_is_lost() -> None:
    """R-BJV-26: said at once where cards lie open, since everybody sees it."""
    round_ = felt(DEAL + "1!hit 1:TC 1!hit 1:TH ", S17)
    assert round_.allows(Request("1", "hit")) is not None
    assert [(pay.slot, pay.amount_minor) for pay in round_.settlement().pays if pay.slot == "1"] == [("1", -1000)]
