"""Migration operations for tables whose rows stay: no UPDATE, no DELETE, by anybody (DESIGN 6).

    operations = [guard(), *append_only("tables_entry"), *append_only("tables_ruling")]

TRUNCATE is not guarded by a trigger, since `flush` uses it as the owner; the run-time role has no right to it.
"""

from django.db.migrations import RunSQL

from casino.grants import OWNER_ONLY

GUARD = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: add a row that corrects the old one', TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege';
END $$
"""


def guard() -> RunSQL:
    """The function that the triggers call; casino's first SQL migration makes it, others depend on that."""
    return RunSQL(GUARD, "DROP FUNCTION refuse_change()")


def append_only(table: str) -> list[RunSQL]:
    """Rows of `table` can be added and read, never changed or deleted."""
    return [
        RunSQL(
            f"CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
            f"DROP TRIGGER append_only ON {table}",
        )
    ]


def owner_only(table: str) -> list[RunSQL]:
    """The run-time role may only read `table`; functions of the owner write it."""
    return [RunSQL(f"COMMENT ON TABLE {table} IS '{OWNER_ONLY}'", f"COMMENT ON TABLE {table} IS NULL")]
