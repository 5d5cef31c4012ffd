"""Cameras, how they see their tables, what they saw. All insert-only but Camera, which says how one does just now."""

from typing import Any

import orjson
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import pgettext_lazy


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
            models.Index(fields=["crop_sha256"], condition=~models.Q(crop_sha256=""), name="observation_by_crop"),
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
