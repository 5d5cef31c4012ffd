"""Which camera watches which table."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tables.models.tables import Table


class TableCamera(models.Model):
    """A camera at a table; `shoes` knows it by its name and knows no table. Insert-only.

    With `starts_watch_only` every new calibration puts the table back on watch only.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="cameras")
    camera = models.CharField(max_length=24, unique=True)
    starts_watch_only = models.BooleanField(default=True)
    since = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        ordering = ["camera"]

    def __str__(self) -> str:
        return self.camera
