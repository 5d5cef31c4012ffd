"""A few seconds of what a camera saw, asked for and kept, and evidence that is deleted. Insert-only but two rows."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from shoes.models.cameras import Camera, Crop


class ClipRequest(models.Model):
    """Frames asked of a camera's process, and how far that is. Work in progress: it changes until it is made or not.

    at_ms  the moment that it is about: the still is the picture nearest to it.
    why    a code, where there is no clip and will be none.
    """

    class State(models.TextChoices):
        ASKED = "asked"
        SENT = "sent"
        MADE = "made"
        NONE = "none"

    camera = models.ForeignKey(Camera, on_delete=models.PROTECT, related_name="clip_requests")
    at_ms = models.BigIntegerField()
    from_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField()
    state = models.CharField(max_length=5, choices=State.choices, default=State.ASKED)
    why = models.CharField(max_length=40, blank=True)
    frames = models.PositiveIntegerField(default=0)
    asked_at = models.DateTimeField(default=timezone.now)
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [
            models.Index(fields=["camera", "until_ms"], condition=Q(state="asked"), name="clip_request_asked"),
            models.Index(fields=["changed_at"], condition=Q(state__in=["asked", "sent"]), name="clip_request_waiting"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["camera", "at_ms", "from_ms", "until_ms"], name="clip_request_once"),
            models.CheckConstraint(
                condition=Q(from_ms__lte=F("at_ms"), until_ms__gte=F("at_ms")), name="clip_request_holds_its_moment"
            ),
            models.CheckConstraint(
                condition=(Q(state="none") & ~Q(why="")) | (~Q(state="none") & Q(why="")),
                name="clip_request_says_why_not",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.camera_id} {self.from_ms} to {self.until_ms}"


class Clip(models.Model):
    """A still and a moving picture as they are kept; the files are `shoes.evidence.path_of`. Insert-only.

    is_masked  what lay outside the felt is black.
    calibration  version by which it was masked.
    """

    request = models.OneToOneField(ClipRequest, on_delete=models.PROTECT, related_name="clip")
    sha256 = models.CharField(max_length=64, db_index=True)
    size = models.PositiveIntegerField()
    still_sha256 = models.CharField(max_length=64, db_index=True)
    still_size = models.PositiveIntegerField()
    still_at_ms = models.BigIntegerField()
    from_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField()
    frames = models.PositiveIntegerField()
    is_masked = models.BooleanField()
    calibration = models.PositiveIntegerField()
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.sha256


class ClipGone(models.Model):
    """The files of a clip were deleted, and why: a code. Insert-only."""

    clip = models.OneToOneField(Clip, on_delete=models.PROTECT, related_name="gone")
    why = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.clip_id} {self.why}"


class CropGone(models.Model):
    """The file of a picture was deleted, and why: a code. Insert-only."""

    crop = models.OneToOneField(Crop, on_delete=models.PROTECT, related_name="gone")
    why = models.CharField(max_length=40)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.crop_id} {self.why}"


class EvidenceUse(models.Model):
    """How much room evidence takes, as it was counted last. One row, which changes: a sum of what others say."""

    bytes = models.BigIntegerField(default=0)
    pictures = models.BigIntegerField(default=0)
    clips = models.BigIntegerField(default=0)
    crop_upto = models.BigIntegerField(default=0, help_text="The last row that is counted.")
    clip_upto = models.BigIntegerField(default=0)
    measured_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.bytes} bytes"
