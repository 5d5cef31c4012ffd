"""Shoes, what was done to them, and the cards seen of them. Everything here is insert-only (trigger `append_only`)."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from shoes.models.packs import Pack, PackKind
from shoes.packs import MOST_DECKS


class ShoeKind(models.TextChoices):
    SHOE = "shoe", _("shoe")
    HAND = "hand", _("dealt from the hand")
    CSM = "csm", _("continuous shuffler")


class Step(models.TextChoices):
    """What is done to a shoe, in its order; `discarded`, `alarm`, `reshuffled` may come between and change no state."""

    LOADED = "loaded", _("packs loaded")
    VERIFIED = "verified", _("packs verified")
    SHUFFLED = "shuffled", _("shuffled")
    CUT = "cut", _("cut")
    STOP_CARD = "stop_card", _("stop card placed")
    BURNED = "burned", _("burned")
    IN_PLAY = "in_play", _("in play")
    STOP_OUT = "stop_out", _("stop card out")
    ENDED = "ended", _("ended")
    COUNTED = "counted", _("packs counted")
    DISCARDED = "discarded", _("cards discarded")
    ALARM = "alarm", _("alarm")
    RESHUFFLED = "reshuffled", _("shuffled again at the table")


class Shoe(models.Model):
    """A set of packs from loading to the closing count. Its state is the last step among its events."""

    key = models.CharField(_("shoe"), max_length=20, unique=True)
    kind = models.CharField(max_length=4, choices=ShoeKind.choices, default=ShoeKind.SHOE)
    pack_kind = models.CharField(max_length=8, choices=PackKind.choices)
    decks = models.PositiveSmallIntegerField()
    chain = models.CharField(max_length=60, default="house")
    opened_at = models.DateTimeField()
    packs = models.ManyToManyField(Pack, through="ShoePack", related_name="shoes")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(decks__gte=1, decks__lte=MOST_DECKS),
                name="shoe_decks_possible",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class ShoePack(models.Model):
    """This pack was put into this shoe. Insert-only."""

    shoe = models.ForeignKey(Shoe, on_delete=models.PROTECT)
    pack = models.ForeignKey(Pack, on_delete=models.PROTECT)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["shoe", "pack"], name="shoe_pack_once")]


class ShoeEventQuerySet(models.QuerySet["ShoeEvent"]):
    def steps(self) -> Self:
        """Only what changes a shoe's state."""
        return self.exclude(kind__in=[Step.DISCARDED, Step.ALARM, Step.RESHUFFLED])


class ShoeEvent(models.Model):
    """Something done to a shoe or said about it. Insert-only."""

    shoe = models.ForeignKey(Shoe, on_delete=models.PROTECT, related_name="events")
    kind = models.CharField(max_length=10, choices=Step.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    facts = models.JSONField(default=dict)

    objects = ShoeEventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["shoe", "kind"],
                condition=Q(
                    kind__in=[
                        "loaded",
                        "verified",
                        "in_play",
                        "stop_out",
                        "ended",
                        "counted",
                    ]
                ),
                name="shoe_step_once",
            ),
        ]


class ShoeCard(models.Model):
    """A card seen of a shoe, by its place in the order of dealing. Insert-only.

    A card read anew is a row that `replaces` the older and keeps its number; an empty card says that there was none.
    """

    shoe = models.ForeignKey(Shoe, on_delete=models.PROTECT, related_name="cards")
    number = models.PositiveIntegerField()
    card = models.CharField(max_length=2, blank=True)
    about = models.CharField(max_length=60)
    at = models.DateTimeField()
    replaces = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="replaced_by")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["shoe", "number"],
                condition=Q(replaces=None),
                name="shoe_card_number_once",
            ),
            models.UniqueConstraint(
                fields=["shoe", "about"],
                condition=Q(replaces=None),
                name="shoe_card_about_once",
            ),
        ]
