"""Drawn scenes: the same from the same seed, and true."""

import cv2
import numpy as np
import pytest

from shoes.camera.crops import cut, halves
from shoes.camera.kinds import RANKS, SUITS
from shoes.scenes import practice
from shoes.scenes.decks import CARD_H, CARD_W, Face, draw_back, draw_deck, draw_face, draw_joker, edges, own_design
from shoes.scenes.layouts import Lie, fanned, in_row, project, scattered, seen_from, stepped
from shoes.scenes.light import Roughness
from shoes.scenes.scene import compose
from shoes.scenes.table import FACE_DOWN, Deal, View, draw_table

AS_DRAWN = Roughness(light=0.0, blur_px=0.0, noise=0.0)
VIEW = View(640, 400, 80.0)


def rng(seed: int = 5) -> np.random.Generator:
    return np.random.default_rng(seed)


def face(card: str) -> Face:
    return draw_face(own_design(rng()), card)


def ground(size: int = 400) -> np.ndarray:
    return np.full((size, size, 3), 90, np.uint8)


def test_same_seed_draws_the_same_table_and_another_seed_another() -> None:
    deal = Deal(["TD", "6S"], [["AH", "7C"]])
    first, again, other = (draw_table(deal, VIEW, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.image, again.image)
    assert np.array_equal(first.indices, again.indices)
    assert not np.array_equal(first.image, other.image)


def test_same_seed_draws_the_same_practice_scene() -> None:
    decks = [practice.DrawnDeck.of(own_design(rng()), rng())]
    one, two = practice.draw(decks, rng(9)), practice.draw(decks, rng(9))
    assert one.image.shape == (practice.CROP_PX, practice.CROP_PX, 3)
    assert np.array_equal(one.image, two.image)


def test_table_tells_each_card_that_lies_on_it() -> None:
    scene = draw_table(Deal(["TD", FACE_DOWN], [["AH", "7C"], ["9S"]]), VIEW, seed=3)
    assert [card.card for card in scene.cards] == ["TD", None, "AH", "7C", "9S"]
    assert {int(index["card"]) for index in scene.indices} == {0, 2, 3, 4}


def test_an_index_lies_where_the_truth_says() -> None:
    matrix = np.array([[1, 0, 60], [0, 1, 30], [0, 0, 1]], np.float32)
    drawn = face("QH")
    scene = compose(ground(), [(drawn, matrix)], rng(), rough=AS_DRAWN)
    top, bottom = edges(drawn.marks[0]) + np.array((60, 30))
    first = scene.indices[0]
    assert (first["x"], first["y"]) == pytest.approx(tuple((top + bottom) / 2), abs=0.01)
    assert first["height"] == pytest.approx(bottom[1] - top[1], abs=0.01)
    assert (first["up_x"], first["up_y"]) == pytest.approx((0, -1), abs=1e-5)
    assert (RANKS[first["rank"]], SUITS[first["suit"]]) == ("Q", "H")
    assert (first["seen_rank"], first["seen_suit"]) == (1.0, 1.0)


def test_the_opposite_index_is_upside_down() -> None:
    scene = compose(ground(), [(face("7S"), np.eye(3, dtype=np.float32))], rng(), rough=AS_DRAWN)
    one, two = scene.indices
    assert (one["up_y"], two["up_y"]) == pytest.approx((-1, 1), abs=1e-5)
    assert (one["x"] + two["x"], one["y"] + two["y"]) == pytest.approx((CARD_W, CARD_H), abs=0.01)


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_a_turned_card_has_the_same_upright_windows(quarter: int) -> None:
    drawn, size = face("4C"), 420
    still = compose(ground(size), [(drawn, Lie(210, 210, 0).matrix())], rng(), rough=AS_DRAWN)
    turned = compose(ground(size), [(drawn, Lie(210, 210, quarter * np.pi / 2).matrix())], rng(), rough=AS_DRAWN)
    names = ("x", "y", "height", "up_x", "up_y")
    windows = [
        cut(halves(scene.image), np.array([scene.indices[0][name] for name in names], np.float32)).astype(int)
        for scene in (still, turned)
    ]
    assert np.abs(windows[0] - windows[1]).mean() < 12


def test_what_a_card_covers_is_told_as_hidden() -> None:
    low, high = Lie(200, 200, 0).matrix(), Lie(190, 190, 0).matrix()
    scene = compose(ground(), [(face("2C"), low), (face("KD"), high)], rng(), rough=AS_DRAWN)
    seen = [min(index["seen_rank"], index["seen_suit"]) for index in scene.indices]
    assert seen[0] < 0.4
    assert seen[2] == seen[3] == 1.0


def test_backs_and_jokers_have_no_index() -> None:
    laid = [
        (draw_back(rng()), np.eye(3, dtype=np.float32)),
        (draw_joker(own_design(rng()), rng()), np.eye(3, dtype=np.float32)),
    ]
    assert len(compose(ground(), laid, rng(), rough=AS_DRAWN).indices) == 0


def test_a_deck_has_fifty_two_different_faces() -> None:
    deck = draw_deck(own_design(rng(), jumbo=True))
    assert sorted(deck) == sorted(rank + suit for rank in RANKS for suit in SUITS)
    assert len({f.image.tobytes() for f in deck.values()}) == 52


@pytest.mark.parametrize("layout", [scattered, fanned, stepped, in_row])
def test_layouts_lay_the_number_asked_for(layout) -> None:  # type: ignore[no-untyped-def]
    assert len(layout(rng(), 5)) == 5


def test_a_lens_keeps_its_middle_and_its_scale() -> None:
    lens = seen_from(rng(), tilt=0.6, px_per_unit=0.5, middle=(40.0, 70.0))
    points = project(np.array([[40, 70], [41, 70], [40, 71]], np.float32), lens)
    assert points[0] == pytest.approx((0, 0), abs=1e-4)
    lengths = np.linalg.norm(points[1:] - points[0], axis=1)
    assert 0.38 < lengths.min() <= lengths.max() < 0.52


def test_lamp_and_lens_change_the_picture_but_not_its_shape() -> None:
    scene = compose(ground(), [(face("7S"), np.eye(3, dtype=np.float32))], rng(), rough=Roughness())
    plain = compose(ground(), [(face("7S"), np.eye(3, dtype=np.float32))], rng(), rough=AS_DRAWN)
    assert scene.image.shape == plain.image.shape
    assert scene.image.dtype == np.uint8
    assert cv2.absdiff(scene.image, plain.image).mean() > 1
