"""Jobs of the house. Beat's times stand in the settings."""

from typing import Any

from celery import shared_task
from django.conf import settings

from casino.audit import checkpoints
from casino.health import heartbeats


@shared_task(name="casino.write_checkpoint")
def write_checkpoint() -> str:
    """Sign the journal's heads; twice in a row makes two checkpoints that say the same."""
    path = checkpoints.write(settings.CHECKPOINTS, settings.CHECKPOINT_KEY)
    heartbeats.beat(heartbeats.CHECKPOINT)
    return str(path)


@shared_task(bind=True, name="casino.heartbeat")
def heartbeat(self: Any) -> None:
    """Say that beat, broker, this worker and the database work; the probes look for it."""
    heartbeats.beat(f"{heartbeats.WORKER}{self.request.hostname}")
