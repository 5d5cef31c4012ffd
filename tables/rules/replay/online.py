"""Cases of the online game with 36 cards (COVERAGE F-2, F-8..F-17, R-O2D-21): levels, ratings, advice. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any, Final

from tables.rules.options import decimal_text
from tables.rules.replay.given import decimal, given, number
from tables.rules.terms import Terms

ADVANCED_FROM: Final = 10  # F-2
ROUBLES_A_CHIP: Final = 5  # F-16
NEAR: Final = range(16, 21)  # R-O2D-21
CENT: Final = Decimal("0.01")


def level(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """F-2: who has ten points of rating sits with the advanced."""
    return {"level": "advanced" if decimal(given(case), "rating") >= ADVANCED_FROM else "sandbox"}


def rating(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """F-8..F-17: what a game adds to somebody's statistics; a time-out is a game lost (I-26)."""
    found = given(case)
    if not found.get("rated"):
        return {"games": 0, "wins": 0, "rating": "0", "rubles": "0"}
    has_won = bool(found.get("won")) and not found.get("timeout")
    gained = _gained(found) if has_won else Decimal(0)
    return {
        "games": 1,
        "wins": int(has_won),
        "rating": decimal_text(gained),
        "rubles": decimal_text(gained * ROUBLES_A_CHIP),
    }


def _gained(found: Mapping[str, Any]) -> Decimal:
    """F-13: a punter's chips won; F-14, F-15: what a bank grew by, shared by its punters, never below 0 (AMB-60)."""
    if found.get("role") != "banker":
        return decimal(found, "chips_won", "0")
    grown = decimal(found, "bank_end") - decimal(found, "bank_start")
    share = Fraction(max(grown, Decimal(0))) / number(found, "punters", least=1)
    return (Decimal(share.numerator) / Decimal(share.denominator)).quantize(CENT, ROUND_HALF_UP)


def hint(terms: Terms, case: Mapping[str, Any]) -> dict[str, Any]:
    """R-O2D-21: advice, never a constraint."""
    total = decimal(given(case), "total")
    return {"advice": "stand" if total in NEAR or total > NEAR.stop - 1 else "buy"}
