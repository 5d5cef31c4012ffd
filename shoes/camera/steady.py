"""Whether the camera still sees what it was calibrated for: dark, moved, back."""

from typing import Final

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image
from shoes.camera.sights import CameraState

DARK: Final = 0.25
DARK_LEVEL: Final = 10.0
DARK_MS, LIGHT_MS = 300, 300
MOVED_MS, BACK_MS = 1000, 1000
CHECK_MS: Final = 250
# Of the halved picture of about 480 pixels: four times as many in the whole one.
MOVED_PX: Final = 0.7
BLOCKS: Final = (4, 6)
# A part of the picture is trusted after it was found again where it was several times.
RESPONSE: Final = 0.1
TRUSTED: Final = 0.6
FEWEST: Final = 3
MOST: Final = 0.65


class Steady:
    """Judges each halved frame; `is_open` is whether reading makes sense now."""

    def __init__(self) -> None:
        self.is_open = True
        self.state = "back"
        self._usual = -1.0
        self._still: Floats | None = None
        self._window: Floats | None = None
        self._trust = np.zeros(BLOCKS, np.float32)
        self._checked = -10_000
        self._turn = False
        self._off_since: int | None = None
        self._on_since: int | None = None
        self._dark_since: int | None = None
        self._light_since: int | None = None

    def take(self, small: Image, at_ms: int, *, upheaval: bool = False) -> list[CameraState]:
        """What became of the camera with this frame.

        small     uint8 (h, w, 3).
        upheaval  most of the picture changed at once: check now.
        """
        grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        level = float(cv2.mean(grey)[0])
        if self._still is None:
            self._still, self._usual = _soft(grey), level
        said = self._by_light(level, at_ms)
        if self.state == "dark":
            self.is_open = False
            return said
        if upheaval or at_ms - self._checked >= CHECK_MS:
            self._checked = at_ms
            said += self._by_place(_soft(grey), self._still, at_ms)
        self.is_open = self.state != "moved" and self._off_since is None and self._dark_since is None
        return said

    def _by_light(self, level: float, at_ms: int) -> list[CameraState]:
        if level < max(DARK_LEVEL, DARK * self._usual):
            self._light_since = None
            self._dark_since = at_ms if self._dark_since is None else self._dark_since
            if self.state != "dark" and at_ms - self._dark_since >= DARK_MS:
                self.state = "dark"
                return [CameraState("dark", at_ms)]
            return []
        self._dark_since = None
        if self.state == "dark":
            self._light_since = at_ms if self._light_since is None else self._light_since
            if at_ms - self._light_since >= LIGHT_MS:
                self.state, self._light_since = "back", None
                return [CameraState("back", at_ms)]
            return []
        self._usual += 0.02 * (level - self._usual)
        return []

    def _by_place(self, grey: Floats, still: Floats, at_ms: int) -> list[CameraState]:
        if self._is_off(grey, still):
            self._on_since = None
            self._off_since = at_ms if self._off_since is None else self._off_since
            if self.state != "moved" and at_ms - self._off_since >= MOVED_MS:
                self.state = "moved"
                return [CameraState("moved", at_ms)]
            return []
        self._on_since = at_ms if self._on_since is None else self._on_since
        if self.state == "moved":
            if at_ms - self._on_since >= BACK_MS:
                self.state, self._off_since = "back", None
                return [CameraState("back", at_ms)]
            return []
        self._off_since = None
        still += 0.05 * (grey - still)
        return []

    def _is_off(self, grey: Floats, still: Floats) -> bool:
        """Whether most of the picture's parts that have something to hold on to lie elsewhere than they did."""
        h, w = grey.shape[0] // BLOCKS[0], grey.shape[1] // BLOCKS[1]
        if self._window is None:
            self._window = np.asarray(cv2.createHanningWindow((w, h), cv2.CV_32F), np.float32)
        self._turn = not self._turn
        held, off, fits = 0, 0, {}
        for row in range(BLOCKS[0]):
            for column in range(int(self._turn != bool(row % 2)), BLOCKS[1], 2):
                part = (slice(row * h, (row + 1) * h), slice(column * w, (column + 1) * w))
                shift, response = cv2.phaseCorrelate(still[part].copy(), grey[part].copy(), self._window)
                away = float(np.hypot(shift[0], shift[1]))
                fits[row, column] = response > RESPONSE and away < MOVED_PX / 2
                if self._trust[row, column] > TRUSTED:
                    held += 1
                    off += response < RESPONSE or away > MOVED_PX
        is_off = held >= FEWEST and off > MOST * held
        if not is_off:
            for block, fit in fits.items():
                self._trust[block] += 0.25 * (fit - self._trust[block])
        return is_off


def _soft(grey: Image) -> Floats:
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.8), np.float32)
