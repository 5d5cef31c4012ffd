"""What about people needs a person: who deals too long or may not deal, what nobody watches, who watches too much.

A house that assigns no supervisors hears of none that is missing, one that keeps no roster of nobody's shift.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils import timezone

from casino.gaming_day import house_day, house_day_starts
from tables.models import TableEvent
from tables.queries import hand_overs, supervision
from tables.queries import tables as known
from tables.queries.roster import unrostered
from tables.queries.roster_shapes import RosterAlert

Found = tuple[str, datetime, RosterAlert]
"""Its level, since when, and what it is."""


def roster_alerts(at: datetime | None = None) -> list[Found]:
    """A fixed number of queries, however many tables are open."""
    moment = at or timezone.now()
    events = list(known.open_tables().select_related("table", "dealer"))
    given = [
        ("look", row.at, RosterAlert("hand_over", row.table.code, str(row.taker), row.pk))
        for row in hand_overs.waiting()
    ]
    return [*_dealers(events, moment), *_supervisors(events, moment), *given]


def _dealers(events: list[TableEvent], at: datetime) -> Iterator[Found]:
    house = supervision.rotation()
    packs = supervision.packs_of([event.table for event in events])
    dealing = [(event.dealer, event.table) for event in events if event.dealer]
    left_over = unrostered(dealing, at)
    day = house_day(at)
    for event in events:
        dealer, code, since = event.dealer, event.table.code, event.dealer_since or event.at
        if dealer is None:
            continue
        if dealer.licence_until is not None and dealer.has_run_out(day):
            ran_out = house_day_starts(dealer.licence_until + timedelta(days=1))
            yield "act", ran_out, RosterAlert("unlicensed", code, str(dealer))
        elif dealer.pk in left_over:
            yield "look", since, RosterAlert("unrostered", code, str(dealer))
        most = supervision.most_minutes(packs.get(event.table_id), house)
        if most and at - since >= timedelta(minutes=most.number):
            minutes = int((at - since).total_seconds()) // 60
            yield (
                "act" if most.clause else "look",
                since + timedelta(minutes=most.number),
                RosterAlert("overdue", code, str(dealer), minutes, most),
            )


def _supervisors(events: list[TableEvent], at: datetime) -> Iterator[Found]:
    assignments = supervision.holding(at)
    if not assignments:
        return
    watched = supervision.watchers([event.table for event in events], assignments)
    left_at = supervision.last_end(at)
    for event in events:
        if not watched[event.table_id]:
            since = max(event.at, left_at) if left_at else event.at
            yield "act", since, RosterAlert("unwatched", event.table.code)
    people = {one.supervisor.pk: one.supervisor for one in assignments}
    for load in supervision.loads_of([event.table for event in events], watched, people):
        if load.is_over:
            since = max(one.starts_at for one in assignments if one.supervisor == load.supervisor)
            name, count = load.supervisor.name, len(load.tables)
            yield "act", since, RosterAlert("too_many", load.tables[0], name, count, load.most)
