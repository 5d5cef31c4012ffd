"""Stills and clips, each under its SHA-256, and the page that says how much room evidence takes.

Every opening is journaled before anything is sent: who, when, which, from which page.
"""

import re
from pathlib import Path
from typing import Final

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_GET

from casino.models import Staff
from casino.permissions import StaffRequest, may
from tables.models import Round
from tables.queries import clips as known
from tables.queries.evidence_files import clip_file
from tables.queries.evidence_page import evidence_page
from tables.services import clips

RANGE: Final = re.compile(r"bytes=(\d{1,12})-(\d{0,12})")


@may("evidence.see")
@require_GET
def page(request: StaffRequest) -> HttpResponse:
    """How much room evidence takes, how long it is kept, what is awaited; who looked, to those who read the journal."""
    shown = {"page": evidence_page(request.user), "section": "evidence"}
    template = "tables/_evidence.html" if "part" in request.GET else "tables/evidence.html"
    return render(request, template, shown)


@may("evidence.see")
@require_GET
def still(request: StaffRequest, sha256: str) -> HttpResponse:
    """The still of a verdict or a dispute."""
    return _file(request, sha256, is_still=True)


@may("evidence.see")
@require_GET
def clip(request: StaffRequest, sha256: str) -> HttpResponse:
    """The moving picture, whole or a part of it as browsers ask for it."""
    return _file(request, sha256, is_still=False)


def evidence_shown(round: Round, reader: Staff) -> dict[str, object]:
    """What templates with stills and clips of a round want: none for whom they are not."""
    if not reader.may("evidence.see"):
        return {}
    return {"clips": known.clips_of(round, reader), "has_camera": known.has_camera(round)}


def _file(request: StaffRequest, sha256: str, *, is_still: bool) -> HttpResponse:
    found = clip_file(sha256, request.user, is_still=is_still)
    if found is None:
        raise Http404(sha256)
    content = _bytes(found.path, sha256)
    first, last = _part(request, len(content))
    kind = clips.STILL if is_still else clips.CLIP
    if first == 0 or not known.has_opened(found.clip, found.round, request.user, kind):
        clips.looked(found.clip, kind, round=found.round, page=request.GET.get("on", ""), by=request.user)
    response = HttpResponse(content[first : last + 1], content_type="image/jpeg" if is_still else "video/webm")
    # Each opening is to be journaled, so that no browser keeps it.
    response["Cache-Control"] = "private, no-store"
    response["Accept-Ranges"] = "bytes"
    if RANGE.fullmatch(request.headers.get("Range", "")):
        response.status_code = 206
        response["Content-Range"] = f"bytes {first}-{last}/{len(content)}"
    return response


def _part(request: StaffRequest, size: int) -> tuple[int, int]:
    """The first and last byte that are asked for; all of them where that cannot be read."""
    asked = RANGE.fullmatch(request.headers.get("Range", ""))
    if asked is None or int(asked[1]) >= size:
        return 0, size - 1
    return int(asked[1]), min(int(asked[2] or size - 1), size - 1)


def _bytes(where: Path, sha256: str) -> bytes:
    try:
        return where.read_bytes()
    except FileNotFoundError:
        raise Http404(sha256) from None


urlpatterns = [
    path("evidence", page, name="evidence-room"),
    path("evidence/stills/<slug:sha256>.jpg", still, name="evidence-still"),
    path("evidence/clips/<slug:sha256>.webm", clip, name="evidence-clip"),
]
