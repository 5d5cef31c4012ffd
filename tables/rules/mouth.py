"""What a camera at the shoe's mouth read against what was read on the table: it names cards left unsure. Pure."""

from collections.abc import Mapping, Sequence
from typing import Final

from shoes.cards import CARDS, is_known
from tables.rules.aligned import CLASH, NEAR_MS, NEVER, UNSURE, cards_agree, pairs, saw
from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact

MOUTH: Final = "mouth"
CARD, FACE = 6, 7


def named_by_mouth(rows: Sequence[Fact]) -> list[Fact]:
    """The facts, sorted by time, without reads at the mouth; what those name for sure is named.

    A card is named where between two cards that both read alike the mouth and the table saw equally many, or where no
    other of those could be meant. One that lies face down is not named before it is turned (DESIGN 5).
    """
    read = [row for row in rows if row[SLOT] == MOUTH and row[KIND] == "card" and row[SOURCE] == "observed"]
    if not read:
        return list(rows)
    lying = [row for row in rows if row[KIND] == "card" and row[SLOT] != MOUTH]
    drawn_of: dict[int, Fact] = {}
    last = max((row[AT] for row in lying), default=0)
    drawn = [row for row in read if row[AT] <= last]  # a later one is on its way to the table
    for table, mouth in _runs(lying, drawn):
        for one, other in zip(table, mouth, strict=True) if len(table) == len(mouth) else _only(table, mouth):
            drawn_of[one[ID]] = other
    away = {row[ID] for row in read}
    return [_named(row, drawn_of) for row in rows if row[ID] not in away]


def _runs(lying: list[Fact], drawn: list[Fact]) -> list[tuple[list[Fact], list[Fact]]]:
    """What table and mouth read between two cards that both of them know."""
    runs: list[tuple[list[Fact], list[Fact]]] = [([], [])]
    for i, j in pairs(lying, drawn, _cost):
        if i is not None and j is not None and is_known(CARDS[lying[i][CARD]]) and lying[i][CARD] == drawn[j][CARD]:
            runs.append(([], []))
            continue
        if i is not None:
            runs[-1][0].append(lying[i])
        if j is not None:
            runs[-1][1].append(drawn[j])
    return runs


def _only(table: list[Fact], mouth: list[Fact]) -> list[tuple[Fact, Fact]]:
    """Which fit each other and nothing else."""
    fits = [(one, other) for one in table for other in mouth if _cost(one, other) <= UNSURE]
    return [pair for pair in fits if sum(pair[0] is one or pair[1] is other for one, other in fits) == 1]


def _cost(lies: Fact, drawn: Fact) -> int:
    if not 0 <= lies[AT] - drawn[AT] <= NEAR_MS:
        return NEVER
    if lies[CARD] == drawn[CARD] and is_known(CARDS[lies[CARD]]):
        return 0
    return UNSURE if cards_agree(lies[CARD], drawn[CARD]) else CLASH


def _named(row: Fact, drawn_of: Mapping[int, Fact]) -> Fact:
    """The card, or the turning of it, with the name that the mouth gave it, where that is surer."""
    if row[KIND] not in ("card", "turned") or (row[KIND] == "card" and row[FACE] == "down"):
        return row
    drawn = drawn_of.get(row[ID] if row[KIND] == "card" else row[SLOT])
    if drawn is None or not cards_agree(row[CARD], drawn[CARD]) or CARDS[row[CARD]] <= CARDS[drawn[CARD]]:
        return row
    return (*row[:SAW], saw(row[SAW], drawn[SAW]), row[SLOT], drawn[CARD], *row[FACE:])
