"""`manage.py audit_rounds` on a file: from text to verdict, in a process of its own."""

import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from casino.environment import CHECKOUT
from tables import document
from tables.rules import fold
from tests.bench import Line
from tests.bench.dealt import Dealt, rounds

ROUNDS = 100_000


def measure(scale: float) -> Iterator[Line]:
    count = max(200, int(ROUNDS * scale))
    with TemporaryDirectory() as folder:
        file = Path(folder) / "rounds.jsonl"
        _write(file, count)
        size_mb = file.stat().st_size / 1e6
        began = time.perf_counter()
        core_s = _core_s(file)
        took_s = time.perf_counter() - began
        most_mb = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        empty = Path(folder) / "none.jsonl"
        empty.touch()
        start_s = _core_s(empty, exit_code=0)
    yield Line(
        f"audit_rounds, a file of {count:,} rounds",
        f"{count / (core_s - start_s):,.0f} /s",
        "≥ 7,000 /s",
        f"from text to verdict: {size_mb:,.0f} MB in {core_s - start_s:.1f} s of one core; {start_s:.1f} s more to "
        f"start Python, {took_s:.1f} s by the clock; at most {most_mb:.0f} MB of memory",
    )


def _core_s(file: Path, *, exit_code: int = 1) -> float:
    """Seconds of the processor for a file. Some of its rounds have mistakes, which is what exit 1 says."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, str(CHECKOUT / "manage.py"), "audit_rounds", str(file), "--json"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if done.returncode != exit_code:
        raise RuntimeError(f"audit_rounds ended with {done.returncode}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime


def _write(file: Path, count: int) -> None:
    dealt = rounds(min(count, 1000))
    judged = [(one, fold(one.terms, one.facts)) for one in dealt]
    parts = [(one, state.findings(), state.settlement()) for one, state in judged]
    with file.open("w") as lines:
        for number, (one, findings, settlement) in enumerate(islice(cycle(parts), count), start=1):
            text, _sha256 = document.build(
                _head(one, number), terms=one.terms, facts=one.facts, findings=findings, settlement=settlement
            )
            lines.write(text + "\n")


def _head(one: Dealt, number: int) -> document.Head:
    first, last = document.times_of(one.facts)
    return document.Head(
        table="BENCH",
        round=number,
        shoe=f"S-{number // 20:06}",
        dealer="staff:1",
        sign_version=1,
        opened_at=first,
        closed_at=last,
        places=one.facts[0][6],
    )
