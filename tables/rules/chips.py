"""Chips and the paper that goes with them: sums, the order of signatures, thresholds, results. Pure.

What a jurisdiction asks is data: a `ChipProcedure` by the name of its pack; `originals` is this house's own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from tables.rules.floor_terms import Thresholds

Lines = Mapping[int, int]
"""How many chips or notes of each value, by the value in minor units."""

MOST_PIECES: Final = 1_000_000
DEFAULT_CHIPS: Final = (1_00, 2_50, 5_00, 25_00, 100_00, 500_00, 1000_00)
DEFAULT_NOTES: Final = (5_00, 10_00, 20_00, 50_00, 100_00, 200_00, 500_00)


@dataclass(frozen=True, slots=True)
class Step:
    """One signature. `may` names the permissions of which the signer has one; `moves` from where to where chips go."""

    code: str
    may: tuple[str, ...]
    moves: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Threshold:
    """What a difference of at least `from_minor` asks for, and who is told."""

    from_minor: int
    duty: str  # told, report, regulator
    tell: tuple[str, ...]
    clause: str = ""


@dataclass(frozen=True, slots=True)
class ChipProcedure:
    """How fills and credits are signed, who voids one, and which differences need a person."""

    fill: tuple[Step, ...]
    credit: tuple[Step, ...]
    void: tuple[Step, Step]
    opener: tuple[Threshold, ...]  # against what the closer before said
    rounds: tuple[Threshold, ...]  # against what the logged rounds give

    def signing(self, kind: str) -> tuple[Step, ...]:
        return self.fill if kind == "fill" else self.credit


ORIGINALS: Final = ChipProcedure(
    fill=(
        Step("asked", ("fill.ask",)),
        Step("prepared", ("fill.prepare",), ("cage", "transit")),
        Step("carried", ("fill.carry",)),
        Step("received", ("tablet.use", "fill.ask"), ("transit", "tray")),
    ),
    credit=(
        Step("asked", ("fill.ask",)),
        Step("given", ("tablet.use", "fill.ask"), ("tray", "transit")),
        Step("carried", ("fill.carry",)),
        Step("taken", ("fill.prepare",), ("transit", "cage")),
    ),
    void=(Step("void_asked", ("fill.ask", "fill.prepare")), Step("void_agreed", ("fill.prepare", "fill.carry"))),
    opener=(
        Threshold(1, "told", ("manager", "security", "surveillance")),
        Threshold(25_01, "report", ("manager", "security", "surveillance")),
    ),
    rounds=(Threshold(25_01, "told", ("manager", "surveillance")),),
)
"""No clause stands behind these figures: they are this house's own, to be replaced by those of its pack."""

PROCEDURES: Final[dict[str, ChipProcedure]] = {"originals": ORIGINALS}


def procedure_of(pack: str) -> ChipProcedure:
    """What the pack asks about chips; the house's own procedure where it says nothing."""
    return PROCEDURES.get(pack, ORIGINALS)


def as_the_pack_says(base: ChipProcedure, said: Thresholds | None) -> ChipProcedure:
    """The procedure with a pack's own thresholds for openers, where it names some."""
    if said is None:
        return base
    steps = (
        ("told", 1),
        ("report", None if said.report_over_minor is None else said.report_over_minor + 1),
        ("regulator", said.regulator_from_minor),
    )
    opener = tuple(Threshold(minor, duty, said.tell, said.clause) for duty, minor in steps if minor is not None)
    return replace(base, opener=opener)


ROLE_MAY: Final = {
    "supervisor": "fill.ask",
    "manager": "fill.ask",
    "cage": "fill.prepare",
    "security": "fill.carry",
    "dealer": "tablet.use",
}


def in_order_of(steps: tuple[Step, ...], roles: Sequence[str]) -> tuple[Step, ...]:
    """The steps in the order in which a pack lists who signs.

    As they were where the pack asks for other signatures than these once each: who signs twice cannot be told apart.
    """
    left, found = list(steps), []
    for role in roles:
        step = next((one for one in left if ROLE_MAY.get(role) in one.may), None)
        if step is None:
            return steps
        left.remove(step)
        found.append(step)
    return tuple(found) if not left and found[0] == steps[0] else steps


def total_minor(lines: Lines) -> int:
    """The sum of counted chips."""
    return sum(value * pieces for value, pieces in lines.items())


def difference(now: Lines, before: Lines) -> dict[int, int]:
    """By how many pieces of each value `now` differs from `before`; values that agree are left out."""
    values = sorted({*now, *before})
    return {
        value: now.get(value, 0) - before.get(value, 0) for value in values if now.get(value, 0) != before.get(value, 0)
    }


def reached(thresholds: Iterable[Threshold], difference_minor: int, *, pieces_differ: bool = False) -> list[Threshold]:
    """The thresholds that a difference reaches, lowest first. Other pieces of the same sum count as the least one."""
    size = max(abs(difference_minor), 1 if pieces_differ else 0)
    return sorted((one for one in thresholds if size >= one.from_minor), key=lambda one: one.from_minor)


@dataclass(frozen=True, slots=True)
class DayFigures:
    """What is known of a table's gaming day; `None` is unknown, and never taken for 0."""

    opener_minor: int | None
    closer_minor: int | None
    fills_minor: int
    credits_minor: int
    drop_minor: int | None

    @property
    def gaps(self) -> tuple[str, ...]:
        """What is missing for a result."""
        known = {"no_opener": self.opener_minor, "no_closer": self.closer_minor, "no_drop": self.drop_minor}
        return tuple(code for code, minor in known.items() if minor is None)

    @property
    def win_minor(self) -> int | None:
        """Win = drop + closer + credits - opener - fills; None while anything of it is unknown."""
        if self.drop_minor is None or self.closer_minor is None or self.opener_minor is None:
            return None
        return self.drop_minor + self.closer_minor + self.credits_minor - self.opener_minor - self.fills_minor

    @property
    def hold_basis_points(self) -> int | None:
        """Win in hundredths of a percent of the drop; None without a result, or where nothing was dropped."""
        win = self.win_minor
        if win is None or not self.drop_minor:
            return None
        half = self.drop_minor // 2
        return (abs(win) * 10_000 + half) // self.drop_minor * (1 if win >= 0 else -1)


@dataclass(frozen=True, slots=True)
class ByRounds:
    """What the logged rounds say: the house's net where it is known, and how many rounds leave it unknown."""

    known_net_minor: int
    rounds: int
    unknown_rounds: int

    @property
    def net_minor(self) -> int | None:
        return None if self.unknown_rounds else self.known_net_minor


@dataclass(frozen=True, slots=True)
class Expected:
    """What table and box should hold together by the logged rounds, and what they were found to hold.

    Guests change cash for chips at the table, so that what leaves the tray goes into the box: only both together follow
    from the rounds. opener + fills - credits + house's net = chips counted + drop.
    """

    should_minor: int | None
    counted_minor: int | None
    gaps: tuple[str, ...]

    @property
    def difference_minor(self) -> int | None:
        """Counted less expected: negative where chips are missing."""
        if self.should_minor is None or self.counted_minor is None:
            return None
        return self.counted_minor - self.should_minor


def expected(day: DayFigures, rounds: ByRounds) -> Expected:
    """What a table's day should come to by its rounds. What is unknown stays unknown and is named."""
    should = None
    if day.opener_minor is not None and rounds.net_minor is not None:
        should = day.opener_minor + day.fills_minor - day.credits_minor + rounds.net_minor
    counted = None
    if day.closer_minor is not None and day.drop_minor is not None:
        counted = day.closer_minor + day.drop_minor
    unknown = ("unknown_rounds",) if rounds.unknown_rounds else ()
    return Expected(should, counted, day.gaps + unknown)


MOST_CAUSES: Final = 3
MOST_TRIED: Final = 40


def explaining(difference_minor: int, effects: Sequence[int]) -> tuple[int, ...]:
    """The fewest of `effects` (by index) that add up to the difference; none if up to three of them do not."""
    if difference_minor == 0:
        return ()
    tried = range(min(len(effects), MOST_TRIED))
    for size in range(1, MOST_CAUSES + 1):
        for chosen in combinations(tried, size):
            if sum(effects[index] for index in chosen) == difference_minor:
                return chosen
    return ()
