"""What a game of the family is: a value, never a subclass. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tables.rules.options import Option, Value

if TYPE_CHECKING:
    from tables.rules.counting import Count
    from tables.rules.hands import Hand
    from tables.rules.round import Round
    from tables.rules.settle import Worth
    from tables.rules.shapes import Settlement


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its card values, target, deal script, options and profiles; what differs from blackjack beside them.

    Totals are in units: `scale` of them make a point (2 where pictures are worth half a point).
    """

    name: str
    target: int
    ace_bonus: int
    values: tuple[int | None, ...]  # by card (shoes.cards), 0 or None = not read
    deal: tuple[str, ...]
    options: Mapping[str, Option]
    defaults: Mapping[str, Value]
    profiles: Mapping[str, Mapping[str, Value]]
    check_combination: Callable[[Mapping[str, Value]], None]
    scale: int = 1
    acts: tuple[str, ...] = ("hit", "stand", "double", "split", "surrender")
    count: Callable[[Mapping[str, Value]], Count] | None = None  # how cards add up where an ace is not 1 or 11
    concealed: str = "I-7"  # the irregularity of a hand that stood above the target and said nothing
    undeclared: str = "I-18"  # that of a natural of the bank which it did not declare
    hides_busts: bool = False  # R-FIF-6, R-FAR-12: nobody says that he is over
    takes_second: bool = False  # R-FAR-11: whoever has one card must take another
    shows_naturals: bool = False  # R-MAC-6: the bank shows its card to naturals before the others draw
    has_clock: bool = False  # I-26: online a player may run out of time
    compels_stake: bool = False  # R-O36-11: who has a card must stake
    sees_own: bool = False  # R-O2D-7: the bank always looks at its own cards
    rate: Callable[[Round, Hand, int | None], Worth] | None = None  # what a hand is worth against the bank's total
    settle: Callable[[Round], Settlement] | None = None  # where money goes through a pot, a farm or a bank of its own
    takes_deal: Callable[[Round, Hand], bool] | None = None  # which hand gives the right to the bank; else a natural
    taker: Callable[[Round], int | None] | None = None  # the seat that deals next, where the result says so
    cites: Mapping[str, str] = field(default_factory=dict)  # a rule of another game → the clause that says it in this
    setup: Mapping[str, Any] = field(default_factory=dict)  # static facts that no option holds
    decks_allowed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # by profile
