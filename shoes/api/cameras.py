"""What cameras post: what they saw, its pictures, how they do. Nothing that was seen is ever answered."""

from typing import Any

from django.core.validators import RegexValidator
from django.shortcuts import get_object_or_404
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

from casino.api_access import people, person
from casino.errors import NotAllowed, Refused
from casino.fields import Choice, Form, Text, Whole, asked, read
from casino.keys import once
from casino.paging import Paged, page, page_by, page_of
from casino.permissions import May
from casino.shapes import shown
from shoes import queries, wire
from shoes.models import Camera
from shoes.services import cameras, observations

LARGEST_CROP = 300_000
LARGEST_STILL = 3_000_000
REPORTED = [state.value for state in Camera.State if state != Camera.State.NEW]


class ObservationsIn(Form):
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


class Word(Text):
    """A code such as `disk-full`, or nothing."""

    def __init__(self, **options: Any) -> None:
        super().__init__(blank=True, max_length=40, validators=[RegexValidator(r"^[a-z-]{0,40}\Z")], **options)


class KeptOut(serializers.Serializer[Any]):
    """There is nothing to say of what was kept."""


class AliveIn(Form):
    frames = Whole(min_value=0, max_value=wire.LATEST_MS)
    dropped = Whole(min_value=0, max_value=wire.LATEST_MS)
    behind_ms = Whole(min_value=0, max_value=wire.LATEST_MS)
    state = Choice(REPORTED)
    at_ms = Whole(min_value=1, max_value=wire.LATEST_MS)
    spooled = Whole(min_value=0, max_value=wire.LATEST_MS, default=0)
    trouble = Word(default="")


class WantedClipOut(serializers.Serializer[Any]):
    """Frames from one moment to another, in UTC milliseconds, `every_ms` apart; the still is of `at_ms`."""

    id = serializers.IntegerField()
    at_ms = serializers.IntegerField()
    from_ms = serializers.IntegerField()
    until_ms = serializers.IntegerField()
    every_ms = serializers.IntegerField()


class AliveOut(serializers.Serializer[Any]):
    wants_still = serializers.BooleanField()
    calibration_version = serializers.IntegerField()
    server_ms = serializers.IntegerField(help_text="The server's clock, for the camera to hold its own against.")
    wants_clips = WantedClipOut(many=True)
    masks_clips = serializers.BooleanField(help_text="Whether frames for clips are black outside the felt.")


class Jpeg(BaseParser):
    """The bytes of a picture, and one byte more than the largest that is taken."""

    media_type = "image/jpeg"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        picture: bytes = stream.read(LARGEST_STILL + 1)
        return picture


class ObservationsApi(APIView):
    """What a camera saw, in order; a key that is known is answered as such and kept once."""

    permission_classes = [May("observations.post")]

    @extend_schema(request=ObservationsIn, responses=ObservedOut)
    def post(self, request: Request, name: str) -> Response:
        camera = own_camera(request, name)
        told = read(ObservationsIn, request)
        taken = observations.take(camera, told["observations"], by=_account(request))
        return Response(ObservedOut(taken).data)


class CameraCropApi(APIView):
    """The picture of an observation, under its SHA-256; one that is known is kept once."""

    permission_classes = [May("observations.post")]
    parser_classes = [Jpeg]

    @extend_schema(request={"image/jpeg": OpenApiTypes.BINARY}, responses=KeptOut)
    def post(self, request: Request, name: str, sha256: str) -> Response:
        camera = own_camera(request, name)
        cameras.keep_crop(camera, sha256, picture_of(request, LARGEST_CROP))
        return Response({})


class CameraAliveApi(APIView):
    """How a camera does, every second; the answer says what is wanted of it."""

    permission_classes = [May("observations.post")]

    @extend_schema(request=AliveIn, responses=AliveOut)
    def post(self, request: Request, name: str) -> Response:
        camera = own_camera(request, name)
        wanted = cameras.alive(camera, cameras.Presence(**read(AliveIn, request)))
        return Response(AliveOut(wanted).data)


class CameraStillApi(APIView):
    """The newest picture, when it was wanted."""

    permission_classes = [May("observations.post")]
    parser_classes = [Jpeg]

    @extend_schema(request={"image/jpeg": OpenApiTypes.BINARY}, responses=KeptOut)
    def post(self, request: Request, name: str) -> Response:
        cameras.keep_still(own_camera(request, name), picture_of(request, LARGEST_STILL))
        return Response({})


CameraOut = shown(queries.CameraHealth, name="Camera", also=("is_well",))


class CamerasApi(APIView):
    """All cameras and how each does, by name; nothing of what they see."""

    permission_classes = [May("cameras.manage")]

    @extend_schema(parameters=[Paged], responses=page_of(CameraOut))
    def get(self, request: Request) -> Response:
        rows = queries.camera_health().values()
        return page_by(request, rows, lambda row: row.name, asked=asked(Paged, request), shown=CameraOut)


class CalibrationOut(serializers.Serializer[Any]):
    """How a camera saw its table from a moment on."""

    version = serializers.IntegerField()
    body = serializers.JSONField()
    sha256 = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()


class CalibrationIn(Form):
    """As `shoes/camera/plane.py` reads it and the camera's page writes it."""

    body = serializers.DictField(child=serializers.JSONField(allow_null=True))


class CalibrationsApi(APIView):
    """How a camera sees its table, the newest version first; save the next one."""

    permission_classes = [people("cameras.manage")]

    @extend_schema(parameters=[Paged], responses=page_of(CalibrationOut))
    def get(self, request: Request, name: str) -> Response:
        rows = get_object_or_404(Camera, name=name).calibrations.select_related("by")
        return page(request, rows, ("-version",), asked=asked(Paged, request), shown=CalibrationOut)

    @extend_schema(request=CalibrationIn, responses={201: CalibrationOut})
    @once
    def post(self, request: Request, name: str) -> Response:
        found = get_object_or_404(Camera, name=name)
        made = cameras.calibrate(found, read(CalibrationIn, request)["body"], by=person(request))
        return Response(CalibrationOut(made).data, status=201)


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


def picture_of(request: Request, largest: int) -> bytes:
    """The JPEG that was sent. Raises Refused for one that is too large."""
    picture: object = request.data
    if not isinstance(picture, bytes):
        raise ParseError(_("Send a JPEG picture as image/jpeg."))
    if len(picture) > largest:
        message = _("The picture has more than %(largest)d bytes; send a smaller one.") % {"largest": largest}
        raise Refused(message, code="too-large", status=413)
    return picture


urlpatterns: list[Any] = [
    path("cameras", CamerasApi.as_view(), name="api-cameras"),
    path("cameras/<slug:name>/calibrations", CalibrationsApi.as_view(), name="api-calibrations"),
    path("cameras/<slug:name>/observations", ObservationsApi.as_view(), name="api-camera-observations"),
    path("cameras/<slug:name>/crops/<slug:sha256>", CameraCropApi.as_view(), name="api-camera-crop"),
    path("cameras/<slug:name>/alive", CameraAliveApi.as_view(), name="api-camera-alive"),
    path("cameras/<slug:name>/still", CameraStillApi.as_view(), name="api-camera-still"),
]
