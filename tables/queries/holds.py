"""Evidence that must not be deleted: who holds it, and whether anything does."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from casino.gaming_day import house_day
from tables.models import Dispute, Hold, Round
from tables.queries.evidence import round_of


@dataclass(frozen=True, slots=True)
class HoldView:
    """A hold as pages show it. `state`: in_force, over (its last day is past), lifted."""

    id: int
    what: str  # `round`, or the SHA-256 of a picture
    why: str
    until: date | None
    by: str
    at: datetime
    state: str
    lifted_by: str = ""
    lifted_why: str = ""
    lifted_at: datetime | None = None


def is_held(about: str | Round, day: date | None = None) -> bool:
    """Whether a round, or a picture by its SHA-256, may not be deleted on a day (today).

    A picture is held with the round on whose felt it was taken; a round by its holds and while a dispute on it is not
    closed.
    """
    today = day or house_day()
    if isinstance(about, Round):
        return about.pk in held_rounds([about.pk], today)
    if Hold.objects.in_force(today).filter(sha256=about).exists():
        return True
    round = round_of(about)
    return round is not None and round.pk in held_rounds([round.pk], today)


def held_rounds(rounds: Iterable[int], day: date | None = None) -> set[int]:
    """Those of the rounds that are held; two queries, however many."""
    asked = list(rounds)
    held = Hold.objects.in_force(day or house_day()).filter(round__in=asked).values_list("round_id", flat=True)
    contested = Dispute.objects.with_state().filter(~Q(state="closed"), round__in=asked)
    return {pk for pk in held if pk is not None} | set(contested.values_list("round_id", flat=True))


def holds_of(round: Round, day: date | None = None) -> list[HoldView]:
    """Every hold of a round, the newest first."""
    today = day or house_day()
    rows = Hold.objects.filter(round=round).select_related("by", "lifted__by").order_by("-pk")
    return [_view(row, today) for row in rows]


def _view(row: Hold, today: date) -> HoldView:
    lifted = getattr(row, "lifted", None)
    state = "lifted" if lifted else "over" if row.until and row.until < today else "in_force"
    return HoldView(
        id=row.pk,
        what=row.sha256 or "round",
        why=row.why,
        until=row.until,
        by=str(row.by),
        at=row.at,
        state=state,
        lifted_by=str(lifted.by) if lifted else "",
        lifted_why=lifted.why if lifted else "",
        lifted_at=lifted.at if lifted else None,
    )
