"""A floor that plays by itself: simulated dealers enter what happens as dealers on the tablet do, at human pace."""

import random
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from uuid import uuid4

from django.db import close_old_connections, connections
from django.utils import timezone

from casino.errors import Refused
from casino.models import Staff
from shoes import queries as shoes
from tables.models import Round, Table
from tables.queries import tables as known
from tables.services import rounds
from tables.services.drafts import Draft
from tables.simulated.dealer import deal
from tables.simulated.dealing import Dealing, Move
from tables.simulated.house import House, terms_of
from tables.simulated.mistakes import Mistakes

BETWEEN_ROUNDS_S: Final = 7.0
LOOK_S: Final = 2.0
MISTAKES: Final = 0.6
"""Mistakes are made less often than in the score; at this pace about one round in six has one."""
REFERS: Final = {"turned": 0, "choice": 1}
"""Fields that name another fact by its number."""

Say = Callable[[str], None]


@dataclass(slots=True)
class Floor:
    """Who plays where. `stop` ends every table after the move it is at."""

    house: House
    say: Say
    stop: threading.Event
    pace: float = 1.0  # of a human's; the tests deal faster

    def wait(self, seconds: float) -> bool:
        """Whether to go on after so long."""
        return not self.stop.wait(seconds * self.pace)

    def run(self, work: Callable[[], None]) -> threading.Thread:
        """Do `work` again and again in a thread of its own, whatever goes wrong once."""
        thread = threading.Thread(target=self._again_and_again, args=(work,), daemon=True)
        thread.start()
        return thread

    def _again_and_again(self, work: Callable[[], None]) -> None:
        while not self.stop.is_set():
            close_old_connections()
            try:
                work()
            except Exception as wrong:
                self.say(f"A simulated table starts anew: {wrong}")
                self.wait(LOOK_S)
        connections.close_all()


class SimulatedTable:
    """One table with a simulated dealer."""

    def __init__(self, floor: Floor, table: Table, dealer: Staff, chance: random.Random) -> None:
        self.floor = floor
        self.table = table
        self.dealer = dealer
        self.chance = chance
        self.mistakes = Mistakes(chance, often=MISTAKES)

    def play(self) -> None:
        """One round, from the shoe that stands at the table or from a new one; none while people have the table."""
        state = known.state_of(self.table)
        if not state.is_open or state.is_paused or state.dealer != self.dealer:
            self.floor.wait(LOOK_S)
            return
        clear_felt(self.table, self.floor.house.boss)
        key = state.shoe_key or ""
        pile = self.floor.house.piles.get(key)
        self.mistakes.begin_round()
        is_late = pile is not None and pile.is_stop_out
        if pile is None or (is_late and not self.mistakes.strikes("round after the stop card")):
            self.floor.house.replace_shoe(self.table, key)
            self.floor.say(f"{self.table.code}: shoe {key} has ended and its packs are counted; a new one is in play.")
            return
        dealing = Dealing(
            terms_of(self.table),
            pile,
            chance=self.chance,
            mistakes=self.mistakes,
            at_ms=_now_ms(),
            is_late=is_late,
        )
        played = rounds.open(self.table, by=self.dealer, key=_key())
        Entering(self.floor, played, self.dealer).enter(dealing)
        if self.mistakes.planted is not None and not self.floor.stop.is_set():
            self.floor.say(f"{self.table.code}, round {played.number}: a mistake was made; the pit knows of it.")
        self.floor.wait(BETWEEN_ROUNDS_S)


class Entering:
    """Moves of a simulated dealer become entries, one by one."""

    def __init__(self, floor: Floor, played: Round, dealer: Staff) -> None:
        self.floor = floor
        self.round = played
        self.dealer = dealer
        self._numbers: dict[int, int] = {}  # the dealing's number of a fact to the record's

    def enter(self, dealing: Dealing) -> None:
        for move in deal(dealing):
            if not self.floor.wait(move.pause_ms / 1000):
                return
            try:
                taken = self._take(move)
            except Refused as refused:  # somebody ruled on the round meanwhile, or closed it
                self.floor.say(f"{self.round.table.code}, round {self.round.number}: {refused}")
                return
            self._numbers[dealing.last_id] = taken.numbers[0]
            if taken.is_over:
                return

    def _take(self, move: Move) -> rounds.Taken:
        if move.request is not None:
            return rounds.request(self.round, move.request, by=self.dealer, key=_key())
        draft = Draft(move.kind, self._referring(move))
        return rounds.take(self.round, [draft], by=self.dealer, key=_key())

    def _referring(self, move: Move) -> tuple[Any, ...]:
        fields = list(move.fields)
        place = REFERS.get(move.kind)
        if place is not None:
            fields[place] = self._numbers.get(fields[place], fields[place])
        return tuple(fields)


def keep_shoe(floor: Floor, table: Table) -> None:
    """At a table where a person deals: bring a new shoe when the stop card is out and the last round is over."""
    key = known.state_of(table).shoe_key or ""
    if shoes.is_last_round(key) and not Round.objects.running().filter(table=table).exists():
        floor.house.replace_shoe(table, key)
        floor.say(f"{table.code}: shoe {key} has ended; a new one is in play.")
    floor.wait(LOOK_S)


def clear_felt(table: Table, boss: Staff) -> None:
    """A round that was left on the felt when the demo last stopped is void."""
    running = Round.objects.running().filter(table=table).select_related("table", "sign").first()
    if running is not None:
        rounds.close(running, by=boss, how="void", key=_key())


def _key() -> str:
    return uuid4().hex


def _now_ms() -> int:
    return int(timezone.now().timestamp() * 1000)
