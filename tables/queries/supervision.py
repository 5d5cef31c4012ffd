"""Who watches which table, how many that are, and what the packs of their signs allow."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Max
from django.db.models.functions import Least

from casino.models import Staff
from tables.models import Assignment, Rotation, Sign, Table
from tables.queries import rule_packs
from tables.queries import tables as known
from tables.queries.roster import place_of
from tables.queries.roster_shapes import AssignmentView, Limit, Load
from tables.rules.pack import FloorTerm, Pack

Watchers = Mapping[int, Sequence[Staff]]
"""By table id: those assigned to the table, else those assigned to its pit."""


def holding(at: datetime) -> list[Assignment]:
    """The assignments in force, with their people and places."""
    rows = Assignment.objects.holding(at).filter(supervisor__is_active=True)
    return list(rows.select_related("supervisor", "table", "pit").order_by("supervisor__name", "pk"))


def watchers(tables: Iterable[Table], assignments: Iterable[Assignment]) -> Watchers:
    at_table: dict[int, list[Staff]] = defaultdict(list)
    in_pit: dict[str, list[Staff]] = defaultdict(list)
    for one in assignments:
        found = at_table[one.table_id] if one.table_id else in_pit[one.pit.name if one.pit else ""]
        if one.supervisor not in found:
            found.append(one.supervisor)
    return {table.pk: at_table.get(table.pk) or in_pit.get(table.pit, []) for table in tables}


def last_end(at: datetime) -> datetime | None:
    """When the last assignment that is over ended."""
    over = Assignment.objects.annotate(over_at=Least("ends_at", "end__ends_at")).filter(over_at__lte=at)
    last: datetime | None = over.aggregate(last=Max("over_at"))["last"]
    return last


def watchers_of(table: Table, at: datetime) -> Sequence[Staff]:
    return watchers([table], holding(at))[table.pk]


def loads(at: datetime) -> list[Load]:
    """What each assigned supervisor has open now, by name."""
    assignments = holding(at)
    tables = [event.table for event in known.open_tables().select_related("table")]
    return loads_of(tables, watchers(tables, assignments), {one.supervisor.pk: one.supervisor for one in assignments})


def loads_of(tables: Sequence[Table], watched: Watchers, supervisors: Mapping[int, Staff]) -> list[Load]:
    packs = packs_of(tables) if supervisors else {}
    found = []
    for person in supervisors.values():
        theirs = [table for table in tables if person in watched[table.pk]]
        most = most_watched(packs[table.pk] for table in theirs if table.pk in packs)
        found.append(Load(person, tuple(sorted(table.code for table in theirs)), most))
    return sorted(found, key=lambda load: load.supervisor.name)


def packs_of(tables: Iterable[Table]) -> dict[int, Pack]:
    """The pack of the sign in force at each table; tables without a sign are left out."""
    signs = Sign.objects.in_effect().filter(table__in=[table.pk for table in tables])
    return {sign.table_id: rule_packs.pack_of(sign) for sign in signs}


def most_watched(packs: Iterable[Pack]) -> Limit | None:
    """How many tables one supervisor may have: the least that a pack of these tables says; None where none says it."""
    return _least((pack.term("supervised_tables"), "most", 1) for pack in packs)


def most_minutes(pack: Pack | None, house: Rotation | None) -> Limit | None:
    """After how many minutes a dealer is relieved: the house's own rule or the pack's, whichever is shorter."""
    term = pack.term("dealer_rotation") if pack else None
    by_pack = _least([(term, "most_hours", 60)])
    by_house = Limit(house.minutes) if house and house.minutes else None
    return min(filter(None, (by_pack, by_house)), key=lambda limit: limit.number, default=None)


def rotation() -> Rotation | None:
    """The house's own rule that holds."""
    return Rotation.objects.select_related("by").order_by("-pk").first()


def assignment_views(at: datetime) -> list[AssignmentView]:
    """Assignments that hold or will, by when they begin."""
    rows = Assignment.objects.ahead(at).select_related("supervisor", "table", "pit", "by", "end")
    return [
        AssignmentView(
            row.pk,
            str(row.supervisor),
            place_of(row.table, row.pit.name if row.pit else ""),
            row.starts_at,
            row.end.ends_at if hasattr(row, "end") else row.ends_at,
            row.starts_at > at,
            row.reason,
            str(row.by),
            row.at,
        )
        for row in rows.order_by("starts_at", "pk")
    ]


def _least(terms: Iterable[tuple[FloorTerm | None, str, int]]) -> Limit | None:
    """The least number that these terms give, by the member that holds it and in its unit."""
    found = [Limit(term.values[name] * unit, term.clause, term.checked) for term, name, unit in terms if term]
    return min(found, key=lambda limit: limit.number, default=None)
