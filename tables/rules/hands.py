"""A hand while a round is folded: cards as small ints, sums kept as cards come. Pure; never leaves the fold alive."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shoes.cards import UNKNOWN
from tables.rules.games.blackjack_fixed_bank import VALUES

if TYPE_CHECKING:
    from tables.rules.round import Note

TARGET: Final = 21
UNREAD: Final = 0  # the fact id of a card that must be there and was not read

OPEN, STOOD, BUST, DOUBLED, TRIPLED, SURRENDERED, NATURAL, EVEN, VOID, FORFEIT, CLAIMED = range(11)
# fmt: off
STATUS: Final = (
    "acting", "stood", "bust", "doubled", "tripled", "surrendered", "natural", "natural", "void", "forfeit", "claimed",
)
# fmt: on
LIVE: Final = (OPEN, STOOD, DOUBLED, TRIPLED)
COPIED: Final = ("acted", "asides", "base", "is_split", "is_split_ace", "less", "pending", "root", "state", "units")
UNSAID, IN, NONE, OUT = range(4)  # states of a box


class Box:
    """One place in a round. `state`: UNSAID nobody entered a stake, IN, NONE closed as empty, OUT passed over."""

    __slots__ = (
        "asides",
        "hands",
        "insurance",
        "is_asked",
        "onlookers",
        "parted",
        "place",
        "refused",
        "said_splits",
        "seat",
        "splits",
        "stake",
        "stake_id",
        "state",
        "stray",
    )

    def __init__(self, place: str, seat: int) -> None:
        self.place = place
        self.seat = seat
        self.state = UNSAID
        self.stake: int | None = None
        self.stake_id = 0
        self.insurance: int | None = 0
        self.is_asked = False  # insurance or even money was answered
        self.hands: list[Hand] = []
        self.splits = self.said_splits = self.parted = 0
        self.onlookers: list[tuple[int, int | None]] = []
        self.asides: list[int] = []  # cards that lie at this box and belong to no hand
        self.refused: Note | None = None  # a split that was not allowed
        self.stray = 0  # the first of them that has a finding


class Hand:
    """The cards of one slot. `hard` counts aces as 1; `unknown` counts cards without a rank; `hidden` lie face down."""

    __slots__ = (
        "aces",
        "acted",
        "asides",
        "base",
        "bought",
        "box",
        "bust_at",
        "cards",
        "hard",
        "hidden",
        "ids",
        "is_excused",
        "is_kept",
        "is_split",
        "is_split_ace",
        "is_word",
        "less",
        "pending",
        "root",
        "slot",
        "state",
        "units",
        "unknown",
    )
    __deletable__ = ("root", "box")  # `Round.dissolve`; compiled classes ask for it

    def __init__(self, slot: str, box: Box, base: int | None) -> None:
        self.slot = slot
        self.box = box
        self.root = self
        self.cards: list[int] = []
        self.ids: list[int] = []
        self.hard = self.aces = self.unknown = 0
        self.hidden: list[int] = []
        self.state = OPEN
        self.base = base
        self.units = 1  # stakes on it: 2 doubled, 3 tripled
        self.less: int | None = None  # what a double for less added
        self.bought = 0  # what purchases added (R-PON-15)
        self.pending: str | None = None  # why a card is owed: deal hit double triple split
        self.acted = False
        self.is_word = False  # its state was entered, not inferred
        self.is_split = self.is_split_ace = False
        self.is_excused = False  # an illegal wish was entered: the card that follows has its finding already
        self.is_kept = False  # a card that nobody asked for was kept after it stood: a bust costs one stake
        self.bust_at = 0  # the card that took it over 21 while nobody but its holder could know
        self.asides: list[int] = []  # void cards

    def add(self, card: int, fact_id: int, is_up: bool) -> None:
        value = VALUES[card]
        self.cards.append(card)
        self.ids.append(fact_id)
        if value > 1:
            self.hard += value
        elif value:
            self.hard += 1
            self.aces += 1
        else:
            self.unknown += 1
        if not is_up:
            self.hidden.append(fact_id)

    def drop(self, index: int) -> tuple[int, int]:
        """Take one card out again; card and fact id."""
        card, fact_id = self.cards.pop(index), self.ids.pop(index)
        if fact_id in self.hidden:
            self.hidden.remove(fact_id)
        self.sum_up()
        return card, fact_id

    def sum_up(self) -> None:
        values = [VALUES[card] for card in self.cards]
        self.hard = sum(values)
        self.aces = values.count(1)
        self.unknown = values.count(0)

    def turn(self, fact_id: int, card: int) -> None:
        """A face-down card is shown."""
        index = self.ids.index(fact_id)
        if card != UNKNOWN:
            self.cards[index] = card
            self.sum_up()
        if fact_id in self.hidden:
            self.hidden.remove(fact_id)

    @property
    def stake(self) -> int | None:
        if self.base is None:
            return None
        if self.less is None:
            return self.base * self.units + self.bought
        return self.base * max(self.units - 1, 1) + self.less

    def as_shown(self) -> Hand:
        """The hand as it lies on the felt: a face-down card is unknown to everybody."""
        lies = Hand(self.slot, self.box, self.base)
        self.copy_to(lies)
        return lies

    def copy_to(self, lies: Hand) -> None:
        for name in COPIED:
            setattr(lies, name, getattr(self, name))
        for card, fact_id in zip(self.cards, self.ids, strict=True):
            lies.add(UNKNOWN if fact_id in self.hidden else card, fact_id, True)

    @property
    def best(self) -> int:
        """The best total of what is known; only meaningful where nothing is unknown."""
        return self.hard + 10 if self.aces and self.hard <= 11 else self.hard

    @property
    def text(self) -> str:
        """The total as it is said: `17`, soft `7/17`."""
        return f"{self.hard}/{self.best}" if self.best != self.hard else str(self.hard)

    @property
    def is_21(self) -> bool:
        return not self.unknown and (self.hard == TARGET or (self.hard == 11 and self.aces > 0))

    @property
    def is_pair(self) -> bool:
        """Whether two cards are a hand of its own; in the games of 21 none are."""
        return False

    @property
    def is_natural(self) -> bool:
        """R-GEN-7, R-GEN-8: exactly two dealt cards, an ace and a ten."""
        return len(self.cards) == 2 and self.hard == 11 and self.aces == 1 and not (self.unknown or self.is_split)

    @property
    def is_surely_over(self) -> bool:
        return self.hard + self.unknown > TARGET

    @property
    def is_openly_over(self) -> bool:
        """Whether what lies face up (a face-down card being an ace at best) is above 21."""
        if not self.hidden:
            return self.hard + self.unknown > TARGET
        shown = sum(
            VALUES[card] or 1 for card, fact_id in zip(self.cards, self.ids, strict=True) if fact_id not in self.hidden
        )
        return shown + len(self.hidden) > TARGET


def totals(hard: int, aces: int, unknown: int) -> set[tuple[int, bool]]:
    """Every (best total, is soft) that some reading of the unknown cards gives; a bust is its lowest total."""
    sums = {(hard, aces)}
    for _ in range(min(unknown, 4)):
        sums = {(h + v, a + (v == 1)) for h, a in sums for v in range(1, 11)}
    return {(h + 10, True) if a and h <= 11 else (h, False) for h, a in sums}
