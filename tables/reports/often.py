"""How often something happens, with the interval that its count leaves open. Pure.

A count of rare things is taken for Poisson's: the exact 95 % interval of its mean (Garwood 1936) is divided by the
exposure. No mistake in 300 hands is no proof of none: the interval goes up to 12 in 1,000.
"""

from dataclasses import dataclass
from math import exp, lgamma, log, sqrt
from typing import Final

TAIL: Final = 0.025
MILLION: Final = 1_000_000
_STEPS: Final = 60


@dataclass(frozen=True, slots=True)
class Often:
    """So many in a million, and the ends of the 95 % interval."""

    rate: int
    low: int
    high: int


def often(count: int, exposure: int) -> Often | None:
    """How often `count` in `exposure` is; None where nothing was exposed."""
    if exposure <= 0:
        return None
    low = 0.0 if count == 0 else _mean(count - 1, 1 - TAIL)
    high = _mean(count, TAIL)
    scale = MILLION / exposure
    return Often(round(count * scale), round(low * scale), round(high * scale))


def _mean(count: int, chance: float) -> float:
    """The mean at which `count` or fewer come with this chance: it falls as the mean rises."""
    least, most = 0.0, count + 10.0 + 8.0 * sqrt(count + 1)
    for _step in range(_STEPS):
        middle = (least + most) / 2
        if _at_most(count, middle) > chance:
            least = middle
        else:
            most = middle
    return (least + most) / 2


def _at_most(count: int, mean: float) -> float:
    """The chance of `count` or fewer where `mean` are expected."""
    if mean <= 0:
        return 1.0
    return sum(exp(number * log(mean) - mean - lgamma(number + 1)) for number in range(count + 1))
