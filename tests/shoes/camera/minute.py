"""A minute of drawn play watched; `python -m tests.shoes.camera.minute SEED…` does so at all three angles."""

import sys

import numpy as np

from shoes.camera.eyes import Eyes
from shoes.camera.truth import Score
from shoes.scenes.play.film import Film, film
from shoes.scenes.play.lens import ANGLES, Lens
from shoes.scenes.play.looks import Look
from shoes.weights import load_eyes
from tables.rules import Limits, compile_terms
from tables.simulated.script import written
from tests.shoes.camera.watching import scored, seen

SECONDS = 60.0


def minute(seed: int, angle: str) -> Film:
    """A minute of play by a simulated dealer; the seed also chooses boxes, cards, felt, light and lens."""
    boxes = 5 if seed % 2 else 7
    terms = compile_terms("casino-s17", {}, limits=Limits(1000, 50000, 500), boxes=boxes)
    show = written(terms, seed=seed, seconds=SECONDS, has_mistakes=seed % 3 == 0)
    return film(show.script, look(seed), Lens(angle=angle), seed=seed)


def look(seed: int) -> Look:
    chance = np.random.default_rng((seed, 5))
    return Look(
        jumbo=bool(chance.random() < 0.3),
        felt=str(chance.choice(["green", "blue", "red", "grey"])),
        light=float(chance.uniform(0.1, 0.8)),
        drift=float(chance.uniform(0, 0.06)),
        noise=float(chance.uniform(1.5, 5)),
        blur_px=float(chance.uniform(0.3, 0.9)),
        quality=int(chance.integers(70, 92)),
    )


def score_of(of: Film, eyes: Eyes) -> Score:
    """What was said within the minute of what happened until shortly before its end."""
    return scored(of, seen(of, eyes))


if __name__ == "__main__":
    eyes = load_eyes()
    for seed in map(int, sys.argv[1:]):
        for angle in ANGLES:
            result = score_of(minute(seed, angle), eyes)
            sys.stdout.write(f"{seed} {angle}: {result.counts()}\n" + "".join(f"  {f}\n" for f in result.faults()))
            sys.stdout.flush()
