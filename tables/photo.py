"""The cards of one photograph as the hands of a table, and what the engine says is due. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from shoes.camera.cards import CardRead
from shoes.cards import parse_card
from tables.rules import bank
from tables.rules.hands import Box, Hand
from tables.rules.round import Round
from tables.rules.terms import Terms

SIDES: Final = ("top", "bottom", "left", "right")
# How far apart the middles of two cards of one hand may lie, in lengths of a card.
ONE_HAND: Final = 2.0
# The dealer's row: this far from the nearest of its cards at most, in lengths of a card, and not past the middle.
ONE_ROW: Final = 1.5
MIDDLE: Final = 0.5


@dataclass(frozen=True)
class TableRead:
    """What lies on the table: the dealer's cards and each hand's, from left to right as the dealer's side is up."""

    dealer: tuple[str, ...]
    dealer_total: str
    dealer_due: str
    hands: tuple[tuple[str, ...], ...]
    hand_totals: tuple[str, ...]
    unsure: int


@dataclass(frozen=True)
class _Placed:
    """A card and its middle, turned so that the dealer sits at the top; lengths in pixels."""

    card: str
    x: float
    y: float
    length: float


def judge(cards: Sequence[CardRead], picture: tuple[int, int], *, dealer: str, terms: Terms) -> TableRead:
    """Sort the cards of a picture (width, height) into dealer and hands and say what is due.

    dealer   on which side of the picture the dealer's cards lie, one of SIDES.
    """
    placed = [_placed(card, picture, dealer) for card in cards]
    depth = picture[1] if dealer in ("top", "bottom") else picture[0]
    row = _dealers_row(placed, depth)
    hands = _hands([card for card in placed if card not in row])
    texts = tuple(card.card for card in sorted(row, key=lambda card: card.x))
    hand_texts = tuple(tuple(card.card for card in hand) for hand in hands)
    return TableRead(
        dealer=texts,
        dealer_total=total_of(texts),
        dealer_due=due_of(texts, terms),
        hands=hand_texts,
        hand_totals=tuple(total_of(hand) for hand in hand_texts),
        unsure=sum("?" in card.card for card in cards),
    )


def _placed(card: CardRead, picture: tuple[int, int], dealer: str) -> _Placed:
    (x, y), (width, height) = card.middle, picture
    x0, y0, x1, y1 = card.box
    length = max(x1 - x0, y1 - y0)
    turned = {
        "top": (x, y),
        "bottom": (width - x, height - y),
        "left": (height - y, x),
        "right": (y, width - x),
    }
    return _Placed(card.card, *turned[dealer], length)


def _dealers_row(placed: Sequence[_Placed], depth: float) -> list[_Placed]:
    """The cards nearest to the dealer's side, as far as each lies close behind the one before."""
    row: list[_Placed] = []
    for card in sorted(placed, key=lambda card: card.y):
        if card.y > MIDDLE * depth or (row and card.y - row[-1].y > ONE_ROW * card.length):
            break
        row.append(card)
    return row


def _hands(cards: Sequence[_Placed]) -> list[list[_Placed]]:
    """Cards that lie near each other, in chains; hands and their cards from left to right."""
    reach = ONE_HAND * median(card.length for card in cards) if cards else 0.0
    hands: list[list[_Placed]] = []
    for card in sorted(cards, key=lambda card: card.x):
        near = [hand for hand in hands if any((c.x - card.x) ** 2 + (c.y - card.y) ** 2 < reach**2 for c in hand)]
        joined = [c for hand in near for c in hand] + [card]
        hands = [hand for hand in hands if hand not in near] + [joined]
    return sorted(hands, key=lambda hand: min(card.x for card in hand))


def total_of(cards: Sequence[str]) -> str:
    """The total as it is called: `17`, soft `7/17`, `unknown` if a rank is not known; nothing for no cards."""
    hand = Hand("0", Box("0", 0), None)
    for number, card in enumerate(cards, 1):
        hand.add(parse_card(card), number, True)
    if hand.unknown:
        return "unknown"
    return f"{hand.hard}/{hand.best}" if hand.best != hand.hard else str(hand.hard) if cards else ""


def due_of(cards: Sequence[str], terms: Terms) -> str:
    """Whether the bank `draws` or `stands` on these cards, or `unknown`: no cards, or it rests on one not read.

    A single open card is never enough: whether the second is still to come or lies face down, it is not yet 17.
    """
    if not cards:
        return "unknown"
    if len(cards) == 1:
        return "draws"
    on_the_felt = Round(terms)
    for number, card in enumerate(cards, 1):
        on_the_felt.dealer.add(parse_card(card), number, True)
    return {True: "draws", False: "stands", None: "unknown"}[bank.must_draw(on_the_felt)]
