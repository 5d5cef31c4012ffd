"""What cameras post: what they saw, its pictures, how they do. Nothing that was seen is ever answered."""

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.errors import NotAllowed, Refused
from casino.permissions import May
from shoes import wire
from shoes.models import Camera
from shoes.services import cameras, observations

LARGEST_CROP = 300_000
LARGEST_STILL = 3_000_000
REPORTED = [state.value for state in Camera.State if state != Camera.State.NEW]


class ObservationsIn(serializers.Serializer[Any]):
    """Each is checked by itself (shoes/wire.py), so that a bad one does not hold up the rest."""

    observations = serializers.ListField(child=serializers.JSONField(), max_length=wire.MOST_AT_ONCE)


class RefusedOut(serializers.Serializer[Any]):
    key = serializers.CharField()
    code = serializers.CharField()
    detail = serializers.CharField()


class ObservedOut(serializers.Serializer[Any]):
    taken = serializers.ListField(child=serializers.CharField())
    known = serializers.ListField(child=serializers.CharField())
    refused = RefusedOut(many=True)


class AliveIn(serializers.Serializer[Any]):
    frames = serializers.IntegerField(min_value=0, max_value=wire.LATEST_MS)
    dropped = serializers.IntegerField(min_value=0, max_value=wire.LATEST_MS)
    behind_ms = serializers.IntegerField(min_value=0, max_value=wire.LATEST_MS)
    state = serializers.ChoiceField(choices=REPORTED)
    at_ms = serializers.IntegerField(min_value=1, max_value=wire.LATEST_MS)
    spooled = serializers.IntegerField(min_value=0, max_value=wire.LATEST_MS, default=0)
    trouble = serializers.RegexField(r"^[a-z-]{0,40}$", default="", allow_blank=True)


class AliveOut(serializers.Serializer[Any]):
    wants_still = serializers.BooleanField()
    calibration_version = serializers.IntegerField()


class ProblemOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    detail = serializers.CharField()


class Jpeg(BaseParser):
    """The bytes of a picture, and one byte more than the largest that is taken."""

    media_type = "image/jpeg"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        picture: bytes = stream.read(LARGEST_STILL + 1)
        return picture


PROBLEMS = dict.fromkeys((400, 403, 404, 409, 413, 422), ProblemOut)


class ObservationsApi(APIView):
    """What a camera saw, in order; a key that is known is answered as such and kept once."""

    permission_classes = [May("observations.post")]

    @extend_schema(request=ObservationsIn, responses={200: ObservedOut, **PROBLEMS})
    def post(self, request: Request, name: str) -> Response:
        camera = own_camera(request, name)
        form = ObservationsIn(data=request.data)
        form.is_valid(raise_exception=True)
        taken = observations.take(camera, form.validated_data["observations"], by=_account(request))
        return Response(ObservedOut(taken).data)


class CropApi(APIView):
    """The picture of an observation, under its SHA-256; one that is known is kept once."""

    permission_classes = [May("observations.post")]
    parser_classes = [Jpeg]

    @extend_schema(request={"image/jpeg": OpenApiTypes.BINARY}, responses={200: None, **PROBLEMS})
    def post(self, request: Request, name: str, sha256: str) -> Response:
        camera = own_camera(request, name)
        cameras.keep_crop(camera, sha256, _picture(request, LARGEST_CROP))
        return Response({})


class AliveApi(APIView):
    """How a camera does, every second; the answer says what is wanted of it."""

    permission_classes = [May("observations.post")]

    @extend_schema(request=AliveIn, responses={200: AliveOut, **PROBLEMS})
    def post(self, request: Request, name: str) -> Response:
        camera = own_camera(request, name)
        form = AliveIn(data=request.data)
        form.is_valid(raise_exception=True)
        wanted = cameras.alive(camera, cameras.Presence(**form.validated_data))
        return Response(AliveOut(wanted).data)


class StillApi(APIView):
    """The newest picture, when it was wanted."""

    permission_classes = [May("observations.post")]
    parser_classes = [Jpeg]

    @extend_schema(request={"image/jpeg": OpenApiTypes.BINARY}, responses={200: None, **PROBLEMS})
    def post(self, request: Request, name: str) -> Response:
        cameras.keep_still(own_camera(request, name), _picture(request, LARGEST_STILL))
        return Response({})


def own_camera(request: Request, name: str) -> Camera:
    """The camera that the token is for. Raises Refused where there is none, NotAllowed for another's token."""
    camera = Camera.objects.filter(name=name).first()
    if camera is None:
        message = _("There is no camera %(name)s; manage.py add_camera puts one on a table.") % {"name": name}
        raise Refused(message, code="not-found", status=404)
    if getattr(request.user, "about", "") != camera.about:
        raise NotAllowed(_("This token is not that of camera %(name)s; use its own.") % {"name": name})
    return camera


def _account(request: Request) -> Any:
    return request.user


def _picture(request: Request, largest: int) -> bytes:
    picture: object = request.data
    if not isinstance(picture, bytes):
        raise ParseError(_("Send a JPEG picture as image/jpeg."))
    if len(picture) > largest:
        message = _("The picture has more than %(largest)d bytes; send a smaller one.") % {"largest": largest}
        raise Refused(message, code="too-large", status=413)
    return picture


urlpatterns = [
    path("cameras/<slug:name>/observations", ObservationsApi.as_view(), name="api-camera-observations"),
    path("cameras/<slug:name>/crops/<slug:sha256>", CropApi.as_view(), name="api-camera-crop"),
    path("cameras/<slug:name>/alive", AliveApi.as_view(), name="api-camera-alive"),
    path("cameras/<slug:name>/still", StillApi.as_view(), name="api-camera-still"),
]
