"""Who works where and when: supervisors at pits and tables, dealers by shift, tables handed over, enrolled tablets.

All insert-only: what ends has a row that says so, by whom, when and why.
"""

from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from tables.models.floor import Pit
from tables.models.tables import Table

STAFF = settings.AUTH_USER_MODEL


class DutyQuerySet(models.QuerySet["Duty"]):
    def standing(self) -> Self:
        return self.filter(end=None)


class Duty(models.Model):
    """A dealer is rostered for a shift of a gaming day: at a table, in a pit, or wherever they are needed."""

    staff = models.ForeignKey(STAFF, models.PROTECT, related_name="duties")
    gaming_day = models.DateField()
    shift = models.CharField(max_length=40)
    pit = models.ForeignKey(Pit, models.PROTECT, related_name="+", null=True)
    table = models.ForeignKey(Table, models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(STAFF, models.PROTECT, related_name="+")

    objects = DutyQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["gaming_day", "staff"], name="duty_by_day")]
        constraints = [models.CheckConstraint(name="duty_at_one_place", condition=Q(pit=None) | Q(table=None))]

    def __str__(self) -> str:
        return f"{self.staff_id}: {self.gaming_day} {self.shift}"


class DutyEnd(models.Model):
    """A duty was struck from the roster."""

    duty = models.OneToOneField(Duty, models.PROTECT, related_name="end")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(STAFF, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"end of duty {self.duty_id}"


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def holding(self, at: datetime) -> Self:
        """Those in force at a moment."""
        begun = self.filter(starts_at__lte=at)
        return begun.filter(Q(ends_at=None) | Q(ends_at__gt=at)).filter(Q(end=None) | Q(end__ends_at__gt=at))

    def ahead(self, at: datetime) -> Self:
        """Those that hold at a moment, or will."""
        return self.filter(Q(ends_at=None) | Q(ends_at__gt=at)).filter(Q(end=None) | Q(end__ends_at__gt=at))


class Assignment(models.Model):
    """A supervisor watches a pit, or a table; at a table, whoever is assigned to it comes before its pit's."""

    supervisor = models.ForeignKey(STAFF, models.PROTECT, related_name="assignments")
    pit = models.ForeignKey(Pit, models.PROTECT, related_name="+", null=True)
    table = models.ForeignKey(Table, models.PROTECT, related_name="assignments", null=True)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(STAFF, models.PROTECT, related_name="+")

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="assignment_pit_or_table",
                condition=Q(pit=None, table__isnull=False) | Q(pit__isnull=False, table=None),
            ),
            models.CheckConstraint(
                name="assignment_ends_after_start", condition=Q(ends_at=None) | Q(ends_at__gt=F("starts_at"))
            ),
        ]

    def __str__(self) -> str:
        return f"{self.supervisor_id}: {self.pit_id or self.table_id}"


class AssignmentEnd(models.Model):
    """An assignment ended before its time, or at all."""

    assignment = models.OneToOneField(Assignment, models.PROTECT, related_name="end")
    ends_at = models.DateTimeField()
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(STAFF, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"end of assignment {self.assignment_id}"


class Rotation(models.Model):
    """After how many minutes at a table the house relieves a dealer; the last row holds, 0 is no rule of its own."""

    minutes = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(STAFF, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"{self.minutes} minutes"


class HandOverQuerySet(models.QuerySet["HandOver"]):
    def open(self) -> Self:
        return self.filter(answer=None)


class HandOver(models.Model):
    """One supervisor gives a table to another, with what is under way; the giver's signature. Open until answered."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="hand_overs")
    giver = models.ForeignKey(STAFF, models.PROTECT, related_name="+")
    taker = models.ForeignKey(STAFF, models.PROTECT, related_name="+")
    note = models.CharField(max_length=1000)
    under_way: "models.JSONField[list[list[Any]]]" = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    objects = HandOverQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(name="hand_over_between_two", condition=~Q(giver=F("taker")))]

    def __str__(self) -> str:
        return f"hand-over {self.pk} of {self.table_id}"


class HandOverAnswer(models.Model):
    """The taker's signature under what is under way by then; or the giver or the taker says no."""

    class Kind(models.TextChoices):
        TAKEN = "taken"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    hand_over = models.OneToOneField(HandOver, models.PROTECT, related_name="answer")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    note = models.CharField(max_length=1000, blank=True)
    under_way: "models.JSONField[list[list[Any]]]" = models.JSONField()
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(STAFF, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"hand-over {self.hand_over_id} {self.kind}"


class Tablet(models.Model):
    """A device that stands at a table; it is known by a secret of which only the hash is kept."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="tablets")
    name = models.CharField(max_length=80)
    sha256 = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(STAFF, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return self.name


class TabletEnd(models.Model):
    """A device is no tablet of ours any more."""

    tablet = models.OneToOneField(Tablet, models.PROTECT, related_name="end")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(STAFF, models.PROTECT, related_name="+")

    def __str__(self) -> str:
        return f"end of tablet {self.tablet_id}"
