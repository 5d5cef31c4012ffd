"""A film of a table at play: frames as a camera delivers them, and what is true of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from shoes.camera.kinds import Image
from shoes.camera.layout import blackjack
from shoes.camera.plane import Calibration
from shoes.scenes.play.flights import Plan
from shoes.scenes.play.lens import Lens, View
from shoes.scenes.play.looks import Look
from shoes.scenes.play.motion import planned
from shoes.scenes.play.script import Script
from shoes.scenes.play.stage import Stage

__all__ = ["FPS", "Film", "Lens", "Look", "film"]
FPS: Final = 12.5


@dataclass(frozen=True, eq=False)
class Film:
    """A film as a value: `frames` draws it anew each time, always the same."""

    script: Script
    look: Look
    seed: int
    fps: float
    view: View = field(repr=False)
    plan: Plan = field(repr=False)

    @property
    def calibration(self) -> Calibration:
        """The camera's, with exact marks."""
        return self.view.calibration

    @property
    def truth(self) -> list[dict[str, Any]]:
        """One line a thing that came to rest, turned, parted or went, by its time: what `watch_table --truth` reads."""
        return list(self.plan.truth)

    def frames(self) -> Iterator[tuple[float, Image]]:
        """Each frame's second and its picture, uint8 (height, width, 3), BGR."""
        stage = Stage(self.plan, self.view, self.look, seed=self.seed)
        for number in range(int(self.script.seconds * self.fps)):
            at = number / self.fps
            yield at, stage.at(at)


def film(script: Script, look: Look, lens: Lens, *, seed: int, fps: float = FPS) -> Film:
    """The film of a script; the same arguments make the same film."""
    layout = blackjack(script.boxes)
    plan = planned(script, layout, np.random.default_rng((seed, 1)))
    return Film(script, look, seed, fps, lens.view(layout, seed=seed), plan)
