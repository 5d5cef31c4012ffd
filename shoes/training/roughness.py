"""What lens, lamp and sensor do to a window, anew at every look: the same scenes teach many times over."""

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image


def _softened(window: Floats, rng: np.random.Generator) -> Floats:
    """Defocus, seldom along one direction only."""
    sigma = 2.2 * rng.random() ** 1.5 + 0.2
    if rng.random() < 0.25:
        length = 2 * int(rng.integers(1, 4)) + 1
        kernel = np.zeros((length, length), np.float32)
        dx, dy = np.cos(turn := rng.uniform(0, np.pi)) * length / 2, np.sin(turn) * length / 2
        middle = length // 2
        cv2.line(kernel, (round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy)), 1.0, 1)
        return np.asarray(cv2.filter2D(window, -1, kernel / kernel.sum()), np.float32)
    return np.asarray(cv2.GaussianBlur(window, (0, 0), sigma), np.float32)


def _coarsened(window: Floats, rng: np.random.Generator) -> Floats:
    """As from an index of 10 to 24 pixels."""
    side = int(rng.integers(15, 37))
    ways = (cv2.INTER_AREA, cv2.INTER_LINEAR, cv2.INTER_CUBIC)
    small = cv2.resize(window, (side, side), interpolation=ways[int(rng.integers(2))])
    whole = cv2.resize(small, window.shape[1::-1], interpolation=ways[int(rng.integers(1, 3))])
    return np.asarray(whole, np.float32)


def _veiled(window: Floats, rng: np.random.Generator) -> Floats:
    """Gloss and too much light: ink turns pale, paper burns out."""
    pale = rng.uniform(0.2, 0.65)
    veil = np.array(rng.uniform(200, 255), np.float32)
    if rng.random() < 0.5:
        ramp = cv2.resize(rng.random((2, 2), dtype=np.float32), window.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        return np.asarray(window + (veil - window) * pale * ramp[:, :, None], np.float32)
    return np.asarray(window + (veil - window) * pale, np.float32)


def _lit(window: Floats, rng: np.random.Generator) -> Floats:
    """Another exposure, contrast and white balance."""
    gain = np.exp(rng.normal(0, 0.3)) * np.exp(rng.normal(0, 0.08, 3))
    shown = 255 * (np.clip(window * gain, 0, 255) / 255) ** np.exp(rng.normal(0, 0.2))
    return np.asarray(shown, np.float32)


def _printed_small(window: Floats, rng: np.random.Generator) -> Floats:
    """Saved as JPEG at this size."""
    whole = np.clip(window, 0, 255).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 85))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", whole, quality)[1], cv2.IMREAD_COLOR), np.float32)


_CHANCES = ((_lit, 0.35), (_veiled, 0.13), (_softened, 0.3), (_coarsened, 0.18), (_printed_small, 0.12))


def roughened(windows: Image, rng: np.random.Generator) -> Image:
    """Windows uint8 (n, h, w, 3), about a third of them as they were."""
    out = windows.copy()
    for row, window in enumerate(windows):
        if rng.random() < 0.3:
            continue
        seen = window.astype(np.float32)
        for change, chance in _CHANCES:
            if rng.random() < chance:
                seen = change(seen, rng)
        if rng.random() < 0.25:
            seen = seen + rng.standard_normal(seen.shape, dtype=np.float32) * np.float32(rng.uniform(1, 10))
        out[row] = np.clip(seen, 0, 255).astype(np.uint8)
    return out
