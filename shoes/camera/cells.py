"""The plane in cells of a few millimetres: which move, which came to rest, which look other than what is known."""

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.colours import ONES, SHADE, apart, is_alike
from shoes.camera.kinds import Floats, Image
from shoes.camera.layout import DISCARD
from shoes.camera.past import Past
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
# The cloth under cards follows the cloth round about: so coarsely, so far, and only where so much of it is seen.
LIGHT_CELLS, LIGHT_REACH, LEAST_SEEN = 4, 4.0, 0.02
NO_GAIN: Final = 0.01
# Much wider than a card: what most of so many cells look like is cloth.
CLOTH_CELLS, COARSE = 61, 4
# A part of the table in another colour or light than most of it may be no cloth.
OTHER_HUE, OTHER_LIGHT = 24.0, 2.2
# One shadow lies on all of a bare place, and no deep one.
BARE_SHADE, EVEN = 0.7, 0.15
# A place is bare where so much of it looks like the felt; a back in the felt's colour does so too for the most part.
BARE: Final = 0.7
# Light, a glare or a shadow, goes over the cloth softly: from cell to cell by less than this share. Whatever looks like
# cloth in other light is cloth if it goes over so into enough cloth that looks as it is known.
SOFT, ENOUGH_CELLS = 0.05, 200


class Cells:
    """What a camera sees of the plane, coarsely, frame by frame.

    now      float32 (rows, columns, 3), BGR: the newest frame.
    scene    the same: what is known to lie there, where `known`.
    felt     the same: the table without cards, under them too as the light has it now.
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
        self._expected: Image | None = None  # the scene as the next frame would show it
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
        self.at_ms = self.began_ms = -1
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
            self.changed[:] = self.since[:] = self.began_ms = at_ms
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
            shown = (self.quiet == REST_FRAMES + 1) & self.watched
            if shown.any():
                self.forget(shown & (apart(self.now, self.lit(self.felt)) < DIFFERS))
        self.at_ms = at_ms
        if self._frames % 3 == 0:
            self._measure_light()
        if self._expected is None or self._frames % 3 == 0:
            self._expected = np.asarray(cv2.convertScaleAbs(self.lit(self.scene)), np.uint8)
        away = apart(self._seen, self._expected)
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
        same, cloth = self.settled & ~self.differs, self._cloth_known()
        now: Floats = self.now / self.gain
        before = self.felt.copy()
        for picture, mask in ((self.felt, same & cloth), (self.scene, same)):
            cv2.accumulateWeighted(now, picture, DRIFT, mask.astype(np.uint8))
        self._light_covered(self.felt - before, same & cloth, cloth)
        self._expected = None

    def _follow_glare(self, away: Floats) -> None:
        """What is known, where it has not changed at once since it looked as it did, looks now as the light has it."""
        same = self.settled & ~self.differs
        self._agreed[same] = self.at_ms
        drifts = self.known & self.settled & (self.changed <= self._agreed) & (away > GLARE)
        if not drifts.any():
            return
        lately = (self.watched & (self.changed > self.at_ms - SHADOW_MS)).astype(np.uint8)
        is_far = cv2.dilate(lately, np.ones((SHADOW_CELLS, SHADOW_CELLS), np.uint8)) == 0
        drifts &= is_far
        cloth = self._cloth_known()
        bare = is_far & (same | drifts) & cloth
        by = np.zeros_like(self.scene)
        by[drifts] = GLARE_DRIFT * (self.now[drifts] / self.gain - self.scene[drifts])
        self.scene += by
        self.glare += by
        by[~bare] = 0
        self.felt += by
        self._light_covered(by, bare, cloth)
        self._expected = None
        self._agreed[drifts] = self.at_ms
        self.differs[drifts] = False

    def _cloth_known(self) -> Mask:
        """Where what is known is the bare cloth."""
        return self.known & (apart(self.felt, self.scene) < DIFFERS)

    def _light_covered(self, by: Floats, bare: Mask, cloth: Mask) -> None:
        """The light on bare cloth has changed: so it has where cards or hands lie on the cloth near by."""
        rows, columns = self.shape
        size = max(columns // LIGHT_CELLS, 2), max(rows // LIGHT_CELLS, 2)
        seen, change = (
            cv2.GaussianBlur(cv2.resize(part, size, interpolation=cv2.INTER_AREA), (0, 0), LIGHT_REACH)
            for part in (bare.astype(np.float32), by)
        )
        change = change / np.maximum(seen, LEAST_SEEN)[:, :, None]
        change = cv2.resize(change, (columns, rows), interpolation=cv2.INTER_LINEAR)
        covered = self.watched & ~bare
        self.felt[covered] += change[covered]
        covered &= cloth
        self.scene[covered] += change[covered]
        self.glare[covered] += change[covered]

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

    def forget(self, where: Mask) -> None:
        """What passed before the cells `where` has gone: what comes may look like it and is another thing."""
        self._past.forget(where)

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

    def cloth_seen(self) -> Mask:
        """Where the bare cloth is seen, in whatever light falls on it now."""
        now, felt = self.now, self.lit(self.felt)
        # A shadow takes a share of every colour, a glare adds as much to each.
        share: Floats = (_total(now) + 6) / (_total(felt) + 6)
        more: Floats = _total(now - felt) / np.float32(3)
        away = np.minimum(*(apart(now, lit) for lit in (felt * share[:, :, None], felt + more[:, :, None])))
        alike = (away < max(DIFFERS, NOISES * self.noise)) & (share > SHADE) & (share < 1 / SHADE)
        alike &= self.settled & self.watched
        light = np.asarray(cv2.blur(share, (3, 3)), np.float32)
        alike[:, 1:] &= np.abs(light[:, 1:] / light[:, :-1] - 1) < SOFT
        alike[1:] &= np.abs(light[1:] / light[:-1] - 1) < SOFT
        _, found = cv2.connectedComponents(alike.astype(np.uint8), connectivity=4)
        is_cloth = np.bincount(found[alike & ~self.differs & self._cloth_known()], minlength=found.max() + 1)
        seen: Mask = alike & (is_cloth >= ENOUGH_CELLS)[found]
        return seen

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
        """Which of the cells `where` look like the felt, and lie in no shadow."""
        alike = np.zeros(self.shape, np.bool_)
        now, felt = self.now[where], self.felt[where] * self.gain
        is_lit = np.abs((now.sum(axis=1) + 6) / (felt.sum(axis=1) + 6) - 1) < EVEN
        alike[where] = is_alike(now, felt, max(DIFFERS, NOISES * self.noise)) & is_lit
        return alike

    def accept(self, where: Mask) -> None:
        """What the cells `where` show now is known from here on."""
        self.scene[where] = self.now[where] / self.gain
        self._expected = None
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


def _total(picture: Floats) -> Floats:
    """The sum of a picture's colours at each pixel."""
    return np.asarray(cv2.transform(picture, ONES[None]), np.float32)


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
