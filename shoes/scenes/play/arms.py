"""A person's hand with its forearm and sleeve, drawn from a few curves."""

from typing import Final

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image
from shoes.scenes.play.canvas import Sprite

SKINS: Final = ((150, 180, 224), (120, 156, 208), (96, 128, 180), (70, 98, 150), (48, 68, 110), (38, 50, 82))
SLEEVES: Final = ((236, 236, 238), (40, 36, 34), (92, 60, 34), (44, 38, 96), (120, 112, 104))
_PX: Final = 1.6  # pixels a millimetre
_WIDE, _LONG = 240.0, 1150.0
_TIP = (120.0, 20.0)


def _at(x: float, y: float) -> tuple[int, int]:
    return round((x + _TIP[0]) * _PX * 8), round((y + _TIP[1]) * _PX * 8)


def _finger(mask: Image, root: tuple[float, float], tip: tuple[float, float], width: float) -> None:
    cv2.line(
        mask, tuple(round(v / 8) for v in _at(*root)), tuple(round(v / 8) for v in _at(*tip)), 255,
        round(width * _PX), cv2.LINE_AA,
    )  # fmt: skip


def _filled(mask: Image, points: list[tuple[float, float]]) -> None:
    cv2.fillPoly(mask, [np.array([_at(*point) for point in points], np.int32)], 255, cv2.LINE_AA, 3)


def _empty() -> Image:
    return np.zeros((int(_LONG * _PX), int(_WIDE * _PX)), np.uint8)


def _rounded(mask: Image, depth_px: float) -> Floats:
    """How much light a rounded body of this outline gets, 0.55..1."""
    depth = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
    light: Floats = (0.55 + 0.45 * np.sqrt(np.clip(depth / depth_px, 0, 1))).astype(np.float32)
    return light


def _paint(canvas: Image, mask: Image, colour: tuple[int, int, int], depth_px: float) -> None:
    x, y, w, h = cv2.boundingRect(mask)
    part, shape = canvas[y : y + h, x : x + w], mask[y : y + h, x : x + w]
    light = _rounded(np.pad(shape, 1), depth_px)[1:-1, 1:-1, None]
    alpha = shape[:, :, None].astype(np.float32) / 255
    part[:, :, :3] = (part[:, :, :3] * (1 - alpha) + light * np.array(colour, np.float32) * alpha).astype(np.uint8)
    part[:, :, 3] = np.maximum(part[:, :, 3], shape)


_POINTING: Final = [
    ((-4, 78), (-6, 8), 18.0),
    ((15, 78), (13, 2), 18.5),
    ((33, 82), (31, 30), 17.5),
    ((49, 90), (46, 48), 16.0),
]
_FLAT: Final = [
    ((-6, 80), (-16, 10), 18.0),
    ((14, 76), (12, 2), 18.5),
    ((33, 80), (40, 8), 17.5),
    ((50, 90), (64, 30), 16.0),
]


def draw_arm(rng: np.random.Generator, *, is_flat: bool) -> Sprite:
    """An arm whose fingertips are its origin; it points up, the elbow lies 600 mm below."""
    skin = tuple(int(v + rng.integers(-8, 9)) for v in SKINS[int(rng.integers(len(SKINS)))])
    sleeve = SLEEVES[int(rng.integers(len(SLEEVES)))]
    canvas = np.zeros((*_empty().shape, 4), np.uint8)
    dark = (skin[0] * 7 // 8, skin[1] * 7 // 8, skin[2] * 7 // 8)
    colour = (skin[0], skin[1], skin[2])
    thumb = _empty()
    _finger(thumb, (-16, 118), (-44, 84), 22.0)
    _finger(thumb, (-44, 84), (-34 if not is_flat else -56, 52), 19.0)
    _paint(canvas, thumb, dark, 14)
    wrist = _empty()
    _filled(wrist, [(-22, 130), (46, 130), (40, 175), (46, 330), (-34, 330), (-26, 175)])
    _paint(canvas, wrist, colour, 30)
    for root, tip, width in _FLAT if is_flat else _POINTING:
        finger = _empty()
        _finger(finger, root, tip, width)
        _paint(canvas, finger, colour, 13)
        nail = _empty()
        _finger(nail, (tip[0], tip[1] + 1), (tip[0], tip[1] + 5), width * 0.5)
        _paint(canvas, nail, (min(skin[0] + 24, 255), min(skin[1] + 22, 255), min(skin[2] + 16, 255)), 3)
    palm = _empty()
    _filled(palm, [(-14, 72), (10, 66), (34, 70), (56, 84), (56, 118), (44, 160), (-20, 160), (-28, 120)])
    palm = np.asarray(cv2.GaussianBlur(palm, (0, 0), 5), np.uint8)
    _paint(canvas, palm, colour, 26)
    cloth = _empty()
    cuff = 205 + float(rng.uniform(-20, 60))
    _filled(cloth, [(-40, cuff), (54, cuff + 4), (72, 520), (88, _LONG), (-84, _LONG), (-60, 520)])
    folds = np.sin(np.linspace(0, 60, cloth.shape[0]) + rng.uniform(0, 6)) * 6
    _paint(canvas, cloth, sleeve, 50)
    top = cv2.boundingRect(cloth)[1]
    shaded = canvas[top:, :, :3] + (folds[top:, None] * (cloth[top:] > 127)).astype(np.float32)[:, :, None]
    canvas[top:, :, :3] = np.clip(shaded, 0, 255).astype(np.uint8)
    return Sprite.of(canvas, (_WIDE, _LONG), _TIP)
