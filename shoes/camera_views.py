"""Pages of cameras: how each does, and how it sees its table (its calibration).

A still shows the felt as it lies now, and so no card of an earlier round; one that is older than that is not shown,
nor one from before cards were picked up; and a check names no card that lies face down, at the shoe or among the
discards (no counting aid).
"""

import json
import time
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.errors import Refused
from casino.permissions import StaffRequest, may
from shoes import evidence, pictures, queries, wording
from shoes.camera.eyes import Eyes
from shoes.camera.kinds import Floats, Image
from shoes.camera.layout import blackjack
from shoes.camera.plane import BadCalibration, Calibration, parse_calibration
from shoes.camera.sights import Read
from shoes.camera.watch import check as read_still
from shoes.models import Camera, CameraCalibration
from shoes.queries.room import room
from shoes.services import cameras as services
from shoes.weights import load_eyes

FRESH_S: Final = 30.0
MOST_BOXES: Final = 9
VERSIONS_SHOWN: Final = 20
DAYS_SHOWN: Final = 14
NAMED: Final = ("box", "dealer")
"""Kinds of area in which a card is of the round on the felt."""


class NoCalibration(Refused):
    """What was sent is no calibration."""

    code = "bad-calibration"
    status = 422


class NoStill(Refused):
    """There is no picture of now."""

    code = "no-still"


@may("cameras.manage")
@require_GET
def cameras(request: StaffRequest) -> HttpResponse:
    """All cameras and how they do."""
    health = sorted(queries.camera_health().values(), key=lambda one: one.name)
    shown: dict[str, Any] = {"cameras": health, "spreads": queries.last_spread_days(), "section": "cameras"}
    shown["room"] = room()
    return render(request, "shoes/_cameras.html" if "part" in request.GET else "shoes/cameras.html", shown)


@may("cameras.manage")
@require_GET
def camera(request: StaffRequest, name: str) -> HttpResponse:
    """One camera: the picture with its marks and areas, and the versions of its calibration."""
    found = get_object_or_404(Camera, name=name)
    kept = found.calibrations.select_related("by").order_by("-version")
    shown: dict[str, Any] = {
        "camera": found,
        "health": queries.health_of(found),
        "versions": kept[:VERSIONS_SHOWN],
        "spread_days": queries.spread_days(found, limit=DAYS_SHOWN),
        "section": "cameras",
    }
    if "part" in request.GET:
        return render(request, "shoes/_camera_changes.html", shown)
    start = _version(kept.filter(version=_number(request.GET.get("version")))) or _version(kept)
    body = start.body if start else None
    shown |= {"start_body": body, "start_text": json.dumps(body) if body else ""}
    shown |= {"layouts": _layouts(), "words": _words()}
    return render(request, "shoes/camera.html", shown)


@may("cameras.manage")
@require_POST
def calibrate(request: StaffRequest, name: str) -> HttpResponse:
    """Save what was drawn as the next version."""
    found = get_object_or_404(Camera, name=name)
    made = services.calibrate(found, _body(request), by=request.user)
    return done(request, _("Version %d holds from now.") % made.version, "camera", name)


@may("cameras.manage")
@require_POST
def check(request: StaffRequest, name: str) -> HttpResponse:
    """What would be read on the newest still with what was drawn; nothing is saved."""
    found = get_object_or_404(Camera, name=name)
    try:
        calibration = parse_calibration(_body(request))
    except BadCalibration as wrong:
        raise NoCalibration(wording.bad_calibration(wrong)) from None
    picture = _picture(found)
    height, width = picture.shape[:2]
    if (width, height) != calibration.picture:
        raise NoCalibration(
            _("The picture has %(w)d x %(h)d pixels and the calibration another size; set the marks anew.")
            % {"w": width, "h": height}
        )
    reads = [_told(read, calibration) for read in read_still(eyes(), calibration, picture)]
    places = [(place, list(group)) for place, group in groupby(sorted(reads, key=_place_of), key=_place_of)]
    return render(request, "shoes/_check.html", {"reads": reads, "places": places, "picture": calibration.picture})


@may("cameras.manage")
@require_GET
def still(request: StaffRequest, name: str) -> HttpResponse:
    """The newest picture, and the wish for a newer one; nothing (204) while there is none of now."""
    found = get_object_or_404(Camera, name=name)
    services.want_still(found)
    path = evidence.still_of(found.name)
    if not _is_fresh(found, path):
        return HttpResponse(status=204)
    response = HttpResponse(path.read_bytes(), content_type="image/jpeg")
    response["Cache-Control"] = "private, no-store"
    response["X-Taken-Ms"] = str(round(path.stat().st_mtime * 1000))
    return response


def _is_fresh(found: Camera, path: Path) -> bool:
    """Whether it shows the felt of now.

    An older picture, or one from before cards were picked up, may show a round that is over, of a shoe in play.
    """
    if not path.exists() or time.time() - path.stat().st_mtime >= FRESH_S:
        return False
    taken_at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return not found.observations.filter(kind="lifted", arrived_at__gte=taken_at).exists()


def _picture(found: Camera) -> Image:
    services.want_still(found)
    path = evidence.still_of(found.name)
    if not _is_fresh(found, path):
        raise NoStill(_("There is no picture of now; start the camera’s watching process."))
    try:
        return pictures.read(path)
    except pictures.Unreadable:
        raise NoStill(_("The camera’s picture cannot be read; look at its watching process.")) from None


def _told(read: Read, calibration: Calibration) -> dict[str, object]:
    """A read as the page may show it."""
    area = calibration.area(read.place)
    is_named = read.face == "up" and area is not None and area.kind in NAMED
    x0, y0, x1, y1 = read.box
    return {
        "place": read.place,
        "card": read.card if is_named else "",
        "face": read.face,
        "confidence": read.confidence if is_named else None,
        "box": {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0, "top": max(0, y0 - 8)},
    }


def _place_of(read: dict[str, object]) -> str:
    return str(read["place"])


@cache
def eyes() -> Eyes:
    """The networks, loaded once a process."""
    return load_eyes()


def _body(request: StaffRequest) -> dict[str, Any]:
    try:
        body = json.loads(request.POST.get("body", ""))
    except ValueError:
        raise NoCalibration(_("The calibration is no JSON text; set the marks, or paste a whole file.")) from None
    if not isinstance(body, dict):
        raise NoCalibration(_("The calibration is no JSON object; set the marks, or paste a whole file."))
    return body


def _version(kept: Any) -> CameraCalibration | None:
    newest: CameraCalibration | None = kept.first()
    return newest


def _number(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() and len(text) < 7 else 0


@cache
def _layouts() -> dict[int, dict[str, Any]]:
    """The layout templates by number of boxes, as the page's script draws them."""
    found = {}
    for boxes in range(1, MOST_BOXES + 1):
        layout = blackjack(boxes)
        areas = [
            {"place": a.place, "kind": a.kind, "axis_deg": round(a.axis_deg, 1), "polygon": _rounded(a.polygon)}
            for a in layout.areas
        ]
        found[boxes] = {"plane_mm": list(layout.plane), "areas": areas}
    return found


def _rounded(points: Floats) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]


def _words() -> dict[str, str]:
    """What the page's script says."""
    return {
        "marks": "|".join([_("top left"), _("top right"), _("bottom right"), _("bottom left")]),
        "mark": _("Mark %(number)s, %(where)s of the table: %(at)s"),
        "area": _("Area of %(place)s: %(at)s"),
        "corner": _("Corner %(number)s of %(place)s: %(at)s"),
        "places": json.dumps({place: wording.camera_place(place) for place in ("0", "discard", "mouth")}),
        "box": wording.camera_place("%(place)s"),
        "taken": _("Picture of %(time)s"),
        "none": _("No picture of now: the camera’s watching process is not running."),
        "other": _("The picture has another size than the calibration; the marks were moved with it."),
    }
