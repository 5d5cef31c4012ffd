"""Rounds of every game with a players' bank folded, with findings and settlement, in a second of one core."""

import time
from collections.abc import Iterator
from itertools import cycle

from tables.rules import fold
from tests.bench import Line
from tests.rules.random_games import PRIVATE, any_round

SECONDS = 2.0


def measure(scale: float) -> Iterator[Line]:
    for game in PRIVATE:
        rounds = [any_round(seed, game) for seed in range(max(20, int(300 * scale)))]
        folded, began = 0, time.process_time()
        for terms, facts in cycle(rounds):
            r = fold(terms, facts)
            r.findings()
            r.settlement()
            r.dissolve()
            folded += 1
            if folded % 100 == 0 and time.process_time() - began > SECONDS * scale:
                break
        rate = folded / (time.process_time() - began)
        mean = sum(len(facts) for _, facts in rounds) / len(rounds)
        how = f"{len(rounds)} rounds of {mean:.0f} facts on any sign, one core"
        yield Line(f"rounds of {game} folded and settled", f"{rate:,.0f} /s", "", how)
