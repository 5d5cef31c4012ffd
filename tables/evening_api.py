"""Evenings in the REST API: told by the dealer, read live, read and exported once they have ended."""

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import evening_serializers as shown
from tables import refusals
from tables.api_access import Enters, Exports, ReadsRecord, SeesTable, reader, table_of
from tables.models import Evening, Table
from tables.queries.evenings import evening_document, evening_lines, evening_view
from tables.queries.tables import state_of
from tables.serializers import Problem
from tables.services import evenings
from tables.services.drafts import check_writer


class EveningApi(APIView):
    """What lies around the rounds of a table whose bank players hold, live; no cards."""

    permission_classes = [SeesTable]

    @extend_schema(responses={200: shown.EveningOut, 403: Problem, 404: Problem, 409: Problem})
    def get(self, request: Request, code: str) -> Response:
        return Response(shown.EveningOut(_view(table_of(code))).data)


class EveningEventsApi(APIView):
    """The same for the dealer of the open table, who tells what happens."""

    permission_classes = [Enters]

    @extend_schema(responses={200: shown.EveningOut, 403: Problem, 404: Problem, 409: Problem})
    def get(self, request: Request, code: str) -> Response:
        table = table_of(code)
        check_writer(reader(request), [], state_of(table), table_code=table.code)
        return Response(shown.EveningOut(_view(table)).data)

    @extend_schema(
        request=shown.EventsIn,
        responses={200: shown.EveningOut, **dict.fromkeys((400, 403, 404, 409, 422), Problem)},
    )
    def post(self, request: Request, code: str) -> Response:
        form = shown.EventsIn(data=request.data)
        form.is_valid(raise_exception=True)
        said = form.validated_data
        view = evenings.tell(
            table_of(code),
            said["events"],
            by=reader(request),
            key=said["key"],
            seen=said.get("seen"),
            at_ms=said.get("at"),
        )
        return Response(shown.EveningOut(view).data)


class EveningsApi(APIView):
    """Evenings, newest first."""

    permission_classes = [ReadsRecord]

    @extend_schema(
        parameters=[OpenApiParameter("table", description="Code of a table")],
        responses={200: shown.EveningRowOut(many=True), 403: Problem},
    )
    def get(self, request: Request) -> Response:
        rows = _with_counts().order_by("-pk")
        code = request.query_params.get("table")
        return Response(shown.EveningRowOut(rows.filter(table__code=code) if code else rows[:500], many=True).data)


class EveningDocumentApi(APIView):
    """The `table-evening/1` document of an evening, byte for byte; refused until the shoes at its table have ended."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses={200: OpenApiTypes.OBJECT, 403: Problem, 404: Problem})
    def get(self, request: Request, evening_id: int) -> HttpResponse:
        text = evening_document(_evening(evening_id))
        if text is None:
            raise Http404
        return HttpResponse(text, content_type="application/json")


class EveningExportApi(APIView):
    """The documents of an evening's rounds and its own, one a line, for `manage.py audit_rounds`."""

    permission_classes = [Exports]

    @extend_schema(responses={(200, "application/jsonl"): OpenApiTypes.STR, 403: Problem, 404: Problem})
    def get(self, request: Request, evening_id: int) -> HttpResponse:
        lines = evening_lines(_evening(evening_id))
        if not lines:
            raise Http404
        answer = HttpResponse("".join(f"{text}\n" for text in lines), content_type="application/jsonl")
        answer["Content-Disposition"] = 'attachment; filename="evening.jsonl"'
        return answer


def _view(table: Table) -> object:
    view = evening_view(table)
    if view is None:
        raise refusals.HouseBank(table.code) if state_of(table).is_open else refusals.TableClosed(table.code)
    return view


def _evening(evening_id: int) -> Evening:
    return get_object_or_404(Evening.objects.select_related("table", "sign", "end"), pk=evening_id)


def _with_counts() -> QuerySet[Evening]:
    rounds = Count("events__round", filter=Q(events__kind="opened"), distinct=True)
    return Evening.objects.select_related("table", "end").annotate(rounds=rounds)


urlpatterns = [
    path("tables/<slug:code>/evening", EveningApi.as_view(), name="api-evening"),
    path("tables/<slug:code>/evening/events", EveningEventsApi.as_view(), name="api-evening-events"),
    path("evenings", EveningsApi.as_view(), name="api-evenings"),
    path("evenings/<int:evening_id>/document", EveningDocumentApi.as_view(), name="api-evening-document"),
    path("evenings/<int:evening_id>/export", EveningExportApi.as_view(), name="api-evening-export"),
]
