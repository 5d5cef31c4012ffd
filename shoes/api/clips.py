"""What cameras bring for clips: the frames that `alive` was told are wanted, a whole still, and that this is all."""

from typing import Any

from django.core.validators import RegexValidator
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Form, Text, Whole, read
from casino.permissions import May
from shoes import wire
from shoes.api.cameras import LARGEST_STILL, Jpeg, KeptOut, own_camera, picture_of
from shoes.services import clips

LARGEST_FRAME = 600_000
PICTURE = {"image/jpeg": OpenApiTypes.BINARY}


class SentIn(Form):
    """How many frames were sent; where there are none, a code of the reason such as `too-late`."""

    frames = Whole(min_value=0, max_value=clips.MOST_FRAMES)
    why = Text(blank=True, max_length=40, default="", validators=[RegexValidator(r"^[a-z-]{0,40}\Z")])


class ClipFrameApi(APIView):
    """One frame of a clip, taken at a time in UTC milliseconds."""

    permission_classes = [May("observations.post")]
    parser_classes = [Jpeg]

    @extend_schema(request=PICTURE, responses=KeptOut)
    def post(self, request: Request, name: str, clip_id: int, at_ms: int) -> Response:
        camera = own_camera(request, name)
        clips.keep_frame(camera, _small(clip_id), _small(at_ms), picture_of(request, LARGEST_FRAME))
        return Response({})


class ClipStillApi(APIView):
    """The whole picture nearest to the moment that a clip is about."""

    permission_classes = [May("observations.post")]
    parser_classes = [Jpeg]

    @extend_schema(request=PICTURE, responses=KeptOut)
    def post(self, request: Request, name: str, clip_id: int, at_ms: int) -> Response:
        camera = own_camera(request, name)
        picture = picture_of(request, LARGEST_STILL)
        clips.keep_frame(camera, _small(clip_id), _small(at_ms), picture, kind="still")
        return Response({})


class ClipSentApi(APIView):
    """All frames of a clip are there, or there are none; said twice, it is taken once."""

    permission_classes = [May("observations.post")]

    @extend_schema(request=SentIn, responses=KeptOut)
    def post(self, request: Request, name: str, clip_id: int) -> Response:
        camera = own_camera(request, name)
        said = read(SentIn, request)
        clips.sent(camera, _small(clip_id), frames=said["frames"], why=said["why"])
        return Response({})


def _small(number: int) -> int:
    """What no row and no time can be is not asked of the database."""
    if number > wire.LATEST_MS:
        raise clips.NotAsked
    return number


urlpatterns: list[Any] = [
    path("cameras/<slug:name>/clips/<int:clip_id>", ClipSentApi.as_view(), name="api-camera-clip"),
    path("cameras/<slug:name>/clips/<int:clip_id>/frames/<int:at_ms>", ClipFrameApi.as_view(), name="api-clip-frame"),
    path("cameras/<slug:name>/clips/<int:clip_id>/still/<int:at_ms>", ClipStillApi.as_view(), name="api-clip-still"),
]
