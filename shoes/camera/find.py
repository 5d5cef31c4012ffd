"""Where corner indices are: the finder network on an image pyramid by halves, and its peaks."""

from collections.abc import Sequence
from typing import Any, Protocol

import cv2
import numpy as np

from shoes.camera.crops import HEIGHT, X, Y
from shoes.camera.kinds import Floats, Image

STRIDE, MULTIPLE = 4, 8
LOWEST_PX, HIGHEST_PX = 7.5, 46.0
SCORE = 5


class Session(Protocol):
    """What is used of an onnxruntime.InferenceSession."""

    def run(self, output_names: Sequence[str] | None, input_feed: dict[str, Any], /) -> Sequence[Any]: ...


def at_level(picture: Image, session: Session, threshold: float) -> Floats:
    """Proposed indices of one pyramid level.

    picture  uint8 (h, w, 3), BGR.
    returns  float32 (n, 6): pose (see `crops`) and score, in pixels of `picture`.
    """
    h, w = picture.shape[:2]
    padded = cv2.copyMakeBorder(picture, 0, -h % MULTIPLE, 0, -w % MULTIPLE, cv2.BORDER_REPLICATE)
    planes = np.ascontiguousarray(padded.transpose(2, 0, 1)[None], dtype=np.float32)
    (maps,) = session.run(None, {"pictures": planes})
    logit = np.ascontiguousarray(maps[0, 0], dtype=np.float32)
    cut = np.log(threshold / (1 - threshold))
    peaks = (logit >= cv2.dilate(logit, np.ones((3, 3), np.uint8))) & (logit > cut)
    rows, columns = np.nonzero(peaks)
    _, log_height, ux, uy, dx, dy = maps[0][:, rows, columns]
    length = np.maximum(np.hypot(ux, uy), 1e-6)
    x, y = (columns + 0.5 + np.clip(dx, -1, 1)) * STRIDE, (rows + 0.5 + np.clip(dy, -1, 1)) * STRIDE
    score = 1 / (1 + np.exp(-logit[rows, columns]))
    found = np.stack([x, y, np.exp(log_height), ux / length, uy / length, score], axis=1).astype(np.float32)
    return found[(found[:, HEIGHT] > LOWEST_PX) & (found[:, HEIGHT] < HIGHEST_PX)]


def find(levels: Sequence[Image], session: Session, threshold: float) -> Floats:
    """Proposed indices of all levels, best first, one for each place and size.

    levels   as from `crops.halves`.
    returns  float32 (n, 6): pose and score, in pixels of levels[0].
    """
    found = []
    for number, level in enumerate(levels):
        proposed = at_level(level, session, threshold)
        proposed[:, :3] *= 2**number
        found.append(proposed)
    return _without_doubles(np.concatenate(found))


def _without_doubles(found: Floats) -> Floats:
    """Drop what lies on a better proposal of about its size."""
    found = found[np.argsort(-found[:, SCORE])]
    kept: list[int] = []
    for row, pose in enumerate(found):
        better = found[kept]
        near = np.hypot(better[:, X] - pose[X], better[:, Y] - pose[Y]) < 0.3 * np.minimum(
            better[:, HEIGHT], pose[HEIGHT]
        )
        alike = np.abs(np.log(better[:, HEIGHT] / pose[HEIGHT])) < 0.35
        if not np.any(near & alike):
            kept.append(row)
    return found[kept]
