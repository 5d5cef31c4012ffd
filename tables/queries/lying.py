"""A round's felt as its cameras know it: their statements and the facts that those made, read back."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import orjson
from django.db.models import Q

from shoes.models import Observation
from tables.models import Entry, Round, TableCamera
from tables.queries import felt
from tables.rules.facts import AT, Fact
from tables.sighted import Felt

PREFIX: Final = "cam:"
LEAD_MS: Final = 2_000
"""A camera's clock may be off by so much, and a card lie before the tap that opens its round."""
AWAY_MS: Final = 3_600_000
"""A camera that was lost longer than this before the round is not asked for when it went."""


class Told(NamedTuple):
    """What is stored of a round: its facts, and which statement made which."""

    facts: list[Fact]
    numbers: dict[str, int]  # by the key of the entry


def key_of(camera: str, statement_key: str) -> str:
    """The key of the entry that a camera's statement makes: one at most."""
    return f"{PREFIX}{camera}:{statement_key}"


def told(round: Round) -> Told:
    rows = list(Entry.objects.filter(round=round).order_by("number").values_list("number", "key", "body"))
    numbers = {key.partition("#")[0]: number for number, key, _body in rows if key.startswith(PREFIX)}
    return Told(felt.read_bodies(body for _number, _key, body in rows), numbers)


def felt_of(round: Round, stored: Told, *, without: Iterable[int] = (), until_ms: int | None = None) -> Felt:
    """The felt of the round; `without` are statements that it is not to know yet."""
    seen = Felt(stored.facts)
    began = min((fact[AT] for fact in stored.facts), default=0)
    away = Q(kind=Observation.Kind.CAMERA, at_ms__gte=began - AWAY_MS)
    names = TableCamera.objects.filter(table=round.table_id).values("camera")
    rows = Observation.objects.filter(Q(at_ms__gte=began - LEAD_MS) | away, camera__name__in=names)
    if until_ms is not None:
        rows = rows.filter(at_ms__lte=until_ms)
    left_out = list(without)
    if left_out:
        rows = rows.exclude(pk__in=left_out)
    for name, key, body in rows.order_by("pk").values_list("camera__name", "key", "body"):
        seen.recall(saw_of(name), orjson.loads(body), stored.numbers.get(key_of(name, key)))
    return seen


def saw_of(camera: str) -> str:
    """How a fact names the camera that told it."""
    return f"camera:{camera}"


def is_cleared(round: Round, *, until_ms: int | None = None) -> bool:
    """Whether cameras saw cards of the round and saw them lifted, by now or by then."""
    if not TableCamera.objects.filter(table=round.table_id).exists():
        return False
    stored = told(round)
    return bool(stored.numbers) and felt_of(round, stored, until_ms=until_ms).is_cleared
