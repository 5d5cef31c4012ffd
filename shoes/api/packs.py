"""Packs of cards in the API: where each is, what is signed for, holds, the book of a gaming day."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.api_access import people, person
from casino.errors import Refused
from casino.fields import Choice, Day, DayFilter, Form, ReasonIn, Text, Whole, asked, read
from casino.gaming_day import house_day
from casino.keys import once
from casino.paging import Paged, page, page_by, page_of
from casino.shapes import shown
from shoes import queries, services
from shoes.api.shoes import Serial, Serials
from shoes.models import Pack, PackHold, PackKind, PackMove, PackState, PackTally

MOST = 500
MOST_LINES = 100
MOST_PACKS = 100_000
ASKED_FOR = [PackMove.Kind.ISSUE.value, PackMove.Kind.RETURN.value, PackMove.Kind.DESTROY.value]

PackOut = shown(queries.PackLine, name="CardPack")


class SignedOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class MoveOut(SignedOut):
    """Packs that somebody signed for; `signatures` is how many people it takes."""

    kind = serializers.CharField()
    words = serializers.CharField()
    signatures = serializers.IntegerField()
    clause = serializers.CharField()
    packs = Serials()
    answered_by = serializers.CharField(source="answer.by", default=None, allow_null=True)
    is_agreed = serializers.BooleanField(source="answer.is_agreed", default=None, allow_null=True)


class HoldOut(SignedOut):
    """A pack under investigation."""

    serial = serializers.CharField(source="pack.serial")
    reason = serializers.CharField()
    lifted_by = serializers.CharField(source="lifted.by", default=None, allow_null=True)
    lifted_at = serializers.DateTimeField(source="lifted.at", default=None, allow_null=True)
    outcome = serializers.CharField(source="lifted.reason", default=None, allow_null=True)


class TallyOut(SignedOut):
    """A count of the packs of a gaming day."""

    gaming_day = serializers.DateField()
    counted = serializers.JSONField()
    book = serializers.JSONField()
    differs = serializers.BooleanField()
    reason = serializers.CharField()
    signed_by = serializers.CharField(source="signed.by", default=None, allow_null=True)
    signed_at = serializers.DateTimeField(source="signed.at", default=None, allow_null=True)


class PackEventOut(serializers.Serializer[Any]):
    """What happened to a pack."""

    state = serializers.CharField()
    where = serializers.CharField(source="reason")
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    move_id = serializers.IntegerField(allow_null=True)


class PackShoeOut(serializers.Serializer[Any]):
    key = serializers.CharField()


PackLifeOut = shown(
    queries.PackView,
    name="PackLife",
    line=PackOut(),
    events=PackEventOut(many=True),
    holds=HoldOut(many=True),
    shoes=PackShoeOut(many=True),
)
BookOut = shown(queries.DayBook, name="CardBook", tallies=TallyOut(many=True))


class PacksFilter(Paged):
    state = serializers.ListField(child=Choice(PackState.values), required=False)


class SerialsIn(Form):
    packs = serializers.ListField(child=Serial(), min_length=1, max_length=MOST, help_text="Numbers on their seals")


class ReceiveIn(SerialsIn):
    kind = Choice(PackKind.values)
    back = Text(max_length=40)
    words = Text(blank=True, required=False, default="", max_length=200, help_text="From whom, delivery note")


class MoveIn(SerialsIn):
    kind = Choice(ASKED_FOR)
    words = Text(blank=True, required=False, default="", max_length=200, help_text="Where to, or how")


class ReasonedIn(SerialsIn):
    reason = Text(max_length=200)


class TallyLineIn(Form):
    """Packs of one kind and back, by where they lay."""

    kind = Choice(PackKind.values)
    back = Text(max_length=40)
    store = Whole(min_value=0, max_value=MOST_PACKS)
    floor = Whole(min_value=0, max_value=MOST_PACKS)
    aside = Whole(min_value=0, max_value=MOST_PACKS)


class TallyIn(Form):
    day = Day(help_text="The gaming day")
    counted = serializers.ListField(child=TallyLineIn(), max_length=MOST_LINES)
    reason = Text(blank=True, required=False, default="", help_text="Why it is not what the book says, or done again")


class PacksApi(APIView):
    """Packs of the house by number, and where each is."""

    permission_classes = [people("cards.sign")]

    @extend_schema(parameters=[PacksFilter], responses=page_of(PackOut))
    def get(self, request: Request) -> Response:
        wanted = asked(PacksFilter, request)
        rows = queries.packs_list(wanted.get("state", ()))
        return page_by(request, rows, lambda row: row.serial, asked=wanted, shown=PackOut)


class PackApi(APIView):
    """The life of one pack: where it was, what held it, in which shoes it lay."""

    permission_classes = [people("rounds.read", "record.read")]

    @extend_schema(responses=PackLifeOut)
    def get(self, request: Request, pack_id: int) -> Response:
        return Response(PackLifeOut(queries.pack_view(get_object_or_404(Pack, pk=pack_id))).data)


class MovesApi(APIView):
    """What was signed for, newest first."""

    permission_classes = [people("cards.sign")]

    @extend_schema(parameters=[Paged], responses=page_of(MoveOut))
    def get(self, request: Request) -> Response:
        return page(request, _moves(), ("-pk",), asked=asked(Paged, request), shown=MoveOut)


class ReceivePacksApi(APIView):
    """Sealed packs come in; a second person signs where the rules ask for two."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=ReceiveIn, responses={201: MoveOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(ReceiveIn, request)
        made = services.receive(said["packs"], said["kind"], said["back"], by=person(request), words=said["words"])
        return _move(made, status=201)


class MovePacksApi(APIView):
    """Packs are issued, returned or destroyed, once a second person has signed."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=MoveIn, responses={201: MoveOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(MoveIn, request)
        made = services.ask(PackMove.Kind(said["kind"]), said["packs"], by=person(request), words=said["words"])
        return _move(made, status=201)


class AgreeMoveApi(APIView):
    """The second signature."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=None, responses=MoveOut)
    @once
    def post(self, request: Request, move_id: int) -> Response:
        move = get_object_or_404(PackMove.objects.select_related("by"), pk=move_id)
        services.agree(move, by=person(request))
        return _move(move)


class RefuseMoveApi(APIView):
    """What somebody signed for does not happen."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=ReasonIn, responses=MoveOut)
    @once
    def post(self, request: Request, move_id: int) -> Response:
        move = get_object_or_404(PackMove, pk=move_id)
        services.refuse(move, read(ReasonIn, request)["reason"], by=person(request))
        return _move(move)


class RetirePacksApi(APIView):
    """Packs are taken out of use."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=ReasonedIn, responses=PackOut(many=True))
    @once
    def post(self, request: Request) -> Response:
        said = read(ReasonedIn, request)
        services.retire(said["packs"], said["reason"], by=person(request))
        lines = [queries.pack_view(pack).line for pack in Pack.objects.filter(serial__in=said["packs"])]
        return Response(PackOut(lines, many=True).data)


class HoldsApi(APIView):
    """Packs under investigation, and those that were, newest first."""

    permission_classes = [people("cards.sign")]

    @extend_schema(parameters=[Paged], responses=page_of(HoldOut))
    def get(self, request: Request) -> Response:
        rows = PackHold.objects.select_related("pack", "by", "lifted__by")
        return page(request, rows, ("-pk",), asked=asked(Paged, request), shown=HoldOut)


class HoldPacksApi(APIView):
    """Hold packs wherever they are; somebody else lifts that."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=ReasonedIn, responses={201: HoldOut(many=True)})
    @once
    def post(self, request: Request) -> Response:
        said = read(ReasonedIn, request)
        made = services.hold(said["packs"], said["reason"], by=person(request))
        return Response(HoldOut(made, many=True).data, status=201)


class LiftHoldOnPackApi(APIView):
    """An investigation is over."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=ReasonIn, responses=HoldOut)
    @once
    def post(self, request: Request, hold_id: int) -> Response:
        found = get_object_or_404(PackHold.objects.select_related("pack"), pk=hold_id)
        services.lift(found, read(ReasonIn, request)["reason"], by=person(request))
        return Response(HoldOut(PackHold.objects.select_related("pack", "by", "lifted__by").get(pk=found.pk)).data)


class CardBookApi(APIView):
    """A gaming day of the card room: balances, the log of in and out with its signatures, the counts."""

    permission_classes = [people("rounds.read")]

    @extend_schema(parameters=[DayFilter], responses=BookOut)
    def get(self, request: Request) -> Response:
        day = asked(DayFilter, request).get("day") or house_day()
        if day > house_day():
            raise Refused(_("This day has not begun."), code="day-not-begun", status=422)
        return Response(BookOut(queries.day_book(day)).data)


class TallyPacksApi(APIView):
    """What somebody counted in the store, on the floor and set aside; a second person signs it."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=TallyIn, responses={201: TallyOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(TallyIn, request)
        counted = [dict(line) for line in said["counted"]]
        made = services.tally(said["day"], counted, by=person(request), reason=said["reason"])
        return _tally(made, status=201)


class SignTallyApi(APIView):
    """The second signature under a day's count."""

    permission_classes = [people("cards.sign")]

    @extend_schema(request=None, responses=TallyOut)
    @once
    def post(self, request: Request, tally_id: int) -> Response:
        found = get_object_or_404(PackTally, pk=tally_id)
        services.sign_tally(found, by=person(request))
        return _tally(found)


def _moves() -> Any:
    return PackMove.objects.select_related("by", "answer__by").prefetch_related("packs")


def _move(made: PackMove, *, status: int = 200) -> Response:
    return Response(MoveOut(_moves().get(pk=made.pk)).data, status=status)


def _tally(made: PackTally, *, status: int = 200) -> Response:
    row = PackTally.objects.select_related("by", "signed__by").get(pk=made.pk)
    return Response(TallyOut(row).data, status=status)


urlpatterns: list[Any] = [
    path("packs", PacksApi.as_view(), name="api-packs"),
    path("packs/<int:pack_id>", PackApi.as_view(), name="api-pack"),
    path("packs/receive", ReceivePacksApi.as_view(), name="api-packs-receive"),
    path("packs/moves", MovesApi.as_view(), name="api-pack-moves"),
    path("packs/move", MovePacksApi.as_view(), name="api-packs-move"),
    path("packs/moves/<int:move_id>/agree", AgreeMoveApi.as_view(), name="api-pack-move-agree"),
    path("packs/moves/<int:move_id>/refuse", RefuseMoveApi.as_view(), name="api-pack-move-refuse"),
    path("packs/retire", RetirePacksApi.as_view(), name="api-packs-retire"),
    path("packs/holds", HoldsApi.as_view(), name="api-pack-holds"),
    path("packs/hold", HoldPacksApi.as_view(), name="api-packs-hold"),
    path("packs/holds/<int:hold_id>/lift", LiftHoldOnPackApi.as_view(), name="api-pack-hold-lift"),
    path("packs/book", CardBookApi.as_view(), name="api-card-book"),
    path("packs/count", TallyPacksApi.as_view(), name="api-packs-count"),
    path("packs/counts/<int:tally_id>/sign", SignTallyApi.as_view(), name="api-packs-count-sign"),
]
