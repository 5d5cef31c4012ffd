"""Hold, and the band in which 95 of 100 holds of a table fall by its own history. Pure; whole numbers only.

A day's win W scatters around R times its drop D with a variance that grows as the drop does: var(W) = s²·D. From n days
with a result, R = ΣW / ΣD and s² = Σ (W - R·D)² / D / (n - 1). The hold W/D of a span with drop D lies in 95 of 100
cases within R ± t(n-1)·√(s²·(1/D + 1/ΣD)): the more was dropped, the narrower.

Source: MD COMAR 36.05.03.25 asks to investigate what lies outside 95% confidence of the year before
(floor/PROCEDURES 3.8, 114); the ratio estimator is Cochran, Sampling Techniques, 3rd ed., 6.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import isqrt
from typing import Final

LEAST_DAYS: Final = 10
YEAR_DAYS: Final = 365
WHOLE: Final = 10_000  # a share is told in hundredths of a percent
_FINE: Final = 10**6  # squares are kept to a millionth of a minor unit

# Student's t, two-sided 95 %, in thousandths, by degrees of freedom; between two of them the larger one holds.
_T: Final = {
    9: 2262, 10: 2228, 11: 2201, 12: 2179, 13: 2160, 14: 2145, 15: 2131, 16: 2120, 17: 2110, 18: 2101, 19: 2093,
    20: 2086, 22: 2074, 24: 2064, 26: 2056, 28: 2048, 30: 2042, 40: 2021, 60: 2000, 120: 1980, 1000: 1962,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Band:
    """Where a hold is expected, in hundredths of a percent, and how many days say so."""

    expected: int
    low: int
    high: int
    days: int

    def holds(self, share: int) -> bool:
        return self.low <= share <= self.high


def hold(win_minor: int | None, drop_minor: int | None) -> int | None:
    """Win in hundredths of a percent of the drop; None without both, or where nothing was dropped."""
    if win_minor is None or not drop_minor:
        return None
    return _rounded(win_minor * WHOLE, drop_minor)


def band(history: Iterable[tuple[int, int]], drop_minor: int | None) -> Band | None:
    """The band for a span of this drop, from days of (win, drop); None with fewer than ten days, or without a drop."""
    days = [(win, drop) for win, drop in history if drop > 0]
    if len(days) < LEAST_DAYS or not drop_minor or drop_minor < 0:
        return None
    won, dropped = sum(win for win, _drop in days), sum(drop for _win, drop in days)
    squares = sum((win * dropped - won * drop) ** 2 * _FINE // (dropped**2 * drop) for win, drop in days)
    # s² (1/D + 1/ΣD) = squares / (n - 1) · (D + ΣD) / (D·ΣD), times t² and the share's scale²
    scaled = squares * (drop_minor + dropped) * (t_thousandths(len(days) - 1) * WHOLE) ** 2
    half = (isqrt(scaled * 4 // ((len(days) - 1) * drop_minor * dropped * _FINE * 10**6)) + 1) // 2
    expected = _rounded(won * WHOLE, dropped)
    return Band(expected, expected - half, expected + half, len(days))


def t_thousandths(freedom: int) -> int:
    """Student's t for two-sided 95 %, never too small."""
    return _T[max(known for known in _T if known <= freedom)]


def _rounded(over: int, under: int) -> int:
    """The quotient to the nearest whole number, halves away from zero."""
    size = (abs(over) * 2 + under) // (under * 2)
    return size if over >= 0 else -size
