"""Shoes in the API: each with its life; its cards once it has ended."""

from typing import Any

from django.core.validators import RegexValidator
from django.http import Http404
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.api_access import ReadsRecord, people, person
from casino.fields import Choice, Form, Text, Whole, asked, read
from casino.keys import once
from casino.paging import Paged, page, page_of
from casino.shapes import shown
from shoes import queries, services
from shoes.models import Pack, Shoe, ShoeKind, Step

MOST_COUNTED = 100_000
SERIAL = r"^[!-+\--:<-~]{1,40}\Z"
KEY = r"^[A-Za-z0-9-]{1,20}\Z"


class Serials(serializers.ListField):
    """Packs, by the numbers on their seals."""

    child = serializers.CharField()

    def to_representation(self, data: Any) -> list[str]:
        return [pack.serial for pack in (data if isinstance(data, tuple) else data.all())]


ShoeOut = shown(queries.ShoeState, name="Shoe", also=("is_in_play", "has_ended", "is_last_round", "next_steps"))
ShoeLifeOut = shown(
    queries.ShoeView,
    name="ShoeLife",
    shoe=ShoeOut(),
    packs=Serials(),
)


class Serial(Text):
    """The number on a pack's seal."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=40, validators=[RegexValidator(SERIAL)], **options)


class ShoesFilter(Paged):
    state = Choice(Step.values, required=False, help_text="The last step done to it")


class LoadIn(Form):
    """Packs on the floor go into a new shoe."""

    packs = serializers.ListField(child=Serial(), min_length=1, max_length=20, help_text="Numbers on their seals")
    kind = Choice(ShoeKind.values, required=False, default=ShoeKind.SHOE.value)
    key = Text(max_length=20, required=False, validators=[RegexValidator(KEY)], help_text="The next number if absent")


class CutIn(Form):
    cut_by = Text(max_length=40, help_text="A box, or declined")


class StopCardIn(Form):
    from_bottom = Whole(min_value=0, max_value=MOST_COUNTED, help_text="Cards behind the stop card")


class BurnIn(Form):
    burned = Whole(min_value=0, max_value=MOST_COUNTED, help_text="Cards put aside unseen")


class EndIn(Form):
    reason = Text(blank=True, required=False, default="", max_length=200, help_text="While the stop card is not out")


class CountedIn(Form):
    """How many of each card lie in the packs, by card such as QH."""

    counted = serializers.DictField(child=Whole(min_value=0, max_value=MOST_COUNTED))


class ShoesApi(APIView):
    """Shoes, the one opened last first."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[ShoesFilter], responses=page_of(ShoeOut))
    def get(self, request: Request) -> Response:
        wanted = asked(ShoesFilter, request)
        rows = Shoe.objects.all()
        if "state" in wanted:
            rows = rows.filter(pk__in=queries.in_state(wanted["state"]))
        return page(request, rows, ("-pk",), asked=wanted, shown=ShoeOut, view=queries.states_of)


class ShoeApi(APIView):
    """One shoe: its steps, its packs, its alarms; its cards, in the order dealt, once it has ended."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses=ShoeLifeOut)
    def get(self, request: Request, key: str) -> Response:
        return _told(key)


class LoadShoeApi(APIView):
    """Put packs into a new shoe; somebody else verifies them."""

    permission_classes = [people("shoe.manage")]

    @extend_schema(request=LoadIn, responses={201: ShoeLifeOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(LoadIn, request)
        packs = [Pack.objects.filter(serial=serial).first() for serial in said["packs"]]
        lacking = [serial for serial, pack in zip(said["packs"], packs, strict=True) if pack is None]
        if lacking:
            raise services.PackRefused(_("There is no pack %s in the house.") % lacking[0])
        found = [pack for pack in packs if pack is not None]
        made = services.load(said.get("key", ""), found, by=person(request), kind=said["kind"])
        return _told(made.key, status=201)


class ShoeWrite(APIView):
    """One step of a shoe's life; answered with how it stands then."""

    permission_classes = [people("shoe.manage")]


class VerifyShoeApi(ShoeWrite):
    """A second person has looked the packs through: every card of every pack is there."""

    @extend_schema(request=None, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.verify(key, by=person(request))
        return _told(key)


class ShuffleShoeApi(ShoeWrite):
    """The packs are shuffled."""

    @extend_schema(request=None, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.shuffle(key, by=person(request))
        return _told(key)


class CutShoeApi(ShoeWrite):
    """The cut was offered, and somebody put the cut card in, or declined."""

    @extend_schema(request=CutIn, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.cut(key, by=person(request), cut_by=read(CutIn, request)["cut_by"])
        return _told(key)


class PlaceStopCardApi(ShoeWrite):
    """The stop card is placed."""

    @extend_schema(request=StopCardIn, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.place_stop_card(key, read(StopCardIn, request)["from_bottom"], by=person(request))
        return _told(key)


class BurnShoeApi(ShoeWrite):
    """The top cards are put aside unseen."""

    @extend_schema(request=BurnIn, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.burn(key, read(BurnIn, request)["burned"], by=person(request))
        return _told(key)


class StartShoeApi(ShoeWrite):
    """The shoe comes into play."""

    @extend_schema(request=None, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.start(key, by=person(request))
        return _told(key)


class StopCardOutApi(ShoeWrite):
    """The stop card came: the round under way is the last of this shoe."""

    @extend_schema(request=None, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.stop_card_out(key, by=person(request))
        return _told(key)


class EndShoeApi(ShoeWrite):
    """The shoe is taken out of play."""

    @extend_schema(request=EndIn, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.end(key, by=person(request), reason=read(EndIn, request)["reason"])
        return _told(key)


class CountShoeApi(ShoeWrite):
    """The closing count: every card of every pack was looked at."""

    @extend_schema(request=CountedIn, responses=ShoeLifeOut)
    @once
    def post(self, request: Request, key: str) -> Response:
        services.count(key, read(CountedIn, request)["counted"], by=person(request))
        return _told(key)


def _told(key: str, *, status: int = 200) -> Response:
    view = queries.shoe_view(key)
    if view is None:
        raise Http404
    return Response(ShoeLifeOut(view).data, status=status)


urlpatterns: list[Any] = [
    path("shoes", ShoesApi.as_view(), name="api-shoes"),
    path("shoes/load", LoadShoeApi.as_view(), name="api-shoe-load"),
    path("shoes/<slug:key>", ShoeApi.as_view(), name="api-shoe"),
    path("shoes/<slug:key>/verify", VerifyShoeApi.as_view(), name="api-shoe-verify"),
    path("shoes/<slug:key>/shuffle", ShuffleShoeApi.as_view(), name="api-shoe-shuffle"),
    path("shoes/<slug:key>/cut", CutShoeApi.as_view(), name="api-shoe-cut"),
    path("shoes/<slug:key>/stop-card", PlaceStopCardApi.as_view(), name="api-shoe-stop-card"),
    path("shoes/<slug:key>/burn", BurnShoeApi.as_view(), name="api-shoe-burn"),
    path("shoes/<slug:key>/start", StartShoeApi.as_view(), name="api-shoe-start"),
    path("shoes/<slug:key>/stop-card-out", StopCardOutApi.as_view(), name="api-shoe-stop-card-out"),
    path("shoes/<slug:key>/end", EndShoeApi.as_view(), name="api-shoe-end"),
    path("shoes/<slug:key>/count", CountShoeApi.as_view(), name="api-shoe-count"),
]
