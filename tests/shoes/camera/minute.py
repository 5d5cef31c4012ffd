"""Minutes of drawn play watched.

`python -m tests.shoes.camera.minute SEED…` watches one at each of three angles; `… --ten FILE [--first SEED]` ten, each
with another deck, ground, light and angle and a glare that wanders: a minute that stands in FILE already is not watched
again, so that it may be stopped at any time.
"""

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from shoes.camera.eyes import Eyes
from shoes.camera.truth import Score
from shoes.scenes.play.film import Film, film
from shoes.scenes.play.lens import ANGLES, Lens
from shoes.scenes.play.looks import DECKS, Look
from shoes.weights import load_eyes
from tables.rules import Limits, compile_terms
from tables.simulated.script import written
from tests.shoes.camera.watching import scored, seen

SECONDS = 60.0
TEN, FIRST = 10, 1001
GROUNDS = ("green", "wood", "blue", "weave", "red", "grey", "wood", "green", "weave", "blue")


def minute(seed: int, angle: str) -> Film:
    """A minute of play by a simulated dealer; the seed also chooses boxes, cards, felt, light and lens."""
    return _played(seed, angle, look(seed), boxes=5 if seed % 2 else 7)


def glaring(seed: int) -> Film:
    """One minute of the ten: the seed chooses the rest; cards of seven boxes are jumbo, as a house would have them."""
    seen_as = various(seed)
    return _played(seed, ANGLES[seed % len(ANGLES)], seen_as, boxes=7 if seen_as.jumbo else 4 + seed % 2)


def _played(seed: int, angle: str, seen_as: Look, *, boxes: int) -> Film:
    terms = compile_terms("casino-s17", {}, limits=Limits(1000, 50000, 500), boxes=boxes)
    show = written(terms, seed=seed, seconds=SECONDS, has_mistakes=seed % 3 == 0)
    return film(show.script, seen_as, Lens(angle=angle), seed=seed)


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


def various(seed: int) -> Look:
    chance = np.random.default_rng((seed, 6))
    return Look(
        jumbo=seed % 4 == 2,
        felt=GROUNDS[seed % len(GROUNDS)],
        deck=DECKS[seed % len(DECKS)],
        light=float(chance.uniform(0.1, 0.8)),
        drift=float(chance.uniform(0, 0.06)),
        glare=float(chance.uniform(25, 60)),
        noise=float(chance.uniform(1.5, 5)),
        blur_px=float(chance.uniform(0.3, 0.8)),
        quality=int(chance.integers(70, 92)),
    )


def score_of(of: Film, eyes: Eyes) -> Score:
    """What was said within the minute of what happened until shortly before its end."""
    return scored(of, seen(of, eyes))


def ten(file: Path, first: int, eyes: Eyes) -> None:
    """Watch what of ten minutes is not in the file yet, and print all of it with its sum."""
    lines = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    known: dict[int, dict[str, Any]] = {line["seed"]: line for line in lines}
    total: Counter[str] = Counter()
    for seed in range(first, first + TEN):
        if seed not in known:
            of = glaring(seed)
            result = score_of(of, eyes)
            as_seen = f"{ANGLES[seed % len(ANGLES)]}, {of.script.boxes} boxes, {of.look.felt}, {of.look.deck}"
            as_seen += f", glare {of.look.glare:.0f}" + (", jumbo" if of.look.jumbo else "")
            known[seed] = {"seed": seed, "look": as_seen, "counts": result.counts(), "faults": result.faults()}
            with file.open("a") as kept:
                kept.write(json.dumps(known[seed]) + "\n")
        line = known[seed]
        total.update(line["counts"])
        say(f"{seed} ({line['look']}): {line['counts']}", line["faults"])
    say(f"ten minutes: {dict(total)}", ())


def say(line: str, faults: Any) -> None:
    sys.stdout.write(f"{line}\n" + "".join(f"  {fault}\n" for fault in faults))
    sys.stdout.flush()


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.shoes.camera.minute")
    asked.add_argument("seeds", type=int, nargs="*", metavar="SEED")
    asked.add_argument("--ten", type=Path, metavar="FILE")
    asked.add_argument("--first", type=int, default=FIRST)
    options, eyes = asked.parse_args(), load_eyes()
    for seed in options.seeds:
        for angle in ANGLES:
            result = score_of(minute(seed, angle), eyes)
            say(f"{seed} {angle}: {result.counts()}", result.faults())
    if options.ten:
        ten(options.ten, options.first, eyes)


if __name__ == "__main__":
    main()
