"""How fast it is. `python -m tests.bench` prints one table; `--scale 0.05` measures less of everything."""

from typing import NamedTuple


class Line(NamedTuple):
    """One figure: what was measured, what came out, what is wanted, how it was made."""

    what: str
    figure: str
    wanted: str
    how: str
