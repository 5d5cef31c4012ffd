"""Index crops: a pose in a picture, and the upright 48-pixel window that the reader reads."""

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import Floats, Image

WINDOW_PX, INDEX_PX = 48, 32

# A pose float32 (5,): middle x and y, height, up-vector x and y; pixels of the picture it lies in.
X, Y, HEIGHT, UP_X, UP_Y = range(5)


def halves(picture: Image, most: int = 5) -> list[Image]:
    """The picture and its halvings while both sides stay over 32 pixels, finest first."""
    levels = [picture]
    while len(levels) < most and min(levels[-1].shape[:2]) >= 64:
        h, w = levels[-1].shape[:2]
        levels.append(np.asarray(cv2.resize(levels[-1], (w // 2, h // 2), interpolation=cv2.INTER_AREA), np.uint8))
    return levels


def upright(pose: Floats) -> npt.NDArray[np.float64]:
    """The affine map float64 (2, 3) from window pixels to picture pixels for `cv2.warpAffine` with WARP_INVERSE_MAP."""
    k = pose[HEIGHT] / INDEX_PX
    ux, uy = pose[UP_X] * k, pose[UP_Y] * k
    right = np.array([-uy, ux])
    down = np.array([-ux, -uy])
    middle = np.array([pose[X], pose[Y]]) - 0.5
    half = (WINDOW_PX - 1) / 2
    corner = middle - half * (right + down)
    return np.column_stack([right, down, corner])


def cut(levels: Sequence[Image], pose: Floats) -> Image:
    """The upright window of one index, uint8 (48, 48, 3).

    levels   as from `halves`; the crop comes from the level where the index is nearest to its size in the window,
             so that nothing is skipped over in scaling down.
    pose     in pixels of levels[0].
    """
    level = int(np.clip(np.floor(np.log2(max(float(pose[HEIGHT]), 1.0) / (INDEX_PX * 0.8))), 0, len(levels) - 1))
    own = pose.copy()
    own[:3] /= 2**level
    return np.asarray(
        cv2.warpAffine(
            levels[level],
            upright(own),
            (WINDOW_PX, WINDOW_PX),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
