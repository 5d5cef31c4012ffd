"""How much of what was planted in the film is found when it is read once: every frame, by the way of a real camera.

Frames go through reader and watch, what is seen through the service that the API calls, taps through the tablet's.
"""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from casino.models import Staff
from shoes.camera.plane import Calibration
from shoes.camera.sights import Sight
from shoes.feeds.clock import FilmTimes
from shoes.feeds.lines import Lines
from shoes.feeds.reader import Reader
from shoes.feeds.sources import Film as Recording
from shoes.feeds.watching import Sees, Watching
from shoes.models import Camera
from shoes.services import observations
from tables.models import Round, Table, Verdict
from tables.queries import tables as known
from tables.simulated.filmed import REACTION_S, FilmedDealer, put_camera
from tables.simulated.filming import DrawnFilm
from tables.simulated.house import House

RUN: Final = "scored"
EARLIER_S: Final = 5.0
"""Nothing of the film is dated in the future."""
Found = Counter[tuple[int, str, str]]
"""Round, rule and slot, how often."""


@dataclass(frozen=True)
class FilmScore:
    """What was planted, caught, and found without being planted; `rounds` are those of the record."""

    frames: int
    dropped: int
    rounds: int
    planted: int
    caught: int
    false: int

    @property
    def is_perfect(self) -> bool:
        return self.caught == self.planted and not self.false and not self.dropped


class FilmScorer:
    """Reads a film at `table` as fast as it can."""

    def __init__(self, house: House, table: Table, dealer: Staff, film: DrawnFilm) -> None:
        self.house, self.table, self.film = house, table, film
        put_camera(table, film, by=house.boss)
        self.camera = Camera.objects.get(name=table.code)
        self.began_ms = round((time.time() - film.lasts_s - EARLIER_S) * 1000)
        self._dealer = FilmedDealer(table, dealer, film, began_ms=self.began_ms)
        self._lines = Lines(FilmTimes(self.began_ms), shows_cards=False, run=RUN)

    def read(self, make: Callable[[Calibration], Sees], *, say: Callable[[str], None]) -> FilmScore:
        """`make` makes the watch of a calibration."""
        reader = Reader(Recording(self.film.path), drops=False, say=say)
        watching = Watching(
            reader,
            is_recording=True,
            make=make,
            tell=lambda sights: self._tell(sights, watching.latest_ms / 1000 - REACTION_S, say),
            began=lambda: None,
            say=say,
        )
        watching.calibrate(self.film.calibration)
        watching.run(None)
        self._tap(self.film.lasts_s, say)
        return self._held(reader)

    def _tell(self, sights: list[Sight], seconds: float, say: Callable[[str], None]) -> None:
        """What was tapped before the frame, and what the frame shows."""
        self._tap(seconds, say)
        taken = observations.take(self.camera, [self._lines.of(sight).row for sight in sights])
        for refused in taken.refused:
            say(f"{refused.key}: {refused.detail}")

    def _tap(self, seconds: float, say: Callable[[str], None]) -> None:
        self._dealer.enter_until(seconds, bring_shoe=partial(self._bring_shoe, say), say=say)

    def _bring_shoe(self, say: Callable[[str], None]) -> None:
        self.house.replace_shoe(self.table, known.state_of(self.table).shoe_key or "", film=self.film.path.name)

    def _held(self, reader: Reader) -> FilmScore:
        """The verdicts that stand, all of them, against what was planted in each round."""
        found: Found = Counter(Verdict.objects.standing().filter(round__table=self.table).values_list(*KEY))
        planted: Found = Counter((self._round_at(one["at"]), one["rule"], one["slot"]) for one in self.film.planted)
        caught = found & planted
        rounds = Round.objects.filter(table=self.table).count()
        counts = (planted.total(), caught.total(), (found - planted).total())
        return FilmScore(reader.frames, reader.dropped + bool(reader.cut_off), rounds, *counts)

    def _round_at(self, seconds: float) -> int:
        """The number of the round that was on the felt; 0 for none."""
        at_ms = self.began_ms + seconds * 1000
        opened = Round.objects.filter(table=self.table).order_by("number").values_list("number", "opened_at")
        return max((number for number, at in opened if at.timestamp() * 1000 <= at_ms), default=0)


KEY: Final = ("round__number", "rule", "slot")
