"""Who plays several boxes of a table, nobody named."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from tables.models.tables import Table


class BoxesTold(models.Model):
    """Which boxes are one player's, as the dealer told it; it holds until told otherwise or the table closes.

    `groups`: `[["2", "3"]]`. The rounds that follow begin with it. Insert-only.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="boxes_told")
    groups: "models.JSONField[list[list[str]]]" = models.JSONField(default=list, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["table", "-id"], name="boxes_told_newest")]

    def __str__(self) -> str:
        return f"{self.table_id} {' '.join('+'.join(group) for group in self.groups)}"
