"""Evidence in the API: pictures, stills and clips, how much room they take, what is held past its retention."""

from pathlib import Path
from typing import Any

from django.core.validators import RegexValidator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.errors import Refused
from casino.fields import Day, Form, Text, Whole, YesNo, asked, read
from casino.gaming_day import house_day
from casino.keys import once
from casino.paging import Paged, narrowed, page, page_of
from casino.shapes import shown
from tables.api.access import people, person
from tables.models import Hold, Round
from tables.queries.clips import ClipView, clips_of
from tables.queries.evidence_files import clip_file, crop_file, is_evidence
from tables.queries.evidence_page import EvidencePage, evidence_page
from tables.queries.holds import HoldView, hold_views
from tables.services import clips, holds

HOLDS = people("evidence.hold")
SEES = people("evidence.see")
JPEG = {(200, "image/jpeg"): OpenApiTypes.BINARY}
WEBM = {(200, "video/webm"): OpenApiTypes.BINARY}
HoldOut = shown(HoldView, name="EvidenceHold")


class LookOut(serializers.Serializer[Any]):
    """Somebody opened it."""

    by = serializers.CharField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    page = serializers.CharField()


ClipOut = shown(ClipView, name="Clip", also=("seconds",), looks=LookOut(many=True))
EvidenceOut = shown(EvidencePage, name="EvidenceRoom", leave=frozenset({"looks"}))


class HoldsFilter(Paged):
    round = Whole(required=False, min_value=1, help_text="Id of a round")
    in_force = YesNo(required=False, help_text="Nobody has lifted it, and its last day is not over")


class HoldIn(Form):
    why = Text(max_length=400)
    until = Day(required=False, help_text="Until somebody lifts it if absent")


class HoldPictureIn(HoldIn):
    sha256 = Text(max_length=64, validators=[RegexValidator(r"^[0-9a-f]{64}\Z")], help_text="Of the picture")


class LiftIn(Form):
    why = Text(max_length=400)


class EvidenceApi(APIView):
    """How much room evidence takes, how long it is kept, what is awaited, what was deleted."""

    permission_classes = [SEES]

    @extend_schema(responses=EvidenceOut)
    def get(self, request: Request) -> Response:
        return Response(EvidenceOut(evidence_page(person(request))).data)


class RoundEvidenceApi(APIView):
    """Stills and clips of a round, the oldest first: what there is, why there is none, until when, who looked."""

    permission_classes = [SEES]

    @extend_schema(responses=ClipOut(many=True))
    def get(self, request: Request, round_id: int) -> Response:
        found = get_object_or_404(Round.objects.select_related("table"), pk=round_id)
        return Response(ClipOut(clips_of(found, person(request)), many=True).data)


class EvidenceFile(APIView):
    """A file under its SHA-256; refused while its shoe is in play."""

    permission_classes = [SEES]
    refuses: tuple[int, ...] = (409,)

    def file(self, path: Path, kind: str) -> HttpResponse:
        if not path.exists():
            raise Http404
        answer = HttpResponse(path.read_bytes(), content_type=kind)
        answer["Cache-Control"] = "private, no-store"
        return answer


class CropApi(EvidenceFile):
    """The picture of one card as a camera saw it."""

    @extend_schema(responses=JPEG)
    def get(self, request: Request, sha256: str) -> HttpResponse:
        found = crop_file(sha256, person(request))
        if found is None:
            raise Http404
        return self.file(found.path, "image/jpeg")


class StillApi(EvidenceFile):
    """The still of a verdict or a dispute; the journal keeps who looked."""

    refuses = (409, 410)

    @extend_schema(responses=JPEG)
    def get(self, request: Request, sha256: str) -> HttpResponse:
        return self.looked(request, sha256, clips.STILL, "image/jpeg")

    def looked(self, request: Request, sha256: str, what: str, kind: str) -> HttpResponse:
        found = clip_file(sha256, person(request), is_still=what == clips.STILL)
        if found is None:
            raise Http404
        answer = self.file(found.path, kind)
        clips.looked(found.clip, what, round=found.round, page=clips.ADDRESS, by=person(request))
        return answer


class ClipApi(StillApi):
    """The moving picture of a verdict or a dispute; the journal keeps who looked."""

    @extend_schema(responses=WEBM)
    def get(self, request: Request, sha256: str) -> HttpResponse:
        return self.looked(request, sha256, clips.CLIP, "video/webm")


class EvidenceHoldsApi(APIView):
    """Holds, newest first; keep one picture past its retention."""

    permission_classes = [HOLDS]

    @extend_schema(parameters=[HoldsFilter], responses=page_of(HoldOut))
    def get(self, request: Request) -> Response:
        wanted, every = asked(HoldsFilter, request), Hold.objects.select_related("by", "lifted__by")
        rows = narrowed(every, wanted, round="round", in_force=Hold.objects.in_force(house_day()))
        return page(request, rows, ("-pk",), asked=wanted, shown=HoldOut, view=hold_views)

    @extend_schema(request=HoldPictureIn, responses={201: HoldOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(HoldPictureIn, request)
        if not is_evidence(said["sha256"]):
            raise Refused(_("No evidence has this SHA-256; copy it whole."), code="no-such-evidence", status=422)
        made = holds.hold(said["sha256"], why=said["why"], until=said.get("until"), by=person(request))
        return _told(made, status=201)


class HoldRoundApi(APIView):
    """Keep the evidence of a round past its retention."""

    permission_classes = [HOLDS]

    @extend_schema(request=HoldIn, responses={201: HoldOut})
    @once
    def post(self, request: Request, round_id: int) -> Response:
        said = read(HoldIn, request)
        found = get_object_or_404(Round.objects.select_related("table", "sign"), pk=round_id)
        made = holds.hold(found, why=said["why"], until=said.get("until"), by=person(request))
        return _told(made, status=201)


class LiftHoldApi(APIView):
    """Let go of evidence that was held."""

    permission_classes = [HOLDS]

    @extend_schema(request=LiftIn, responses=HoldOut)
    @once
    def post(self, request: Request, hold_id: int) -> Response:
        held = get_object_or_404(Hold.objects.select_related("round__table"), pk=hold_id)
        holds.lift(held, why=read(LiftIn, request)["why"], by=person(request))
        return _told(held)


def _told(held: Hold, *, status: int = 200) -> Response:
    [view] = hold_views([Hold.objects.select_related("by", "lifted__by").get(pk=held.pk)])
    return Response(HoldOut(view).data, status=status)


urlpatterns: list[Any] = [
    path("evidence", EvidenceApi.as_view(), name="api-evidence"),
    path("evidence/crops/<slug:sha256>", CropApi.as_view(), name="api-crop"),
    path("evidence/stills/<slug:sha256>", StillApi.as_view(), name="api-still"),
    path("evidence/clips/<slug:sha256>", ClipApi.as_view(), name="api-clip"),
    path("rounds/<int:round_id>/evidence", RoundEvidenceApi.as_view(), name="api-round-evidence"),
    path("holds", EvidenceHoldsApi.as_view(), name="api-holds"),
    path("holds/<int:hold_id>/lift", LiftHoldApi.as_view(), name="api-hold-lift"),
    path("rounds/<int:round_id>/holds", HoldRoundApi.as_view(), name="api-hold"),
]
