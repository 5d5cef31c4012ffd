"""Cameras at tables, and watch only: findings go to the supervisors' list, not to the tablet."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import NotAllowed, Refused, refused_if
from casino.models import Staff
from shoes.models import Camera
from shoes.services import cameras
from tables import refusals
from tables.models import Table, TableCamera
from tables.services import notices
from tables.services.tables import lock

NEW_CAMERA = "a camera is new"
NEW_CALIBRATION = "a calibration is new"


class ForeignCamera(Refused):
    """The name of a camera begins with its table's code, so that its token speaks of that table only."""

    code = "foreign-camera"
    status = 422


@transaction.atomic
def add_camera(table: Table, name: str, *, by: Staff | None, is_watch_only: bool = True) -> TableCamera:
    """Put a camera on the table; it is made if `shoes` has none of that name. Raises ForeignCamera, CameraRefused.

    With `is_watch_only` the table is on watch only until a supervisor lifts it, and is again after each calibration.
    """
    letters = name.removeprefix(table.code)
    if not name.startswith(table.code) or (letters and not (letters.isascii() and letters.isalpha())):
        raise ForeignCamera(
            _("“{name}” is no camera of table {table}; name it {table}, or {table}a for a second one.").format(
                name=name, table=table.code
            )
        )
    lock(table)
    if not Camera.objects.filter(name=name).exists():
        cameras.add(name, by=by)
    known = ForeignCamera(_("Camera {name} watches a table already.").format(name=name), status=409)
    with refused_if("tables_tablecamera_camera_key", known):
        row = TableCamera.objects.create(table=table, camera=name, starts_watch_only=is_watch_only, by=by)
    audit.record(table.chain, by, "table.camera_added", about=table.chain, facts={"camera": name})
    if is_watch_only:
        start_watch_only(table, by=by, reason=NEW_CAMERA)
    notices.tell(table)
    return row


@transaction.atomic
def start_watch_only(table: Table, *, by: Staff | None, reason: str) -> None:
    """From now on findings of the table go to the supervisors' list alone."""
    _set(table, True, by=by, reason=reason)


@transaction.atomic
def lift_watch_only(table: Table, *, by: Staff, reason: str) -> None:
    """The tablet is told of findings again. A supervisor decides so, and says why. Raises NotAllowed, ReasonMissing."""
    if not by.may("table.open"):
        raise NotAllowed
    if not reason.strip():
        raise refusals.ReasonMissing
    _set(table, False, by=by, reason=reason.strip())


def _set(table: Table, is_watch_only: bool, *, by: Staff | None, reason: str) -> None:
    lock(table)
    if not Table.objects.filter(pk=table.pk).exclude(is_watch_only=is_watch_only).update(is_watch_only=is_watch_only):
        return
    table.is_watch_only = is_watch_only
    facts: dict[str, Any] = {"is_watch_only": is_watch_only, "reason": reason}
    audit.record(table.chain, by, "table.watch_only", about=table.chain, facts=facts)
    notices.tell(table)


def after_change(*, camera: Camera, **_: object) -> None:
    """A camera does otherwise than before: the table's dealer is told too."""
    row = TableCamera.objects.filter(camera=camera.name).select_related("table").first()
    if row is not None:
        notices.tell(row.table)


def after_calibration(*, camera: Camera, by: Staff | None = None, **_: object) -> None:
    """A camera sees its table anew: nobody knows yet how well."""
    row = TableCamera.objects.filter(camera=camera.name, starts_watch_only=True).select_related("table").first()
    if row is not None:
        start_watch_only(row.table, by=by, reason=NEW_CALIBRATION)
