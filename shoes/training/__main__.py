"""`python -m shoes.training`: draw scenes, teach the finder, mine what it proposes, teach the reader, export.

Everything comes from the seed; every stage goes on from where it was stopped. CPU only, on as many cores as --workers
says. With --onward the networks of --weights are taught on instead of new ones.
"""

import argparse
import os
import sys
from pathlib import Path

import cv2
import torch

from shoes.training.art import ArtMissing
from shoes.training.fonts import FontsMissing
from shoes.training.restart import WeightsDiffer
from shoes.training.stages import Plan, draw_scenes, mine, teach_finder, teach_reader

WEIGHTS = Path(__file__).resolve().parent.parent / "weights"
# Steps of the finder's course and the reader's two rounds: from nothing, and on from the weights.
FROM_NOTHING, ONWARD = (9000, 2200, 27000), (0, 0, 15000)


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
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)), help="cores; default: all")
    given = vars(parser.parse_args())
    usual = ONWARD if given["onward"] else FROM_NOTHING
    for name, steps in zip(("finder_steps", "first_steps", "second_steps"), usual, strict=True):
        given[name] = steps if given[name] is None else given[name]
    plan = Plan(**given)
    torch.set_num_threads(plan.workers)
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
