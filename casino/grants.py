"""What the run-time role may do with each table; given by the owner after every migration.

Every table may be read and added to. Rows may be changed or deleted only where no `append_only` trigger stands
(casino/append_only.py), and a table marked `owner only` may only be read.
"""

from typing import Any

from django.db import connections

OWNER_ONLY = "owner only"

TABLES = """
SELECT c.relname,
       EXISTS (SELECT 1 FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'append_only'),
       c.relname = 'django_migrations' OR obj_description(c.oid, 'pg_class') IS NOT DISTINCT FROM %s
  FROM pg_class c
 WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
"""


def after_migrate(*, using: str, **_: Any) -> None:
    """Django's post_migrate: give the run-time role its rights, where the owner migrated."""
    if using == "owner":
        grant(run_time_role())


def run_time_role() -> str:
    return str(connections["default"].settings_dict["USER"])


def grant(role: str) -> None:
    """Give `role` exactly what it needs in the owner's database."""
    connection = connections["owner"]
    if role == connection.settings_dict["USER"]:
        return
    quoted = connection.ops.quote_name(role)
    with connection.cursor() as cursor:
        cursor.execute(TABLES, [OWNER_ONLY])
        for table, is_append_only, is_owner_only in cursor.fetchall():
            name = connection.ops.quote_name(table)
            rights = (
                "SELECT" if is_owner_only else "SELECT, INSERT" if is_append_only else "SELECT, INSERT, UPDATE, DELETE"
            )
            cursor.execute(f"REVOKE ALL ON {name} FROM {quoted}, PUBLIC")
            cursor.execute(f"GRANT {rights} ON {name} TO {quoted}")
        cursor.execute(f"GRANT USAGE ON SCHEMA public TO {quoted}")
        cursor.execute(f"GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {quoted}")
