"""The floor's own things: pits, layouts, what became of a sign, and maxima raised for single boxes."""

from typing import TYPE_CHECKING, Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

if TYPE_CHECKING:
    from datetime import datetime


class Pit(models.Model):
    """A group of tables that are watched together. Administrators name it; tables follow (foreign key by name)."""

    name = models.CharField(max_length=40, unique=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Layout(models.Model):
    """A felt: its game, how many boxes it has, and what is printed on it. Insert-only: another print, another felt."""

    name = models.CharField(max_length=60, unique=True)
    game = models.CharField(max_length=40)
    boxes = models.PositiveSmallIntegerField()
    printed: "models.JSONField[dict[str, Any]]" = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True)

    class Meta:
        ordering = ["name"]
        constraints = [models.CheckConstraint(name="layout_boxes_1_to_9", condition=Q(boxes__range=(1, 9)))]

    def __str__(self) -> str:
        return self.name


class SignAnnounced(models.Model):
    """A dealer told the players of a sign that comes into force. Insert-only."""

    sign = models.OneToOneField("tables.Sign", models.PROTECT, related_name="announced")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"sign {self.sign_id} announced"


class SignInForce(models.Model):
    """The screens were told that a sign posted ahead had come into force. Insert-only."""

    sign = models.OneToOneField("tables.Sign", models.PROTECT, related_name="came")
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"sign {self.sign_id} in force"


class RaisedMaximumQuerySet(models.QuerySet["RaisedMaximum"]):
    def in_force(self, at: "datetime | None" = None) -> Self:
        """Those that hold at `at` (now), the newest of a box last."""
        moment = at or timezone.now()
        ended = Q(end__isnull=True) | Q(end__at__gt=moment)
        return self.filter(ended, at__lte=moment, until__gt=moment).order_by("pk")


class RaisedMaximum(models.Model):
    """The house raised one box's maximum because a player asked (R-BJF-12). Insert-only; a row of its own ends it."""

    table = models.ForeignKey("tables.Table", models.PROTECT, related_name="raised")
    place = models.CharField(max_length=2)
    max_minor = models.BigIntegerField()
    player = models.CharField(max_length=80, blank=True)
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    objects = RaisedMaximumQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["table", "-until"], name="raised_maximum_newest")]
        constraints = [
            models.CheckConstraint(
                name="raised_maximum_has_sum_time_reason",
                condition=Q(max_minor__gt=0) & Q(until__gt=F("at")) & ~Q(reason=""),
            ),
            models.CheckConstraint(name="raised_maximum_of_a_box", condition=Q(place__regex=r"^[1-9]$")),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} box {self.place}: {self.max_minor}"


class RaisedMaximumEnd(models.Model):
    """A raised maximum was taken back before its time. Insert-only."""

    raised = models.OneToOneField(RaisedMaximum, models.PROTECT, related_name="end")
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.raised_id} ended"
