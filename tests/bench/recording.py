"""Rounds recorded: entries, verdicts, journal, census and document, through the services, one after another."""

import random
import time
from collections.abc import Iterator
from typing import NamedTuple

from tables.models import Table
from tables.rules import Limits
from tables.services import rounds as recording
from tables.services.drafts import Draft
from tables.simulated.dealer import deal
from tables.simulated.dealing import Dealing
from tables.simulated.house import House, TablePlan, dealer_of, simulated_house, terms_of
from tables.simulated.mistakes import Mistakes
from tables.simulated.score import shoe_of
from tests.bench import Line
from tests.bench.dealt import SEATS

PLAN = TablePlan("BENCH", "casino-s17", Limits(25_00, 500_00, 5_00), boxes=SEATS)
ROUNDS = 200
TAPPED = 20


class Stand(NamedTuple):
    """A table to record at."""

    house: House
    table: Table


def open_stand() -> Stand:
    house = simulated_house(random.Random(17))
    return Stand(house, house.furnish(PLAN, dealer_of(PLAN.code)))


def measure(scale: float) -> Iterator[Line]:
    stand = open_stand()
    dealt = [_deal(stand) for _ in range(max(5, int(ROUNDS * scale)))]
    began = time.perf_counter()
    for one in dealt:
        recording.record(stand.table, one.entered)
    rate = len(dealt) / (time.perf_counter() - began)
    entries = sum(len(one.entered) for one in dealt) / len(dealt)
    yield Line(
        "rounds recorded, with journal",
        f"{rate:,.1f} /s",
        "",
        f"each whole, {entries:.0f} entries, one process and one connection, a commit a round",
    )
    yield _tapped(stand, max(2, int(TAPPED * scale)))


def _tapped(stand: Stand, count: int) -> Line:
    taken, began = 0, time.perf_counter()
    for one in [_deal(stand) for _ in range(count)]:
        played = recording.open(stand.table)
        for nth, (_id, _at, kind, _source, _saw, *fields) in enumerate(one.entered):
            recording.take(played, [Draft(kind, tuple(fields))], by=None, key=f"{played.pk}-{nth}")
            taken += 1
    took_s = time.perf_counter() - began
    return Line(
        "entries taken one by one",
        f"{taken / took_s:,.0f} /s",
        "",
        f"each folds its round anew: {1000 * took_s / taken:.1f} ms from tap to commit",
    )


def _deal(stand: Stand) -> Dealing:
    """A round dealt from the shoe at the table, or from a new one."""
    key = shoe_of(stand.table)
    if stand.house.piles[key].is_stop_out:
        key = stand.house.replace_shoe(stand.table, key)
    dealing = Dealing(
        terms_of(stand.table),
        stand.house.piles[key],
        chance=stand.house.chance,
        mistakes=Mistakes(stand.house.chance),
        at_ms=1_700_000_000_000,
    )
    dealing.crowd = 1.0
    for _move in deal(dealing):
        pass
    return dealing
