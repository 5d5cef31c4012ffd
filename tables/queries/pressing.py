"""When something comes to need a person without anybody's doing."""

from collections.abc import Iterator
from datetime import datetime

from casino.gaming_day import house_day, house_day_starts
from casino.shifts import shift_of
from tables.queries.card_alerts import card_alerts
from tables.queries.roster_alerts import roster_alerts

Moment = tuple[datetime, str]
"""When, and at which table; nothing: the house."""


def moments(at: datetime) -> Iterator[Moment]:
    """Up to `at`: since when what is open now is open; when the shift began, and the day, on which deadlines run out.

    A fixed number of queries, however many tables are open.
    """
    yield house_day_starts(house_day(at)), ""
    yield shift_of(at).starts_at, ""
    for _level, since, alert in roster_alerts(at):
        yield since, alert.table_code
    for _level, code, since, _alert in card_alerts(at):
        yield since, code
