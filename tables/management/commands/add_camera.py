"""`manage.py add_camera BJ-12 [--name BJ-12a]`: put a camera on a table and print its token, this once."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from casino import tokens
from casino.errors import Refused
from tables.models import Table
from tables.services import cameras


class Command(BaseCommand):
    help = "Put a camera on a table and print the token that its watch_table posts with; it is shown this once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("table", help="the table's code, such as BJ-12")
        parser.add_argument("--name", help="the camera's name, such as BJ-12a for a second one (default: the code)")
        parser.add_argument("--trusted", action="store_true", help="do not start on watch only; for drawn tables")

    def handle(self, *_args: Any, **options: Any) -> None:
        table = Table.objects.filter(code=options["table"]).first()
        if table is None:
            raise CommandError(f"There is no table {options['table']}; add_table makes one.", returncode=2)
        name = options["name"] or table.code
        try:
            with transaction.atomic():
                cameras.add_camera(table, name, by=None, is_watch_only=not options["trusted"])
                _token, secret = tokens.issue(f"camera {name}", "observations.post", about=f"camera:{name}")
        except Refused as refused:
            raise CommandError(str(refused), returncode=2) from None
        self.stdout.write(secret)
