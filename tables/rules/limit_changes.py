"""What becomes of posted limits when one sign follows another, and the notice that a rule pack asks for it. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tables.rules.floor_terms import limit_notice
from tables.rules.pack import Pack
from tables.rules.shapes import KindLimits, Limits

CHANGES: Final = ("raise_maximum", "lower_maximum", "raise_minimum", "lower_minimum")
FREE: Final = KindLimits(0, 2**62)
"""A kind of bet without limits of its own."""


@dataclass(frozen=True, slots=True)
class Notice:
    """How many minutes before it holds a sign must be posted, for which changes, by which clause."""

    minutes: int
    changes: tuple[str, ...]
    clause: str
    checked: bool


def changes_of(before: Limits, after: Limits) -> tuple[str, ...]:
    """Which of `CHANGES` the limits of any kind of bet go through."""
    found = {change for old, new in _pairs(before, after) for change in _changes(old, new)}
    return tuple(change for change in CHANGES if change in found)


def notice_of(pack: Pack, before: Limits, after: Limits, *, is_played: bool, at_ms: int | None = None) -> Notice | None:
    """The longest notice that the clause in force asks for; None where it asks for none, or the pack does not say."""
    term = limit_notice(pack, at_ms)
    if term is None:
        return None
    asked = {change: term.minutes_for(change, is_played=is_played) for change in changes_of(before, after)}
    waits = tuple(change for change, minutes in asked.items() if minutes)
    return Notice(term.minutes, waits, term.clause, term.checked) if waits else None


def _pairs(before: Limits, after: Limits) -> Iterator[tuple[KindLimits, KindLimits]]:
    yield _main(before), _main(after)
    for kind in dict.fromkeys([*before.kinds, *after.kinds]):
        yield before.kinds.get(kind, FREE), after.kinds.get(kind, FREE)


def _main(limits: Limits) -> KindLimits:
    return KindLimits(limits.min_minor, limits.max_minor, limits.step_minor)


def _changes(old: KindLimits, new: KindLimits) -> Iterator[str]:
    if new.max_minor != old.max_minor:
        yield "raise_maximum" if new.max_minor > old.max_minor else "lower_maximum"
    if new.min_minor != old.min_minor:
        yield "raise_minimum" if new.min_minor > old.min_minor else "lower_minimum"
