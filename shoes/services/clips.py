"""Clips: frames asked of a camera, brought, made into a still and a moving picture; and evidence that is deleted."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.errors import Refused
from casino.live import tell
from shoes import evidence, moving
from shoes.camera.kinds import Image
from shoes.camera.masking import felt_mask, mouth_mask
from shoes.camera.plane import parse_calibration
from shoes.models import Camera, CameraCalibration, Clip, ClipGone, ClipRequest, Crop, CropGone, EvidenceUse
from shoes.queries import room
from shoes.signals import clip_came, clip_ended

State = ClipRequest.State
AT_ONCE: Final = 3
MOST_FRAMES: Final = 400
AROUND_MS: Final = 2500
"""A still may be taken so long before or after what is asked."""
AHEAD_MS: Final = 10_000
"""A camera is told so long before the last moment, and waits for it: so it knows that it must not end now."""
NO_CALIBRATION, NO_ANSWER, UNREADABLE, NOTHING = "no-calibration", "no-answer", "unreadable", "no-picture"
PATIENCE: Final = timedelta(hours=24)
BEGUN_WITHIN: Final = timedelta(minutes=2)


class NotAsked(Refused):
    """Frames that nobody asked of this camera."""

    code = "clip-not-asked"
    status = 404

    def __init__(self) -> None:
        super().__init__(_("Nobody asks this camera for that clip; see what `alive` is answered."))


class NotWhole(Refused):
    """A clip of which frames are missing."""

    code = "frames-missing"


@dataclass(frozen=True)
class WantedClip:
    """What a camera is asked for; times in UTC milliseconds."""

    id: int
    at_ms: int
    from_ms: int
    until_ms: int
    every_ms: int


def ask(camera: Camera, at_ms: int, *, from_ms: int, until_ms: int) -> ClipRequest:
    """Ask a camera for what it saw from one moment to another; asked twice, it is asked once."""
    start = {} if camera.calibrations.exists() else {"state": State.NONE, "why": NO_CALIBRATION}
    request, _made = ClipRequest.objects.get_or_create(
        camera=camera, at_ms=at_ms, from_ms=min(from_ms, at_ms), until_ms=max(until_ms, at_ms), defaults=start
    )
    return request


def wanted(camera: Camera, now_ms: int) -> list[WantedClip]:
    """What the camera's process is asked for now, the oldest first."""
    rows = ClipRequest.objects.filter(camera=camera, state=State.ASKED, until_ms__lte=now_ms + AHEAD_MS)
    return [
        WantedClip(row.pk, row.at_ms, row.from_ms, row.until_ms, moving.every_ms(row.from_ms, row.until_ms))
        for row in rows.order_by("asked_at", "pk")[:AT_ONCE]
    ]


def keep_frame(camera: Camera, request_id: int, at_ms: int, picture: bytes, *, kind: str = "frame") -> None:
    """Keep a frame, or the whole still, until the clip is made. Raises NotAsked, NoJpeg, EvidenceFull."""
    request = _asked(camera, request_id)
    if request.state != State.ASKED:
        return
    if not request.from_ms - AROUND_MS <= at_ms <= request.until_ms + AROUND_MS:
        raise NotAsked
    room.check()
    if len(evidence.frames_of(request.pk)) >= MOST_FRAMES:
        raise NotWhole(_("A clip has %(most)d frames at most.") % {"most": MOST_FRAMES}, status=413)
    evidence.write(evidence.coming_path(request.pk, kind, at_ms), picture)


@transaction.atomic
def sent(camera: Camera, request_id: int, *, frames: int, why: str = "") -> None:
    """All frames are here, or there are none and `why` is the code of the reason. Raises NotAsked, NotWhole."""
    _asked(camera, request_id)
    request = ClipRequest.objects.select_for_update().get(pk=request_id)
    if request.state != State.ASKED:
        return
    here = len(evidence.frames_of(request.pk))
    if here < frames:
        message = _("%(here)d of %(frames)d frames are here; send all of them again.")
        raise NotWhole(message % {"here": here, "frames": frames})
    if not frames:
        _end(request, why or NOTHING)
        return
    request.state, request.frames, request.changed_at = State.SENT, here, timezone.now()
    request.save(update_fields=["state", "frames", "changed_at"])
    clip_came.send(sender=None, request=request)


def make(request: ClipRequest, *, until_ms: int | None = None) -> Clip | None:
    """Make still and clip of the frames that came, of those before `until_ms`; made before, nothing happens.

    None where there is none. Raises EvidenceFull; then the frames stay, and it may be tried again.
    """
    if request.state != State.SENT:
        return Clip.objects.filter(request=request).first()
    with tempfile.TemporaryDirectory(prefix="clip-") as folder:
        try:
            made = _made(request, until_ms, Path(folder))
        except moving.Unreadable:
            made = _Made(why=UNREADABLE)
    clip = _keep(request, made)
    evidence.forget_coming(request.pk)
    return clip


def left_waiting() -> list[int]:
    """Requests whose frames came and whose task was lost; who gives no answer for a day is asked no more."""
    for request in ClipRequest.objects.filter(state=State.ASKED, changed_at__lt=timezone.now() - PATIENCE):
        give_up(request.pk)
    over = ClipRequest.objects.filter(pk__in=evidence.all_coming(), state__in=[State.MADE, State.NONE])
    for request_id in over.values_list("pk", flat=True):  # its worker was killed before it could tidy up
        evidence.forget_coming(request_id)
    waiting = ClipRequest.objects.filter(state=State.SENT, changed_at__lt=timezone.now() - BEGUN_WITHIN)
    return list(waiting.order_by("pk").values_list("pk", flat=True)[:100])


@transaction.atomic
def give_up(request_id: int) -> None:
    """Ask no more."""
    request = ClipRequest.objects.select_for_update().get(pk=request_id)
    if request.state == State.ASKED:
        _end(request, NO_ANSWER)
        evidence.forget_coming(request.pk)


def sweep() -> int:
    """Delete clips that are in no row: a worker was killed between file and row. How many."""
    old = evidence.clip_files(older_than=PATIENCE)
    known = set(Clip.objects.filter(sha256__in=[path.stem for path in old]).values_list("sha256", flat=True))
    lost = [path for path in old if path.stem not in known]
    for path in lost:
        path.unlink(missing_ok=True)
    return len(lost)


def delete_clips(clips: Sequence[Clip], why: str) -> None:
    """Delete the files of clips. Who calls this has a transaction and says so in the journal."""
    ClipGone.objects.bulk_create(ClipGone(clip=clip, why=why) for clip in clips)
    gone = {clip.pk for clip in clips}
    for clip in clips:
        others = Clip.objects.exclude(pk__in=gone).filter(gone=None)
        if not others.filter(sha256=clip.sha256).exists():
            evidence.clip_path_of(clip.sha256).unlink(missing_ok=True)
        is_crop = Crop.objects.filter(sha256=clip.still_sha256, gone=None).exists()
        if not is_crop and not others.filter(still_sha256=clip.still_sha256).exists():
            evidence.path_of(clip.still_sha256).unlink(missing_ok=True)
    _shrink(sum(clip.size + clip.still_size for clip in clips), clips=len(clips))


def delete_crops(crops: Sequence[Crop], why: str) -> None:
    """Delete the files of pictures. Who calls this has a transaction and says so in the journal."""
    CropGone.objects.bulk_create(CropGone(crop=crop, why=why) for crop in crops)
    for crop in crops:
        evidence.path_of(crop.sha256).unlink(missing_ok=True)
    _shrink(sum(crop.size for crop in crops), pictures=len(crops))


@transaction.atomic
def measure(*, anew: bool = False) -> EvidenceUse:
    """Count what has come since the last time, or everything `anew`."""
    EvidenceUse.objects.get_or_create(pk=room.ROW)
    use = EvidenceUse.objects.select_for_update().get(pk=room.ROW)
    if anew:
        use.bytes = use.pictures = use.clips = use.crop_upto = use.clip_upto = 0
    pictures, clips = room.since(use, only_there=anew)
    use.bytes += pictures.bytes + clips.bytes
    use.pictures += pictures.count
    use.clips += clips.count
    use.crop_upto, use.clip_upto = pictures.upto, clips.upto
    use.measured_at = timezone.now()
    use.save()
    return use


@dataclass(frozen=True)
class _Made:
    """What was made of frames; `why` where that is nothing."""

    film: bytes = b""
    still: bytes = b""
    still_at_ms: int = 0
    span: tuple[int, int] = (0, 0)
    frames: int = 0
    is_masked: bool = True
    calibration: int = 0
    why: str = ""


def _made(request: ClipRequest, until_ms: int | None, folder: Path) -> _Made:
    span = (request.from_ms, max(request.at_ms, min(request.until_ms, until_ms or request.until_ms)))
    frames = [one for one in evidence.frames_of(request.pk) if span[0] - AROUND_MS <= one[0] <= span[1]]
    calibration = _calibration_at(request)
    sized = next((size for _at, path in frames if (size := moving.size_of(path))), None)
    if sized is None or calibration is None:
        return _Made(why=UNREADABLE if calibration else NO_CALIBRATION)
    is_masked = not settings.EVIDENCE_UNMASKED
    mask = _mask(calibration, sized, is_masked=is_masked)
    path = folder / "clip.webm"
    read = moving.write(path, frames, mask=mask, span=span, label=request.camera.name)
    stills = [one for one in evidence.frames_of(request.pk, "still") if one[0] <= span[1]]
    still_at_ms, still = _still(request, [*stills, *frames], calibration, is_masked=is_masked)
    return _Made(path.read_bytes(), still, still_at_ms, span, read, is_masked, calibration.version)


def _still(
    request: ClipRequest, frames: Iterable[tuple[int, Path]], calibration: CameraCalibration, *, is_masked: bool
) -> tuple[int, bytes]:
    """The first that can be read: whole stills before small frames, and of each kind the nearest."""
    by_nearness = sorted(frames, key=lambda one: (one[1].name.startswith("frame"), abs(one[0] - request.at_ms)))
    for at_ms, path in by_nearness:
        size = moving.size_of(path)
        picture = moving.still(path, _mask(calibration, size, is_masked=is_masked)) if size else None
        if picture is not None:
            return at_ms, picture
    raise moving.Unreadable


@transaction.atomic
def _keep(request: ClipRequest, made: _Made) -> Clip | None:
    """Two workers may have made it; the first one's is kept."""
    row = ClipRequest.objects.select_for_update().get(pk=request.pk)
    if row.state != State.SENT:
        return Clip.objects.filter(request=row).first()
    if made.why:
        _end(row, made.why)
        return None
    room.check()
    clip = Clip.objects.create(
        request=row,
        sha256=evidence.store_clip(made.film),
        size=len(made.film),
        still_sha256=evidence.store(made.still),
        still_size=len(made.still),
        still_at_ms=made.still_at_ms,
        from_ms=made.span[0],
        until_ms=made.span[1],
        frames=made.frames,
        is_masked=made.is_masked,
        calibration=made.calibration,
    )
    row.state, row.changed_at = State.MADE, timezone.now()
    row.save(update_fields=["state", "changed_at"])
    clip_ended.send(sender=None, request=row, clip=clip)
    return clip


def _end(request: ClipRequest, why: str) -> None:
    request.state, request.why, request.changed_at = State.NONE, why, timezone.now()
    request.save(update_fields=["state", "why", "changed_at"])
    clip_ended.send(sender=None, request=request, clip=None)


def _asked(camera: Camera, request_id: int) -> ClipRequest:
    request = ClipRequest.objects.filter(pk=request_id, camera=camera).first()
    if request is None:
        raise NotAsked
    return request


def _calibration_at(request: ClipRequest) -> CameraCalibration | None:
    """How the camera saw its table then; the first one, where it had none yet."""
    at = datetime.fromtimestamp(request.at_ms / 1000, tz=UTC)
    rows = request.camera.calibrations.order_by("version")
    return rows.filter(at__lte=at).last() or rows.first()


def _mask(calibration: CameraCalibration, size: tuple[int, int], *, is_masked: bool) -> Image:
    """Both sides even, as VP8 wants them."""
    even = (max(2, size[0] // 2 * 2), max(2, size[1] // 2 * 2))
    return (felt_mask if is_masked else mouth_mask)(parse_calibration(calibration.body), even)


def _shrink(size: int, *, pictures: int = 0, clips: int = 0) -> None:
    EvidenceUse.objects.filter(pk=room.ROW).update(
        bytes=F("bytes") - size, pictures=F("pictures") - pictures, clips=F("clips") - clips
    )
    if clips:
        tell("house")
