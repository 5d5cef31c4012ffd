"""The suit as the large pips of a card show it, where its index is too small to tell: read with the rank over each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from shoes.camera.crops import INDEX_PX, WINDOW_PX
from shoes.camera.find import Session
from shoes.camera.kinds import NO_SUIT, Floats, Image
from shoes.camera.patches import scale_at, taken
from shoes.camera.plane import Calibration
from shoes.camera.poses import Pose

# Where upright pips of the card's upper half stand, as shares of its width and length from its middle; those of the
# lower half lie the same way turned about. The small one of a court card stands before a picture and is not trusted.
_ROW: Final = ((-0.2, 0.33), (0.2, 0.33))
PIPS: Final = {
    "A": ((0.0, 0.0),),
    **dict.fromkeys("23", ((0.0, 0.33),)),
    **dict.fromkeys("456789T", _ROW),
}
# Heights of a pip in millimetres.
USUAL, OF_ACES = (12.5, 15.2), (20.0, 24.0)
# The reader's window shows an index in rows 8..40, its suit in the lower ones, so high.
SUIT_PX: Final = 13.0
ROWS, COLUMNS = slice(26, 44), slice(12, 36)
FLOOR: Final = 1e-3
# A smaller pip tells no more than the index does.
LEAST_PX: Final = 7.0


@dataclass(frozen=True, eq=False)
class Spot:
    """A pip's middle and that of the index of its half, float32 (2,) in millimetres, upright in `pose`."""

    pose: Pose
    pip: Floats
    index: Floats


def spots(rank: str, pose: Pose, offset: tuple[float, float]) -> list[Spot]:
    """The pips to look at on a card of this rank; `offset` as from `Deck.offset`."""
    turned = Pose(pose.x, pose.y, -pose.up_x, -pose.up_y, pose.width, pose.length)
    return [
        Spot(
            half,
            np.array(half.at(right * pose.width, up * pose.length), np.float32),
            np.array(half.at(-offset[0], offset[1]), np.float32),
        )
        for half in ([pose] if rank == "A" else [pose, turned])
        for right, up in PIPS.get(rank, ())
    ]


def suits(
    frame: Image, calibration: Calibration, session: Session, rank: str, seen: Sequence[Spot], index_mm: float
) -> Floats | None:
    """Probability of each suit, float32 (4,), by the pips alone; None where none shows one or they are small."""
    heights = OF_ACES if rank == "A" else USUAL
    windows = [
        _window(frame, calibration, spot, height, index_mm)
        for spot in seen
        if min(heights) * scale_at(calibration, (spot.pose.x, spot.pose.y))[1] > LEAST_PX
        for height in heights
    ]
    if not windows:
        return None
    _, logits = session.run(None, {"windows": np.stack(windows)})
    grown = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares = grown / grown.sum(axis=1, keepdims=True)
    shares = shares[shares[:, NO_SUIT] < 0.5, :NO_SUIT]
    if not len(shares):
        return None
    mean = np.exp(np.log(shares + FLOOR).mean(axis=0))
    found: Floats = (mean / mean.sum()).astype(np.float32)
    return found


def _window(frame: Image, calibration: Calibration, spot: Spot, height_mm: float, index_mm: float) -> Floats:
    """A window float32 (3, 48, 48): the rank of the index, and the pip in its suit's stead."""
    window = _seen(frame, calibration, spot.pose, spot.index, index_mm / INDEX_PX, (WINDOW_PX, WINDOW_PX))
    size = COLUMNS.stop - COLUMNS.start, ROWS.stop - ROWS.start
    pip = _seen(frame, calibration, spot.pose, spot.pip, height_mm / SUIT_PX, size)
    window[ROWS, COLUMNS] = pip
    window[ROWS, : COLUMNS.start] = pip[:, :1]
    window[ROWS, COLUMNS.stop :] = pip[:, -1:]
    window[ROWS.stop :] = window[ROWS.stop - 1]
    return np.ascontiguousarray(window.transpose(2, 0, 1), np.float32)


def _seen(
    frame: Image, calibration: Calibration, pose: Pose, at: Floats, mm_per_px: float, size: tuple[int, int]
) -> Image:
    """What is round a point of the plane, upright as the card stands."""
    w, h = (size[0] - 1) / 2, (size[1] - 1) / 2
    right, up = np.array([-pose.up_y, pose.up_x]) * mm_per_px, np.array([pose.up_x, pose.up_y]) * mm_per_px
    x, y = at - right * w + up * h
    to_plane = np.array([[right[0], -up[0], x], [right[1], -up[1], y], [0, 0, 1]])
    return taken(frame, calibration.to_picture_matrix.astype(np.float64) @ to_plane, size)
