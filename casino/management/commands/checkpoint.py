"""`manage.py checkpoint`: sign the journal's heads now, as beat does every hour."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from casino.audit import checkpoints


class Command(BaseCommand):
    help = "Write a signed checkpoint of the journal into SEVENTEEN_CHECKPOINTS."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(str(checkpoints.write(settings.CHECKPOINTS, settings.CHECKPOINT_KEY)))
