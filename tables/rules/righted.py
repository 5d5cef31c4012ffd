"""Corrections: what a camera read better, and what people put right. Pure.

A camera speaks of its own reads only, and never over the word of a person. What a person says of a fact holds for all
that was joined with it; the last word of the highest source holds.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any

from tables.rules.aligned import RANK, saw
from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact

CORRECTIONS = ("corrected", "voided", "inserted")
Numbers = dict[int, int]
"""The number of a row that another one took in, to that one's."""


def head_of(numbers: Numbers, number: int) -> int:
    """The number of the fact that stands for a row."""
    return numbers.get(number, number)


def put_right(rows: list[Fact], numbers_of: Callable[[list[Fact]], Numbers]) -> tuple[list[Fact], Numbers]:
    """The rows with all corrections applied, in order of arrival; and which rows went into which."""
    found: dict[int, Fact] = {}
    words: list[Fact] = []
    for row in sorted(rows, key=itemgetter(ID)):
        kind = row[KIND]
        if kind in ("corrected", "voided"):
            if row[SOURCE] != "observed":
                words.append(row)
            elif row[SLOT] in found and found[row[SLOT]][SOURCE] == "observed":
                _apply(found, row[SLOT], row)
        elif kind == "inserted":
            body = row[7]
            found[row[ID]] = (row[ID], row[6], body[0], row[SOURCE], row[SAW], *body[1:])
        else:
            found[row[ID]] = row
    gone: Numbers = {}
    if words:
        joined = numbers_of(list(found.values()))
        for row in words:
            _say(found, gone, joined, row)
    return list(found.values()), gone


def _say(found: dict[int, Fact], gone: Numbers, joined: Numbers, row: Fact) -> None:
    """What a person says of one thing: its other tellings go."""
    number = head_of(joined, row[SLOT])
    old = found.get(number)
    if old is None or old[KIND] == "opened" or RANK[row[SOURCE]] < RANK[old[SOURCE]]:
        return  # what the table itself told is not put right
    for other in [each for each, head in joined.items() if head == number and each < row[ID]]:
        found.pop(other, None)
        gone[other] = number
    _apply(found, number, row)


def _apply(found: dict[int, Fact], number: int, row: Fact) -> None:
    old = found[number]
    if row[KIND] == "voided":
        del found[number]
    else:
        body: tuple[Any, ...] = row[6]
        found[number] = (old[ID], old[AT], body[0], row[SOURCE], saw(old[SAW], row[SAW]), *body[1:])
