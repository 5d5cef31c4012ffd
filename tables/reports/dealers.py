"""The dealer record: hands dealt, upheld mistakes by kind, direction and money, how often, and the interval. Pure.

Only what a supervisor upheld counts. A hand is what a box got in a round; hands that a split made count with their box.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from tables.reports.often import often
from tables.reports.value import Cell, Column, Row, Said, TableValue

COLUMNS: Final = (
    Column("dealer", "text"),
    Column("mistake", "rule"),
    Column("direction", "word"),
    Column("times", "count"),
    Column("money", "money"),
    Column("rounds", "count"),
    Column("hands", "count"),
    Column("rate", "per_thousand"),
    Column("rate_low", "per_thousand"),
    Column("rate_high", "per_thousand"),
)
NOTHING: Final = ""
ALL: Final = "all"
FOR_GUEST, FOR_HOUSE, NO_MONEY, UNKNOWN = "for_guest", "for_house", "no_money", "money_unknown"
_ORDER: Final = (FOR_GUEST, FOR_HOUSE, NO_MONEY, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One upheld finding. `money_minor` > 0: the house paid too much; < 0: a guest was short; None: unknown."""

    game: str
    rule: str
    money_minor: int | None

    @property
    def direction(self) -> str:
        if self.money_minor is None:
            return UNKNOWN
        if self.money_minor == 0:
            return NO_MONEY
        return FOR_GUEST if self.money_minor > 0 else FOR_HOUSE


@dataclass(frozen=True, slots=True)
class DealerDealt:
    """What one dealer dealt in the span, and what of it was upheld as a mistake."""

    name: str
    rounds: int
    hands: int
    lost_rounds: int  # whose hands nobody knows
    mistakes: tuple[Mistake, ...] = ()


def report(dealers: Sequence[DealerDealt], *, since: date, until: date, in_play: int, zone: str) -> TableValue:
    """The record of these dealers; `in_play` rounds are left out, since their shoe has not ended."""
    notes = [Said("upheld_only", {}), Said("hand_is", {}), Said("interval_is", {}), Said("gaming_days", {"zone": zone})]
    if in_play:
        notes.insert(0, Said("in_play_left_out", {"rounds": in_play}))
    return TableValue(
        report="dealers",
        about={"since": since.isoformat(), "until": until.isoformat(), "zone": zone},
        columns=COLUMNS,
        rows=tuple(row for dealer in dealers for row in _rows(dealer)),
        totals=(_all(NOTHING, dealers),) if len(dealers) > 1 else (),
        notes=tuple(notes),
        gaps=tuple(gap for dealer in dealers for gap in _gaps(dealer)),
    )


def _rows(dealer: DealerDealt) -> Iterable[Row]:
    yield _all(dealer.name, [dealer])
    grouped: dict[tuple[int, str, str], list[Mistake]] = {}
    for mistake in dealer.mistakes:
        key = (_ORDER.index(mistake.direction), mistake.rule, mistake.game)
        grouped.setdefault(key, []).append(mistake)
    for (order, rule, game), those in sorted(grouped.items()):
        yield _row(dealer.name, f"{game}:{rule}", _ORDER[order], those, (dealer.rounds, dealer.hands))


def _all(name: str, dealers: Sequence[DealerDealt]) -> Row:
    """The first line of a dealer, or the last of the report: all mistakes of both directions, so without a sum."""
    mistakes = [mistake for dealer in dealers for mistake in dealer.mistakes]
    exposed = sum(dealer.rounds for dealer in dealers), sum(dealer.hands for dealer in dealers)
    return _row(name, ALL, NOTHING, mistakes, exposed)


def _row(name: str, mistake: str, direction: str, mistakes: Sequence[Mistake], exposed: tuple[int, int]) -> Row:
    rate = often(len(mistakes), exposed[1])
    ends: tuple[Cell, Cell, Cell] = (rate.rate, rate.low, rate.high) if rate else (None, None, None)
    return (name, mistake, direction, len(mistakes), _money(direction, mistakes), *exposed, *ends)


def _money(direction: str, mistakes: Sequence[Mistake]) -> Cell:
    if direction == NOTHING:
        return NOTHING
    return None if direction == UNKNOWN else sum(abs(mistake.money_minor or 0) for mistake in mistakes)


def _gaps(dealer: DealerDealt) -> Iterable[Said]:
    if dealer.lost_rounds:
        yield Said("lost_rounds", {"dealer": dealer.name, "rounds": dealer.lost_rounds})
    unknown = sum(mistake.money_minor is None for mistake in dealer.mistakes)
    if unknown:
        yield Said("unknown_money", {"dealer": dealer.name, "times": unknown})
