"""Practice scenes on disk, a thousand a file, each file made from its own number alone."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import Image
from shoes.scenes import practice
from shoes.scenes.scene import INDEX
from shoes.training.art import Artwork
from shoes.training.designs import random_deck
from shoes.training.typefaces import Typefaces

SCENES, DECKS = 1000, 40


@dataclass(frozen=True)
class Chunk:
    """images uint8 (n, 192, 192, 3); `indices` of dtype INDEX, those of scene i at `starts[i]:starts[i + 1]`."""

    images: Image
    indices: npt.NDArray[np.void]
    starts: npt.NDArray[np.int64]

    def truth(self, scene: int) -> npt.NDArray[np.void]:
        return self.indices[self.starts[scene] : self.starts[scene + 1]]


def make(path: Path, number: int, types: Typefaces, art: Artwork, *, seed: int) -> None:
    """Draw chunk `number` and write it whole or not at all."""
    rng = np.random.default_rng([seed, number])
    decks = [random_deck(types, art, rng) for _ in range(DECKS)]
    scenes = [practice.draw(decks, rng) for _ in range(SCENES)]
    starts = np.cumsum([0, *(len(scene.indices) for scene in scenes)])
    indices = np.concatenate([np.asarray(scene.indices, INDEX) for scene in scenes])
    half = path.with_name(path.stem + ".half.npz")
    np.savez(half, images=np.stack([scene.image for scene in scenes]), indices=indices, starts=starts)
    half.rename(path)


def load(path: Path) -> Chunk:
    with np.load(path) as file:
        return Chunk(file["images"], file["indices"], file["starts"])


def path_of(folder: Path, number: int) -> Path:
    return folder / f"scenes-{number:04d}.npz"
