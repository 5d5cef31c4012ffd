"""One minute of drawn play: exactly the dealt cards in order, place and time, none false, none missed."""

import pytest

from shoes.weights import load_eyes
from tests.shoes.camera.minute import minute, score_of


@pytest.mark.xdist_group("photographs")
@pytest.mark.parametrize("angle", ["left"])
def test_a_minute_of_play_is_told_exactly(angle: str) -> None:
    score = score_of(minute(14, angle), load_eyes())
    assert score.faults() == []
    assert score.right > 30
