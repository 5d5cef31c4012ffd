"""The house in the REST API: its schema, its problems, whether its journal is whole."""

from typing import Any

from django.conf import settings
from django.urls import path
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino import staff_api
from casino.api_access import reader
from casino.audit import checkpoints
from casino.audit.verify import Report, verify
from casino.errors import Refused, kinds
from casino.fields import DayFilter, Filters, YesNo, asked
from casino.gaming_day import house_day, house_zone
from casino.models import Staff
from casino.permissions import May, SignedIn
from casino.roles import ROLES
from casino.shapes import shown
from casino.shifts import shifts_of


class CheckFilter(Filters):
    checkpoints = YesNo(required=False, default=False, help_text="Also against the checkpoints in their folder")


JournalOut = shown(Report, name="JournalCheck")


class JournalApi(APIView):
    """The whole journal, checked now as `manage.py verify_audit` does: how many entries, or the first broken one."""

    permission_classes = [May("journal.read")]
    refuses = (409,)

    @extend_schema(parameters=[CheckFilter], responses=JournalOut)
    def get(self, request: Request) -> Response:
        points = _points() if asked(CheckFilter, request)["checkpoints"] else []
        return Response(JournalOut(verify(points)).data)


def _points() -> list[checkpoints.Checkpoint]:
    try:
        return checkpoints.read(settings.CHECKPOINTS)
    except checkpoints.BadCheckpoint as wrong:
        raise Refused(str(wrong), code="bad-checkpoint") from None


class MeOut(serializers.Serializer[Any]):
    """Who asks: a person, or a machine's account."""

    kind = serializers.ChoiceField(["person", "machine"])
    name = serializers.CharField()
    role = serializers.CharField(allow_null=True, help_text="Of a person")
    about = serializers.CharField(allow_null=True, help_text="What a machine speaks for, such as camera:BJ-12a")
    permissions = serializers.ListField(child=serializers.CharField())


class MeApi(APIView):
    """Who asks, and what they may do."""

    permission_classes = [SignedIn]

    @extend_schema(responses=MeOut)
    def get(self, request: Request) -> Response:
        user = reader(request)
        if isinstance(user, Staff):
            told = {"kind": "person", "role": user.role, "about": None, "permissions": sorted(ROLES[user.role])}
        else:
            told = {"kind": "machine", "role": None, "about": user.about, "permissions": [user.permission]}
        return Response(MeOut({"name": str(user), **told}).data)


class ShiftOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class DayOut(serializers.Serializer[Any]):
    """A gaming day of this house; `zone` is where its clocks are."""

    day = serializers.DateField()
    zone = serializers.CharField()
    shifts = ShiftOut(many=True)


class DayApi(APIView):
    """A gaming day, and when its shifts begin and end."""

    permission_classes = [SignedIn]

    @extend_schema(parameters=[DayFilter], responses=DayOut)
    def get(self, request: Request) -> Response:
        day = asked(DayFilter, request).get("day") or house_day()
        return Response(DayOut({"day": day, "zone": str(house_zone()), "shifts": shifts_of(day)}).data)


class KindOut(serializers.Serializer[Any]):
    """A kind of problem; `about` says when it comes."""

    code = serializers.CharField()
    status = serializers.IntegerField()
    about = serializers.CharField()


class ProblemsApi(APIView):
    """Every kind of problem that this API answers with; their `type` leads here."""

    permission_classes = [SignedIn]

    @extend_schema(responses=KindOut(many=True))
    def get(self, request: Request) -> Response:
        return Response(KindOut(kinds(), many=True).data)


class Schema(SpectacularAPIView):
    """This API as OpenAPI 3.1."""


urlpatterns: list[Any] = [
    path("schema", Schema.as_view(), name="api-schema"),
    path("problems", ProblemsApi.as_view(), name="api-problems"),
    path("me", MeApi.as_view(), name="api-me"),
    path("day", DayApi.as_view(), name="api-day"),
    *staff_api.urlpatterns,
    path("journal", JournalApi.as_view(), name="api-journal"),
]
