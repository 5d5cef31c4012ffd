"""Rank and suit shapes as masks: from a few curves and OpenCV's built-in typeface, no font files."""

import cv2
import numpy as np

from shoes.camera.kinds import RANKS, Image

EM_PX = 160
SuitShape = dict[str, Image]


def crop(mask: Image) -> Image:
    """Cut a mask to its ink; a mask without ink comes back as one empty pixel.

    mask     uint8 (H, W), 255 = ink.
    """
    ys, xs = np.nonzero(mask > 96)
    if len(ys) == 0:
        return np.zeros((1, 1), np.uint8)
    return mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def built_in_ranks(face: str = "sans", weight: int = 600) -> dict[str, Image]:
    """Masks of the thirteen ranks in one of OpenCV's own typefaces (`sans`, `italic`), tight, T as "10"."""
    font = cv2.FontFace(face)
    masks: dict[str, Image] = {}
    for rank in RANKS:
        canvas = np.zeros((EM_PX * 2, EM_PX * 3, 3), np.uint8)
        text = "10" if rank == "T" else rank
        cv2.putText(canvas, text, (EM_PX // 2, EM_PX * 3 // 2), (255, 255, 255), font, EM_PX, weight)
        masks[rank] = crop(np.ascontiguousarray(canvas[:, :, 0]))
    return masks


def queen(rng: np.random.Generator) -> Image:
    """A Q as cards have it and few typefaces do: a bowl with a tail that crosses it, straight, waved or looped."""
    bowl_w, stroke = rng.uniform(0.46, 0.86), rng.uniform(0.06, 0.2)
    h, w = EM_PX, int(EM_PX * bowl_w)
    left, mask = w // 5 + 8, np.zeros((int(h * 1.25), int(w * 1.6)), np.uint8)
    middle, thin = (w // 2 + left, h // 2 + 4), stroke * rng.uniform(0.35, 1.0)
    cv2.ellipse(mask, middle, (w // 2, h // 2), 0, 0, 360, 255, -1, cv2.LINE_AA)
    hole = (max(int(w / 2 - stroke * h), 4), max(int(h / 2 - thin * h), 4))
    cv2.ellipse(mask, middle, hole, 0, 0, 360, 0, -1, cv2.LINE_AA)
    start, low = rng.uniform(-0.15, 0.5), rng.uniform(0.64, 0.94)
    end = (rng.uniform(0.85, 1.15), rng.uniform(0.92, 1.12))
    bend = rng.uniform(-0.2, 0.25)
    tail = _bezier([(start, low), (start + 0.25, low - bend), (end[0] - 0.25, end[1] + bend), end])
    points = np.array([(left + x * w, 4 + y * h) for x, y in tail], np.int32)
    cv2.polylines(mask, [points], False, 255, max(int(stroke * h * rng.uniform(0.5, 1.0)), 5), cv2.LINE_AA)
    return crop(mask)


def narrow_queen(rng: np.random.Generator) -> Image:
    """The commonest Q of cards: a narrow bowl with straight sides, its tail curling in from the lower left."""
    h, stroke = EM_PX, rng.uniform(0.05, 0.14) * EM_PX
    w, square = h * rng.uniform(0.36, 0.66), rng.uniform(2.0, 3.2)
    turn = np.linspace(0, 2 * np.pi, 72)
    cos, sin = np.cos(turn), np.sin(turn)
    bowl = np.column_stack([np.sign(cos) * np.abs(cos) ** (2 / square), np.sign(sin) * np.abs(sin) ** (2 / square)])
    margin = h // 3
    bowl = bowl * (w / 2, h / 2) + (margin + w / 2, margin + h / 2)
    left, low = rng.uniform(-0.32, 0.3), rng.uniform(0.7, 0.9)
    end = (rng.uniform(0.9, 1.35), rng.uniform(0.92, 1.1))
    tail = _bezier([(left, low), (left + 0.3, low - 0.04), (end[0] - 0.45, end[1] + 0.04), end])
    if rng.random() < 0.6:
        up = low - rng.uniform(0.06, 0.2)
        curl = [(rng.uniform(-0.05, 0.5), up), (left - 0.1, up - 0.02), (left - 0.22, low + 0.02), (left, low)]
        tail = [*_bezier(curl), *tail]
    mask = np.zeros((int(h * 1.75), int(w * 1.5 + 2 * margin)), np.uint8)
    thick = max(round(stroke), 5)
    cv2.polylines(mask, [np.round(bowl * 16).astype(np.int32)], True, 255, thick, cv2.LINE_AA, 4)
    points = np.array([(margin + x * w, margin + y * h) for x, y in tail])
    thick = max(round(stroke * rng.uniform(0.6, 1.0)), 4)
    cv2.polylines(mask, [np.round(points * 16).astype(np.int32)], False, 255, thick, cv2.LINE_AA, 4)
    return crop(mask)


def _bezier(points: list[tuple[float, float]], steps: int = 16) -> list[tuple[float, float]]:
    """Points of a cubic curve through four control points."""
    p0, p1, p2, p3 = (np.array(p) for p in points)
    ts = np.linspace(0.0, 1.0, steps)[:, None]
    curve = (1 - ts) ** 3 * p0 + 3 * (1 - ts) ** 2 * ts * p1 + 3 * (1 - ts) * ts**2 * p2 + ts**3 * p3
    return [(float(x), float(y)) for x, y in curve]


def _fill(outlines: list[list[tuple[float, float]]], width: float) -> Image:
    """Fill outlines given in a unit square (y down) on a mask `width` times as wide as high."""
    size = np.array([EM_PX * width, EM_PX])
    mask = np.zeros((EM_PX + 8, int(EM_PX * width) + 8), np.uint8)
    for outline in outlines:
        points = np.round((np.array(outline) * size + 4) * 16).astype(np.int32)
        cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
    return crop(mask)


def _mirrored(half: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return half + [(1 - x, y) for x, y in reversed(half)]


def heart(rng: np.random.Generator) -> Image:
    """A heart from one curve, mirrored; its shoulders and waist vary."""
    dip, shoulder, waist = rng.uniform(0.14, 0.28), rng.uniform(-0.1, 0.02), rng.uniform(0.4, 0.62)
    half = _bezier([(0.5, dip), (0.42, shoulder - 0.06), (-0.02, shoulder - 0.08), (0.0, 0.3)])
    half += _bezier([(0.0, 0.3), (0.02, waist), (0.36, waist + 0.16), (0.5, 1.0)])
    return _fill([_mirrored(half)], rng.uniform(0.84, 1.1))


def diamond(rng: np.random.Generator) -> Image:
    """A diamond with straight or hollow sides."""
    bend = rng.uniform(0.0, 0.16) if rng.random() < 0.7 else 0.0
    side = _bezier([(0.5, 0.0), (0.33 + bend, 0.17 + bend), (0.17 + bend, 0.33 + bend), (0.0, 0.5)])
    side += _bezier([(0.0, 0.5), (0.17 + bend, 0.67 - bend), (0.33 + bend, 0.83 - bend), (0.5, 1.0)])
    return _fill([_mirrored(side)], rng.uniform(0.68, 1.0))


def _stem(rng: np.random.Generator, top: float) -> list[tuple[float, float]]:
    foot, neck = rng.uniform(0.1, 0.3), rng.uniform(0.01, 0.06)
    half = _bezier([(0.5 - neck, top), (0.5 - neck, 0.85), (0.5 - foot * 0.6, 0.98), (0.5 - foot, 1.0)])
    return _mirrored(half)


def spade(rng: np.random.Generator) -> Image:
    """A spade: a heart on its head with a stem."""
    waist, shoulder = rng.uniform(0.3, 0.45), rng.uniform(0.84, 1.02)
    half = _bezier([(0.5, 0.0), (0.42, 0.18), (0.0, waist - 0.06), (0.0, 0.6)])
    half += _bezier([(0.0, 0.6), (0.0, shoulder - 0.06), (0.38, shoulder - 0.02), (0.5, rng.uniform(0.66, 0.76))])
    return _fill([_mirrored(half), _stem(rng, 0.6)], rng.uniform(0.8, 1.05))


def club(rng: np.random.Generator) -> Image:
    """A club: three discs round a middle, with a stem."""
    r, spread = rng.uniform(0.225, 0.265), rng.uniform(0.24, 0.28)
    turn = np.linspace(0, 2 * np.pi, 40)
    discs = []
    for x, y in ((0.5, r), (0.5 - spread, 0.585), (0.5 + spread, 0.585)):
        discs.append([(float(x + r * np.cos(a)), float(y + r * np.sin(a))) for a in turn])
    middle = [(0.42, 0.3), (0.58, 0.3), (0.62, 0.62), (0.38, 0.62)]
    return _fill([*discs, middle, _stem(rng, 0.45)], rng.uniform(0.86, 1.08))


def suit_shapes(rng: np.random.Generator) -> SuitShape:
    """One consistent set of the four suits."""
    return {"S": spade(rng), "H": heart(rng), "D": diamond(rng), "C": club(rng)}
