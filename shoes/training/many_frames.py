"""How much several frames read that one does not: drawn cards that lie still under a noisy lens, by index height.

Each film is drawn from its own number alone, one line each in a file: asked for more, it goes on after the last.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from shoes.camera.crops import HEIGHT, UP_X, UP_Y, cut, halves
from shoes.camera.evidence import Evidence, said
from shoes.camera.eyes import PROPOSED, Eyes
from shoes.camera.find import find
from shoes.camera.kinds import RANKS, SUITS, Floats, Image
from shoes.camera.read import LOOKS, Readings, read
from shoes.scenes import layouts
from shoes.scenes.light import Roughness
from shoes.scenes.practice import DrawnDeck
from shoes.scenes.scene import Scene, compose
from shoes.training.drawn_cards import SEEN
from shoes.training.typefaces import Typefaces
from shoes.training.unseen import unseen_deck, unseen_ground

SIDE_PX, FRAMES, FILMS = 320, 20, 5
LOWEST_PX, HIGHEST_PX = 8.0, 44.0
# Bands of index heights, each to the next.
HEIGHTS = (8, 10, 12, 14, 16, 18, 20, 24, 28, 34, 42)
AFTER = (1, FRAMES)


@dataclass
class Seen:
    """Cards of one band of heights: how many, and how many were said rightly and wrongly after so many frames."""

    cards: int = 0
    right: dict[int, int] = field(default_factory=lambda: dict.fromkeys(AFTER, 0))
    wrong: dict[int, int] = field(default_factory=lambda: dict.fromkeys(AFTER, 0))


@dataclass(frozen=True)
class Sensor:
    """What is the same in all frames of a film: defocus in pixels, light by channel, noise, JPEG quality."""

    blur_px: float
    light: Floats
    noise: float
    quality: int

    @classmethod
    def any(cls, rng: np.random.Generator) -> "Sensor":
        light = rng.uniform(0.5, 1.1) * (1 + rng.normal(0, 0.06, 3))
        quality = int(rng.integers(60, 95))
        return cls(float(rng.uniform(0.4, 1.2)), light.astype(np.float32), float(rng.uniform(2, 8)), quality)

    def frame(self, picture: Image, rng: np.random.Generator) -> Image:
        """One frame: the lens trembles by a third of a pixel, the lamp flickers, every pixel has its own noise."""
        move = np.array([[1, 0, rng.normal(0, 0.35)], [0, 1, rng.normal(0, 0.35)]])
        moved = cv2.warpAffine(picture, move, picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
        lit = moved.astype(np.float32) * self.light * np.float32(rng.normal(1, 0.015))
        soft = cv2.GaussianBlur(lit, (0, 0), self.blur_px) if self.blur_px > 0.25 else lit
        noisy = soft + rng.standard_normal(picture.shape, dtype=np.float32) * np.float32(self.noise)
        whole = np.clip(noisy, 0, 255).astype(np.uint8)
        packed = cv2.imencode(".jpg", whole, [cv2.IMWRITE_JPEG_QUALITY, self.quality])[1]
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def still(deck: DrawnDeck, rng: np.random.Generator, height: float) -> Scene:
    """Two hands and a row, as drawn: neither lamp nor lens yet."""
    unit = height / deck.index_h
    lens = layouts.seen_from(rng, tilt=rng.uniform(0, 0.5), px_per_unit=unit, middle=(0.0, 0.0))
    laid = []
    for corner in rng.permutation(4)[:3]:
        group = (layouts.stepped, layouts.in_row)[int(rng.integers(2))](rng, int(rng.integers(1, 4)))
        x, y = (np.array([corner % 2, corner // 2]) - 0.5) * SIDE_PX / unit / 2
        for lie in group:
            place = np.array([[1, 0, SIDE_PX / 2], [0, 1, SIDE_PX / 2], [0, 0, 1]])
            lie_at = layouts.Lie(lie.x - group[0].x + x, lie.y - group[0].y + y, lie.turn)
            face = deck.faces[int(rng.integers(len(deck.faces)))]
            laid.append((face, (place @ lens @ lie_at.matrix()).astype(np.float32)))
    ground = unseen_ground(rng, (SIDE_PX, SIDE_PX))
    return compose(ground, laid, rng, rough=Roughness(light=0.0, blur_px=0.0, noise=0.0))


def _whole(scene: Scene) -> dict[int, list[int]]:
    """Rows of the whole indices of each card that shows one inside the picture."""
    rows: dict[int, list[int]] = defaultdict(list)
    for row, index in enumerate(scene.indices):
        half = index["height"] / 2
        is_inside = all(half < index[name] < SIDE_PX - half for name in ("x", "y"))
        if is_inside and min(index["seen_rank"], index["seen_suit"]) >= SEEN:
            rows[int(index["card"])].append(row)
    return rows


def _nearest(readings: Readings, index: np.void) -> int | None:
    """The reading of a true index, if there is one."""
    if not len(readings):
        return None
    poses = readings.poses
    away = np.hypot(poses[:, 0] - index["x"], poses[:, 1] - index["y"]) / index["height"]
    turned = poses[:, UP_X] * index["up_x"] + poses[:, UP_Y] * index["up_y"] < 0.7
    far = away + 9 * turned + 9 * (np.abs(np.log(poses[:, HEIGHT] / index["height"])) > 0.5)
    best = int(far.argmin())
    return best if far[best] < 0.4 else None


def film(number: int, deck: DrawnDeck, eyes: Eyes) -> dict[int, Seen]:
    """Draw and read one film; what was said of its cards by band of height."""
    rng = np.random.default_rng([73, number])
    height = float(np.exp(rng.uniform(np.log(LOWEST_PX), np.log(HIGHEST_PX))))
    scene, sensor = still(deck, rng, height), Sensor.any(rng)
    rows = _whole(scene)
    evidence: dict[int, Evidence] = {card: Evidence() for card in rows}
    bands: dict[int, Seen] = defaultdict(Seen)
    for turn in range(FRAMES):
        levels = halves(sensor.frame(scene.image, rng), 2)
        poses = find(levels, eyes.finder, PROPOSED)
        looks = (LOOKS[0], *LOOKS[1:][2 * (turn % 2) :][:2])
        readings = read(partial(cut, levels), poses, eyes.reader, looks)
        cards = readings.cards()
        for card, own in rows.items():
            for corner, row in enumerate(own):
                nearest = _nearest(readings, scene.indices[row])
                if nearest is not None:
                    evidence[card].add(corner, cards[nearest], float(readings.poses[nearest, HEIGHT]))
        if turn + 1 in AFTER:
            _count(bands, scene, rows, evidence, turn + 1)
    return bands


def _count(
    bands: dict[int, Seen],
    scene: Scene,
    rows: dict[int, list[int]],
    evidence: dict[int, Evidence],
    frames: int,
) -> None:
    for card, own in rows.items():
        index = scene.indices[max(own, key=lambda row: float(scene.indices[row]["height"]))]
        band = int(np.searchsorted(HEIGHTS, index["height"], side="right")) - 1
        if not 0 <= band < len(HEIGHTS) - 1:
            continue
        seen = bands[band]
        seen.cards += frames == 1
        read_as = said(evidence[card])
        if read_as.is_sure:
            is_right = read_as.card == RANKS[index["rank"]] + SUITS[index["suit"]]
            (seen.right if is_right else seen.wrong)[frames] += 1


def measure(file: Path, films: int, types: Typefaces, eyes: Eyes) -> Iterator[dict[int, Seen]]:
    """The sums so far, after every few films, until there are `films`; `file` holds a line for so many."""
    number = sum(1 for _ in file.open()) * FILMS if file.exists() else 0
    while number < films:
        sums: dict[int, Seen] = defaultdict(Seen)
        for each in range(number, number + FILMS):
            deck = unseen_deck(types, np.random.default_rng([72, each]))
            _join(sums, film(each, deck, eyes))
        number += FILMS
        rows = {band: [seen.cards, *seen.right.values(), *seen.wrong.values()] for band, seen in sums.items()}
        with file.open("a") as out:
            out.write(json.dumps(rows) + "\n")
        yield load(file)


def load(file: Path) -> dict[int, Seen]:
    """What a file of films comes to."""
    sums: dict[int, Seen] = defaultdict(Seen)
    for line in file.read_text().splitlines():
        bands = {}
        for band, (cards, *counts) in json.loads(line).items():
            right, wrong = counts[: len(AFTER)], counts[len(AFTER) :]
            bands[int(band)] = Seen(cards, dict(zip(AFTER, right, strict=True)), dict(zip(AFTER, wrong, strict=True)))
        _join(sums, bands)
    return dict(sorted(sums.items()))


def _join(sums: dict[int, Seen], more: dict[int, Seen]) -> None:
    for band, seen in more.items():
        sums[band].cards += seen.cards
        for frames in AFTER:
            sums[band].right[frames] += seen.right[frames]
            sums[band].wrong[frames] += seen.wrong[frames]


def told(sums: dict[int, Seen]) -> Iterator[str]:
    """The figures in words."""
    for band, seen in sorted(sums.items()):
        parts = [
            f"{frames} frame{'s' * (frames > 1)}: {seen.right[frames] / max(1, seen.cards):.4f}, "
            f"{seen.wrong[frames]} wrong"
            for frames in AFTER
        ]
        yield f"index {HEIGHTS[band]}-{HEIGHTS[band + 1]} px: {seen.cards} cards; recall after {'; '.join(parts)}"
