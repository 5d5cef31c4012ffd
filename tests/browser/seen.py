"""A table with a camera for browser tests: cards are read with pictures of them, and the camera says how it does."""

import hashlib
import time

import cv2
import numpy as np
from django.utils import timezone

from casino.models import Staff
from shoes.camera.kinds import Image
from shoes.camera.layout import blackjack
from shoes.camera.plane import Calibration
from shoes.models import Camera
from shoes.scenes.decks import draw_back, draw_deck, own_design
from shoes.services import cameras as kept
from tables.models import Table
from tables.services import rounds
from tables.services.drafts import Draft
from tests.tables.watching import WatchedTable

WIDE, HIGH = 1920, 1080
COVERED_S = 0.7
"""A card that is seen sooner after a word may have lain under a hand when it was said (tables/rules/lateness.py)."""
MARKS = np.array([[480, 110], [1440, 110], [1700, 980], [220, 980]], np.float32)


def calibration(boxes: int = 5) -> Calibration:
    """A camera that looks at the middle of the table from the players' side."""
    layout = blackjack(boxes)
    return Calibration((WIDE, HIGH), MARKS, layout.plane, layout.areas)


def jpeg(picture: Image) -> bytes:
    return cv2.imencode(".jpg", picture)[1].tobytes()


def felt() -> Image:
    """A green picture of the right size."""
    return np.full((HIGH, WIDE, 3), (58, 70, 23), np.uint8)


def say_alive(camera: Camera, state: str = "watching", **more: int | str) -> None:
    """What a watching process says of itself every second."""
    told = {"frames": 4123, "dropped": 3, "behind_ms": 80, "at_ms": _now_ms(), **more}
    kept.alive(camera, kept.Presence(state=state, **told))  # type: ignore[arg-type]


class SeenTable(WatchedTable):
    """A camera posts each card with its picture; `calibrated` so that its health is good."""

    def __init__(self, table: Table, dealer: Staff, *, is_watch_only: bool = False) -> None:
        super().__init__(table, dealer, is_watch_only=False)
        rng = np.random.default_rng(7)
        self._deck = draw_deck(own_design(rng))
        self._back = draw_back(rng)
        kept.calibrate(self.camera, calibration(table.boxes).as_json())
        if is_watch_only:
            from tables.services import cameras

            cameras.start_watch_only(table, by=None, reason="a camera is new")
        self.alive()

    def alive(self, state: str = "watching", **more: int | str) -> None:
        say_alive(self.camera, state, **more)

    def see(self, place: str, card: str, *, face: str = "up", lie: str = "along", **more: object) -> str:
        """A card comes to lie; the name of its read."""
        sha256 = self._picture(card if face == "up" else "??")
        said = card if face == "up" else "??"
        read = self.eye.read(_now_ms(), place, said, face=face, lie=lie, crop_sha256=sha256, **more)
        self.post(self.eye.said[-1])
        return read

    def deal(self, texts: str) -> None:
        """`deal("1:8S 0:9H 0:??")`; `??` lies face down."""
        for text in texts.split():
            place, card = text.split(":")
            self.see(place, card, face="down" if card == "??" else "up")

    def stakes(self, **places: int) -> None:
        amounts: dict[str, int | None] = {name.removeprefix("b"): minor for name, minor in places.items()}
        rounds.close_stakes(self.table, amounts, by=self.dealer, key=next(self.keys))

    def word(self, slot: str, word: str) -> None:
        rounds.take(self.rounds[-1], [Draft("said", (slot, word, None))], by=self.dealer, key=next(self.keys))
        time.sleep(COVERED_S)

    def _picture(self, card: str) -> str:
        face = self._deck.get(card, self._back)
        drawn = cv2.resize(face.image[..., :3], (90, 126), interpolation=cv2.INTER_AREA)
        picture = cv2.copyMakeBorder(drawn, 10, 10, 12, 12, cv2.BORDER_CONSTANT, value=(58, 70, 23))
        body = jpeg(np.asarray(picture, np.uint8))
        sha256 = hashlib.sha256(body).hexdigest()
        kept.keep_crop(self.camera, sha256, body)
        return sha256


def _now_ms() -> int:
    return int(timezone.now().timestamp() * 1000)
