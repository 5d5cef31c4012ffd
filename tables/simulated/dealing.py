"""A simulated round while it is dealt: facts are put in, the engine reads them, and the table knows its hidden cards.

Pure: cards, chance and the first moment are arguments.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tables.rules import Request, Round, Terms, fold
from tables.rules.facts import Fact
from tables.rules.shapes import Picture, PictureHand
from tables.simulated.cards import Pile
from tables.simulated.mistakes import Mistakes

HIDDEN: Final = "??"
CROWD: Final = 0.7
"""How many of the boxes somebody stakes on."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing done at the table. With a `request` it is asked for first and then is what was asked for."""

    kind: str
    fields: tuple[Any, ...]
    pause_ms: int
    request: Request | None = None


class Dealing:
    """One simulated round as it grows: its facts, the engine's reading of them, and what every card truly is."""

    def __init__(
        self, terms: Terms, pile: Pile, *, chance: random.Random, mistakes: Mistakes, at_ms: int, is_late: bool = False
    ) -> None:
        self.terms = terms
        self.pile = pile
        self.chance = chance
        self.mistakes = mistakes
        self.at_ms = at_ms
        self.places = tuple(str(number) for number in range(1, terms.boxes + 1))
        self.facts: list[Fact] = []
        self.truth: dict[int, str] = {}  # what each card is, also where it lies face down
        self.crowd = CROWD
        self.last_card_id = 0
        self.is_stop_told = is_late
        self._state: Round | None = None
        self._picture: Picture | None = None
        self._table("opened", terms.hash, self.places, "house")
        if is_late:
            self._table("indicator", "mouth")

    @property
    def state(self) -> Round:
        """The engine's reading of the facts so far."""
        if self._state is None:
            self._state = fold(self.terms, self.facts)
        return self._state

    @property
    def picture(self) -> Picture:
        """The felt as the facts so far make it."""
        if self._picture is None:
            self._picture = self.state.picture()
        return self._picture

    def put(self, kind: str, *fields: Any, pause_ms: int = 900, request: Request | None = None) -> Move:
        """Add one fact, entered on the tablet."""
        self.at_ms += max(1, pause_ms)
        self.facts.append((len(self.facts) + 1, self.at_ms, kind, "entered", "tablet", *fields))
        self._state = self._picture = None
        return Move(kind, fields, pause_ms, request)

    def ask(self, slot: str, word: str, amount_minor: int | None = None, *, pause_ms: int = 1300) -> Move:
        """Ask for something, as a player's sign tapped on the tablet."""
        wanted = Request(slot, word, amount_minor)
        if word == "stake":
            return self.put("stake", slot, amount_minor, "main", pause_ms=pause_ms, request=wanted)
        return self.put("said", slot, word, amount_minor, pause_ms=pause_ms, request=wanted)

    def card(self, slot: str, *, face: str = "up", lie: str = "along") -> Iterator[Move]:
        """Draw a card and lay it down; the stop card may come with it."""
        drawn = self.pile.draw()
        yield self.put("card", slot, drawn if face == "up" else HIDDEN, face, lie)
        self.last_card_id = self.last_id
        self.truth[self.last_id] = drawn
        if self.pile.is_stop_out and not self.is_stop_told:
            self.is_stop_told = True
            yield self.put("indicator", "mouth", pause_ms=400)

    def turn(self, hand: PictureHand) -> Iterator[Move]:
        """Turn over what lies face down in a hand."""
        for card in hand.cards:
            if card.face == "down" and card.fact_id in self.truth:
                yield self.put("turned", card.fact_id, self.truth[card.fact_id], pause_ms=600)

    def hand(self, slot: str) -> PictureHand:
        if slot == "0":
            return self.picture.dealer
        return next(hand for box in self.picture.boxes for hand in box.hands if hand.slot == slot)

    def cards_of(self, hand: PictureHand) -> list[str]:
        """What the cards of a hand are, also those that lie face down."""
        return [self.truth[card.fact_id] for card in hand.cards if not (card.is_void or card.is_stray)]

    @property
    def last_id(self) -> int:
        return len(self.facts)

    @property
    def entered(self) -> list[Fact]:
        """What the dealer entered, without what the table itself says."""
        return [fact for fact in self.facts if fact[3] == "entered"]

    def plant(self, name: str, slot: str, *, fact_id: int | None = None) -> None:
        """The card laid down last is the mistake `name`, or the fact that is given."""
        self.mistakes.plant(name, slot, fact_id or self.last_card_id)

    def _table(self, kind: str, *fields: Any) -> None:
        self.facts.append((len(self.facts) + 1, self.at_ms, kind, "table", "table", *fields))
