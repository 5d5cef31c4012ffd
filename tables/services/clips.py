"""Clips of what rounds are judged by: asked for with each verdict and dispute, made, journaled; who looked is too."""

import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from celery import current_app
from django.conf import settings
from django.db import transaction

from casino import audit
from casino.models import Staff
from shoes.models import Camera, Clip, ClipRequest
from shoes.services import clips
from shoes.signals import clip_came, clip_ended
from tables.models import Dispute, Entry, Round, RoundClip, Verdict
from tables.queries.clip_moments import Span, around, last_of, ms, next_opens_ms, span_of, watching
from tables.rules.facts import AT, KIND, Fact
from tables.services import notices

NEAR_MS: Final = 1000
MOST: Final = 20
"""So many clips of one round are asked for; what else is found in it shares the nearest."""
STILL, CLIP = "still", "clip"
PAYMENT: Final = "payment"
ADDRESS: Final = "address"
PAGES: Final = ("round", "dispute", "payout", "file")


def listen() -> None:
    """Hear of clips; called once, when the app is ready."""
    clip_came.connect(_came, dispatch_uid="tables.clip_came")
    clip_ended.connect(_ended, dispatch_uid="tables.clip_ended")


def ask_for_verdicts(round: Round, rows: Sequence[Verdict]) -> None:
    """Ask the cameras of the table for the seconds around each verdict that stands; within the caller's transaction."""
    rows = [row for row in rows if row.state != Verdict.State.WITHDRAWN]
    if not rows or not (cameras := watching(round.table_id)):
        return
    moments = _moments(round, rows)
    spans = {f"verdict:{row.key}": around(round, moments[row.key]) for row in rows}
    _ask(round, cameras, spans)


def ask_for_dispute(dispute: Dispute) -> None:
    """Ask for the end of the contested round; within the caller's transaction."""
    cameras = watching(dispute.round.table_id)
    if cameras:
        _ask(dispute.round, cameras, {f"dispute:{dispute.pk}": last_of(dispute.round, until=dispute.at)})


def ask_for_payment(round: Round, facts: Sequence[Fact]) -> None:
    """Ask for the payment of a round that has ended, of so many as the house sets; which, nobody knows before."""
    if secrets.randbelow(100) >= settings.PAYMENT_CLIPS:
        return
    cameras = watching(round.table_id)
    paid = [fact[AT] for fact in facts if fact[KIND] == "paid"] or [fact[AT] for fact in facts]
    if cameras:
        _ask(round, cameras, {PAYMENT: around(round, max(paid))})


def make(request_id: int) -> Clip | None:
    """Make the clip of frames that came; asked twice, it is made once. What shows the next round is left out."""
    request = ClipRequest.objects.select_related("camera").get(pk=request_id)
    rounds = [row.round for row in RoundClip.objects.filter(request=request).select_related("round")]
    limits = [opens for round in rounds if (opens := next_opens_ms(round)) is not None]
    return clips.make(request, until_ms=min(limits, default=None))


def send_again() -> int:
    """Send the tasks of clips again that nobody made, because the broker was away; how many."""
    waiting = clips.left_waiting()
    for request_id in waiting:
        current_app.send_task("tables.make_clip", [request_id])
    return len(waiting)


def looked(clip: Clip, kind: str, *, round: Round, page: str, by: Staff) -> None:
    """Somebody opened a still or a clip: who, when, which, from which page."""
    facts = {
        "round": round.pk,
        "kind": kind,
        "sha256": clip.still_sha256 if kind == STILL else clip.sha256,
        "page": page if page in PAGES else ADDRESS,
    }
    audit.record(round.table.chain, by, "evidence.seen", about=f"clip:{clip.pk}", facts=facts)


def looked_at_in_file(clip_id: int, *, round: Round, by: Staff) -> None:
    """Somebody had the file for the regulator made, which shows the still."""
    looked(Clip.objects.get(pk=clip_id), STILL, round=round, page="file", by=by)


def _ask(round: Round, cameras: Sequence[Camera], spans: Mapping[str, Span]) -> None:
    known = list(RoundClip.objects.filter(round=round).select_related("request__camera"))
    told = {row.about for row in known}
    requests = [row.request for row in known]
    new: list[RoundClip] = []
    for about, span in spans.items():
        for camera in cameras if about not in told else ():
            request = _shared(camera, span, requests)
            if request is None:
                request = clips.ask(camera, span.at_ms, from_ms=span.from_ms, until_ms=span.until_ms)
                requests.append(request)
            new.append(RoundClip(round=round, about=about, request=request))
    RoundClip.objects.bulk_create(new, ignore_conflicts=True)
    for row in new:
        if row.request.state == ClipRequest.State.NONE:
            _tell_none(row)
        elif row.request.state == ClipRequest.State.MADE:  # it was made for something else of the same moment
            _tell_kept(row, Clip.objects.get(request=row.request))


def _shared(camera: Camera, span: Span, requests: Sequence[ClipRequest]) -> ClipRequest | None:
    """One that shows the same moment, or the nearest where there are many."""
    own = [request for request in requests if request.camera_id == camera.pk and span_of(request).is_like(span)]
    nearest = min(own, key=lambda request: abs(request.at_ms - span.at_ms), default=None)
    if nearest is not None and (abs(nearest.at_ms - span.at_ms) <= NEAR_MS or len(own) >= MOST):
        return nearest
    return None


def _moments(round: Round, rows: Sequence[Verdict]) -> dict[str, int]:
    """When that happened which each verdict is about, by its key: the fact, else what brought the verdict about."""
    asked = {row.key: [row.finding.get("fact_id"), row.because] for row in rows}
    numbers = {number for pair in asked.values() for number in pair if number is not None}
    times = dict(Entry.objects.filter(round=round, number__in=numbers).values_list("number", "at_ms"))
    return {row.key: next((times[number] for number in asked[row.key] if number in times), ms(row.at)) for row in rows}


def _came(*, request: ClipRequest, **_: object) -> None:
    # By name: tasks lie above services. If the broker is away, `clips_left_waiting` finds it later.
    transaction.on_commit(partial(current_app.send_task, "tables.make_clip", [request.pk]), robust=True)


def _ended(*, request: ClipRequest, clip: Clip | None, **_: object) -> None:
    for row in RoundClip.objects.filter(request=request).select_related("round__table", "request__camera"):
        if clip is None:
            _tell_none(row)
        else:
            _tell_kept(row, clip)
        notices.tell(row.round.table, row.round)


def _tell_kept(row: RoundClip, clip: Clip) -> None:
    facts: dict[str, Any] = {
        "of": row.about,
        "camera": row.request.camera.name,
        "clip": clip.pk,
        "sha256": clip.sha256,
        "still_sha256": clip.still_sha256,
        "still_at_ms": clip.still_at_ms,
        "from_ms": clip.from_ms,
        "until_ms": clip.until_ms,
        "masked": clip.is_masked,
        "calibration": clip.calibration,
    }
    audit.record(row.round.table.chain, "celery", "evidence.kept", about=f"round:{row.round_id}", facts=facts)


def _tell_none(row: RoundClip) -> None:
    facts = {"of": row.about, "camera": row.request.camera.name, "why": row.request.why}
    audit.record(row.round.table.chain, "celery", "evidence.none", about=f"round:{row.round_id}", facts=facts)
