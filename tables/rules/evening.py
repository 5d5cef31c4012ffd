"""What lies around rounds, folded from what happened at a table: the second small fold (DESIGN 9). Pure.

An event is `(kind, *fields)`; `EVENTS` names them. A fold never refuses what happened: what is no lawful step is a
finding, and the evening goes on as told. Its `opening` opens the next round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from tables.rules import banking, carried, shuffling
from tables.rules.bridge import Opening
from tables.rules.facts import ID, KIND, SLOT
from tables.rules.happenings import EVENTS, Event, Row, event_of, standing
from tables.rules.holding import Held
from tables.rules.pack import load_pack
from tables.rules.shapes import Finding, Step

if TYPE_CHECKING:
    from tables.rules.terms import Terms

__all__ = ["EVENTS", "HOUSE", "TAKES", "Evening", "Event", "Opening", "begin", "fold", "fold_rows", "openings"]

HOUSE: Final = "house"


@dataclass(slots=True)
class Evening:
    """A table between and around its rounds. Changed only while it is folded: `take` gives another."""

    terms: Terms
    places: tuple[str, ...] = ()
    bank: str | None = None
    held: Held = field(default_factory=Held)
    pot_minor: int | None = 0  # None is unknown, here and below
    bank_minor: int | None = None
    live: int | None = 0  # cards before the used ones, or before the indicator
    must_shuffle: bool = True
    shufflers: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    cutters: tuple[str, ...] = ()
    burned: str | None = None
    has_dealt: bool = False  # a round was dealt since the last shuffle
    is_pack_used: bool = False  # the pack ran out in this round
    offer: tuple[str, ...] = ()  # to whom the bank is offered, in order
    refused: tuple[str, ...] = ()  # who would not have it
    bids: tuple[tuple[str, int], ...] = ()
    is_auction: bool = False
    is_hammered: bool = False  # nobody bids any more
    is_over: bool = False
    round: int = 0  # the number of the last round that began
    playing: tuple[str, ...] = ()  # who plays in the round under way, in order
    is_dealing: bool = False  # a round is under way
    number: int = 0  # of the last event
    found: tuple[Finding, ...] = ()

    def take(self, event: Event) -> Evening:
        """The evening after one event. Never raises for what happened at the table."""
        after = copy(self)
        _happen(after, self.number + 1, event)
        return after

    def seats(self) -> tuple[str, ...]:
        """The places in order of play from the bank; sette e mezzo goes counter-clockwise (R-SEM-1)."""
        if self.bank not in self.places:
            return self.places
        order = self.places[::-1] if self.terms.game.setup.get("direction") == "counterclockwise" else self.places
        index = order.index(self.bank)
        return (*order[index + 1 :], *order[:index])

    def opening(self) -> Opening:
        return Opening(self.bank, self.seats(), self.pot_minor, self.bank_minor)

    @property
    def entitled(self) -> str | None:
        """Who has the right to the bank now."""
        return banking.entitled(self)

    def due(self) -> Step:
        """The next step around the rounds."""
        if self.is_over:
            return Step("game_over")
        if not self.places and self.terms.is_free:
            return Step("seat_players")
        if self.bank is None:
            return Step("choose_banker", None, None, None, {"how": str(self.terms.options["first_banker"])})
        return banking.due(self) or shuffling.due(self) or carried.due(self) or Step("open_round", self.bank)

    def note(self, rule: str, slot: str, done: str, **args: Any) -> None:
        """Note a departure of the event that is being taken."""
        entry = load_pack(self.terms.pack).proposal(rule, done)
        is_said = entry is not None and self.terms.game.name in entry.scope
        options = tuple(choice.code for choice in entry.choices) if entry and is_said else ()
        key = (rule, slot, f"{self.number}:{done}")
        made = Finding(
            key, rule, None, slot, "act", self.due(), done, args, fact_id=self.number or None, choices=options
        )
        self.found = (*self.found, made)


TAKES: Final[dict[str, Callable[..., None]]] = {**banking.TAKES, **shuffling.TAKES, **carried.TAKES}


def _happen(evening: Evening, number: int, event: Event) -> None:
    evening.number = number
    TAKES[event[0]](evening, *event[1:])


def begin(terms: Terms) -> Evening:
    """The evening before anything happened."""
    return Evening(terms, bank=None if terms.is_free else HOUSE, live=shuffling.size(terms))


def fold(terms: Terms, events: Iterable[Event]) -> Evening:
    """The evening that these events make, in this order."""
    evening = begin(terms)
    for number, event in enumerate(events, 1):
        _happen(evening, number, event)
    return evening


def fold_rows(terms: Terms, rows: Iterable[Row]) -> Evening:
    """The evening that these rows make, in whatever order they are handed over."""
    evening = begin(terms)
    for row in standing(rows):
        _happen(evening, row[ID], event_of(row))
    return evening


def openings(terms: Terms, rows: Iterable[Row]) -> dict[int, Opening]:
    """What each round should have begun with, by its number, as far as these rows tell."""
    evening = begin(terms)
    found: dict[int, Opening] = {}
    for row in standing(rows):
        if row[KIND] == "opened":
            found[row[SLOT]] = evening.opening()
        _happen(evening, row[ID], event_of(row))
    return found
