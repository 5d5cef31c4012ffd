"""Simulated play is worth what others have worked out (a smaller run of `python -m tests.bench proof`)."""

from pathlib import Path

import pytest

from tests.bench.proof import WANTED, rows, simulate, strategy

ROUNDS = 6000


@pytest.mark.parametrize("index", range(len(WANTED)), ids=["-".join(map(str, wanted)) for wanted in WANTED])
def test_a_fixed_way_to_play_gains_what_is_published(shared: Path, index: int) -> None:
    """R-BJF-25, R-BJF-27, R-BJF-31, R-BJF-35: within four standard errors, with a fixed seed."""
    row = rows(shared / "peers")[index]
    mean, error = simulate(row, strategy(shared / "peers", row), ROUNDS, seed=100 + index)
    assert abs(mean - row.ev) < 4 * error, row.label
