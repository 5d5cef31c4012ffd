"""A drawn table at play: the same from the same seed, exact in its geometry, true to its script."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from shoes.camera.kinds import Image
from shoes.camera.layout import blackjack
from shoes.camera.plane import Calibration, parse_calibration
from shoes.scenes.play.film import Film, film
from shoes.scenes.play.lens import ANGLES, Lens
from shoes.scenes.play.looks import Look
from shoes.scenes.play.script import Dealt, Happening, Lifted, Nudged, Parted, Reached, Script, Turned
from shoes.scenes.play.stage import card_matrix
from shoes.scenes.play.stakes import spots_of

SMALL = Lens(960, 540)
STILL = Look(noise=0.0, drift=0.0, quality=None)
ROUND: tuple[Happening, ...] = (
    Dealt(1.0, "8H", "2"),
    Dealt(1.9, "5S", "0"),
    Dealt(2.8, "8C", "2"),
    Dealt(3.7, "TD", "0", face="down"),
    Parted(5.3, "2", "2.1"),
    Dealt(6.3, "3D", "2", lie="across"),
    Dealt(7.1, "KS", "2.1"),
    Nudged(8.4, "2.1", 0),
    Turned(10.0, "0", 1),
    Reached(11.4, "2", 0.8),
    Lifted(13.5, "2"),
    Lifted(14.3, "2.1"),
    Lifted(15.1, "0"),
)
WHOLE = Script(ROUND, boxes=3, seconds=17.0)


def drawn(moves: tuple[Happening, ...], seconds: float, *, look: Look = STILL, boxes: int = 3, seed: int = 4) -> Film:
    return film(Script(moves, boxes, seconds), look, SMALL, seed=seed)


def pictures(of: Film) -> dict[float, Image]:
    return {round(at, 3): picture for at, picture in of.frames()}


@pytest.fixture(scope="module")
def whole() -> tuple[Film, dict[float, Image]]:
    of = film(WHOLE, STILL, SMALL, seed=4)
    return of, pictures(of)


def near(frames: dict[float, Image], at: float) -> Image:
    return frames[min(frames, key=lambda moment: abs(moment - at))]


def area_in(picture: Image, calibration: Calibration, place: str) -> Image:
    area = calibration.area(place)
    assert area is not None
    seen = calibration.to_picture(area.polygon)
    (x0, y0), (x1, y1) = seen.min(0).astype(int), seen.max(0).astype(int)
    return picture[y0:y1, x0:x1]


def test_the_same_arguments_draw_the_same_film_and_another_seed_another() -> None:
    moves = (Dealt(0.5, "QH", "1"),)
    first, again, other = (list(drawn(moves, 0.8, look=Look(), seed=seed).frames()) for seed in (1, 1, 2))
    assert all(np.array_equal(a, b) for (_, a), (_, b) in zip(first, again, strict=True))
    assert not np.array_equal(first[-1][1], other[-1][1])


def test_a_film_has_the_frames_of_its_seconds() -> None:
    of = film(Script((), 1, 1.0), STILL, Lens(320, 180), seed=1, fps=10)
    assert [round(at, 3) for at, _ in of.frames()] == [n / 10 for n in range(10)]
    assert all(picture.shape == (180, 320, 3) and picture.dtype == np.uint8 for _, picture in of.frames())


def test_the_truth_says_what_the_script_did_and_nothing_of_nudges_and_hands(whole: tuple[Film, object]) -> None:
    assert whole[0].truth == [
        {"at": 1.0, "place": "2", "card": "8H"},
        {"at": 1.9, "place": "0", "card": "5S"},
        {"at": 2.8, "place": "2", "card": "8C"},
        {"at": 3.7, "place": "0", "card": "??", "face": "down"},
        {"at": 5.3, "parted": "2", "hand": "2.1"},
        {"at": 6.3, "place": "2", "card": "3D", "lie": "across"},
        {"at": 7.1, "place": "2.1", "card": "KS"},
        {"at": 10.0, "place": "0", "turned": "TD"},
        {"at": 13.5, "lifted": "2"},
        {"at": 14.3, "lifted": "2.1"},
        {"at": 15.1, "lifted": "0"},
    ]


@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize("boxes", [1, 5, 7])
def test_marks_are_the_corners_of_the_plane_and_all_points_follow(angle: str, boxes: int) -> None:
    layout = blackjack(boxes)
    view = Lens(angle=angle).view(layout, seed=3)
    w, d = layout.plane
    corners = np.array([[0, 0], [w, 0], [w, d], [0, d]], np.float32)
    assert np.allclose(view.calibration.marks, view.points(corners, 0.0), atol=1e-3)
    points = np.random.default_rng(1).uniform((0, 0), (w, d), (50, 2)).astype(np.float32)
    assert np.allclose(view.calibration.to_picture(points), view.points(points, 0.0), atol=0.05)


@pytest.mark.parametrize("angle", ANGLES)
def test_a_films_calibration_is_one_that_may_be_stored(angle: str) -> None:
    calibration = Lens(angle=angle).calibration(blackjack(5), seed=2)
    again = parse_calibration(calibration.as_json())
    assert np.allclose(again.marks, calibration.marks, atol=0.06)
    assert [area.place for area in again.areas] == [area.place for area in calibration.areas]


def test_three_angles_see_the_table_from_three_sides() -> None:
    layout = blackjack(5)
    above, left, front = (Lens(angle=angle).calibration(layout).marks for angle in ("above", "left", "front"))

    def side(marks: np.ndarray, one: int, two: int) -> float:
        return float(np.hypot(*(marks[one] - marks[two])))

    assert side(front, 2, 3) > 1.2 * side(front, 0, 1)
    assert side(left, 0, 3) > 1.2 * side(left, 1, 2)
    assert side(above, 2, 3) < 1.1 * side(above, 0, 1)


def test_an_unknown_angle_is_refused() -> None:
    with pytest.raises(ValueError, match="angle is 'below'; it is one of above, left, front"):
        Lens(angle="below")


def test_nothing_changes_while_nothing_moves() -> None:
    frames = pictures(drawn((Dealt(0.5, "QH", "1"),), 4.0))
    assert np.array_equal(frames[2.0], frames[3.92])


def test_only_noise_changes_while_nothing_moves() -> None:
    frames = pictures(drawn((Dealt(0.5, "QH", "1"),), 4.0, look=Look(noise=3.0, drift=0.0)))
    change = frames[2.0].astype(float) - frames[3.92]
    assert 1.0 < change.std() < 8.0
    assert abs(change.mean()) < 0.05


def test_lamps_drift_slowly() -> None:
    of = film(Script((), 1, 8.0), Look(noise=0.0, drift=0.05, quality=None), Lens(320, 180), seed=1)
    means = [float(picture.mean()) for _, picture in of.frames()]
    assert max(means) - min(means) > 0.5
    assert max(abs(one - two) for one, two in pairwise(means)) < 0.3


def test_a_card_lies_still_from_the_moment_that_the_truth_names(whole: tuple[Film, dict[float, Image]]) -> None:
    of, frames = whole
    moments = (0.64, 0.88, 1.04, 1.6)
    before, moving, at, after = (area_in(near(frames, moment), of.calibration, "2").astype(int) for moment in moments)
    low = np.abs(before - after).max(2) > 40
    low[: np.nonzero(low)[0].min() + 30] = False  # below the dealer's fingers
    assert low.sum() > 200
    assert np.abs(at[low] - after[low]).max() < 16  # his shadow
    assert np.abs(moving[low] - after[low]).max() > 40


def test_a_hand_over_the_felt_leaves_it_as_it_was(whole: tuple[Film, dict[float, Image]]) -> None:
    of, frames = whole
    before, over, after = (area_in(near(frames, at), of.calibration, "2").astype(int) for at in (10.9, 11.8, 12.8))
    assert (np.abs(over - before).max(2) > 30).mean() > 0.1
    assert np.array_equal(before, after)


def test_a_nudged_card_lies_a_little_otherwise(whole: tuple[Film, dict[float, Image]]) -> None:
    of, frames = whole
    before, after = (area_in(near(frames, at), of.calibration, "2").astype(int) for at in (7.7, 9.2))
    assert 0.002 < (np.abs(after - before).max(2) > 30).mean() < 0.1


def test_where_all_is_lifted_the_felt_is_bare_and_the_discard_holds_it(whole: tuple[Film, dict[float, Image]]) -> None:
    of, frames = whole
    for place in ("2", "0"):
        bare, lying, after = (area_in(near(frames, at), of.calibration, place) for at in (0.0, 7.7, 16.8))
        assert np.array_equal(bare, after)
        assert not np.array_equal(bare, lying)
    rack_before, rack_after = (area_in(near(frames, at), of.calibration, "discard") for at in (9.0, 16.8))
    assert not np.array_equal(rack_before, rack_after)


def test_a_face_down_card_shows_its_back_until_it_is_turned(whole: tuple[Film, dict[float, Image]]) -> None:
    """Paper is bright: a face has much of it, a back little."""
    of, frames = whole
    down, up = (area_in(near(frames, at), of.calibration, "0") for at in (4.32, 10.8))
    paper = [(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)[:, :, 1] < 60).sum() for picture in (down, up)]
    assert paper[1] > 1.2 * paper[0]


def test_chips_stand_before_the_boxes_that_play_until_the_dealer_clears_them(
    whole: tuple[Film, dict[float, Image]],
) -> None:
    of, frames = whole
    assert [(chips.place, chips.count > 0) for chips in of.plan.chips] == [("2", True), ("2", False)]
    x, y = of.calibration.to_picture(np.array([spots_of(blackjack(3))["2"]], np.float32))[0].astype(int)
    there, gone, never = (near(frames, at)[y - 8 : y + 8, x - 8 : x + 8] for at in (4.32, 16.8, 0.0))
    assert np.abs(there.astype(int) - gone).max() > 60
    assert gone.shape == never.shape


def test_a_jumbo_index_is_larger() -> None:
    """More of the card's upper left corner is red."""
    red = []
    for is_jumbo in (False, True):
        of = drawn((Dealt(0.3, "8H", "1"),), 1.6, look=Look(is_jumbo, noise=0.0, drift=0.0))
        matrix = of.view.at_height(0.0) @ card_matrix(of.plan.flights[-1].goal)
        card = np.diag([240 / 63, 336 / 88, 1.0]) @ np.array([[1, 0, 31.5], [0, 1, 44], [0, 0, 1]])
        face = cv2.warpPerspective(pictures(of)[1.52], (card @ np.linalg.inv(matrix)).astype(np.float32), (240, 336))
        corner = face[:130, :50].astype(int)
        red.append(int((corner[:, :, 2] - corner[:, :, 1] > 60).sum()))
    assert red[1] > 1.5 * red[0] > 0
