"""The camera itself: dark, moved, back; nothing is read meanwhile and nothing is lost."""

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from shoes.camera.eyes import Eyes
from shoes.camera.kinds import Image
from shoes.camera.sights import CameraState, Sight
from shoes.scenes.play.script import Dealt
from shoes.weights import load_eyes
from tests.shoes.camera.watching import drawn, scored, seen

Change = Callable[[Image], Image]
DEALT = (Dealt(1.0, "8H", "2"), Dealt(1.9, "5S", "0"), Dealt(9.2, "8C", "2"))
FROM_S, UNTIL_S = 3.6, 6.6


@pytest.fixture(scope="module")
def eyes() -> Eyes:
    return load_eyes()


def spoiled(change: Change) -> Callable[[Iterator[tuple[float, Image]]], Iterator[tuple[float, Image]]]:
    """Frames that a change befalls for three seconds."""

    def frames(of: Iterator[tuple[float, Image]]) -> Iterator[tuple[float, Image]]:
        return ((at, change(frame) if FROM_S <= at < UNTIL_S else frame) for at, frame in of)

    return frames


def dark(frame: Image) -> Image:
    return np.asarray(frame // 12, np.uint8)


def moved(frame: Image) -> Image:
    shift = np.array([[1, 0, 9], [0, 1, -6]], np.float32)
    return np.asarray(
        cv2.warpAffine(frame, shift, (frame.shape[1], frame.shape[0]), borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def turned(frame: Image) -> Image:
    h, w = frame.shape[:2]
    turn = cv2.getRotationMatrix2D((w / 2, h / 2), 2.5, 1.0)
    return np.asarray(cv2.warpAffine(frame, turn, (w, h), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def states(sights: list[Sight]) -> list[CameraState]:
    return [sight for sight in sights if isinstance(sight, CameraState)]


@pytest.mark.parametrize(("change", "state"), [(dark, "dark"), (moved, "moved"), (turned, "moved")])
def test_a_camera_that_sees_no_more_is_said_within_two_seconds_and_so_is_its_coming_back(
    eyes: Eyes, change: Change, state: str
) -> None:
    of = drawn(*DEALT, seconds=11.0)
    sights = seen(of, eyes, spoiled(change))
    first, second = states(sights)
    assert (first.state, second.state) == (state, "back")
    assert FROM_S * 1000 <= first.at_ms < FROM_S * 1000 + 2000
    assert UNTIL_S * 1000 <= second.at_ms < UNTIL_S * 1000 + 2000
    others = [sight for sight in sights if not isinstance(sight, CameraState)]
    assert scored(of, others).faults() == []


def test_lamps_that_swing_are_no_trouble(eyes: Eyes) -> None:
    def swinging(frames: Iterator[tuple[float, Image]]) -> Iterator[tuple[float, Image]]:
        for at, frame in frames:
            gain = 1 + 0.2 * np.sin(at * 1.1)
            yield at, np.asarray(cv2.convertScaleAbs(frame, alpha=float(gain)), np.uint8)

    of = drawn(*DEALT[:2], seconds=6.0)
    sights = seen(of, eyes, swinging)
    assert states(sights) == []
    assert scored(of, sights).faults() == []
