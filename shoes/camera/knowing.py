"""What is known of the felt, as a picture: what was said, and what nobody could say anything of."""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.cells import CELL_MM, Cells, Mask
from shoes.camera.colours import apart
from shoes.camera.kinds import Image
from shoes.camera.lying import Card, Lying
from shoes.camera.plane import Calibration

# What lies still so long, and was looked at so often, is part of the table.
KNOWN_MS: Final = 1500
KNOWN_LOOKS: Final = 6
FELT_MS: Final = 6000
FELT_EVERY_MS: Final = 1000
FELT_DIFFERS: Final = 3.0
SURE_HITS: Final = 4
COVER_MM: Final = 4.0
# A card's shadow and rim: what differs there beside a card that is known needs no looking.
HALO_MM: Final = 10.0


class Knowing:
    """Keeps the picture of what is known, in the camera's own pixels: uint8 (h, w, 3)."""

    def __init__(self, calibration: Calibration, cells: Cells, lying: Lying) -> None:
        self._calibration = calibration
        self._cells = cells
        self._lying = lying
        self._checked_ms = 0
        # Known cells that the picture does not show yet: what lies there may be a hand that goes again.
        self._pending: Mask = np.zeros(cells.shape, np.bool_)
        x, y = cells.origin
        k = 1 / CELL_MM
        to_cells = np.array([[k, 0, -x * k - 0.5], [0, k, -y * k - 0.5], [0, 0, 1]])
        self._from_picture: npt.NDArray[np.float64] = to_cells @ calibration.to_plane_matrix.astype(np.float64)
        self.picture = self._cloth()

    def _cloth(self) -> Image:
        """The felt as it may look without the cards that lie on it at the beginning."""
        cloth = cv2.warpPerspective(
            self._cells.felt.astype(np.uint8),
            self._from_picture,
            self._calibration.picture,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(cloth, np.uint8)

    def take(self, frame: Image, at_ms: int) -> None:
        """Take over into what is known whatever is no news any more."""
        cells = self._cells
        new = cells.settled & cells.differs
        is_checked = at_ms - self._checked_ms >= FELT_EVERY_MS
        if not is_checked and not new.any():
            return
        old = new & (cells.changed < at_ms - KNOWN_MS) & (cells.looks >= KNOWN_LOOKS)
        unknown = new & ~cells.known & (cells.looks >= 1)
        carded, carded_now = np.zeros(cells.shape, np.bool_), np.zeros(cells.shape, np.bool_)
        there = [card for card in self._lying.cards if card.gone_ms is None]
        for card in sorted(there, key=lambda card: card.number is None):
            part = cells.inside(card.pose.outline(COVER_MM))
            part.set(carded, value=True)
            if card.number is None:
                part.set(old, value=False)
                part.set(unknown, value=False)
            else:
                self._accept_card(card, carded_now, new, at_ms)
        cells.forget(carded_now)
        old |= carded_now
        stays = self._learn_felt(unknown, carded, at_ms if is_checked else None)
        accepted = old | unknown
        if accepted.any():
            shown = unknown | carded_now | (old & cells.alike_felt(old))
            self._pending |= accepted
            stays |= shown
            cells.accept(accepted)
        stays &= self._pending
        if stays.any():
            self._pending &= ~stays
            self._remember(frame, stays)

    def _accept_card(self, card: Card, accepted: Mask, new: Mask, at_ms: int) -> None:
        """A card that was said and is seen well is known at once, with its rim."""
        if card.is_accepted or card.hits < SURE_HITS or card.seen_ms != at_ms:
            return
        card.is_accepted = True
        part = self._cells.inside(card.pose.outline(HALO_MM))
        here = part.rows, part.columns
        accepted[here] |= part.mask & new[here] & (self._cells.looks[here] >= 1)

    def _learn_felt(self, unknown: Mask, carded: Mask, at_ms: int | None) -> Mask:
        """The felt is what lies under no card: at first, and (given `at_ms`) whatever has lain there for long.

        Returns the cells that show what stays.
        """
        cells = self._cells
        bare = unknown & ~carded
        stays = unknown.copy()
        if at_ms is not None:
            self._checked_ms = at_ms
            stays |= cells.settled & (cells.changed < at_ms - FELT_MS)
            bare |= stays & ~carded & (apart(cells.lit(cells.felt), cells.now) > FELT_DIFFERS)
        if bare.any():
            cells.learn_felt(bare)
        return stays

    def _remember(self, frame: Image, accepted: Mask) -> None:
        """Keep how the accepted cells look, in the picture's own pixels."""
        self._cells.pictured(accepted)
        rows, columns = np.nonzero(accepted)
        left, top = self._cells.origin
        x0, x1 = left + columns.min() * CELL_MM, left + (columns.max() + 1) * CELL_MM
        y0, y1 = top + rows.min() * CELL_MM, top + (rows.max() + 1) * CELL_MM
        points = self._calibration.to_picture(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32))
        h, w = frame.shape[:2]
        left_px, top_px = (int(v) for v in np.clip(np.floor(points.min(0)), 0, (w - 1, h - 1)))
        right_px, bottom_px = (int(v) for v in np.clip(np.ceil(points.max(0)), (left_px + 1, top_px + 1), (w, h)))
        shift = np.array([[1, 0, left_px], [0, 1, top_px], [0, 0, 1]])
        mask = cv2.warpPerspective(
            accepted.astype(np.uint8),
            self._from_picture @ shift,
            (right_px - left_px, bottom_px - top_px),
            flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP,
        )
        part = slice(top_px, bottom_px), slice(left_px, right_px)
        cv2.copyTo(frame[part], mask, self.picture[part])
