"""Rounds in the API: listed, read, exported; an auditor's notes."""

from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino import audit
from casino.fields import Choice, Filters, Form, Moment, Text, Whole, asked, read
from casino.keys import once
from casino.models import Staff
from casino.paging import Paged, page, page_of
from tables import queries
from tables.api.access import Exports, ReadsRecord, people, person, reader
from tables.api.serializers import NoteOut, RoundDetailOut, RoundOut
from tables.models import Round, VerdictClosing
from tables.queries import records
from tables.queries.records import OPEN, TRUTHS
from tables.queries.shapes import NoteView, RoundsFilter
from tables.services import notes

NOBODY = 0
LARGEST_NUMBER = 2**31 - 1
OUTCOMES = [*VerdictClosing.Outcome.values, OPEN]


class Narrowed(Filters):
    """Which rounds. A name may stand more than once: any of its values will do."""

    table = serializers.ListField(child=Text(max_length=16), required=False, help_text="Codes of tables")
    outcome = serializers.ListField(child=Choice(OUTCOMES), required=False, help_text="How a verdict was closed")
    rule = serializers.ListField(child=Text(max_length=40), required=False, help_text="Ids of rules with a verdict")
    truth = serializers.ListField(child=Choice(TRUTHS), required=False, help_text="Where the three truths differ")
    shoe = Text(max_length=32, required=False, help_text="Key of the shoe")
    dealer = Text(max_length=40, required=False, help_text="User name of who dealt")
    number = Whole(required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Its number at its table")
    since = Moment(required=False, help_text="Opened at or after")
    until = Moment(required=False, help_text="Opened before")


class NarrowedPaged(Narrowed, Paged):
    pass


class RevisionFilter(Filters):
    revision = Whole(required=False, min_value=1, help_text="The last one if absent")


class RoundNoteIn(Form):
    text = Text(max_length=2000)


class RoundsApi(APIView):
    """Rounds, newest first; cards of a shoe in play are withheld."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[NarrowedPaged], responses=page_of(RoundOut))
    def get(self, request: Request) -> Response:
        wanted = asked(NarrowedPaged, request)
        rows = records.narrowed(_filter(wanted)).select_related("table", "dealer", "close")
        return page(
            request,
            rows,
            ("-opened_at", "-pk"),
            asked=wanted,
            shown=RoundOut,
            view=lambda found: records.rows_of(found, reader(request)),
        )


class RoundApi(APIView):
    """One round."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses=RoundDetailOut)
    def get(self, request: Request, round_id: int) -> Response:
        return Response(RoundDetailOut(queries.round_view(_round(round_id), reader(request))).data)


class RoundDocumentApi(APIView):
    """The `table-round/1` document of a round, byte for byte; refused until its shoe has ended."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[RevisionFilter], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, round_id: int) -> HttpResponse:
        revision = asked(RevisionFilter, request).get("revision")
        text = queries.document_text(_round(round_id), revision)
        if text is None:
            raise Http404
        return HttpResponse(text, content_type="application/json")


class ExportRoundsApi(APIView):
    """Documents of the rounds found, one a line, for `manage.py audit_rounds`; shoes in play are left out."""

    permission_classes = [Exports]

    @extend_schema(parameters=[Narrowed], responses={(200, "application/jsonl"): OpenApiTypes.STR})
    def get(self, request: Request) -> StreamingHttpResponse:
        wanted = _filter(asked(Narrowed, request))
        lines = (f"{text}\n" for text in records.documents_of(wanted))
        told = {"filter": request.query_params.urlencode()}
        audit.record(audit.HOUSE, reader(request), "rounds.exported", about="rounds", facts=told)
        answer = StreamingHttpResponse(lines, content_type="application/jsonl")
        answer["Content-Disposition"] = 'attachment; filename="rounds.jsonl"'
        return answer


class NoteRoundApi(APIView):
    """An auditor's remark on a round; it changes nothing."""

    permission_classes = [people("rounds.note")]

    @extend_schema(request=RoundNoteIn, responses={201: NoteOut})
    @once
    def post(self, request: Request, round_id: int) -> Response:
        note = notes.add(_round(round_id), read(RoundNoteIn, request)["text"], by=person(request))
        return Response(NoteOut(NoteView(note.pk, str(note.by), note.text, note.at)).data, status=201)


def _round(round_id: int) -> Round:
    return get_object_or_404(Round.objects.select_related("table", "sign", "dealer", "close"), pk=round_id)


def _filter(wanted: dict[str, Any]) -> RoundsFilter:
    many = {name: tuple(wanted.get(name, ())) for name in ("table", "outcome", "rule", "truth")}
    dealer = Staff.objects.filter(username=wanted["dealer"]).first() if "dealer" in wanted else None
    return RoundsFilter(
        tables=many["table"],
        outcomes=many["outcome"],
        rules=many["rule"],
        truths=many["truth"],
        dealer_id=(dealer.pk if dealer else NOBODY) if "dealer" in wanted else None,
        number=wanted.get("number"),
        shoe_key=wanted.get("shoe", ""),
        since=wanted.get("since"),
        until=wanted.get("until"),
    )


urlpatterns = [
    path("rounds", RoundsApi.as_view(), name="api-rounds"),
    path("rounds/export", ExportRoundsApi.as_view(), name="api-rounds-export"),
    path("rounds/<int:round_id>", RoundApi.as_view(), name="api-round"),
    path("rounds/<int:round_id>/document", RoundDocumentApi.as_view(), name="api-round-document"),
    path("rounds/<int:round_id>/notes", NoteRoundApi.as_view(), name="api-round-notes"),
]
