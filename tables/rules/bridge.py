"""Where a round meets its evening: what it was opened with, and what it tells when it has ended. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tables.rules import carried
from tables.rules.facts import AT, ID, KIND, SLOT, SOURCE, Fact
from tables.rules.shapes import Shape

if TYPE_CHECKING:
    from tables.rules.happenings import Event
    from tables.rules.round import Round

NOBODY: Final = "?"
"""How a round names its bank where nobody was known to hold it."""


@dataclass(frozen=True, slots=True)
class Opening(Shape):
    """What the next round starts with: who holds the bank, the places in order of play, and money that lies there."""

    bank: str | None
    places: tuple[str, ...]
    pot_minor: int | None
    bank_minor: int | None


@dataclass(frozen=True, slots=True)
class Bridge:
    """A round as its evening knows it."""

    opening: Opening
    after: tuple[Event, Event]
    opened_at: int


def bridge(r: Round, facts: Sequence[Fact]) -> Bridge | None:
    """The round's two ends; None of a round that nobody opened."""
    opened = max((fact for fact in facts if fact[KIND] == "opened"), key=_number, default=None)
    if opened is None:
        return None
    money: dict[str, int | None] = {"0": None, "pot": 0}
    stakes = sorted((fact for fact in facts if fact[KIND] == "stake" and fact[SOURCE] == "table"), key=_number)
    money |= {fact[SLOT]: fact[SLOT + 1] for fact in stakes}
    bank = None if opened[SLOT + 2] == NOBODY else opened[SLOT + 2]
    opening = Opening(bank, tuple(opened[SLOT + 1]), money["pot"], money["0"])
    began = min(fact[AT] for fact in facts if fact[KIND] == "opened")
    return Bridge(opening, carried.after(r), began)


def facts_of(opening: Opening, terms_hash: str, *, keeps_bank: bool) -> list[tuple[object, ...]]:
    """Kind and fields of the facts that open a round: who holds the bank, who plays, what money lies there."""
    facts: list[tuple[object, ...]] = [("opened", terms_hash, opening.places, opening.bank or NOBODY)]
    if keeps_bank and opening.bank_minor is not None:
        facts.append(("stake", "0", opening.bank_minor, "main"))
    if opening.pot_minor != 0:
        facts.append(("stake", "pot", opening.pot_minor, "main"))
    return facts


def _number(fact: Fact) -> int:
    return int(fact[ID])
