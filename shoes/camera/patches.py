"""Parts of the plane seen from straight above, at a scale of their own."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.crops import WINDOW_PX, upright
from shoes.camera.kinds import Floats, Image
from shoes.camera.plane import Calibration

Region = tuple[float, float, float, float]
Matrix = npt.NDArray[np.float64]

# A window that the frame shows smaller than it is gets back some of the edge that lens and sensor took.
SHARPER, MOST_SHARPER = 2.4, 1.5
EDGE_PX: Final = 0.8
# From how many pixels of the frame a pixel of the window on the frame is halved first, so that none is skipped over.
HALVED: Final = 1.3


@dataclass(frozen=True, eq=False)
class Patch:
    """A region of the plane, from its x and y in millimetres; image uint8 (h, w, 3), BGR.

    frame     the picture that it was made from.
    to_frame  float64 (3, 3): pixels of the patch to those of the frame.
    """

    image: Image
    x: float
    y: float
    px_per_mm: float
    frame: Image
    to_frame: Matrix

    def to_mm(self, points: Floats) -> Floats:
        """Continuous pixels float32 (n, 2), a pixel's middle at .5, to millimetres."""
        moved: Floats = (points / self.px_per_mm + (self.x, self.y)).astype(np.float32)
        return moved

    def shown_px(self, pose: Floats) -> float:
        """How many pixels of the frame an index is high, in the direction in which the frame shows it smallest."""
        x, y, height, up_x, up_y = (float(v) for v in pose[:5])
        half = height / 2
        across = np.array([[x - up_y * half, y + up_x * half], [x + up_y * half, y - up_x * half]])
        along = np.array([[x - up_x * half, y - up_y * half], [x + up_x * half, y + up_y * half]])
        lengths = [np.hypot(*(ends[1] - ends[0])) for ends in (_through(p, self.to_frame) for p in (across, along))]
        return float(min(lengths))

    def window(self, pose: Floats) -> Image:
        """The upright window of one index, uint8 (48, 48, 3), taken from the frame at once and not from the patch.

        An index of 20 pixels stands no second smoothing: a club becomes a spade.
        """
        matrix = self.to_frame @ np.vstack([upright(pose), [0, 0, 1]])
        return taken(self.frame, matrix, (WINDOW_PX, WINDOW_PX))


def scale_at(calibration: Calibration, point: tuple[float, float]) -> tuple[float, float]:
    """Pixels a millimetre at a point of the plane: along the direction seen largest, and smallest."""
    x, y = point
    seen = calibration.to_picture(np.array([[x - 5, y], [x + 5, y], [x, y - 5], [x, y + 5]], np.float32))
    steps = np.stack([(seen[1] - seen[0]) / 10, (seen[3] - seen[2]) / 10], axis=1)
    values = np.linalg.svd(steps, compute_uv=False)
    return float(values[0]), float(values[1])


def rectified(frame: Image, calibration: Calibration, region: Region, px_per_mm: float) -> Patch:
    """Look at a region x0, y0, x1, y1 of the plane from above.

    frame    uint8 (h, w, 3), BGR.
    returns  a Patch at `px_per_mm`; what the frame does not show repeats its edge.
    """
    x0, y0, x1, y1 = region
    size = max(8, round((x1 - x0) * px_per_mm)), max(8, round((y1 - y0) * px_per_mm))
    k = 1 / px_per_mm
    place: npt.NDArray[np.float64] = np.array([[k, 0, x0 + k / 2], [0, k, y0 + k / 2], [0, 0, 1]])
    matrix = calibration.to_picture_matrix.astype(np.float64) @ place
    image = cv2.warpPerspective(
        frame, matrix, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    return Patch(np.asarray(image, np.uint8), x0, y0, px_per_mm, frame, matrix)


def taken(frame: Image, matrix: Matrix, size: tuple[int, int]) -> Image:
    """A small part of a frame, width and height `size`, interpolated once and not smoothed by it.

    matrix  float64 (3, 3): pixels of the part to those of the frame.
    """
    w, h = size[0] - 1, size[1] - 1
    ends = _through(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float64), matrix)
    step = float(np.sqrt(abs(cv2.contourArea(ends.astype(np.float32))) / (w * h)))
    if step > HALVED:
        frame, matrix, step = _halved(frame, matrix, ends, step)
    part = cv2.warpPerspective(
        frame, matrix, size, flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE
    )
    sharper = min(SHARPER * (1 / max(step, 0.1) - 1), MOST_SHARPER)
    if sharper > 0:
        soft = cv2.GaussianBlur(part, (0, 0), EDGE_PX / max(step, 0.1))
        part = cv2.addWeighted(part, 1 + sharper, soft, -sharper, 0)
    return np.asarray(part, np.uint8)


def _through(points: Matrix, matrix: Matrix) -> Matrix:
    there = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    moved: Matrix = there[:, :2] / there[:, 2:]
    return moved


def _halved(frame: Image, matrix: Matrix, ends: Matrix, step: float) -> tuple[Image, Matrix, float]:
    """The part of a frame that a window shows, halved until a pixel of the window is about one of the part."""
    h, w = frame.shape[:2]
    x0, y0 = (int(v) for v in np.clip(np.floor(ends.min(0)) - 8, 0, (w - 2, h - 2)))
    x1, y1 = (int(v) for v in np.clip(np.ceil(ends.max(0)) + 9, (x0 + 2, y0 + 2), (w, h)))
    part = frame[y0:y1, x0:x1]
    matrix = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]]) @ matrix
    while step > HALVED and min(part.shape[:2]) >= 4:
        part = np.asarray(
            cv2.resize(part, (part.shape[1] // 2, part.shape[0] // 2), interpolation=cv2.INTER_AREA), np.uint8
        )
        matrix, step = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]]) @ matrix, step / 2
    return part, matrix, step
