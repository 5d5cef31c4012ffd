"""Payouts drawn at random and looked at by surveillance. Insert-only.

The only figure on mispayments that nobody chose to see: it says what people found, not what a screen said.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from tables.models.disputes import Dispute
from tables.models.rounds import Round, RoundDocument


class PayoutSample(models.Model):
    """Payouts drawn from the shoes that ended in a shift. `seed` and `population_sha256` let anybody draw it again.

    `by` is None where it was drawn by the clock, which happens once a shift.
    """

    gaming_day = models.DateField()
    shift = models.CharField(max_length=16)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    seed = models.CharField(max_length=32)
    asked = models.PositiveSmallIntegerField()
    population = models.PositiveIntegerField()
    population_sha256 = models.CharField(max_length=64)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["gaming_day", "shift"], condition=Q(by=None), name="payout_sample_one_a_shift"
            ),
            models.CheckConstraint(name="payout_sample_has_a_seed", condition=Q(seed__regex="^[0-9a-f]{32}$")),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.shift}"


class SampledPayout(models.Model):
    """One hand's settlement that was drawn: what was due to it by the document of its round."""

    sample = models.ForeignKey(PayoutSample, models.PROTECT, related_name="payouts")
    position = models.PositiveSmallIntegerField()
    round = models.ForeignKey(Round, models.PROTECT, related_name="+")
    document = models.ForeignKey(RoundDocument, models.PROTECT, related_name="+")
    slot = models.CharField(max_length=24)
    due_minor = models.BigIntegerField(null=True, help_text="Beside the stake; None where a stake is unknown.")
    pays: "models.JSONField[list[dict[str, Any]]]" = models.JSONField()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["sample", "position"], name="sampled_payout_one_a_position"),
            models.UniqueConstraint(fields=["sample", "round", "slot"], name="sampled_payout_once"),
        ]

    def __str__(self) -> str:
        return f"{self.sample_id} {self.position}"


class PayoutAnswer(models.Model):
    """What surveillance saw. An answer that was wrong itself is replaced by a newer one that says why."""

    class Outcome(models.TextChoices):
        RIGHT = "right", pgettext_lazy("payout", "Right")
        WRONG = "wrong", pgettext_lazy("payout", "Wrong")
        CANT_SEE = "cant_see", pgettext_lazy("payout", "Can’t see")

    payout = models.ForeignKey(SampledPayout, models.PROTECT, related_name="answers")
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    paid_minor = models.BigIntegerField(null=True, blank=True)
    words = models.CharField(max_length=1000, blank=True)
    replaces = models.OneToOneField("self", models.PROTECT, related_name="replaced_by", null=True, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["payout"], condition=Q(replaces=None), name="payout_answer_first_one_a_payout"
            ),
            models.CheckConstraint(
                name="payout_answer_says_why",
                condition=(Q(replaces=None) & ~Q(outcome="wrong")) | ~Q(words=""),
            ),
            models.CheckConstraint(
                name="payout_answer_paid_only_if_wrong", condition=Q(paid_minor=None) | Q(outcome="wrong")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payout_id} {self.outcome}"


class PayoutDispute(models.Model):
    """A wrong payout was made a dispute."""

    answer = models.OneToOneField(PayoutAnswer, models.PROTECT, related_name="disputed")
    dispute = models.OneToOneField(Dispute, models.PROTECT, related_name="payout")

    def __str__(self) -> str:
        return f"{self.answer_id} dispute {self.dispute_id}"
