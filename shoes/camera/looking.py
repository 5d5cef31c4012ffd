"""Where a watch looks: at what changed and came to rest, with ever longer pauses where nothing is found."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.cells import BARE, CELL_MM, Cells, Mask
from shoes.camera.evidence import LOOKED, PIPS, said
from shoes.camera.eyes import Eyes
from shoes.camera.indices import Index, indices
from shoes.camera.kinds import RANKS, Floats, Image
from shoes.camera.lying import Card, Lying, covers
from shoes.camera.outlines import Outline, outlines, shown
from shoes.camera.patches import Patch, Region, rectified, scale_at
from shoes.camera.pips import spots, suits
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
# Looks after which pips are asked for a suit that the index does not tell; at once where it is tiny.
PIPS_HITS: Final = 3
USUAL_INDEX_MM: Final = 19.0
# What lay there from the beginning can wait: so much of it, in pixels of patches, is looked at with one frame.
FIRST_PX: Final = 150_000


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
        for region, due in self._in_turn(self._due()):
            patch = rectified(frame, self._calibration, region, self._scale(region))
            self._look(patch, region, due)
            rest = self._unexplained(due)
            if rest is None:
                continue
            is_new = self._is_new(due)
            if is_new and not self._is_laid(region):
                # At first there is no picture without cards to compare with: only where cards are laid.
                continue
            part = self._round(rest)
            now = rectified(frame, self._calibration, part, patch.px_per_mm)
            backs = outlines(
                now,
                self._as_lit(rectified(before, self._calibration, part, patch.px_per_mm)),
                self._calibration.card_mm,
                self._still(part),
                is_guess=is_new,
            )
            news = self._less_faces(self._cells.settled & self._cells.differs)
            seen = [back for back in backs if self._is_back(back, news, frame)]
            self._lying.meet_backs(seen, part, at_ms)
        for card in self._lying.cards:
            if card.seen_ms == at_ms and card.face == "up" and not (card.said and card.said.is_sure):
                self._look_at_pips(card, frame)

    def _as_lit(self, before: Patch) -> Patch:
        """A patch of what is known as it would look in the light that falls on it now."""
        h, w = before.image.shape[:2]
        glare = self._cells.glare_on((before.x, before.y), (w, h), before.px_per_mm)
        if glare is None:
            return before
        return replace(before, image=np.clip(before.image + glare, 0, 255).astype(np.uint8))

    def _in_turn(self, regions: list[tuple[Region, Mask]]) -> Iterator[tuple[Region, Mask]]:
        """What changed, and as much of what was never looked at as one frame has time for."""
        pixels = 0.0
        for region, due in sorted(regions, key=lambda one: (self._is_new(one[1]), self._cells.looks[one[1]].mean())):
            if self._is_new(due):
                more = (region[2] - region[0]) * (region[3] - region[1]) * self._scale(region) ** 2
                if pixels and pixels + more > FIRST_PX:
                    continue
                pixels += more
            yield region, due

    def _is_new(self, due: Mask) -> bool:
        """Whether cells are looked at for the first time since the watch began."""
        return bool(self._cells.known[due].mean() < HALF)

    def _is_laid(self, region: Region) -> bool:
        """Whether a region reaches where cards are laid."""
        for area in self._calibration.areas:
            (x0, y0), (x1, y1) = area.polygon.min(0), area.polygon.max(0)
            is_beside = region[2] < x0 or region[0] > x1 or region[3] < y0 or region[1] > y1
            if area.kind in ("box", "dealer") and not is_beside:
                return True
        return False

    def _due(self) -> list[tuple[Region, Mask]]:
        """The regions of the plane that are to be looked at now, with their cells."""
        cells = self._cells
        due = cells.settled & cells.differs & (cells.looks < len(LOOKS_MS))
        due &= ~self._passed_over(due & ~cells.known)
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

    def _passed_over(self, first: Mask) -> Mask:
        """Bare felt that was never looked at: it needs no look."""
        if not first.any():
            return first
        bare: Mask = first & ~self._cells.unlike_felt()
        self._cells.looks[bare] += LOOKS_WHERE_NOTHING
        self._cells.looked[bare] = self._at_ms
        return bare

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
        x0, y0, x1, y1 = box
        due = np.zeros(self._cells.shape, np.bool_)
        due[y0:y1, x0:x1] = own
        return self._widened(box), due

    def _round(self, some: Mask) -> Region:
        """The region round some cells."""
        rows, columns = np.nonzero(some)
        return self._widened((int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1))

    def _widened(self, box: tuple[int, int, int, int]) -> Region:
        """A box of cells x0, y0, x1, y1 in millimetres, with some room round it."""
        x0, y0, x1, y1 = box
        left, top = self._cells.origin
        return (
            left + x0 * CELL_MM - ROUND_MM,
            top + y0 * CELL_MM - ROUND_MM,
            left + x1 * CELL_MM + ROUND_MM,
            top + y1 * CELL_MM + ROUND_MM,
        )

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

    def _look_at_pips(self, card: Card, frame: Image) -> None:
        """Where the index does not tell the suit, the pips that no other card covers may."""
        ranks = card.evidence.cards().sum(axis=1)
        if ranks.max() < LOOKED.rank or not card.evidence.sums:
            return
        if not card.evidence.is_tiny and (card.hits < PIPS_HITS or said(card.evidence).is_sure):
            return
        deck, above = self._lying.deck, self._lying.above(card)
        height = deck.height or USUAL_INDEX_MM
        rank = RANKS[int(ranks.argmax())]
        seen = [
            spot
            for spot in spots(rank, card.pose, deck.offset(height))
            if not any(covers(o.pose, spot.pip) for o in above)
        ]
        shares = suits(frame, self._calibration, self._eyes.reader, rank, seen, height)
        if shares is not None:
            card.evidence.add(PIPS, ranks[:, None] * shares[None])

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
        rest = self._less_faces(due)
        width, length = self._calibration.card_mm
        return rest if rest.sum() > 0.5 * width * length / CELL_MM**2 else None

    def _less_faces(self, some: Mask) -> Mask:
        """Some of the cells that were looked at before, less those of cards with an index."""
        rest: Mask = some & ((self._cells.looks >= 2) | ~self._cells.known)
        for card in self._lying.cards:
            if card.gone_ms is None and card.face == "up":
                self._cells.inside(card.pose.outline(EDGE_MM)).set(rest, value=False)
        return rest

    def _is_back(self, outline: Outline, news: Mask, frame: Image) -> bool:
        inside = self._cells.inside(outline.pose.outline(-EDGE_MM))
        if not len(inside) or inside.of(self._cells.settled).mean() < 0.9 or inside.of(news).mean() < 0.5:
            return False
        is_bare = self._cells.bare(inside) > BARE or inside.of(self._cells.cloth_seen()).mean() > HALF
        return not is_bare and shown(frame, self._calibration, outline.pose) == "down"

    def _still(self, region: Region) -> Image:
        """Where a region is watched and at rest, uint8, a pixel a cell."""
        cells = self._cells
        columns, rows = cells.to_cells(np.array([[region[0], region[1]], [region[2], region[3]]], np.float32)).T + 0.5
        x, y, w, h = round(columns[0]), round(rows[0]), round(columns[1] - columns[0]), round(rows[1] - rows[0])
        shift = np.array([[1, 0, x], [0, 1, y]], np.float32)
        still = (cells.settled & cells.watched).astype(np.uint8)
        return np.asarray(
            cv2.warpAffine(still, shift, (max(w, 1), max(h, 1)), flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP),
            np.uint8,
        )
