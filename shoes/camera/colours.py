"""Colours compared: alike in shadow or not, and how far apart."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import Floats, Image

SHADE: Final = 0.62
ONES: Final = np.ones(3, np.float32)


def is_alike(one: Floats, two: Floats, tolerance: float) -> npt.NDArray[np.bool_]:
    """Which colours of two lists, float32 (n, 3), are the same, in shadow or not."""
    ratio = (one @ ONES + 6) / (two @ ONES + 6)
    blue, green, red = np.abs(one - two * ratio[:, None]).T
    away = np.maximum(np.maximum(blue, green), red)
    alike: npt.NDArray[np.bool_] = (away < tolerance) & (ratio > SHADE) & (ratio < 1 / SHADE)
    return alike


def apart(one: Floats | Image, two: Floats | Image) -> Floats:
    """By how many grey levels two pictures of one type differ, in the colour that differs most: float32."""
    blue, green, red = cv2.split(cv2.absdiff(one, two))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
