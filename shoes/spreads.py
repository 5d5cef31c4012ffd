"""What a reading of spread packs says of them: missing, too many, and how well the camera read. Pure."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from shoes.cards import CARDS, TEXTS, is_known, rank_of
from shoes.packs import composition

FOREIGN: Final = 6
"""So many cards that a kind of pack has not at all tell that another pack lies there."""
FEWEST: Final = 0.5
"""With fewer of the cards in the picture than this, no spread lies there."""
MOST: Final = 1.25
"""With more than this, more packs lie there than are named."""
Cards = list[tuple[str, int]]


@dataclass(frozen=True)
class Comparison:
    """`missing` and `extra` hold each card once, with how many; unsure cards are neither."""

    expected: int
    right: int
    wrong: int
    unsure: int
    missing: Cards
    extra: Cards


def held(kind: str, packs: int, *, missing: Iterable[str] = (), extra: Iterable[str] = ()) -> Counter[str]:
    """What lies there: so many whole packs, less and more what somebody found."""
    whole = Counter({TEXTS[card]: number for card, number in composition(kind, packs).items()})
    return whole - Counter(missing) + Counter(extra)


def compare(truth: Mapping[str, int], reads: Iterable[str]) -> Comparison:
    """A reading against what lies there."""
    told = list(reads)
    sure = Counter(card for card in told if is_known(CARDS[card]))
    held = Counter(dict(truth))
    right = sum((sure & held).values())
    return Comparison(
        expected=held.total(),
        right=right,
        wrong=sure.total() - right,
        unsure=len(told) - sure.total(),
        missing=_listed(held - sure),
        extra=_listed(sure - held),
    )


def is_of_another_kind(kind: str, reads: Iterable[str]) -> bool:
    """Whether many of the cards belong to no pack of this kind."""
    ranks = {rank_of(card) for card in composition(kind, 1)}
    return sum(is_known(CARDS[card]) and rank_of(CARDS[card]) not in ranks for card in reads) >= FOREIGN


def may_be(missing: Cards, reads: Iterable[str]) -> Cards:
    """Of the missing cards those that a card may be of which only the rank was read, such as `Q?`."""
    left = Counter(dict(missing))
    ranks = Counter(card[0] for card in reads if card[1] == "?" and card[0] != "?")
    return [(card, number) for card, number in _listed(left) if ranks[card[0]]]


def _listed(cards: Counter[str]) -> Cards:
    return sorted(((card, number) for card, number in cards.items() if number > 0), key=lambda one: CARDS[one[0]])
