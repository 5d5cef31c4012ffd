"""The chips of a simulated floor: every table opened with its opener, and one fill that waits for the cage."""

from collections.abc import Sequence
from typing import Final

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import Table
from tables.queries import chips as known
from tables.queries import slips as paper
from tables.services import chips, slips

PIECES: Final = 60
"""Of each of the house's chips in a tray."""


def open_trays(tables: Sequence[Table], *, boss: Staff, second: Staff) -> None:
    """Count and sign the opener of each table whose gaming day is not opened; what stands from today stays."""
    lines = dict.fromkeys(known.house_values().chips, PIECES)
    for table in tables:
        if known.last_day(table) != house_day() or known.count_of(table, house_day(), known.OPENER) is None:
            chips.sign_count(chips.count_opener(table, lines, by=boss), by=second)


def ask_for_a_fill(table: Table, *, boss: Staff) -> None:
    """One fill that the cage of the demo finds asked for, unless something is under way at the table already."""
    is_running = known.running_day(table) is not None
    if is_running and not paper.under_way(table):
        largest = known.house_values().chips[-1]
        slips.ask(table, "fill", {largest: 10}, by=boss, note="demo")
