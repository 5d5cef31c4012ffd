"""What a rule pack says of contested hands: until when a letter is answered, what stands once play went on. Pure."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from tables.rules.pack import Irregularity, Pack

HOUSE: Final = "house"
"""What a deadline comes from where no clause names it: the house's own setting."""
STAYS_OPEN: Final = "any_time"
NEXT_ROUND: Final = "next_round"


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when a letter is answered, whose word that is, and how late the letter itself came.

    `late_by_days`: 0 where it came in time, None where the pack names no last day for it.
    """

    answer_by: date | None
    source: str
    late_by_days: int | None


def deadline(pack: Pack, at_ms: int, *, happened_on: date, received_on: date, house_days: int) -> Deadline:
    """The answer to a letter about a hand of `happened_on`; `house_days` 0: the house has set itself no time."""
    term = pack.term("complaint", at_ms)
    answer_days = term.values["answer_days"] if term else None
    late = None
    if term is not None:
        late = max(0, (received_on - happened_on).days - term.values["days"])
    if term is not None and answer_days is not None:
        return Deadline(received_on + timedelta(days=answer_days), term.clause, late)
    if house_days:
        return Deadline(received_on + timedelta(days=house_days), HOUSE, late)
    return Deadline(None, "", late)


def appeal_deadline(pack: Pack, at_ms: int, *, appealed_on: date, house_days: int) -> Deadline:
    """Until when an appeal is decided: as the pack says of appeals, else as the house has set itself for letters."""
    term = pack.term("appeal", at_ms)
    if term is not None:
        return Deadline(appealed_on + timedelta(days=term.values["answer_days"]), term.clause, None)
    if house_days:
        return Deadline(appealed_on + timedelta(days=house_days), HOUSE, None)
    return Deadline(None, "", None)


@dataclass(frozen=True, slots=True)
class NoReturn:
    """Whether play had gone on when a hand was contested, and what the pack says of a result that then stands.

    says   `stands`: the time is over, `default` holds; `nobody`: it is over and the pack names no result; `open`: the
           clause still lets it be put right; `silent`: the pack has no clause on it, or none with a time.
    """

    is_past: bool
    says: str
    until: str = ""
    default: str = ""


def no_return(entry: Irregularity | None, *, is_over: bool, is_past: bool) -> NoReturn:
    """`is_over`: the round had ended; `is_past`: the next one had begun."""
    if entry is None or entry.until is None:
        return NoReturn(is_past, "silent")
    has_lapsed = is_past or (is_over and entry.until != NEXT_ROUND)
    if entry.until == STAYS_OPEN or not has_lapsed:
        return NoReturn(is_past, "open", entry.until, entry.default or "")
    return NoReturn(is_past, "stands" if entry.default else "nobody", entry.until, entry.default or "")


def short_minor(money_minor: list[int | None]) -> int:
    """What a guest is short of by the findings on the box; sums that are unknown count for nothing here."""
    return sum(-minor for minor in money_minor if minor is not None and minor < 0)
