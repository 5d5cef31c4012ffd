"""The book of packs: where they lay, what went in and out in a gaming day, and who signed for it."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any, Final

from django.db import connection
from django.utils import timezone

from casino.gaming_day import house_day, house_day_starts
from shoes.models import ASIDE, FLOOR, STORE, PackEvent, PackMove, PackState, PackTally, ShoeEvent, Step

PLACES: Final = ("store", "floor", "aside")
PLACE_OF: Final[dict[str, str]] = {
    **dict.fromkeys(STORE, "store"),
    **dict.fromkeys(FLOOR, "floor"),
    **dict.fromkeys(ASIDE, "aside"),
}

MOVES = """
SELECT p.kind, p.back, coalesce(w.was, ''), w.state, w.at >= %s, count(*)
FROM (SELECT pack_id, state, at, lag(state) OVER (PARTITION BY pack_id ORDER BY id) AS was
      FROM shoes_packevent WHERE at < %s) w
JOIN shoes_pack p ON p.id = w.pack_id
GROUP BY 1, 2, 3, 4, 5
"""


@dataclass(slots=True)
class BookLine:
    """Packs of one kind and back in a gaming day. `before` and `after` by place; what moved between is what it says."""

    kind: str
    back: str
    before: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLACES, 0))
    after: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PLACES, 0))
    received: int = 0
    issued: int = 0
    returned: int = 0
    set_aside: int = 0
    destroyed: int = 0

    def take(self, was: str, state: str, count: int, *, is_of_the_day: bool) -> None:
        """So many packs went from `was` to `state`."""
        left, came = PLACE_OF.get(was), PLACE_OF.get(state)
        for balance in (self.after,) if is_of_the_day else (self.before, self.after):
            if left:
                balance[left] -= count
            if came:
                balance[came] += count
        if is_of_the_day and left != came:
            self._note(left, came, state, count)

    def _note(self, left: str | None, came: str | None, state: str, count: int) -> None:
        if came == "aside":
            self.set_aside += count
        elif came == "store":
            self.received += count if left is None else 0
            self.returned += count if left == "floor" else 0
        elif came == "floor":
            self.issued += count
        elif state == PackState.DESTROYED:
            self.destroyed += count

    @property
    def is_empty(self) -> bool:
        return not any((*self.before.values(), *self.after.values(), self.received, self.set_aside, self.destroyed))

    @property
    def numbers(self) -> tuple[int, ...]:
        """As a row of the book shows them."""
        before, after = self.before, self.after
        went = (self.received, self.issued, self.returned, self.set_aside, self.destroyed)
        return (*before.values(), *went, *after.values())


@dataclass(frozen=True, slots=True)
class LogLine:
    """Packs that moved together, and who signed for it. `second` is empty where one signature was asked for."""

    at: datetime
    what: str
    serials: tuple[str, ...]
    words: str
    first: str
    second: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class DayBook:
    """A gaming day of the card room."""

    day: date
    lines: tuple[BookLine, ...]
    log: tuple[LogLine, ...]
    tallies: tuple[PackTally, ...]

    @property
    def tally(self) -> PackTally | None:
        """The count that stands."""
        return self.tallies[-1] if self.tallies else None


def day_book(day: date) -> DayBook:
    """What the book says of `day`: balances, movements with their signatures, and the counts."""
    starts, ends = house_day_starts(day), house_day_starts(day + timedelta(days=1))
    tallies = PackTally.objects.filter(gaming_day=day).select_related("by", "signed__by").order_by("pk")
    return DayBook(day, tuple(book_lines(starts, ends)), tuple(_log(starts, ends)), tuple(tallies))


def book_lines(starts: datetime, ends: datetime) -> list[BookLine]:
    lines: dict[tuple[str, str], BookLine] = {}
    with connection.cursor() as cursor:
        cursor.execute(MOVES, [starts, ends])
        for kind, back, was, state, is_of_the_day, count in cursor.fetchall():
            line = lines.setdefault((kind, back), BookLine(kind, back))
            line.take(was, state, count, is_of_the_day=is_of_the_day)
    return [line for _key, line in sorted(lines.items()) if not line.is_empty]


def counted_now() -> list[dict[str, Any]]:
    """Where the book says that packs lie at this moment, as a count is written."""
    now = timezone.now()
    return [{"kind": line.kind, "back": line.back, **line.after} for line in book_lines(now, now)]


def is_countable(day: date) -> bool:
    today = house_day()
    return today - timedelta(days=1) <= day <= today


def uncounted_day() -> date | None:
    """The last gaming day that is over, if packs lay in the house then and two people have not signed for them."""
    day = house_day() - timedelta(days=1)
    had_packs = PackEvent.objects.filter(at__lt=house_day_starts(day + timedelta(days=1))).exists()
    is_signed = PackTally.objects.filter(gaming_day=day, replaced_by=None, signed__isnull=False).exists()
    return day if had_packs and not is_signed else None


def _log(starts: datetime, ends: datetime) -> Iterable[LogLine]:
    rows = PackEvent.objects.filter(at__gte=starts, at__lt=ends).order_by("pk")
    together: dict[tuple[object, ...], list[PackEvent]] = defaultdict(list)
    for row in rows.select_related("pack", "by", "move__by", "move__answer__by"):
        together[row.state, row.move_id, row.reason, row.by_id, row.at].append(row)
    verified = {
        event.shoe.key: str(event.by)
        for event in ShoeEvent.objects.filter(
            kind=Step.VERIFIED, shoe__key__in=[row.reason for row in rows if row.state == PackState.LOADED]
        ).select_related("shoe", "by")
    }
    return [_line(group, verified) for group in together.values()]


def _line(rows: list[PackEvent], verified: dict[str, str]) -> LogLine:
    row, move = rows[0], rows[0].move
    first, second = str(row.by), ""
    if row.state == PackState.LOADED:
        second = verified.get(row.reason, "")
    elif move is not None and move.signatures > 1 and row.state != PackState.RECEIVED:
        first, second = str(move.by), str(row.by)
    return LogLine(
        at=row.at,
        what=row.state,
        serials=tuple(each.pack.serial for each in rows),
        words=row.reason,
        first=first,
        second=second,
        clause=move.clause if move else "",
    )


def standing_tally(day: date) -> PackTally | None:
    """The last count of a day."""
    return PackTally.objects.filter(gaming_day=day, replaced_by=None).select_related("by", "signed__by").first()


def waiting_moves() -> list[PackMove]:
    """Moves that lack their second signature, oldest first."""
    return list(PackMove.objects.waiting().select_related("by").prefetch_related("packs").order_by("pk"))
