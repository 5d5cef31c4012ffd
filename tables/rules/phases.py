"""The phases of a round inside the fold. Pure."""

from typing import Final

STAKES: Final = 0
DEAL: Final = 1
PLAY: Final = 2
OVER: Final = 3
