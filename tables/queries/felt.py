"""A round's facts, read and folded. Nothing of a fold is stored: every answer folds the whole round anew."""

from collections.abc import Iterable, Sequence
from typing import Any

import orjson

from tables.models import Entry, Round, Table
from tables.queries.tables import terms_of_round
from tables.rules import joins
from tables.rules.facts import KIND, SLOT, Fact
from tables.rules.mouth import MOUTH
from tables.rules.round import Round as Fold
from tables.rules.round import fold
from tables.rules.shapes import Picture


def facts_of(round: Round) -> list[Fact]:
    """What was entered and observed of the round, as it arrived."""
    return read_bodies(Entry.objects.filter(round=round).order_by("number").values_list("body", flat=True))


def read_bodies(bodies: Iterable[str]) -> list[Fact]:
    """Facts of their stored texts, in one go."""
    return [_tuples(row) for row in orjson.loads("[" + ",".join(bodies) + "]")]


def fold_of(round: Round, facts: Sequence[Fact]) -> Fold:
    """The round as these facts make it, under the sign it was opened with."""
    return fold(terms_of_round(round), joins.facts(facts))


def has_cards(facts: Iterable[Fact]) -> bool:
    """Whether cards lie: the time for asking to put a stake down is over."""
    return any(fact[KIND] == "card" and fact[SLOT] != MOUTH for fact in facts)


def may_be_dealt_to(picture: Picture) -> set[str]:
    """The boxes where cards lie, and while the bank has none those that the deal has not come to yet."""
    dealt = {box.place: box.seat for box in picture.boxes if any(hand.cards for hand in box.hands)}
    if picture.dealer.cards:
        return set(dealt)
    return {box.place for box in picture.boxes if box.place in dealt or box.seat > max(dealt.values(), default=0)}


def last_number(round: Round) -> int:
    """The number of the newest entry; a form made now sends it back as `seen`."""
    return Entry.objects.filter(round=round).order_by("-number").values_list("number", flat=True).first() or 0


def stakes_before(table: Table) -> dict[str, int | None]:
    """The main stakes of the table's last ended round, by place; None was never told. For “as before”."""
    last = Round.objects.ended().filter(table=table).select_related("table", "sign").order_by("-number").first()
    return main_stakes(fold_of(last, facts_of(last)).picture()) if last else {}


def main_stakes(picture: Picture) -> dict[str, int | None]:
    """First hand's stake of each box that was in; a doubled one as it stood before the double is the box's own."""
    return {box.place: box.stake_minor for box in picture.boxes if box.hands or box.stake_minor}


def gathered(picture: Picture) -> list[str]:
    """The round's cards as they go into the discard tray: last box first, hand by hand, then the bank's."""
    hands = [hand for box in reversed(picture.boxes) for hand in box.hands]
    return [card.card for hand in [*hands, picture.dealer] for card in hand.cards]


def _tuples(row: list[Any]) -> Fact:
    return tuple(_tuples(field) if isinstance(field, list) else field for field in row)
