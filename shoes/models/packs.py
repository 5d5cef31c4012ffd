"""Packs of cards, from the supplier to the shredder. Everything here is insert-only (trigger `append_only`).

The database holds what must hold (migration 0005): a pack goes only from where it is to where it may go, nobody signs
twice, a pack that is held goes nowhere, and nothing is destroyed without two signatures.
"""

from typing import Any, Final, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from shoes.packs import PACKS


class PackKind(models.TextChoices):
    """A kind of pack; what it holds stands in shoes/packs.py."""

    FR52 = "fr52", _("52 cards")
    FR40 = "fr40", _("40 cards, without 8, 9 and 10")
    IT40 = "it40", _("40 Italian cards")
    FR45 = "fr45", _("45 cards, farmer")
    FR36 = "fr36", _("36 cards")


class PackState(models.TextChoices):
    """Where a pack is."""

    RECEIVED = "received", pgettext_lazy("pack", "received, not yet signed for")
    FREE = "free", pgettext_lazy("pack", "in the store")
    ISSUED = "issued", pgettext_lazy("pack", "on the floor")
    LOADED = "loaded", pgettext_lazy("pack", "in a shoe")
    WITHDRAWN = "withdrawn", pgettext_lazy("pack", "withdrawn")
    RETIRED = "retired", pgettext_lazy("pack", "retired")
    DESTROYED = "destroyed", pgettext_lazy("pack", "destroyed")


STORE: Final = (PackState.FREE,)
FLOOR: Final = (PackState.ISSUED, PackState.LOADED)
ASIDE: Final = (PackState.WITHDRAWN, PackState.RETIRED)
"""The three places that the daily reconciliation counts."""


class Signed(models.Model):
    """A row that somebody answers for."""

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class PackQuerySet(models.QuerySet["Pack"]):
    def at(self, *states: PackState) -> Self:
        """Packs whose last event says so."""
        return self.filter(pk__in=PackEvent.objects.latest_of_each().filter(state__in=states).values("pack"))

    def held(self) -> Self:
        """Packs under an investigation that nobody has ended."""
        return self.filter(pk__in=PackHold.objects.open().values("pack"))

    def under_way(self) -> Self:
        """Packs that somebody has signed to move and the second person has not answered for."""
        return self.filter(moves__in=PackMove.objects.waiting())

    def loadable(self) -> Self:
        """Packs that may go into a shoe: on the floor, or straight from the store."""
        held, moved = Pack.objects.held().values("pk"), Pack.objects.under_way().values("pk")
        return self.at(PackState.ISSUED, PackState.FREE).exclude(pk__in=held).exclude(pk__in=moved)


class Pack(models.Model):
    """One pack of cards, by the number on its seal; where it is says its last event."""

    serial = models.CharField(_("serial"), max_length=40, unique=True)
    kind = models.CharField(_("kind"), max_length=8, choices=PackKind.choices)
    back = models.CharField(_("back"), max_length=40)

    objects = PackQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(kind__in=list(PACKS)), name="pack_kind_known")]

    def __str__(self) -> str:
        return self.serial


class PackMoveQuerySet(models.QuerySet["PackMove"]):
    def waiting(self) -> Self:
        """Moves that lack their second signature."""
        return self.filter(signatures=2, answer=None)


class PackMove(Signed):
    """Packs are to go somewhere, and the first of those who answer for it has signed. `clause` asks for the second."""

    class Kind(models.TextChoices):
        RECEIVE = "receive", pgettext_lazy("packs", "Receipt")
        ISSUE = "issue", pgettext_lazy("packs", "Issue to the floor")
        RETURN = "return", pgettext_lazy("packs", "Return to the store")
        DESTROY = "destroy", pgettext_lazy("packs", "Destruction")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    words = models.CharField(max_length=200, blank=True, help_text="From whom, to where, or how.")
    signatures = models.PositiveSmallIntegerField(default=2)
    is_other_role = models.BooleanField(default=False, help_text="Whether the second person is of another department.")
    clause = models.CharField(max_length=80, blank=True)
    packs = models.ManyToManyField(Pack, through="PackMoved", related_name="moves")

    objects = PackMoveQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="pack_move_signatures",
                condition=Q(signatures=2) | (Q(signatures=1) & Q(kind="receive")),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class PackMoved(models.Model):
    """This pack belongs to this move. Insert-only."""

    move = models.ForeignKey(PackMove, on_delete=models.PROTECT)
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["move", "pack"], name="pack_moved_once_a_move")]


class PackMoveAnswer(Signed):
    """The second signature under a move; or somebody says that it does not happen, and why."""

    move = models.OneToOneField(PackMove, on_delete=models.PROTECT, related_name="answer")
    is_agreed = models.BooleanField()
    reason = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(name="pack_move_refused_has_a_reason", condition=Q(is_agreed=True) | ~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.move_id} {'agreed' if self.is_agreed else 'refused'}"


class PackEventQuerySet(models.QuerySet["PackEvent"]):
    def latest_of_each(self) -> Self:
        """The last event of every pack."""
        latest = PackEvent.objects.order_by("pack", "-pk").distinct("pack")
        return self.filter(pk__in=latest.values("pk"))


class PackEvent(models.Model):
    """A pack went somewhere. Insert-only."""

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="events")
    state = models.CharField(max_length=10, choices=PackState.choices)
    reason = models.CharField(max_length=200, blank=True)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    move = models.ForeignKey(PackMove, on_delete=models.PROTECT, related_name="events", null=True)

    objects = PackEventQuerySet.as_manager()


class PackHoldQuerySet(models.QuerySet["PackHold"]):
    def open(self) -> Self:
        return self.filter(lifted=None)

    def together(self, hold: "PackHold") -> Self:
        """The holds that were put on packs at one stroke with this one."""
        return self.filter(by=hold.by_id, at=hold.at, reason=hold.reason).order_by("pack__serial")


class PackHold(Signed):
    """A pack is under investigation: it is not issued, loaded or destroyed until somebody else lifts that."""

    pack = models.ForeignKey(Pack, on_delete=models.PROTECT, related_name="holds")
    reason = models.CharField(max_length=400)

    objects = PackHoldQuerySet.as_manager()

    class Meta:
        constraints = [models.CheckConstraint(name="pack_hold_has_a_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.pack_id} held"


class PackHoldLifted(Signed):
    """Another person has ended an investigation, and says what came of it."""

    hold = models.OneToOneField(PackHold, on_delete=models.PROTECT, related_name="lifted")
    reason = models.CharField(max_length=400)

    class Meta:
        constraints = [models.CheckConstraint(name="pack_hold_lifted_has_a_reason", condition=~Q(reason=""))]

    def __str__(self) -> str:
        return f"{self.hold_id} lifted"


class PackTally(Signed):
    """The packs of a gaming day, counted and held against the book. A count again names the older and why.

    `counted` and `book` are lists of {"kind", "back", "store", "floor", "aside"}; `differs` where they disagree.
    """

    gaming_day = models.DateField()
    counted: "models.JSONField[list[dict[str, Any]]]" = models.JSONField()
    book: "models.JSONField[list[dict[str, Any]]]" = models.JSONField()
    differs = models.BooleanField()
    reason = models.CharField(max_length=400, blank=True)
    replaces = models.OneToOneField("self", on_delete=models.PROTECT, related_name="replaced_by", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["gaming_day"], condition=Q(replaces=None), name="pack_tally_first_one_a_day"
            ),
            models.CheckConstraint(
                name="pack_tally_says_why",
                condition=(Q(differs=False) & Q(replaces=None)) | ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"packs of {self.gaming_day}"


class PackTallySigned(Signed):
    """The second person's signature under the packs of a day."""

    tally = models.OneToOneField(PackTally, on_delete=models.PROTECT, related_name="signed")

    def __str__(self) -> str:
        return f"{self.tally_id} signed"
