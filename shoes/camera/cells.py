"""The plane in cells of a few millimetres: which move, which came to rest, which look other than what is known."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import Floats, Image
from shoes.camera.layout import DISCARD
from shoes.camera.plane import Calibration

Mask = npt.NDArray[np.bool_]

CELL_MM: Final = 4.0
# Round the areas, so that a card which lies over their edge is seen whole.
MARGIN_MM: Final = 60.0
SMALL_PX: Final = 480
REST_FRAMES, REST_MS = 2, 150
# A grey level is 1 of 255. Noise is measured; these are the least steps that count.
MOVES, DIFFERS = 7.0, 11.0
NOISES: Final = 5.0
DRIFT: Final = 0.08
# What changes little by little and never at once is light, such as a glare that wanders: so much of it is followed.
GLARE, GLARE_DRIFT = 3.0, 0.6
# A hand's shadow comes softly too, and goes at once: so near to what moved lately nothing is followed.
SHADOW_CELLS, SHADOW_MS = 51, 600
NO_GAIN: Final = 0.01
# How many looks of a cell are remembered, and for how long something may pass before it.
PASTS, PASSING_MS = 3, 2500.0
SHADE: Final = 0.62
ONES: Final = np.ones(3, np.float32)
# Much wider than a card: what most of so many cells look like is cloth.
CLOTH_CELLS, COARSE = 61, 4
# A part of the table in another colour or light than most of it may be no cloth.
OTHER_HUE, OTHER_LIGHT = 24.0, 2.2
# One shadow lies on all of a bare place, and no deep one.
BARE_SHADE, EVEN = 0.7, 0.15


class Cells:
    """What a camera sees of the plane, coarsely, frame by frame.

    now      float32 (rows, columns, 3), BGR: the newest frame.
    scene    the same: what is known to lie there, where `known`.
    felt     the same: the table without cards.
    glare    the same: by how much the light on what is known has changed since its picture was taken.
    changed  float64 (rows, columns): when each cell last changed, in ms.
    since    the same: since when it looks as it does, if only something passed before it meanwhile.
    """

    def __init__(self, calibration: Calibration) -> None:
        self._calibration = calibration
        w, h = calibration.plane
        self.origin = (-MARGIN_MM, -MARGIN_MM)
        self.shape = (int((h + 2 * MARGIN_MM) / CELL_MM), int((w + 2 * MARGIN_MM) / CELL_MM))
        self.watched = self._watched()
        self._halvings = max(0, round(float(np.log2(calibration.picture[0] / SMALL_PX))))
        self._places = self._from_small()
        self.now: Floats = np.zeros((*self.shape, 3), np.float32)
        self._seen: Image = np.zeros((*self.shape, 3), np.uint8)  # the same, as the frame has it: quicker to compare
        self.scene: Floats = np.zeros((*self.shape, 3), np.float32)
        self.known: Mask = np.zeros(self.shape, np.bool_)
        self.felt: Floats = np.zeros((*self.shape, 3), np.float32)
        self.glare: Floats = np.zeros((*self.shape, 3), np.float32)
        self._agreed = np.full(self.shape, -1.0)  # when each cell last looked as what is known
        self.changed = np.zeros(self.shape, np.float64)
        self.since = np.zeros(self.shape, np.float64)
        self._past = Past(self.shape)
        self.quiet = np.zeros(self.shape, np.int32)
        self.looks = np.zeros(self.shape, np.int32)
        self.looked = np.zeros(self.shape, np.float64)
        self.moving: Mask = np.zeros(self.shape, np.bool_)
        self.gain: Floats = np.ones(3, np.float32)
        self.noise = 1.0
        self.at_ms = -1
        self.differs: Mask = self.watched
        self.settled: Mask = np.zeros(self.shape, np.bool_)
        self._frames = 0

    def _watched(self) -> Mask:
        drawn = np.zeros(self.shape, np.uint8)
        for area in self._calibration.areas:
            if area.kind != DISCARD:
                cv2.fillPoly(drawn, [self.to_cells(area.polygon).round().astype(np.int32)], 1)
        reach = int(MARGIN_MM / CELL_MM)
        drawn = np.asarray(cv2.dilate(drawn, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)), np.uint8)
        for area in self._calibration.areas:
            if area.kind == DISCARD:
                cv2.fillPoly(drawn, [self.to_cells(area.polygon).round().astype(np.int32)], 0)
        return drawn > 0

    def _from_small(self) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.uint16]]:
        """Where in the halved picture each cell is, as `cv2.remap` takes it: the plane never moves."""
        cell = np.array(
            [[CELL_MM, 0, self.origin[0] + CELL_MM / 2], [0, CELL_MM, self.origin[1] + CELL_MM / 2], [0, 0, 1]]
        )
        k = 0.5**self._halvings
        shrink = np.array([[k, 0, (k - 1) / 2], [0, k, (k - 1) / 2], [0, 0, 1]])
        rows, columns = np.indices(self.shape, np.float64)
        there = (
            np.stack([columns, rows, np.ones_like(rows)], axis=2)
            @ (shrink @ self._calibration.to_picture_matrix.astype(np.float64) @ cell).T
        )
        x, y = (np.asarray(there[..., i] / there[..., 2], np.float32) for i in (0, 1))
        whole, rest = cv2.convertMaps(x, y, cv2.CV_16SC2)
        return np.asarray(whole, np.int16), np.asarray(rest, np.uint16)

    def to_cells(self, points: Floats) -> Floats:
        """Millimetres to (column, row), continuous; the middle of a cell is at a whole number."""
        moved: Floats = ((points - np.array(self.origin)) / CELL_MM - 0.5).astype(np.float32)
        return moved

    def small(self, frame: Image) -> Image:
        """The frame halved until it is about SMALL_PX wide."""
        for _ in range(self._halvings):
            frame = np.asarray(
                cv2.resize(frame, (frame.shape[1] // 2, frame.shape[0] // 2), interpolation=cv2.INTER_LINEAR), np.uint8
            )
        return frame

    def take(self, small: Image, at_ms: int) -> None:
        """The next frame, from `small`."""
        before, self.now = self.now, np.asarray(mapped := self._mapped(small), np.float32)
        seen, self._seen = self._seen, mapped
        if self.at_ms < 0:
            self.changed[:] = self.since[:] = at_ms
            self.felt = self._cloth()
        else:
            step = apart(mapped, seen)
            self.noise += 0.1 * (float(np.median(step[::4, ::4])) - self.noise)
            self.moving = step > max(MOVES, NOISES * self.noise)
            self.moving &= self.watched
            if self.moving.any():
                self._past.keep(self.moving & (self.quiet > 0), before, self.since, self.at_ms)
                self.changed[self.moving] = self.since[self.moving] = at_ms
                self.quiet[self.moving] = -1
                self.looks[self.moving] = 0
            self.quiet += 1
            self._past.recall(self.quiet == REST_FRAMES, self.now, self.since, at_ms)
            # Where the felt showed again, what passed before it has gone, though a card that comes may look like it.
            shown = (self.quiet == REST_FRAMES + 1) & ~self.differs & self.watched
            if shown.any():
                self._past.forget(shown & (apart(self.scene, self.felt) < DIFFERS))
        self.at_ms = at_ms
        if self._frames % 3 == 0:
            self._measure_light()
        away = apart(self.now, self.lit(self.scene))
        self.differs = ((away > max(DIFFERS, NOISES * self.noise)) | ~self.known) & self.watched
        self.settled = (self.quiet >= REST_FRAMES) & (self.changed <= at_ms - REST_MS)
        if self._frames % 3 == 0:
            self._follow_glare(away)
        self._frames += 1
        if self._frames % 10 == 0:
            self._follow_light()

    def lit(self, scene: Floats) -> Floats:
        """How a scene would look in the present light."""
        if float(np.abs(self.gain - 1).max()) < NO_GAIN:
            return scene
        lit: Floats = scene * self.gain
        return lit

    def _mapped(self, small: Image) -> Image:
        mapped = cv2.remap(small, *self._places, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(mapped, np.uint8)

    def _cloth(self) -> Floats:
        """What the table may look like without the cards that lie on it at the beginning."""
        wide = min(CLOTH_CELLS, 2 * (min(self.shape) // 3) + 1)
        return np.asarray(cv2.medianBlur(self.now.astype(np.uint8), wide), np.float32)

    def _round_about(self) -> Floats:
        """How it looks round about each cell, coarsely."""
        rows, columns = self.shape
        size = max(columns // COARSE, 4), max(rows // COARSE, 4)
        coarse = cv2.resize(self.now, size, interpolation=cv2.INTER_AREA).astype(np.uint8)
        wide = min(CLOTH_CELLS // COARSE, 2 * (min(size) // 3) + 1)
        return np.asarray(cv2.resize(cv2.medianBlur(coarse, wide), (columns, rows)), np.float32)

    def _measure_light(self) -> None:
        """How the whole light differs from the scene's."""
        now, scene = self.now[::4, ::4], self.scene[::4, ::4]
        usable = self.known[::4, ::4] & (self.quiet[::4, ::4] > 0) & self.watched[::4, ::4]
        if usable.sum() > 50:
            self.gain = np.median((now[usable] + 2) / (scene[usable] + 2), axis=0).astype(np.float32)

    def _follow_light(self) -> None:
        """Let scene and felt follow slow changes of light."""
        same = self.settled & ~self.differs
        bare = (same & (apart(self.felt, self.scene) < DIFFERS)).astype(np.uint8)
        now: Floats = self.now / self.gain
        for picture, mask in ((self.felt, bare), (self.scene, same.astype(np.uint8))):
            cv2.accumulateWeighted(now, picture, DRIFT, mask)

    def _follow_glare(self, away: Floats) -> None:
        """What is known, where it has not changed at once since it looked as it did, looks now as the light has it."""
        self._agreed[self.settled & ~self.differs] = self.at_ms
        drifts = self.known & self.settled & (self.changed <= self._agreed) & (away > GLARE)
        if not drifts.any():
            return
        lately = (self.watched & (self.changed > self.at_ms - SHADOW_MS)).astype(np.uint8)
        drifts &= cv2.dilate(lately, np.ones((SHADOW_CELLS, SHADOW_CELLS), np.uint8)) == 0
        by = GLARE_DRIFT * (self.now[drifts] / self.gain - self.scene[drifts])
        self.scene[drifts] += by
        self.felt[drifts] += by
        self.glare[drifts] += by
        self._agreed[drifts] = self.at_ms
        self.differs[drifts] = False

    def glare_on(self, corner: tuple[float, float], size: tuple[int, int], px_per_mm: float) -> Floats | None:
        """The change of light on a part of the plane, float32 (h, w, 3); None where there is next to none.

        corner  its top left, in millimetres; `size` is its width and height in pixels.
        """
        if float(np.abs(self.glare).max()) < GLARE:
            return None
        k = 1 / (px_per_mm * CELL_MM)
        x, y = ((c - o) / CELL_MM - 0.5 + k / 2 for c, o in zip(corner, self.origin, strict=True))
        matrix = np.array([[k, 0, x], [0, k, y]], np.float64)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(self.glare, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE))

    def pictured(self, where: Mask) -> None:
        """The picture of what is known was taken anew at the cells `where`."""
        self.glare[where] = 0

    def wake(self) -> None:
        """Nothing that was seen before counts as rest: the camera was away."""
        self.quiet[:] = 0
        self.looks[:] = 0
        self.changed[:] = self.since[:] = self.at_ms
        self._past = Past(self.shape)

    def bare(self, part: "Part") -> float:
        """The share of some cells that look like the felt, in shadow or not."""
        if not len(part):
            return 0.0
        now, felt = part.of(self.now), part.of(self.felt) * self.gain
        ratio = (now.sum(axis=1) + 6) / (felt.sum(axis=1) + 6)
        middle = float(np.median(ratio))
        alike = is_alike(now, felt, max(DIFFERS, NOISES * self.noise)) & (np.abs(ratio / middle - 1) < EVEN)
        return float(alike.mean()) if BARE_SHADE < middle < 1 / BARE_SHADE else 0.0

    def unlike_felt(self) -> Mask:
        """Where something as wide as a card's visible strip lies on the felt: all but bare cloth and its thin print.

        Cloth is what looks as it does round about and, in light or shadow, as most of the table does: where cards
        cover everything round about, that alone tells nothing.
        """
        usual = np.median(self.now[::4, ::4][self.watched[::4, ::4]], axis=0)
        whole = np.asarray(cv2.transform(self.now, np.ones((1, 3), np.float32)), np.float32)
        ratio = (whole + 6) / (float(usual.sum()) + 6)
        hue = apart(self.now, np.asarray(usual * ratio[:, :, None], np.float32))
        is_cloth = (hue < OTHER_HUE * np.maximum(ratio, 1)) & (ratio > 1 / OTHER_LIGHT) & (ratio < OTHER_LIGHT)
        is_cloth &= apart(self.now, self._round_about()) < max(DIFFERS, NOISES * self.noise)
        unlike = cv2.morphologyEx((~is_cloth).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        wider: Mask = cv2.dilate(unlike, np.ones((3, 3), np.uint8)) > 0
        return wider

    def alike_felt(self, where: Mask) -> Mask:
        """Which of the cells `where` look like the felt, in shadow or not."""
        alike = np.zeros(self.shape, np.bool_)
        felt = self.felt[where] * self.gain
        alike[where] = is_alike(self.now[where], felt, max(DIFFERS, NOISES * self.noise))
        return alike

    def accept(self, where: Mask) -> None:
        """What the cells `where` show now is known from here on."""
        self.scene[where] = self.now[where] / self.gain
        self._agreed[where] = self.at_ms
        self.known |= where

    def learn_felt(self, where: Mask) -> None:
        self.felt[where] = self.now[where] / self.gain

    def inside(self, polygon: Floats) -> "Part":
        """The cells whose middles lie in a convex polygon in millimetres."""
        points = self.to_cells(polygon)
        rows, columns = self.shape
        x0, y0 = np.clip(np.floor(points.min(0)).astype(int), 0, (columns - 1, rows - 1))
        x1, y1 = np.clip(np.ceil(points.max(0)).astype(int) + 1, 1, (columns, rows))
        drawn = np.zeros((max(int(y1 - y0), 0), max(int(x1 - x0), 0)), np.uint8)
        if drawn.size:
            cv2.fillConvexPoly(drawn, ((points - (x0, y0)) * 16).round().astype(np.int32), 1, cv2.LINE_8, 4)
        return Part(slice(int(y0), int(y1)), slice(int(x0), int(x1)), drawn > 0)


class Past:
    """How cells looked before something passed over them, and since when."""

    def __init__(self, shape: tuple[int, int]) -> None:
        self._looks = np.zeros((PASTS, *shape, 3), np.float32)
        self._since = np.zeros((PASTS, *shape), np.float64)
        self._until = np.full((PASTS, *shape), -np.inf)

    def keep(self, left: Mask, looks: Floats, since: npt.NDArray[np.float64], until_ms: float) -> None:
        """The cells `left` looked so until now."""
        if not left.any():
            return
        where = np.nonzero(left)
        for number in range(PASTS - 1, 0, -1):
            for kept in (self._looks, self._since, self._until):
                kept[number][where] = kept[number - 1][where]
        self._looks[0][where], self._since[0][where], self._until[0][where] = looks[where], since[where], until_ms

    def recall(self, rested: Mask, looks: Floats, since: npt.NDArray[np.float64], at_ms: float) -> None:
        """Where cells that came to rest look as they did a while ago, they have looked so since then: in place."""
        if not rested.any():
            return
        for number in range(PASTS):
            where = np.nonzero(rested & (self._until[number] > at_ms - PASSING_MS))
            same = is_alike(looks[where], self._looks[number][where], MOVES)
            then = where[0][same], where[1][same]
            since[then] = np.minimum(since[then], self._since[number][then])

    def forget(self, where: Mask) -> None:
        """What the cells `where` show now is all that there is to recall of them."""
        where = where & (self._until[0] > -np.inf)
        if where.any():
            self._until[:, where] = -np.inf


def is_alike(one: Floats, two: Floats, tolerance: float) -> Mask:
    """Which colours of two lists, float32 (n, 3), are the same, in shadow or not."""
    ratio = (one @ ONES + 6) / (two @ ONES + 6)
    blue, green, red = np.abs(one - two * ratio[:, None]).T
    away = np.maximum(np.maximum(blue, green), red)
    alike: Mask = (away < tolerance) & (ratio > SHADE) & (ratio < 1 / SHADE)
    return alike


def apart(one: Floats | Image, two: Floats | Image) -> Floats:
    """By how many grey levels two pictures of one type differ, in the colour that differs most: float32."""
    blue, green, red = cv2.split(cv2.absdiff(one, two))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


@dataclass(frozen=True, eq=False)
class Part:
    """Some of the cells: a mask over a rectangle of them."""

    rows: slice
    columns: slice
    mask: Mask

    def of(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The values of these cells."""
        picked: npt.NDArray[Any] = values[self.rows, self.columns][self.mask]
        return picked

    def without(self, other: "Part") -> "Part":
        """These cells less those of another."""
        rows = slice(max(self.rows.start, other.rows.start), min(self.rows.stop, other.rows.stop))
        columns = slice(max(self.columns.start, other.columns.start), min(self.columns.stop, other.columns.stop))
        if rows.start >= rows.stop or columns.start >= columns.stop:
            return self
        mask = self.mask.copy()
        mask[_shifted(rows, self.rows), _shifted(columns, self.columns)] &= ~other.mask[
            _shifted(rows, other.rows), _shifted(columns, other.columns)
        ]
        return Part(self.rows, self.columns, mask)

    def set(self, values: npt.NDArray[Any], value: object) -> None:
        values[self.rows, self.columns][self.mask] = value

    def __len__(self) -> int:
        return int(np.count_nonzero(self.mask))


def _shifted(inner: slice, outer: slice) -> slice:
    return slice(inner.start - outer.start, inner.stop - outer.start)
