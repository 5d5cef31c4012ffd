"""A camera that has accused falsely too often is believed by supervisors alone, until one of them lifts that."""

from typing import Final

from tables.models import VerdictClosing
from tables.queries.misreads import misreads_of
from tables.services.cameras import start_watch_only

TOO_MANY: Final = 3


def after_closing(closing: VerdictClosing) -> None:
    """A third misread verdict within the last rounds of a table puts it on watch only, and so does each after it."""
    if closing.outcome != VerdictClosing.Outcome.MISREAD:
        return
    table = closing.round.table
    counted = misreads_of(table)
    if counted is not None and counted.misread >= TOO_MANY:
        reason = f"{counted.misread} misread verdicts in {counted.rounds} rounds"
        start_watch_only(table, by=None, reason=reason)
