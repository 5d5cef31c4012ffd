"""`manage.py flush`, always as the owner: the run-time role may not truncate."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import flush
from django.core.management.sql import emit_post_migrate_signal, sql_flush
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import NO_DB_ALIAS


class Command(flush.Command):
    """Django's own, over a connection of its own in the owner's name."""

    def handle(self, **options: Any) -> None:
        name = connections["owner"].settings_dict["NAME"]
        if options["interactive"] and input(f"Delete every row of {name}? Type yes: ") != "yes":
            raise CommandError("Nothing was deleted.")
        # Under this alias, since a test that may not use the owner's connection is still cleaned up by it.
        owner = connections["owner"].copy(alias=NO_DB_ALIAS)
        try:
            truncate = sql_flush(
                self.style,
                owner,
                reset_sequences=False,
                allow_cascade=options.get("allow_cascade", False),
            )
            with owner.cursor() as cursor:
                cursor.execute("SET lock_timeout = '15s'")
                for statement in truncate:  # one TRUNCATE of all tables: all or nothing by itself
                    cursor.execute(statement)
        finally:
            owner.close()
        if truncate and not options.get("inhibit_post_migrate", False):
            emit_post_migrate_signal(options["verbosity"], options["interactive"], DEFAULT_DB_ALIAS)
