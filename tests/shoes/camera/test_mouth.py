"""A camera at the shoe's mouth: it reads each card that waits there, and photographs of such a slot."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from shoes import pictures
from shoes.camera.kinds import Image
from shoes.camera.plane import Area, Calibration
from shoes.camera.sights import Read
from shoes.management.commands.score_reads import read_manifest
from shoes.scenes.decks import draw_face, own_design
from shoes.weights import load_eyes
from tests.shoes.camera.watching import watched

SIZE, PLANE_MM = (640, 480), (200.0, 150.0)
WAITS_S, FPS = 1.6, 10


def calibration() -> Calibration:
    """The picture shows 200 x 150 mm round the mouth, from straight above."""
    w, h = SIZE
    marks = np.array([[0, 0], [w - 1, 0], [w - 1, h - 1], [0, h - 1]], np.float32)
    mouth = Area("mouth", "mouth", np.array([[40, 15], [160, 15], [160, 135], [40, 135]], np.float32), 90.0)
    return Calibration(SIZE, marks, PLANE_MM, (mouth,))


def drawn(cards: list[str]) -> Iterator[tuple[float, Image]]:
    """One card after another waits at the mouth and is drawn away."""
    rng = np.random.default_rng(4)
    design = own_design(rng)
    plain = np.full((SIZE[1], SIZE[0], 3), (52, 50, 48), np.uint8)
    k = SIZE[0] / PLANE_MM[0]
    frames = 0
    for card in ["", *cards]:
        shown = plain.copy()
        if card:
            face = np.asarray(cv2.resize(draw_face(design, card).image, (round(63 * k), round(88 * k))), np.uint8)
            alpha, (h, w) = face[:, :, 3:].astype(np.float32) / 255, face.shape[:2]
            part = shown[100 : 100 + h, 220 : 220 + w]
            part[:] = (part * (1 - alpha) + face[:, :, :3] * alpha).astype(np.uint8)
        for picture in [shown] * round(WAITS_S * FPS) + [plain] * round(WAITS_S * FPS if card else 0):
            noisy = picture + rng.normal(0, 2.5, picture.shape)
            yield frames / FPS, np.asarray(np.clip(noisy, 0, 255), np.uint8)
            frames += 1


def test_each_card_that_waits_at_the_mouth_is_read_there_once() -> None:
    sights = watched(drawn(["8S", "KH"]), calibration(), load_eyes())
    assert [(one.place, one.card) for one in sights if isinstance(one, Read)] == [("mouth", "8S"), ("mouth", "KH")]


@pytest.mark.xdist_group("photographs")
def test_photographs_of_a_closed_slot_are_read(shared: Path) -> None:
    eyes, told = load_eyes(), Counter[str]()
    for label in read_manifest(shared / "photos/slot/manifest.jsonl"):
        (true,) = label.cards
        cards = [card.card for card in eyes.read(pictures.read(shared / "photos/slot" / label.image))]
        assert cards, label.image  # each picture shows one card of 100 pixels
        told["right"] += cards == [true]
        told["wrong"] += any("?" not in card and card != true for card in cards)
        told["pictures"] += 1
    assert told["pictures"] == 156
    assert told["right"] >= 130  # measured: 138; the darkest and the burnt out are left unsure
    assert told["wrong"] <= 5  # one look each: small spades of this deck as clubs, two of them in three lights
