"""The stages of training: scenes, finder, mined proposals, reader. Each goes on from where it was stopped."""

import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import onnxruntime
import torch

from shoes.training import chunks, course, export, finding, mining, reading
from shoes.training.art import read_artwork
from shoes.training.fonts import read_typefaces
from shoes.training.networks import Finder, Reader
from shoes.training.restart import take_weights


@dataclass(frozen=True)
class Plan:
    """How much is learnt: chunks of a thousand scenes each, and steps of each course."""

    folder: Path
    weights: Path
    seed: int
    chunks: int
    mined: int
    finder_steps: int
    first_steps: int
    second_steps: int
    onward: bool
    workers: int


def _say(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, flush=True)


def draw_scenes(plan: Plan) -> None:
    """Every chunk that is not there yet."""
    missing = [n for n in range(plan.chunks) if not chunks.path_of(plan.folder, n).exists()]
    _shared_out(_draw, plan, missing)


def _draw(plan: Plan, numbers: list[int]) -> None:
    types, art = read_typefaces(), read_artwork()
    faces = len(types.classic) + len(types.other)
    _say(f"{faces} typefaces, {len(types.suits)} suit sets, {len(art.decks)} decks of artwork")
    for number in numbers:
        chunks.make(chunks.path_of(plan.folder, number), number, types, art, seed=plan.seed)
        _say(f"scenes: chunk {number + 1} of {plan.chunks}")


def teach_finder(plan: Plan) -> None:
    if plan.finder_steps == 0:
        return
    torch.manual_seed(plan.seed)
    network = Finder()
    rate = finding.RATE
    if plan.onward:
        rate = finding.ONWARD_RATE
        take_weights(network, plan.weights / "finder.onnx", finding.examples(plan.folder, plan.seed))
    steps = plan.finder_steps
    course.run(finding.course(network, plan.folder, plan.chunks, steps=steps, seed=plan.seed, rate=rate), _say)
    export.export_finder(network, plan.weights / "finder.onnx")


def mine(plan: Plan) -> None:
    """Every chunk of proposals that is not there yet."""
    missing = [n for n in range(plan.mined) if not mining.path_of(plan.folder, n).exists()]
    _shared_out(_mine, plan, missing)


def _mine(plan: Plan, numbers: list[int]) -> None:
    alone = onnxruntime.SessionOptions()
    alone.intra_op_num_threads = 1
    finder = str(plan.weights / "finder.onnx")
    session = onnxruntime.InferenceSession(finder, alone, providers=["CPUExecutionProvider"])
    for number in numbers:
        mined = mining.mine(chunks.load(chunks.path_of(plan.folder, number)), session)
        mining.save(mining.path_of(plan.folder, number), mined)
        _say(f"mined: chunk {number + 1} of {plan.mined}")


def _shared_out(work: Callable[[Plan, list[int]], None], plan: Plan, numbers: list[int]) -> None:
    """Chunks are made each from its own number: so many processes, each its share."""
    shares = [numbers[n :: plan.workers] for n in range(plan.workers) if numbers[n :: plan.workers]]
    if not shares:
        return
    with ProcessPoolExecutor(len(shares), get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        for _done in pool.map(work, [plan] * len(shares), shares):
            pass


def teach_reader(plan: Plan) -> None:
    """Two rounds: on true poses, then, from there, on what the finder proposes. Onward: only the second."""
    torch.manual_seed(plan.seed + 1)
    network = Reader()
    rounds = [(reading.FIRST, plan.chunks, plan.first_steps), (reading.SECOND, plan.mined, plan.second_steps)]
    if plan.onward:
        examples = reading.Lessons(plan.folder, plan.mined, plan.seed, is_mined=True).examples()
        take_weights(network, plan.weights / "reader.onnx", examples)
        rounds = [(reading.ONWARD, plan.mined, plan.second_steps)]
    for each, chunks_of, steps in rounds:
        if steps:
            course.run(reading.course(network, plan.folder, chunks_of, each, steps=steps, seed=plan.seed), _say)
    export.export_reader(network, plan.weights / "reader.onnx")
