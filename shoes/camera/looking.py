"""Where a watch looks: at what changed and came to rest, with ever longer pauses where nothing is found."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.cells import CELL_MM, Cells, Mask
from shoes.camera.eyes import Eyes
from shoes.camera.indices import Index, indices
from shoes.camera.kinds import Floats, Image
from shoes.camera.lying import Card, Lying
from shoes.camera.outlines import Outline, outlines, shown
from shoes.camera.patches import Patch, Region, rectified, scale_at
from shoes.camera.plane import Calibration

# When changed cells at rest are looked at again: after the first look at once, then ever later.
LOOKS_MS: Final = (0, 0, 0, 0, 80, 100, 150, 250, 400, 600)
ROUND_MM: Final = 26.0
FEWEST_CELLS: Final = 8
AMID: Final = 0.35
EDGE_MM: Final = 4.0
LOOKS_WHERE_NOTHING: Final = 3
HALF: Final = 0.5
# A card of which nothing was said yet is looked at anew so often, and for so long; one that was said unsurely later.
SOON_MS, SOON_FOR_MS = 80, 1000
AGAIN_MS: Final = (400, 1000, 2000)


class Looking:
    """Looks at the felt and tells the cards what was seen."""

    def __init__(self, eyes: Eyes, calibration: Calibration, cells: Cells, lying: Lying) -> None:
        self._eyes = eyes
        self._calibration = calibration
        self._cells = cells
        self._lying = lying
        self._looks = 0
        self._at_ms = 0

    def look(self, frame: Image, before: Image, at_ms: int) -> None:
        """Look wherever it is time to; `before` is the picture of what is known."""
        self._at_ms = at_ms
        for region, due in self._due():
            patch = rectified(frame, self._calibration, region, self._scale(region))
            self._look(patch, region, due)
            rest = self._unexplained(due)
            if rest is None:
                continue
            is_new = bool(self._cells.known[due].mean() < HALF)
            seen: list[Outline] = []
            # At first there is no picture without cards to compare with: only where cards are laid.
            for part in self._laid() if is_new else [region]:
                now, then = (rectified(p, self._calibration, part, patch.px_per_mm) for p in (frame, before))
                backs = outlines(now, then, self._calibration.card_mm, self._still(part), is_guess=is_new)
                seen += [back for back in backs if self._is_back(back, rest, frame)]
            self._lying.meet_backs(seen, region, at_ms)

    def _laid(self) -> list[Region]:
        """The regions round the places where cards are laid."""
        regions = []
        for area in self._calibration.areas:
            if area.kind in ("box", "dealer"):
                (x0, y0), (x1, y1) = area.polygon.min(0) - ROUND_MM, area.polygon.max(0) + ROUND_MM
                regions.append((float(x0), float(y0), float(x1), float(y1)))
        return regions

    def _due(self) -> list[tuple[Region, Mask]]:
        """The regions of the plane that are to be looked at now, with their cells."""
        cells = self._cells
        due = cells.settled & cells.differs & (cells.looks < len(LOOKS_MS))
        if due.any():
            wait = np.take(np.array(LOOKS_MS), np.minimum(cells.looks, len(LOOKS_MS) - 1))
            due &= cells.at_ms - cells.looked >= wait
        for card in self._lying.cards:
            if card.visible is not None and self._wants_look(card):
                part = card.visible
                due[part.rows, part.columns] |= part.mask & cells.settled[part.rows, part.columns]
                card.look_ms = cells.at_ms
        if not due.any():
            return []
        joined = cv2.dilate(due.astype(np.uint8), np.ones((5, 5), np.uint8))
        number, found, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        labels = np.asarray(found, np.int32)
        regions = []
        for label in range(1, number):
            x, y, w, h, _ = (int(v) for v in stats[label])
            own = due[y : y + h, x : x + w] & (labels[y : y + h, x : x + w] == label)
            if own.sum() >= FEWEST_CELLS and not self._is_amid_motion((x, y, x + w, y + h), labels, label):
                regions.append(((x, y, x + w, y + h), own))
        return [self._region(box, own) for box, own in regions]

    def _is_amid_motion(self, box: tuple[int, int, int, int], labels: npt.NDArray[np.int32], label: int) -> bool:
        """Whether some cells at rest are but the inside of a thing that moves, such as a sleeve."""
        x0, y0, x1, y1 = (box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2)
        part = slice(max(y0, 0), y1), slice(max(x0, 0), x1)
        own = (labels[part] == label).astype(np.uint8)
        if self._cells.known[part][own > 0].mean() < 0.5:
            return False
        ring = cv2.dilate(own, np.ones((5, 5), np.uint8)) > own
        recent = (self._cells.quiet[part] < 2) & self._cells.watched[part]
        return bool(recent[ring].mean() > AMID)

    def _region(self, box: tuple[int, int, int, int], own: Mask) -> tuple[Region, Mask]:
        cells = self._cells
        x0, y0, x1, y1 = box
        left, top = cells.origin
        due = np.zeros(cells.shape, np.bool_)
        due[y0:y1, x0:x1] = own
        region = (
            left + x0 * CELL_MM - ROUND_MM,
            top + y0 * CELL_MM - ROUND_MM,
            left + x1 * CELL_MM + ROUND_MM,
            top + y1 * CELL_MM + ROUND_MM,
        )
        return region, due

    def _wants_look(self, card: Card) -> bool:
        if card.number is None:
            wait = SOON_MS if self._at_ms - card.rest_ms < SOON_FOR_MS else AGAIN_MS[0]
            return self._at_ms - card.look_ms >= wait
        if card.face == "down" or card.gone_ms is not None or (card.said and card.said.is_sure):
            return False
        wait = AGAIN_MS[min(card.hits // 8, len(AGAIN_MS) - 1)]
        return self._at_ms - card.look_ms >= wait

    def _look(self, patch: Patch, region: Region, due: Mask) -> None:
        """Find and read the indices of a patch."""
        cells = self._cells
        found = [index for index in self._indices(patch) if self._is_still(index.at)]
        x0, y0, x1, y1 = region
        inside = cells.inside(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32))
        self._lying.meet(found, inside, self._at_ms)
        cells.looks[due] += 1 if found else LOOKS_WHERE_NOTHING
        cells.looked[due] = self._at_ms

    def _indices(self, patch: Patch) -> list[Index]:
        self._looks += 1
        known = [
            np.array(place, np.float32)
            for card in self._lying.cards
            if card.said and card.said.is_sure and card.hits >= 6
            for place in self._lying.corners(card)
        ]
        return indices(patch, self._eyes, known=known, turn=self._looks, height=self._lying.deck.height)

    def _scale(self, region: Region) -> float:
        largest, _ = scale_at(self._calibration, ((region[0] + region[2]) / 2, (region[1] + region[3]) / 2))
        return float(np.clip(1.1 * largest, 1.0, 1.8))

    def _is_still(self, at: Floats) -> bool:
        cells = self._cells
        column, row = (round(float(v)) for v in cells.to_cells(at))
        if not (0 <= row < cells.shape[0] and 0 <= column < cells.shape[1]) or not cells.watched[row, column]:
            return False
        around = cells.settled[max(row - 2, 0) : row + 3, max(column - 2, 0) : column + 3]
        return bool(around.mean() > 0.8)

    def _unexplained(self, due: Mask) -> Mask | None:
        """Of the cells that were looked at, those that no card with an index explains; None where they are too few."""
        rest: Mask = due & ((self._cells.looks >= 2) | ~self._cells.known)
        for card in self._lying.cards:
            if card.gone_ms is None and card.face == "up":
                self._cells.inside(card.pose.outline(EDGE_MM)).set(rest, value=False)
        width, length = self._calibration.card_mm
        return rest if rest.sum() > 0.5 * width * length / CELL_MM**2 else None

    def _is_back(self, outline: Outline, rest: Mask, frame: Image) -> bool:
        inside = self._cells.inside(outline.pose.outline(-EDGE_MM))
        if not len(inside) or inside.of(self._cells.settled).mean() < 0.9 or inside.of(rest).mean() < 0.5:
            return False
        return self._cells.bare(inside) < HALF and shown(frame, self._calibration, outline.pose) == "down"

    def _still(self, region: Region) -> Image:
        """Where a region is at rest, uint8, a pixel a cell."""
        cells = self._cells
        columns, rows = cells.to_cells(np.array([[region[0], region[1]], [region[2], region[3]]], np.float32)).T + 0.5
        x, y, w, h = round(columns[0]), round(rows[0]), round(columns[1] - columns[0]), round(rows[1] - rows[0])
        shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
        still = cells.settled.astype(np.uint8)
        return np.asarray(
            cv2.warpAffine(still, shift, (max(w, 1), max(h, 1)), flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP),
            np.uint8,
        )
