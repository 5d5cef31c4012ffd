"""Where drawn hands lie: inside their areas, and each card with a corner that can be read."""

from itertools import product

import cv2
import numpy as np
import pytest

from shoes.camera.layout import Layout, blackjack
from shoes.scenes.decks import CARD_H, CARD_W, draw_face, own_design
from shoes.scenes.play.spots import CARD_MM, Pose, Spots
from shoes.scenes.play.stage import card_matrix

LEAST_SEEN = 0.75
CORNERS = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * CARD_MM / 2
GRID = np.array(list(product(np.linspace(0.06, 0.94, 7), repeat=2)))
BOXES = [(boxes, str(place)) for boxes in (1, 3, 5, 7) for place in range(1, boxes + 1)]
Hands = dict[str, list[tuple[Pose, int]]]


class Table:
    """Cards of a table as they are laid; each knows how many lay before it."""

    def __init__(self, layout: Layout, seed: int = 7) -> None:
        self.spots = Spots(layout, np.random.default_rng(seed))
        self.hands: Hands = {}
        self.count = 0

    def deal(self, place: str, *, lie: str = "along") -> None:
        self.hands.setdefault(place, []).append((self.spots.next(place, lie=lie), self.count))
        self.count += 1

    def part(self, place: str, new: str) -> None:
        self.hands[place].pop(1)
        self.hands[new] = [(self.spots.part(place, new), self.count)]
        self.count += 1

    @property
    def cards(self) -> list[Pose]:
        return [pose for pose, _ in sorted((each for hand in self.hands.values() for each in hand), key=lambda c: c[1])]


def outline(pose: Pose) -> np.ndarray:
    return cv2.perspectiveTransform(CORNERS.reshape(-1, 1, 2).astype(np.float32), card_matrix(pose)).reshape(-1, 2)


MARKS = draw_face(own_design(np.random.default_rng(1)), "TD").marks


def seen(cards: list[Pose], number: int) -> float:
    """How much of the best index of a card lies open: the worse of its rank and its suit."""
    shares = []
    for mark in MARKS:
        parts = []
        for x0, y0, x1, y1 in (mark.rank_box, mark.suit_box):
            px = GRID * (x1 - x0, y1 - y0) + (x0, y0) - (CARD_W / 2, CARD_H / 2)
            mm = (px * (CARD_MM[0] / CARD_W, CARD_MM[1] / CARD_H)).astype(np.float32)
            points = cv2.perspectiveTransform(mm.reshape(-1, 1, 2), card_matrix(cards[number]))
            is_open = np.ones(len(points), bool)
            for card in cards[number + 1 :]:
                back = np.linalg.inv(card_matrix(card)).astype(np.float32)
                on = np.abs(cv2.perspectiveTransform(points, back).reshape(-1, 2))
                is_open &= (on > np.array(CARD_MM) / 2).any(1)
            parts.append(float(is_open.mean()))
        shares.append(min(parts))
    return max(shares)


def check(layout: Layout, table: Table) -> None:
    for place, hand in table.hands.items():
        area = next(area for area in layout.areas if area.place == place.partition(".")[0])
        for pose, _ in hand:
            for corner in outline(pose):
                assert area.holds((float(corner[0]), float(corner[1]))), (place, pose)
    cards = table.cards
    shares = [round(seen(cards, number), 2) for number in range(len(cards))]
    assert [share for share in shares if share < LEAST_SEEN] == []


@pytest.mark.parametrize(("boxes", "place"), BOXES)
@pytest.mark.parametrize("seed", range(3))
def test_seven_cards_of_a_hand_lie_in_their_box_and_can_be_read(boxes: int, place: str, seed: int) -> None:
    layout = blackjack(boxes)
    table = Table(layout, seed)
    for _ in range(7):
        table.deal(place)
    check(layout, table)


@pytest.mark.parametrize(("boxes", "place"), BOXES)
def test_a_double_lies_across_and_covers_no_index(boxes: int, place: str) -> None:
    layout = blackjack(boxes)
    table = Table(layout)
    table.deal(place)
    table.deal(place)
    table.deal(place, lie="across")
    turns = [pose.turn for pose, _ in table.hands[place]]
    assert 80 < turns[2] - turns[1] < 100
    table.deal(place)  # a card too many
    check(layout, table)


@pytest.mark.parametrize(("boxes", "place"), BOXES)
@pytest.mark.parametrize("lie", ["along", "across"])
def test_two_split_hands_lie_side_by_side(boxes: int, place: str, lie: str) -> None:
    layout = blackjack(boxes)
    table = Table(layout)
    table.deal(place)
    table.deal(place)
    table.part(place, f"{place}.1")
    for hand in (place, f"{place}.1"):
        for _ in range(1 if lie == "across" else 5):
            table.deal(hand)
        table.deal(hand, lie=lie)
    check(layout, table)
    left, right = ([pose.x for pose, _ in table.hands[hand]] for hand in (place, f"{place}.1"))
    assert max(left) < min(right)


@pytest.mark.parametrize(("boxes", "place"), BOXES)
@pytest.mark.parametrize("lie", ["along", "across"])
@pytest.mark.parametrize("parted", [("", ".1", ""), ("", "", ".2"), ("", ".1", ".1"), ("", "", "")])
def test_four_split_hands_lie_in_the_four_corners(boxes: int, place: str, lie: str, parted: tuple[str, ...]) -> None:
    """Each with four cards or doubled, in any order in which they came to be."""
    layout = blackjack(boxes)
    table = Table(layout)
    table.deal(place)
    for number, of in enumerate(parted[:3], 1):
        table.deal(f"{place}{of}")
        table.part(f"{place}{of}", f"{place}.{number}")
    for hand in list(table.hands):
        for _ in range(1 if lie == "across" else 2):
            table.deal(hand)
        table.deal(hand, lie=lie)
    check(layout, table)


@pytest.mark.parametrize("boxes", [1, 3, 5, 7])
def test_the_dealers_cards_lie_side_by_side_and_all_ten_in_his_area(boxes: int) -> None:
    layout = blackjack(boxes)
    table = Table(layout)
    for _ in range(10):
        table.deal("0")
    check(layout, table)
    first, second = (pose for pose, _ in table.hands["0"][:2])
    assert second.x - first.x > CARD_MM[0]


def test_a_new_round_begins_where_the_last_one_did() -> None:
    layout = blackjack(5)
    spots = Spots(layout, np.random.default_rng(1))
    first = spots.next("3")
    spots.next("3")
    spots.clear("3")
    again = spots.next("3")
    assert np.hypot(first.x - again.x, first.y - again.y) < 6
