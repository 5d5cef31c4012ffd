"""`manage.py checkpoint`: sign the journal's heads now, as beat does every hour; `--new-key` changes the key."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from casino.audit import checkpoints
from casino.health import heartbeats


class Command(BaseCommand):
    help = "Write a signed checkpoint of the journal into SEVENTEEN_CHECKPOINTS."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--new-key", action="store_true", help="let another key sign from the next one on")

    def handle(self, *_args: Any, new_key: bool, **_options: Any) -> None:
        if not new_key:
            path = checkpoints.write(settings.CHECKPOINTS, settings.CHECKPOINT_KEY)
        else:
            path, public = checkpoints.change_key(settings.CHECKPOINTS, settings.CHECKPOINT_KEY)
        heartbeats.beat(heartbeats.CHECKPOINT)
        self.stdout.write(str(path))
        if new_key:
            self.stdout.write(f"The public key is now {public}; write it down where the old one stands.")
