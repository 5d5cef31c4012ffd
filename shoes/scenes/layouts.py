"""How cards lie: places on the table plane in card pixels (a card is 240x336), later ones on top."""

from dataclasses import dataclass

import cv2
import numpy as np

from shoes.camera.kinds import Floats
from shoes.scenes.decks import CARD_H, CARD_W


@dataclass(frozen=True)
class Lie:
    """Where one card lies: its middle, its turn in radians, its width against a poker card's."""

    x: float
    y: float
    turn: float
    width: float = 1.0

    def matrix(self) -> Floats:
        """Card pixels to plane, float32 (3, 3)."""
        c, s = np.cos(self.turn), np.sin(self.turn)
        move = np.array([[c, -s, self.x], [s, c, self.y], [0, 0, 1]])
        own = np.array([[self.width, 0, -CARD_W / 2 * self.width], [0, 1, -CARD_H / 2], [0, 0, 1]])
        matrix: Floats = (move @ own).astype(np.float32)
        return matrix


def scattered(rng: np.random.Generator, number: int) -> list[Lie]:
    """Anywhere and any way round, over and under each other."""
    spread = rng.uniform(1.0, 2.2) * CARD_H
    return [
        Lie(*(rng.uniform(-spread, spread, 2)), turn=rng.uniform(0, 2 * np.pi))  # type: ignore[misc]
        for _ in range(number)
    ]


def fanned(rng: np.random.Generator, number: int) -> list[Lie]:
    """A fan in the hand: each card turned a little about a point below."""
    step, radius, start = rng.uniform(0.12, 0.4), rng.uniform(0.7, 1.6) * CARD_H, rng.uniform(0, 2 * np.pi)
    turns = [start + n * step for n in range(number)]
    return [Lie(radius * np.sin(turn), -radius * np.cos(turn), turn) for turn in turns]


def stepped(rng: np.random.Generator, number: int) -> list[Lie]:
    """A hand of hits: each card laid over the one before, a corner of which stays open."""
    turn = rng.uniform(0, 2 * np.pi)
    dx = rng.uniform(0.18, 0.65) * CARD_W * rng.choice([-1, 1])
    dy = rng.uniform(-0.5, 0.35) * CARD_H
    lies = []
    for n in range(number):
        jitter = rng.normal(0, 5, 2)
        x, y = n * dx + jitter[0], n * dy + jitter[1]
        c, s = np.cos(turn), np.sin(turn)
        lies.append(Lie(c * x - s * y, s * x + c * y, turn + rng.normal(0, 0.07)))
    return lies


def in_row(rng: np.random.Generator, number: int) -> list[Lie]:
    """Side by side, each in one of the ways a row is laid."""
    turn = rng.uniform(0, 2 * np.pi)
    step, c, s = rng.uniform(0.9, 1.5) * CARD_W, np.cos(turn), np.sin(turn)
    return [
        Lie(c * n * step, s * n * step, turn + rng.normal(0, 0.08) + np.pi * rng.integers(2)) for n in range(number)
    ]


def seen_from(rng: np.random.Generator, *, tilt: float, px_per_unit: float, middle: tuple[float, float]) -> Floats:
    """Plane to picture for a lens tilted by `tilt` radians towards any side.

    middle   plane point at (0, 0) of the picture; shift afterwards.
    returns  float32 (3, 3); at the middle one plane unit is `px_per_unit` pixels along the axis of the tilt.
    source   Hartley & Zisserman, Multiple View Geometry, 2nd ed., 8.1.
    """
    towards, focal = rng.uniform(0, 2 * np.pi), rng.uniform(350, 1500)
    c, s = np.cos(towards), np.sin(towards)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    depth = focal / px_per_unit
    lens = np.array([[focal, 0, 0], [0, focal * np.cos(tilt), 0], [0, np.sin(tilt), depth]])
    back = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1]])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    matrix: Floats = (back @ lens @ spin @ shift).astype(np.float32)
    return matrix


def project(points: Floats, matrix: Floats) -> Floats:
    """Points float32 (n, 2) through a homography float32 (3, 3)."""
    moved = cv2.perspectiveTransform(points.reshape(-1, 1, 2), matrix)
    return moved.reshape(-1, 2).astype(np.float32)
