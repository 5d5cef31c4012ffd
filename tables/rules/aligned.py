"""The cards of one hand as several eyes told them: which of them are one card. Pure.

Each eye tells the cards of a hand in their order, and may miss one or read one wrong. Two tales are laid side by side
so that the order of both is kept and as little as possible disagrees; what stands at one position is one card.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from shoes.cards import CARDS, TEXTS, UNKNOWN, could_be, is_known, rank_of
from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact

CARD, FACE, LIE = 6, 7, 8
RANK: Final = {"observed": 0, "inferred": 0, "entered": 1, "table": 1, "ruled": 2}
SAME_MS: Final = 60_000
"""Two eyes tell one and the same card at most this far apart."""
NEAR_MS: Final = 15_000
"""So far apart at most, where one of them is unsure of it."""
CLASH_MS: Final = 8_000
"""So far apart at most, where they read it differently."""

UNSURE, CLASH, MISSED, NEVER = 200, 900, 500, 100_000
"""What it costs that one eye is unsure, that two disagree, that one missed a card; two cards missed cost more than one
that is told differently."""
APART = 99
"""What it costs at most that they are told one after the other: of two cards that it may be, it is the nearer one."""


def eye_of(row: Fact) -> str:
    """Who told it first."""
    return str(row[SAW].partition("+")[0])


def grouped(rows: Sequence[Fact]) -> list[list[Fact]]:
    """The cards of one slot, sorted by time: the rows that are one card stand together."""
    tales: dict[str, list[Fact]] = {}
    for row in rows:
        tales.setdefault(eye_of(row), []).append(row)
    first, *others = (tales[eye] for eye in sorted(tales))  # cameras before the tablet
    groups = [[row] for row in first]
    for tale in others:
        groups = _side_by_side(groups, tale)
    return groups


def merged(rows: Iterable[Fact]) -> Fact:
    """One fact of rows that are one card, or one card turned."""
    first, *others = rows
    for row in others:
        first = _merge(first, row)
    return first


def cards_agree(one: str, other: str) -> bool:
    """Whether both may be reads of one card."""
    first, second = CARDS[one], CARDS[other]
    if is_known(first):
        return could_be(second, first)
    return (not is_known(second) and (first == second or "??" in (one, other))) or could_be(first, second)


def saw(one: str, other: str) -> str:
    return one if other in one.split("+") else f"{one}+{other}"


def _side_by_side(groups: list[list[Fact]], tale: list[Fact]) -> list[list[Fact]]:
    """What is known with one more tale."""
    heads = [merged(group) for group in groups]
    found = [
        [*(groups[i] if i is not None else ()), *((tale[j],) if j is not None else ())]
        for i, j in pairs(heads, tale, _cost)
    ]
    return sorted(found, key=lambda group: min(row[AT] for row in group))


def pairs(
    one: Sequence[Fact], other: Sequence[Fact], cost: Callable[[Fact, Fact], int]
) -> list[tuple[int | None, int | None]]:
    """The least costly alignment of two tales (Needleman and Wunsch): indices, None where one of them has nothing."""
    n, m = len(one), len(other)
    costs = [[MISSED * (i + j) for j in range(m + 1)] for i in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            both = costs[i - 1][j - 1] + cost(one[i - 1], other[j - 1])
            costs[i][j] = min(both, costs[i - 1][j] + MISSED, costs[i][j - 1] + MISSED)
    found: list[tuple[int | None, int | None]] = []
    i, j = n, m
    while i or j:
        if i and j and costs[i][j] == costs[i - 1][j - 1] + cost(one[i - 1], other[j - 1]):
            i, j = i - 1, j - 1
            found.append((i, j))
        elif j and (not i or costs[i][j] == costs[i][j - 1] + MISSED):
            j -= 1
            found.append((None, j))
        else:
            i -= 1
            found.append((i, None))
    return found[::-1]


def _cost(one: Fact, other: Fact) -> int:
    apart = abs(one[AT] - other[AT])
    if one[FACE] != other[FACE]:
        return NEVER  # the bank's second card, told face down by one eye alone, is not its upcard
    if cards_agree(one[CARD], other[CARD]):
        if one[CARD] == other[CARD] and is_known(CARDS[one[CARD]]):
            return _costs(0, apart, SAME_MS)
        return _costs(UNSURE, apart, NEAR_MS)
    return _costs(CLASH, apart, CLASH_MS)


def _costs(cost: int, apart_ms: int, most_ms: int) -> int:
    return cost + APART * apart_ms // most_ms if apart_ms <= most_ms else NEVER


def _merge(kept: Fact, row: Fact) -> Fact:
    """The surer card, the higher source, the earlier number and time. Where they differ, the higher source holds."""
    first, second = (kept, row) if kept[ID] < row[ID] else (row, kept)
    low, high = (row, kept) if RANK[kept[SOURCE]] >= RANK[row[SOURCE]] else (kept, row)
    fields = list(high[SLOT:])
    told_by = saw(first[SAW], second[SAW])
    if not cards_agree(kept[CARD], row[CARD]):
        if RANK[low[SOURCE]] == RANK[high[SOURCE]]:
            fields[1] = either(low[CARD], high[CARD])
        else:
            told_by = high[SAW]
    elif CARDS[low[CARD]] < CARDS[high[CARD]]:
        fields[1] = low[CARD]
    if kept[KIND] == "card" and "across" in (kept[LIE], row[LIE]):
        fields[3] = "across"
    return (first[ID], min(kept[AT], row[AT]), kept[KIND], high[SOURCE], told_by, *fields)


def either(one: str, other: str) -> str:
    """What is sure of a card that two eyes of one kind read differently."""
    first, second = rank_of(CARDS[one]), rank_of(CARDS[other])
    return TEXTS[UNKNOWN if first is None or first != second else 52 + first]
