"""Dealer school: the session that a trainee is in, and the record of each that ended."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone


class SchoolSession(models.Model):
    """Work in progress of one trainee; it can be taken up again after a reload or on another tablet."""

    trainee = models.OneToOneField(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    plan: "models.JSONField[dict[str, Any]]" = models.JSONField()
    state: "models.JSONField[dict[str, Any]]" = models.JSONField()
    version = models.PositiveIntegerField(
        default=1, help_text="Counts the acts: an act is about the screen it came from."
    )
    begun_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"school of {self.trainee_id}"


class SchoolRecord(models.Model):
    """What a trainee dealt in one session, and every mistake in it. Insert-only."""

    trainee = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    game = models.CharField(max_length=40)
    profile = models.CharField(max_length=40)
    level = models.CharField(max_length=8)
    rounds = models.PositiveSmallIntegerField()
    mistakes = models.PositiveSmallIntegerField()
    helps = models.PositiveSmallIntegerField()
    dealt_ms = models.BigIntegerField(help_text="From the first act to the last gathering, of all rounds together.")
    body: "models.JSONField[dict[str, Any]]" = models.JSONField(help_text="The plan, and each round: facts and marks.")
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-ended_at", "-pk"]
        indexes = [models.Index(fields=["trainee", "ended_at"], name="school_by_trainee")]

    def __str__(self) -> str:
        return f"{self.profile}, {self.rounds} rounds of {self.trainee_id}"
