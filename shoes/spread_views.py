"""Opening spreads: packs lie spread before a camera and are read; what they lack is named, and how well it read.

What lay there is shown until the packs are shuffled into a shoe, and again once that shoe is counted (no counting aid).
"""

from typing import Any, Final

import cv2
from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_GET, require_POST

from casino.answers import back
from casino.permissions import StaffRequest, may
from shoes import evidence, misprints, pictures, queries, services, spreads
from shoes.camera.kinds import Image
from shoes.camera.plane import Calibration, parse_calibration
from shoes.camera.spread import Laid, TooDark, WrongSize, read_spread
from shoes.camera_views import eyes
from shoes.models import Camera, Pack, Spread
from shoes.pack_forms import NUMBERS, SerialsField
from shoes.services.spreads import SpreadRefused, in_shoes, packs_to_spread
from shoes.stills import next_stills

STILLS: Final = 3
WAIT_S: Final = 2.5
MOST_PICTURES: Final = 5
MOST_BYTES: Final = 10_000_000
QUALITY: Final = 88
SHOWN: Final = 40
MARGIN_PX: Final = 80
BLIND: Final = ("lost", "frozen", "silent", "dark", "new")


class Pictures(forms.FileField):
    """Several files at once."""

    widget = forms.FileInput(attrs={"accept": "image/*"})

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[bytes]]":
        return [super(Pictures, self).clean(one, initial) for one in data or []]


class ReadForm(forms.Form):
    """Which packs lie before which camera."""

    camera = forms.ModelChoiceField(
        Camera.objects.order_by("name"), label=gettext_lazy("Camera"), to_field_name="name", empty_label=None
    )
    serials = SerialsField(label=gettext_lazy("Numbers of the packs that lie spread"), help_text=NUMBERS)
    pictures = Pictures(
        label=gettext_lazy("Pictures of this camera, instead of those it sends now"),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pictures"].widget.attrs["multiple"] = True


@may("cards.sign")
@require_GET
def all_spreads(request: StaffRequest) -> HttpResponse:
    """The form, and the newest spreads with how well they were read."""
    rows = Spread.objects.select_related("camera", "by", "answer").order_by("-pk")[:SHOWN]
    packs = Prefetch("packs", Pack.objects.order_by("serial"))
    form = ReadForm(initial={"serials": request.GET.get("packs", "")[:400]}, auto_id="spread-%s")
    shown = {"spreads": rows.prefetch_related(packs), "form": form, "section": "shoes"}
    return render(request, "shoes/_spreads.html" if "part" in request.GET else "shoes/spreads.html", shown)


@may("cards.sign")
@require_POST
def read(request: StaffRequest) -> HttpResponse:
    """Read what lies spread before a camera now, or on pictures of it, and keep that."""
    files = request.FILES.getlist("pictures")
    form = ReadForm(request.POST, {"pictures": files})
    if not form.is_valid():
        raise SpreadRefused(_sentences(form))
    camera, serials = form.cleaned_data["camera"], form.cleaned_data["serials"]
    packs_to_spread(serials)
    calibration = _calibration(camera)
    seen = [_decoded(data) for data in (_uploaded(files) or _sent(camera))]
    laid = _read(calibration, seen)
    kept = services.keep_spread(camera, serials, laid, picture=_jpeg(seen[0]), pictures=len(seen), by=request.user)
    told = {"right": kept.right, "expected": kept.expected}
    return back(request, _("%(right)d of %(expected)d cards were read.") % told, "spread", kept.pk)


@may("cards.sign")
@require_GET
def spread(request: StaffRequest, spread_id: int) -> HttpResponse:
    """What was read of one spread; named card by card while its packs are not dealt."""
    found = get_object_or_404(Spread.objects.select_related("camera", "by", "answer__by"), pk=spread_id)
    packs = list(found.packs.order_by("serial"))
    shown = {
        "spread": found,
        "packs": packs,
        "told": getattr(found, "answer", found),
        "hidden": in_shoes(packs),
        "maybe": _maybe(found),
        "misprinted": [_misprint(one) for one in found.misprinted],
        "unread": [_mark(one) for one in found.reads if "?" in one[0]],
        "marks": [_mark(one) for one in found.reads if "?" in one[0] or one[0] in dict(found.extra)],
        "size": _size(found),
        "part": _part(found),
        "is_waiting": queries.is_waiting(found),
        "section": "shoes",
    }
    return render(request, "shoes/spread.html", shown)


@may("cards.sign")
@require_POST
def look_through(request: StaffRequest, spread_id: int) -> HttpResponse:
    """Somebody has looked the packs through: what of the difference is so."""
    found = get_object_or_404(Spread, pk=spread_id)
    missing, extra = (_ticked(request, name, getattr(found, name)) for name in ("missing", "extra"))
    misprinted = request.POST.getlist("misprinted")
    answer = services.look_through(found, missing=missing, extra=extra, misprinted=misprinted, by=request.user)
    is_whole = answer.is_as_printed
    said = _("Written down: the packs are whole.") if is_whole else _("Written down; the packs are held.")
    return back(request, said, "spread", found.pk)


@may("cards.sign")
@require_GET
def picture(request: StaffRequest, spread_id: int) -> HttpResponse:
    """The picture that was read; none (204) while the packs are dealt."""
    found = get_object_or_404(Spread, pk=spread_id)
    kept = evidence.path_of(found.picture_sha256)
    if in_shoes(list(found.packs.all())) or not kept.exists():
        return HttpResponse(status=204)
    response = HttpResponse(kept.read_bytes(), content_type="image/jpeg")
    response["Cache-Control"] = "private, no-store"
    return response


def _ticked(request: StaffRequest, name: str, read: list[list[Any]]) -> list[str]:
    """The cards that were ticked, each as often as it was read to be missing or too many."""
    asked = set(request.POST.getlist(name))
    return [card for card, number in read if card in asked for _each in range(number)]


def _calibration(camera: Camera) -> Calibration:
    """How the camera sees the table. Raises SpreadRefused where it does not."""
    body, health = queries.calibration_body(camera), queries.health_of(camera)
    if body is None:
        raise SpreadRefused(_("Camera %(name)s is not calibrated yet.") % {"name": camera.name})
    if health.state == "moved":
        raise SpreadRefused(
            _("Camera %(name)s was moved; calibrate it anew, then read the spread.") % {"name": camera.name}
        )
    if health.is_at_mouth:
        raise SpreadRefused(
            _("Camera %(name)s sees the mouth of the shoe only; choose one over the layout.") % {"name": camera.name}
        )
    return parse_calibration(body)


def _sent(camera: Camera) -> list[bytes]:
    """Pictures that the camera's process sends now."""
    if queries.health_of(camera).state not in BLIND:
        found = next_stills(camera, STILLS, wait_s=WAIT_S)
        if found:
            return found
    raise SpreadRefused(
        _("Camera %(name)s sends no picture now; start its watching process, or choose pictures of it.")
        % {"name": camera.name}
    )


def _uploaded(files: "list[UploadedFile[bytes]]") -> list[bytes]:
    if len(files) > MOST_PICTURES or any((file.size or 0) > MOST_BYTES for file in files):
        raise SpreadRefused(_("Choose at most %(most)d pictures of up to 10 MB.") % {"most": MOST_PICTURES})
    return [file.read() for file in files]


def _decoded(data: bytes) -> Image:
    try:
        return pictures.decode(data)
    except pictures.Unreadable:
        raise SpreadRefused(_("One of the files is no picture; choose JPEG or PNG pictures of this camera.")) from None


def _read(calibration: Calibration, seen: list[Image]) -> list[Laid]:
    try:
        return read_spread(eyes(), calibration, seen)
    except TooDark:
        raise SpreadRefused(_("The picture is dark; put the light on and read again.")) from None
    except WrongSize:
        w, h = calibration.picture
        sizes = {(picture.shape[1], picture.shape[0]) for picture in seen} - {(w, h)}
        raise SpreadRefused(
            _("A picture has %(size)s pixels, and the camera is calibrated for %(w)d x %(h)d; send pictures of it.")
            % {"size": " x ".join(map(str, sizes.pop())), "w": w, "h": h}
        ) from None


def _jpeg(seen: Image) -> bytes:
    return cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _size(found: Spread) -> tuple[int, int]:
    """Width and height of the picture: those of the calibration that held."""
    kept = found.camera.calibrations.get(version=found.calibration)
    width, height = kept.body["picture"]
    return int(width), int(height)


def _part(found: Spread) -> tuple[int, int, int, int]:
    """The part of the picture in which cards lie: its left, top, width and height."""
    boxes = [box for _card, _permille, box in found.reads]
    (left, top), (right, bottom) = (
        [edge(box[n + side] for box in boxes) for n in range(2)] for edge, side in ((min, 0), (max, 2))
    )
    return left - MARGIN_PX, top - MARGIN_PX, right - left + 2 * MARGIN_PX, bottom - top + 2 * MARGIN_PX


def _maybe(found: Spread) -> spreads.Cards:
    """Which missing cards those may be that lie there unread: by their place, or else by their rank."""
    laid = [Laid(card, permille / 1000, tuple(box)) for card, permille, box in found.reads]
    missing = [(card, number) for card, number in found.missing]
    placed = misprints.by_place(found.pack_kind, laid, missing)
    return placed or spreads.may_be(missing, [one.card for one in laid])


def _misprint(one: list[Any]) -> dict[str, Any]:
    """A misprint as it is named, with the part of the picture that shows it among its neighbours."""
    belongs, shows, why, box = one
    told = {"belongs": belongs, "shows": shows, "why": why}
    if box is None:
        return told
    x0, y0, x1, y1 = box
    tall = y1 - y0
    around = ((x0 + x1) // 2 - 3 * tall, y0 - tall, 6 * tall, 3 * tall)
    return told | {"around": around, "mark": _mark([shows, 0, box])}


def _mark(one: list[Any]) -> dict[str, Any]:
    """A read as it is drawn over the picture."""
    card, permille, (x0, y0, x1, y1) = one
    box = {"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0}
    return {"card": card, "permille": permille, **box}


def _sentences(form: forms.Form) -> str:
    wrong = [f"{form.fields[name].label}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()]
    return " ".join(wrong)


urlpatterns = [
    path("spreads", all_spreads, name="spreads"),
    path("spreads/read", read, name="spread-read"),
    path("spreads/<int:spread_id>", spread, name="spread"),
    path("spreads/<int:spread_id>/looked", look_through, name="spread-look-through"),
    path("spreads/<int:spread_id>/picture.jpg", picture, name="spread-picture"),
]
