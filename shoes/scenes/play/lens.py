"""A camera over a table: where it hangs, and how millimetres on the felt and above it become pixels."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import Floats
from shoes.camera.layout import Layout
from shoes.camera.plane import Calibration

ANGLES: Final = ("above", "left", "front")
# Where the camera hangs and what it looks at, in parts of the table's width and depth; height in millimetres.
_PLACES: Final = {
    "above": ((0.5, 0.66, 2300.0), (0.5, 0.5)),
    "left": ((-0.12, 0.62, 2000.0), (0.5, 0.5)),
    "front": ((0.5, 1.55, 1500.0), (0.5, 0.45)),
}
_FILLED: Final = 0.955  # how much of the picture the table takes
_SHAKEN_MM: Final = 25.0  # how far two cameras of one angle hang apart


@dataclass(frozen=True, eq=False)
class View:
    """One camera's geometry.

    matrix  float64 (3, 4): millimetres x, y and height above the felt to pixels.
    """

    matrix: npt.NDArray[np.float64]
    calibration: Calibration

    def at_height(self, height_mm: float) -> Floats:
        """Homography float32 (3, 3) of a plane parallel to the felt, millimetres to pixels."""
        flat = self.matrix[:, [0, 1, 3]].copy()
        flat[:, 2] += height_mm * self.matrix[:, 2]
        return flat.astype(np.float32)

    def points(self, points: npt.NDArray[Any], height_mm: float) -> Floats:
        """Millimetres (n, 2) at a height above the felt to pixels float32 (n, 2)."""
        there = np.hstack([points, np.full((len(points), 1), height_mm), np.ones((len(points), 1))]) @ self.matrix.T
        return (there[:, :2] / there[:, 2:]).astype(np.float32)


@dataclass(frozen=True)
class Lens:
    """A camera's picture size and the angle from which it sees the table: one of ANGLES."""

    width: int = 1920
    height: int = 1080
    angle: str = "above"

    def __post_init__(self) -> None:
        if self.angle not in ANGLES:
            raise ValueError(f"angle is {self.angle!r}; it is one of {', '.join(ANGLES)}.")

    def view(self, layout: Layout, *, seed: int) -> View:
        """The camera as it hangs; the seed moves it by a few centimetres."""
        w, d = layout.plane
        (x, y, height), (to_x, to_y) = _PLACES[self.angle]
        shake = np.random.default_rng((seed, 77)).uniform(-_SHAKEN_MM, _SHAKEN_MM, 3)
        turned = _looking((x * w + shake[0], y * d + shake[1], height + shake[2]), (to_x * w, to_y * d))
        corners = np.array([[0, 0, 0, 1], [w, 0, 0, 1], [w, d, 0, 1], [0, d, 0, 1]], np.float64)
        seen = corners @ turned.T
        flat = seen[:, :2] / seen[:, 2:]
        low, high = flat.min(0), flat.max(0)
        zoom = _FILLED * float(min(self.width / (high[0] - low[0]), self.height / (high[1] - low[1])))
        middle = np.array([self.width, self.height]) / 2 - zoom * (low + high) / 2
        sensor = np.array([[zoom, 0, middle[0]], [0, zoom, middle[1]], [0, 0, 1]])
        marks = (flat * zoom + middle).astype(np.float32)
        return View(sensor @ turned, Calibration((self.width, self.height), marks, layout.plane, layout.areas))

    def calibration(self, layout: Layout, *, seed: int = 0) -> Calibration:
        """The camera's calibration with its exact marks."""
        return self.view(layout, seed=seed).calibration


def _looking(eye: tuple[float, float, float], target: tuple[float, float]) -> npt.NDArray[np.float64]:
    """Where points (x, y, height, 1) lie before a pinhole at `eye` that looks at `target` on the felt, (3, 4).

    source   Hartley & Zisserman, Multiple View Geometry, 2nd ed., 6.1.
    """
    ahead = np.array([target[0] - eye[0], target[1] - eye[1], -eye[2]])
    ahead /= np.linalg.norm(ahead)
    # x right, y down, height up is a left-handed frame: the picture's right is the dealer's left, its down his front.
    down = np.array([0.0, 1.0, 0.0]) - ahead * ahead[1]
    down /= np.linalg.norm(down)
    right = -np.cross(down, ahead)
    axes = np.stack([right, down, ahead])
    return np.hstack([axes, -axes @ np.array(eye)[:, None]])
