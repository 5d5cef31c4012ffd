"""Milliseconds a frame of 1920 x 1080 takes to watch: changed in places, unchanged, and whole; on one core."""

from collections.abc import Iterator
from itertools import islice
from statistics import median
from time import process_time

import cv2

from shoes.camera.kinds import Image
from shoes.camera.watch import Watch
from shoes.scenes.play.film import Film, film
from shoes.scenes.play.lens import Lens
from shoes.scenes.play.looks import Look
from shoes.scenes.play.script import Dealt, Happening, Lifted, Script
from shoes.weights import load_eyes
from tests.bench import Line

FIRST, SECOND = ["KS", "7H", "AD", "9C", "8D"], ["TD", "5S", "6C", "2H", "4H"]
ROUND: tuple[Happening, ...] = (
    *(Dealt(1.0 + 0.9 * n, card, place) for n, (card, place) in enumerate(zip(FIRST, "12340", strict=True))),
    *(Dealt(5.5 + 0.9 * n, card, place) for n, (card, place) in enumerate(zip(SECOND, "12340", strict=True))),
    *(Lifted(11.5 + 0.8 * n, place) for n, place in enumerate("12340")),
)
SECONDS = 16.0
LEAST_SECONDS = 4.0
STILL_FRAMES = 40
# The whole felt is looked at in the first second, with the frames at rest; later it is known.
FIRST_FRAMES, QUIET_FRAMES = 12, 60
ALL_LIE_S = 10.4


def measure(scale: float) -> Iterator[Line]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        of = film(Script(ROUND, 5, SECONDS), Look(), Lens(), seed=17)
        frames = max(LEAST_SECONDS, SECONDS * scale) * of.fps
        changed, whole, shown = played(of, int(frames))
        covered, still = stood(of, shown, max(8, int(STILL_FRAMES * scale)))
    finally:
        cv2.setNumThreads(threads)
    how = f"drawn play, {of.script.boxes} boxes, one thread of the processor"
    yield Line("a frame changed in at most 15% of the felt", f"{median(changed):.0f} ms", "40 ms", how)
    yield Line("a frame unchanged", f"{median(still):.1f} ms", "5 ms", how)
    yield Line("a whole frame, the dearest of a watch's first", f"{whole:,.0f} ms", "250 ms", how)
    yield Line("the same where a round lies on the felt", f"{covered:,.0f} ms", "250 ms", how)


def played(of: Film, frames: int) -> tuple[list[float], float, Image]:
    """Milliseconds of each frame at play, of the dearest while the table is first looked at, and one with cards."""
    watch, took_ms = Watch(load_eyes(), of.calibration), []
    shown: Image | None = None
    for at, frame in islice(of.frames(), frames):
        took_ms.append(_timed(watch, frame, at))
        shown = frame if shown is None or at <= ALL_LIE_S else shown
    if shown is None:
        raise ValueError("a film without frames cannot be measured")
    return took_ms[FIRST_FRAMES:], max(took_ms[:FIRST_FRAMES]), shown


def stood(of: Film, frame: Image, times: int) -> tuple[float, list[float]]:
    """Milliseconds of the dearest frame while cards are first looked at, and of those when nothing happens any more."""
    watch = Watch(load_eyes(), of.calibration)
    took_ms = [_timed(watch, frame, number / of.fps) for number in range(times + QUIET_FRAMES)]
    return max(took_ms[:FIRST_FRAMES]), took_ms[QUIET_FRAMES:]


def _timed(watch: Watch, frame: Image, at: float) -> float:
    began = process_time()
    watch.see(frame, round(at * 1000))
    return 1000 * (process_time() - began)
