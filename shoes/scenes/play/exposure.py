"""What lamps and sensor do to each frame: uneven and drifting light, noise, compression."""

from typing import Final

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image
from shoes.scenes.play.canvas import Rect
from shoes.scenes.play.looks import Look

_SPARE_PX: Final = 96
_BLOCK: Final = 16
_OFFSET: Final = 128.0


def light_field(size: tuple[int, int], unevenness: float, rng: np.random.Generator) -> Image:
    """How much light falls where, uint8 (h, w, 3), 255 = full: lamps over the table, darker corners."""
    w, h = size
    coarse = 1 - unevenness * 0.55 * rng.random((3, 4)).astype(np.float32)
    field = cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC)
    down, right = np.linspace(-1, 1, h, dtype=np.float32)[:, None], np.linspace(-1, 1, w, dtype=np.float32)
    field = field * (1 - unevenness * 0.15 * (right * right + down * down))
    tints = 250 * (1 - unevenness * rng.uniform(0, 0.12, 3))
    lit = cv2.merge([cv2.convertScaleAbs(field, alpha=tint) for tint in tints])
    return np.maximum(np.asarray(lit, np.uint8), np.uint8(40))


def softened(picture: Image, light: Image, blur_px: float) -> Image:
    """A picture lit by a field of light and seen through the lens."""
    lit = cv2.multiply(picture, light, scale=1 / 255)
    return np.asarray(cv2.GaussianBlur(lit, (0, 0), blur_px) if blur_px > 0.2 else lit, np.uint8)


def _spot(size: tuple[int, int]) -> Floats:
    """A soft bright spot a third of the picture wide, float32 (h, w, 3), 1 at its middle, a little warm."""
    w, h = size[0] // 3, size[0] // 5
    right, down = np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32)[:, None]
    fall = np.clip(1 - (right * right + down * down), 0, 1) ** 2
    spot: Floats = np.stack([fall * 0.9, fall * 0.97, fall], -1).astype(np.float32)
    return spot


class Exposure:
    """One camera's sensor: its noise is drawn once and laid over each frame another way."""

    def __init__(self, look: Look, size: tuple[int, int], rng: np.random.Generator) -> None:
        self._look, self._size = look, size
        self._phases = rng.uniform(0, 2 * np.pi, 2)
        self._shifts = rng.integers(0, _SPARE_PX, (4096, 2))
        w, h = size[0] + _SPARE_PX, size[1] + _SPARE_PX
        grain = rng.standard_normal((h, w, 1), dtype=np.float32) * 0.85
        colour = cv2.resize(rng.standard_normal((h // 2, w // 2, 3), dtype=np.float32), (w, h)) * 0.7
        self._noise = np.clip((grain + colour) * look.noise + _OFFSET + 0.5, 0, 255).astype(np.uint8)
        self._number = 0
        self._glare = np.asarray(_spot(size) * look.glare, np.uint8) if look.glare else None

    def gain(self, at: float) -> float:
        """The lamps' slow swing."""
        one, two = self._phases
        return 1 + self._look.drift * float(0.6 * np.sin(at / 11 + one) + 0.4 * np.sin(at / 3.7 + two))

    def exposed(self, picture: Image, touched: list[Rect], at: float) -> Image:
        """A frame as the camera delivers it; only what was `touched` is not compressed yet."""
        if touched:
            x0, y0, x1, y1 = self.blocks(touched)
            picture[y0:y1, x0:x1] = self.compressed(picture[y0:y1, x0:x1])
        self._shine(picture, at)
        dx, dy = self._shifts[self._number % len(self._shifts)]
        self._number += 1
        w, h = self._size
        noise = self._noise[dy : dy + h, dx : dx + w]
        return np.asarray(cv2.addWeighted(picture, self.gain(at), noise, 1.0, -_OFFSET), np.uint8)

    def _shine(self, picture: Image, at: float) -> None:
        """The glare where it has wandered, in place: over the whole table in about a minute and a half."""
        if self._glare is None:
            return
        one, two = self._phases
        w, h = self._size
        x, y = w * (0.5 + 0.45 * np.sin(at / 14 + one)), h * (0.5 + 0.4 * np.sin(at / 9.3 + two))
        spot_h, spot_w = self._glare.shape[:2]
        left, top = round(float(x)) - spot_w // 2, round(float(y)) - spot_h // 2
        x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + spot_w, w), min(top + spot_h, h)
        if x1 > x0 and y1 > y0:
            part = picture[y0:y1, x0:x1]
            cv2.add(part, self._glare[y0 - top : y1 - top, x0 - left : x1 - left], dst=part)

    def blocks(self, rects: list[Rect], *, spare: int = 0) -> Rect:
        """The rectangle round some others, on the edges of the blocks that are compressed."""
        x0, y0 = min(r[0] for r in rects) - spare, min(r[1] for r in rects) - spare
        x1, y1 = max(r[2] for r in rects) + spare, max(r[3] for r in rects) + spare
        w, h = self._size
        return (
            max(x0 // _BLOCK * _BLOCK, 0), max(y0 // _BLOCK * _BLOCK, 0),
            min(-(-x1 // _BLOCK) * _BLOCK, w), min(-(-y1 // _BLOCK) * _BLOCK, h),
        )  # fmt: skip

    def compressed(self, part: Image) -> Image:
        """As a decoder gives it back; `part` begins on a block's edge."""
        if self._look.quality is None or part.size == 0:
            return part.copy()
        packed = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, self._look.quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
