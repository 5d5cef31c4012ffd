"""A dealer's call for a supervisor, and an auditor's note on a round. Insert-only."""

from typing import Self

from django.conf import settings
from django.db import models
from django.utils import timezone

from tables.models.rounds import Round
from tables.models.tables import Table


class CallQuerySet(models.QuerySet["Call"]):
    def open(self) -> Self:
        return self.filter(answer=None)


class Call(models.Model):
    """A dealer wants a supervisor at the table."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="calls")
    round = models.ForeignKey(Round, models.PROTECT, related_name="+", null=True, blank=True)
    reason = models.CharField(max_length=400, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = CallQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.table_id} {self.at:%H:%M}"


class CallAnswered(models.Model):
    """The supervisor who came."""

    call = models.OneToOneField(Call, models.PROTECT, related_name="answer")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.call_id} answered"


class Note(models.Model):
    """A question or remark that an auditor attached to a round; changes nothing."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="notes")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.CharField(max_length=2000)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.round_id} {self.at:%d.%m.%Y}"
