"""What the dealer's tablet needs of the table's cameras: whether they follow, and what they saw."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from shoes.queries import CameraHealth, camera_health
from tables.models import Table
from tables.queries import felt
from tables.queries.cameras import cameras_of
from tables.queries.evidence import Seen, seen_of
from tables.queries.tapped import running
from tables.rules import joins
from tables.rules.facts import ID, KIND, SLOT, Fact

WATCHING: Final = "watching"
UNSET: Final = "new"
NOWHERE: Final = "?"


@dataclass(frozen=True, slots=True)
class Watch:
    """The cameras of a table, as its dealer is told of them.

    state      `watching` where every camera does; else what is wrong with the worst; empty without a camera.
    name       that camera, where the table has several.
    follows    at least one camera watches the felt: its cards come by themselves; one at the shoe's mouth places none.
    seen       by the number of a card's fact.
    nowhere    cards that lie in no place, by number.
    is_staked  somebody told a stake of the round on the felt.
    """

    state: str = ""
    name: str = ""
    since_ms: int = 0
    follows: bool = False
    seen: Mapping[int, Seen] = field(default_factory=dict)
    nowhere: tuple[int, ...] = ()
    is_staked: bool = True


def watch_of(table: Table) -> Watch:
    """How the table is watched now."""
    cameras = _cameras(table)
    if not cameras:
        return Watch()
    worst = max(cameras, key=lambda one: (_state(one) != WATCHING, not one.is_at_mouth, one.since_ms))
    now = running(table)
    facts = joins.facts(felt.facts_of(now)) if now else []
    return Watch(
        state=_state(worst),
        name=worst.name if len(cameras) > 1 else "",
        since_ms=worst.since_ms,
        follows=any(_state(one) == WATCHING and not one.is_at_mouth for one in cameras),
        seen=seen_of(now) if now else {},
        nowhere=tuple(fact[ID] for fact in _of_kind("card", facts) if fact[SLOT] == NOWHERE),
        is_staked=now is None or any(_of_kind("stake", facts)),
    )


def _cameras(table: Table) -> list[CameraHealth]:
    return list(camera_health(cameras_of(table)).values())


def _state(camera: CameraHealth) -> str:
    """A camera without a calibration sees no places: it does not watch yet."""
    return UNSET if camera.state == WATCHING and not camera.calibration else camera.state


def _of_kind(kind: str, facts: Iterable[Fact]) -> list[Fact]:
    return [fact for fact in facts if fact[KIND] == kind]
