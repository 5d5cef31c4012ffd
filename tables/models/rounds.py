"""A round, its entries, how it closed, its document, and the re-audit of a shoe's rounds. All insert-only."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from tables.models.tables import Sign, Table


class RoundQuerySet(models.QuerySet["Round"]):
    def running(self) -> Self:
        return self.filter(close=None)

    def ended(self) -> Self:
        return self.filter(close__isnull=False)

    def newest(self) -> Self:
        """The latest round of each table."""
        return self.order_by("table_id", "-number").distinct("table_id")


class Round(models.Model):
    """One deal to settlement at one table; `raised` are the maxima above the sign's, by box, that it began with."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="rounds")
    number = models.PositiveIntegerField()
    shoe_key = models.CharField(max_length=32, db_index=True)
    sign = models.ForeignKey(Sign, models.PROTECT, related_name="+")
    dealer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(default=timezone.now)
    is_after_stop_card = models.BooleanField(default=False)
    raised: "models.JSONField[dict[str, int]]" = models.JSONField(default=dict, blank=True)

    objects = RoundQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="round_one_a_number")]
        indexes = [models.Index(fields=["table", "-number"], name="round_newest")]

    def __str__(self) -> str:
        return f"{self.table_id}, round {self.number}"


class Entry(models.Model):
    """One fact of a round as it arrived; `body` is its canonical JSON, `number` its id in the round."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="entries")
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12)
    source = models.CharField(max_length=8)
    at_ms = models.BigIntegerField()
    arrived_at = models.DateTimeField(default=timezone.now)
    key = models.CharField(max_length=80)
    body = models.TextField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="entry_one_a_number"),
            models.UniqueConstraint(fields=["table", "key"], name="entry_one_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} {self.number} {self.kind}"


class RoundClose(models.Model):
    """How a round ended."""

    class How(models.TextChoices):
        SETTLED = "settled"
        VOID = "void"
        LOST = "lost"

    round = models.OneToOneField(Round, models.PROTECT, related_name="close")
    how = models.CharField(max_length=8, choices=How.choices)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.round_id} {self.how}"


class RoundDocumentQuerySet(models.QuerySet["RoundDocument"]):
    def latest_revisions(self) -> Self:
        newer = RoundDocument.objects.filter(round=OuterRef("round"), revision__gt=OuterRef("revision"))
        return self.filter(~Exists(newer))


class RoundDocument(models.Model):
    """A revision of a round's `table-round/1` document: exactly the hashed text, and what lists show of it."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="documents")
    revision = models.PositiveSmallIntegerField()
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    previous_sha256 = models.CharField(max_length=64, blank=True)
    engine = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)
    boxes = models.PositiveSmallIntegerField(default=0)
    staked_minor = models.BigIntegerField(null=True)
    house_minor = models.BigIntegerField(null=True)
    bank_total = models.CharField(max_length=16, blank=True)
    unknown_cards = models.PositiveSmallIntegerField(default=0)
    differing = models.PositiveSmallIntegerField(default=0)

    objects = RoundDocumentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "revision"], name="round_document_one_a_revision"),
            models.CheckConstraint(
                name="round_document_first_has_no_previous",
                condition=(Q(revision=1) & Q(previous_sha256="")) | (Q(revision__gt=1) & ~Q(previous_sha256="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id} revision {self.revision}"


class Reaudit(models.Model):
    """What folding a shoe's rounds again gave, once the shoe had ended. One row a shoe, however often asked for."""

    shoe_key = models.CharField(max_length=32, unique=True)
    rounds = models.PositiveIntegerField()
    ok = models.PositiveIntegerField()
    judged_otherwise = models.PositiveIntegerField()
    damaged = models.PositiveIntegerField()
    detail: "models.JSONField[list[dict[str, Any]]]" = models.JSONField(default=list)
    engine = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.shoe_key
