"""Sprites over a picture: colours premultiplied by alpha, warped by a homography, blended in eight bits."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image

Rect = tuple[int, int, int, int]
_SPARE_PX: Final = 4


@dataclass(frozen=True, eq=False)
class Sprite:
    """A flat thing that can be laid on the table.

    colour  uint8 (h, w, 3), BGR premultiplied by alpha.
    alpha   uint8 (h, w).
    to_mm   float32 (3, 3): its pixels to its own millimetres.
    """

    colour: Image
    alpha: Image
    to_mm: Floats

    @classmethod
    def of(cls, image: Image, size_mm: tuple[float, float], origin_mm: tuple[float, float]) -> "Sprite":
        """From BGR with alpha; `origin_mm` is the sprite's own (0, 0), from its top left corner."""
        h, w = image.shape[:2]
        alpha = np.ascontiguousarray(image[:, :, 3])
        colour = cv2.multiply(np.ascontiguousarray(image[:, :, :3]), cv2.merge([alpha] * 3), scale=1 / 255)
        scale = np.diag([size_mm[0] / w, size_mm[1] / h, 1.0])
        shift = np.array([[1, 0, -origin_mm[0]], [0, 1, -origin_mm[1]], [0, 0, 1]])
        return cls(np.asarray(colour, np.uint8), alpha, (shift @ scale).astype(np.float32))

    def halved(self) -> "Sprite":
        h, w = self.alpha.shape
        size = (w // 2, h // 2)
        scale = np.diag([w / size[0], h / size[1], 1.0])
        return Sprite(
            np.asarray(cv2.resize(self.colour, size, interpolation=cv2.INTER_AREA), np.uint8),
            np.asarray(cv2.resize(self.alpha, size, interpolation=cv2.INTER_AREA), np.uint8),
            (self.to_mm @ scale).astype(np.float32),
        )

    def shadow(self, softness_mm: float) -> "Sprite":
        """The same outline, soft, at half the resolution; only its alpha counts."""
        half = self.halved()
        spread = softness_mm / float(half.to_mm[0, 0])
        spare = int(3 * spread) + 1
        wide = cv2.copyMakeBorder(half.alpha, spare, spare, spare, spare, cv2.BORDER_CONSTANT, value=0)
        soft = np.asarray(cv2.GaussianBlur(wide, (0, 0), spread), np.uint8)
        shift = np.array([[1, 0, -spare], [0, 1, -spare], [0, 0, 1]])
        return Sprite(np.zeros((0, 0, 3), np.uint8), soft, (half.to_mm @ shift).astype(np.float32))

    def rect(self, matrix: Floats, size: tuple[int, int]) -> Rect:
        """x0, y0, x1, y1 in a picture of `size` width, height; empty where x1 <= x0 or y1 <= y0."""
        h, w = self.alpha.shape
        corners = np.array([[[0, 0]], [[w, 0]], [[w, h]], [[0, h]]], np.float32)
        seen = cv2.perspectiveTransform(corners, (matrix @ self.to_mm).astype(np.float32)).reshape(-1, 2)
        x0, y0 = np.floor(seen.min(0)).astype(int) - _SPARE_PX
        x1, y1 = np.ceil(seen.max(0)).astype(int) + _SPARE_PX
        return max(int(x0), 0), max(int(y0), 0), min(int(x1), size[0]), min(int(y1), size[1])


@dataclass(frozen=True, eq=False)
class Cut:
    """A warped sprite: where it goes, its premultiplied colours and its alpha."""

    rect: Rect
    colour: Image
    alpha: Image


def is_empty(rect: Rect) -> bool:
    return rect[2] - rect[0] < 2 or rect[3] - rect[1] < 2


def intersects(one: Rect, two: Rect) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]


def cut(sprite: Sprite, matrix: Floats, size: tuple[int, int], *, blur_px: float, finer: int = 1) -> Cut | None:
    """A sprite as it is seen through `matrix`, float32 (3, 3) millimetres to pixels; None outside the picture.

    `finer` warps it so many times finer and averages, so that nothing is jagged.
    """
    rect = sprite.rect(matrix, size)
    if is_empty(rect):
        return None
    whole = (_into(rect, finer) @ matrix @ sprite.to_mm).astype(np.float32)
    return Cut(
        rect,
        _warped(sprite.colour, whole, rect, finer=finer, blur_px=blur_px),
        _warped(sprite.alpha, whole, rect, finer=finer, blur_px=blur_px),
    )


def _into(rect: Rect, finer: int) -> Floats:
    return np.array([[finer, 0, -finer * rect[0]], [0, finer, -finer * rect[1]], [0, 0, 1]], np.float32)


def _warped(image: Image, matrix: Floats, rect: Rect, *, finer: int, blur_px: float) -> Image:
    size = (rect[2] - rect[0], rect[3] - rect[1])
    wide = (size[0] * finer, size[1] * finer)
    warped = cv2.warpPerspective(image, matrix, wide, flags=cv2.INTER_LINEAR)
    if finer > 1:
        warped = cv2.resize(warped, size, interpolation=cv2.INTER_AREA)
    if blur_px > 0.2:
        warped = cv2.GaussianBlur(warped, (0, 0), blur_px)
    return np.asarray(warped, np.uint8)


def smeared(piece: Cut, by_px: tuple[float, float]) -> Cut:
    """A cut as it looks when it comes by so many pixels while the shutter is open."""
    if np.hypot(*by_px) < 1.5:
        return piece
    return Cut(piece.rect, _smear(piece.colour, by_px), _smear(piece.alpha, by_px))


def _smear(image: Image, by_px: tuple[float, float]) -> Image:
    """The mean of four images from where the thing was to where it is."""
    h, w = image.shape[:2]
    spare = int(np.ceil(max(abs(by_px[0]), abs(by_px[1])))) + 1
    wide = cv2.copyMakeBorder(image, spare, spare, spare, spare, cv2.BORDER_CONSTANT, value=(0, 0, 0))
    shots = []
    for share in (-0.5, -0.167, 0.167, 0.5):
        x, y = spare - round(share * by_px[0]), spare - round(share * by_px[1])
        shots.append(wide[y : y + h, x : x + w])
    early = cv2.addWeighted(shots[0], 0.5, shots[1], 0.5, 0)
    late = cv2.addWeighted(shots[2], 0.5, shots[3], 0.5, 0)
    return np.asarray(cv2.addWeighted(early, 0.5, late, 0.5, 0), np.uint8)


def lay(picture: Image, piece: Cut, light: Image) -> None:
    """Blend a cut into the picture, in place, lit as the table is there.

    light   uint8 (h, w, 3), 255 = full light.
    """
    x0, y0, x1, y1 = piece.rect
    part = picture[y0:y1, x0:x1]
    clear = cv2.merge([cv2.bitwise_not(piece.alpha)] * 3)
    lit = cv2.multiply(piece.colour, light[y0:y1, x0:x1], scale=1 / 255)
    cv2.add(cv2.multiply(part, clear, scale=1 / 255), lit, dst=part)


def shade(picture: Image, shadow: Sprite, matrix: Floats, strength: float) -> Rect | None:
    """Darken the picture by a shadow's alpha, in place; where, or None outside the picture."""
    rect = shadow.rect(matrix, (picture.shape[1], picture.shape[0]))
    if is_empty(rect):
        return None
    x0, y0, x1, y1 = rect
    whole = (_into(rect, 1) @ matrix @ shadow.to_mm).astype(np.float32)
    alpha = _warped(shadow.alpha, whole, rect, finer=1, blur_px=0)
    clear = cv2.convertScaleAbs(alpha, alpha=-strength, beta=255)
    part = picture[y0:y1, x0:x1]
    cv2.multiply(part, cv2.merge([clear] * 3), dst=part, scale=1 / 255)
    return rect
