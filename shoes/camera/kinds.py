"""Array types and the order of ranks and suits that the networks speak."""

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

RANKS = "A23456789TJQK"
SUITS = "SHDC"
NO_RANK = len(RANKS)
NO_SUIT = len(SUITS)
