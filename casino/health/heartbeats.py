"""Note that something happened that must happen regularly; read when it did."""

from datetime import timedelta
from typing import Final

from casino.health.clock import database_time
from casino.health.models import Heartbeat

WORKER: Final = "worker:"
CHECKPOINT: Final = "checkpoint"
BACKUP: Final = "backup"
FORGOTTEN: Final = timedelta(days=1)


def beat(name: str) -> None:
    """`name` happened just now. Workers that nobody has heard of for a day are forgotten: they were renamed."""
    at, offset_ms = database_time()
    Heartbeat.objects.update_or_create(name=name[:120], defaults={"at": at, "offset_ms": offset_ms})
    if name.startswith(WORKER):
        Heartbeat.objects.filter(name__startswith=WORKER, at__lt=at - FORGOTTEN).delete()
