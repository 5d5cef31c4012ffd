"""What happens around the rounds of a table whose bank players hold: evenings, their events, findings. Insert-only."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from tables.models.rounds import Round
from tables.models.tables import Sign, Table
from tables.models.verdicts import Verdict, VerdictClosing


class EveningQuerySet(models.QuerySet["Evening"]):
    def running(self) -> Self:
        return self.filter(end=None)


class Evening(models.Model):
    """A game at one table, from its first event to its end: one runs at a time (trigger `one_evening`)."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="evenings")
    number = models.PositiveIntegerField()
    sign = models.ForeignKey(Sign, models.PROTECT, related_name="+")
    began_at = models.DateTimeField(default=timezone.now)

    objects = EveningQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="evening_one_a_number")]

    def __str__(self) -> str:
        return f"{self.table_id}, evening {self.number}"


class EveningEvent(models.Model):
    """One row of an evening as it arrived; `body` is its canonical JSON. What the table says of a round names it."""

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="events")
    table = models.ForeignKey(Table, models.PROTECT, related_name="+")
    round = models.ForeignKey(Round, models.PROTECT, related_name="evening_events", null=True, blank=True)
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
            models.UniqueConstraint(fields=["evening", "number"], name="evening_event_one_a_number"),
            models.UniqueConstraint(fields=["table", "key"], name="evening_event_one_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.number} {self.kind}"


class EveningEnd(models.Model):
    """How an evening ended."""

    class Why(models.TextChoices):
        CLOSED = "closed"  # the table was
        GAME_OVER = "game_over"
        OTHER_GAME = "other_game"  # the sign posts another

    evening = models.OneToOneField(Evening, models.PROTECT, related_name="end")
    why = models.CharField(max_length=10, choices=Why.choices)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.evening_id} {self.why}"


class EveningDocument(models.Model):
    """A revision of an evening's `table-evening/1` document: exactly the hashed text."""

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="documents")
    revision = models.PositiveSmallIntegerField()
    text = models.TextField()
    sha256 = models.CharField(max_length=64)
    previous_sha256 = models.CharField(max_length=64, blank=True)
    engine = models.PositiveSmallIntegerField()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "revision"], name="evening_document_one_a_revision"),
            models.CheckConstraint(
                name="evening_document_first_has_no_previous",
                condition=(Q(revision=1) & Q(previous_sha256="")) | (Q(revision__gt=1) & ~Q(previous_sha256="")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.evening_id} revision {self.revision}"


class EveningVerdictQuerySet(models.QuerySet["EveningVerdict"]):
    def latest(self) -> Self:  # type: ignore[override]
        """The row that stands for each key of an evening."""
        same = {"evening": OuterRef("evening"), "key": OuterRef("key")}
        newer = EveningVerdict.objects.filter(**same, revision__gt=OuterRef("revision"))
        return self.filter(~Exists(newer))

    def standing(self) -> Self:
        """Latest rows whose finding still stands."""
        return self.latest().exclude(state=Verdict.State.WITHDRAWN)

    def open(self) -> Self:
        """Standing verdicts that no supervisor has closed."""
        closing = EveningVerdictClosing.objects.filter(evening=OuterRef("evening"), key=OuterRef("key"))
        return self.standing().filter(~Exists(closing))


class EveningVerdict(models.Model):
    """A finding of an evening by its key as it was new, replaced by a changed value, or withdrawn."""

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="verdicts")
    key = models.CharField(max_length=160)
    revision = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=9, choices=Verdict.State.choices)
    rule = models.CharField(max_length=40)
    level = models.CharField(max_length=4, choices=Verdict.Level.choices)
    slot = models.CharField(max_length=24)
    finding: "models.JSONField[dict[str, Any]]" = models.JSONField()
    because = models.PositiveIntegerField(help_text="Number of the event that brought this row about.")
    dealer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    objects = EveningVerdictQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["evening", "key", "revision"], name="evening_verdict_one_a_revision")
        ]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.key} {self.state}"


class EveningVerdictClosing(models.Model):
    """How a supervisor closed a finding of an evening."""

    evening = models.ForeignKey(Evening, models.PROTECT, related_name="closings")
    key = models.CharField(max_length=160)
    verdict = models.ForeignKey(EveningVerdict, models.PROTECT, related_name="closings")
    outcome = models.CharField(max_length=14, choices=VerdictClosing.Outcome.choices)
    reason = models.CharField(max_length=1000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["evening", "key"], name="evening_closing_one_a_key")]

    def __str__(self) -> str:
        return f"{self.evening_id} {self.key} {self.outcome}"
