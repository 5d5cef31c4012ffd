"""How the finder learns: targets on its grid from the truth of scenes, and the loss."""

from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from shoes.scenes.practice import CROP_PX
from shoes.training import chunks
from shoes.training.chunks import Chunk
from shoes.training.course import Course
from shoes.training.networks import Finder

STRIDE, BATCH = 4, 10
GRID = CROP_PX // STRIDE
SEEN, HIDDEN = 0.85, 0.4
RATE, ONWARD_RATE = 2e-3, 5e-4
_YS, _XS = np.mgrid[0:GRID, 0:GRID].astype(np.float32)


def _turned(picture: npt.NDArray[np.uint8], truth: npt.NDArray[np.void], quarter: int) -> npt.NDArray[np.void]:
    """The truth of a picture after `quarter` quarter turns by numpy.rot90."""
    truth = truth.copy()
    for _ in range(quarter):
        x, y, ux, uy = (truth[name].copy() for name in ("x", "y", "up_x", "up_y"))
        truth["x"], truth["y"] = y, picture.shape[1] - x
        truth["up_x"], truth["up_y"] = uy, -ux
    return truth


def targets(truth: npt.NDArray[np.void]) -> npt.NDArray[np.float32]:
    """Targets float32 (8, 48, 48): heat, its weight, weight of the rest, then the five numbers learnt at middles."""
    out = np.zeros((8, GRID, GRID), np.float32)
    out[1] = 1
    for index in truth:
        x, y, height = index["x"] / STRIDE - 0.5, index["y"] / STRIDE - 0.5, index["height"]
        if not (-1 < x < GRID and -1 < y < GRID) or height < 6:
            continue
        seen = min(index["seen_rank"], index["seen_suit"])
        distance = (_XS - x) ** 2 + (_YS - y) ** 2
        if seen < HIDDEN:
            continue
        if seen < SEEN:
            out[1][distance < (height / STRIDE / 2.5) ** 2 + 1] = 0
            continue
        sigma = 0.55 + height / STRIDE / 12
        heat = np.exp(-distance / (2 * sigma**2))
        cx, cy = min(max(round(float(x)), 0), GRID - 1), min(max(round(float(y)), 0), GRID - 1)
        heat[cy, cx] = 1
        out[0] = np.maximum(out[0], heat)
        near = distance < 1.6
        out[2][near] = 1
        out[3][near] = np.log(height)
        out[4][near], out[5][near] = index["up_x"], index["up_y"]
        out[6][near], out[7][near] = (x - _XS)[near], (y - _YS)[near]
    return out


def batch(chunk: Chunk, scenes: npt.NDArray[np.int64], rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Pictures float (n, 3, 192, 192) and their targets, each turned by a random quarter."""
    pictures, wanted = [], []
    for scene in scenes:
        quarter = int(rng.integers(4))
        picture = chunk.images[scene]
        truth = _turned(picture, chunk.truth(int(scene)), quarter)
        pictures.append(np.rot90(picture, quarter).transpose(2, 0, 1).copy())
        wanted.append(targets(truth))
    return torch.from_numpy(np.stack(pictures)).float(), torch.from_numpy(np.stack(wanted))


def loss_of(found: Tensor, wanted: Tensor) -> Tensor:
    """Focal loss of the heat (source: Zhou et al., Objects as Points, 2019, eq. 1) plus L1 of the rest."""
    heat, weight = wanted[:, 0], wanted[:, 1]
    logit = found[:, 0].float()
    p = torch.sigmoid(logit).clamp(1e-5, 1 - 1e-5)
    is_middle = (heat == 1).float()
    hit = -((1 - p) ** 2) * functional.logsigmoid(logit) * is_middle
    miss = -((1 - heat) ** 4) * p**2 * functional.logsigmoid(-logit) * (1 - is_middle) * weight
    number = is_middle.sum().clamp(min=1)
    off = (found[:, 1:].float() - wanted[:, 3:]).abs() * wanted[:, 2:3]
    parts = off.sum((0, 2, 3)) / wanted[:, 2].sum().clamp(min=1)
    rest = parts[0] + parts[1] + parts[2] + 0.5 * (parts[3] + parts[4])
    return (hit.sum() + miss.sum()) / number + rest


def examples(folder: Path, seed: int) -> Tensor:
    """Some pictures of the first chunk."""
    rng = np.random.default_rng([seed, 4])
    chunk = chunks.load(chunks.path_of(folder, 0))
    return batch(chunk, rng.permutation(chunks.SCENES)[: 8 * BATCH], rng)[0]


def course(
    network: Finder, folder: Path, number_of_chunks: int, *, steps: int, seed: int, rate: float = RATE
) -> Course:
    """A course for the finder over the scenes in `folder`."""
    held: dict[int, Chunk] = {}
    per_chunk = chunks.SCENES // BATCH

    def loss_at(step: int) -> Tensor:
        number = (step // per_chunk) % number_of_chunks
        if number not in held:
            held.clear()
            held[number] = chunks.load(chunks.path_of(folder, number))
        order = np.random.default_rng([seed, step // per_chunk]).permutation(chunks.SCENES)
        part = order[(step % per_chunk) * BATCH :][:BATCH]
        pictures, wanted = batch(held[number], part, np.random.default_rng([seed, 1, step]))
        with torch.autocast("cpu", torch.bfloat16):
            found = network(pictures.contiguous(memory_format=torch.channels_last))
        return loss_of(found, wanted)

    return Course(network, loss_at, steps, rate, folder / "finder.pt")
