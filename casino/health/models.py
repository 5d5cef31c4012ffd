"""When something that must happen regularly happened last."""

from django.db import models


class Heartbeat(models.Model):
    """One worker, or one job of the house. The row is written over each time: it proves nothing and is not history.

    name       `worker:` and the worker's own name, `checkpoint`, `backup`, `pressing`.
    at         by the database's clock.
    offset_ms  how far the clock of the machine that wrote it was ahead of the database's.
    """

    name = models.CharField(max_length=120, primary_key=True)
    at = models.DateTimeField()
    offset_ms = models.IntegerField()

    class Meta:
        db_table = "casino_heartbeat"

    def __str__(self) -> str:
        return f"{self.name} {self.at:%H:%M:%S}"
