"""Which cards a pack holds, and in which order a new one comes. Pure."""

from collections.abc import Mapping
from typing import Final

from shoes.cards import CARDS, RANKS, SUITS, Card


def _without(ranks: str, *cards: str) -> tuple[Card, ...]:
    """Fifty-two cards less some ranks and some single cards."""
    gone = {CARDS[text] for text in cards}
    return tuple(
        CARDS[rank + suit] for suit in SUITS for rank in RANKS if rank not in ranks and CARDS[rank + suit] not in gone
    )


PACKS: Final[Mapping[str, tuple[Card, ...]]] = {
    "fr52": _without(""),
    "fr40": _without("89T"),  # R-S75-2
    "it40": _without("89T"),  # R-SEM-2: coins D, cups H, swords S, clubs C; fante J, cavallo Q, re K
    "fr45": _without("8", "6S", "6C", "6D"),  # R-FAR-4: the six of hearts stays
    "fr36": _without("2345"),
}
"""The cards of one pack by kind, suit by suit from the ace up: the order a new pack comes in."""

MOST_DECKS: Final = 8


class NoSuchPack(ValueError):
    """A kind or number of packs that the house does not have; the message says which it has."""


def composition(pack: str, decks: int = 1) -> dict[Card, int]:
    """How many of each card `decks` packs of one kind hold. Raises NoSuchPack."""
    if pack not in PACKS:
        raise NoSuchPack(f"{pack!r} is no kind of pack; a kind is one of {', '.join(PACKS)}.")
    if not 1 <= decks <= MOST_DECKS:
        raise NoSuchPack(f"A shoe holds 1 to {MOST_DECKS} packs, not {decks}.")
    return dict.fromkeys(PACKS[pack], decks)
