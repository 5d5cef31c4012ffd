"""What may be known about cameras: how each does, and how it sees its table. What it saw is not told here."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db.models import Max, OuterRef, Subquery
from django.utils import timezone

from shoes.models import Camera, CameraCalibration

# A watching process speaks every second; after this its own word for how it does is worth nothing.
SILENT_AFTER: Final = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class CameraHealth:
    """How a camera does just now.

    state        `watching`, what is wrong with its picture (lost frozen dark moved), `silent` where its process said
                 nothing for 5 s, or `new` where it never did.
    trouble      what its process says is wrong, a code such as `disk-full`; empty where nothing is.
    unplaced     why its last card came into no round, a code; empty where it did.
    calibration  version that holds; 0 = none yet.
    is_at_mouth  it sees the mouth of the shoe and no place where cards are played.
    """

    name: str
    state: str
    since_ms: int
    heard_at: datetime | None
    frames: int
    dropped: int
    behind_ms: int
    spooled: int
    trouble: str
    unplaced: str
    calibration: int
    is_at_mouth: bool = False

    @property
    def since(self) -> datetime | None:
        """From when on it has been as it is; None where nobody knows."""
        return datetime.fromtimestamp(self.since_ms / 1000, tz=UTC) if self.since_ms else None

    @property
    def is_well(self) -> bool:
        return self.state == Camera.State.WATCHING and not self.trouble and self.calibration > 0


def camera_health(names: Iterable[str] | None = None) -> dict[str, CameraHealth]:
    """How these cameras (all) do, by name; one query."""
    newest = CameraCalibration.objects.filter(camera=OuterRef("pk")).order_by("-version")
    areas = Subquery(newest.values("body__areas")[:1])
    cameras = Camera.objects.annotate(version=Max("calibrations__version"), areas=areas)
    if names is not None:
        cameras = cameras.filter(name__in=list(names))
    return {camera.name: _health(camera, camera.version or 0, camera.areas or []) for camera in cameras}


def health_of(camera: Camera) -> CameraHealth:
    """How this camera does."""
    newest = calibration_of(camera)
    return _health(camera, newest.version, newest.body.get("areas", [])) if newest else _health(camera, 0, [])


def is_at_mouth(camera: Camera) -> bool:
    """Whether it sees the mouth of the shoe and no place where cards are played."""
    return _is_at_mouth((calibration_body(camera) or {}).get("areas", []))


def calibration_version(camera: Camera) -> int:
    """The version of the calibration that holds, or 0."""
    newest = calibration_of(camera)
    return newest.version if newest else 0


def calibration_of(camera: Camera) -> CameraCalibration | None:
    """How the camera sees its table now."""
    return camera.calibrations.order_by("-version").first()


def calibration_body(camera: Camera) -> dict[str, Any] | None:
    """The same as JSON."""
    newest = calibration_of(camera)
    return newest.body if newest else None


def _is_at_mouth(areas: Iterable[Mapping[str, Any]]) -> bool:
    kinds = {area.get("kind") for area in areas}
    return "mouth" in kinds and kinds.isdisjoint(("box", "dealer"))


def _health(camera: Camera, version: int, areas: Iterable[Mapping[str, Any]]) -> CameraHealth:
    state, since_ms = _state(camera)
    return CameraHealth(
        name=camera.name,
        state=state,
        since_ms=since_ms,
        heard_at=camera.heard_at,
        frames=camera.frames,
        dropped=camera.dropped,
        behind_ms=camera.behind_ms,
        spooled=camera.spooled,
        trouble=camera.trouble,
        unplaced=camera.unplaced,
        calibration=version,
        is_at_mouth=_is_at_mouth(areas),
    )


def _state(camera: Camera) -> tuple[str, int]:
    """What is stored, unless its process has been silent for so long that a job is about to store that."""
    if camera.heard_at is None or timezone.now() - camera.heard_at <= SILENT_AFTER:
        return str(camera.state), camera.state_at_ms
    return str(Camera.State.SILENT), round(camera.heard_at.timestamp() * 1000)
