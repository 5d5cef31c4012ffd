"""The suit by the large pips, where the index is too small; and windows that the frame fills without a second blur."""

import cv2
import numpy as np
import pytest

from shoes.camera.crops import cut, halves
from shoes.camera.eyes import Eyes
from shoes.camera.kinds import SUITS, Image
from shoes.camera.layout import blackjack
from shoes.camera.patches import rectified
from shoes.camera.pips import spots, suits
from shoes.camera.plane import POKER_MM, Calibration
from shoes.camera.poses import Pose
from shoes.scenes.decks import CARD_H, CARD_W, draw_face, own_design
from shoes.weights import load_eyes

LAYOUT = blackjack(3)
OFFSET, INDEX_MM = (25.7, 32.0), 19.0
POSE = Pose(700.0, 500.0, 0.26, -0.966, *POKER_MM)


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return load_eyes()


def seen(card: str, px_per_mm: float) -> tuple[Image, Calibration]:
    """A card on green cloth from straight above: an index of 12 pixels at 0.62 pixels a millimetre."""
    w, h = (round(side * px_per_mm) for side in LAYOUT.plane)
    marks = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    calibration = Calibration((w, h), marks, LAYOUT.plane, LAYOUT.areas)
    face = draw_face(own_design(np.random.default_rng(4)), card).image[:, :, :3]
    size = CARD_W // 4, CARD_H // 4
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA)
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    there = cv2.getPerspectiveTransform(corners, calibration.to_picture(POSE.outline()))
    frame = np.full((h, w, 3), (60, 110, 40), np.uint8)
    on = cv2.warpPerspective(small, there, (w, h), flags=cv2.INTER_AREA)
    is_card = cv2.warpPerspective(np.full(small.shape[:2], 255, np.uint8), there, (w, h)) > 127
    frame[is_card] = on[is_card]
    return frame, calibration


@pytest.mark.parametrize("card", ["2C", "2S", "5H", "7D", "TC", "9S", "AC", "AS"])
def test_pips_tell_the_suit_where_an_index_has_twelve_pixels(eyes: Eyes, card: str) -> None:
    frame, calibration = seen(card, 0.62)
    shares = suits(frame, calibration, eyes.reader, card[0], spots(card[0], POSE, OFFSET), INDEX_MM)
    assert shares is not None
    assert SUITS[int(shares.argmax())] == card[1]
    assert shares.max() > 0.8


def test_pips_too_small_to_tell_say_nothing(eyes: Eyes) -> None:
    frame, calibration = seen("2C", 0.45)
    assert suits(frame, calibration, eyes.reader, "2", spots("2", POSE, OFFSET), INDEX_MM) is None


def test_where_no_pip_shows_nothing_is_told(eyes: Eyes) -> None:
    frame, calibration = seen("2C", 0.62)
    frame[:] = 235
    assert suits(frame, calibration, eyes.reader, "2", spots("2", POSE, OFFSET), INDEX_MM) is None
    assert suits(frame, calibration, eyes.reader, "2", [], INDEX_MM) is None


def test_an_ace_has_one_pip_and_the_picture_of_a_court_card_is_not_asked() -> None:
    assert [len(spots(rank, POSE, OFFSET)) for rank in "A2TK"] == [1, 2, 4, 0]
    (ace,) = spots("A", POSE, OFFSET)
    assert ace.pip.tolist() == [700.0, 500.0]


def test_a_window_keeps_more_of_the_print_than_one_cut_from_the_patch() -> None:
    frame, calibration = seen("2C", 0.9)
    patch = rectified(frame, calibration, (640, 430, 760, 570), 1.0)
    at = (np.array(POSE.at(-OFFSET[0], OFFSET[1])) - (patch.x, patch.y)) * patch.px_per_mm
    pose = np.array([*at, INDEX_MM, POSE.up_x, POSE.up_y], np.float32)
    grey = [cv2.cvtColor(part, cv2.COLOR_BGR2GRAY) for part in (patch.window(pose), cut(halves(patch.image, 2), pose))]
    edges = [float(np.abs(cv2.Laplacian(part[8:40, 12:36], cv2.CV_32F)).mean()) for part in grey]
    assert edges[0] > 1.3 * edges[1]
    assert patch.shown_px(pose) == pytest.approx(0.9 * INDEX_MM, abs=0.5)


def test_a_large_index_is_halved_before_it_is_taken() -> None:
    """Stripes of one pixel become grey, and are not picked here and there."""
    calibration = Calibration(
        (4000, 2400), np.array([[0, 0], [4000, 0], [4000, 2400], [0, 2400]], np.float32), (1000, 600), LAYOUT.areas
    )
    frame = np.zeros((2400, 4000, 3), np.uint8)
    frame[:, ::2] = 250
    patch = rectified(frame, calibration, (400, 200, 600, 400), 1.0)
    window = patch.window(np.array([100, 100, 30, 0, -1], np.float32))
    assert abs(float(window.mean()) - 125) < 4
    assert float(window.std()) < 4
