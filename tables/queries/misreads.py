"""How often cameras accused somebody falsely: verdicts closed as misread, of the last rounds of their table."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final

from django.db.models import QuerySet

from tables.models import Round, Table, TableCamera, VerdictClosing
from tables.queries.evidence import seen_of
from tables.queries.misread_shapes import CameraMisreads, Misreads

LAST: Final = 2000
"""Rounds of the table that count."""


def misreads_by_table(tables: Iterable[int] | None = None) -> dict[int, Misreads]:
    """By the id of each table that has a camera, of `tables` or of all; two queries, however many tables."""
    watched = TableCamera.objects.all() if tables is None else TableCamera.objects.filter(table__in=tables)
    newest = Round.objects.newest().filter(table__in=watched.values("table"))
    last = dict(newest.values_list("table_id", "number"))
    found: Counter[int] = Counter()
    for table, number in _closings(last).values_list("round__table_id", "round__number"):
        found[table] += number > last[table] - LAST
    return {table: Misreads(min(number, LAST), found[table]) for table, number in last.items()}


def misreads_of(table: Table) -> Misreads | None:
    """None for a table without a camera, or without a round."""
    return misreads_by_table([table.pk]).get(table.pk)


def misreads_by_camera(table: Table) -> tuple[CameraMisreads, ...]:
    """Which cameras read the cards of the misread verdicts, the most often first; a few queries a misread round."""
    last = dict(Round.objects.newest().filter(table=table).values_list("table_id", "number"))
    keys: dict[Round, list[set[int]]] = defaultdict(list)
    for closing in _closings(last).select_related("round", "verdict"):
        if closing.round.number > last[table.pk] - LAST:
            keys[closing.round].append(set(closing.verdict.finding["evidence"]))
    found: Counter[str] = Counter()
    for round, of_round in keys.items():
        seen = seen_of(round)
        for evidence in of_round:
            found.update({seen[number].camera for number in evidence & seen.keys()})
    return tuple(CameraMisreads(camera, misread) for camera, misread in found.most_common())


def _closings(tables: Iterable[int]) -> "QuerySet[VerdictClosing]":
    return VerdictClosing.objects.filter(outcome=VerdictClosing.Outcome.MISREAD, round__table__in=tables)
