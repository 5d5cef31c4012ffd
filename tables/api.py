"""The REST API: parse, call, answer. Every problem is `{"code", "detail"}`; /api/schema describes it all."""

from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.models import ServiceToken
from casino.permissions import May
from shoes.api import own_camera
from tables import evening_api, queries, refusals
from tables import serializers as shown
from tables.api_access import Enters, Exports, ReadsRecord, SeesFloor, SeesTable, reader, table_of
from tables.models import Round
from tables.queries import records
from tables.queries.camera_terms import camera_terms
from tables.queries.shapes import RoundsFilter
from tables.services import rounds
from tables.services.drafts import Draft

FILTERS = [
    OpenApiParameter("table", description="Codes of tables", many=True),
    OpenApiParameter("outcome", description="upheld put_right misread entered_wrong rule_set_wrong open", many=True),
    OpenApiParameter("rule", description="Ids of rules with a verdict", many=True),
    OpenApiParameter("truth", description="differs ruled unknown", many=True),
    OpenApiParameter("shoe", description="Key of the shoe"),
    OpenApiParameter("since", OpenApiTypes.DATETIME, description="Opened at or after"),
    OpenApiParameter("until", OpenApiTypes.DATETIME, description="Opened before"),
    OpenApiParameter("page", OpenApiTypes.INT),
]


class TablesApi(APIView):
    """All tables."""

    permission_classes = [SeesFloor]

    @extend_schema(responses={200: shown.TileOut(many=True), 403: shown.Problem})
    def get(self, request: Request) -> Response:
        return Response(shown.TileOut(queries.floor(reader(request)), many=True).data)


class TableApi(APIView):
    """One table, live."""

    permission_classes = [SeesTable]

    @extend_schema(responses={200: shown.TableOut, 403: shown.Problem, 404: shown.Problem})
    def get(self, request: Request, code: str) -> Response:
        return Response(shown.TableOut(queries.table_view(table_of(code), reader(request))).data)


class EntriesApi(APIView):
    """What happened at a table: from its dealer's tablet, or from a camera's account as observations."""

    permission_classes = [Enters]

    @extend_schema(
        request=shown.EntriesIn,
        responses={200: shown.TakenOut, **dict.fromkeys((400, 403, 404, 409, 422), shown.Problem)},
    )
    def post(self, request: Request, code: str) -> Response:
        form = shown.EntriesIn(data=request.data)
        form.is_valid(raise_exception=True)
        source = "observed" if isinstance(reader(request), ServiceToken) else "entered"
        drafts = [
            Draft(row["kind"], tuple(row["fields"]), row.get("at"), source) for row in form.validated_data["entries"]
        ]
        taken = rounds.take_at(
            table_of(code),
            drafts,
            by=reader(request),
            key=form.validated_data["key"],
            seen=form.validated_data.get("seen"),
        )
        return Response(shown.TakenOut(taken).data)


class CameraApi(APIView):
    """Which table a camera watches, how it sees it, and the terms on its sign: for the camera's own process."""

    permission_classes = [May("observations.post")]

    @extend_schema(responses={200: shown.CameraOut, 403: shown.Problem, 404: shown.Problem})
    def get(self, request: Request, name: str) -> Response:
        return Response(shown.CameraOut(camera_terms(own_camera(request, name))).data)


class RoundsApi(APIView):
    """Rounds, newest first; cards of a shoe in play are withheld."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=FILTERS, responses={200: shown.RoundsPageOut, 400: shown.Problem, 403: shown.Problem})
    def get(self, request: Request) -> Response:
        page = queries.rounds_list(_filter(request), reader(request))
        return Response(shown.RoundsPageOut(page).data)


class RoundApi(APIView):
    """One round."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses={200: shown.RoundDetailOut, 403: shown.Problem, 404: shown.Problem})
    def get(self, request: Request, round_id: int) -> Response:
        return Response(shown.RoundDetailOut(queries.round_view(_round(round_id), reader(request))).data)


class DocumentApi(APIView):
    """The `table-round/1` document of a round, byte for byte; refused until its shoe has ended."""

    permission_classes = [ReadsRecord]

    @extend_schema(
        parameters=[OpenApiParameter("revision", OpenApiTypes.INT, description="The last one if absent")],
        responses={200: OpenApiTypes.OBJECT, 403: shown.Problem, 404: shown.Problem},
    )
    def get(self, request: Request, round_id: int) -> HttpResponse:
        text = queries.document_text(_round(round_id), _number(request, "revision"))
        if text is None:
            raise Http404
        return HttpResponse(text, content_type="application/json")


class ExportApi(APIView):
    """Documents of the rounds found, one a line, for `manage.py audit_rounds`; shoes in play are left out."""

    permission_classes = [Exports]

    @extend_schema(parameters=FILTERS, responses={(200, "application/jsonl"): OpenApiTypes.STR, 403: shown.Problem})
    def get(self, request: Request) -> StreamingHttpResponse:
        lines = (f"{text}\n" for text in records.documents_of(_filter(request)))
        answer = StreamingHttpResponse(lines, content_type="application/jsonl")
        answer["Content-Disposition"] = 'attachment; filename="rounds.jsonl"'
        return answer


class Schema(SpectacularAPIView):
    """This API as OpenAPI 3."""


def _round(round_id: int) -> Round:
    return get_object_or_404(Round.objects.select_related("table", "sign", "dealer", "close"), pk=round_id)


def _filter(request: Request) -> RoundsFilter:
    asked = request.query_params
    many = {name: tuple(asked.getlist(name)) for name in ("table", "outcome", "rule", "truth")}
    return RoundsFilter(
        tables=many["table"],
        outcomes=many["outcome"],
        rules=many["rule"],
        truths=many["truth"],
        shoe_key=asked.get("shoe", ""),
        since=_moment(request, "since"),
        until=_moment(request, "until"),
        page=_number(request, "page") or 1,
    )


def _moment(request: Request, name: str) -> Any:
    text = request.query_params.get(name)
    if not text:
        return None
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise refusals.BadFilter(
            _("“{name}” is {text}; write a time with its zone, such as 2026-03-01T18:00:00Z.").format(
                name=name, text=text
            )
        )
    return moment


def _number(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise refusals.BadFilter(_("“{name}” is {text}; write a whole number.").format(name=name, text=text))
    return int(text)


urlpatterns = [
    path("tables", TablesApi.as_view(), name="api-tables"),
    path("tables/<slug:code>", TableApi.as_view(), name="api-table"),
    path("tables/<slug:code>/entries", EntriesApi.as_view(), name="api-entries"),
    path("cameras/<slug:name>", CameraApi.as_view(), name="api-camera"),
    path("rounds", RoundsApi.as_view(), name="api-rounds"),
    path("rounds/export", ExportApi.as_view(), name="api-rounds-export"),
    path("rounds/<int:round_id>", RoundApi.as_view(), name="api-round"),
    path("rounds/<int:round_id>/document", DocumentApi.as_view(), name="api-round-document"),
    *evening_api.urlpatterns,
    path("schema", Schema.as_view(), name="api-schema"),
]
