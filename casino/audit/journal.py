"""Write the journal: one entry for one thing that happened, in the transaction in which it happened."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol

from django.utils import timezone

from casino.audit.canonical import canonical, utc_ms
from casino.audit.models import JournalEntry

HOUSE: Final = "house"  # the chain of whatever belongs to no table


class Signatory(Protocol):
    """Who answers for an entry: a person, a service account."""

    @property
    def signature(self) -> str: ...


def record(chain: str, by: Signatory | str | None, what: str, *, about: str, facts: Mapping[str, Any]) -> None:
    """Append one entry to `chain`. `by` is None or a name where a program acts: `celery`, `engine`.

    Raises NotCanonical if `facts` hold what has no canonical text, such as a float.
    """
    record_all(chain, by, [(what, about, facts)])


def record_all(chain: str, by: Signatory | str | None, entries: Iterable[tuple[str, str, Mapping[str, Any]]]) -> None:
    """Append entries (what, about, facts) to `chain` in this order, in one statement."""
    at, signature = utc_ms(timezone.now()), _signature(by)
    JournalEntry.objects.bulk_create(
        [
            JournalEntry(
                chain=chain,
                body=canonical({"about": about, "at": at, "by": signature, "facts": dict(facts), "what": what}),
            )
            for what, about, facts in entries
        ]
    )


def _signature(by: Signatory | str | None) -> str:
    if by is None:
        return "system"
    return by if isinstance(by, str) else by.signature
