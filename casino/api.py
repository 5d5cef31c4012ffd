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

from casino.audit import checkpoints
from casino.audit.verify import Report, verify
from casino.errors import Refused, kinds
from casino.fields import Filters, YesNo, asked
from casino.permissions import May, SignedIn
from casino.shapes import shown


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
    path("journal", JournalApi.as_view(), name="api-journal"),
]
