"""Opening spreads in the API: how well a camera read them, and what the packs lacked while nothing of them is dealt."""

from typing import Any

from django.db.models import Prefetch
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.api_access import people, person
from casino.fields import Form, Text, asked, read
from casino.keys import once
from casino.paging import Paged, page, page_of
from casino.shapes import shown
from shoes import services
from shoes.api.shoes import Serials
from shoes.misprints import CORNERS, COUNT, PLACE
from shoes.models import Camera, Pack, Spread
from shoes.queries.spreads import SpreadDay, spread_days
from shoes.services.spreads import SpreadRefused, in_shoes

DAYS = 60
SIGNS = people("cards.sign")
SpreadDayOut = shown(SpreadDay, name="SpreadDay", also=("recall_permille",))


class ReadCountOut(serializers.Serializer[Any]):
    """In cards: how many lay there, as far as is known, how many were read rightly, how many wrongly."""

    expected = serializers.IntegerField()
    right = serializers.IntegerField()
    wrong = serializers.IntegerField()


class SpreadOut(ReadCountOut):
    """A spread as it was read, counted as if the packs were complete; and as somebody who looked them through says."""

    id = serializers.IntegerField()
    camera = serializers.CharField(source="camera.name")
    packs = Serials()
    gaming_day = serializers.DateField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    pictures = serializers.IntegerField()
    picture_sha256 = serializers.CharField()
    unsure = serializers.IntegerField()
    is_as_printed = serializers.BooleanField()
    answer = ReadCountOut(default=None, allow_null=True)
    answered_by = serializers.CharField(source="answer.by", default=None, allow_null=True)


class CardsOut(serializers.Serializer[Any]):
    card = serializers.CharField()
    number = serializers.IntegerField()


class PairsField(serializers.ListField):
    """Stored as [card, how many]."""

    child = CardsOut()

    def to_representation(self, value: Any) -> list[dict[str, Any]]:
        return [{"card": card, "number": number} for card, number in value]


class MisprintOut(serializers.Serializer[Any]):
    """A card that shows another than it should be; `why`: by its place, its corners, or the count alone."""

    belongs = serializers.CharField()
    shows = serializers.CharField()
    why = serializers.ChoiceField([PLACE, CORNERS, COUNT])


class MisprintsField(serializers.ListField):
    """Stored as [the card it should be, what it shows, how that is known, its box]."""

    child = MisprintOut()

    def to_representation(self, value: Any) -> list[dict[str, Any]]:
        return [{"belongs": belongs, "shows": shows, "why": why} for belongs, shows, why, _box in value]


class SpreadWholeOut(serializers.Serializer[Any]):
    """One spread; its cards are null while a pack of it is in a shoe that is not counted yet."""

    spread = SpreadOut()
    withheld = serializers.BooleanField()
    missing = PairsField(allow_null=True)
    extra = PairsField(allow_null=True)
    misprinted = MisprintsField(allow_null=True)


class LookThroughIn(Form):
    """What of the cards read to be missing, too many or misprinted is so; nothing: the packs are whole.

    misprinted  each by the card that it should be; its two cards need not be named as missing and too many.
    """

    missing = serializers.ListField(child=Text(max_length=3), max_length=52, required=False, default=list)
    extra = serializers.ListField(child=Text(max_length=3), max_length=52, required=False, default=list)
    misprinted = serializers.ListField(child=Text(max_length=3), max_length=52, required=False, default=list)


class SpreadsApi(APIView):
    """Spreads, newest first."""

    permission_classes = [SIGNS]

    @extend_schema(parameters=[Paged], responses=page_of(SpreadOut))
    def get(self, request: Request) -> Response:
        return page(request, _spreads(), ("-pk",), asked=asked(Paged, request), shown=SpreadOut)


class SpreadApi(APIView):
    """One spread."""

    permission_classes = [SIGNS]

    @extend_schema(responses=SpreadWholeOut)
    def get(self, request: Request, spread_id: int) -> Response:
        return _told(spread_id)


class LookThroughApi(APIView):
    """Somebody has looked the packs through: what of the difference is so. Packs that are not whole are held."""

    permission_classes = [SIGNS]

    @extend_schema(request=LookThroughIn, responses=SpreadWholeOut)
    @once
    def post(self, request: Request, spread_id: int) -> Response:
        found = get_object_or_404(Spread, pk=spread_id)
        said = read(LookThroughIn, request)
        missing, extra = (_counted(said[name], getattr(found, name)) for name in ("missing", "extra"))
        misprinted = _counted(said["misprinted"], [[one[0], 1] for one in found.misprinted])
        services.look_through(found, missing=missing, extra=extra, misprinted=misprinted, by=person(request))
        return _told(spread_id)


class CameraSpreadsApi(APIView):
    """How well a camera read spreads, day by day, the newest first."""

    permission_classes = [people("cameras.manage", "cameras.manage")]

    @extend_schema(responses=SpreadDayOut(many=True))
    def get(self, request: Request, name: str) -> Response:
        return Response(SpreadDayOut(spread_days(get_object_or_404(Camera, name=name), limit=DAYS), many=True).data)


def _counted(cards: list[str], read_so: list[list[Any]]) -> list[str]:
    """Each card as often as it was read to be missing, or too many. Raises SpreadRefused for one that was not."""
    known = dict(read_so)
    others = sorted(set(cards) - set(known))
    if others:
        raise SpreadRefused(_("%(card)s was not read so; name cards of this spread alone.") % {"card": others[0]})
    return [card for card in sorted(set(cards)) for _each in range(known[card])]


def _spreads() -> Any:
    packs = Prefetch("packs", Pack.objects.order_by("serial"))
    return Spread.objects.select_related("camera", "by", "answer__by").prefetch_related(packs)


def _told(spread_id: int) -> Response:
    found = get_object_or_404(_spreads(), pk=spread_id)
    told, hidden = getattr(found, "answer", found), bool(in_shoes(list(found.packs.all())))
    cards = {name: None if hidden else getattr(told, name) for name in ("missing", "extra", "misprinted")}
    return Response(SpreadWholeOut({"spread": found, "withheld": hidden, **cards}).data)


urlpatterns: list[Any] = [
    path("spreads", SpreadsApi.as_view(), name="api-spreads"),
    path("spreads/<int:spread_id>", SpreadApi.as_view(), name="api-spread"),
    path("spreads/<int:spread_id>/looked", LookThroughApi.as_view(), name="api-spread-looked"),
    path("cameras/<slug:name>/spreads", CameraSpreadsApi.as_view(), name="api-camera-spreads"),
]
