"""Payout reviews in the API: the samples drawn, the answers, the rate of mispayments with its interval."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.errors import Refused
from casino.fields import Choice, Day, Filters, Form, Text, Whole, asked, read
from casino.gaming_day import house_day
from casino.keys import once
from casino.money import LARGEST_MINOR
from casino.paging import Paged, page_by, page_of
from casino.shapes import Plain, shown
from casino.shifts import shifts_of
from shoes.queries import has_ended
from tables import refusals
from tables.api.access import people, person
from tables.api.serializers import SignOut
from tables.models import PayoutAnswer, PayoutSample, SampledPayout
from tables.queries import reviews as known
from tables.queries.reviews import PayoutRow, PayoutView, RateRow, SampleRow, Tally
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


PayoutWholeOut = shown(
    PayoutView,
    name="ReviewedPayout",
    leave=frozenset({"next_id"}),
    row=PayoutOut(),
    sample=SampleOut(),
    sign=SignOut(),
    pays=Plain(),
    hand=Plain(),
    dealer=Plain(),
    crops=Plain(),
    answers=AnswerOut(many=True),
)


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


class DrawIn(Form):
    """A shift that has begun; `payouts` as many as the house draws if absent."""

    day = Day(help_text="The gaming day")
    shift = Text(max_length=40)
    payouts = Whole(required=False, min_value=1, max_value=reviews.MOST_DRAWN)


class ContestIn(Form):
    words = Text(blank=True, required=False, default="", max_length=1000, help_text="Those of the answer if empty")


class PayoutContestedOut(serializers.Serializer[Any]):
    dispute_id = serializers.IntegerField()


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


class DrawApi(APIView):
    """Draw one more sample of a shift; nobody chooses the seed."""

    permission_classes = [REVIEWS]

    @extend_schema(request=DrawIn, responses={201: SampleWholeOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(DrawIn, request)
        shift = next((one for one in shifts_of(said["day"]) if one.name == said["shift"]), None)
        if shift is None or shift.starts_at > timezone.now():
            raise Refused(_("There was no such shift on that day."), code="no-such-shift", status=422)
        made = reviews.draw(shift, by=person(request), n=said.get("payouts"))
        return Response(SampleWholeOut(known.sample_view(made)).data, status=201)


class PayoutApi(APIView):
    """One payout as it is looked at: cards, sum due, evidence, answers. Its shoe has ended."""

    permission_classes = [REVIEWS]
    refuses = (409,)

    @extend_schema(responses=PayoutWholeOut)
    def get(self, request: Request, payout_id: int) -> Response:
        found = _payout(payout_id)
        if not has_ended(found.round.shoe_key):
            raise refusals.ShoeInPlay
        return Response(PayoutWholeOut(known.payout_view(found)).data)


class ContestPayoutApi(APIView):
    """Make a dispute of a payout that was found wrong."""

    permission_classes = [REVIEWS]

    @extend_schema(request=ContestIn, responses={201: PayoutContestedOut})
    @once
    def post(self, request: Request, payout_id: int) -> Response:
        said = read(ContestIn, request)
        standing = get_object_or_404(PayoutAnswer, payout=_payout(payout_id), replaced_by=None)
        made = reviews.make_dispute(standing, by=person(request), words=said["words"])
        return Response({"dispute_id": made.pk}, status=201)


class AnswerPayoutApi(APIView):
    """Right, wrong or can't see, after looking at the clip."""

    permission_classes = [REVIEWS]

    @extend_schema(request=AnswerIn, responses={201: AnswerOut})
    @once
    def post(self, request: Request, payout_id: int) -> Response:
        said = read(AnswerIn, request)
        made = reviews.answer(
            _payout(payout_id),
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


def _payout(payout_id: int) -> SampledPayout:
    of_round = ("table", "sign", "close", "dealer")
    rows = SampledPayout.objects.select_related("sample__by", "document", *(f"round__{name}" for name in of_round))
    return get_object_or_404(rows, pk=payout_id)


urlpatterns: list[Any] = [
    path("reviews", SamplesApi.as_view(), name="api-reviews"),
    path("reviews/rates", RatesApi.as_view(), name="api-review-rates"),
    path("reviews/draw", DrawApi.as_view(), name="api-review-draw"),
    path("reviews/payouts/<int:payout_id>", PayoutApi.as_view(), name="api-payout"),
    path("reviews/payouts/<int:payout_id>/dispute", ContestPayoutApi.as_view(), name="api-payout-dispute"),
    path("reviews/<int:sample_id>", SampleApi.as_view(), name="api-review"),
    path("reviews/payouts/<int:payout_id>/answer", AnswerPayoutApi.as_view(), name="api-payout-answer"),
]
