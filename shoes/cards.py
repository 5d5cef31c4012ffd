"""Cards as small integers, and their text. Pure.

A card is an `int`: 0..51 a known card, 52..64 a rank whose suit is unsure, 65 a card of which nothing is known.
Text is rank then suit: `QH`, `Q?`, `??`. Ranks are `A23456789TJQK`, suits `SHDC` (spades, hearts, diamonds, clubs).
"""

from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "SHDC"
Card = int

FIRST_UNSURE: Final = 52
UNKNOWN: Final[Card] = 65

TEXTS: Final[tuple[str, ...]] = (
    *(rank + suit for rank in RANKS for suit in SUITS),
    *(rank + "?" for rank in RANKS),
    "??",
)
CARDS: Final[dict[str, Card]] = {text: card for card, text in enumerate(TEXTS)}


class NotACard(ValueError):
    """A text that names no card; the message says what would."""


def parse_card(text: str) -> Card:
    """The card that `text` names. Raises NotACard."""
    try:
        return CARDS[text]
    except (KeyError, TypeError):
        raise NotACard(
            f"{text!r} is no card; a card is one of {RANKS} and one of {SUITS}, such as QH (Q? or ?? where unsure)."
        ) from None


def parse_cards(text: str) -> list[Card]:
    """The cards of a space-separated text, in order. Raises NotACard."""
    return [parse_card(word) for word in text.split()]


def format_card(card: Card) -> str:
    return TEXTS[card]


def format_cards(cards: list[Card] | tuple[Card, ...]) -> str:
    return " ".join(TEXTS[card] for card in cards)


def is_known(card: Card) -> bool:
    """Whether rank and suit are both known."""
    return card < FIRST_UNSURE


def rank_of(card: Card) -> int | None:
    """0 (ace) to 12 (king), or None if the rank is unknown."""
    if card < FIRST_UNSURE:
        return card >> 2
    return None if card == UNKNOWN else card - FIRST_UNSURE


def could_be(card: Card, other: Card) -> bool:
    """Whether what was seen as `card` may be the known card `other`."""
    if card < FIRST_UNSURE:
        return card == other
    return card == UNKNOWN or card - FIRST_UNSURE == other >> 2
