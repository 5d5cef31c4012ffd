"""Contested hands and verdicts, the decisions on them, and evidence that is held. Insert-only."""

from datetime import date, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.utils import timezone

from tables.models.rounds import Round
from tables.models.tables import Table

UNDECIDED = ("open", "review", "appealed")
"""States in which somebody still has to rule."""


class DisputeQuerySet(models.QuerySet["Dispute"]):
    def with_state(self) -> Self:
        """With `state`, the kind of the last step (`open` before the first), and `is_ruled`: somebody has ruled."""
        last = DisputeStep.objects.filter(dispute=OuterRef("pk")).order_by("-position")
        return self.annotate(
            state=Coalesce(Subquery(last.values("kind")[:1]), models.Value("open")),
            is_ruled=Exists(Ruling.objects.filter(dispute=OuterRef("pk"))),
        )

    def with_deadline(self) -> Self:
        """With `due_on`, the day by which somebody has to rule: of a letter, then of an appeal; none if none is due."""
        appeals = DisputeStep.objects.filter(dispute=OuterRef("pk"), kind="appealed").values("answer_by")
        has_appeal = Exists(DisputeStep.objects.filter(dispute=OuterRef("pk"), kind="appealed"))
        second = Exists(Ruling.objects.filter(dispute=OuterRef("pk"), stage=Ruling.Stage.APPEAL))
        return self.with_state().annotate(
            due_on=Case(
                When(second, then=None),
                When(has_appeal, then=Subquery(appeals[:1])),
                When(is_ruled=True, then=None),
                default="answer_by",
                output_field=models.DateField(),
            )
        )

    def open(self) -> Self:
        """Those that wait for a ruling: not ruled on yet, or appealed."""
        return self.with_state().filter(state__in=UNDECIDED)

    def pressing(self, day: date) -> Self:
        """What the pit has to see: what waits at a table, appeals, letters that must be answered by the day after."""
        near = Q(answer_by__isnull=True) | Q(answer_by__lte=day + timedelta(days=1))
        return self.with_deadline().filter(near | Q(state="appealed"), state__in=UNDECIDED)

    def at(self, table: Table, round: Round | None) -> Self:
        """Those that wait at a table, and every one about a round."""
        return self.with_state().filter(Q(state__in=UNDECIDED) | Q(round=round), round__table=table)

    def with_names(self) -> Self:
        """With round, table and who raised it, oldest first."""
        return self.select_related("round__table", "raised_by").order_by("at", "pk")


class Dispute(models.Model):
    """Somebody contests one hand; its state is the last of its steps.

    A guest's name is not kept: `reference` is where the letter lies in the house's files.
    """

    class Came(models.TextChoices):
        TABLE = "table"
        LETTER = "letter"

    round = models.ForeignKey(Round, models.PROTECT, related_name="disputes")
    slot = models.CharField(max_length=24)
    about_verdict_key = models.CharField(max_length=160, blank=True)
    words = models.CharField(max_length=1000)
    raised_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    came = models.CharField(max_length=6, choices=Came.choices, default=Came.TABLE)
    reference = models.CharField(max_length=80, blank=True)
    received_on = models.DateField(null=True)
    answer_by = models.DateField(null=True, help_text="Until when the house answers; none: nobody says until when.")
    deadline_from = models.CharField(max_length=120, blank=True, help_text="The clause, or `house` for its setting.")
    late_by_days = models.PositiveIntegerField(
        null=True, help_text="How long after the pack's last day the letter came; 0 in time, none: the pack names none."
    )

    objects = DisputeQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["answer_by"], name="dispute_by_deadline")]
        constraints = [
            models.CheckConstraint(
                name="dispute_letter_has_its_day",
                condition=Q(came="letter", received_on__isnull=False)
                | Q(came="table", received_on__isnull=True, answer_by__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.round_id} box {self.slot}"


class Ruling(models.Model):
    """A supervisor's decision on a dispute; a trigger refuses one by the dealer of the round.

    One on appeal stands instead of the first, and is by somebody else.
    """

    class Decision(models.TextChoices):
        FOR_PLAYER = "for_player"
        FOR_HOUSE = "for_house"
        VOID_ROUND = "void_round"

    class Stage(models.IntegerChoices):
        FLOOR = 1
        APPEAL = 2

    class Source(models.TextChoices):
        TRAY = "tray"
        CAGE = "cage"
        BANK = "bank"  # of a player: the house's ledger has nothing of it

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="rulings")
    stage = models.PositiveSmallIntegerField(choices=Stage.choices, default=Stage.FLOOR)
    decision = models.CharField(max_length=12, choices=Decision.choices)
    clause = models.CharField(max_length=40, blank=True)
    reason = models.CharField(max_length=1000)
    refund_minor = models.BigIntegerField(default=0)
    paid_from = models.CharField(max_length=4, choices=Source.choices, default=Source.TRAY)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dispute", "stage"], name="ruling_one_a_stage"),
            models.CheckConstraint(name="ruling_has_a_reason", condition=~Q(reason="")),
            models.CheckConstraint(name="ruling_moves_no_negative_sum", condition=Q(refund_minor__gte=0)),
            models.CheckConstraint(name="ruling_stage_known", condition=Q(stage__in=[1, 2])),
        ]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.decision}"


class DisputeStep(models.Model):
    """A dispute came into another state. The database holds the order: see migration 0011."""

    class Kind(models.TextChoices):
        REVIEW = "review"
        RULED = "ruled"
        APPEALED = "appealed"
        CLOSED = "closed"

    dispute = models.ForeignKey(Dispute, models.PROTECT, related_name="steps")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    ruling = models.OneToOneField(Ruling, models.PROTECT, related_name="step", null=True)
    words = models.CharField(max_length=1000, blank=True)
    answer_by = models.DateField(null=True, help_text="Of an appeal: until when it is decided.")
    deadline_from = models.CharField(
        max_length=120, blank=True, db_default="", help_text="The clause, or `house` for its setting."
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["dispute", "position"], name="dispute_step_one_a_position"),
            models.UniqueConstraint(
                fields=["dispute"], condition=Q(kind="appealed"), name="dispute_step_one_appeal_a_dispute"
            ),
            models.CheckConstraint(
                name="dispute_step_names_its_ruling",
                condition=(Q(kind="ruled") & Q(ruling__isnull=False)) | (~Q(kind="ruled") & Q(ruling__isnull=True)),
            ),
            models.CheckConstraint(
                name="dispute_step_kind_known", condition=Q(kind__in=["review", "ruled", "appealed", "closed"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.dispute_id} {self.kind}"


class HoldQuerySet(models.QuerySet["Hold"]):
    def in_force(self, day: date) -> Self:
        """Those that nobody has lifted and whose last day is not over."""
        return self.filter(lifted=None).filter(Q(until__isnull=True) | Q(until__gte=day))


class Hold(models.Model):
    """Evidence that is kept past its retention: a round with all that belongs to it, or one picture."""

    round = models.ForeignKey(Round, models.PROTECT, related_name="holds", null=True)
    sha256 = models.CharField(max_length=64, blank=True, db_index=True)
    why = models.CharField(max_length=400)
    until = models.DateField(null=True, help_text="Its last day; none: until somebody lifts it.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    objects = HoldQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(name="hold_has_a_reason", condition=~Q(why="")),
            models.CheckConstraint(
                name="hold_of_a_round_or_a_picture",
                condition=Q(round__isnull=False, sha256="") | Q(round__isnull=True, sha256__regex="^[0-9a-f]{64}$"),
            ),
        ]

    def __str__(self) -> str:
        return self.sha256 or f"round {self.round_id}"


class HoldLifted(models.Model):
    """Somebody said that the evidence need not be held any more, and why."""

    hold = models.OneToOneField(Hold, models.PROTECT, related_name="lifted")
    why = models.CharField(max_length=400)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.CheckConstraint(name="hold_lifted_has_a_reason", condition=~Q(why=""))]

    def __str__(self) -> str:
        return f"{self.hold_id} lifted"
