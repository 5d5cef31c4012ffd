"""`python -m shoes.training.measure`: what the weights of shoes/weights read, on drawn cards and on photographs.

    drawn --cards N      reads of drawn cards, from typefaces and on grounds that training never draws
    frames --films N     the same after one frame and after many, by the height of the index
    photographs          how far confidences can be trusted on $SEVENTEEN_SHARED/photos
    plots                the two plots of the README from what the others left in --folder

The first two go on from where they were stopped.
"""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from shoes.camera.eyes import Eyes
from shoes.training import drawn_cards, many_frames, plots
from shoes.weights import load_eyes

STATIC = Path(__file__).resolve().parent.parent.parent / "casino" / "static" / "casino"
DRAWN, FRAMES, PHOTOGRAPHS = "drawn.jsonl", "frames.jsonl", "photographs.json"


def photographs(manifest: Path, eyes: Eyes) -> list[tuple[int, int]]:
    """Guesses and right ones of each band of confidence, on pictures of which every card is labelled."""
    bands = [(0, 0)] * (len(drawn_cards.SURETIES) - 1)
    for line in manifest.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        picture = cv2.imread(str(manifest.parent / row["image"]), cv2.IMREAD_COLOR)
        if not row["complete"] or picture is None:
            continue
        left = [str(card["card"]) for card in row["cards"]]
        cards = eyes.look(np.asarray(picture, np.uint8)).cards(drawn_cards.GUESS)
        for read in sorted(cards, key=lambda card: -card.confidence):
            fits = [label for label in left if label == read.card] + [
                label for label in left if "?" in label and label[0] == read.card[0]
            ]
            if fits:
                left.remove(fits[0])
            band = drawn_cards.band_of(read.confidence, drawn_cards.SURETIES)
            number, right = bands[band]
            bands[band] = number + 1, right + bool(fits)
    return bands


def _drawn(folder: Path, cards: int) -> Iterator[str]:
    from shoes.training.fonts import read_held_out  # needs what only the training environment has

    file, types = folder / DRAWN, read_held_out()
    for sums in drawn_cards.measure(file, cards, types, load_eyes()):
        print(f"{sums.cards} of {cards} cards, {len(sums.sure_wrong)} sure and wrong", flush=True)
    sums = drawn_cards.load(file)
    yield from drawn_cards.told(sums)
    yield from sums.sure_wrong


def _frames(folder: Path, films: int) -> Iterator[str]:
    from shoes.training.fonts import read_held_out  # needs what only the training environment has

    file = folder / FRAMES
    for number, _ in enumerate(many_frames.measure(file, films, read_held_out(), load_eyes()), 1):
        print(f"{number * many_frames.FILMS} more films", flush=True)
    yield from many_frames.told(many_frames.load(file))


def _photographs(folder: Path) -> Iterator[str]:
    bands = photographs(Path(os.environ.get("SEVENTEEN_SHARED", "")) / "photos" / "manifest.jsonl", load_eyes())
    (folder / PHOTOGRAPHS).write_text(json.dumps(bands) + "\n")
    for low, (number, right) in zip(drawn_cards.SURETIES, bands, strict=False):
        yield f"confidence from {low:.2f}: {number} guesses, {right} right"


def _plots(folder: Path) -> Iterator[str]:
    sums = drawn_cards.load(folder / DRAWN)
    guesses = {
        "photographs": [(number, right) for number, right in json.loads((folder / PHOTOGRAPHS).read_text())],
        "drawn": [(sums.guesses[band], sums.right[band]) for band in range(len(drawn_cards.SURETIES) - 1)],
    }
    for name, svg in (
        ("readme-confidence.svg", plots.reliability(guesses)),
        ("readme-frames.svg", plots.frames(many_frames.load(folder / FRAMES))),
    ):
        (STATIC / name).write_text(svg)
        yield f"{STATIC / name}"


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m shoes.training.measure",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("what", choices=["drawn", "frames", "photographs", "plots"])
    parser.add_argument("--cards", type=int, default=100_000)
    parser.add_argument("--films", type=int, default=400)
    parser.add_argument("--folder", type=Path, default=Path(".data/measured"), help="what was measured so far")
    options = parser.parse_args(given)
    cv2.setNumThreads(1)
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
        if options.what == "drawn":
            lines = _drawn(options.folder, options.cards)
        elif options.what == "frames":
            lines = _frames(options.folder, options.films)
        else:
            lines = _photographs(options.folder) if options.what == "photographs" else _plots(options.folder)
        for line in lines:
            print(line, flush=True)
    except (OSError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
