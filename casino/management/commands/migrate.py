"""`manage.py migrate`, always as the owner: the run-time role owns no table. It waits for no table that is in use."""

import time
from typing import Any, Final

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, OperationalError, connections

OWNER: Final = "owner"
# Whoever waits for a table makes all others wait behind it, dealers too: so a short while, and again.
LOCK_TIMEOUT: Final = "2s"
TRIES: Final = 15
REST_S: Final = 2.0
IN_USE: Final = "55P03"


class Command(migrate.Command):
    """Django's own, with the owner's connection in place of the run-time role's."""

    def handle(self, *args: Any, **options: Any) -> None:
        if options.get("database") == DEFAULT_DB_ALIAS:
            options["database"] = OWNER
        if options.get("database") != OWNER:
            super().handle(*args, **options)
            return
        for left in reversed(range(TRIES)):
            try:
                self._once(*args, **options)
            except OperationalError as wrong:
                if getattr(wrong.__cause__, "sqlstate", None) != IN_USE:
                    raise
                self._wait_or_give_up(left)
            else:
                return

    def _once(self, *args: Any, **options: Any) -> None:
        with connections[OWNER].cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{LOCK_TIMEOUT}'")
        try:
            super().handle(*args, **options)
        finally:
            if connections[OWNER].is_usable():
                with connections[OWNER].cursor() as cursor:
                    cursor.execute("SET lock_timeout = DEFAULT")

    def _wait_or_give_up(self, left: int) -> None:
        if not left:
            raise CommandError(
                "A table was in use all the time, so the migration that needs it was not begun; those before it are"
                " done. Run migrate again when fewer people are at work."
            )
        self.stderr.write(f"A table is in use; the migration is tried again ({left} more times).")
        time.sleep(REST_S)
