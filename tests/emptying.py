"""Empties tables after a test that committed: few of a hundred have rows, and TRUNCATE costs as much for the rest."""

from django.db import connections
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.utils import CursorWrapper

# What Django makes after migrating, and no test changes.
KEPT = ["django_migrations", "django_content_type", "auth_permission"]
TABLES = """
SELECT format('%%I', c.relname), EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal)
  FROM pg_class c
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> ALL (%s)
"""


def empty_tables() -> None:
    """Delete every row as the owner, whose triggers would keep those that stay, in one transaction."""
    # Under this alias, since a test that may not use the owner's connection is still cleaned up after.
    owner = connections["owner"].copy(alias=NO_DB_ALIAS)
    try:
        owner.set_autocommit(False)
        with owner.cursor() as cursor:
            _empty(cursor)
        owner.commit()
    finally:
        owner.close()


def _empty(cursor: CursorWrapper) -> None:
    cursor.execute("SET LOCAL lock_timeout = '15s'")
    cursor.execute(TABLES, [KEPT])
    tables = dict(cursor.fetchall())
    cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in tables))
    filled = [name for (name,) in cursor.fetchall()]
    guarded = [name for name in filled if tables[name]]
    deferred = "SET CONSTRAINTS ALL DEFERRED"  # in whatever order the tables come
    cursor.execute(";".join([*(f"ALTER TABLE {name} DISABLE TRIGGER USER" for name in guarded), deferred]))
    for name in filled:
        cursor.execute(f"DELETE FROM {name}")
    kept_again = (f"ALTER TABLE {name} ENABLE TRIGGER USER" for name in guarded)
    cursor.execute(";".join(["SET CONSTRAINTS ALL IMMEDIATE", *kept_again]))
