"""Raised maxima and announced signs in the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Form, Moment, Text, Whole, asked, read
from casino.keys import once
from casino.money import LARGEST_MINOR
from casino.paging import Paged, page_by, page_of
from casino.shapes import shown
from tables.api.access import SeesTable, people, person, table_of
from tables.api.floor import SignOut
from tables.models import RaisedMaximum, Sign
from tables.queries import raises as known
from tables.queries import signs as hung
from tables.queries.raises import RaiseView
from tables.services import raises, signs

RaiseOut = shown(RaiseView, name="RaisedMaximum")


class RaiseMaximumIn(Form):
    """One box may stake more, until a moment of this gaming day (its end if absent)."""

    place = Text(max_length=2, help_text="The box")
    max_minor = Whole(min_value=1, max_value=LARGEST_MINOR)
    until = Moment(required=False)
    reason = Text(max_length=200)
    player = Text(blank=True, required=False, default="", max_length=80)


class RaisesApi(APIView):
    """Raised maxima in force at a table."""

    permission_classes = [SeesTable]

    @extend_schema(parameters=[Paged], responses=page_of(RaiseOut))
    def get(self, request: Request, code: str) -> Response:
        rows = known.raises_of(table_of(code))
        return page_by(request, rows, lambda row: f"{row.id:019}", asked=asked(Paged, request), shown=RaiseOut)


class RaiseMaximumApi(APIView):
    """Raise the maximum of one box on request."""

    permission_classes = [people("sign.post")]

    @extend_schema(request=RaiseMaximumIn, responses={201: RaiseOut})
    @once
    def post(self, request: Request, code: str) -> Response:
        said, table = read(RaiseMaximumIn, request), table_of(code)
        made = raises.raise_maximum(
            table,
            said["place"],
            said["max_minor"],
            until=said.get("until"),
            reason=said["reason"],
            by=person(request),
            player=said["player"],
        )
        [view] = [row for row in known.raises_of(table) if row.id == made.pk]
        return Response(RaiseOut(view).data, status=201)


class EndRaiseApi(APIView):
    """From the next round on the sign's maximum holds again; answered with what is left in force."""

    permission_classes = [people("sign.post")]

    @extend_schema(request=None, responses=RaiseOut(many=True))
    @once
    def post(self, request: Request, raise_id: int) -> Response:
        found = get_object_or_404(RaisedMaximum.objects.select_related("table"), pk=raise_id)
        raises.end(found, by=person(request))
        return Response(RaiseOut(known.raises_of(found.table), many=True).data)


class AnnounceSignApi(APIView):
    """The players were told of a sign that comes into force."""

    permission_classes = [people("sign.post")]

    @extend_schema(request=None, responses=SignOut)
    @once
    def post(self, request: Request, code: str, version: int) -> Response:
        found = get_object_or_404(Sign.objects.select_related("table", "by"), table__code=code, version=version)
        signs.announce(found, by=person(request))
        return Response(SignOut(hung.view_of(found)).data)


urlpatterns: list[Any] = [
    path("tables/<slug:code>/raises", RaisesApi.as_view(), name="api-raises"),
    path("tables/<slug:code>/raise", RaiseMaximumApi.as_view(), name="api-raise"),
    path("raises/<int:raise_id>/end", EndRaiseApi.as_view(), name="api-raise-end"),
    path("tables/<slug:code>/signs/<int:version>/announce", AnnounceSignApi.as_view(), name="api-sign-announce"),
]
