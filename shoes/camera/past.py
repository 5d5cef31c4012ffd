"""What cells looked like before something passed over them."""

from typing import Final

import numpy as np
import numpy.typing as npt

from shoes.camera.colours import is_alike
from shoes.camera.kinds import Floats

Mask = npt.NDArray[np.bool_]
# How many looks of a cell are remembered, and for how long something may pass before it.
PASTS, PASSING_MS = 3, 2500.0
# By less than so many grey levels a cell looks as it did.
SAME: Final = 7.0


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
            same = is_alike(looks[where], self._looks[number][where], SAME)
            then = where[0][same], where[1][same]
            since[then] = np.minimum(since[then], self._since[number][then])

    def forget(self, where: Mask) -> None:
        """What the cells `where` show now is all that there is to recall of them."""
        where = where & (self._until[0] > -np.inf)
        if where.any():
            self._until[:, where] = -np.inf
