"""Hard cases: what the finder proposes on practice scenes, in its own poses, beside what is true."""

from pathlib import Path

import cv2
import numpy as np

from shoes.camera import find
from shoes.camera.crops import HEIGHT
from shoes.camera.kinds import Floats
from shoes.training import samples
from shoes.training.chunks import Chunk
from shoes.training.samples import Samples

MINED_ABOVE = 0.12
SCALES = (1.0, 0.5, 2.0)


def _proposed(chunk: Chunk, session: find.Session, scene: int) -> Floats:
    """Poses float32 (n, 5) in pixels of the scene, from its own size; one in six also at half or twice the size."""
    found = []
    for scale in SCALES if scene % 6 == 0 else SCALES[:1]:
        picture = chunk.images[scene]
        if scale != 1:
            way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
            picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=way), np.uint8)
        poses = find.at_level(picture, session, MINED_ABOVE)[:, :5]
        poses[:, :3] /= scale
        found.append(poses)
    return np.concatenate(found)


def mine(chunk: Chunk, session: find.Session) -> Samples:
    """All proposals on one chunk with what each should read; undecided ones are left out."""
    proposed = [_proposed(chunk, session, scene) for scene in range(len(chunk.images))]
    scene = np.repeat(np.arange(len(proposed)), [len(p) for p in proposed])
    poses = np.concatenate(proposed)
    rank, suit = samples.judged(chunk, poses, scene)
    kept = (rank != samples.IGNORED) & (poses[:, HEIGHT] >= 6)
    return Samples(poses, scene, rank, suit).only(kept)


def save(path: Path, mined: Samples) -> None:
    half = path.with_name(path.stem + ".half.npz")
    np.savez(half, poses=mined.poses, scene=mined.scene, rank=mined.rank, suit=mined.suit)
    half.rename(path)


def load(path: Path) -> Samples:
    with np.load(path) as file:
        return Samples(file["poses"], file["scene"], file["rank"], file["suit"])


def path_of(folder: Path, number: int) -> Path:
    return folder / f"mined-{number:04d}.npz"
