"""The people whose signatures a gaming day needs, and what they sign, for the tests of chips."""

from collections.abc import Callable
from dataclasses import dataclass

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import ChipCount, ChipDifference, Slip, Table
from tables.services import chips, slips

TRAY = {25_00: 80, 100_00: 40}  # 6,000.00
FILL = {25_00: 40}  # 1,000.00


class Team:
    """Everybody whose signature a day needs."""

    def __init__(self, person: Callable[..., Staff], boss: Staff, dealer: Staff) -> None:
        self.boss, self.dealer = boss, dealer
        self.cage, self.second_cage = person("cage"), person("cage", "cage-2")
        self.security = person("security")


def ask(table: Table, team: Team, kind: str = "fill", lines: dict[int, int] = FILL) -> Slip:
    return slips.ask(table, kind, lines, by=team.boss)


def signed_to_the_end(slip: Slip, team: Team) -> Slip:
    order = [team.cage, team.security, team.dealer] if slip.kind == "fill" else [team.dealer, team.security, team.cage]
    for person in order:
        slips.sign(slip, by=person)
    return slip


@dataclass(frozen=True)
class CountedDay:
    """One of each thing of a gaming day that is over."""

    opener: ChipCount
    slip: Slip
    difference: ChipDifference


def a_counted_day(table: Table, team: Team) -> CountedDay:
    """Opened, filled, closed and dropped; the drop leaves a difference to the rounds."""
    opener = chips.count_opener(table, TRAY, by=team.boss)
    slip = signed_to_the_end(ask(table, team), team)
    chips.count_closer(table, {25_00: 100, 100_00: 40}, by=team.boss)
    chips.count_drop(table, house_day(), {50_00: 60}, by=team.cage)
    chips.confirm_drop(table, house_day(), {50_00: 60}, by=team.second_cage)
    return CountedDay(opener, slip, ChipDifference.objects.get())
