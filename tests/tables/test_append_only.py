"""The run-time role adds to the record and changes nothing in it; whatever it tries, PostgreSQL refuses."""

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.utils import Error

from tables.models import Pit, ReportRun, SchoolSession, SlipNumber, Table
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round

pytestmark = pytest.mark.django_db

OTHERWISE = (
    Table,
    Pit,
    SchoolSession,
    ReportRun,
    SlipNumber,
)  # four may change; the numbers only the owner's trigger writes
KEPT = sorted(model._meta.db_table for model in apps.get_app_config("tables").get_models() if model not in OTHERWISE)


def refused(sql: str) -> str:
    with pytest.raises(Error) as wrong, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    return str(wrong.value)


@pytest.mark.parametrize("table", KEPT)
def test_rows_stay(table: str) -> None:
    for sql in (f"UPDATE {table} SET id = id", f"DELETE FROM {table}", f"TRUNCATE {table} CASCADE"):
        assert "permission denied" in refused(sql)
    assert "must be owner" in refused(f"ALTER TABLE {table} DISABLE TRIGGER append_only")


@pytest.mark.parametrize("table", KEPT)
def test_even_the_owner_meets_the_trigger(table: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgenabled FROM pg_trigger WHERE tgrelid = %s::regclass AND tgname = 'append_only'", [table]
        )
        assert cursor.fetchall() == [("O",)]


def test_a_verdict_and_an_entry_stay_as_they_were_written(tap: Tapper) -> None:
    a_mistaken_round(tap)
    for sql in ("UPDATE tables_verdict SET level = 'look'", "DELETE FROM tables_entry WHERE number = 3"):
        assert "permission denied" in refused(sql)
