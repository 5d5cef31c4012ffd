"""Files of evidence under their SHA-256, for those to whom they may be shown now."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from casino.errors import NotAllowed, Refused
from casino.models import Staff
from shoes import evidence
from shoes.models import Clip, Crop
from tables import refusals
from tables.models import Round, RoundClose
from tables.queries import clips, sight
from tables.queries.evidence import round_of
from tables.queries.tables import table_dealt_by

SHA256: Final = re.compile(r"[0-9a-f]{64}")


class Deleted(Refused):
    """Evidence whose days are over."""

    code = "evidence-deleted"
    status = 410

    def __init__(self) -> None:
        super().__init__(
            _("This was deleted when its days were over; its hash and when it was taken stay in the record.")
        )


@dataclass(frozen=True, slots=True)
class CropFile:
    """The picture of one card, and the round on whose felt it was taken."""

    round: Round
    path: Path


@dataclass(frozen=True, slots=True)
class ClipFile:
    """A still or a clip, and the round that it belongs to."""

    clip: Clip
    round: Round
    path: Path


def is_evidence(sha256: str) -> bool:
    """Whether it is the hash of a card's picture, a still or a clip that is kept, or was."""
    is_clip = Q(sha256=sha256) | Q(still_sha256=sha256)
    return Crop.objects.filter(sha256=sha256).exists() or Clip.objects.filter(is_clip).exists()


def crop_file(sha256: str, reader: Staff) -> CropFile | None:
    """As evidence, or for the dealer whose felt it shows. Raises NotAllowed, and ShoeInPlay (DESIGN 5)."""
    if not SHA256.fullmatch(sha256) or not Crop.objects.filter(sha256=sha256).exists():
        return None
    round = round_of(sha256)
    if round is None:
        return None
    if not (reader.may("evidence.see") or _lies_before(reader, round)):
        raise NotAllowed(_("Pictures of this table are not for your role."))
    if sight.is_withheld(round, reader):
        raise refusals.ShoeInPlay
    return CropFile(round, evidence.path_of(sha256))


def clip_file(sha256: str, reader: Staff, *, is_still: bool) -> ClipFile | None:
    """Raises ShoeInPlay, and Deleted where it was kept long enough. Whoever opens it notes that (services.clips)."""
    found = clips.clip_of(sha256, is_still=is_still) if SHA256.fullmatch(sha256) else None
    round = clips.round_of(found) if found else None
    if found is None or round is None:
        return None
    if not clips.is_shown(found, reader):
        raise refusals.ShoeInPlay
    if clips.is_gone(found):
        raise Deleted
    return ClipFile(found, round, evidence.path_of(sha256) if is_still else evidence.clip_path_of(sha256))


def _lies_before(staff: Staff, round: Round) -> bool:
    """Whether the round is the one on the felt of the table that this dealer deals at."""
    if not staff.may("tablet.use") or RoundClose.objects.filter(round=round).exists():
        return False
    table = table_dealt_by(staff)
    return table is not None and table.pk == round.table_id
