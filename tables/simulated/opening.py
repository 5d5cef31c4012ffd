"""What `make demo` opens with: people with known log-ins and five tables.

Three are dealt by simulated dealers, one waits for a person, one is driven by a film.
"""

import random
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from casino.models import Staff
from tables.models import Table
from tables.rules import Limits
from tables.simulated.chips import ask_for_a_fill, open_trays
from tables.simulated.contesting import Guests
from tables.simulated.filmed import FilmedTable
from tables.simulated.filming import FILMED, DrawnFilm
from tables.simulated.floor import Floor, Say, SimulatedTable, clear_felt, keep_shoe
from tables.simulated.house import PIT, House, TablePlan, enrol_all, simulated_house
from tables.simulated.staffing import keep_roster, watch_pit

PASSWORD: Final = "seventeen-demo"  # noqa: S105  (known to everybody: the demo's, on this machine only)
LOG_INS: Final = (
    ("boss", "Vera Halloran", "supervisor"),
    ("dealer", "Jonas Weil", "dealer"),
    ("auditor", "Ines Duarte", "auditor"),
    ("surveillance", "Pavel Roth", "surveillance"),
    ("cage", "Mira Stolz", "cage"),
    ("security", "Axel Brandt", "security"),
    ("admin", "Dana Kovač", "administrator"),
)
DEALERS: Final = (
    ("sim-anna", "Anna Berg", "dealer"),
    ("sim-tomas", "Tomas Lind", "dealer"),
    ("sim-irina", "Irina Orlova", "dealer"),
)
IN_THE_FILM: Final = ("sim-film", "Lea Marek", "dealer")
SIMULATED: Final = (
    TablePlan("BJ-11", "casino-s17", Limits(25_00, 500_00, 5_00)),
    TablePlan("BJ-12", "casino-h17", Limits(50_00, 1000_00, 10_00)),
    TablePlan("BJ-13", "blackjack-003b", Limits(10_00, 200_00, 10_00), boxes=6),
)
FOR_A_PERSON: Final = TablePlan("BJ-14", "casino-enhc", Limits(10_00, 300_00, 5_00))


@dataclass(slots=True)
class Demo:
    """The floor as it opens; `play` starts the simulated tables, `show` the one that a camera watches."""

    house: House
    tables: Sequence[tuple[Table, Staff]]
    person: Table
    filmed: tuple[Table, Staff]
    boss: Staff

    def play(self, say: Say, stop: threading.Event, *, pace: float = 1.0) -> list[threading.Thread]:
        floor = Floor(self.house, say, stop, pace)
        threads = []
        for table, dealer in self.tables:
            chance = random.Random(self.house.chance.random())
            threads.append(floor.run(SimulatedTable(floor, table, dealer, chance).play))
        threads.append(floor.run(partial(keep_shoe, floor, self.person)))
        table, dealer = self.tables[0]
        threads.append(floor.run(Guests(floor, table, dealer, self.boss).contest))
        return threads

    def show(self, film: DrawnFilm, say: Say, stop: threading.Event, *, since_ms: int) -> threading.Thread:
        """Enter what the film's camera cannot see, pass after pass."""
        floor = Floor(self.house, say, stop)
        return floor.run(FilmedTable(floor, *self.filmed, film, since_ms=since_ms).play)


def furnish(chance: random.Random) -> Demo:
    """People, tables, signs and shoes; what stands from the last time stays."""
    people = enrol_all(LOG_INS, password=PASSWORD)
    dealers = enrol_all([*DEALERS, IN_THE_FILM])
    house = simulated_house(chance)
    keep_roster([*dealers.values(), people["dealer"]], boss=house.boss)
    tables = []
    for plan, (username, _name, _role) in zip(SIMULATED, DEALERS, strict=True):
        table = house.furnish(plan, dealers[username])
        clear_felt(table, house.boss)
        tables.append((table, dealers[username]))
    filmed, dealer = house.furnish(FILMED, dealers[IN_THE_FILM[0]]), dealers[IN_THE_FILM[0]]
    clear_felt(filmed, house.boss)
    person = house.furnish(FOR_A_PERSON, people["dealer"])
    open_trays([*(table for table, _dealer in tables), filmed, person], boss=house.boss, second=house.second)
    ask_for_a_fill(person, boss=house.boss)
    watch_pit(PIT, by=people["boss"])
    return Demo(house, tables, person, (filmed, dealer), people["boss"])
