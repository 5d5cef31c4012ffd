"""Evenings in the API: told by the dealer, read live, read and exported once they have ended."""

from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Moment, Text, asked, read
from casino.paging import Paged, narrowed, page, page_of
from tables import refusals
from tables.api import evening_serializers as told
from tables.api.access import Enters, Exports, ReadsRecord, SeesTable, reader, table_of
from tables.models import Evening, Table
from tables.queries.evenings import evening_document, evening_lines, evening_view
from tables.queries.tables import state_of
from tables.services import evenings
from tables.services.drafts import check_writer


class EveningsFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    since = Moment(required=False, help_text="Begun at or after")
    until = Moment(required=False, help_text="Begun before")


class EveningApi(APIView):
    """What lies around the rounds of a table whose bank players hold, live; no cards."""

    permission_classes = [SeesTable]
    refuses = (409,)

    @extend_schema(responses=told.EveningOut)
    def get(self, request: Request, code: str) -> Response:
        return Response(told.EveningOut(_view(table_of(code))).data)


class EveningEventsApi(APIView):
    """The same for the dealer of the open table, who tells what happens."""

    permission_classes = [Enters]
    refuses = (409,)

    @extend_schema(responses=told.EveningOut)
    def get(self, request: Request, code: str) -> Response:
        table = table_of(code)
        check_writer(reader(request), [], state_of(table), table_code=table.code)
        return Response(told.EveningOut(_view(table)).data)

    @extend_schema(request=told.EventsIn, responses=told.EveningOut)
    def post(self, request: Request, code: str) -> Response:
        said = read(told.EventsIn, request)
        view = evenings.tell(
            table_of(code),
            said["events"],
            by=reader(request),
            key=said["key"],
            seen=said.get("seen"),
            at_ms=said.get("at"),
        )
        return Response(told.EveningOut(view).data)


class EveningsApi(APIView):
    """Evenings, newest first."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[EveningsFilter], responses=page_of(told.EveningRowOut))
    def get(self, request: Request) -> Response:
        wanted = asked(EveningsFilter, request)
        rows = narrowed(_with_counts(), wanted, table="table__code", since="began_at__gte", until="began_at__lt")
        return page(request, rows, ("-pk",), asked=wanted, shown=told.EveningRowOut)


class EveningDocumentApi(APIView):
    """The `table-evening/1` document of an evening, byte for byte; refused until the shoes at its table have ended."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, evening_id: int) -> HttpResponse:
        text = evening_document(_evening(evening_id))
        if text is None:
            raise Http404
        return HttpResponse(text, content_type="application/json")


class ExportEveningApi(APIView):
    """The documents of an evening's rounds and its own, one a line, for `manage.py audit_rounds`."""

    permission_classes = [Exports]

    @extend_schema(responses={(200, "application/jsonl"): OpenApiTypes.STR})
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
    path("evenings/<int:evening_id>/export", ExportEveningApi.as_view(), name="api-evening-export"),
]
