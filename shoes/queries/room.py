"""How much room evidence takes, how much it may, and whether there is room for more."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Count, Max, Sum
from django.utils.translation import gettext as _

from shoes.evidence import EvidenceFull
from shoes.models import Clip, Crop, EvidenceUse

ROW: Final = 1
NEAR: Final = 0.9
"""From this share of the bound on a warning is shown, and what nobody needs makes room."""


@dataclass(frozen=True, slots=True)
class Room:
    """As it was counted last; None: never."""

    bytes: int
    bound: int
    pictures: int
    clips: int
    measured_at: datetime | None

    @property
    def share(self) -> float:
        return self.bytes / self.bound

    @property
    def is_near(self) -> bool:
        return self.share >= NEAR

    @property
    def is_full(self) -> bool:
        return self.bytes >= self.bound


@dataclass(frozen=True, slots=True)
class Counted:
    """Files of one kind up to a row."""

    bytes: int
    count: int
    upto: int


def room() -> Room:
    use = EvidenceUse.objects.filter(pk=ROW).first()
    if use is None:
        return Room(0, settings.EVIDENCE_BYTES, 0, 0, None)
    return Room(use.bytes, settings.EVIDENCE_BYTES, use.pictures, use.clips, use.measured_at)


def check() -> None:
    """Raises EvidenceFull where nothing more may be kept."""
    if room().is_full:
        raise EvidenceFull(_("Evidence fills the room that it may take; see the page Evidence."))


def since(use: EvidenceUse, *, only_there: bool) -> tuple[Counted, Counted]:
    """Pictures and clips after what is counted. `only_there`: without those that are deleted."""
    crops = Crop.objects.filter(pk__gt=use.crop_upto)
    clips = Clip.objects.filter(pk__gt=use.clip_upto)
    crop_upto = crops.aggregate(last=Max("pk"))["last"] or use.crop_upto
    clip_upto = clips.aggregate(last=Max("pk"))["last"] or use.clip_upto
    if only_there:
        crops, clips = crops.filter(gone=None), clips.filter(gone=None)
    told = crops.filter(pk__lte=crop_upto).aggregate(bytes=Sum("size"), count=Count("pk"))
    more = clips.filter(pk__lte=clip_upto).aggregate(bytes=Sum("size") + Sum("still_size"), count=Count("pk"))
    return (
        Counted(told["bytes"] or 0, told["count"], crop_upto),
        Counted(more["bytes"] or 0, more["count"], clip_upto),
    )
