"""Stills and clips of rounds as pages show them: what there is, why there is none, until when, and who looked."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

import orjson
from django.db.models import QuerySet, Value
from django.db.models.functions import Left
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.gaming_day import house_day
from casino.models import Staff
from shoes.models import Clip, ClipRequest, Crop
from shoes.queries import has_ended
from tables.models import Round, RoundClip, TableCamera
from tables.queries import retention, sight
from tables.queries.clip_moments import next_opens_ms
from tables.queries.proof import ABOUT_LENGTH

NO_CAMERA: Final = "no-camera"
LOOKS: Final = 20
A_WHILE: Final = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Look:
    """Somebody opened a still or a clip."""

    by: str
    at: datetime
    kind: str  # still, clip
    page: str


@dataclass(frozen=True, slots=True)
class ClipView:
    """A still with its clip.

    about    `verdict:<key>`, `dispute:<id>`, `payment`; several where they share it.
    state    asked, sent, made, none, gone; `withheld` while its shoe is in play, `no-camera`.
    why      a code, of none and of gone.
    until    the last gaming day on which it is kept; None where it is held.
    """

    id: int
    about: tuple[str, ...]
    state: str
    why: str = ""
    camera: str = ""
    at: datetime | None = None
    from_at: datetime | None = None
    until_at: datetime | None = None
    sha256: str = ""
    still_sha256: str = ""
    size: int = 0
    is_masked: bool = True
    until: date | None = None
    is_held: bool = False
    gone_at: datetime | None = None
    looks: tuple[Look, ...] = ()

    @property
    def seconds(self) -> float:
        if self.from_at is None or self.until_at is None:
            return 0.0
        return (self.until_at - self.from_at).total_seconds()


def clips_of(round: Round, reader: sight.Reader) -> tuple[ClipView, ...]:
    """All of a round, the oldest moment first; no file's name while the reader may not be shown its cards."""
    rows = list(RoundClip.objects.filter(round=round).select_related("request__camera").order_by("pk"))
    about: dict[int, list[str]] = defaultdict(list)
    for row in rows:
        about[row.request_id].append(row.about)
    requests = {row.request_id: row.request for row in rows}
    made = {clip.request_id: clip for clip in Clip.objects.filter(request__in=requests).select_related("gone")}
    is_hidden = bool(rows) and sight.is_withheld(round, reader)
    kept = retention.terms([round.pk], house_day())[round.pk] if made else retention.Term(None, None)
    looks = _looks(round, [clip.pk for clip in made.values()])
    views = [
        _view(requests[pk], tuple(about[pk]), made.get(pk), kept, looks, _is_hidden(round, made.get(pk), is_hidden))
        for pk in requests
    ]
    return tuple(sorted(views, key=lambda view: (view.at or datetime.min.replace(tzinfo=UTC), view.id)))


def has_camera(round: Round) -> bool:
    return TableCamera.objects.filter(table=round.table_id).exists()


def round_of(clip: Clip) -> Round | None:
    """The round to which a clip belongs, the first of several."""
    row = RoundClip.objects.filter(request=clip.request_id).select_related("round__table").order_by("pk").first()
    return row.round if row else None


def is_shown(clip: Clip, reader: sight.Reader) -> bool:
    """Whether the cards of every round that a clip shows may be shown to this reader now."""
    rows = RoundClip.objects.filter(request=clip.request_id).select_related("round__table")
    rounds = [row.round for row in rows]
    return not sight.withheld(rounds, reader) and not any(_is_hidden(round, clip, False) for round in rounds)


def has_opened(clip: Clip, round: Round, reader: Staff, kind: str) -> bool:
    """Whether they opened it a little while ago: what a browser asks for then is more of the same."""
    rows = _bodies(round, clip.pk).order_by("-sequence")[:LOOKS]
    since = timezone.now() - A_WHILE
    bodies = [orjson.loads(row.body) for row in rows]
    looks = [_look(body) for body in bodies if body["by"] == reader.signature]
    return any(look.kind == kind and look.at > since for look in looks)


def clip_of(sha256: str, *, is_still: bool) -> Clip | None:
    """The clip that has this file, one that is not deleted before others."""
    rows = Clip.objects.filter(still_sha256=sha256) if is_still else Clip.objects.filter(sha256=sha256)
    return rows.select_related("gone").order_by("gone", "pk").first()


def is_gone(clip: Clip) -> bool:
    return hasattr(clip, "gone")


def crop_gone_at(crop: Crop) -> datetime | None:
    """When the picture was deleted, if it was."""
    return crop.gone.at if hasattr(crop, "gone") else None


def _is_hidden(round: Round, clip: Clip | None, is_hidden: bool) -> bool:
    """Hidden with its round; and where it shows the beginning of the next round, until the shoe has ended."""
    if is_hidden or clip is None:
        return is_hidden
    opens = next_opens_ms(round)
    return opens is not None and clip.until_ms > opens and not has_ended(round.shoe_key)


def _view(
    request: ClipRequest,
    about: tuple[str, ...],
    clip: Clip | None,
    kept: retention.Term,
    looks: dict[int, list[Look]],
    is_hidden: bool,
) -> ClipView:
    gone = getattr(clip, "gone", None)
    state = "gone" if gone else "withheld" if is_hidden and clip else str(request.state)
    first, last = (clip.from_ms, clip.until_ms) if clip else (request.from_ms, request.until_ms)
    is_told = clip is not None and not is_hidden
    return ClipView(
        id=clip.pk if clip else 0,
        about=about,
        state=state,
        why=gone.why if gone else request.why,
        camera=request.camera.name,
        at=_moment(request.at_ms),
        from_at=_moment(first),
        until_at=_moment(last),
        sha256=clip.sha256 if clip and is_told else "",
        still_sha256=clip.still_sha256 if clip and is_told else "",
        size=clip.size + clip.still_size if clip else 0,
        is_masked=clip.is_masked if clip else True,
        until=kept.until,
        is_held=kept.until is None,
        gone_at=gone.at if gone else None,
        looks=tuple(looks.get(clip.pk, ())) if clip else (),
    )


def _looks(round: Round, clips: Sequence[int]) -> dict[int, list[Look]]:
    """Who opened each clip, the last first; one query a clip that there is."""
    found: dict[int, list[Look]] = {}
    for pk in clips:
        rows = _bodies(round, pk).order_by("-sequence")[:LOOKS]
        found[pk] = [_look(orjson.loads(row.body)) for row in rows]
    names = _names(look.by for told in found.values() for look in told)
    return {
        pk: [Look(names.get(look.by, look.by), look.at, look.kind, look.page) for look in told]
        for pk, told in found.items()
    }


def _bodies(round: Round, clip_id: int) -> QuerySet[JournalEntry]:
    """What the journal holds about a clip: that it was opened."""
    heads = JournalEntry.objects.alias(head=Left("body", Value(ABOUT_LENGTH)))  # has an index
    return heads.filter(chain=round.table.chain, head__startswith=f'{{"about":"clip:{clip_id}",')


def _look(body: dict[str, object]) -> Look:
    facts = body["facts"]
    told = facts if isinstance(facts, dict) else {}
    at = datetime.fromisoformat(str(body["at"]))
    return Look(str(body["by"]), at, str(told.get("kind", "")), str(told.get("page", "")))


def _names(signatures: Iterable[str]) -> dict[str, str]:
    numbers = {int(one.removeprefix("staff:")) for one in signatures if one.startswith("staff:")}
    return {person.signature: str(person) for person in Staff.objects.filter(pk__in=numbers)}


def _moment(at_ms: int) -> datetime:
    return datetime.fromtimestamp(at_ms / 1000, tz=UTC)
