"""Chips: the house's denominations, what tables were counted at, fills and credits, the drop, differences. Insert-only.

The database holds what must hold (migration 0006): sums agree with their lines, nobody signs twice, numbers have no
gap, one opener and one closer a gaming day.
"""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from tables.models.tables import Table

LinesJson = dict[str, int]


class Signed(models.Model):
    """A row that somebody answers for."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class Counted(Signed):
    """Pieces counted by value. A recount is a new row that names the old one, and why."""

    lines: "models.JSONField[LinesJson]" = models.JSONField()
    total_minor = models.BigIntegerField()

    class Meta:
        abstract = True

    @property
    def pieces(self) -> dict[int, int]:
        return {int(value): pieces for value, pieces in self.lines.items()}


class ChipSet(Signed):
    """The house's chips and notes by value, in minor units; the last row holds."""

    chips_minor: "models.JSONField[list[int]]" = models.JSONField()
    notes_minor: "models.JSONField[list[int]]" = models.JSONField()

    def __str__(self) -> str:
        return f"chip set {self.pk}"


class ChipCount(Counted):
    """The table's inventory when its gaming day began (opener) or ended (closer)."""

    class Kind(models.TextChoices):
        OPENER = "opener", pgettext_lazy("chips", "Opener")
        CLOSER = "closer", pgettext_lazy("chips", "Closer")

    table = models.ForeignKey(Table, models.PROTECT, related_name="chip_counts")
    gaming_day = models.DateField()
    kind = models.CharField(max_length=6, choices=Kind.choices)
    replaces = models.OneToOneField("self", models.PROTECT, related_name="replaced_by", null=True, blank=True)
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "gaming_day", "kind"], condition=Q(replaces=None), name="chip_count_first_one_a_day"
            ),
            models.CheckConstraint(name="chip_count_again_has_a_reason", condition=Q(replaces=None) | ~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.table_id} {self.gaming_day}"


class ChipCountSigned(Signed):
    """The second person's signature on an opener or closer."""

    count = models.OneToOneField(ChipCount, models.PROTECT, related_name="signed")

    def __str__(self) -> str:
        return f"{self.count_id} signed"


class SlipNumber(models.Model):
    """The last number given, by kind and year. Written by a trigger only; its row is locked until the slip commits."""

    kind = models.CharField(max_length=6)
    year = models.PositiveSmallIntegerField()
    last = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "year"], name="slip_number_one_a_year")]

    def __str__(self) -> str:
        return f"{self.kind} {self.year}: {self.last}"


class Slip(Counted):
    """A fill (chips brought to a table) or a credit (taken from it). `signing` is the order in which it is signed."""

    class Kind(models.TextChoices):
        FILL = "fill", pgettext_lazy("chips", "Fill")
        CREDIT = "credit", pgettext_lazy("chips", "Credit")

    kind = models.CharField(max_length=6, choices=Kind.choices)
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField(editable=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="slips")
    gaming_day = models.DateField()
    pack = models.CharField(max_length=40)
    signing: "models.JSONField[list[str]]" = models.JSONField()
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "year", "number"], name="slip_one_a_number"),
            models.CheckConstraint(name="slip_moves_chips", condition=Q(total_minor__gt=0)),
        ]

    def __str__(self) -> str:
        return self.ref

    @property
    def ref(self) -> str:
        """The number as it is printed: F-2026-000012."""
        return f"{self.kind[0].upper()}-{self.year}-{self.number:06d}"


class SlipSignature(Signed):
    """One signature in the slip's order; nobody signs a slip twice."""

    slip = models.ForeignKey(Slip, models.PROTECT, related_name="signatures")
    position = models.PositiveSmallIntegerField()
    step = models.CharField(max_length=20)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["slip", "position"], name="slip_signature_one_a_step"),
            models.UniqueConstraint(fields=["slip", "by"], name="slip_signature_one_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.slip_id} {self.step}"


class SlipVoid(Signed):
    """Somebody asks that a slip be void; its number stays used."""

    slip = models.OneToOneField(Slip, models.PROTECT, related_name="void")
    reason = models.CharField(max_length=400)

    class Meta:
        constraints = [models.CheckConstraint(name="slip_void_has_a_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.slip_id} void"


class SlipVoidSigned(Signed):
    """The second person's signature on a void; with it the slip is void."""

    void = models.OneToOneField(SlipVoid, models.PROTECT, related_name="signed")

    def __str__(self) -> str:
        return f"{self.void_id} signed"


class DropCount(Counted):
    """What was in the drop box of a table's gaming day, by the first of two people who count it."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="drops")
    gaming_day = models.DateField()
    replaces = models.OneToOneField("self", models.PROTECT, related_name="replaced_by", null=True, blank=True)
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table", "gaming_day"], condition=Q(replaces=None), name="drop_count_first_one_a_day"
            ),
            models.CheckConstraint(name="drop_count_again_has_a_reason", condition=Q(replaces=None) | ~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"drop {self.table_id} {self.gaming_day}"


class DropConfirmed(Signed):
    """The second person counted the same."""

    drop = models.OneToOneField(DropCount, models.PROTECT, related_name="confirmed")

    def __str__(self) -> str:
        return f"{self.drop_id} confirmed"


class ChipDifference(models.Model):
    """Chips are not what they should be, by more than the pack lets pass."""

    class Kind(models.TextChoices):
        OPENER = "opener"  # against the closer before
        ROUNDS = "rounds"  # against the logged rounds

    table = models.ForeignKey(Table, models.PROTECT, related_name="chip_differences")
    gaming_day = models.DateField()
    kind = models.CharField(max_length=6, choices=Kind.choices)
    should_minor = models.BigIntegerField()
    counted_minor = models.BigIntegerField()
    pieces: "models.JSONField[LinesJson]" = models.JSONField(default=dict)
    duties: "models.JSONField[list[dict[str, Any]]]" = models.JSONField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.table_id} {self.gaming_day} {self.kind}"

    @property
    def difference_minor(self) -> int:
        """Negative where chips are missing."""
        return self.counted_minor - self.should_minor


class ChipDifferenceSeen(Signed):
    """A supervisor knows of a difference and says why it is so, or what is done."""

    difference = models.OneToOneField(ChipDifference, models.PROTECT, related_name="seen")
    reason = models.CharField(max_length=1000)

    class Meta:
        constraints = [models.CheckConstraint(name="chip_difference_seen_has_a_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.difference_id} seen"
