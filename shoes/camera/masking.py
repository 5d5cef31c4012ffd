"""What lies outside the felt is made black, so that no evidence shows who sat there. Pure."""

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image
from shoes.camera.plane import Calibration


def felt_mask(calibration: Calibration, size: tuple[int, int]) -> Image:
    """Where a picture of `size` (width, height in pixels) shows the felt: uint8 (h, w), 255 there, else 0.

    The felt is the hull of the calibration's marks and of its areas, which may reach over the marks. The shoe's mouth
    is no part of it: a card that lies there is not placed yet, and shown to nobody.
    """
    mask = np.zeros((size[1], size[0]), np.uint8)
    seen = [calibration.to_picture(area.polygon) for area in calibration.areas if area.kind != "mouth"]
    hull = cv2.convexHull(np.concatenate([calibration.marks, *seen]).astype(np.float32))
    _fill(mask, np.asarray(hull, np.float32), calibration, 255)
    for area in calibration.areas:
        if area.kind == "mouth":
            _fill(mask, calibration.to_picture(area.polygon), calibration, 0)
    return mask


def mouth_mask(calibration: Calibration, size: tuple[int, int]) -> Image:
    """The whole picture but the shoe's mouth, for a house that masks nothing else."""
    mask = np.full((size[1], size[0]), 255, np.uint8)
    for area in calibration.areas:
        if area.kind == "mouth":
            _fill(mask, calibration.to_picture(area.polygon), calibration, 0)
    return mask


def masked(picture: Image, mask: Image) -> Image:
    """The picture, black where the mask is 0."""
    return np.asarray(cv2.bitwise_and(picture, picture, mask=mask), np.uint8)


def _fill(mask: Image, polygon: Floats, of: Calibration, value: int) -> None:
    """Fill a polygon of the calibration's picture, which may be of another size than the mask."""
    scale = np.array([mask.shape[1] / of.picture[0], mask.shape[0] / of.picture[1]], np.float32)
    corners = np.rint(polygon.reshape(-1, 2) * scale).astype(np.int32)
    cv2.fillPoly(mask, [corners.reshape(-1, 1, 2)], (value,))
