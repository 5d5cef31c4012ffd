"""`python -m shoes.training`: draw scenes, teach the finder, mine what it proposes, teach the reader, export.

Everything comes from the seed; every stage goes on from where it was stopped. One thread each, CPU only.
"""

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import onnxruntime
import torch

from shoes.training import chunks, course, export, finding, mining, reading
from shoes.training.art import ArtMissing, read_artwork
from shoes.training.fonts import FontsMissing, read_typefaces
from shoes.training.networks import Finder, Reader

WEIGHTS = Path(__file__).resolve().parent.parent / "weights"


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


def _say(text: str) -> None:
    print(time.strftime("%H:%M:%S"), text, flush=True)


def draw_scenes(plan: Plan) -> None:
    """Every chunk that is not there yet."""
    missing = [n for n in range(plan.chunks) if not chunks.path_of(plan.folder, n).exists()]
    if not missing:
        return
    types, art = read_typefaces(), read_artwork()
    faces = len(types.classic) + len(types.other)
    _say(f"{faces} typefaces, {len(types.suits)} suit sets, {len(art.decks)} decks of artwork")
    for number in missing:
        chunks.make(chunks.path_of(plan.folder, number), number, types, art, seed=plan.seed)
        _say(f"scenes: chunk {number + 1} of {plan.chunks}")


def teach_finder(plan: Plan) -> None:
    torch.manual_seed(plan.seed)
    network = Finder()
    course.run(finding.course(network, plan.folder, plan.chunks, steps=plan.finder_steps, seed=plan.seed), _say)
    export.export_finder(network, plan.weights / "finder.onnx")


def mine(plan: Plan) -> None:
    session = onnxruntime.InferenceSession(str(plan.weights / "finder.onnx"), providers=["CPUExecutionProvider"])
    for number in range(plan.mined):
        path = mining.path_of(plan.folder, number)
        if not path.exists():
            mining.save(path, mining.mine(chunks.load(chunks.path_of(plan.folder, number)), session))
            _say(f"mined: chunk {number + 1} of {plan.mined}")


def teach_reader(plan: Plan) -> None:
    """Two rounds: on true poses, then, from there, on what the finder proposes."""
    torch.manual_seed(plan.seed + 1)
    network = Reader()
    first = reading.course(network, plan.folder, plan.chunks, steps=plan.first_steps, seed=plan.seed, is_second=False)
    course.run(first, _say)
    second = reading.course(network, plan.folder, plan.mined, steps=plan.second_steps, seed=plan.seed, is_second=True)
    course.run(second, _say)
    export.export_reader(network, plan.weights / "reader.onnx")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m shoes.training", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(".data/training"), help="scenes and checkpoints (~5 GB)")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="where the two .onnx files go")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--chunks", type=int, default=40, help="thousands of scenes")
    parser.add_argument("--mined", type=int, default=40, help="of which so many are mined")
    parser.add_argument("--finder-steps", type=int, default=9000)
    parser.add_argument("--first-steps", type=int, default=2200)
    parser.add_argument("--second-steps", type=int, default=27000)
    plan = Plan(**vars(parser.parse_args()))
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    try:
        plan.folder.mkdir(parents=True, exist_ok=True)
        for stage in (draw_scenes, teach_finder, mine, teach_reader):
            stage(plan)
    except (ArtMissing, FontsMissing, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
