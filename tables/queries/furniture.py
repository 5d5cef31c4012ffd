"""The floor as an administrator sees it: pits with their tables, and the felts there are."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from tables.models import Layout, Pit, Sign, Table
from tables.queries import tables as known
from tables.queries.shapes import SignView


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it is furnished."""

    table: Table
    is_open: bool
    sign: SignView | None
    fits: bool  # the sign in force was posted for as many boxes as the table has


@dataclass(frozen=True, slots=True)
class PitRow:
    pit: Pit
    tables: tuple[TableRow, ...]


def pits() -> list[PitRow]:
    """Every pit with its tables, by name. A fixed number of queries."""
    tables = list(Table.objects.select_related("layout"))
    states = known.states_of(tables)
    signs = {sign.table_id: sign for sign in Sign.objects.in_effect()}
    rows: dict[str, list[TableRow]] = defaultdict(list)
    for table in tables:
        sign = signs.get(table.pk)
        view = known.sign_view(sign) if sign else None
        fits = sign is None or sign.boxes == table.boxes
        rows[table.pit].append(TableRow(table, states[table.pk].is_open, view, fits))
    return [PitRow(pit, tuple(rows[pit.name])) for pit in Pit.objects.all()]


def counted_layouts() -> QuerySet[Layout]:
    """Every felt, with `count` = at how many tables in use it lies."""
    return Layout.objects.annotate(count=Count("tables", filter=Q(tables__is_in_use=True)))


def layouts() -> list[Layout]:
    return list(counted_layouts())
