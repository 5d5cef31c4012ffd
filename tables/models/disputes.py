"""Contested hands and verdicts, and the decisions on them. Insert-only."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tables.models.rounds import Round


class DisputeQuerySet(models.QuerySet["Dispute"]):
    def open(self) -> Self:
        return self.filter(rulings=None)

    def with_names(self) -> Self:
        """With round, table and who raised it, oldest first."""
        return self.select_related("round__table", "raised_by").order_by("at", "pk")


class Dispute(models.Model):
    """Somebody contests one hand; its state is the last of its rulings."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="disputes")
    slot = models.CharField(max_length=24)
    about_verdict_key = models.CharField(max_length=160, blank=True)
    words = models.CharField(max_length=1000)
    raised_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = DisputeQuerySet.as_manager()

    def __str__(self) -> str:
        return f"{self.round_id} box {self.slot}"


class Ruling(models.Model):
    """A supervisor's decision on a dispute; a trigger refuses one by the dealer of the round."""

    class Decision(models.TextChoices):
        FOR_PLAYER = "for_player"
        FOR_HOUSE = "for_house"
        VOID_ROUND = "void_round"

    class Stage(models.IntegerChoices):
        FLOOR = 1

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings")
    stage = models.PositiveSmallIntegerField(choices=Stage.choices, default=Stage.FLOOR)
    decision = models.CharField(max_length=12, choices=Decision.choices)
    clause = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=1000)
    refund_minor = models.BigIntegerField(default=0)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dispute", "stage"], name="ruling_one_a_stage"),
            models.CheckConstraint(name="ruling_has_a_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="ruling_moves_no_negative_sum", condition=Q(refund_minor__gte=0)),
        ]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.decision}"
