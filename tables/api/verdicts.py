"""Verdicts and calls in the API: listed, taken, closed, answered."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Choice, Form, Moment, Text, YesNo, asked, read
from casino.keys import once
from casino.paging import Paged, page, page_of
from casino.shapes import Plain, shown
from tables.api.access import ReadsRecord, people, person, reader
from tables.models import Call, EveningVerdict, Round, Verdict, VerdictClosing
from tables.queries import sight
from tables.queries import verdicts as judged
from tables.queries.shapes import CallView, VerdictView
from tables.services import calls, evenings, verdicts

VerdictOut = shown(VerdictView, name="JudgedVerdict", also=("is_open",), finding=Plain())
CallOut = shown(CallView, name="Call")
CLOSED_AS = VerdictClosing.Outcome.values


class VerdictsFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    rule = Text(max_length=40, required=False, help_text="Id of a rule")
    level = Choice(Verdict.Level.values, required=False)
    open = YesNo(required=False, help_text="It stands, and nobody has closed it")
    since = Moment(required=False, help_text="Found at or after")
    until = Moment(required=False, help_text="Found before")


class CloseIn(Form):
    outcome = Choice(CLOSED_AS)
    reason = Text(blank=True, required=False, default="", max_length=1000)


class CallsFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    open = YesNo(required=False, help_text="Nobody has come yet")


class VerdictsApi(APIView):
    """Verdicts as they stand, newest first. Those of a shoe in play keep rule, box, level and money, but no cards."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[VerdictsFilter], responses=page_of(VerdictOut))
    def get(self, request: Request) -> Response:
        wanted = asked(VerdictsFilter, request)
        names = {"table": "round__table__code", "rule": "rule", "level": "level"}
        names |= {"since": "at__gte", "until": "at__lt"}
        rows = _settled().filter(**{names[name]: wanted[name] for name in names if name in wanted})
        if "open" in wanted:
            still_open = Verdict.objects.open().values("pk")
            rows = rows.filter(pk__in=still_open) if wanted["open"] else rows.exclude(pk__in=still_open)
        return page(request, rows, ("-pk",), asked=wanted, shown=VerdictOut, view=lambda found: _views(found, request))


class VerdictApi(APIView):
    """One verdict, by its latest row."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses=VerdictOut)
    def get(self, request: Request, verdict_id: int) -> Response:
        return _told(get_object_or_404(_settled(), pk=verdict_id), request)


class TakeVerdictApi(APIView):
    """Say that you have it."""

    permission_classes = [people("verdict.close")]

    @extend_schema(request=None, responses=VerdictOut)
    @once
    def post(self, request: Request, verdict_id: int) -> Response:
        verdict = _verdict(verdict_id)
        verdicts.take(verdict, by=person(request))
        return _told(verdict, request)


class CloseVerdictApi(APIView):
    """Close a verdict as one of five outcomes; only `upheld` counts against the dealer."""

    permission_classes = [people("verdict.close")]

    @extend_schema(request=CloseIn, responses=VerdictOut)
    @once
    def post(self, request: Request, verdict_id: int) -> Response:
        said, verdict = read(CloseIn, request), _verdict(verdict_id)
        verdicts.close(verdict, said["outcome"], reason=said["reason"], by=person(request))
        return _told(verdict, request)


class CloseEveningVerdictApi(APIView):
    """Close a finding of an evening."""

    permission_classes = [people("verdict.close")]

    @extend_schema(request=CloseIn, responses=CloseIn)
    @once
    def post(self, request: Request, evening_verdict_id: int) -> Response:
        said = read(CloseIn, request)
        found = get_object_or_404(EveningVerdict.objects.select_related("evening__table"), pk=evening_verdict_id)
        closing = evenings.close_verdict(found, said["outcome"], reason=said["reason"], by=person(request))
        return Response({"outcome": closing.outcome, "reason": closing.reason})


class CallsApi(APIView):
    """Dealers who called for a supervisor, newest first."""

    permission_classes = [people("verdict.close")]

    @extend_schema(parameters=[CallsFilter], responses=page_of(CallOut))
    def get(self, request: Request) -> Response:
        wanted = asked(CallsFilter, request)
        rows = Call.objects.select_related("table", "by", "answer__by")
        if "table" in wanted:
            rows = rows.filter(table__code=wanted["table"])
        if "open" in wanted:
            rows = rows.filter(answer__isnull=wanted["open"])
        return page(request, rows, ("-pk",), asked=wanted, shown=CallOut, view=judged.call_views)


class AnswerCallApi(APIView):
    """Say that you are on your way."""

    permission_classes = [people("verdict.close")]

    @extend_schema(request=None, responses=CallOut)
    @once
    def post(self, request: Request, call_id: int) -> Response:
        call = get_object_or_404(Call.objects.select_related("table"), pk=call_id)
        calls.answer(call, by=person(request))
        answered = Call.objects.select_related("table", "by", "answer__by").get(pk=call.pk)
        [view] = judged.call_views([answered])
        return Response(CallOut(view).data)


def _settled() -> Any:
    """Latest rows; a provisional one may vanish with the next fact."""
    return Verdict.objects.latest().filter(is_provisional=False).select_related("round__table")


def _verdict(verdict_id: int) -> Verdict:
    return get_object_or_404(Verdict.objects.select_related("round__table", "round__dealer"), pk=verdict_id)


def _views(found: list[Verdict], request: Request) -> list[VerdictView]:
    rounds = Round.objects.filter(pk__in={row.round_id for row in found})
    return judged.verdict_views(found, hidden=sight.withheld(rounds, reader(request)))


def _told(verdict: Verdict, request: Request) -> Response:
    [view] = _views([verdict], request)
    return Response(VerdictOut(view).data)


urlpatterns: list[Any] = [
    path("verdicts", VerdictsApi.as_view(), name="api-verdicts"),
    path("verdicts/<int:verdict_id>", VerdictApi.as_view(), name="api-verdict"),
    path("verdicts/<int:verdict_id>/take", TakeVerdictApi.as_view(), name="api-verdict-take"),
    path("verdicts/<int:verdict_id>/close", CloseVerdictApi.as_view(), name="api-verdict-close"),
    path(
        "evening-verdicts/<int:evening_verdict_id>/close",
        CloseEveningVerdictApi.as_view(),
        name="api-evening-verdict-close",
    ),
    path("calls", CallsApi.as_view(), name="api-calls"),
    path("calls/<int:call_id>/answer", AnswerCallApi.as_view(), name="api-call-answer"),
]
