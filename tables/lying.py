"""What one camera knows of the cards that lie on the felt. Pure.

A statement is a camera's own JSON as it is posted (shoes/wire.py): kind `read turned moved parted lifted camera`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from shoes.cards import CARDS, is_known
from tables.rules.mouth import MOUTH

Statement = Mapping[str, Any]
Body = tuple[Any, ...]
"""Kind and fields of a fact."""
NOWHERE: Final = "?"
ASIDE: Final = ("discard", "burn")
UNREAD: Final = "??"


@dataclass(slots=True)
class Lying:
    """A card as one camera knows it.

    number  of its fact; 0 where it has none.
    place   where it lies, as the camera names it.
    slot    where it came to lie, as the engine named that then.
    turned  number of the fact that turned it.
    """

    number: int
    place: str
    slot: str
    card: str
    face: str
    lie: str
    turned: int = 0

    def body(self, slot: str) -> Body:
        """As a fact would tell it."""
        return ("card", slot, UNREAD if self.face == "down" else self.card, self.face, self.lie)

    def read_again(self, said: Statement) -> bool:
        """Take what the camera now says of it, never less than before; whether that is another thing."""
        was = (self.card, self.lie)
        number = CARDS[said["card"]]
        if is_known(number) or number < CARDS[self.card]:
            self.card = said["card"]
        self.lie = said.get("lie") or self.lie
        return (self.card, self.lie) != was


@dataclass(slots=True)
class View:
    """What one camera has seen of a round. `hands`: those of each box from left to right, as the camera names them."""

    camera: str
    run: str = ""
    cards: dict[str, Lying] = field(default_factory=dict)
    gone: dict[str, Lying] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=dict)
    away_since: int | None = None
    has_seen: bool = False

    def seen(self) -> list[Lying]:
        """What lies, or lay, where cards are played."""
        return [card for card in (*self.cards.values(), *self.gone.values()) if is_played(card.place)]

    def card(self, read: str) -> Lying | None:
        return self.cards.get(read) or self.gone.get(read)

    def see(self, read: str, card: Lying) -> None:
        self.cards[read] = card
        self.has_seen = self.has_seen or is_played(card.place)

    def lift(self, reads: list[str]) -> list[Lying]:
        """These are no longer there."""
        lifted = {read: self.cards.pop(read) for read in reads if read in self.cards}
        self.gone |= lifted
        return list(lifted.values())

    def start_anew(self, said: Statement) -> None:
        """A watch that began again names its cards anew; what it saw before counts only where it still lies."""
        run = str(said.get("key", "")).partition(":")[0]
        if run and run != self.run:
            self.lift(list(self.cards))
            self.run = run

    def slot(self, place: str) -> str:
        """The engine's name of a hand: a box's hands are numbered from left to right, whichever came first."""
        order = self.hands.get(box_of(place))
        if order is None or place not in order:
            return place
        index = order.index(place)
        return f"{order[0]}.{index}" if index else order[0]

    def part(self, place: str, hand: str) -> None:
        """A hand became two; the new one lies directly beside it."""
        order = self.hands.setdefault(box_of(place), [box_of(place)])
        if hand not in order:
            order.insert(order.index(place) + 1 if place in order else len(order), hand)


def is_played(place: str) -> bool:
    """Whether a card there belongs to somebody's hand."""
    return place not in (NOWHERE, MOUTH, *ASIDE)


def is_first_card(statement: Statement) -> bool:
    """Whether it may be the first card of a round: one that came to lie where cards are played."""
    is_new = statement["kind"] == "read" and not statement.get("was_lying")
    return (is_new or statement.get("was") == MOUTH) and is_played(statement["place"])


def is_drawn(statement: Statement) -> bool:
    """Whether a card was read at the shoe's mouth."""
    return bool(statement["kind"] == "read" and statement["place"] == MOUTH)


def box_of(place: str) -> str:
    return place.partition(".")[0]
