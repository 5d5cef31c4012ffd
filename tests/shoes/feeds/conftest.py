"""A camera, its token, and what it might say."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from django.test import Client

from casino import tokens
from shoes.camera.layout import blackjack
from shoes.camera.plane import Calibration
from shoes.models import Camera
from shoes.services import cameras

NOW_MS = 1_700_000_000_000
POST = "observations.post"


@pytest.fixture
def camera(db: None) -> Camera:
    return cameras.add("BJ-12")


@pytest.fixture
def token(camera: Camera) -> str:
    """The secret of the camera's account."""
    return tokens.issue("camera BJ-12", POST, about=camera.about)[1]


@pytest.fixture
def client_of() -> Callable[[str], Client]:
    """A client that shows a secret."""

    def make(secret: str) -> Client:
        return Client(headers={"Authorization": f"Bearer {secret}", "Accept": "application/json"})

    return make


def read(number: int, **changed: Any) -> dict[str, Any]:
    """The `number`th card that a run has read, as it is sent."""
    return {
        "key": f"abcdef:{number}",
        "kind": "read",
        "at_ms": NOW_MS + 1000 * number,
        "read": f"abcdef-{number}",
        "place": "3",
        "card": "QH",
        "face": "up",
        "lie": "along",
        "confidence": 0.97,
        "candidates": [["QH", 0.97]],
        "middle_mm": [700.5, 610.0],
        "crop_sha256": "0" * 64,
        "was_lying": False,
        **changed,
    }


def state(number: int, what: str, **changed: Any) -> dict[str, Any]:
    """Something that became of the camera."""
    return {
        "key": f"abcdef:{number}",
        "kind": "camera",
        "at_ms": NOW_MS + 1000 * number,
        "state": what,
        **changed,
    }


def jpeg(seed: int = 0, size: tuple[int, int] = (64, 48)) -> bytes:
    """Some picture."""
    pixels = np.random.default_rng(seed).integers(0, 255, (size[1], size[0], 3), np.uint8)
    return bytes(cv2.imencode(".jpg", pixels)[1].tobytes())


def calibration(picture: tuple[int, int] = (640, 360), boxes: int = 5) -> Calibration:
    """A camera straight above a table that fills its picture."""
    w, h = picture
    marks = np.array([[8, 8], [w - 8, 8], [w - 8, h - 8], [8, h - 8]], np.float32)
    layout = blackjack(boxes)
    return Calibration(picture, marks, layout.plane, layout.areas)
