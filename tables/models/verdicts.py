"""The stored record of findings, and how supervisors closed them. Insert-only."""

from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef
from django.utils import timezone

from tables.models.rounds import Round


class VerdictQuerySet(models.QuerySet["Verdict"]):
    def latest(self) -> Self:  # type: ignore[override]
        """The row that stands for each key of a round."""
        newer = Verdict.objects.filter(round=OuterRef("round"), key=OuterRef("key"), revision__gt=OuterRef("revision"))
        return self.filter(~Exists(newer))

    def standing(self) -> Self:
        """Latest rows whose finding still stands."""
        return self.latest().exclude(state=Verdict.State.WITHDRAWN)

    def open(self) -> Self:
        """Standing verdicts that no supervisor has closed."""
        closing = VerdictClosing.objects.filter(round=OuterRef("round"), key=OuterRef("key"))
        return self.standing().filter(~Exists(closing))


class Verdict(models.Model):
    """A finding by its key as it was new, replaced by a changed value, or withdrawn."""

    class State(models.TextChoices):
        NEW = "new"
        REPLACED = "replaced"
        WITHDRAWN = "withdrawn"

    class Level(models.TextChoices):
        STOP = "stop"
        ACT = "act"
        LOOK = "look"

    round = models.ForeignKey(Round, models.PROTECT, related_name="verdicts")
    key = models.CharField(max_length=160)
    revision = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=9, choices=State.choices)
    rule = models.CharField(max_length=40)
    level = models.CharField(max_length=4, choices=Level.choices)
    slot = models.CharField(max_length=24)
    money_minor = models.BigIntegerField(null=True)
    is_provisional = models.BooleanField(default=False)
    finding: "models.JSONField[dict[str, Any]]" = models.JSONField()
    because = models.PositiveIntegerField(null=True, help_text="Number of the entry that brought this row about.")
    at = models.DateTimeField(default=timezone.now)

    objects = VerdictQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "key", "revision"], name="verdict_one_a_revision")]
        indexes = [models.Index(fields=["rule", "round"], name="verdict_by_rule")]

    def __str__(self) -> str:
        return f"{self.round_id} {self.key} {self.state}"


class VerdictTaken(models.Model):
    """A supervisor said: I have this one."""

    verdict = models.ForeignKey(Verdict, models.PROTECT, related_name="taken")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["verdict"], name="verdict_taken_one_a_verdict")]

    def __str__(self) -> str:
        return f"{self.verdict_id} taken"


class VerdictClosing(models.Model):
    """How a supervisor closed a verdict. Only `upheld` counts in a dealer's record."""

    class Outcome(models.TextChoices):
        UPHELD = "upheld"
        PUT_RIGHT = "put_right"
        MISREAD = "misread"
        ENTERED_WRONG = "entered_wrong"
        RULE_SET_WRONG = "rule_set_wrong"

    round = models.ForeignKey(Round, models.PROTECT, related_name="closings")
    key = models.CharField(max_length=160)
    verdict = models.ForeignKey(Verdict, models.PROTECT, related_name="closings")
    outcome = models.CharField(max_length=14, choices=Outcome.choices)
    reason = models.CharField(max_length=1000)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "key"], name="verdict_closing_one_a_key")]

    def __str__(self) -> str:
        return f"{self.round_id} {self.key} {self.outcome}"
