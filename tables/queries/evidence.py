"""What cameras saw of a round's cards: how sure they were, and the pictures. Who may be shown it, `sight` says."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import orjson

from shoes.models import Observation
from tables.models import Entry, Round, TableCamera
from tables.queries import lying
from tables.rules import joins
from tables.rules.facts import ID, KIND, SLOT, Fact
from tables.rules.mouth import MOUTH

ABOUT: Final = ("turned", "corrected")
"""Kinds of facts that say more of the card that they name."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What a camera said of one card last. `candidates`: what it may be, likeliest first; empty where it was sure."""

    camera: str
    crop_sha256: str
    confidence: float | None
    candidates: tuple[tuple[str, float], ...]
    at_ms: int
    read: str


def seen_of(round: Round) -> dict[int, Seen]:
    """By the number of the fact as the picture has it; a card that was turned or read better has the later picture.

    A card at the shoe's mouth is not placed yet: nothing is told of it.
    """
    stored = lying.told(round)
    if not stored.numbers:
        return {}
    rows = _observations(stored.numbers)
    by_number = {fact[ID]: fact for fact in stored.facts}
    heads = joins.numbers(stored.facts)
    found: dict[int, Seen] = {}
    for key, number in stored.numbers.items():
        fact = by_number[number]
        if key not in rows or (fact[KIND] == "card" and fact[SLOT] == MOUTH):
            continue
        for about in _numbers(fact, by_number):
            found[heads.get(about, about)] = rows[key]
    return found


def _numbers(fact: Fact, by_number: dict[int, Fact]) -> Iterable[int]:
    """The facts that a fact says something of: itself, and the card that it turns or corrects."""
    numbers = [fact[ID]]
    while fact[KIND] in ABOUT and fact[SLOT] in by_number:
        fact = by_number[fact[SLOT]]
        numbers.append(fact[ID])
    return numbers


def _observations(keys: Iterable[str]) -> dict[str, Seen]:
    """By the key of the entry that each made."""
    asked = [key.removeprefix(lying.PREFIX).partition(":") for key in keys]
    cameras, statements = {camera for camera, _, _ in asked}, {key for _, _, key in asked}
    rows = Observation.objects.filter(camera__name__in=cameras, key__in=statements).select_related("camera")
    return {lying.key_of(row.camera.name, row.key): _seen(row) for row in rows if row.crop_sha256 or row.card}


def _seen(row: Observation) -> Seen:
    body: dict[str, Any] = orjson.loads(row.body)
    return Seen(
        camera=row.camera.name,
        crop_sha256=row.crop_sha256,
        confidence=body.get("confidence"),
        candidates=tuple((card, share) for card, share in body.get("candidates", ())),
        at_ms=row.at_ms,
        read=row.read,
    )


def round_of(crop_sha256: str) -> Round | None:
    """The round on whose felt the picture was taken, the newest of several; none for a card at the shoe's mouth."""
    rows = Observation.objects.filter(crop_sha256=crop_sha256).exclude(place=MOUTH).select_related("camera")
    keys = [f"{lying.key_of(row.camera.name, row.key)}#0" for row in rows]
    tables = TableCamera.objects.filter(camera__in={row.camera.name for row in rows}).values("table")
    entries = Entry.objects.filter(table__in=tables, key__in=keys)  # by their index
    found = entries.select_related("round__table").order_by("-pk").first()
    return found.round if found else None
