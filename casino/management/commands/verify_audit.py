"""`manage.py verify_audit`: is the journal what was written?"""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from casino.audit import checkpoints
from casino.audit.verify import Report, verify


class Command(BaseCommand):
    """Exit 0: whole. Exit 1: broken. Exit 2: the checkpoints cannot be read."""

    help = "Check every entry of the journal, and with --checkpoints that what was signed still stands."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--checkpoints", type=Path, metavar="DIR", help="folder of signed checkpoints")
        parser.add_argument("--key", metavar="HEX", help="the public key, where the folder's own is not trusted")

    def handle(self, *_args: Any, checkpoints: Path | None, key: str | None, **_options: Any) -> None:
        report = verify(self._read(checkpoints, key))
        if report.broken:
            broken = report.broken
            self.stdout.write(f"broken: {broken.chain} entry {broken.sequence}: {broken.why}")
            sys.exit(1)
        self.stdout.write(_whole(report))

    def _read(self, folder: Path | None, key: str | None) -> list[checkpoints.Checkpoint]:
        if folder is None:
            return []
        try:
            return checkpoints.read(folder, key)
        except checkpoints.BadCheckpoint as wrong:
            raise CommandError(str(wrong), returncode=2) from None


def _whole(report: Report) -> str:
    text = f"whole: {report.entries} entries in {report.chains} chains"
    return f"{text}, {report.checkpoints} checkpoints agree" if report.checkpoints else text
