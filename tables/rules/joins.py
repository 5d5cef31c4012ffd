"""Observations become facts: what is one thing is joined, corrections are applied, all is sorted. Pure.

A join keeps the smallest arrival number, so that a later confirmation never changes a fact's id, and adds to `saw`.
Where two eyes tell one thing differently, the higher source holds; two cameras that differ leave a card unknown.
"""

from collections.abc import Iterable
from operator import itemgetter
from typing import Any, Final

from tables.rules.aligned import NEAR_MS, RANK, eye_of, grouped, merged, saw
from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact
from tables.rules.lateness import words_in_place
from tables.rules.mouth import MOUTH, drawn_as, named_by_mouth
from tables.rules.righted import CORRECTIONS, Numbers, put_right
from tables.rules.turning import seen_when_turned

BY_TIME, BY_NUMBER, BY_CAPTURE = itemgetter(AT, ID), itemgetter(ID), itemgetter(AT)
KIND_AND_EYES, FIRST_FIELD = itemgetter(KIND, SAW), itemgetter(SLOT)
NAMES_A_FACT: Final = {"turned": 5, "choice": 6}
"""At which place a kind names another fact."""


def facts(observations: Iterable[Fact]) -> list[Fact]:
    """The facts of a round, sorted by time of capture, ties by arrival."""
    rows = list(observations)
    told = set(map(KIND_AND_EYES, rows))
    eyes = dict(told)
    if len(told) == len(eyes) and eyes.keys().isdisjoint(CORRECTIONS):
        rows.sort(key=BY_NUMBER)  # two plain sorts are faster than one by pairs
        rows.sort(key=BY_CAPTURE)
        is_mixed = eyes.get("card") != eyes.get("said")
    else:
        rows = _worked(rows)[0]
        is_mixed = True
    if MOUTH in map(FIRST_FIELD, rows):
        rows = named_by_mouth(rows)
    return _in_order(rows) if is_mixed else rows


def numbers(observations: Iterable[Fact]) -> Numbers:
    """The number of each row that went into another fact, and that fact's."""
    return _worked(list(observations))[1]


def read_at_mouth(observations: Iterable[Fact]) -> dict[int, Fact]:
    """What was read at the shoe's mouth of each card that came to lie, by the card's number, where that is known."""
    return drawn_as(_worked(list(observations))[0])


def _worked(rows: list[Fact]) -> tuple[list[Fact], Numbers]:
    gone: Numbers = {}
    if any(row[KIND] in CORRECTIONS for row in rows):
        rows, gone = put_right(rows, lambda found: _joined(sorted(found, key=BY_TIME), {})[1])
    return _joined(sorted(rows, key=BY_TIME), gone)


def _joined(rows: list[Fact], gone: Numbers) -> tuple[list[Fact], Numbers]:
    """One fact for each thing: reads and taps of the same card, word or stake by different eyes."""
    into = dict(gone)
    rows = _join_cards(seen_when_turned(rows, into), into)
    if into:
        rows = [_renamed(row, into) for row in rows]
    rows = _join_others(rows, into)
    return sorted(rows, key=BY_TIME), {number: _head(number, into) for number in into}


def _head(number: int, into: Numbers) -> int:
    while number in into:
        number = into[number]
    return number


def _join_cards(rows: list[Fact], into: Numbers) -> list[Fact]:
    slots: dict[str, list[Fact]] = {}
    for row in rows:
        if row[KIND] == "card" and row[SLOT] != MOUTH:
            slots.setdefault(row[SLOT], []).append(row)
    several = [hand for hand in slots.values() if len({eye_of(row) for row in hand}) > 1]
    if not several:
        return rows
    fresh: dict[int, Fact] = {}
    for hand in several:
        for group in grouped(hand):
            one = merged(group)
            fresh[one[ID]] = one
            into.update({row[ID]: one[ID] for row in group if row[ID] != one[ID]})
    return [fresh.get(row[ID], row) for row in rows if row[ID] not in into]


def _renamed(row: Fact, into: Numbers) -> Fact:
    """The row naming the fact that now stands for the one it named."""
    place = NAMES_A_FACT.get(row[KIND])
    if place is None or row[place] not in into:
        return row
    return (*row[:place], _head(row[place], into), *row[place + 1 :])


def _join_others(rows: list[Fact], into: Numbers) -> list[Fact]:
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
            one = merged((kept[place], row)) if row[KIND] == "turned" else _merged(kept[place], row)
            into.update({each[ID]: one[ID] for each in (kept[place], row) if each[ID] != one[ID]})
            kept[place] = one
    return kept


def _thing(row: Fact) -> tuple[Any, ...]:
    """What two eyes have to agree on to have told one thing."""
    kind = row[KIND]
    if kind in ("turned", "parted", "peeked", "lifted", "indicator"):
        return kind, row[SLOT]
    if kind == "said":
        return kind, row[SLOT], row[6]
    if kind == "stake":
        return kind, row[SLOT], row[7]
    return ()


def _partner(row: Fact, kept: list[Fact], places: list[int]) -> int | None:
    """The earliest fact of the same thing that these eyes have not told of yet. A card is turned once."""
    for place in places:
        other = kept[place]
        is_near = row[KIND] == "turned" or abs(row[AT] - other[AT]) <= NEAR_MS
        if is_near and not _same_eyes(row, other) and _agree(row, other):
            return place
    return None


def _same_eyes(row: Fact, other: Fact) -> bool:
    return bool(set(row[SAW].split("+")) & set(other[SAW].split("+")))


def _agree(row: Fact, other: Fact) -> bool:
    if row[KIND] == "stake":
        return row[6] is None or other[6] is None or row[6] == other[6]
    return True


def _merged(kept: Fact, row: Fact) -> Fact:
    """The higher source, both names; what one left open; the smaller number and its time."""
    first, second = (kept, row) if kept[ID] < row[ID] else (row, kept)
    source = kept[SOURCE] if RANK[kept[SOURCE]] >= RANK[row[SOURCE]] else row[SOURCE]
    fields = list(kept[SLOT:])
    if kept[KIND] == "stake" and kept[6] is None:
        fields[1] = row[6]
    if kept[KIND] == "said" and kept[7] is None:
        fields[2] = row[7]
    return (first[ID], min(kept[AT], row[AT]), kept[KIND], source, saw(first[SAW], second[SAW]), *fields)


def _in_order(rows: list[Fact]) -> list[Fact]:
    """With words beside their cards, where others told of those."""
    cards = {row[SAW] for row in rows if row[KIND] == "card"}
    words = {row[SAW] for row in rows if row[KIND] == "said"}
    return words_in_place(rows) if words - cards and cards - words else rows
