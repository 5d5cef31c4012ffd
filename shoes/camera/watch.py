"""A camera watched: frames in, what came to lie, turned, moved, parted or went out. No clock, no I/O, no threads."""

from typing import Final

import numpy as np

from shoes.camera.cells import Cells
from shoes.camera.eyes import Eyes
from shoes.camera.kinds import Image
from shoes.camera.knowing import Knowing
from shoes.camera.looking import Looking
from shoes.camera.lying import Lying
from shoes.camera.plane import Calibration
from shoes.camera.sights import Read, Sight
from shoes.camera.steady import Steady
from shoes.camera.telling import Telling

# When so large a share of the felt changes at once, the camera itself may have moved.
UPHEAVAL: Final = 0.4
STILL_FRAMES, STILL_MS = 24, 100


class BadFrame(ValueError):
    """A picture of another size than the calibration's; the message says both."""


class Watch:
    """One camera. Give it its frames in order."""

    def __init__(self, eyes: Eyes, calibration: Calibration) -> None:
        self._calibration = calibration
        self._cells = Cells(calibration)
        self._lying = Lying(self._cells, calibration.card_mm)
        self._steady = Steady()
        self._looking = Looking(eyes, calibration, self._cells, self._lying)
        self._telling = Telling(calibration, self._cells, self._lying)
        self._known: Knowing | None = None

    def see(self, frame: Image, at_ms: int) -> list[Sight]:
        """What this frame, uint8 (h, w, 3) BGR, lets one say; `at_ms` is when it was captured.

        A sight's own `at_ms` is when the thing happened: up to two seconds before the frame that made it sure.
        Raises BadFrame.
        """
        self._check(frame)
        cells = self._cells
        small = cells.small(frame)
        is_upheaval = bool(cells.moving.sum() > UPHEAVAL * cells.watched.sum())
        states = self._steady.take(small, at_ms, upheaval=is_upheaval)
        cells.take(small, at_ms)
        if not self._steady.is_open:
            cells.wake()
            return list(states)
        if self._known is None:
            self._known = Knowing(self._calibration, cells, self._lying)
        self._looking.look(frame, self._known.picture, at_ms)
        told = self._telling.tell(frame, at_ms)
        self._known.take(frame, at_ms)
        return [*states, *sorted(told, key=lambda sight: sight.at_ms)]

    def _check(self, frame: Image) -> None:
        w, h = self._calibration.picture
        if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8:
            raise BadFrame(f"the frame is {frame.dtype} of shape {frame.shape}; it is uint8 of ({h}, {w}, 3).")
        if frame.shape[:2] != (h, w):
            raise BadFrame(
                f"the frame is {frame.shape[1]} x {frame.shape[0]} pixels and the calibration is for {w} x {h}; "
                "set the camera to that size or calibrate anew."
            )


def check(eyes: Eyes, calibration: Calibration, picture: Image) -> list[Read]:
    """What a watch would read on one still picture. Raises BadFrame."""
    watch, reads = Watch(eyes, calibration), {}
    for number in range(STILL_FRAMES):
        for sight in watch.see(picture, number * STILL_MS):
            if isinstance(sight, Read):
                reads[sight.read] = sight
    return list(reads.values())
