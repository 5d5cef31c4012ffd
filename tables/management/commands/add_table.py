"""`manage.py add_table CODE`: put a table on the floor; a pit boss then posts its sign and opens it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.errors import Refused
from tables.services import tables


class Command(BaseCommand):
    help = "Put a new table on the floor, closed and without a sign."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("code", help="how everybody calls it, such as BJ-12: letters, digits and hyphens")
        parser.add_argument("--name", default="", help="a longer name")
        parser.add_argument("--pit", default="Pit 1", help="where it stands")
        parser.add_argument("--boxes", type=int, default=7, help="how many boxes it has, 1 to 9")
        parser.add_argument("--watch-only", action="store_true", help="findings go to the pit, not to the tablet")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            table = tables.add(
                options["code"],
                name=options["name"],
                pit=options["pit"],
                boxes=options["boxes"],
                is_watch_only=options["watch_only"],
                by=None,
            )
        except Refused as refused:
            raise CommandError(str(refused), returncode=2) from None
        self.stdout.write(f"{table.code} stands in {table.pit} with {table.boxes} boxes; post its sign to open it.")
