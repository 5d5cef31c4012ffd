"""Verdicts and calls in the API: listed, taken, chosen on, closed; made, answered."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Choice, Form, Moment, Text, Whole, YesNo, asked, read
from casino.keys import once
from casino.paging import Paged, narrowed, page, page_of
from casino.shapes import shown
from tables.api.access import ReadsRecord, people, person, reader, table_of
from tables.api.serializers import EveningVerdictOut, VerdictOut
from tables.models import Call, EveningVerdict, Round, Verdict, VerdictClosing
from tables.queries import sight
from tables.queries import verdicts as judged
from tables.queries.evenings import evening_verdict_views
from tables.queries.shapes import CallView, VerdictView
from tables.services import calls, choices, evenings, verdicts

CallOut = shown(CallView, name="Call")
CLOSED_AS = VerdictClosing.Outcome.values


class VerdictsFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    rule = Text(max_length=40, required=False, help_text="Id of a rule")
    level = Choice(Verdict.Level.values, required=False)
    open = YesNo(required=False, help_text="It stands, and nobody has closed it")
    since = Moment(required=False, help_text="Found at or after")
    until = Moment(required=False, help_text="Found before")


class EveningVerdictsFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    evening = Whole(required=False, min_value=1, help_text="Id of an evening")
    open = YesNo(required=False, help_text="It stands, and nobody has closed it")


class ChooseIn(Form):
    option = Text(max_length=40, help_text="One of the `choices` of the finding")


class CallIn(Form):
    reason = Text(blank=True, required=False, default="", max_length=200)


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
        lookups = {"table": "round__table__code", "rule": "rule", "level": "level"}
        rows = narrowed(_settled(), wanted, **lookups, since="at__gte", until="at__lt", open=Verdict.objects.open())
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


class ChooseVerdictApi(APIView):
    """Where the rule leaves a choice: what the one who may choose has chosen."""

    permission_classes = [people("verdict.close")]

    @extend_schema(request=ChooseIn, responses=VerdictOut)
    @once
    def post(self, request: Request, verdict_id: int) -> Response:
        verdict = _verdict(verdict_id)
        choices.choose(verdict, read(ChooseIn, request)["option"], by=person(request))
        return _told(verdict, request)


class EveningVerdictsApi(APIView):
    """Findings of evenings as they stand, newest first; no cards."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[EveningVerdictsFilter], responses=page_of(EveningVerdictOut))
    def get(self, request: Request) -> Response:
        wanted, still_open = asked(EveningVerdictsFilter, request), EveningVerdict.objects.open()
        rows = narrowed(
            EveningVerdict.objects.latest(), wanted, table="evening__table__code", evening="evening", open=still_open
        )
        return page(request, rows, ("-pk",), asked=wanted, shown=EveningVerdictOut, view=evening_verdict_views)


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
        every = Call.objects.select_related("table", "by", "answer__by")
        rows = narrowed(every, wanted, table="table__code", open="answer__isnull")
        return page(request, rows, ("-pk",), asked=wanted, shown=CallOut, view=judged.call_views)


class CallApi(APIView):
    """A dealer calls for a supervisor to their own open table; again while nobody has come, it is the same call."""

    permission_classes = [people("tablet.use")]

    @extend_schema(request=CallIn, responses={201: CallOut})
    @once
    def post(self, request: Request, code: str) -> Response:
        made = calls.call(table_of(code), by=person(request), reason=read(CallIn, request)["reason"])
        return _called(made, status=201)


class AnswerCallApi(APIView):
    """Say that you are on your way."""

    permission_classes = [people("verdict.close")]

    @extend_schema(request=None, responses=CallOut)
    @once
    def post(self, request: Request, call_id: int) -> Response:
        call = get_object_or_404(Call.objects.select_related("table"), pk=call_id)
        calls.answer(call, by=person(request))
        return _called(call)


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


def _called(call: Call, *, status: int = 200) -> Response:
    [view] = judged.call_views([Call.objects.select_related("table", "by", "answer__by").get(pk=call.pk)])
    return Response(CallOut(view).data, status=status)


urlpatterns: list[Any] = [
    path("verdicts", VerdictsApi.as_view(), name="api-verdicts"),
    path("verdicts/<int:verdict_id>", VerdictApi.as_view(), name="api-verdict"),
    path("verdicts/<int:verdict_id>/take", TakeVerdictApi.as_view(), name="api-verdict-take"),
    path("verdicts/<int:verdict_id>/close", CloseVerdictApi.as_view(), name="api-verdict-close"),
    path("verdicts/<int:verdict_id>/choose", ChooseVerdictApi.as_view(), name="api-verdict-choose"),
    path("evening-verdicts", EveningVerdictsApi.as_view(), name="api-evening-verdicts"),
    path(
        "evening-verdicts/<int:evening_verdict_id>/close",
        CloseEveningVerdictApi.as_view(),
        name="api-evening-verdict-close",
    ),
    path("calls", CallsApi.as_view(), name="api-calls"),
    path("tables/<slug:code>/call", CallApi.as_view(), name="api-call"),
    path("calls/<int:call_id>/answer", AnswerCallApi.as_view(), name="api-call-answer"),
]
