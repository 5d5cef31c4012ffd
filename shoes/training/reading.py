"""How the reader learns: batches of true, spoilt and proposed windows, and the loss."""

from dataclasses import dataclass
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
from shoes.training.roughness import roughened
from shoes.training.samples import Samples

BATCH, STEPS_A_CHUNK = 96, 100


@dataclass(frozen=True)
class Round:
    """One round of teaching: its checkpoint's name, its rate, and whether it learns from mined poses."""

    name: str
    rate: float
    is_mined: bool


FIRST, SECOND = Round("reader-1", 2e-3, False), Round("reader-2", 1.2e-3, True)
ONWARD = Round("reader-on", 8e-4, True)


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


@dataclass
class Lessons:
    """The windows of each step, dealt chunk by chunk; the same step deals the same windows."""

    folder: Path
    number_of_chunks: int
    seed: int
    is_mined: bool = False
    _number: int | None = None
    _desk: Desk | None = None

    def deal(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        """Windows float (96, 3, 48, 48), and what rank and suit each should read."""
        desk = self._desk_of(step)
        rng = np.random.default_rng([self.seed, 3, step])
        batch = desk.deal(rng)
        windows = roughened(samples.windows(desk.chunk, batch), rng).transpose(0, 3, 1, 2).copy()
        return torch.from_numpy(windows).float(), torch.from_numpy(batch.rank), torch.from_numpy(batch.suit)

    def examples(self) -> Tensor:
        """The windows of the first few steps."""
        return torch.cat([self.deal(step)[0] for step in range(4)])

    def _desk_of(self, step: int) -> Desk:
        number = (step // STEPS_A_CHUNK) % self.number_of_chunks
        if self._desk is None or number != self._number:
            mined = mining.load(mining.path_of(self.folder, number)) if self.is_mined else None
            chunk = chunks.load(chunks.path_of(self.folder, number))
            rng = np.random.default_rng([self.seed, 2, step // STEPS_A_CHUNK])
            self._number, self._desk = number, Desk(chunk, mined, rng)
        return self._desk


def course(network: Reader, folder: Path, number_of_chunks: int, of: Round, *, steps: int, seed: int) -> Course:
    """A course for the reader over the scenes in `folder`, one round of it."""
    lessons = Lessons(folder, number_of_chunks, seed, of.is_mined)

    def loss_at(step: int) -> Tensor:
        return loss_of(network, *lessons.deal(step))

    return Course(network, loss_at, steps, of.rate, folder / f"{of.name}.pt")
