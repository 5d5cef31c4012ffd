"""A camera that accuses falsely: how often, shown; three misread verdicts, and the table is on watch only."""

import pytest

from casino.models import Staff
from tables.models import Round, Table, Verdict, VerdictClosing
from tables.queries import floor, table_view
from tables.queries.misread_shapes import CameraMisreads, Misreads
from tables.queries.misreads import LAST, misreads_by_camera, misreads_of
from tables.services import cameras, verdicts
from tests.tables.test_watch_only import a_finding, is_watch_only, reasons
from tests.tables.watching import WatchedTable

pytestmark = pytest.mark.django_db


def _misread(verdict: Verdict, boss: Staff) -> VerdictClosing:
    return verdicts.close(verdict, "misread", by=boss, reason="the seven is a two")


def _another(verdict: Verdict, key: str) -> Verdict:
    """The same finding under another key, as a second card of the round would have made it."""
    values = {field.attname: getattr(verdict, field.attname) for field in Verdict._meta.concrete_fields}
    return Verdict.objects.create(**{**values, "id": None, "key": key})


def test_the_third_misread_verdict_puts_the_table_on_watch_only(table: Table, dealer: Staff, boss: Staff) -> None:
    watched = WatchedTable(table, dealer)
    watched.add_camera("BJ-12a")
    a_finding(watched)
    first = Verdict.objects.open().get()
    others = [_another(first, f"{first.key}|{number}") for number in (2, 3, 4)]
    verdicts.close(others[2], "upheld", by=boss)
    for verdict in (first, others[0]):
        _misread(verdict, boss)
        assert not is_watch_only(table)
    _misread(others[1], boss)
    assert is_watch_only(table)
    assert reasons(table)[-1] == (True, "3 misread verdicts in 1 rounds")
    assert misreads_of(table) == Misreads(rounds=1, misread=3)
    assert misreads_by_camera(table) == (CameraMisreads("BJ-12", 3),)
    (tile,) = floor(boss)
    assert tile.misreads == Misreads(1, 3)
    assert table_view(table, boss).misread_by == (CameraMisreads("BJ-12", 3),)


def test_each_further_one_does_so_again_after_a_supervisor_lifted_it(table: Table, dealer: Staff, boss: Staff) -> None:
    a_finding(WatchedTable(table, dealer))
    first = Verdict.objects.open().get()
    others = [_another(first, f"{first.key}|{number}") for number in (2, 3, 4)]
    for verdict in (first, *others[:2]):
        _misread(verdict, boss)
    cameras.lift_watch_only(table, by=boss, reason="the lamp was mended")
    assert not is_watch_only(table)
    _misread(others[2], boss)
    assert is_watch_only(table)


def test_only_the_last_rounds_count(table: Table, dealer: Staff, boss: Staff) -> None:
    a_finding(WatchedTable(table, dealer))
    _misread(Verdict.objects.open().get(), boss)
    round = Round.objects.get()
    for number, misread in ((round.number + LAST - 1, 1), (round.number + LAST, 0)):
        Round.objects.create(table=table, number=number, shoe_key=round.shoe_key, sign=round.sign, dealer=round.dealer)
        assert misreads_of(table) == Misreads(min(number, LAST), misread)


def test_a_table_without_a_camera_has_no_such_rate(table: Table, boss: Staff) -> None:
    assert misreads_of(table) is None
    (tile,) = floor(boss)
    assert tile.misreads is None
