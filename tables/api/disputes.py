"""Disputes in the API: raised, reviewed, ruled on, appealed, closed; their papers."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Choice, Day, Filters, Form, Moment, Text, Whole, YesNo, asked, read
from casino.gaming_day import house_day
from casino.keys import once
from casino.money import LARGEST_MINOR
from casino.paging import Paged, narrowed, page, page_of
from casino.shapes import Plain, shown
from tables.api.access import ReadsRecord, people, person, reader
from tables.api.serializers import DisputeRowOut
from tables.models import Dispute, Round, Ruling, Verdict
from tables.queries import disputes as known
from tables.queries import verdicts as judged
from tables.queries.disputes import DisputePage
from tables.queries.proposals import Proposal
from tables.services import disputes, papers

OF_READER = frozenset({"may_decide", "may_appeal", "may_close", "why_not"})
ProposalOut = shown(
    Proposal,
    name="Proposal",
    finding=Plain(),
    entry=Plain(),
    pack=serializers.CharField(source="pack.key"),
    alternatives=Plain(),
)
DisputeOut = shown(
    DisputePage,
    name="Dispute",
    leave=OF_READER | {"round"},
    table_code=serializers.CharField(source="round.table_code"),
    round_id=serializers.IntegerField(source="round.id"),
    round_number=serializers.IntegerField(source="round.number"),
    withheld=serializers.BooleanField(source="round.withheld"),
    proposals=ProposalOut(many=True),
)


class DisputesFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    state = Choice(known.STATES, required=False)
    overdue = YesNo(required=False, help_text="The day of the answer is over and nobody has ruled")
    since = Moment(required=False, help_text="Raised at or after")
    until = Moment(required=False, help_text="Raised before")


class RaiseDisputeIn(Form):
    """Who contests which hand. With `received_on` it came by letter on that day, and is answered by a deadline."""

    slot = Text(max_length=24, help_text="Box or hand, such as 3 or 3.1; 0 is the bank")
    words = Text(max_length=1000)
    verdict_id = Whole(required=False, min_value=1, help_text="The verdict that it is about")
    received_on = Day(required=False, help_text="When the letter came")
    reference = Text(blank=True, required=False, default="", max_length=80, help_text="Where the letter lies")


class RuleIn(Form):
    decision = Choice(Ruling.Decision.values)
    reason = Text(max_length=1000)
    clause = Text(blank=True, required=False, default="", max_length=40)
    refund_minor = Whole(required=False, default=0, min_value=0, max_value=LARGEST_MINOR)
    paid_from = Choice(Ruling.Source.values, required=False)


class WordsIn(Form):
    words = Text(max_length=1000)


class RemarkIn(Form):
    words = Text(blank=True, required=False, default="", max_length=1000)


class DisputesApi(APIView):
    """Disputes, newest first."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[DisputesFilter], responses=page_of(DisputeRowOut))
    def get(self, request: Request) -> Response:
        wanted = asked(DisputesFilter, request)
        lookups = {"table": "round__table__code", "state": "state", "since": "at__gte", "until": "at__lt"}
        every: Any = Dispute.objects.with_state().select_related("round__table", "raised_by")
        deadlines: Any = Dispute.objects.with_deadline()
        rows = narrowed(every, wanted, **lookups, overdue=deadlines.filter(due_on__lt=house_day()))
        return page(
            request,
            rows,
            ("-pk",),
            asked=wanted,
            shown=DisputeRowOut,
            view=lambda found: judged.dispute_views(found, reader(request)),
        )


class DisputeApi(APIView):
    """One dispute with its steps, rulings, holds, and what the rule pack proposes."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses=DisputeOut)
    def get(self, request: Request, dispute_id: int) -> Response:
        return _told(_dispute(dispute_id), request)


class RaiseDisputeApi(APIView):
    """Contest a hand; a dealer may on the running or the last round of their own table."""

    permission_classes = [people("dispute.raise")]

    @extend_schema(request=RaiseDisputeIn, responses={201: DisputeRowOut})
    @once
    def post(self, request: Request, round_id: int) -> Response:
        said = read(RaiseDisputeIn, request)
        found = get_object_or_404(Round.objects.select_related("table", "sign"), pk=round_id)
        about = get_object_or_404(Verdict, pk=said["verdict_id"], round=found).key if "verdict_id" in said else ""
        common = {"words": said["words"], "by": person(request), "about_verdict_key": about}
        if "received_on" in said:
            letter = {"received_on": said["received_on"], "reference": said["reference"]}
            made = disputes.raise_by_letter(found, said["slot"], **letter, **common)
        else:
            made = disputes.raise_on(found, said["slot"], **common)
        [view] = judged.dispute_views([made], reader(request))
        return Response(DisputeRowOut(view).data, status=201)


class DisputeWrite(APIView):
    """What a supervisor does about a dispute; answered with how it stands then."""

    permission_classes = [people("dispute.rule")]


class ReviewDisputeApi(DisputeWrite):
    """Say that you look into it."""

    @extend_schema(request=None, responses=DisputeOut)
    @once
    def post(self, request: Request, dispute_id: int) -> Response:
        disputes.review(_dispute(dispute_id), by=person(request))
        return _told(_dispute(dispute_id), request)


class RuleDisputeApi(DisputeWrite):
    """Decide, with clause and reason; never by who dealt the hand."""

    @extend_schema(request=RuleIn, responses={201: DisputeOut})
    @once
    def post(self, request: Request, dispute_id: int) -> Response:
        disputes.rule_on(_dispute(dispute_id), **read(RuleIn, request), by=person(request))
        return _told(_dispute(dispute_id), request, status=201)


class AppealDisputeApi(DisputeWrite):
    """Record that the ruling is not accepted; somebody else decides on it."""

    @extend_schema(request=WordsIn, responses=DisputeOut)
    @once
    def post(self, request: Request, dispute_id: int) -> Response:
        disputes.appeal(_dispute(dispute_id), words=read(WordsIn, request)["words"], by=person(request))
        return _told(_dispute(dispute_id), request)


class CloseDisputeApi(DisputeWrite):
    """The ruling is accepted."""

    @extend_schema(request=RemarkIn, responses=DisputeOut)
    @once
    def post(self, request: Request, dispute_id: int) -> Response:
        disputes.close(_dispute(dispute_id), words=read(RemarkIn, request)["words"], by=person(request))
        return _told(_dispute(dispute_id), request)


class PaperFilter(Filters):
    language = Choice(papers.LANGUAGES, required=False, default="en")


class DisputeFileApi(APIView):
    """All about a dispute as PDF, for the regulator, once the shoe has ended; the journal keeps who made it."""

    permission_classes = [people("evidence.see")]
    refuses = (409,)

    @extend_schema(parameters=[PaperFilter], responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, dispute_id: int) -> HttpResponse:
        return _paper(request, dispute_id, "file")


class DisputeSheetApi(APIView):
    """What was decided and why as PDF, in plain words for the guest, once there is a ruling and the shoe has ended."""

    permission_classes = [people("evidence.see")]
    refuses = (409,)

    @extend_schema(parameters=[PaperFilter], responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(self, request: Request, dispute_id: int) -> HttpResponse:
        return _paper(request, dispute_id, "sheet")


def _dispute(dispute_id: int) -> Dispute:
    rows = Dispute.objects.select_related("round__table", "round__sign", "round__dealer", "raised_by")
    return get_object_or_404(rows, pk=dispute_id)


def _told(dispute: Dispute, request: Request, *, status: int = 200) -> Response:
    return Response(DisputeOut(known.dispute_page(dispute, reader(request))).data, status=status)


def _paper(request: Request, dispute_id: int, what: papers.Kind) -> HttpResponse:
    language = asked(PaperFilter, request)["language"]
    written = papers.paper_of(_dispute(dispute_id), what, language=language, by=person(request))
    return HttpResponse(written, content_type="application/pdf")


urlpatterns: list[Any] = [
    path("disputes", DisputesApi.as_view(), name="api-disputes"),
    path("disputes/<int:dispute_id>", DisputeApi.as_view(), name="api-dispute"),
    path("rounds/<int:round_id>/disputes", RaiseDisputeApi.as_view(), name="api-dispute-raise"),
    path("disputes/<int:dispute_id>/review", ReviewDisputeApi.as_view(), name="api-dispute-review"),
    path("disputes/<int:dispute_id>/rule", RuleDisputeApi.as_view(), name="api-dispute-rule"),
    path("disputes/<int:dispute_id>/appeal", AppealDisputeApi.as_view(), name="api-dispute-appeal"),
    path("disputes/<int:dispute_id>/close", CloseDisputeApi.as_view(), name="api-dispute-close"),
    path("disputes/<int:dispute_id>/file", DisputeFileApi.as_view(), name="api-dispute-file"),
    path("disputes/<int:dispute_id>/sheet", DisputeSheetApi.as_view(), name="api-dispute-sheet"),
]
