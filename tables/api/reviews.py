"""Payout reviews in the API: the samples drawn, the answers, the rate of mispayments with its interval."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Choice, Day, Filters, Form, Text, Whole, asked, read
from casino.gaming_day import house_day
from casino.keys import once
from casino.money import LARGEST_MINOR
from casino.paging import Paged, page_by, page_of
from casino.shapes import shown
from tables.api.access import people, person
from tables.models import PayoutAnswer, PayoutSample, SampledPayout
from tables.queries import reviews as known
from tables.queries.reviews import PayoutRow, RateRow, SampleRow, Tally
from tables.services import reviews

REVIEWS = people("payout.review")
TallyOut = shown(Tally, name="ReviewTally", also=("seen", "open", "share"))
SampleOut = shown(SampleRow, name="PayoutSample", tally=TallyOut())
RateOut = shown(RateRow, name="MispaymentRate", tally=TallyOut())


class AnswerOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    outcome = serializers.CharField()
    paid_minor = serializers.IntegerField(allow_null=True)
    words = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


PayoutOut = shown(PayoutRow, name="SampledPayout", answer=AnswerOut(allow_null=True))


class SampleWholeOut(serializers.Serializer[Any]):
    """A sample and what was drawn, in the order of drawing."""

    sample = SampleOut(source="row")
    payouts = PayoutOut(many=True)


class AnswerIn(Form):
    """`seen` is the id of the answer that stood (absent: none yet): a newer one refuses this."""

    outcome = Choice(PayoutAnswer.Outcome.values)
    seen = Whole(required=False, min_value=1)
    paid_minor = Whole(required=False, min_value=0, max_value=LARGEST_MINOR, help_text="Of a wrong one, if it is known")
    words = Text(blank=True, required=False, default="", max_length=1000)


class SpanFilter(Filters):
    since = Day(required=False, help_text="First gaming day; today's if absent")
    until = Day(required=False, help_text="Last gaming day; today's if absent")


class SamplesApi(APIView):
    """Samples by shift, the newest sixty."""

    permission_classes = [REVIEWS]

    @extend_schema(parameters=[Paged], responses=page_of(SampleOut))
    def get(self, request: Request) -> Response:
        rows = known.samples()
        return page_by(request, rows, lambda row: f"{row.id:019}", asked=asked(Paged, request), shown=SampleOut)


class SampleApi(APIView):
    """One sample with its payouts."""

    permission_classes = [REVIEWS]

    @extend_schema(responses=SampleWholeOut)
    def get(self, request: Request, sample_id: int) -> Response:
        return Response(SampleWholeOut(known.sample_view(get_object_or_404(PayoutSample, pk=sample_id))).data)


class AnswerPayoutApi(APIView):
    """Right, wrong or can't see, after looking at the clip."""

    permission_classes = [REVIEWS]

    @extend_schema(request=AnswerIn, responses={201: AnswerOut})
    @once
    def post(self, request: Request, payout_id: int) -> Response:
        said = read(AnswerIn, request)
        rows = SampledPayout.objects.select_related("round__table", "document")
        made = reviews.answer(
            get_object_or_404(rows, pk=payout_id),
            said["outcome"],
            by=person(request),
            seen=said.get("seen"),
            paid_minor=said.get("paid_minor"),
            words=said["words"],
        )
        return Response(AnswerOut(made).data, status=201)


class RatesApi(APIView):
    """The rate of mispayments of the whole house (an empty code) and of each table, over gaming days."""

    permission_classes = [REVIEWS]

    @extend_schema(parameters=[SpanFilter], responses=RateOut(many=True))
    def get(self, request: Request) -> Response:
        wanted, today = asked(SpanFilter, request), house_day(timezone.now())
        rows = known.rates(wanted.get("since", today), wanted.get("until", today))
        return Response(RateOut(rows, many=True).data)


urlpatterns: list[Any] = [
    path("reviews", SamplesApi.as_view(), name="api-reviews"),
    path("reviews/rates", RatesApi.as_view(), name="api-review-rates"),
    path("reviews/<int:sample_id>", SampleApi.as_view(), name="api-review"),
    path("reviews/payouts/<int:payout_id>/answer", AnswerPayoutApi.as_view(), name="api-payout-answer"),
]
