"""A table that is driven by a film: the camera sees the cards, and what it cannot see is entered at its moment."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from casino import tokens
from casino.errors import Refused
from casino.models import ServiceToken, Staff
from shoes.models import Camera
from shoes.queries import calibration_body
from shoes.services import cameras as eyes
from tables.models import Round, Table
from tables.queries import lying
from tables.queries import tables as known
from tables.services import cameras, rounds
from tables.services.drafts import Draft
from tables.simulated.filming import DrawnFilm
from tables.simulated.floor import Floor, clear_felt

REACTION_S: Final = 1.2
"""The dealer taps so long after the moment in the film; entries are dated as of the moment."""
LOOK_S: Final = 0.25
SHOE_AFTER_S: Final = 0.6
"""A pass is so old when its shoe comes: what was seen of the last round has been delivered."""
OBSERVES: Final = "observations.post"
Body = tuple[str, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Entered:
    """What is entered at one moment of the film, seconds; a `shoe` has no bodies."""

    at: float
    number: int
    bodies: tuple[Body, ...]


def entered(taps: Sequence[Mapping[str, Any]]) -> Iterator[Entered]:
    """The taps of a film as entries; “as before” is spelled out, since a pass does not go on from the one before it."""
    stakes: dict[str, Body] = {}
    are_new = True
    for number, tap in enumerate(taps):
        body: Body = (tap["kind"], tuple(tap["fields"]))
        bodies: tuple[Body, ...] = () if tap["kind"] == "shoe" else (body,)
        if tap["kind"] == "stake":
            stakes = {tap["fields"][0]: body} if are_new else {**stakes, tap["fields"][0]: body}
            are_new = False
        elif tap["kind"] == "said" and tap["fields"][:2] == ["0", "as_before"]:
            bodies = (*stakes.values(), ("said", ("0", "stakes_closed", None)))
        elif tap["kind"] == "said" and tap["fields"][:2] == ["0", "stakes_closed"]:
            are_new = True
        yield Entered(tap["at"], number, bodies)


class FilmedDealer:
    """The dealer of one showing, which began at `began_ms`: enters each tap once, whoever asks how often."""

    def __init__(self, table: Table, dealer: Staff, film: DrawnFilm, *, began_ms: int) -> None:
        self.table, self.dealer, self.began_ms = table, dealer, began_ms
        self.waiting = list(entered(film.taps))

    def is_due(self, seconds: float) -> bool:
        return bool(self.waiting) and self.waiting[0].at <= seconds

    def enter_until(self, seconds: float, *, bring_shoe: Callable[[], None], say: Callable[[str], None]) -> None:
        """Enter what is due when the film is so old."""
        while self.is_due(seconds):
            due = self.waiting.pop(0)
            try:
                if due.bodies:
                    self._enter(due)
                else:
                    bring_shoe()
            except Refused as refused:  # somebody ruled on the round meanwhile, or closed it
                say(f"{self.table.code}: {refused}")

    def _enter(self, due: Entered) -> None:
        at_ms = self.began_ms + round(due.at * 1000)
        drafts = [Draft(kind, self._fields(kind, fields), at_ms) for kind, fields in due.bodies]
        key = f"film-{self.began_ms}-{due.number}"
        with transaction.atomic():
            if drafts[0].kind == "stake" and self._running() is None:
                rounds.open(self.table, by=None, at_ms=at_ms)  # a tablet may not say so late when a round began
            rounds.take_at(self.table, drafts, by=self.dealer, key=key)

    def _fields(self, kind: str, fields: tuple[Any, ...]) -> tuple[Any, ...]:
        if kind != "choice":
            return fields
        rule, place, nth, option = fields
        return rule, self._card(place, nth), option

    def _card(self, place: str, nth: int) -> int:
        """The number of the `nth` card of a hand, as the camera names hands; 0, which is no card, if it saw none."""
        running = self._running()
        if running is None:
            return 0
        felt = lying.felt_of(running, lying.told(running))
        seen = [card.number for view in felt.views.values() for card in view.seen() if card.place == place]
        return seen[nth] if nth < len(seen) else 0

    def _running(self) -> Round | None:
        return Round.objects.running().filter(table=self.table).select_related("table", "sign").first()


class FilmedTable:
    """A table whose film is shown again and again from `since_ms` on, each pass with a new shoe."""

    def __init__(self, floor: Floor, table: Table, dealer: Staff, film: DrawnFilm, *, since_ms: int) -> None:
        self.floor, self.table, self.dealer, self.film = floor, table, dealer, film
        self.since_ms = since_ms
        self._showing: FilmedDealer | None = None

    def play(self) -> None:
        """Whatever is due now."""
        began_ms = self._began_ms()
        if self._showing is not None:
            self._enter(self._showing)
        if began_ms is not None and (self._showing is None or self._showing.began_ms != began_ms):
            self._showing = FilmedDealer(self.table, self.dealer, self.film, began_ms=began_ms)
            if self._is_ours():
                self._begin()
        self.floor.wait(LOOK_S)

    def _began_ms(self) -> int | None:
        """When the pass began for which a shoe is to be there by now."""
        lasts_ms = self.film.lasts_s * 1000
        number = (_now_ms() - SHOE_AFTER_S * 1000 - self.since_ms) // lasts_ms
        return self.since_ms + round(number * lasts_ms) if number >= 0 else None

    def _enter(self, showing: FilmedDealer) -> None:
        seconds = (_now_ms() - showing.began_ms) / 1000 - REACTION_S
        if showing.is_due(seconds) and self._is_ours():
            showing.enter_until(seconds, bring_shoe=self._bring_shoe, say=self.floor.say)

    def _begin(self) -> None:
        clear_felt(self.table, self.floor.house.boss)
        key = known.state_of(self.table).shoe_key
        if Round.objects.filter(table=self.table, shoe_key=key).exists():
            self._bring_shoe()

    def _bring_shoe(self) -> None:
        key = known.state_of(self.table).shoe_key or ""
        self.floor.house.replace_shoe(self.table, key, film=self.film.path.name)
        self.floor.say(f"{self.table.code}: the film of shoe {key} is over; a new shoe is in play.")

    def _is_ours(self) -> bool:
        """Whether people have left the table to its film."""
        state = known.state_of(self.table)
        return state.is_open and not state.is_paused and state.dealer == self.dealer


@transaction.atomic
def put_camera(table: Table, film: DrawnFilm, *, by: Staff) -> str:
    """The film's camera at the table, calibrated; the secret that it posts with, which none before it has any more."""
    if not Camera.objects.filter(name=table.code).exists():
        cameras.add_camera(table, table.code, by=by, is_watch_only=False)
    camera = Camera.objects.get(name=table.code)
    wanted = film.calibration.as_json()
    if calibration_body(camera) != wanted:
        eyes.calibrate(camera, wanted, by=by)
    for old in ServiceToken.objects.filter(about=camera.about, permission=OBSERVES, revoked_at=None):
        tokens.revoke(old, by=by)
    return tokens.issue(f"film of {table.code}", OBSERVES, by=by, about=camera.about)[1]


def _now_ms() -> int:
    return round(time.time() * 1000)
