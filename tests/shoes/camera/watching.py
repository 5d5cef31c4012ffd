"""Short drawn films for the watch, and what it says of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from shoes.camera.eyes import Eyes
from shoes.camera.kinds import Image
from shoes.camera.plane import Calibration
from shoes.camera.sights import Sight
from shoes.camera.truth import WITHIN_S, Score, as_happening, score
from shoes.camera.watch import Watch
from shoes.scenes.play.film import Film, film
from shoes.scenes.play.lens import Lens
from shoes.scenes.play.looks import Look
from shoes.scenes.play.script import Happening as Move
from shoes.scenes.play.script import Script

SMALL = Lens(960, 540)
PLAIN = Look(jumbo=True)
Frames = Iterable[tuple[float, Image]]
# The last moments of a film: what happened then cannot have been said before it ends.
LAST_S = 1.5


def drawn(*moves: Move, seconds: float, look: Look = PLAIN, lens: Lens = SMALL, boxes: int = 3, seed: int = 3) -> Film:
    return film(Script(moves, boxes, seconds), look, lens, seed=seed)


def watched(frames: Frames, calibration: Calibration, eyes: Eyes) -> list[Sight]:
    watch = Watch(eyes, calibration)
    return [sight for at, frame in frames for sight in watch.see(frame, round(at * 1000))]


def seen(of: Film, eyes: Eyes, change: Callable[[Iterator[tuple[float, Image]]], Frames] = iter) -> list[Sight]:
    """What a watch says of a film, the frames of which went through `change`."""
    return watched(change(of.frames()), of.calibration, eyes)


def scored(of: Film, sights: Sequence[Sight]) -> Score:
    """What was said of what happened until shortly before the film's end; what came then counts where it is right."""
    end = of.script.seconds - LAST_S
    result = score(
        [sight for sight in sights if sight.at_ms < 1000 * (end + WITHIN_S)],
        [one for one in map(as_happening, of.truth) if one.at < end + WITHIN_S],
    )
    result.missed = [one for one in result.missed if one.at < end]
    result.false = [one for one in result.false if one.at < end]
    return result


def kinds(sights: Sequence[Sight]) -> list[str]:
    return [type(sight).__name__ for sight in sights]
