"""Poses to learn reading from: true indices nudged, wrong poses, and what the finder itself proposes."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from shoes.camera.crops import HEIGHT, UP_X, UP_Y, WINDOW_PX, cut, halves
from shoes.camera.kinds import NO_RANK, NO_SUIT, Floats, Image
from shoes.scenes.practice import CROP_PX
from shoes.training.chunks import Chunk
from shoes.training.finding import HIDDEN, SEEN

IGNORED = -100
LOWEST_PX = 8.0


@dataclass(frozen=True)
class Samples:
    """poses float32 (n, 5); scene, rank and suit int64 (n,); NO_RANK and NO_SUIT where there is no index."""

    poses: Floats
    scene: npt.NDArray[np.int64]
    rank: npt.NDArray[np.int64]
    suit: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.scene)

    def only(self, rows: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> "Samples":
        return Samples(self.poses[rows], self.scene[rows], self.rank[rows], self.suit[rows])


def join(parts: list[Samples]) -> Samples:
    return Samples(*(np.concatenate([getattr(p, name) for p in parts]) for name in ("poses", "scene", "rank", "suit")))


def poses_of(truth: npt.NDArray[np.void]) -> Floats:
    """Poses float32 (n, 5) of true indices."""
    return np.stack([truth[name] for name in ("x", "y", "height", "up_x", "up_y")], axis=1).astype(np.float32)


def labels_of(truth: npt.NDArray[np.void]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rank and suit to learn for each true index: as seen, none if hidden, IGNORED between."""

    def label(seen: npt.NDArray[np.float32], said: npt.NDArray[np.int16], none: int) -> npt.NDArray[np.int64]:
        return np.where(seen >= SEEN, said, np.where(seen < HIDDEN, none, IGNORED)).astype(np.int64)

    rank = label(truth["seen_rank"], truth["rank"], NO_RANK)
    suit = label(truth["seen_suit"], truth["suit"], NO_SUIT)
    return rank, suit


def true_indices(chunk: Chunk) -> Samples:
    """Every index of a chunk that lies in its picture and is high enough to read."""
    scene = np.repeat(np.arange(len(chunk.images)), np.diff(chunk.starts))
    truth = chunk.indices
    inside = (truth["x"] > 2) & (truth["x"] < CROP_PX - 2) & (truth["y"] > 2) & (truth["y"] < CROP_PX - 2)
    kept = inside & (truth["height"] >= LOWEST_PX)
    rank, suit = labels_of(truth[kept])
    return Samples(poses_of(truth[kept]), scene[kept], rank, suit)


def turned(poses: Floats, by: npt.NDArray[np.float64]) -> Floats:
    """Poses with their up-vectors turned by `by` radians each."""
    out = poses.copy()
    c, s = np.cos(by), np.sin(by)
    out[:, UP_X] = c * poses[:, UP_X] - s * poses[:, UP_Y]
    out[:, UP_Y] = s * poses[:, UP_X] + c * poses[:, UP_Y]
    return out


def nudged(poses: Floats, rng: np.random.Generator) -> Floats:
    """Poses as imprecise as the finder's."""
    n = len(poses)
    out = turned(poses, rng.normal(0, 0.1, n))
    out[:, :2] += rng.normal(0, 0.045, (n, 2)) * poses[:, HEIGHT : HEIGHT + 1]
    out[:, HEIGHT] *= np.exp(rng.normal(0, 0.09, n))
    return out.astype(np.float32)


def spoilt(samples: Samples, rng: np.random.Generator) -> Samples:
    """True indices looked at wrongly: upside down, askew, aside, too near or too far. None of them reads."""
    n = len(samples)
    poses = nudged(samples.poses, rng)
    way = rng.integers(0, 4, n)
    angle = np.where(way == 0, np.pi + rng.normal(0, 0.2, n), np.where(way == 1, rng.uniform(0.7, 5.6, n), 0.0))
    poses = turned(poses, angle)
    aside = rng.uniform(0.6, 1.4, n) * (way == 2)
    bearing = rng.uniform(0, 2 * np.pi, n)
    poses[:, :2] += (aside * poses[:, HEIGHT])[:, None] * np.stack([np.cos(bearing), np.sin(bearing)], 1)
    poses[:, HEIGHT] *= np.where(
        way == 3, np.where(rng.random(n) < 0.5, 0.5, 2.0) * np.exp(rng.normal(0, 0.12, n)), 1.0
    )
    return Samples(poses.astype(np.float32), samples.scene, np.full(n, NO_RANK), np.full(n, NO_SUIT))


def anywhere(chunk: Chunk, number: int, rng: np.random.Generator) -> Samples:
    """Random poses that are near no true index in place, size and turn."""
    scene = rng.integers(0, len(chunk.images), number)
    place, height = rng.uniform(6, CROP_PX - 6, (number, 2)), np.exp(rng.uniform(2.1, 4.0, number))
    angle = rng.uniform(0, 2 * np.pi, number)
    poses = np.column_stack([place, height, np.sin(angle), -np.cos(angle)]).astype(np.float32)
    rank, suit = judged(chunk, poses, scene)
    return Samples(poses, scene, rank, suit).only(rank == NO_RANK)


def judged(
    chunk: Chunk, poses: Floats, scene: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """What each proposed pose should read: the true index it lies on, none, or IGNORED where it is between."""
    rank, suit = np.full(len(poses), NO_RANK), np.full(len(poses), NO_SUIT)
    for row, (pose, number) in enumerate(zip(poses, scene, strict=True)):
        truth = chunk.truth(int(number))
        if len(truth) == 0:
            continue
        away = np.hypot(truth["x"] - pose[0], truth["y"] - pose[1]) / truth["height"]
        scale = np.abs(np.log(truth["height"] / pose[HEIGHT]))
        cosine = truth["up_x"] * pose[UP_X] + truth["up_y"] * pose[UP_Y]
        badness = np.maximum(np.maximum(away / 0.22, scale / 0.3), (1 - cosine) / 0.08)
        best = int(badness.argmin())
        if badness[best] < 1:
            own_rank, own_suit = labels_of(truth[best : best + 1])
            rank[row], suit[row] = own_rank[0], own_suit[0]
        elif badness[best] < 1.7:
            rank[row] = suit[row] = IGNORED
    return rank, suit


def windows(chunk: Chunk, samples: Samples) -> Image:
    """The upright windows of all samples, uint8 (n, 48, 48, 3)."""
    out = np.empty((len(samples), WINDOW_PX, WINDOW_PX, 3), np.uint8)
    for row, (pose, scene) in enumerate(zip(samples.poses, samples.scene, strict=True)):
        picture = chunk.images[scene]
        out[row] = cut([picture] if pose[HEIGHT] < 45 else halves(picture), pose)
    return out
