"""A camera that brings what it is asked for, without a process: drawn frames, as it would post them."""

import cv2
import numpy as np
from django.test import Client

from casino import tokens
from shoes.camera.kinds import Image
from shoes.models import Camera, ClipRequest
from tables.services import clips
from tests.browser.seen import HIGH, WIDE, felt, jpeg

WALL = (200, 190, 60)
"""What lies outside the felt: a colour that nothing on it has."""
MADE = (480, 270)


def scene(shade: int = 0) -> Image:
    """A picture of a table: a wall, the felt in the middle, and a white card on it that tells the frames apart."""
    picture = np.full((HIGH, WIDE, 3), WALL, np.uint8)
    inner = np.array([[490, 130], [1430, 130], [1680, 970], [240, 970]], np.int32)
    cv2.fillPoly(picture, [inner.reshape(-1, 1, 2)], (58, 70, 23))
    cv2.rectangle(picture, (900, 600), (960, 690), (250 - shade, 250 - shade, 250), -1)
    return picture


class BringingCamera:
    """Posts by its own token to the API, through Django's client."""

    def __init__(self, camera: Camera) -> None:
        secret = tokens.issue("clips", "observations.post", about=camera.about)[1]
        self.client = Client(headers={"Authorization": f"Bearer {secret}", "Accept": "application/json"})
        self.camera = camera

    def asked(self) -> list[ClipRequest]:
        return list(ClipRequest.objects.filter(camera=self.camera, state="asked").order_by("pk"))

    def post(self, path: str, body: bytes | dict[str, object]) -> tuple[int, str]:
        """Status and, where it is refused, the code."""
        url = f"/api/cameras/{self.camera.name}/clips/{path}"
        kind = "image/jpeg" if isinstance(body, bytes) else "application/json"
        answer = self.client.post(url, body, content_type=kind)
        return answer.status_code, answer.json().get("code", "")

    def frames(self, request: ClipRequest, every_ms: int = 200) -> int:
        """Small frames of all its time, and a whole still; how many frames."""
        small = [jpeg(np.asarray(cv2.resize(scene(shade), MADE), np.uint8)) for shade in (0, 60, 120)]
        times = range(request.from_ms, request.until_ms + 1, every_ms)
        for number, at_ms in enumerate(times):
            assert self.post(f"{request.pk}/frames/{at_ms}", small[number % 3]) == (200, "")
        assert self.post(f"{request.pk}/still/{request.at_ms}", jpeg(scene())) == (200, "")
        return len(times)

    def bring(self, request: ClipRequest, every_ms: int = 400) -> None:
        """All of it."""
        count = self.frames(request, every_ms)
        assert self.post(f"{request.pk}", {"frames": count, "why": ""}) == (200, "")

    def brought(self, every_ms: int = 400) -> None:
        """Everything that is asked, and each clip made as its task makes it."""
        for request in self.asked():
            self.bring(request, every_ms)
            clips.make(request.pk)


__all__ = ["MADE", "WALL", "BringingCamera", "felt", "scene"]
