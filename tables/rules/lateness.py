"""Words that were tapped a moment after the card that they are about, or before it. Pure.

A card that lies tells what the player did at once; the tap for the same may come after it. Such a word is put where it
was said, else a second card would be owed.
"""

from collections.abc import Sequence

from tables.rules.facts import AT, ID, KIND, SAW, SLOT, SOURCE, Fact

LATE_MS = 10_000
"""A word about a card is tapped at most so long after it."""
EARLY_MS = 600
"""A hand lies over a card for so long, at most, before it is seen to lie: a tap may be first."""
ASKING = ("hit", "double", "triple")
STAND = "stand"
DEALT = 2


def words_in_place(rows: Sequence[Fact]) -> list[Fact]:
    """The facts, sorted by time, with each late or early word beside its card."""
    order = list(rows)
    owed: dict[str, int] = {}
    free: dict[str, Fact] = {}  # the last card of a slot that no word had asked for
    for row in rows:
        if row[KIND] == "card":
            _card(row, owed, free)
        elif row[KIND] == "parted" or (row[KIND] == "said" and row[6] == "split"):
            owed.update(_split(row[SLOT], owed))
        elif row[KIND] == "said" and row[SOURCE] != "observed" and row[SLOT] != "0":
            _word(row, order, owed, free)
    return order


def _card(row: Fact, owed: dict[str, int], free: dict[str, Fact]) -> None:
    slot = row[SLOT]
    left = owed.get(slot, DEALT if "." not in slot else 1)
    owed[slot] = max(0, left - 1)
    free.pop(slot, None)
    if left == 0 and row[SOURCE] == "observed":
        free[slot] = row


def _split(slot: str, owed: dict[str, int]) -> dict[str, int]:
    """Each hand of the box is owed a card."""
    place = slot.partition(".")[0]
    return dict.fromkeys([each for each in owed if each.partition(".")[0] == place], 1) | {slot: 1}


def _word(row: Fact, order: list[Fact], owed: dict[str, int], free: dict[str, Fact]) -> None:
    slot = row[SLOT]
    after = _next(order, row)
    is_answered = after is None or (after[KIND] == "card" and after[SLOT] == slot)
    if row[6] in ASKING:
        card = free.get(slot)
        if not is_answered and card is not None and row[AT] - card[AT] <= LATE_MS and row[SAW] not in card[SAW]:
            _move(order, row, order.index(card))
            del free[slot]
        else:
            owed[slot] = owed.get(slot, 0) + 1
    elif row[6] == STAND and is_answered and after is not None:
        is_early = after[AT] - row[AT] <= EARLY_MS and after[SOURCE] == "observed"
        if is_early and row[SAW] not in after[SAW]:
            _move(order, row, order.index(after) + 1)


def _next(order: list[Fact], row: Fact) -> Fact | None:
    """The next that was dealt, said, turned or paid."""
    kinds = ("card", "said", "turned", "paid", "parted")
    return next((each for each in order[order.index(row) + 1 :] if each[KIND] in kinds), None)


def _move(order: list[Fact], row: Fact, to: int) -> None:
    at = next(index for index, each in enumerate(order) if each[ID] == row[ID])
    del order[at]
    order.insert(to - (at < to), row)
