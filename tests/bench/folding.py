"""Rounds folded with full findings in a second of one core (the processor's time, whatever else the machine does)."""

import time
from collections.abc import Iterator
from itertools import cycle

from tables.rules import fold
from tests.bench import Line
from tests.bench.dealt import SEATS, rounds

SECONDS = 5.0


def measure(scale: float) -> Iterator[Line]:
    dealt = rounds(max(20, int(1000 * scale)))
    facts = sum(len(one.facts) for one in dealt) / len(dealt)
    folded, began = 0, time.process_time()
    for terms, row in cycle(dealt):
        state = fold(terms, row)
        state.findings()
        state.dissolve()
        folded += 1
        if folded % 200 == 0 and time.process_time() - began > SECONDS * scale:
            break
    rate = folded / (time.process_time() - began)
    yield Line(
        f"{SEATS}-seat rounds folded with full findings",
        f"{rate:,.0f} /s",
        "≥ 10,000 /s",
        f"{len(dealt):,} simulated rounds of {facts:.0f} facts (every decision tapped) in turn, one core",
    )
