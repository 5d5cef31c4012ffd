"""Random samples that anybody can draw again, and how sure the rate found in them is. Pure.

A sample is drawn by hashing, so that no other program's random numbers are needed to repeat it: the things are put in
the order of SHA-256("<seed>:<name>"), and the first n are taken.
"""

from collections.abc import Collection
from hashlib import sha256
from math import sqrt
from statistics import NormalDist
from typing import Final

CONFIDENCE: Final = 0.95


def drawn(seed: str, names: Collection[str], n: int) -> list[str]:
    """The first `n` of `names` in the order of their hashes with the seed; all of them if there are fewer."""
    return sorted(names, key=lambda name: sha256(f"{seed}:{name}".encode()).digest())[:n]


def fingerprint(names: Collection[str]) -> str:
    """SHA-256 of all that was drawn from: the names, sorted, a line each."""
    return sha256("\n".join(sorted(names)).encode()).hexdigest()


def wilson(hits: int, seen: int, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
    """The score interval of a share, as (low, high); None where nothing was seen.

    Source: Wilson, JASA 22 (1927), 209-212. It holds for small samples and for a share of none, where the usual
    interval has no width.
    """
    if seen == 0:
        return None
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = hits / seen, z * z / seen
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / seen + spread / (4 * seen)) / (1 + spread)
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == seen else min(1.0, middle + half)
    return low, high
