"""What taps are about: the round on the felt, the round of a key, and where the next cards go."""

from tables.models import Entry, Round, Table
from tables.queries import felt
from tables.rules.facts import Fact
from tables.rules.shapes import Pay


def running(table: Table) -> Round | None:
    """The round on the felt."""
    return Round.objects.running().filter(table=table).select_related("table", "sign").order_by("-number").first()


def round_of_key(table: Table, key: str) -> Round | None:
    """The round in which a tap of this key was taken; the tap was delivered once more."""
    entry = Entry.objects.filter(table=table, key=f"{key}#0").select_related("round__table", "round__sign").first()
    return entry.round if entry else None


def facts_of_running(table: Table) -> list[Fact]:
    """What was entered and observed of the round on the felt."""
    now = running(table)
    return felt.facts_of(now) if now else []


def paid_meanwhile(table: Table) -> list[Pay]:
    """What is due to be paid while others still play: naturals before the draws. Empty where all is paid at once."""
    now = running(table)
    if now is None:
        return []
    due = felt.fold_of(now, felt.facts_of(now)).due()
    return [] if ("*", "as_shown") in due.permitted else list(due.pays)
