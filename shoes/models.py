"""Packs, shoes and the cards seen of them; cameras and what they saw.

Everything here is insert-only (trigger `append_only`) except Camera, which says how a camera does just now.
"""

from typing import Any, Self

import orjson
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from shoes.packs import MOST_DECKS, PACKS


class PackKind(models.TextChoices):
    """A kind of pack; what it holds stands in shoes/packs.py."""

    FR52 = "fr52", _("52 cards")
    FR40 = "fr40", _("40 cards, without 8, 9 and 10")
    IT40 = "it40", _("40 Italian cards")
    FR45 = "fr45", _("45 cards, farmer")
    FR36 = "fr36", _("36 cards")


class PackState(models.TextChoices):
    FREE = "free", _("in the store")
    LOADED = "loaded", _("in a shoe")
    WITHDRAWN = "withdrawn", _("withdrawn")


class ShoeKind(models.TextChoices):
    SHOE = "shoe", _("shoe")
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


class PackQuerySet(models.QuerySet["Pack"]):
    def at(self, state: PackState) -> Self:
        """Packs whose last event says so."""
        return self.filter(pk__in=PackEvent.objects.latest_of_each().filter(state=state).values("pack"))


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

    objects = PackEventQuerySet.as_manager()


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


class Camera(models.Model):
    """A camera and how it does just now; what it saw are its observations. The one row here that changes: presence."""

    class State(models.TextChoices):
        NEW = "new", pgettext_lazy("camera", "never heard of")
        WATCHING = "watching", pgettext_lazy("camera", "watching")
        LOST = "lost", pgettext_lazy("camera", "no picture")
        FROZEN = "frozen", pgettext_lazy("camera", "picture frozen")
        DARK = "dark", pgettext_lazy("camera", "dark")
        MOVED = "moved", pgettext_lazy("camera", "moved: calibrate anew")
        SILENT = "silent", pgettext_lazy("camera", "silent")

    name = models.CharField(max_length=24, unique=True)
    made_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(max_length=8, choices=State.choices, default=State.NEW)
    state_at_ms = models.BigIntegerField(default=0, help_text="Since when.")
    said_at_ms = models.BigIntegerField(default=0, help_text="The newest word on its state: an older one says nothing.")
    heard_at = models.DateTimeField(null=True)
    frames = models.BigIntegerField(default=0)
    dropped = models.BigIntegerField(default=0)
    behind_ms = models.BigIntegerField(default=0)
    spooled = models.BigIntegerField(default=0)
    trouble = models.CharField(max_length=40, blank=True, help_text="What the watching process says is wrong: a code.")
    unplaced = models.CharField(max_length=40, blank=True, help_text="Why its last card came into no round: a code.")
    still_wanted_at = models.DateTimeField(null=True)
    still_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name

    @property
    def about(self) -> str:
        """How tokens and the journal name it."""
        return f"camera:{self.name}"


class CameraCalibration(models.Model):
    """How a camera sees its table, from `at` on; the last version holds. Insert-only."""

    camera = models.ForeignKey(Camera, on_delete=models.PROTECT, related_name="calibrations")
    version = models.PositiveIntegerField()
    body: "models.JSONField[dict[str, Any]]" = models.JSONField()
    sha256 = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["camera", "version"], name="calibration_one_a_version")]

    def __str__(self) -> str:
        return f"{self.camera_id} v{self.version}"


class Observation(models.Model):
    """What one camera says of one thing that it saw; rows stand in the order of their arrival. Insert-only.

    Of a card `read` names the physical card, for ever: the same `read` again is a better reading of the same card.
    """

    class Kind(models.TextChoices):
        READ = "read"
        TURNED = "turned"
        MOVED = "moved"
        PARTED = "parted"
        LIFTED = "lifted"
        CAMERA = "camera"

    camera = models.ForeignKey(Camera, on_delete=models.PROTECT, related_name="observations")
    key = models.CharField(max_length=30)
    kind = models.CharField(max_length=6, choices=Kind.choices)
    read = models.CharField(max_length=30, blank=True)
    at_ms = models.BigIntegerField()
    arrived_at = models.DateTimeField(default=timezone.now)
    place = models.CharField(max_length=16, blank=True)
    card = models.CharField(max_length=2, blank=True)
    face = models.CharField(max_length=4, blank=True)
    lie = models.CharField(max_length=6, blank=True)
    confidence_permille = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(help_text="The whole of it as canonical JSON.")
    crop_sha256 = models.CharField(max_length=64, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["camera", "at_ms"], name="observation_by_time"),
            models.Index(fields=["camera", "read"], name="observation_by_read"),
        ]
        constraints = [models.UniqueConstraint(fields=["camera", "key"], name="observation_key_once")]

    def __str__(self) -> str:
        return f"{self.camera_id} {self.key}"

    @property
    def fields(self) -> dict[str, Any]:
        """The whole of it."""
        whole: dict[str, Any] = orjson.loads(self.body)
        return whole


class Crop(models.Model):
    """The picture of one observation; its file is `shoes.evidence.path_of(sha256)`. Insert-only."""

    sha256 = models.CharField(max_length=64, unique=True)
    camera = models.ForeignKey(Camera, on_delete=models.PROTECT, related_name="crops")
    at = models.DateTimeField(default=timezone.now)
    size = models.PositiveIntegerField()

    def __str__(self) -> str:
        return self.sha256
