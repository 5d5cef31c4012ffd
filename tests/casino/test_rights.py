"""Which rows may be changed is written down here, table by table; everything else is appended (DESIGN 6)."""

import pytest
from django.db import DatabaseError, connection, connections, transaction

# Work in progress, people and machines, and what Django and its apps keep for themselves.
MAY_CHANGE = {
    "casino_answeredkey",
    *(
        "casino_staff",
        "casino_secondfactor",
        "casino_recoverycode",
        "casino_servicetoken",
        "casino_heartbeat",
        "tables_table",
        "tables_pit",
        "tables_schoolsession",
        "shoes_camera",
        "shoes_cliprequest",
        "shoes_evidenceuse",
    ),
    "tables_reportrun",
    *("django_session", "django_content_type"),
    *("auth_group", "auth_group_permissions", "auth_permission"),
    *("axes_accessattempt", "axes_accessattemptexpiration", "axes_accessfailurelog", "axes_accesslog"),
    *(f"django_celery_beat_{kind}schedule" for kind in ("clocked", "crontab", "interval", "solar")),
    *("django_celery_beat_periodictask", "django_celery_beat_periodictasks"),
}
ONLY_THE_OWNER = {"casino_journal_head", "tables_slipnumber", "django_migrations"}


def _tables() -> dict[str, str]:
    """Every table with what the run-time role may do."""
    verbs = ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE", "TRIGGER", "REFERENCES")
    columns = ", ".join(f"has_table_privilege('seventeen', c.oid, '{verb}')" for verb in verbs)
    ours = "WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT relname, {columns} FROM pg_class c {ours}")
        return {
            row[0]: " ".join(verb for verb, allowed in zip(verbs, row[1:], strict=True) if allowed)
            for row in cursor.fetchall()
        }


@pytest.mark.django_db
def test_the_run_time_role_has_exactly_the_rights_that_each_table_needs() -> None:
    appended = "SELECT INSERT"
    expected = {
        table: "SELECT" if table in ONLY_THE_OWNER else f"{appended} UPDATE DELETE" if table in MAY_CHANGE else appended
        for table in _tables()
    }
    assert _tables() == expected


@pytest.mark.django_db(databases=["default", "owner"])
def test_even_the_owner_changes_no_appended_row_by_an_ordinary_statement() -> None:
    appended = set(_tables()) - MAY_CHANGE - ONLY_THE_OWNER
    assert len(appended) >= 15
    for table in sorted(appended):
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET id = id"):
            with (
                pytest.raises(DatabaseError, match="append-only"),
                transaction.atomic(using="owner"),
                connections["owner"].cursor() as cursor,
            ):
                cursor.execute(statement)


@pytest.mark.django_db
def test_the_run_time_role_cannot_make_or_take_tables() -> None:
    for statement in (
        "CREATE TABLE stolen AS SELECT 1",
        "DROP TABLE tables_entry",
        "ALTER TABLE tables_entry ADD x int",
    ):
        with pytest.raises(DatabaseError, match=r"denied|must be owner"), transaction.atomic():
            connection.cursor().execute(statement)
