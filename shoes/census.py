"""The count of a shoe's cards against what the shoe was filled with. Pure: no Django, no I/O, no clock.

Two questions while the shoe is in play: can it hold the cards seen so far, and do they come in an order that no
shuffle leaves? One at the end: which card is missing, which is one too many? Answers are alarms; nothing here tells
what is left in a shoe (no counting aid).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from shoes.cards import FIRST_UNSURE, SUITS, UNKNOWN, Card, format_card, is_known

AlarmKind = Literal["surplus", "order_repeats", "lies_sorted", "missing", "extra"]

ORDER_WINDOW: Final = 30
"""So many cards, the last ones dealt, are held against an order."""
REPEATS_AT: Final = 14
"""Cards of the window that lie as in the old order, all shifted alike. Chance gives 30/52; fourteen once in 10^16."""
SORTED_AT: Final = 17
"""Neighbours in the window, of 29, that follow one another as in a sorted pack. Chance gives three or four."""


@dataclass(frozen=True, slots=True)
class Alarm:
    """What the census has to say: the card it concerns (empty for an order) and how many of it."""

    kind: AlarmKind
    card: str = ""
    seen: int = 0
    held: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """A closing count held against the composition, as text and number of each card that differs."""

    missing: tuple[tuple[str, int], ...]
    extra: tuple[tuple[str, int], ...]

    @property
    def is_none(self) -> bool:
        return not self.missing and not self.extra

    def alarms(self) -> list[Alarm]:
        return [Alarm("missing", card, held=count) for card, count in self.missing] + [
            Alarm("extra", card, seen=count) for card, count in self.extra
        ]


class Census:
    """Cards seen of one shoe. A card read in part (`Q?`, `??`) counts as any it could be, so it excuses nothing
    and accuses nobody until no way is left to place all of them."""

    __slots__ = ("_by_rank", "_held", "_seen", "_size")

    def __init__(self, composition: Mapping[Card, int]) -> None:
        self._held = dict(composition)
        self._seen: Counter[Card] = Counter()
        self._by_rank: Counter[int] = Counter()
        self._size = sum(composition.values())

    def see(self, card: Card) -> Alarm | None:
        """Count one card; an alarm if the shoe cannot hold what was seen, counting this one."""
        self._seen[card] += 1
        if card == UNKNOWN:
            return self._over_all()
        rank = _rank(card)
        self._by_rank[rank] += 1
        if is_known(card) and self._seen[card] > self._held.get(card, 0):
            self._by_rank[rank] -= 1  # it is named; the others of its rank are not to blame
            return Alarm("surplus", format_card(card), self._seen[card], self._held.get(card, 0))
        held = sum(self._held.get((rank << 2) + suit, 0) for suit in range(len(SUITS)))
        if self._by_rank[rank] > held:
            return Alarm("surplus", format_card(FIRST_UNSURE + rank), self._by_rank[rank], held)
        return self._over_all()

    def see_all(self, cards: Iterable[Card]) -> list[Alarm]:
        return [alarm for card in cards if (alarm := self.see(card)) is not None]

    def _over_all(self) -> Alarm | None:
        total = self._seen.total()
        return Alarm("surplus", format_card(UNKNOWN), total, self._size) if total > self._size else None


def compare_count(composition: Mapping[Card, int], counted: Mapping[Card, int]) -> Difference:
    """Which cards a closing count lacks and which it has too many of; every packed card is in hand, so all known."""
    cards = sorted(composition.keys() | counted.keys())
    over = {card: counted.get(card, 0) - composition.get(card, 0) for card in cards}
    return Difference(
        missing=tuple((format_card(card), -by) for card, by in over.items() if by < 0),
        extra=tuple((format_card(card), by) for card, by in over.items() if by > 0),
    )


@dataclass(frozen=True, slots=True)
class Result:
    """What was seen of an ended shoe, held against what it was filled with: (card, seen, held) of each card.

    `unsure` cards were read in part or not at all, those burned unseen among them. `undealt` stayed in the shoe.
    """

    cards: tuple[tuple[str, int, int], ...]
    held: int
    seen: int
    unsure: int

    @property
    def undealt(self) -> int:
        return max(0, self.held - self.seen)

    @property
    def surplus(self) -> tuple[str, ...]:
        """Cards of which more were seen than the shoe held."""
        return tuple(card for card, seen, held in self.cards if seen > held)


def result(composition: Mapping[Card, int], dealt: Sequence[Card]) -> Result:
    """The census of a shoe that has ended."""
    seen = Counter(dealt)
    known = sorted(card for card in composition.keys() | seen.keys() if is_known(card))
    return Result(
        cards=tuple((format_card(card), seen[card], composition.get(card, 0)) for card in known),
        held=sum(composition.values()),
        seen=len(dealt),
        unsure=sum(many for card, many in seen.items() if not is_known(card)),
    )


def repeats(dealt: Sequence[Card], old: Sequence[Card]) -> bool:
    """Whether the last cards dealt lie as in `old`: straight or reversed, and cut anywhere.

    Unknown cards keep their place and prove nothing. A card missed or one too many shifts the rest, so part of the
    window is enough.
    """
    if len(old) < ORDER_WINDOW:
        return False
    places: dict[Card, list[int]] = {}
    for place, card in enumerate(old):
        if is_known(card):
            places.setdefault(card, []).append(place)
    straight: Counter[int] = Counter()
    reversed_: Counter[int] = Counter()
    for number, card in enumerate(dealt[-ORDER_WINDOW:]):
        for place in places.get(card, ()):
            straight[(place - number) % len(old)] += 1
            reversed_[(place + number) % len(old)] += 1
    return max(max(straight.values(), default=0), max(reversed_.values(), default=0)) >= REPEATS_AT


def lies_sorted(dealt: Sequence[Card]) -> bool:
    """Whether the last cards dealt follow one another as in a new or a sorted pack, up or down."""
    window = dealt[-ORDER_WINDOW:]
    return sum(map(_follows, window, window[1:])) >= SORTED_AT


def order_alarms(dealt: Sequence[Card], old_orders: Iterable[Sequence[Card]]) -> list[Alarm]:
    """What the order of the cards dealt last gives away."""
    alarms = [Alarm("order_repeats")] if any(repeats(dealt, old) for old in old_orders) else []
    return alarms + ([Alarm("lies_sorted")] if lies_sorted(dealt) else [])


def _rank(card: Card) -> int:
    return card >> 2 if card < FIRST_UNSURE else card - FIRST_UNSURE


def _follows(first: Card, second: Card) -> bool:
    """Same rank, or the next rank of the same suit (a pack may be sorted either way)."""
    if not is_known(first) or not is_known(second):
        return False
    return first >> 2 == second >> 2 or (first & 3 == second & 3 and abs((first >> 2) - (second >> 2)) == 1)
