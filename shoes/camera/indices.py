"""Corner indices on the plane: where in millimetres they lie and what they say."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from shoes.camera.cards import without_doubles
from shoes.camera.crops import HEIGHT, UP_X, UP_Y, halves
from shoes.camera.eyes import Eyes
from shoes.camera.find import find
from shoes.camera.kinds import Floats
from shoes.camera.patches import Patch
from shoes.camera.read import LOOKS, Readings, read

PROPOSED: Final = 0.2
# Heights of an index on a playing card, small to jumbo, with room for the finder's error.
LOWEST_MM, HIGHEST_MM = 11.0, 46.0
# Up to this height in pixels the finest level of the pyramid finds an index by itself.
ONE_LEVEL_PX: Final = 36.0
NEAR_MM: Final = 5.0
WELL_PX: Final = 24.0


@dataclass(frozen=True, eq=False)
class Index:
    """One corner index on the plane.

    at      float32 (2,), middle in millimetres.
    up      float32 (2,), unit vector towards its top.
    height  millimetres.
    px      the same in the frame's pixels, in the direction in which the frame shows it smallest.
    cards   float32 (13, 4), probability of each card; what is missing to 1 is "no index".
    """

    at: Floats
    up: Floats
    height: float
    cards: Floats
    px: float = WELL_PX

    @property
    def is_index(self) -> float:
        return float(self.cards.sum())


def indices(
    patch: Patch, eyes: Eyes, *, known: Sequence[Floats] = (), turn: int = 0, height: float | None = None
) -> list[Index]:
    """The indices of a patch of the plane.

    known   places in millimetres where what an index says is known: one look is enough there.
    turn    counts the looks at the table: each takes other slight turns and scales.
    height  of these cards' indices in millimetres, where it is known: saves looking for others.
    """
    is_small = height is not None and height * patch.px_per_mm < ONE_LEVEL_PX
    levels = halves(patch.image, 2)
    poses = find(levels[:1] if is_small else levels, eyes.finder, PROPOSED)
    heights = poses[:, HEIGHT] / patch.px_per_mm
    poses = poses[(heights > LOWEST_MM) & (heights < HIGHEST_MM)]
    is_known = _near(patch.to_mm(poses[:, :2]), known)
    looks = (LOOKS[0], *LOOKS[1:][2 * (turn % 2) :][:2])
    parts = [
        read(patch.window, poses[~is_known], eyes.reader, looks),
        read(patch.window, poses[is_known], eyes.reader, LOOKS[:1]),
    ]
    readings = without_doubles(
        Readings(*(np.concatenate([getattr(part, name) for part in parts]) for name in ("poses", "ranks", "suits")))
    )
    cards = readings.cards()
    at = patch.to_mm(readings.poses[:, :2])
    return [
        Index(at[row], pose[[UP_X, UP_Y]], float(pose[HEIGHT] / patch.px_per_mm), cards[row], patch.shown_px(pose))
        for row, pose in enumerate(readings.poses)
    ]


def _near(at: Floats, known: Sequence[Floats]) -> npt.NDArray[np.bool_]:
    if not len(at) or not known:
        return np.zeros(len(at), np.bool_)
    away = np.hypot(*(at[:, None] - np.stack(known)[None]).transpose(2, 0, 1))
    near: npt.NDArray[np.bool_] = away.min(axis=1) < NEAR_MM
    return near
