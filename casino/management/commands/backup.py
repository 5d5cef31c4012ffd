"""`manage.py backup FILE`: everything that a house would need again, as one file, while the tables are open."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.backup.archive import BadBackup
from casino.backup.making import make


class Command(BaseCommand):
    help = "Write database, pictures, checkpoints and keys into FILE, with a manifest of hashes."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--without-keys", action="store_true", help="leave out the keys: keep them elsewhere")

    def handle(self, *_args: Any, file: Path, without_keys: bool, **_options: Any) -> None:
        try:
            made = make(file, with_keys=not without_keys)
        except BadBackup as wrong:
            raise CommandError(str(wrong), returncode=2) from None
        self.stdout.write(f"{made.path}: {made.size / 1e6:.1f} MB, the database and {made.files} files")
        self.stdout.write(f"manifest {made.sha256}")
