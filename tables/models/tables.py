"""A table, the signs posted on it, and what happened to it."""

from typing import TYPE_CHECKING, Any, Self

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tables.models.floor import Layout

if TYPE_CHECKING:
    from datetime import datetime


class Table(models.Model):
    """A card table on the floor. The one row here that may change: administrators name tables and pits."""

    code = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=80, blank=True)
    pit = models.CharField(max_length=40)
    boxes = models.PositiveSmallIntegerField(default=7)
    is_watch_only = models.BooleanField(default=False)
    layout = models.ForeignKey(Layout, models.PROTECT, related_name="tables", null=True, blank=True)
    is_in_use = models.BooleanField(default=True)

    class Meta:
        ordering = ["code"]
        constraints = [models.CheckConstraint(name="table_boxes_1_to_9", condition=Q(boxes__range=(1, 9)))]

    def __str__(self) -> str:
        return self.code

    @property
    def chain(self) -> str:
        """The journal chain of this table."""
        return f"table:{self.code}"

    @property
    def places(self) -> list[str]:
        """Places in seat order: the first box at the bank's left acts first."""
        return [str(place) for place in range(1, self.boxes + 1)]


class SignQuerySet(models.QuerySet["Sign"]):
    def in_effect(self, at: "datetime | None" = None) -> Self:
        """The latest sign of each table that has come into effect by `at` (now)."""
        return (
            self.filter(effective_from__lte=at or timezone.now())
            .order_by("table_id", "-effective_from", "-version")
            .distinct("table_id")
        )


class Sign(models.Model):
    """Posted rules and limits; versioned, with an effective-from time. Insert-only.

    `kinds`: limits of bets that have their own, `{"double": {"min_minor", "max_minor", "step_minor"}}`. `boxes`: those
    of the table when it was posted; the terms name them.
    """

    table = models.ForeignKey(Table, models.PROTECT, related_name="signs")
    version = models.PositiveIntegerField()
    profile = models.CharField(max_length=40)
    options: "models.JSONField[dict[str, Any]]" = models.JSONField(default=dict, encoder=DjangoJSONEncoder, blank=True)
    min_minor = models.BigIntegerField()
    max_minor = models.BigIntegerField()
    step_minor = models.BigIntegerField()
    kinds: "models.JSONField[dict[str, dict[str, int]]]" = models.JSONField(default=dict, blank=True)
    boxes = models.PositiveSmallIntegerField(default=7)
    pack = models.CharField(max_length=40, default="originals")
    effective_from = models.DateTimeField()
    terms_hash = models.CharField(max_length=64)
    posted_at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")

    objects = SignQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "version"], name="sign_one_a_version"),
            models.CheckConstraint(
                name="sign_limits_in_order",
                condition=Q(min_minor__gt=0) & Q(max_minor__gte=models.F("min_minor")) & Q(step_minor__gt=0),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.profile} {self.min_minor}–{self.max_minor}"


class TableEvent(models.Model):
    """What happened to a table; its state is its last row, which therefore repeats dealer and shoe. Insert-only."""

    class Kind(models.TextChoices):
        OPENED = "opened"
        DEALER = "dealer"
        SHOE = "shoe"
        PAUSED = "paused"
        RESUMED = "resumed"
        STOPPED = "stopped"
        CLOSED = "closed"

    table = models.ForeignKey(Table, models.PROTECT, related_name="events")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    dealer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    dealer_since = models.DateTimeField(null=True, blank=True)
    shoe_key = models.CharField(max_length=32, blank=True)
    note = models.CharField(max_length=400, blank=True)

    class Meta:
        indexes = [models.Index(fields=["table", "-id"], name="table_event_newest")]
        constraints = [
            models.CheckConstraint(
                name="table_event_open_has_dealer_and_shoe",
                condition=Q(kind="closed") | (Q(dealer__isnull=False) & ~Q(shoe_key="")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.kind}"
