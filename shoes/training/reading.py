"""How the reader learns: batches of true, spoilt and proposed windows, and the loss."""

from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from shoes.camera.kinds import NO_RANK
from shoes.training import chunks, mining, samples
from shoes.training.chunks import Chunk
from shoes.training.course import Course
from shoes.training.networks import Reader
from shoes.training.samples import Samples

BATCH, STEPS_A_CHUNK = 96, 100


class Desk:
    """The samples of one chunk, dealt in batches."""

    def __init__(self, chunk: Chunk, mined: Samples | None, rng: np.random.Generator) -> None:
        self.chunk = chunk
        true = samples.true_indices(chunk)
        is_read = (true.rank >= 0) & (true.rank != NO_RANK)
        self.true, self.hidden = true.only(is_read), true.only(~is_read & (true.rank == NO_RANK))
        self.anywhere = samples.anywhere(chunk, 600, rng)
        self.mined_true = self.mined_none = None
        if mined is not None:
            self.mined_none, self.mined_true = mined.only(mined.rank == NO_RANK), mined.only(mined.rank < NO_RANK)

    def deal(self, rng: np.random.Generator) -> Samples:
        """One batch. With mined poses six in ten are what the finder proposed."""

        def some(pile: Samples, number: int) -> Samples:
            return pile.only(rng.integers(0, len(pile), number)) if len(pile) else pile

        true = some(self.true, 60)
        true = Samples(samples.nudged(true.poses, rng), true.scene, true.rank, true.suit)
        spoilt = samples.spoilt(some(self.true, 14), rng)
        parts = [true, spoilt, some(self.anywhere, 12), some(self.hidden, 10)]
        if self.mined_true is not None and self.mined_none is not None:
            own = [some(self.mined_true, 26), some(self.mined_none, 34)]
            parts = [
                *own,
                true.only(np.arange(22)),
                spoilt.only(np.arange(6)),
                parts[2].only(np.arange(4)),
                parts[3].only(np.arange(4)),
            ]
        return samples.join(parts)


def loss_of(network: Reader, windows: Tensor, rank: Tensor, suit: Tensor) -> Tensor:
    """Cross-entropy of rank and suit, a little smoothed; what is half hidden teaches nothing."""
    with torch.autocast("cpu", torch.bfloat16):
        ranks, suits = network(windows.contiguous(memory_format=torch.channels_last))
    one = functional.cross_entropy(ranks.float(), rank, ignore_index=samples.IGNORED, label_smoothing=0.01)
    two = functional.cross_entropy(suits.float(), suit, ignore_index=samples.IGNORED, label_smoothing=0.01)
    return one + two


def course(network: Reader, folder: Path, number_of_chunks: int, *, steps: int, seed: int, is_second: bool) -> Course:
    """A course for the reader; the second round learns from mined poses too."""
    held: dict[int, Desk] = {}

    def loss_at(step: int) -> Tensor:
        number = (step // STEPS_A_CHUNK) % number_of_chunks
        if number not in held:
            held.clear()
            mined = mining.load(mining.path_of(folder, number)) if is_second else None
            chunk = chunks.load(chunks.path_of(folder, number))
            held[number] = Desk(chunk, mined, np.random.default_rng([seed, 2, step // STEPS_A_CHUNK]))
        desk = held[number]
        batch = desk.deal(np.random.default_rng([seed, 3, step]))
        windows = samples.windows(desk.chunk, batch).transpose(0, 3, 1, 2).copy()
        return loss_of(
            network, torch.from_numpy(windows).float(), torch.from_numpy(batch.rank), torch.from_numpy(batch.suit)
        )

    name = "reader-2.pt" if is_second else "reader-1.pt"
    return Course(network, loss_at, steps, 1.2e-3 if is_second else 2e-3, folder / name)
