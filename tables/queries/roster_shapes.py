"""What is told of people and their places: plain values."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal

from casino.models import Staff


@dataclass(frozen=True, slots=True)
class Limit:
    """A number that a rule pack gives, with its clause; or the house's own, with none."""

    number: int
    clause: str = ""
    checked: bool = True


AlertKind = Literal["overdue", "unlicensed", "unrostered", "unwatched", "too_many", "hand_over"]


@dataclass(frozen=True, slots=True)
class RosterAlert:
    """Something about people that needs a person. `name` is a dealer's or a supervisor's."""

    kind: AlertKind
    table_code: str
    name: str = ""
    number: int = 0  # minutes at the table; tables watched; id of the hand-over
    most: Limit | None = None


@dataclass(frozen=True, slots=True)
class DealerChoice:
    """A dealer whom a supervisor might put at a table; `why` stands against it, or is empty (`roster.why_not`)."""

    pk: int
    name: str
    why: str


@dataclass(frozen=True, slots=True)
class DutyView:
    id: int
    staff: Staff
    place: str  # a table's code, a pit's name, "" for anywhere
    deals_at: str  # the table at which the dealer is now
    since: datetime | None
    is_licensed: bool
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AssignmentView:
    id: int
    supervisor: str
    place: str
    starts_at: datetime
    ends_at: datetime | None
    is_ahead: bool
    reason: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Load:
    """What a supervisor watches now: codes of open tables, and how many the packs of their signs allow."""

    supervisor: Staff
    tables: tuple[str, ...]
    most: Limit | None

    @property
    def is_over(self) -> bool:
        return self.most is not None and len(self.tables) > self.most.number


@dataclass(frozen=True, slots=True)
class HandOverView:
    id: int
    table_code: str
    giver: str
    taker: str
    note: str
    at: datetime
    under_way: tuple[tuple[Any, ...], ...]  # as signed by the giver
    now: tuple[tuple[Any, ...], ...]  # as it is, or as signed by the taker
    kind: str  # open taken declined withdrawn
    answered_by: str
    answered_at: datetime | None
    answer_note: str


@dataclass(frozen=True, slots=True)
class RosterPage:
    day: date
    shift: str
    shifts: tuple[str, ...]
    duties: tuple[DutyView, ...]
    free_dealers: tuple[DealerChoice, ...]  # `why`: only of the licence
