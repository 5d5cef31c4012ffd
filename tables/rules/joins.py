"""Observations become facts: what is one thing is joined, corrections are applied, all is sorted. Pure.

A join keeps the smallest arrival number, so that a later confirmation never changes a fact's id, and adds to `saw`.
"""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from shoes.cards import CARDS, could_be, is_known
from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact

NEAR_MS = 15_000  # a tap and a read of one card lie at most this far apart
CARD, FACE, LIE = 6, 7, 8
RANK = {"observed": 0, "inferred": 0, "entered": 1, "table": 1, "ruled": 2}


def facts(observations: Iterable[Fact]) -> list[Fact]:
    """The facts of a round, sorted by time of capture, ties by arrival."""
    rows = list(observations)
    told = {(row[KIND], row[SAW]) for row in rows}
    kinds = {kind for kind, _ in told}
    if not kinds.isdisjoint(CORRECTIONS):
        rows = _put_right(rows)
    rows.sort(key=BY_TIME)
    return _without_mouth(_joined(rows) if len(told) > len(kinds) else rows)


CORRECTIONS = ("corrected", "voided", "inserted")
BY_TIME = itemgetter(AT, ID)


def _put_right(rows: list[Fact]) -> list[Fact]:
    """Corrections, taken in order of arrival: the last word about a fact holds."""
    found: dict[int, Fact] = {}
    for row in sorted(rows, key=itemgetter(ID)):
        kind = row[KIND]
        old = found.get(row[SLOT]) if kind in ("voided", "corrected") else None
        if kind == "voided":
            if old is not None and old[KIND] != "opened":  # what the table itself told is not put right
                del found[row[SLOT]]
        elif kind == "corrected":
            if old is not None and old[KIND] != "opened":
                found[row[SLOT]] = _corrected(old, row)
        elif kind == "inserted":
            body = row[7]
            found[row[ID]] = (row[ID], row[6], body[0], row[SOURCE], row[SAW], *body[1:])
        else:
            found[row[ID]] = row
    return list(found.values())


def _corrected(old: Fact, row: Fact) -> Fact:
    """The fact as it was put right: its number and time stay."""
    body: tuple[Any, ...] = row[6]
    return (old[ID], old[AT], body[0], row[SOURCE], _saw(old[SAW], row[SAW]), *body[1:])


def _saw(one: str, other: str) -> str:
    return one if other in one.split("+") else f"{one}+{other}"


def _joined(rows: list[Fact]) -> list[Fact]:
    """One fact for each thing: reads and taps of the same card, word or stake by different eyes."""
    kept: list[Fact] = []
    open_at: dict[tuple[Any, ...], list[int]] = {}
    for row in rows:
        key = _thing(row)
        place = _partner(row, kept, open_at.get(key, [])) if key else None
        if place is None:
            if key:
                open_at.setdefault(key, []).append(len(kept))
            kept.append(row)
        else:
            kept[place] = _merged(kept[place], row)
    return kept


def _thing(row: Fact) -> tuple[Any, ...]:
    """What two eyes have to agree on to have seen one thing; cards may differ in how sure they are."""
    kind = row[KIND]
    if kind == "card":
        return (kind, row[SLOT]) if row[SLOT] != "mouth" else ()
    if kind in ("turned", "parted", "peeked", "lifted", "indicator"):
        return kind, row[SLOT]
    if kind == "said":
        return kind, row[SLOT], row[6]
    if kind == "stake":
        return kind, row[SLOT], row[7]
    return ()


def _partner(row: Fact, kept: list[Fact], places: list[int]) -> int | None:
    """The earliest fact of the same thing that these eyes have not told of yet."""
    for place in places:
        other = kept[place]
        if abs(row[AT] - other[AT]) <= NEAR_MS and not _same_eyes(row, other) and _agree(row, other):
            return place
    return None


def _same_eyes(row: Fact, other: Fact) -> bool:
    return bool(set(row[SAW].split("+")) & set(other[SAW].split("+")))


def _agree(row: Fact, other: Fact) -> bool:
    if row[KIND] == "card":
        return row[FACE] == other[FACE] and _cards_agree(row[CARD], other[CARD])
    if row[KIND] == "turned":
        return _cards_agree(row[CARD], other[CARD])
    if row[KIND] == "stake":
        return row[6] is None or other[6] is None or row[6] == other[6]
    return True


def _cards_agree(one: str, other: str) -> bool:
    """Whether both may be reads of one card."""
    first, second = CARDS[one], CARDS[other]
    if is_known(first):
        return could_be(second, first)
    return (not is_known(second) and (first == second or "??" in (one, other))) or could_be(first, second)


def _merged(kept: Fact, row: Fact) -> Fact:
    """The surer card, the higher source, both names; the smaller number and its time."""
    first, second = (kept, row) if kept[ID] < row[ID] else (row, kept)
    source = kept[SOURCE] if RANK[kept[SOURCE]] >= RANK[row[SOURCE]] else row[SOURCE]
    fields = list(kept[SLOT:])
    if kept[KIND] in ("card", "turned") and CARDS[row[CARD]] < CARDS[kept[CARD]]:
        fields[1] = row[CARD]
    if kept[KIND] == "card" and "across" in (kept[LIE], row[LIE]):
        fields[3] = "across"
    if kept[KIND] == "stake" and kept[6] is None:
        fields[1] = row[6]
    if kept[KIND] == "said" and kept[7] is None:
        fields[2] = row[7]
    return (first[ID], min(kept[AT], row[AT]), kept[KIND], source, _saw(first[SAW], second[SAW]), *fields)


def _without_mouth(rows: list[Fact]) -> list[Fact]:
    """Reads at the shoe's mouth give order; a card that a table read left unsure is named by its turn in that order."""
    mouth = [row for row in rows if row[SLOT] == "mouth" and row[KIND] == "card" and row[SOURCE] == "observed"]
    if not mouth:
        return rows
    order = iter(mouth)
    found: list[Fact] = []
    ids = {row[ID] for row in mouth}
    seen = next(order, None)
    for row in rows:
        if row[ID] in ids:
            continue
        if row[KIND] == "card" and row[SLOT] != "mouth" and seen is not None and seen[AT] <= row[AT]:
            if _cards_agree(row[CARD], seen[CARD]):
                if CARDS[seen[CARD]] < CARDS[row[CARD]]:
                    row = (*row[:SAW], _saw(row[SAW], seen[SAW]), row[SLOT], seen[CARD], *row[FACE:])
                seen = next(order, None)
            else:
                seen = _resync(order, row)
        found.append(row)
    return found


def _resync(order: Any, row: Fact) -> Fact | None:
    """The mouth missed or added a card: go on with the next of its reads that is later than this card."""
    for seen in order:
        if seen[AT] > row[AT] - NEAR_MS and _cards_agree(row[CARD], seen[CARD]):
            return next(order, None)
    return None
