"""What lamp, lens and sensor do to a drawn picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image


@dataclass(frozen=True)
class Roughness:
    """How hard a picture is treated; 1 is the range seen in photographs, 0 leaves it as drawn."""

    light: float = 1.0
    blur_px: float = 1.0
    noise: float = 1.0


def _field(rng: np.random.Generator, size: tuple[int, int], cells: int) -> Floats:
    coarse = rng.random((cells, cells), dtype=np.float32)
    field: Floats = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR).astype(np.float32)
    return field


def cast_shadow(picture: Floats, rng: np.random.Generator) -> None:
    """Darken a soft-edged polygon, in place: a hand, a head, the frame of a window."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.float32)
    points = (rng.random((int(rng.integers(3, 6)), 2)) * 2 - 0.5) * (w, h)
    cv2.fillPoly(mask, [points.astype(np.int32)], float(rng.uniform(0.15, 0.6)))
    soft = rng.uniform(0.005, 0.08) * w
    picture *= (1 - cv2.GaussianBlur(mask, (0, 0), soft))[:, :, None]


def add_glare(picture: Floats, rng: np.random.Generator) -> None:
    """Add a bright soft spot, in place: a lamp in the varnish of a card."""
    h, w = picture.shape[:2]
    mask = np.zeros((h, w), np.float32)
    axes = (int(rng.uniform(0.03, 0.25) * w), int(rng.uniform(0.03, 0.15) * h))
    centre = int(rng.integers(0, w)), int(rng.integers(0, h))
    cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(30, 150)), -1)
    picture += cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.02, 0.08) * w)[:, :, None]


def light(picture: Image, rng: np.random.Generator, strength: float = 1.0) -> Floats:
    """Uneven light, shadow, glare, white balance, contrast and exposure: float32 (h, w, 3) in 0..255."""
    size = picture.shape[1], picture.shape[0]
    lit: Floats = picture.astype(np.float32)
    lit *= (1 - strength * rng.uniform(0, 0.4) * _field(rng, size, 3))[:, :, None]
    if rng.random() < 0.35 * strength:
        cast_shadow(lit, rng)
    if rng.random() < 0.2 * strength:
        add_glare(lit, rng)
    lit *= (1 + strength * rng.normal(0, 0.09, 3)).astype(np.float32)
    exposure = rng.uniform(0.45, 1.15) if rng.random() < 0.8 else rng.uniform(0.2, 1.5)
    gamma = rng.uniform(0.75, 1.4)
    shown = 255 * np.clip(lit / 255 * (1 + strength * (exposure - 1)), 0, 1) ** (1 + strength * (gamma - 1))
    lift = strength * rng.uniform(0, 40) if rng.random() < 0.3 else 0.0
    result: Floats = (shown * (1 - lift / 255) + lift).astype(np.float32)
    return result


def _motion_kernel(length: float, angle: float) -> Floats:
    size = int(length) * 2 + 1
    kernel = np.zeros((size, size), np.float32)
    dx, dy = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    middle = size // 2
    ends = ((round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy)))
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    kernel /= kernel.sum()
    return kernel


def blur(picture: Floats, rng: np.random.Generator, most_px: float) -> Floats:
    """Defocus, and seldom motion or a coarser sensor scaled up; never over `most_px` (sigma)."""
    sigma = most_px * rng.random() ** 1.6
    if sigma > 0.25:
        picture = cv2.GaussianBlur(picture, (0, 0), sigma).astype(np.float32)
    if rng.random() < 0.12:
        picture = cv2.filter2D(
            picture, -1, _motion_kernel(most_px * rng.uniform(0.8, 2.2), rng.uniform(0, np.pi))
        ).astype(np.float32)
    if rng.random() < 0.3:
        h, w = picture.shape[:2]
        k = 1 / (1 + most_px * rng.uniform(0, 0.7))
        way = (cv2.INTER_AREA, cv2.INTER_LINEAR)[int(rng.integers(2))]
        small = cv2.resize(picture, (max(int(w * k), 8), max(int(h * k), 8)), interpolation=way)
        up = (cv2.INTER_CUBIC, cv2.INTER_LINEAR)[int(rng.integers(2))]
        picture = cv2.resize(small, (w, h), interpolation=up).astype(np.float32)
    return picture


def sharpen(picture: Floats, rng: np.random.Generator) -> Floats:
    """The halo that phones add."""
    soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.7, 1.6))
    result: Floats = (picture + rng.uniform(0.3, 1.2) * (picture - soft)).astype(np.float32)
    return result


def expose(picture: Image, rng: np.random.Generator, rough: Roughness) -> Image:
    """The picture as a camera would deliver it, uint8 (h, w, 3)."""
    lit = light(picture, rng, rough.light)
    lit = blur(lit, rng, rough.blur_px)
    if rng.random() < 0.25:
        lit = sharpen(lit, rng)
    amount = rough.noise * rng.uniform(0, 10) * (rng.random() < 0.75)
    if amount > 0.5:
        noise = rng.standard_normal((*lit.shape[:2], 1), dtype=np.float32)
        if rng.random() < 0.4:
            noise = rng.standard_normal(lit.shape, dtype=np.float32)
        lit = lit + noise * amount
    out = np.clip(lit, 0, 255).astype(np.uint8)
    if rng.random() < 0.06:
        out = np.repeat(out.mean(axis=2, keepdims=True).astype(np.uint8), 3, axis=2)
    if rng.random() < 0.7 * min(rough.noise, 1):
        quality = int(rng.integers(35, 96))
        out = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR), np.uint8
        )
    return out
