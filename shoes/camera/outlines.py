"""Cards by their outline: card-sized rectangles that came onto the felt, and whether they show a face or a back."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.cells import apart
from shoes.camera.kinds import Floats, Image
from shoes.camera.patches import Patch
from shoes.camera.plane import Calibration
from shoes.camera.poses import Pose

PX_PER_MM: Final = 0.4
CHANGED: Final = 13
TURN_STEP: Final = 6.0
RING: Final = 0.11
INSIDE, OUTSIDE = 0.86, 0.34
COARSELY: Final = 0.1
MOST: Final = 3
LEAST_AROUND: Final = 0.5
BESIDE_MM: Final = (4.0, 6.0, 8.0)
RIM_MM: Final = (-1.5, -3.0)
FILLED: Final = 2.2
CLEAN_SIDES: Final = 3
PLAIN: Final = 0.13
LIGHTEST, PAPER = 90, 0.74
_FACE_PX: Final = (96, 134)
_SIDE: Final = (0.095, 0.15)
_MIDDLE: Final = (0.40, 0.60)
# How well it fits, its turn in degrees clockwise, its middle in pixels.
Fit = tuple[float, float, float, float]


@dataclass(frozen=True)
class Outline:
    """A card-sized rectangle; `fit` 0..1, how well what changed fills it and nothing round it."""

    pose: Pose
    fit: float


@dataclass(frozen=True, eq=False)
class Rests:
    """Where the felt is at rest, 255 in a mask; and by turn what share of a card's surroundings, for each pixel."""

    mask: Image
    known: dict[float, Floats] = field(default_factory=dict)


def outlines(
    now: Patch, before: Patch, card_mm: tuple[float, float], still: Image, *, is_guess: bool = False
) -> list[Outline]:
    """Card-sized rectangles in which a patch of the plane differs from how it was.

    now, before  the same region at the same scale.
    still        uint8 (h, w) of that region at any scale, 1 where it is at rest: a hand that leaves beside a card
                 counts neither for nor against it.
    is_guess     `before` is a guess at the bare felt without its print.
    """
    k = PX_PER_MM / now.px_per_mm
    size = max(8, round(now.image.shape[1] * k)), max(8, round(now.image.shape[0] * k))
    small = [np.asarray(cv2.resize(p.image, size, interpolation=cv2.INTER_AREA), np.uint8) for p in (now, before)]
    rests = np.asarray(cv2.resize(still, size, interpolation=cv2.INTER_NEAREST), np.uint8) * np.uint8(255)
    changed = (apart(small[0], small[1]) > CHANGED).astype(np.uint8) * np.uint8(255)
    if is_guess:
        changed = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    changed = np.asarray(
        cv2.morphologyEx(changed & rests, cv2.MORPH_CLOSE, np.ones((3, 3) if is_guess else (5, 5), np.uint8)), np.uint8
    )
    bare = changed.copy()
    # A back in the felt's own colour is told by its rim alone.
    rims, _ = cv2.findContours(changed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    most = FILLED * card_mm[0] * card_mm[1] * PX_PER_MM**2
    cv2.drawContours(changed, [rim for rim in rims if cv2.contourArea(rim) < most], -1, 255, cv2.FILLED)
    found: list[Outline] = []
    card_px = card_mm[0] * PX_PER_MM, card_mm[1] * PX_PER_MM
    half_rests, whole_rests = Rests(_halved(rests)), Rests(rests)
    for _ in range(MOST):
        coarse = _coarsely(changed, half_rests, card_px)
        if coarse is None:
            break
        fit = _fitted(changed, whole_rests, card_px, [coarse[1] + d for d in (-4.5, -3.0, -1.5, 0, 1.5, 3.0, 4.5)], 0.0)
        pose = _posed(fit or coarse, now, card_mm)
        is_clean = _sides(changed, now, pose, BESIDE_MM, lambda share: share < OUTSIDE) >= CLEAN_SIDES
        if fit and is_clean and _sides(bare, now, pose, RIM_MM, lambda share: share > OUTSIDE) == 4:
            found.append(Outline(pose, fit[0]))
        outline = (pose.outline(3.0) - (now.x, now.y)) * PX_PER_MM
        cv2.fillConvexPoly(changed, outline.round().astype(np.int32), 0)
    return found


def _coarsely(changed: Image, half_rests: Rests, card_px: tuple[float, float]) -> Fit | None:
    """About where the best rectangle is, sought at half the scale."""
    if cv2.countNonZero(changed) < 0.8 * card_px[0] * card_px[1]:
        return None
    turns = [n * TURN_STEP for n in range(int(180 / TURN_STEP))]
    fit = _fitted(_halved(changed), half_rests, (card_px[0] / 2, card_px[1] / 2), turns, COARSELY)
    return (fit[0], fit[1], 2 * fit[2], 2 * fit[3]) if fit else None


def _halved(mask: Image) -> Image:
    size = max(4, mask.shape[1] // 2), max(4, mask.shape[0] // 2)
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.uint8)


def _posed(fit: Fit, patch: Patch, card_mm: tuple[float, float]) -> Pose:
    _, turn, x, y = fit
    up_x, up_y = float(np.sin(np.radians(turn))), -float(np.cos(np.radians(turn)))
    return Pose(patch.x + x / PX_PER_MM, patch.y + y / PX_PER_MM, up_x, up_y, *card_mm)


def _fitted(
    changed: Image, rests: Rests, card_px: tuple[float, float], turns: list[float], tolerance: float
) -> Fit | None:
    """The rectangle of `card_px` that is filled best with the least round it, at one of these turns."""
    wide, long = round(card_px[0]), round(card_px[1])
    ring = max(1, round(card_px[0] * RING))
    card, rim, outer = (wide - 2, long - 2), (wide + 2, long + 2), (wide + 2 + 2 * ring, long + 2 + 2 * ring)
    larger = outer[0] * outer[1] / (rim[0] * rim[1])
    best: Fit | None = None
    for turn in turns:
        matrix, size = _turning(changed, turn)
        level = np.asarray(cv2.warpAffine(changed, matrix, size), np.uint8)
        inside = _share(level, card)
        if float(inside.max()) < max(INSIDE - tolerance, best[0] if best else 0):  # whatever lies round about
            continue
        at_rest = rests.known.get(turn)
        if at_rest is None:
            rest = np.asarray(cv2.warpAffine(rests.mask, matrix, size), np.uint8)
            at_rest = _share(rest, outer) * larger - _share(rest, rim)
            rests.known[turn] = at_rest = np.maximum(at_rest, LEAST_AROUND * (larger - 1))
        around = (_share(level, outer) * larger - _share(level, rim)) / at_rest
        score = inside - around
        score[(inside < INSIDE - tolerance) | (around > OUTSIDE + tolerance)] = 0
        _, top, _, at = cv2.minMaxLoc(score)
        if top <= (best[0] if best else 0):
            continue
        x, y = cv2.invertAffineTransform(matrix) @ np.array([at[0], at[1], 1.0])
        best = (float(top), turn, float(x) + 0.5, float(y) + 0.5)
    return best


def _turning(mask: Image, turn: float) -> tuple[npt.NDArray[np.float64], tuple[int, int]]:
    """The map that turns a mask about its middle, and the width and height that hold it then."""
    h, w = mask.shape
    reach = int(np.ceil(np.hypot(h, w))) + 4
    c, s = abs(np.cos(np.radians(turn))), abs(np.sin(np.radians(turn)))
    # Less than the diagonal by whole pixels on both sides.
    wide, high = (reach - 2 * int((reach - need - 4) // 2) for need in (w * c + h * s, w * s + h * c))
    matrix = np.asarray(cv2.getRotationMatrix2D((w / 2 - 0.5, h / 2 - 0.5), turn, 1.0), np.float64)
    matrix[:, 2] += (wide / 2 - w / 2, high / 2 - h / 2)
    return matrix, (wide, high)


def _sides(changed: Image, patch: Patch, pose: Pose, away_mm: tuple[float, ...], is_so: Callable[[float], bool]) -> int:
    """How many of a card's four sides have such a share of what changed, so far outside them."""
    number = 0
    half_w, half_l = pose.width / 2, pose.length / 2
    for sign in (-1, 1):
        for half, across, is_long in ((half_w, half_l, True), (half_l, half_w, False)):
            along = np.linspace(-0.8 * across, 0.8 * across, 15)
            out = [sign * (half + away) for away in away_mm]
            points = [pose.at(o, a) if is_long else pose.at(a, o) for o in out for a in along]
            at = np.floor((np.array(points) - (patch.x, patch.y)) * PX_PER_MM).astype(int)
            h, w = changed.shape
            inside = (at[:, 0] >= 0) & (at[:, 1] >= 0) & (at[:, 0] < w) & (at[:, 1] < h)
            seen = changed[at[inside, 1], at[inside, 0]] > 0
            number += bool(len(seen) and is_so(float(seen.mean())))
    return number


def _share(mask: Image, size: tuple[int, int]) -> Floats:
    """The share of a mask's pixels in a window round each pixel."""
    share = np.asarray(cv2.boxFilter(mask, cv2.CV_32F, size, borderType=cv2.BORDER_CONSTANT), np.float32)
    share /= np.float32(255)
    return share


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
