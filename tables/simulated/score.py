"""How many planted mistakes are found, and how many findings nobody planted: whole rounds at full speed.

Everything goes the real way: shoes are loaded and verified, rounds are recorded with their entries, verdicts, journal
and documents, and every shoe is ended, counted and audited again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final

from tables.models import Round, Table, Verdict
from tables.queries import tables as known
from tables.rules import Limits
from tables.services import reaudits, rounds, tables
from tables.simulated.dealer import deal
from tables.simulated.dealing import Dealing
from tables.simulated.house import House, TablePlan, terms_of
from tables.simulated.mistakes import CENSUS, KINDS, SWAPPED, Mistakes, Planted

PLANS: Final = (
    TablePlan("SIM-1", "casino-s17", Limits(25_00, 500_00, 5_00)),
    TablePlan("SIM-2", "casino-h17", Limits(50_00, 1000_00, 10_00)),
    TablePlan("SIM-3", "casino-enhc", Limits(10_00, 300_00, 5_00)),
    TablePlan("SIM-4", "blackjack-003b", Limits(5_00, 200_00, 5_00), boxes=6),
    TablePlan("SIM-5", "blackjack-000", Limits(2_00, 100_00, 2_00), {"decks": 4}, boxes=5),
)
FIRST_MS: Final = 1_700_000_000_000
PAUSE_MS: Final = 20_000
REAUDIT: Final = "judged otherwise by the re-audit"


@dataclass(slots=True)
class Score:
    """Counts by kind of mistake."""

    planted: Counter[str] = field(default_factory=Counter)
    caught: Counter[str] = field(default_factory=Counter)
    false: Counter[str] = field(default_factory=Counter)
    rounds: int = 0
    shoes: int = 0

    @property
    def is_perfect(self) -> bool:
        return self.caught == self.planted and not self.false

    def lines(self) -> Iterator[tuple[str, int, int, int]]:
        for kind in (*KINDS, SWAPPED, *sorted(set(self.false) - {*KINDS, SWAPPED})):
            yield kind, self.planted[kind], self.caught[kind], self.false[kind]


class Scorer:
    """Plays rounds at one table after another and holds the verdicts against what was planted."""

    def __init__(self, house: House, table_list: Sequence[Table], mistakes: Mistakes) -> None:
        self.house = house
        self.tables = table_list
        self.mistakes = mistakes
        self.score = Score()
        self.shoes = {table.pk: shoe_of(table) for table in table_list}
        self.at_ms = FIRST_MS

    def play(self, count: int) -> Score:
        """`count` rounds, then every shoe is ended."""
        for table, _number in zip(cycle(self.tables), range(count), strict=False):
            self._round(table)
        for table in self.tables:
            tables.close(table, by=self.house.boss)
            self._end(self.shoes.pop(table.pk))
        return self.score

    def _round(self, table: Table) -> None:
        key = self.shoes[table.pk]
        is_late = self.house.piles[key].is_stop_out
        self.mistakes.begin_round()
        if is_late and not self.mistakes.strikes("round after the stop card"):
            key, is_late = self._new_shoe(table, key), False
        dealing = Dealing(
            terms_of(table),
            self.house.piles[key],
            chance=self.house.chance,
            mistakes=self.mistakes,
            at_ms=self.at_ms,
            is_late=is_late,
        )
        for _move in deal(dealing):
            pass
        self.at_ms = dealing.at_ms + PAUSE_MS
        played = rounds.record(table, dealing.entered)
        self.score.rounds += 1
        self._hold(self.mistakes.planted, keys_of(played))

    def _hold(self, planted: Planted | None, found: dict[str, str]) -> None:
        """Match what was planted in a round with its verdicts; what is left over is false."""
        if planted is not None:
            self.score.planted[planted.kind] += 1
            if found.pop(planted.key, None) is not None:
                self.score.caught[planted.kind] += 1
        for rule in found.values():
            self.score.false[next((kind.name for kind in KINDS.values() if kind.rule == rule), rule)] += 1

    def _new_shoe(self, table: Table, old: str) -> str:
        swapped = self.house.piles[old].swapped
        self.shoes[table.pk] = self.house.replace_shoe(table, old)
        self._ended(old, swapped)
        return self.shoes[table.pk]

    def _end(self, key: str) -> None:
        swapped = self.house.piles[key].swapped
        self.house.take_away(key)
        self._ended(key, swapped)

    def _ended(self, key: str, swapped: tuple[str, str] | None) -> None:
        """The census of an ended shoe must name the swapped cards and no others; a re-audit judges as before."""
        self.score.shoes += 1
        again = reaudits.record(key)
        self.score.false[REAUDIT] += again.rounds - again.ok
        named = {
            tuple(text.split("|")[2].split(":"))
            for text in Verdict.objects.filter(rule=CENSUS, round__shoe_key=key).values_list("key", flat=True)
        }
        expected: set[tuple[str, ...]] = set()
        if swapped is not None:
            gone, came = swapped
            expected = {("missing", gone), ("extra", came)}
            self.score.planted[SWAPPED] += 1
            self.score.caught[SWAPPED] += expected <= named
            expected.add(("surplus", came))  # may show already while the shoe is in play
        self.score.false[SWAPPED] += len(named - expected)
        self.score.false += Counter()


def shoe_of(table: Table) -> str:
    """The shoe that stands at an open table."""
    return known.state_of(table).shoe_key or ""


def keys_of(played: Round) -> dict[str, str]:
    """The verdicts that stand on a round: key and rule, the census aside."""
    standing = Verdict.objects.latest().filter(round=played).exclude(state=Verdict.State.WITHDRAWN)
    return dict(standing.exclude(rule=CENSUS).values_list("key", "rule"))
