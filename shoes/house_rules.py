"""What the house's rules ask of its cards, as plain values. Who knows them lies above: `card_rules_asked`. Pure.

A rule of None: no pack of rules in force speaks of it, and nothing is made up.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

WARNED_FOR: Final = 8
"""An age limit is warned of in its last eighth: three hours of 24, half an hour of four."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Where a rule stands; `is_checked` is False where nobody has confirmed its wording or number."""

    pack: str
    number: str
    is_checked: bool


@dataclass(frozen=True, slots=True)
class Receipt:
    """Packs are received by so many people, of different departments where it says so."""

    people: int
    is_other_role: bool
    clause: Clause


@dataclass(frozen=True, slots=True)
class AgeLimit:
    """Cards may be in play for so long."""

    hours: int
    clause: Clause


@dataclass(frozen=True, slots=True)
class Inspection:
    """New packs are looked through by one person of each of these roles, the last of whom verifies."""

    roles: tuple[str, ...]
    clause: Clause


@dataclass(frozen=True, slots=True)
class CardRules:
    """All that is asked. `age_by_hand`: of cards dealt from the hand, where that is another."""

    receipt: Receipt | None = None
    age: AgeLimit | None = None
    age_by_hand: AgeLimit | None = None
    reconciled_daily: Clause | None = None
    inspection: Inspection | None = None


@dataclass(frozen=True, slots=True)
class CardAge:
    """For how long the oldest pack of a shoe has been in play, against what may be. `level`: calm, look, act."""

    since: datetime
    limit: AgeLimit
    now: datetime = field(compare=False)

    @property
    def until(self) -> datetime:
        return self.since + timedelta(hours=self.limit.hours)

    @property
    def warned_from(self) -> datetime:
        return self.until - timedelta(hours=self.limit.hours) / WARNED_FOR

    @property
    def level(self) -> str:
        if self.now >= self.until:
            return "act"
        return "look" if self.now >= self.warned_from else "calm"


NO_RULES: Final = CardRules()
