"""Players who have several boxes, in the API: nobody is named."""

import secrets
from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Form, Text, read
from casino.keys import once
from tables.api.access import SeesTable, people, person, table_of
from tables.queries.players import groups_at
from tables.services import players


class PlayersOut(serializers.Serializer[Any]):
    """The boxes of each player who has several."""

    groups = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


class PlayerIn(Form):
    """One player plays these boxes; a single box is its own player's again."""

    places = serializers.ListField(child=Text(max_length=2), min_length=1, max_length=9, help_text="Boxes")


class PlayersApi(APIView):
    """Which boxes are one player's, as it was told since the table opened."""

    permission_classes = [SeesTable]

    @extend_schema(responses=PlayersOut)
    def get(self, request: Request, code: str) -> Response:
        return Response(PlayersOut({"groups": groups_at(table_of(code))}).data)


class TellPlayerApi(APIView):
    """The dealer of the open table tells which boxes one player plays; it holds for the rounds that follow."""

    permission_classes = [people("tablet.use")]

    @extend_schema(request=PlayerIn, responses=PlayersOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        said = read(PlayerIn, request)
        key = f"api:{secrets.token_hex(12)}"  # a delivery that comes again is answered by its own key before this
        groups = players.tell(table_of(code), said["places"], by=person(request), key=key)
        return Response(PlayersOut({"groups": groups}).data)


urlpatterns: list[Any] = [
    path("tables/<slug:code>/players", PlayersApi.as_view(), name="api-players"),
    path("tables/<slug:code>/players/tell", TellPlayerApi.as_view(), name="api-players-tell"),
]
