"""Jobs of the house. Beat's times stand in the settings."""

from celery import shared_task
from django.conf import settings

from casino.audit import checkpoints


@shared_task(name="casino.write_checkpoint")
def write_checkpoint() -> str:
    """Sign the journal's heads; twice in a row makes two checkpoints that say the same."""
    return str(checkpoints.write(settings.CHECKPOINTS, settings.CHECKPOINT_KEY))
