"""`python -m shoes.training`: draw scenes, teach the finder, mine what it proposes, teach the reader, export.

Everything comes from the seed; every stage goes on from where it was stopped. One thread each, CPU only. With --onward
the networks of --weights are taught on instead of new ones.
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
from shoes.training.restart import WeightsDiffer, take_weights

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
    onward: bool


# Steps of the finder's course and the reader's two rounds: from nothing, and on from the weights.
FROM_NOTHING, ONWARD = (9000, 2200, 27000), (0, 0, 15000)


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
    session = onnxruntime.InferenceSession(str(plan.weights / "finder.onnx"), providers=["CPUExecutionProvider"])
    for number in range(plan.mined):
        path = mining.path_of(plan.folder, number)
        if not path.exists():
            mining.save(path, mining.mine(chunks.load(chunks.path_of(plan.folder, number)), session))
            _say(f"mined: chunk {number + 1} of {plan.mined}")


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


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m shoes.training", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(".data/training"), help="scenes and checkpoints (~5 GB)")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="where the two .onnx files go")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--chunks", type=int, default=40, help="thousands of scenes")
    parser.add_argument("--mined", type=int, default=40, help="of which so many are mined")
    parser.add_argument("--onward", action="store_true", help="teach the networks in --weights on, on new scenes")
    parser.add_argument("--finder-steps", type=int, help="default 9000; onward 0: the finder stays as it is")
    parser.add_argument("--first-steps", type=int, help="of the reader, on true poses; default 2200; onward none")
    parser.add_argument("--second-steps", type=int, help="of the reader, on mined poses; default 27000; onward 15000")
    given = vars(parser.parse_args())
    usual = ONWARD if given["onward"] else FROM_NOTHING
    for name, steps in zip(("finder_steps", "first_steps", "second_steps"), usual, strict=True):
        given[name] = steps if given[name] is None else given[name]
    plan = Plan(**given)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    try:
        plan.folder.mkdir(parents=True, exist_ok=True)
        for stage in (draw_scenes, teach_finder, mine, teach_reader):
            stage(plan)
    except (ArtMissing, FontsMissing, WeightsDiffer, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
