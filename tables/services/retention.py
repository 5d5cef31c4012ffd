"""Evidence is deleted when its days are over, or to make room; never what is held. The journal says what and why."""

import logging
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.db import transaction

from casino import audit
from casino.audit.journal import record_all
from casino.gaming_day import house_day
from casino.live import tell
from shoes.models import Clip, Crop
from shoes.queries import room
from shoes.services import clips
from tables.models import Round
from tables.queries import retention as known
from tables.services import notices

logger = logging.getLogger(__name__)
DUE, ROOM = "days-over", "room"
DOWN_TO: Final = 0.85
"""Room is made down to this share of the bound, so that it need not be made every minute."""
NAMED: Final = 100
"""So many pictures stand in one entry of the journal."""


def delete_due() -> int:
    """Delete stills, clips and pictures whose last day is past; how many. Asked twice, nothing more happens."""
    day = house_day()
    deleted = 0
    for batch in known.clip_batches(day):
        deleted += _delete_clips([(clip, rounds) for clip, term, rounds in batch if term.is_due(day)], DUE)
    before = known.first_day_due(day)
    for pictures in known.crop_batches(day, before=before):
        deleted += _delete_crops([crop for crop, term in pictures if term.is_due(day)], DUE)
    clips.sweep()
    clips.measure(anew=True)
    return deleted


def keep_room() -> int:
    """Count what is new; near the bound delete the oldest that nobody holds and nothing needs. How many."""
    before = room.room()
    use = clips.measure()
    now = room.room()
    if before.is_near != now.is_near or before.is_full != now.is_full:
        tell("house")
        tell("camera")
    if not now.is_near:
        return 0
    return _make_room(use.bytes - round(settings.EVIDENCE_BYTES * DOWN_TO))


def _make_room(wanted: int) -> int:
    """Pictures of cards go first, since they are many and of rounds of which nothing is said."""
    day, deleted, freed = house_day(), 0, 0
    for pictures in known.crop_batches(day, before=day):
        going: list[Crop] = []
        for crop, term in pictures:
            if freed < wanted and term.is_unneeded(day):
                going.append(crop)
                freed += crop.size
        deleted += _delete_crops(going, ROOM)
        if freed >= wanted:
            return deleted
    for batch in known.clip_batches(day):
        leaving: list[tuple[Clip, list[Round]]] = []
        for clip, term, rounds in batch:
            if freed < wanted and term.is_unneeded(day):
                leaving.append((clip, rounds))
                freed += clip.size + clip.still_size
        deleted += _delete_clips(leaving, ROOM)
        if freed >= wanted:
            return deleted
    logger.warning("Evidence fills %d bytes too many, and all of it is held or still needed.", wanted - freed)
    return deleted


def _delete_clips(going: Sequence[tuple[Clip, list[Round]]], why: str) -> int:
    for clip, rounds in going:
        with transaction.atomic():
            # Asked again: somebody may have held it since the batch was read.
            if any(term.until is None for term in known.terms({round.pk for round in rounds}, house_day()).values()):
                continue
            facts = {"clip": clip.pk, "sha256": clip.sha256, "still_sha256": clip.still_sha256, "why": why}
            by_chain: dict[str, list[Round]] = defaultdict(list)
            for round in rounds:
                by_chain[round.table.chain].append(round)
            for chain, told in by_chain.items():
                entries = [("evidence.deleted", f"round:{round.pk}", facts) for round in told]
                record_all(chain, "celery", entries)
            clips.delete_clips([clip], why)
            for round in rounds:
                notices.tell(round.table, round)
    return len(going)


def _delete_crops(going: Sequence[Crop], why: str) -> int:
    for first in range(0, len(going), NAMED):
        some = going[first : first + NAMED]
        with transaction.atomic():
            facts = {"why": why, "pictures": [crop.sha256 for crop in some]}
            audit.record(audit.HOUSE, "celery", "evidence.deleted", about="evidence", facts=facts)
            clips.delete_crops(some, why)
    return len(going)
