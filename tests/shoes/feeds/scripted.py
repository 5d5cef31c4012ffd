"""A watch that says what a script has it say, whatever it is shown; and `watch_table` with it as a process.

As a process it needs no trained eyes and reads a frame in no time, so that a film is many statements a second.
"""

import sys
from collections.abc import Callable

import numpy as np

from shoes.camera.kinds import Image
from shoes.camera.plane import Calibration
from shoes.camera.sights import Lifted, Read, Sight

CARDS = ("QH", "7S", "AD", "TC", "5H")
CROP_PX = (40, 30)


def a_read(number: int, at_ms: int, *, place: str = "3", seed: int = 0, card: str = "QH") -> Read:
    """The `number`th card, with a crop like no other's."""
    crop = np.random.default_rng([seed, number]).integers(0, 255, (CROP_PX[1], CROP_PX[0], 3), np.uint8)
    return Read(number, at_ms, place, card, "up", "along", 0.97, ((card, 0.97),), (700.0, 600.0), (0, 0, 40, 30), crop)


class Scripted:
    """Reads a new card in every second frame, and sees all five lifted when five lie there."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self.frames = 0
        self.cards = 0

    def see(self, frame: Image, at_ms: int) -> list[Sight]:
        self.frames += 1
        if self.frames % 2:
            return []
        self.cards += 1
        seen: list[Sight] = [a_read(self.cards, at_ms, seed=int(frame[0, 0, 0]), card=CARDS[self.cards % 5])]
        if self.cards % 5 == 0:
            seen.append(Lifted("3", tuple(range(self.cards - 4, self.cards + 1)), at_ms))
        return seen


def scripted(says: Callable[[int, Image, int], list[Sight]]) -> Callable[[Calibration], object]:
    """A maker of watches that answer the nth frame (from 1) by `says`."""

    class Watch:
        def __init__(self, calibration: Calibration) -> None:
            self.calibration = calibration
            self.frames = 0

        def see(self, frame: Image, at_ms: int) -> list[Sight]:
            self.frames += 1
            return says(self.frames, frame, at_ms)

    return Watch


def main() -> None:
    import django

    django.setup()
    from tables.management.commands.watch_table import Command

    Command.open_eyes = staticmethod(lambda: Scripted)
    Command().run_from_argv(["manage.py", "watch_table", *sys.argv[1:]])


if __name__ == "__main__":
    main()
