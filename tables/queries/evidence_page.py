"""The page Evidence: how much room it takes, how long it is kept, what goes next, what is still awaited, who looked."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

import orjson
from django.conf import settings
from django.db.models import Count, Value
from django.db.models.functions import Left, TruncHour

from casino.audit.models import JournalEntry
from casino.gaming_day import house_day, house_day_starts
from casino.models import Staff
from shoes.models import Clip, ClipGone, ClipRequest, Crop, CropGone
from shoes.queries.room import Room, room
from tables.models import Hold, RoundClip, Table
from tables.queries.proof import ABOUT_LENGTH

LISTED: Final = 20
LOOK: Final = '{"about":"clip:'
"""So begins what the journal holds of looks, and nothing else."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A clip that a camera has not brought, or that nobody has made yet."""

    camera: str
    at: datetime
    asked_at: datetime
    state: str
    round_id: int | None
    round_number: int | None
    table_code: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """What was deleted on one gaming day, and why."""

    day: date
    why: str
    pictures: int
    clips: int


@dataclass(frozen=True, slots=True)
class Opened:
    """Somebody opened a still or a clip."""

    by: str
    at: datetime
    kind: str
    page: str
    round_id: int
    table_code: str


@dataclass(frozen=True, slots=True)
class EvidencePage:
    """oldest  when the oldest file that is kept came.
    next_day  the first day on which something of it may be deleted, as far as days say.
    """

    room: Room
    oldest: datetime | None
    next_day: date | None
    days: int
    verdict_days: int
    is_masked: bool
    holds: int
    awaited: tuple[Awaited, ...]
    deleted: tuple[Deleted, ...]
    looks: tuple[Opened, ...]


def evidence_page(reader: Staff) -> EvidencePage:
    """Who looked is told to those who may read the journal."""
    oldest = _oldest()
    first = house_day(oldest) + timedelta(days=settings.EVIDENCE_DAYS + 1) if oldest else None
    return EvidencePage(
        room=room(),
        oldest=oldest,
        next_day=max(first, house_day()) if first else None,
        days=settings.EVIDENCE_DAYS,
        verdict_days=max(settings.EVIDENCE_VERDICT_DAYS, settings.EVIDENCE_DAYS),
        is_masked=not settings.EVIDENCE_UNMASKED,
        holds=Hold.objects.in_force(house_day()).count(),
        awaited=_awaited(),
        deleted=_deleted(),
        looks=_looks() if reader.may("journal.read") else (),
    )


def _oldest() -> datetime | None:
    found = [
        Crop.objects.filter(gone=None).order_by("pk").values_list("at", flat=True).first(),
        Clip.objects.filter(gone=None).order_by("pk").values_list("at", flat=True).first(),
    ]
    return min((at for at in found if at), default=None)


def _awaited() -> tuple[Awaited, ...]:
    waiting = ClipRequest.objects.filter(state__in=[ClipRequest.State.ASKED, ClipRequest.State.SENT])
    requests = list(waiting.select_related("camera").order_by("pk")[:LISTED])
    rows = RoundClip.objects.filter(request__in=requests).select_related("round__table").order_by("-pk")
    rounds = {row.request_id: row.round for row in rows}
    return tuple(_one_awaited(request, rounds.get(request.pk)) for request in requests)


def _one_awaited(request: ClipRequest, round: object) -> Awaited:
    return Awaited(
        camera=request.camera.name,
        at=datetime.fromtimestamp(request.at_ms / 1000, tz=UTC),
        asked_at=request.asked_at,
        state=str(request.state),
        round_id=getattr(round, "pk", None),
        round_number=getattr(round, "number", None),
        table_code=getattr(getattr(round, "table", None), "code", ""),
    )


def _deleted(days: int = 14) -> tuple[Deleted, ...]:
    """By day and reason, the last first."""
    since = house_day_starts(house_day() - timedelta(days=days))
    counted: dict[tuple[date, str], list[int]] = {}
    for kind, rows in enumerate((CropGone.objects.filter(at__gte=since), ClipGone.objects.filter(at__gte=since))):
        by_hour = rows.annotate(hour=TruncHour("at")).values_list("hour", "why").annotate(count=Count("pk"))
        for hour, why, count in by_hour:
            counted.setdefault((house_day(hour), why), [0, 0])[kind] += count
    return tuple(Deleted(day, why, *both) for (day, why), both in sorted(counted.items(), reverse=True))


def _looks() -> tuple[Opened, ...]:
    heads = JournalEntry.objects.alias(head=Left("body", Value(ABOUT_LENGTH)))  # has an index
    chains = [table.chain for table in Table.objects.all()]
    rows = heads.filter(chain__in=chains, head__startswith=LOOK).order_by("-pk")[:LISTED]
    seen = [orjson.loads(row.body) | {"chain": row.chain} for row in rows]
    numbers = {int(body["by"].removeprefix("staff:")) for body in seen if body["by"].startswith("staff:")}
    names = {person.signature: str(person) for person in Staff.objects.filter(pk__in=numbers)}
    return tuple(
        Opened(
            by=names.get(body["by"], body["by"]),
            at=datetime.fromisoformat(body["at"]),
            kind=body["facts"]["kind"],
            page=body["facts"]["page"],
            round_id=body["facts"]["round"],
            table_code=body["chain"].removeprefix("table:"),
        )
        for body in seen
    )
