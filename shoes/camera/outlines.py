"""Cards by their outline: card-sized rectangles that came onto the felt, and whether they show a face or a back.

Light comes and goes softly, a glare as well as the shadow of a hand; a card has four straight sides. So an outline is
sought where what changed has a sharp step along each of them.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.colours import apart
from shoes.camera.kinds import Floats, Image
from shoes.camera.patches import Patch
from shoes.camera.plane import Calibration
from shoes.camera.poses import Pose

PX_PER_MM: Final = 0.4
CHANGED: Final = 13
TURN_STEP: Final = 6.0
TURNS: Final = (-4.5, -3.0, -1.5, 0.0, 1.5, 3.0, 4.5)
# So many grey levels, halved as changes are kept, are a side's step; no step counts for more than three of them.
STEP, MOST_STEP = 6.0, 18.0
# A side is looked at without its round corners; fingers may lie over a good part of one and over a little of another.
SIDE: Final = 0.84
LEAST, SECOND = 0.4, 0.75
# Round a card nothing has steps but a hand, and cards that lie beside it.
RING, CLEAR, AROUND = 0.14, 2, 0.4
INSIDE: Final = 0.86
# Where the bare felt is a guess, its print was not there before either.
LEAST_FIT, LEAST_GUESSED = 0.4, 0.7
COARSELY: Final = 0.1
MOST: Final = 3
FILLED: Final = 2.2
PLAIN: Final = 0.13
LIGHTEST, PAPER = 90, 0.74
_FACE_PX: Final = (96, 134)
_SIDE: Final = (0.095, 0.15)
_MIDDLE: Final = (0.40, 0.60)
# How well it fits, its turn in degrees clockwise, its middle in pixels.
Fit = tuple[float, float, float, float]


@dataclass(frozen=True)
class Outline:
    """A card-sized rectangle; `fit` 0..1, how sharp its sides are and how few other steps are round it."""

    pose: Pose
    fit: float


def outlines(
    now: Patch, before: Patch, card_mm: tuple[float, float], still: Image, *, is_guess: bool = False
) -> list[Outline]:
    """Card-sized rectangles in which a patch of the plane differs from how it was.

    now, before  the same region at the same scale.
    still        uint8 (h, w) of that region at any scale, 1 where it is at rest.
    is_guess     `before` is a guess at the bare felt without its print.
    """
    k = PX_PER_MM / now.px_per_mm
    size = max(8, round(now.image.shape[1] * k)), max(8, round(now.image.shape[0] * k))
    small = [np.asarray(cv2.resize(p.image, size, interpolation=cv2.INTER_AREA), np.uint8) for p in (now, before)]
    rests = np.asarray(cv2.resize(still, size, interpolation=cv2.INTER_NEAREST), np.uint8) * np.uint8(255)
    changed = _changed(small[0], small[1], rests, card_mm, is_guess=is_guess)
    change = np.asarray(cv2.addWeighted(small[0], 0.5, small[1], -0.5, 128), np.uint8)
    half = np.asarray(cv2.resize(change, _half(changed), interpolation=cv2.INTER_AREA), np.uint8)
    card_px = card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM
    found: list[Outline] = []
    for _ in range(MOST):
        if cv2.countNonZero(changed) < 0.8 * card_px[0] * card_px[1]:
            break
        turns = [n * TURN_STEP for n in range(int(180 / TURN_STEP))]
        less = np.asarray(cv2.resize(changed, _half(changed), interpolation=cv2.INTER_AREA), np.uint8)
        coarse = _fitted(half, less, (card_px[0] / 2, card_px[1] / 2), turns, COARSELY)
        if coarse is None or coarse[0] < LEAST_FIT - COARSELY:
            break
        fit = _fitted(change, changed, card_px, [coarse[1] + turn for turn in TURNS], 0.0)
        pose = _posed(fit or (coarse[0], coarse[1], 2 * coarse[2], 2 * coarse[3]), now, card_mm)
        if fit and fit[0] > (LEAST_GUESSED if is_guess else LEAST_FIT):
            found.append(Outline(pose, fit[0]))
        outline = (pose.outline(3.0) - (now.x, now.y)) * PX_PER_MM
        cv2.fillConvexPoly(changed, outline.round().astype(np.int32), 0)
    return found


def _changed(now: Image, before: Image, rests: Image, card_mm: tuple[float, float], *, is_guess: bool) -> Image:
    """Where it is at rest and looks other than it did, 255 in a mask."""
    changed = (apart(now, before) > CHANGED).astype(np.uint8) * np.uint8(255)
    if is_guess:
        changed = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    changed = np.asarray(
        cv2.morphologyEx(changed & rests, cv2.MORPH_CLOSE, np.ones((3, 3) if is_guess else (5, 5), np.uint8)), np.uint8
    )
    # A back in the felt's own colour is told by its rim alone.
    rims, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    most = FILLED * card_mm[0] * card_mm[1] * PX_PER_MM**2
    cv2.drawContours(changed, [rim for rim in rims if cv2.contourArea(rim) < most], -1, 255, cv2.FILLED)
    return changed


def _half(mask: Image) -> tuple[int, int]:
    return max(4, mask.shape[1] // 2), max(4, mask.shape[0] // 2)


def _posed(fit: Fit, patch: Patch, card_mm: tuple[float, float]) -> Pose:
    _, turn, x, y = fit
    up_x, up_y = float(np.sin(np.radians(turn))), -float(np.cos(np.radians(turn)))
    return Pose(patch.x + x / PX_PER_MM, patch.y + y / PX_PER_MM, up_x, up_y, *card_mm)


def _fitted(
    change: Image, changed: Image, card_px: tuple[float, float], turns: list[float], tolerance: float
) -> Fit | None:
    """The rectangle of `card_px` with the sharpest sides and the fewest steps round it, at one of these turns."""
    inner = max(round(card_px[0]) - 2, 1), max(round(card_px[1]) - 2, 1)
    best: Fit | None = None
    for turn in turns:
        matrix, size = _turning(changed, turn)
        inside = _share(np.asarray(cv2.warpAffine(changed, matrix, size), np.uint8), inner)
        fits = inside >= INSIDE - tolerance
        if not fits.any():
            continue
        x0, y0, wide, high = _round(fits, card_px)
        matrix[:, 2] -= x0, y0
        level = np.asarray(cv2.warpAffine(change, matrix, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)
        score = _score(level, card_px, tolerance)
        if score is None:
            continue
        score[~fits[y0 : y0 + high, x0 : x0 + wide]] = -1
        _, top, _, at = cv2.minMaxLoc(score)
        if top <= (best[0] if best else -1):
            continue
        x, y = cv2.invertAffineTransform(matrix) @ np.array([at[0], at[1], 1.0])
        best = (float(top), turn, float(x) + 0.5, float(y) + 0.5)
    return best


def _round(fits: npt.NDArray[np.bool_], card_px: tuple[float, float]) -> tuple[int, int, int, int]:
    """The part that shows the cards whose middles are in a mask, with their ring: x, y, width, height."""
    x, y, wide, high = cv2.boundingRect(fits.astype(np.uint8))
    spare = [round(side / 2 + CLEAR + RING * card_px[0]) + 3 for side in card_px]
    x0, y0 = max(x - spare[0], 0), max(y - spare[1], 0)
    return (
        x0, y0, min(x + wide + spare[0], fits.shape[1]) - x0, min(y + high + spare[1], fits.shape[0]) - y0
    )  # fmt: skip


def _score(level: Image, card_px: tuple[float, float], tolerance: float) -> Floats | None:
    """How well an upright card with its middle at each pixel fits; -1 where a side is missing or much is round it."""
    wide, long = round(card_px[0]), round(card_px[1])
    stands = [
        (steps, np.ones(reach, np.uint8), side, apart_px)
        for steps, reach, side, apart_px in zip(
            _steps(level), ((1, 3), (3, 1)), ((1, round(SIDE * long)), (round(SIDE * wide), 1)), ((wide, 0), (0, long)),
            strict=True,
        )
    ]  # fmt: skip
    shares: list[Floats] = []
    for steps, reach, side, apart_px in stands:
        clear = np.asarray(cv2.dilate((steps > STEP).astype(np.uint8), reach), np.uint8)
        share = _mean(clear, side)
        if float(share.max()) < SECOND - 2 * tolerance:
            return None
        shares += _both(share, apart_px)
    least, second = _two_least(*shares)
    fits = (least >= LEAST - 2 * tolerance) & (second >= SECOND - 2 * tolerance)
    if not fits.any():
        return None
    around = _around((cv2.max(stands[0][0], stands[1][0]) > STEP).astype(np.uint8), card_px)
    score = np.zeros_like(around)
    for steps, _, side, apart_px in stands:
        for height in _both(_mean(np.minimum(steps, np.float32(MOST_STEP)), side), apart_px):
            score += height
    score = score / np.float32(4 * MOST_STEP) - around
    score[~fits | (around > AROUND + tolerance)] = -1
    return score


def _steps(level: Image) -> tuple[Floats, Floats]:
    """By how much the change differs from the left to the right and from above to below each pixel."""
    across, down = np.zeros(level.shape[:2], np.float32), np.zeros(level.shape[:2], np.float32)
    soft = np.asarray(cv2.blur(level, (1, 3)), np.uint8)
    across[:, 1:-1] = apart(soft[:, 2:], soft[:, :-2])
    soft = np.asarray(cv2.blur(level, (3, 1)), np.uint8)
    down[1:-1] = apart(soft[2:], soft[:-2])
    return across, down


def _around(steps: Image, card_px: tuple[float, float]) -> Floats:
    """The share of steps in the ring round a card."""
    ring = max(2, round(card_px[0] * RING))
    rim = round(card_px[0]) + 2 * CLEAR, round(card_px[1]) + 2 * CLEAR
    outer = rim[0] + 2 * ring, rim[1] + 2 * ring
    larger = outer[0] * outer[1] / (rim[0] * rim[1])
    around: Floats = (_mean(steps, outer) * larger - _mean(steps, rim)) / (larger - 1)
    return around


def _two_least(one: Floats, two: Floats, three: Floats, four: Floats) -> tuple[Floats, Floats]:
    """The least and the second of four, for each pixel."""
    low, high, lower, higher = (
        np.minimum(one, two),
        np.maximum(one, two),
        np.minimum(three, four),
        np.maximum(three, four),
    )
    return np.minimum(low, lower), np.minimum(np.maximum(low, lower), np.minimum(high, higher))


def _both(values: Floats, apart_px: tuple[int, int]) -> tuple[Floats, Floats]:
    """What a map has at the two opposite sides of a card with its middle at each pixel; 0 outside the map."""
    x, y = apart_px[0] // 2, apart_px[1] // 2
    more_x, more_y = apart_px[0] - x, apart_px[1] - y
    h, w = values.shape
    before, behind = np.zeros_like(values), np.zeros_like(values)
    before[more_y:, more_x:] = values[: h - more_y, : w - more_x]
    behind[: h - y, : w - x] = values[y:, x:]
    return before, behind


def _turning(mask: Image, turn: float) -> tuple[npt.NDArray[np.float64], tuple[int, int]]:
    """The map that turns a mask about its middle, and the width and height that hold it then."""
    h, w = mask.shape
    c, s = abs(np.cos(np.radians(turn))), abs(np.sin(np.radians(turn)))
    wide, high = int(np.ceil(w * c + h * s)) + 4, int(np.ceil(w * s + h * c)) + 4
    matrix = np.asarray(cv2.getRotationMatrix2D((w / 2 - 0.5, h / 2 - 0.5), turn, 1.0), np.float64)
    matrix[:, 2] += (wide / 2 - w / 2, high / 2 - h / 2)
    return matrix, (wide, high)


def _share(mask: Image, size: tuple[int, int]) -> Floats:
    """The share of a mask's pixels in a window round each pixel."""
    share = _mean(mask, size)
    share /= np.float32(255)
    return share


def _mean(values: Floats | Image, size: tuple[int, int]) -> Floats:
    """The mean in a window round each pixel."""
    return np.asarray(cv2.boxFilter(values, cv2.CV_32F, size, borderType=cv2.BORDER_CONSTANT), np.float32)


def shown(frame: Image, calibration: Calibration, pose: Pose) -> str:
    """What a card-sized rectangle shows: `up` (a face), `down` (a back), or neither clearly (empty).

    A face has paper down both its sides between the indices; a back has its print there, and plain paper has no print
    at all.
    """
    w, h = _FACE_PX
    seen = calibration.to_picture(pose.outline())
    matrix = cv2.getPerspectiveTransform(seen, np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32))
    card = np.asarray(cv2.blur(cv2.warpPerspective(frame, matrix, (w, h), flags=cv2.INTER_LINEAR), (3, 3)), np.float32)
    paper = _paper(card)
    share = float(paper[4:-4, 4:-4].mean())
    top, bottom = round(_MIDDLE[0] * h), round(_MIDDLE[1] * h)
    left, right = round(_SIDE[0] * w), round(_SIDE[1] * w)
    sides = [(slice(top, bottom), slice(left, right)), (slice(top, bottom), slice(w - right, w - left))]
    is_plain = [float(paper[side].mean()) > 0.7 and _spread(card[side]) < PLAIN for side in sides]
    if share > 0.97 and _spread(card[6:-6, 6:-6]) < PLAIN:
        return ""
    if any(is_plain):
        return "up" if all(is_plain) and share > 0.35 else ""
    return "down"


def _spread(part: Floats) -> float:
    """How far light and dark of a part lie apart, against its middle."""
    low, middle, high = np.percentile(part.mean(axis=2), (8, 50, 92))
    return float((high - low) / max(middle, 1.0))


def _paper(card: Floats) -> npt.NDArray[np.bool_]:
    """Which pixels are about as light as the lightest in every colour; a pale print is so in some colour only."""
    low = card.min(axis=2)
    white = np.median(card[low >= np.percentile(low, LIGHTEST)], axis=0)
    paper: npt.NDArray[np.bool_] = (card > PAPER * white).all(axis=2)
    return paper
