"""What may be known of spreads: how well each camera read them, day by day; and one of them, while nothing is dealt."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from shoes.models import Camera, Spread


@dataclass(frozen=True, slots=True)
class SpreadDay:
    """A camera's spreads of one gaming day, in cards; `is_open`: a difference waits for somebody to look it through."""

    day: date
    spreads: int
    expected: int
    right: int
    wrong: int
    is_open: bool

    @property
    def recall_permille(self) -> int:
        return 1000 * self.right // max(self.expected, 1)


def spread_days(camera: Camera, *, limit: int) -> list[SpreadDay]:
    """The newest days on which this camera read a spread, the newest first."""
    days = Spread.objects.filter(camera=camera).order_by("-gaming_day").values_list("gaming_day", flat=True)
    rows = Spread.objects.filter(camera=camera, gaming_day__in=list(days.distinct()[:limit]))
    return [day for _name, day in _days(rows)]


def last_spread_days() -> dict[str, SpreadDay]:
    """By camera: the newest day on which it read a spread; two queries."""
    newest = Spread.objects.order_by("camera", "-gaming_day").distinct("camera").values_list("camera", "gaming_day")
    asked = dict(newest)
    rows = Spread.objects.filter(camera__in=asked, gaming_day__in=set(asked.values()))
    return dict(reversed(_days(rows)))


def is_waiting(spread: Spread) -> bool:
    """Whether what was read is not the packs as printed, and nobody has looked them through."""
    return not spread.is_as_printed and not hasattr(spread, "answer")


def _days(rows: QuerySet[Spread]) -> list[tuple[str, SpreadDay]]:
    found: dict[tuple[str, date], list[Spread]] = defaultdict(list)
    for spread in rows.select_related("camera", "answer").order_by("-gaming_day", "pk"):
        found[spread.camera.name, spread.gaming_day].append(spread)
    return [(name, _day(day, of)) for (name, day), of in found.items()]


def _day(day: date, of: list[Spread]) -> SpreadDay:
    told = [getattr(spread, "answer", spread) for spread in of]
    return SpreadDay(
        day=day,
        spreads=len(of),
        expected=sum(one.expected for one in told),
        right=sum(one.right for one in told),
        wrong=sum(one.wrong for one in told),
        is_open=any(is_waiting(spread) for spread in of),
    )
