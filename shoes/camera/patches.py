"""Parts of the plane seen from straight above, at a scale of their own."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import Floats, Image
from shoes.camera.plane import Calibration

Region = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class Patch:
    """A region of the plane, from its x and y in millimetres; image uint8 (h, w, 3), BGR."""

    image: Image
    x: float
    y: float
    px_per_mm: float

    def to_mm(self, points: Floats) -> Floats:
        """Continuous pixels float32 (n, 2), a pixel's middle at .5, to millimetres."""
        moved: Floats = (points / self.px_per_mm + (self.x, self.y)).astype(np.float32)
        return moved

    def to_px(self, points: Floats) -> Floats:
        moved: Floats = ((points - (self.x, self.y)) * self.px_per_mm).astype(np.float32)
        return moved


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
    return Patch(np.asarray(image, np.uint8), x0, y0, px_per_mm)
