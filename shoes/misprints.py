"""Which card of a spread may be misprinted, or exchanged for another. Pure.

In a new pack the neighbours tell which card belongs between them; where the cards lie out of order the count tells.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from shoes.cards import CARDS, SUITS, TEXTS, is_known
from shoes.packs import PACKS
from shoes.spreads import Cards, Comparison

PLACE: Final = "place"
CORNERS: Final = "corners"
COUNT: Final = "count"
ORDERED: Final = 0.5
"""With so many of the cards between their neighbours, the packs lie in order."""
FAR: Final = 2.5
"""A card so many times as far as the nearest one lies in another row."""
NEAREST: Final = 2
"""So many cards are looked at on each side."""
GAPS: Final = (1, 2)
"""Between a card and the next that is read one may lie unread."""
Box = tuple[int, int, int, int]


class Lying(Protocol):
    """A card as a camera reads it: its text, its box in pixels, and what its corners say where they differ."""

    @property
    def card(self) -> str: ...
    @property
    def box(self) -> Box: ...
    @property
    def corners(self) -> tuple[str, ...]: ...


@dataclass(frozen=True)
class Misprint:
    """A card that shows another than it should be.

    why  PLACE: it lies where `belongs` belongs; CORNERS: one corner says each of the two; COUNT: one is missing and one
         too many, and nothing tells which of the cards it is; `box` is None then.
    """

    belongs: str
    shows: str
    why: str
    box: Box | None


def misprints(kind: str, laid: Sequence[Lying], found: Comparison) -> list[Misprint]:
    """What of the difference between the packs and their reading is one card that shows another."""
    missing, extra = Counter(dict(found.missing)), Counter(dict(found.extra))
    told = [_of_corners(one, missing) for one in laid if len(one.corners) == 2]
    missing.subtract(one.belongs for one in told)
    places = _places(kind, laid)
    for one in _out_of_place(laid, places, missing, extra):
        if missing[one.belongs] > 0 and extra[one.shows] > 0:
            missing[one.belongs] -= 1
            extra[one.shows] -= 1
            told.append(one)
    gone, more = list((+missing).elements()), list((+extra).elements())
    is_all_read = all(is_known(CARDS[one.card]) or one.corners for one in laid)
    if len(gone) == len(more) == 1 and is_all_read and not _is_in_order(places):
        told.append(Misprint(gone[0], more[0], COUNT, None))
    return told


def by_place(kind: str, laid: Sequence[Lying], missing: Cards) -> Cards:
    """Of the missing cards those that lie, unread, between their neighbours."""
    places = _places(kind, laid)
    unread = [place for place in places if not is_known(CARDS[place.card])]
    held = Counter(card for card, _number in missing for place in unread if place.may_be(card) and place.fit(card) > 0)
    return [(card, min(number, held[card])) for card, number in missing if held[card]]


@dataclass(frozen=True)
class _Place:
    """Where a card lies: `sides` has the nearest cards on each side, `order` the ranks of each suit in a new pack."""

    card: str
    sides: tuple[tuple[str, ...], ...]
    order: dict[str, str]

    def fit(self, card: str) -> int:
        """How well the cards beside it are those beside `card` in a new pack; 0 where one cannot lie there."""
        ranks = self.order[card[1]]
        is_last = card[0] in (ranks[0], ranks[-1])
        fits, ways = 0, []
        for side in self.sides:
            for away, other in enumerate(side, 1):
                is_suit = other[1] == card[1]
                if other[0] not in ranks or not (is_suit or other[1] == "?"):
                    if away == 1 and is_known(CARDS[other]) and not is_last:
                        return 0
                    continue
                apart = ranks.index(other[0]) - ranks.index(card[0])
                if abs(apart) == away:
                    fits += (NEAREST + 1 - away) * (1 + is_suit)
                    ways.append((side is self.sides[0]) == (apart > 0))
                elif is_suit and away == 1 and abs(apart) not in GAPS:
                    return 0
        return fits if len(set(ways)) < 2 else 0

    def may_be(self, card: str) -> bool:
        return self.card[0] in ("?", card[0])


def _of_corners(one: Lying, missing: Counter[str]) -> Misprint:
    first, second = one.corners
    belongs, shows = (second, first) if missing[second] > missing[first] else (first, second)
    return Misprint(belongs, shows, CORNERS, one.box)


def _out_of_place(
    laid: Sequence[Lying], places: Sequence[_Place], missing: Counter[str], extra: Counter[str]
) -> list[Misprint]:
    """Cards too many that lie where a missing one belongs and they do not, the surest first."""
    found = []
    for one, place in zip(laid, places, strict=True):
        if extra[one.card] <= 0:
            continue
        fits = sorted(((place.fit(card), card) for card in +missing), reverse=True)
        best, second = [*fits, (0, ""), (0, "")][:2]
        if best[0] > max(second[0], place.fit(one.card)):
            found.append((best[0] - place.fit(one.card), Misprint(best[1], one.card, PLACE, one.box)))
    return [one for _gain, one in sorted(found, key=lambda each: -each[0])]


def _is_in_order(places: Sequence[_Place]) -> bool:
    return sum(place.fit(place.card) > 0 for place in places) >= ORDERED * len(places)


def _places(kind: str, laid: Sequence[Lying]) -> list[_Place]:
    order = {suit: "".join(TEXTS[card][0] for card in PACKS[kind] if TEXTS[card][1] == suit) for suit in SUITS}
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in (one.box for one in laid)]
    return [
        _Place(one.card, tuple(tuple(laid[n].card for n in side) for side in _sides(middles, number)), order)
        for number, one in enumerate(laid)
    ]


def _sides(middles: Sequence[tuple[float, float]], number: int) -> list[list[int]]:
    """The nearest cards towards the very nearest one and away from it; one side alone at a row's end."""
    x, y = middles[number]
    away = [(other_x - x, other_y - y) for other_x, other_y in middles]
    far = [dx * dx + dy * dy for dx, dy in away]
    order = sorted((n for n in range(len(middles)) if n != number), key=far.__getitem__)
    if not order:
        return []
    (dx, dy), most = away[order[0]], FAR * FAR * far[order[0]]
    near = [n for n in order if far[n] <= most]
    along = {n: away[n][0] * dx + away[n][1] * dy for n in near}
    return [[n for n in near if along[n] > 0][:NEAREST], [n for n in near if along[n] < 0][:NEAREST]]
