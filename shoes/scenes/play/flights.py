"""Motions as values: a card's way, an arm's way, chips that come and go; together the plan of a film."""

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from shoes.scenes.play.spots import Pose

REACH_S: Final = 0.4
AWAY_MM: Final = 40.0  # how high a hand comes home


def eased(u: float) -> float:
    """0..1 to 0..1, starting and ending at rest."""
    u = min(max(u, 0.0), 1.0)
    return u * u * (3 - 2 * u)


@dataclass(frozen=True, slots=True)
class Flight:
    """One card's way from `start` to `end`; then it lies at `goal`, or is gone.

    height   how high it is carried at most, in millimetres.
    held     how far past the dealer's fingertips it is carried, in millimetres; None where it goes straight.
    piled    how many cards come to the discard with it.
    """

    card: int
    start: float
    end: float
    origin: Pose
    goal: Pose
    height: float = 0.0
    was_up: bool = True
    is_up: bool = True
    is_gone: bool = False
    held: float | None = None
    piled: int = 0

    def pose(self, at: float) -> Pose:
        u = eased(self._share(at))
        return Pose(
            self.origin.x + u * (self.goal.x - self.origin.x),
            self.origin.y + u * (self.goal.y - self.origin.y),
            self.origin.turn + u * (self.goal.turn - self.origin.turn),
        )

    def height_mm(self, at: float) -> float:
        u = self._share(at)
        return self.height * (eased(4 * u) if self.is_gone else float(np.sin(np.pi * u)))

    def face(self, at: float) -> float:
        """1 face up, -1 face down; between them the card stands on its edge."""
        if self.was_up == self.is_up:
            return 1.0 if self.is_up else -1.0
        return float(np.cos(np.pi * eased((self._share(at) - 0.1) / 0.6))) * (1 if self.was_up else -1)

    def _share(self, at: float) -> float:
        return min(max((at - self.start) / max(self.end - self.start, 1e-6), 0.0), 1.0)


@dataclass(frozen=True, slots=True)
class Key:
    """Where fingertips are at a moment, and how high over the felt."""

    at: float
    x: float
    y: float
    height: float = 25.0


@dataclass(slots=True)
class Track:
    """One arm's way: whose it is, where its shoulder and its home are, and its keys in time."""

    owner: int
    shoulder: tuple[float, float]
    home: tuple[float, float]
    keys: list[Key] = field(default_factory=list)

    def add(self, at: float, point: tuple[float, float], height: float = 25.0) -> None:
        at = max(at, self.keys[-1].at + 0.02) if self.keys else at
        self.keys.append(Key(at, point[0], point[1], height))

    def come(self, at: float) -> None:
        """Before an errand that begins at `at`: home in between, where there is time."""
        if not self.keys:
            self.keys.append(Key(at - REACH_S, *self.home))
        elif at - self.keys[-1].at > 2 * REACH_S + 0.1:
            self.add(self.keys[-1].at + REACH_S, self.home, AWAY_MM)
            self.add(at - REACH_S, self.home, AWAY_MM)

    def leave(self) -> None:
        if self.keys:
            self.add(self.keys[-1].at + REACH_S, self.home, AWAY_MM)

    def point(self, at: float) -> Key | None:
        """Where the fingertips are; None while the arm is away."""
        if not self.keys or not self.keys[0].at <= at <= self.keys[-1].at:
            return None
        number = next(n for n, key in enumerate(self.keys) if key.at >= at)
        one, two = self.keys[max(number - 1, 0)], self.keys[number]
        if (one.x, one.y) == self.home == (two.x, two.y):
            return None
        u = eased((at - one.at) / max(two.at - one.at, 1e-6))
        return Key(
            at, one.x + u * (two.x - one.x), one.y + u * (two.y - one.y), one.height + u * (two.height - one.height)
        )

    def beyond(self, point: tuple[float, float], by_mm: float) -> tuple[float, float]:
        """A point so far beyond another as the shoulder sees it."""
        away = np.array(point) - self.shoulder
        away = away / np.linalg.norm(away) * by_mm
        return point[0] + float(away[0]), point[1] + float(away[1])


@dataclass(frozen=True, slots=True)
class Chips:
    """From `at` on so many chips stand before a box; 0: none."""

    at: float
    place: str
    count: int


@dataclass(slots=True)
class Plan:
    """All motions of a film, and what is true of it; the first track is the dealer's."""

    cards: list[str] = field(default_factory=list)
    flights: list[Flight] = field(default_factory=list)
    tracks: list[Track] = field(default_factory=list)
    chips: list[Chips] = field(default_factory=list)
    truth: list[dict[str, Any]] = field(default_factory=list)
