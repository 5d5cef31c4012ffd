"""How many tables one core watches, and what it drops: a process a table, as watch_table is, in real time.

`python -m tests.bench.pit FILM BEGINS SECONDS CORE` is one of them; the calibration lies beside the film.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2

from casino.environment import CHECKOUT
from shoes.camera.plane import parse_calibration
from shoes.camera.watch import Watch
from shoes.feeds import sources
from shoes.feeds.reader import Reader
from shoes.feeds.sources import Paced
from shoes.scenes.play.film import Film, film
from shoes.scenes.play.lens import Lens
from shoes.scenes.play.looks import Look
from shoes.scenes.play.script import Script
from shoes.weights import load_eyes
from tests.bench import Line
from tests.bench.frames import ROUND, SECONDS

TABLES = (1, 2, 3, 4)
LEAST_S = 2.0
STARTS_S = 5.0
"""Until every process has loaded its networks."""
FRAMES_A_SECOND = 12.5


@dataclass(frozen=True)
class Watched:
    """What one process was shown, and how many frames of that it dropped."""

    frames: int
    dropped: int


def measure(scale: float) -> Iterator[Line]:
    seconds = max(LEAST_S, SECONDS * scale)
    drawn = film(Script(ROUND, 5, SECONDS), Look(), Lens(), seed=17)
    with TemporaryDirectory() as folder:
        path = _written(drawn, Path(folder), seconds)
        took_ms = _milliseconds(path)
        runs = {number: _watch(path, number, seconds) for number in (TABLES if scale > 0.2 else TABLES[:1])}
    how = (
        f"mean of {seconds:g} s of drawn play without a pause, 1920 x 1080, decoded and watched one frame after another"
    )
    yield Line("processor time a frame at play, decoding included", f"{took_ms:.0f} ms", "80 ms", how)
    how = f"the same film at {FRAMES_A_SECOND:g} frames a second, a process a table, all on one core"
    for number, run in runs.items():
        tables = f"{number} tables" if number > 1 else "one table"
        share = sum(one.dropped for one in run) / max(1, sum(one.frames for one in run))
        yield Line(f"frames dropped where one core watches {tables}", f"{share:.1%}", "", how)


def _milliseconds(path: Path) -> float:
    """Of processor time a frame, where none is dropped."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    watch, frames, began = _watch_of(path), 0, time.process_time()
    for frames, shot in enumerate(sources.find(str(path), say=print).shots(), start=1):  # noqa: B007
        watch.see(shot.image, round(1000 * (shot.seconds or 0)))
    cv2.setNumThreads(threads)
    return 1000 * (time.process_time() - began) / frames


def _watch_of(path: Path) -> Watch:
    calibration = parse_calibration(json.loads(path.with_suffix(".json").read_text()))
    return Watch(load_eyes(), calibration)


def _written(drawn: Film, folder: Path, seconds: float) -> Path:
    path = folder / "pit.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), drawn.fps, drawn.calibration.picture)
    for at, frame in drawn.frames():
        if at > seconds:
            break
        writer.write(frame)
    writer.release()
    path.with_suffix(".json").write_text(json.dumps(drawn.calibration.as_json()))
    return path


def _watch(path: Path, number: int, seconds: float) -> list[Watched]:
    """So many tables at once on one core."""
    core = min(os.sched_getaffinity(0))
    words = [str(path), str(time.monotonic() + STARTS_S), str(seconds), str(core)]
    processes = [
        subprocess.Popen([sys.executable, "-m", "tests.bench.pit", *words], cwd=CHECKOUT, stdout=subprocess.PIPE)
        for _table in range(number)
    ]
    return [Watched(**json.loads(process.communicate()[0])) for process in processes]


def main() -> None:
    path, begins, seconds, core = sys.argv[1:]
    os.sched_setaffinity(0, {int(core)})
    cv2.setNumThreads(1)
    watch = _watch_of(Path(path))
    reader = Reader(Paced(sources.find(path, say=print), float(begins)), drops=True, say=print)
    time.sleep(max(0.0, float(begins) - time.monotonic()))
    reader.start()
    while time.monotonic() < float(begins) + float(seconds) and not reader.is_over:
        frame = reader.next(0.1)
        if frame is not None:
            watch.see(frame.image, frame.stamp_ms)
    reader.stop()
    print(json.dumps({"frames": reader.frames, "dropped": reader.dropped}))


if __name__ == "__main__":
    main()
