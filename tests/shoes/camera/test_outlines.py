"""Card-sized rectangles that came onto the felt: told by four sharp sides, whatever light and hands do round them."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from shoes.camera.kinds import Image
from shoes.camera.outlines import Outline, outlines
from shoes.camera.patches import Patch

Change = Callable[[Image], Image]
CARD_MM = (63.0, 88.0)
SIZE = (220, 200)  # of the patch, in millimetres and pixels
AT, TURN = (110.0, 105.0), 8.0
CLOTH, SKIN = (60, 100, 40), (120, 150, 190)


def cloth() -> Image:
    grain = np.random.default_rng(5).normal(0, 3, (SIZE[1], SIZE[0], 1))
    return np.asarray(np.clip(np.array(CLOTH) + grain, 0, 255), np.uint8)


def with_back(picture: Image) -> Image:
    """A dark blue back with pale stripes."""
    box = cv2.boxPoints((AT, CARD_MM, TURN))
    back = np.zeros_like(picture)
    back[:] = (120, 60, 30)
    back[:, ::9] = (190, 160, 150)
    mask = cv2.fillConvexPoly(np.zeros(picture.shape[:2], np.uint8), box.round().astype(np.int32), 1)
    return np.asarray(np.where(mask[:, :, None] > 0, back, picture), np.uint8)


def with_light(picture: Image, middle: tuple[int, int], steps: float) -> Image:
    """A glare, or where `steps` is below 0 a shadow, that is strongest at its middle and goes softly."""
    down, right = np.indices(picture.shape[:2])
    spot = np.exp(-((right - middle[0]) ** 2 + (down - middle[1]) ** 2) / (2 * 55.0**2))
    return np.asarray(np.clip(picture + steps * spot[:, :, None], 0, 255), np.uint8)


def with_fingers(picture: Image, to: tuple[int, int]) -> Image:
    """Fingers from the left above, their tips at `to`."""
    picture = picture.copy()
    for number in range(3):
        tip = to[0] + 14 * number, to[1] - 6 * number
        cv2.line(picture, (tip[0] - 40, tip[1] - 120), tip, SKIN, 13, cv2.LINE_AA)
    return picture


def found(now: Image, before: Image, still: Image | None = None) -> list[Outline]:
    patches = [Patch(picture, 0.0, 0.0, 1.0, picture, np.eye(3)) for picture in (now, before)]
    return outlines(patches[0], patches[1], CARD_MM, np.ones((50, 55), np.uint8) if still is None else still)


def is_there(outline: Outline) -> bool:
    pose = outline.pose
    turn = np.degrees(np.arctan2(pose.up_x, -pose.up_y))
    return bool(np.hypot(pose.x - AT[0], pose.y - AT[1]) < 4 and abs((turn - TURN + 90) % 180 - 90) < 4)


def lit(picture: Image) -> Image:
    return with_light(picture, (70, 150), 45)


def shaded(picture: Image) -> Image:
    return with_light(picture, (120, 50), -28)


def under_fingers(picture: Image) -> Image:
    return with_fingers(picture, (92, 76))


def as_it_is(picture: Image) -> Image:
    return picture


@pytest.mark.parametrize("change", [as_it_is, lit, shaded, under_fingers])
def test_a_back_is_found_whatever_light_and_fingers_do_to_it(change: Change) -> None:
    (outline,) = found(change(with_back(cloth())), cloth())
    assert is_there(outline)


def test_a_back_is_found_where_a_hand_s_shadow_was_taken_for_the_felt() -> None:
    before = cloth()
    before[40:72, 60:150] = before[40:72, 60:150] * 0.6
    before[72:150, 64:76] = before[72:150, 64:76] * 0.6
    assert [is_there(outline) for outline in found(with_back(cloth()), before)] == [True]


@pytest.mark.parametrize("change", [as_it_is, lit, shaded, under_fingers])
def test_light_and_hands_alone_have_no_outline(change: Change) -> None:
    assert found(change(cloth()), cloth()) == []


def test_a_sleeve_has_no_outline() -> None:
    sleeve = cv2.line(cloth(), (-20, 40), (240, 160), (60, 30, 90), 63, cv2.LINE_AA)
    assert found(np.asarray(sleeve, np.uint8), cloth()) == []


def test_what_is_not_watched_or_not_at_rest_has_no_outline() -> None:
    still = np.ones((50, 55), np.uint8)
    still[:24] = 0
    assert found(with_back(cloth()), cloth(), still) == []
