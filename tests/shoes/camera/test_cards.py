"""Cards from indices: geometry joins, identity never does, contradiction is not read."""

from collections.abc import Sequence

import numpy as np
import pytest

from shoes.camera.cards import CardRead, Limits, cards_of
from shoes.camera.kinds import RANKS, SUITS
from shoes.camera.read import Readings

# A pose, and distributions over ranks and suits.
Row = tuple[tuple[float, ...], np.ndarray, np.ndarray]

PICTURE = (1000, 800)
HEIGHT = 40.0
# A poker card with its index 40 px high: its two index middles lie this far apart.
ACROSS, ALONG = 100.0, 122.0


def said(card: str, surety: float = 0.97) -> tuple[np.ndarray, np.ndarray]:
    """Distributions over ranks and suits that say `card`; a suit `?` is torn between spades and clubs."""
    ranks = np.full(len(RANKS) + 1, (1 - surety) / len(RANKS), np.float32)
    ranks[RANKS.index(card[0])] = surety
    suits = np.full(len(SUITS) + 1, (1 - surety) / len(SUITS), np.float32)
    if card[1] == "?":
        suits[SUITS.index("S")] = suits[SUITS.index("C")] = surety / 2
    else:
        suits[SUITS.index(card[1])] = surety
    return ranks, suits / suits.sum()


def corners(card: str, other: str, at: tuple[float, float] = (200, 200), turn: float = 0.0) -> list[Row]:
    """The two opposite indices of one card as poses and distributions; `turn` in radians."""
    up = np.array([np.sin(turn), -np.cos(turn)])
    right = np.array([-up[1], up[0]])
    end = np.array(at) + right * ACROSS - up * ALONG
    return [((*at, HEIGHT, *up), *said(card)), ((*end, HEIGHT, *-up), *said(other))]


def read(rows: Sequence[Row], limits: Limits | None = None) -> list[CardRead]:
    poses, ranks, suits = zip(*rows, strict=True)
    readings = Readings(np.array(poses, np.float32), np.array(ranks, np.float32), np.array(suits, np.float32))
    return cards_of(readings, limits or Limits(), PICTURE)


def texts(cards: list[CardRead]) -> list[str]:
    return sorted(card.card for card in cards)


@pytest.mark.parametrize("turn", [0.0, 0.9, np.pi / 2, 3.0, 4.4])
def test_two_opposite_corners_are_one_card(turn: float) -> None:
    (card,) = read(corners("QH", "QH", (500, 400), turn))
    (alone,) = read(corners("QH", "QH", (500, 400), turn)[:1])
    assert (card.card, alone.card) == ("QH", "QH")
    assert card.confidence > max(0.9, alone.confidence)
    assert card.index_px == HEIGHT


def test_the_box_goes_round_the_whole_card() -> None:
    (card,) = read(corners("QH", "QH"))
    assert card.middle == pytest.approx((250, 261), abs=0.1)
    assert card.box == pytest.approx((188, 172.8, 312, 349.2), abs=0.1)


def test_one_corner_is_a_card() -> None:
    (card,) = read(corners("8D", "8D")[:1])
    assert card.card == "8D"


def test_the_same_card_twice_on_a_table_is_two_cards() -> None:
    rows = corners("7C", "7C", (100, 100)) + corners("7C", "7C", (600, 300))
    assert texts(read(rows)) == ["7C", "7C"]
    assert texts(read([rows[0], rows[2]])) == ["7C", "7C"]


def test_two_corners_of_different_cards_stay_two_cards() -> None:
    assert texts(read(corners("QH", "4S"))) == ["4S", "QH"]


def test_one_index_proposed_twice_is_read_once() -> None:
    row = corners("QH", "QH")[0]
    nearly = ((205, 206, HEIGHT * 1.2, 0, -1), *said("QH", 0.8))
    assert texts(read([row, nearly])) == ["QH"]


def test_corners_that_contradict_where_other_cards_have_theirs_are_one_unsure_card() -> None:
    rows = corners("QH", "QH", (100, 100)) + corners("3D", "5D", (600, 300))
    assert texts(read(rows)) == ["??", "QH"]


def test_of_corners_that_contradict_each_other_the_surer_one_does_not_win() -> None:
    (first, _ranks, _suits), (second, *_said) = corners("KC", "KS", (600, 300))
    rows = [*corners("QH", "QH", (100, 100)), (first, *said("KC", 0.99999)), (second, *said("KS", 0.996))]
    king, queen = sorted(read(rows), key=lambda card: card.card)
    assert (king.card, king.corners) == ("K?", ("KC", "KS"))
    assert (queen.card, queen.corners) == ("QH", ())
    assert queen.index == pytest.approx((88, 72.8, 112, 127.2), abs=0.1)  # the upper one of the two


def test_same_rank_with_two_suits_of_one_colour_in_card_geometry_is_said_without_suit() -> None:
    assert texts(read(corners("3S", "3C"))) == ["3?"]


def test_an_unsure_suit_is_said_as_such_and_a_clear_corner_settles_it() -> None:
    assert texts(read(corners("9?", "9?"))) == ["9?"]
    assert texts(read(corners("9?", "9C"))) == ["9C"]


def test_a_card_of_which_nothing_is_sure_is_unknown() -> None:
    torn = np.zeros(14, np.float32)
    torn[[RANKS.index("6"), RANKS.index("8")]] = 0.5
    rows = [((200, 200, HEIGHT, 0, -1), torn, said("9H")[1])]
    assert texts(read(rows)) == ["??"]


def test_what_is_probably_no_index_says_nothing() -> None:
    rank, suit = said("QH")
    rank, suit = rank * 0.2, suit * 0.2
    rank[-1] = suit[-1] = 0.8
    assert read([((200, 200, HEIGHT, 0, -1), rank, suit)]) == []


def test_higher_limits_abstain_sooner() -> None:
    rows = corners("QH", "QH")[:1]
    assert texts(read(rows, Limits(card=0.9999, rank=0.9999))) == ["??"]


def test_a_small_index_must_be_clearer() -> None:
    rows = corners("QH", "QH")[:1]
    pose, rank, suit = rows[0]
    (small,) = read([((*pose[:2], 13.0, *pose[3:]), rank, suit)])
    (large,) = read(rows)
    assert (small.card, large.card) == ("??", "QH")


@pytest.mark.parametrize("turn", [0.0, 1.1])
def test_a_deck_with_four_corners_is_counted_once(turn: float) -> None:
    """A whole card tells that the deck has an index at all corners; of the other only its two left ones are seen."""
    rows = corners("QH", "QH", (200, 200), turn)
    up = np.array([np.sin(turn), -np.cos(turn)])
    right = np.array([-up[1], up[0]])
    third = np.array((200, 200)) + right * ACROSS
    apart = right * 500
    beneath = np.array((200, 200)) + apart - up * ALONG
    both = [((*third, HEIGHT, *up), *said("QH")), ((*(third - right * ACROSS - up * ALONG), HEIGHT, *-up), *said("QH"))]
    left = [((*(np.array((200, 200)) + apart), HEIGHT, *up), *said("7C")), ((*beneath, HEIGHT, *-up), *said("7C"))]
    assert texts(read(rows + both + left)) == ["7C", "QH"]
    assert texts(read(rows + left)) == ["7C", "7C", "QH"]


def all_corners(card: str, at: tuple[float, float]) -> list[Row]:
    """The four indices of one upright card of a deck that has them at every corner."""
    x, y = at
    others = [((x + ACROSS, y, HEIGHT, 0, -1), *said(card)), ((x, y + ALONG, HEIGHT, 0, 1), *said(card))]
    return corners(card, card, at) + others


@pytest.mark.parametrize("apart", [30.0, 45.0, 60.0, 90.0])
def test_two_equal_cards_with_four_corners_side_by_side_are_two(apart: float) -> None:
    """The upper right corner of one and the lower left one of the next lie as two of a narrow card would."""
    rows = all_corners("3S", (200, 200)) + all_corners("3S", (200 + ACROSS + apart, 200))
    assert texts(read(rows)) == ["3S", "3S"]
    unlike = all_corners("3S", (200, 200)) + all_corners("4D", (200 + ACROSS + apart, 200))
    assert texts(read(unlike)) == ["3S", "4D"]


def test_indices_half_as_high_as_their_card_are_one_card() -> None:
    """Jumbo print: the two middles are as far apart as an index is high, across, and less along."""
    across, along = HEIGHT * 1.0, HEIGHT * 0.79
    rows = [((200, 200, HEIGHT, 0, -1), *said("6D")), ((200 + across, 200 + along, HEIGHT, 0, 1), *said("6D"))]
    assert texts(read(rows)) == ["6D"]


def test_no_indices_are_no_cards() -> None:
    nothing = Readings(np.zeros((0, 6), np.float32), np.zeros((0, 14), np.float32), np.zeros((0, 5), np.float32))
    assert cards_of(nothing, Limits(), PICTURE) == []
