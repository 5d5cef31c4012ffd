"""`manage.py migrate`, always as the owner: the run-time role owns no table."""

from typing import Any

from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS


class Command(migrate.Command):
    """Django's own, with the owner's connection in place of the run-time role's."""

    def handle(self, *args: Any, **options: Any) -> None:
        if options.get("database") == DEFAULT_DB_ALIAS:
            options["database"] = "owner"
        super().handle(*args, **options)
