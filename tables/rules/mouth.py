"""What a camera at the shoe's mouth read against what was read on the table. Pure.

It names cards left unsure, confirms those that it read alike, and leaves unsure those that it read otherwise: neither
camera wins in silence.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from shoes.cards import CARDS, is_known
from tables.rules.aligned import CLASH, CLASH_MS, NEAR_MS, NEVER, UNSURE, cards_agree, either, pairs, saw
from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact

MOUTH: Final = "mouth"
CARD, FACE = 6, 7
SETTLED_MS: Final = 4_000
"""So long after a card came to lie, all that was drawn before it has come to lie too: who differs then, differs."""


def named_by_mouth(rows: Sequence[Fact]) -> list[Fact]:
    """The facts, sorted by time, without reads at the mouth; what those say of a card is put to it.

    One that lies face down is not named before it is turned (DESIGN 5).
    """
    away = {row[ID] for row in rows if _is_drawn(row)}
    if not away:
        return list(rows)
    drawn, last = drawn_as(rows), max(row[AT] for row in rows)
    return [_named(row, drawn, last) for row in rows if row[ID] not in away]


def drawn_as(rows: Sequence[Fact]) -> dict[int, Fact]:
    """The read at the mouth of each card that came to lie, by the card's number, where it is known which that is.

    It is known where between two cards that both read alike the mouth and the table saw equally many, or where no
    other of those could be meant.
    """
    lying = [row for row in rows if row[KIND] == "card" and row[SLOT] != MOUTH]
    last = max((row[AT] for row in lying), default=0)
    drawn = [row for row in rows if _is_drawn(row) and row[AT] <= last]  # a later one is on its way to the table
    found: dict[int, Fact] = {}
    table: list[Fact] = []
    mouth: list[Fact] = []
    for i, j in pairs(lying, drawn, _cost):
        if i is not None and j is not None and _is_alike(lying[i], drawn[j]):
            found |= _matched(table, mouth) | {lying[i][ID]: drawn[j]}
            table, mouth = [], []
            continue
        if i is not None:
            table.append(lying[i])
        if j is not None:
            mouth.append(drawn[j])
    return found | _matched(table, mouth)


def _is_drawn(row: Fact) -> bool:
    return bool(row[SLOT] == MOUTH and row[KIND] == "card" and row[SOURCE] == "observed")


def _is_alike(one: Fact, other: Fact) -> bool:
    return bool(one[CARD] == other[CARD] and is_known(CARDS[one[CARD]]))


def _matched(table: list[Fact], mouth: list[Fact]) -> dict[int, Fact]:
    """Which of some cards that lie is which of some that were drawn."""
    couples = zip(table, mouth, strict=True) if len(table) == len(mouth) else _only(table, mouth)
    return {one[ID]: other for one, other in couples}


def _only(table: list[Fact], mouth: list[Fact]) -> list[tuple[Fact, Fact]]:
    """Which fit each other and nothing else."""
    fits = [(one, other) for one in table for other in mouth if _cost(one, other) <= UNSURE]
    return [pair for pair in fits if sum(pair[0] is one or pair[1] is other for one, other in fits) == 1]


def _cost(lies: Fact, drawn: Fact) -> int:
    after = lies[AT] - drawn[AT]
    if not 0 <= after <= NEAR_MS:
        return NEVER
    if _is_alike(lies, drawn):
        return 0
    if cards_agree(lies[CARD], drawn[CARD]):
        return UNSURE
    return CLASH if after <= CLASH_MS else NEVER


def _named(row: Fact, drawn_of: Mapping[int, Fact], last_ms: int) -> Fact:
    """The card, or the turning of it, as both cameras have it."""
    if row[KIND] not in ("card", "turned") or (row[KIND] == "card" and row[FACE] == "down"):
        return row
    drawn = drawn_of.get(row[ID] if row[KIND] == "card" else row[SLOT])
    if drawn is None:
        return row
    card = row[CARD]
    if cards_agree(card, drawn[CARD]):
        if CARDS[card] < CARDS[drawn[CARD]] or not is_known(CARDS[drawn[CARD]]):
            return row
        card = drawn[CARD]
    elif row[SOURCE] != "observed" or last_ms - row[AT] < SETTLED_MS:
        return row
    else:
        card = either(card, drawn[CARD])
    return (*row[:SAW], saw(row[SAW], drawn[SAW]), row[SLOT], card, *row[FACE:])
