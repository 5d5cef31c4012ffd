"""`manage.py restore FILE`: a backup into an empty database, checked before and after."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.backup.archive import BadBackup
from casino.backup.restoring import restore


class Command(BaseCommand):
    """As the owner of the database (DATABASE_OWNER_URL)."""

    help = "Bring a backup into an empty database and its files to their folders; then check the journal."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            done = restore(file)
        except BadBackup as wrong:
            raise CommandError(str(wrong), returncode=2) from None
        self.stdout.write(f"As of {done.at}: the database and {done.files} files are there again.")
        self.stdout.write(f"The journal is whole: {done.entries} entries in {done.chains} chains.")
        if done.must_migrate:
            self.stdout.write("The backup is older than this program; run manage.py migrate before anything starts.")
        if not done.same_key:
            self.stdout.write(
                "The secret key is another than then: give the old one, or set badges and second factors anew."
            )
