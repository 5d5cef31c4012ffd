"""Where a card lies by its indices, and which corner an index is."""

import numpy as np
import pytest

from shoes.camera.indices import Index
from shoes.camera.plane import POKER_MM
from shoes.camera.poses import Deck, Pose, corner_of, overlap, pose_of_one, pose_of_two

NOTHING = np.zeros((13, 4), np.float32)
RIGHT, UP, HEIGHT = 25.0, 31.0, 20.0


def pose(x: float = 300.0, y: float = 200.0, turn: float = 0.0) -> Pose:
    return Pose(x, y, float(np.sin(np.radians(turn))), -float(np.cos(np.radians(turn))), *POKER_MM)


def index(of: Pose, corner: int) -> Index:
    sign = 1 if corner == 0 else -1
    at = np.array(of.at(-sign * RIGHT, sign * UP), np.float32)
    return Index(at, np.array([of.up_x, of.up_y], np.float32) * sign, HEIGHT, NOTHING)


@pytest.fixture
def deck() -> Deck:
    found = Deck(POKER_MM)
    for _ in range(3):
        found.learn(RIGHT, UP, HEIGHT)
    return found


@pytest.mark.parametrize("turn", [0.0, 12.0, 90.0, 171.0, 260.0])
def test_a_card_is_where_one_or_two_of_its_indices_say(deck: Deck, turn: float) -> None:
    true = pose(turn=turn)
    two = pose_of_two(index(true, 0), index(true, 1), deck)
    assert two is not None
    for found in (two, pose_of_one(index(true, 0), deck)):
        assert found.away(true) < 0.1
        assert found.turned_from(true) < 0.5


def test_indices_of_two_cards_are_no_pair(deck: Deck) -> None:
    assert pose_of_two(index(pose(), 0), index(pose(318, 174), 1), deck) is None
    assert pose_of_two(index(pose(), 0), index(pose(), 0), deck) is None


def test_an_index_belongs_to_the_corner_where_it_lies(deck: Deck) -> None:
    true = pose(turn=30)
    assert [corner_of(index(true, corner), true, deck) is not None for corner in (0, 1)] == [True, True]
    first, second = corner_of(index(true, 0), true, deck), corner_of(index(true, 1), true, deck)
    assert first is not None
    assert second is not None
    assert (first[0], second[0]) == (0, 1)
    pushed = corner_of(index(pose(303, 202, turn=32), 0), true, deck)
    assert pushed is not None
    assert corner_of(index(pose(318, 174, turn=30), 0), true, deck) is None


def test_overlap_is_the_share_of_a_cards_surface() -> None:
    assert overlap(pose(), pose()) == pytest.approx(1.0)
    assert overlap(pose(), pose(331.5, 200)) == pytest.approx(0.5)
    assert overlap(pose(), pose(400, 200)) == 0.0
