"""The film that drives one table of the demo: drawn once, kept in the data folder, checked before it is shown.

It is drawn anew where it is not whole, where it was to be another film, or where what draws it has changed since.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from casino.environment import CHECKOUT
from shoes.camera.plane import Calibration, parse_calibration
from shoes.feeds.segments import replace
from shoes.feeds.sources import Film as Recording
from tables.rules import Limits
from tables.rules.terms import ENGINE
from tables.simulated.house import TablePlan

FILMED: Final = TablePlan("BJ-15", "casino-enhc", Limits(10_00, 500_00, 5_00), boxes=5, film="BJ-15.mp4")
ROUNDS: Final = 6
SEED: Final = 26
"""Six rounds in two and a half minutes, and three kinds of mistakes in them."""
WIDTH: Final = 1280
NOISE: Final = 0.6
BESIDE: Final = ("", ".calibration.json", ".truth.jsonl", ".taps.jsonl")
DRAWN_BY: Final = (
    "shoes/scenes/**/*.py",
    "shoes/camera/layout.py",
    "shoes/camera/plane.py",
    "tables/simulated/*.py",
    "tables/management/commands/draw_film.py",
)
"""Whose text decides how the film comes out, beside the engine's number."""
SPEAKS_OF_IT: Final = ("filming.py", "filmed.py", "filmscore.py", "floor.py", "house.py", "opening.py", "score.py")


@dataclass(frozen=True)
class DrawnFilm:
    """A film at `path`, with what draw_film puts beside it; `words` are draw_film's."""

    path: Path
    words: tuple[str, ...]

    @property
    def drawing(self) -> tuple[str, ...]:
        """The words of the command that draws it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return ("draw_film", str(self.path), *self.words)

    @property
    def is_whole(self) -> bool:
        """Whether it is there, as it was drawn, and would be drawn so today."""
        try:
            noted = json.loads(self._note.read_text())
            return bool(noted == self._described())
        except (OSError, ValueError):
            return False

    def note_whole(self) -> None:
        """It has been drawn: the note is written last, so a film without one is half a film."""
        replace(self._note, json.dumps(self._described()).encode())

    @cached_property
    def calibration_body(self) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self._beside(".calibration.json").read_text())
        return {name: value for name, value in body.items() if name != "terms"}

    @property
    def calibration(self) -> Calibration:
        return parse_calibration(self.calibration_body)

    @cached_property
    def taps(self) -> list[dict[str, Any]]:
        """What the dealer enters on the tablet, by its time."""
        return [line for line in self._lines() if "kind" in line]

    @cached_property
    def planted(self) -> list[dict[str, Any]]:
        """The mistakes, by their time."""
        return [line for line in self._lines() if "planted" in line]

    @cached_property
    def lasts_s(self) -> float:
        return Recording(self.path).length_s or 0.0

    @property
    def _note(self) -> Path:
        return self._beside(".drawn.json")

    def _beside(self, end: str) -> Path:
        return self.path.with_name(self.path.name + end)

    def _lines(self) -> Iterator[dict[str, Any]]:
        yield from map(json.loads, self._beside(".taps.jsonl").read_text().splitlines())

    def _described(self) -> Mapping[str, Any]:
        """What is there and what it comes from. Raises OSError where a file is missing."""
        files = [_sha256(self._beside(end)) for end in BESIDE]
        return {"words": list(self.words), "drawn_by": drawn_by(), "files": files}


def film_in(data: Path, *, words: Sequence[str] = ()) -> DrawnFilm:
    """The demo's film in a data folder."""
    usual = (
        *("--rounds", str(ROUNDS), "--seed", str(SEED), "--boxes", str(FILMED.boxes), "--profile", FILMED.profile),
        *("--width", str(WIDTH), "--noise", str(NOISE), "--jumbo", "--mistakes"),
    )
    return DrawnFilm(data / "films" / FILMED.film, tuple(words) or usual)


def drawn_by() -> str:
    """SHA-256 of the texts that draw a film."""
    digest = hashlib.sha256(f"engine {ENGINE}".encode())
    for path in sorted(path for pattern in DRAWN_BY for path in CHECKOUT.glob(pattern)):
        if path.parent.name != "simulated" or path.name not in SPEAKS_OF_IT:
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
