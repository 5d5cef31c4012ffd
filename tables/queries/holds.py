"""Evidence that must not be deleted: who holds it, and whether anything does."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q

from casino.gaming_day import house_day
from tables.models import Dispute, Hold, Round, RoundClip
from tables.queries.evidence import round_of, seen_of


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
    round_id: int | None = None


def is_held(about: str | Round, day: date | None = None) -> bool:
    """Whether a round, or a picture by its SHA-256, may not be deleted on a day (today).

    A picture, still or clip is held with the round that it shows; a round by its holds and while a dispute on it is not
    closed.
    """
    today = day or house_day()
    if isinstance(about, Round):
        return about.pk in held_rounds([about.pk], today)
    if Hold.objects.in_force(today).filter(sha256=about).exists():
        return True
    round = round_of(about)
    rounds = [round.pk] if round is not None else _rounds_of_clip(about)
    return bool(held_rounds(rounds, today))


def _rounds_of_clip(sha256: str) -> list[int]:
    """The rounds of a still or a clip."""
    here = Q(request__clip__sha256=sha256) | Q(request__clip__still_sha256=sha256)
    return list(RoundClip.objects.filter(here).values_list("round_id", flat=True))


def held_rounds(rounds: Iterable[int], day: date | None = None) -> set[int]:
    """Those of the rounds that are held; two queries, however many."""
    asked = list(rounds)
    held = Hold.objects.in_force(day or house_day()).filter(round__in=asked).values_list("round_id", flat=True)
    contested = Dispute.objects.with_state().filter(~Q(state="closed"), round__in=asked)
    return {pk for pk in held if pk is not None} | set(contested.values_list("round_id", flat=True))


def pictures_of(round: Round) -> set[str]:
    """The pictures that cameras took of the round's cards, by their SHA-256."""
    return {seen.crop_sha256 for seen in seen_of(round).values() if seen.crop_sha256}


def holds_of(round: Round, day: date | None = None) -> list[HoldView]:
    """Every hold of a round or of a picture of it, the newest first."""
    here = Q(round=round) | Q(sha256__in=pictures_of(round))
    return hold_views(Hold.objects.filter(here).select_related("by", "lifted__by").order_by("-pk"), day)


def hold_views(rows: Iterable[Hold], day: date | None = None) -> list[HoldView]:
    """Rows with how they stand on a day (today)."""
    today = day or house_day()
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
        round_id=row.round_id,
    )
