"""Keep what a camera says that it saw: each statement once, in order; those above are told in the same transaction."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import Error as DatabaseError
from django.db import transaction
from django.utils import timezone

from casino import audit, metrics
from casino.models import ServiceToken
from shoes import queries, wire
from shoes.models import Camera, Observation
from shoes.services import cameras
from shoes.signals import observed

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Refusal:
    """A statement that was not kept, and why; `key` is what it had for one."""

    key: str
    code: str
    detail: str


@dataclass(frozen=True)
class Taken:
    """Keys of what is kept now, of what was kept before, and what is not kept."""

    taken: list[str]
    known: list[str]
    refused: list[Refusal]


class NotJoined(Exception):
    """Whoever listens failed on one statement of several."""


@transaction.atomic
def take(camera: Camera, rows: Sequence[object], *, by: ServiceToken | None = None) -> Taken:
    """Keep the statements of `rows`; what is malformed or from the future is refused by itself, the rest is kept."""
    stored = Camera.objects.select_for_update().get(pk=camera.pk)
    try:
        with transaction.atomic():
            return _take(stored, rows, by)
    except NotJoined:  # one that nobody can join to a round takes none of the others with it
        stored.refresh_from_db()
        taken = [_take(stored, [row], by) for row in rows]
    keys = list(chain.from_iterable(one.taken for one in taken))
    known = dict.fromkeys(key for one in taken for key in one.known if key not in keys)
    return Taken(keys, list(known), list(chain.from_iterable(one.refused for one in taken)))


def _take(stored: Camera, rows: Sequence[object], by: ServiceToken | None) -> Taken:
    now = timezone.now()
    statements, refused = _parse(rows, now_ms=round(now.timestamp() * 1000))
    asked = [statement.key for statement in statements]
    known = set(Observation.objects.filter(camera=stored, key__in=asked).values_list("key", flat=True))
    new: dict[str, Observation] = {}
    for statement in statements:
        if statement.key not in known and statement.key not in new:
            new[statement.key] = Observation(camera=stored, arrived_at=now, **vars(statement))
    made = Observation.objects.bulk_create(new.values())
    for observation in made:
        metrics.OBSERVATION_LAG.observe(max(0.0, now.timestamp() - observation.at_ms / 1000))
    if made:
        _tell_above(stored, made)
    _follow(stored, made, by)  # last: whoever holds a table asks for the house's journal after it, so that none waits
    return Taken(list(new), [key for key in dict.fromkeys(asked) if key in known], refused)


def _parse(rows: Iterable[object], *, now_ms: int) -> tuple[list[wire.Statement], list[Refusal]]:
    statements, refused = [], []
    for row in rows:
        try:
            statements.append(wire.parse(row, now_ms=now_ms))
        except wire.BadObservation as wrong:
            refused.append(Refusal(_key_of(row), wrong.code, str(wrong)))
    return statements, refused


def _key_of(row: Any) -> str:
    key = row.get("key") if isinstance(row, dict) else None
    return key[:30] if isinstance(key, str) else ""


def _tell_above(camera: Camera, made: list[Observation]) -> None:
    """Whoever listens may fail on a card; the camera's statement is kept all the same. Raises NotJoined for several."""
    try:
        with transaction.atomic():
            observed.send(sender=None, camera=camera, observations=made)
    except DatabaseError:
        raise  # the camera sends them again, and all of it is tried anew
    except Exception as wrong:
        if len(made) > 1:
            raise NotJoined from wrong
        logger.exception("What camera %s saw could not be joined to a round; it is kept.", camera.name)


def _follow(camera: Camera, made: list[Observation], by: ServiceToken | None) -> None:
    """Journal what became of the camera itself, and show its newest state."""
    states = [(observation, observation.fields["state"]) for observation in made if observation.kind == "camera"]
    if not states:
        return
    before = queries.health_of(camera)
    for observation, state in states:
        facts = {"at_ms": observation.at_ms}
        audit.record(audit.HOUSE, by, f"camera.{state}", about=camera.about, facts=facts)
        cameras.follow(camera, Camera.State.WATCHING if state == "back" else state, observation.at_ms)
    camera.save(update_fields=["state", "state_at_ms", "said_at_ms"])
    cameras.tell_change(camera, before)
