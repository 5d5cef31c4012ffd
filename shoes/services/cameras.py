"""What changes a camera: made, calibrated, heard of, asked for a picture."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

import rfc8785
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.audit.journal import Signatory
from casino.errors import Refused, refused_if
from casino.live import tell
from casino.models import Staff
from shoes import evidence, queries, wording
from shoes.camera.plane import BadCalibration, parse_calibration
from shoes.models import Camera, CameraCalibration, Crop
from shoes.queries import room
from shoes.services import clips
from shoes.signals import calibrated, state_changed

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,23}")
By = Signatory | str | None


class CameraRefused(Refused):
    """No such camera can be made or changed."""

    code = "camera-refused"


class CalibrationRefused(Refused):
    """The calibration fits no table."""

    code = "bad-calibration"
    status = 422


@dataclass(frozen=True)
class Presence:
    """How a watching process does, as it says itself every second."""

    frames: int
    dropped: int
    behind_ms: int
    state: str
    at_ms: int
    spooled: int = 0
    trouble: str = ""


@dataclass(frozen=True)
class Wanted:
    """What a watching process is asked for in return."""

    wants_still: bool
    calibration_version: int
    server_ms: int
    wants_clips: list[clips.WantedClip]
    masks_clips: bool


@transaction.atomic
def add(name: str, *, by: Staff | None = None) -> Camera:
    """A new camera, without calibration."""
    if not NAME.fullmatch(name):
        raise CameraRefused(
            _("“%(name)s” names no camera; write the table's code, with letters for a second one: BJ-12, BJ-12a.")
            % {"name": name},
            status=400,
        )
    taken = CameraRefused(_("There is a camera %(name)s already; give this one another name.") % {"name": name})
    with refused_if("shoes_camera_name_key", taken):
        camera = Camera.objects.create(name=name)
    audit.record(audit.HOUSE, by, "camera.added", about=camera.about, facts={"name": name})
    tell("camera", camera=name)
    return camera


@transaction.atomic
def calibrate(camera: Camera, body: Mapping[str, Any], *, by: Staff | None = None) -> CameraCalibration:
    """Say how `camera` sees its table from now on. Raises CalibrationRefused; the version before then still holds."""
    try:
        clean = parse_calibration(body).as_json()
        parse_calibration(clean)
    except BadCalibration as wrong:
        raise CalibrationRefused(wording.bad_calibration(wrong)) from None
    Camera.objects.select_for_update().get(pk=camera.pk)
    version = queries.calibration_version(camera) + 1
    sha256 = hashlib.sha256(rfc8785.dumps(clean)).hexdigest()
    made = CameraCalibration.objects.create(camera=camera, version=version, body=clean, sha256=sha256, by=by)
    facts = {"version": version, "sha256": sha256}
    calibrated.send(sender=None, camera=camera, by=by)  # first: whoever holds a table asks for the journal after it
    audit.record(audit.HOUSE, by, "camera.calibrated", about=camera.about, facts=facts)
    tell("camera", camera=camera.name)
    return made


@transaction.atomic
def alive(camera: Camera, presence: Presence) -> Wanted:
    """Note how the camera does; screens are told where that changed.

    What it says is of now, whatever its clock: one that ran ahead, or was set back, would else have the last word, or
    none, until time has caught up.
    """
    stored = Camera.objects.select_for_update().get(pk=camera.pk)
    before = queries.health_of(stored)
    stored.heard_at = timezone.now()
    at_ms = min(presence.at_ms, round(stored.heard_at.timestamp() * 1000))
    stored.frames, stored.dropped = presence.frames, presence.dropped
    stored.behind_ms, stored.spooled, stored.trouble = presence.behind_ms, presence.spooled, presence.trouble
    if stored.state == Camera.State.SILENT:
        audit.record(audit.HOUSE, None, "camera.heard", about=stored.about, facts={"at_ms": at_ms})
    stored.said_at_ms = min(stored.said_at_ms, at_ms)
    follow(stored, presence.state, at_ms)
    stored.save()
    tell_change(stored, before)
    wants = stored.still_wanted_at is not None and (stored.still_at is None or stored.still_at < stored.still_wanted_at)
    now_ms = round(timezone.now().timestamp() * 1000)
    asked = clips.wanted(stored, now_ms)
    return Wanted(wants, queries.calibration_version(stored), now_ms, asked, not settings.EVIDENCE_UNMASKED)


def follow(camera: Camera, state: str, at_ms: int) -> None:
    """Set, unsaved, what `camera` is said to be at a moment; what is spooled may say so late, after newer words."""
    if at_ms < camera.said_at_ms:
        return
    camera.said_at_ms = at_ms
    if state != camera.state:
        camera.state, camera.state_at_ms = state, at_ms


def tell_change(camera: Camera, before: queries.CameraHealth) -> None:
    """Tell the screens, and those above, if `camera` does otherwise than `before`."""
    now = queries.health_of(camera)
    if _shown(now) != _shown(before):
        tell("camera", camera=camera.name)
    if (now.state, now.trouble) != (before.state, before.trouble):
        state_changed.send(sender=None, camera=camera)


@transaction.atomic
def tell_silent() -> list[str]:
    """Note which cameras have fallen silent since the last time, and tell the screens; their names."""
    quiet = Camera.objects.filter(heard_at__lt=timezone.now() - queries.SILENT_AFTER).exclude(state=Camera.State.SILENT)
    found = list(quiet.select_for_update(skip_locked=True))
    for camera in found:
        heard_ms = round(camera.heard_at.timestamp() * 1000) if camera.heard_at else 0
        camera.state, camera.state_at_ms = Camera.State.SILENT, heard_ms
        camera.save(update_fields=["state", "state_at_ms"])
        audit.record(audit.HOUSE, "celery", "camera.silent", about=camera.about, facts={"heard_at_ms": heard_ms})
        tell("camera", camera=camera.name)
        state_changed.send(sender=None, camera=camera)
    return [camera.name for camera in found]


def want_still(camera: Camera) -> None:
    """Ask the watching process for its newest picture; it answers within a second if it is alive."""
    now = timezone.now()
    recent = now - timedelta(milliseconds=500)  # asked by two screens at once is asked once
    Camera.objects.filter(pk=camera.pk).exclude(still_wanted_at__gt=recent).update(still_wanted_at=now)


@transaction.atomic
def keep_still(camera: Camera, picture: bytes) -> None:
    """Keep the camera's newest picture in place of the one before. Raises NoJpeg, EvidenceFull."""
    evidence.write(evidence.still_of(camera.name), picture)
    Camera.objects.filter(pk=camera.pk).update(still_at=timezone.now())
    tell("camera", camera=camera.name)


@transaction.atomic
def keep_crop(camera: Camera, sha256: str, picture: bytes) -> bool:
    """Keep the picture of an observation; whether it is new. Raises CameraRefused, NoJpeg, EvidenceFull."""
    if hashlib.sha256(picture).hexdigest() != sha256:
        raise CameraRefused(_("The picture has another SHA-256 than its address; send it again."), status=422)
    if not evidence.path_of(sha256).exists():
        room.check()
    evidence.store(picture)
    made = Crop.objects.bulk_create([Crop(sha256=sha256, camera=camera, size=len(picture))], ignore_conflicts=True)
    return bool(made)


def say_unplaced(camera: Camera, why: str) -> None:
    """Note why the camera's last card came into no round; an empty text when one did."""
    if Camera.objects.filter(pk=camera.pk).exclude(unplaced=why).update(unplaced=why):
        tell("camera", camera=camera.name)


def _shown(health: queries.CameraHealth) -> tuple[object, ...]:
    """What screens are told of at once: of frames that drop, a change by a twentieth of all."""
    dropped = 20 * health.dropped // max(health.frames, 1)
    return health.state, dropped, health.trouble, health.unplaced, health.behind_ms > 2000
