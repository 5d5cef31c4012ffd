"""What reports are made from, in few questions however long the span; and the reports that there are."""

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db.models import Count, Q, QuerySet, Sum
from django.utils import timezone

from casino.gaming_day import house_day, house_day_starts
from casino.models import Staff
from shoes.queries import are_ended
from tables.models import (
    ChipCount,
    DropCount,
    EveningVerdict,
    EveningVerdictClosing,
    Posting,
    Report,
    Round,
    RoundClose,
    RoundDocument,
    Slip,
    SlipNumber,
    Table,
    TableEvent,
    Verdict,
    VerdictClosing,
)
from tables.queries import chips
from tables.queries import slips as paper
from tables.queries.chips import CLOSER, OPENER
from tables.queries.tables import sign_of
from tables.reports.daily import TableDays, history_since
from tables.reports.dealers import DealerDealt, Mistake
from tables.reports.slips import Register, SlipTold
from tables.reports.value import TableValue
from tables.rules.chips import DayFigures
from tables.rules.profiles import game_of

ONE_DAY = timedelta(days=1)


def zone_words() -> str:
    """By which clock days are told: the house's zone and the hour at which its day begins."""
    return f"{settings.TIME_ZONE}, {settings.DAY_START:02}:00"


# ---- daily table report ------------------------------------------------------------------------------------------


def table_days(table: Table, until: date) -> TableDays:
    """A table's gaming days up to `until`, with those that its bands are made from; four questions."""
    since = history_since(until)
    counts = _counts(table, since, until)
    drops = _drops(table, since, until)
    moved = _moved(table, since, until)
    dealt = {house_day(at) for at in _openings(table)}
    days = {day for day, _kind in counts} | set(drops) | {day for day, _kind in moved} | dealt
    figures = {
        day: DayFigures(
            opener_minor=counts.get((day, OPENER)),
            closer_minor=counts.get((day, CLOSER)),
            fills_minor=moved.get((day, "fill"), 0),
            credits_minor=-moved.get((day, "credit"), 0),
            drop_minor=drops.get(day),
        )
        for day in sorted(days)
        if since <= day <= until
    }
    return TableDays(table.code, figures, _running(table), _game_of(table, until))


def _game_of(table: Table, until: date) -> str:
    """The game on its sign when the last day ended."""
    sign = sign_of(table, house_day_starts(until + ONE_DAY))
    return game_of(sign.profile).name if sign else ""


def _running(table: Table) -> frozenset[date]:
    """Today, where its chips still move: the figures of a day that is not over are for its own page."""
    today = house_day()
    last = TableEvent.objects.filter(table=table).order_by("-pk").first()
    is_open = last is not None and last.kind != TableEvent.Kind.CLOSED
    return frozenset({today}) if is_open or chips.running_day(table) == today else frozenset()


def _counts(table: Table, since: date, until: date) -> dict[tuple[date, str], int]:
    """Openers and closers that stand; a closer after which the table opened again says nothing."""
    opened = _openings(table)
    rows = ChipCount.objects.filter(table=table, gaming_day__range=(since, until), replaced_by=None)
    return {
        (row.gaming_day, row.kind): row.total_minor
        for row in rows
        if row.kind == OPENER or not _opened_again(opened, row)
    }


def _openings(table: Table) -> list[datetime]:
    rows = TableEvent.objects.filter(table=table, kind=TableEvent.Kind.OPENED)
    return list(rows.order_by("at").values_list("at", flat=True))


def _opened_again(opened: list[datetime], closer: ChipCount) -> bool:
    after = bisect_right(opened, closer.at)
    return after < len(opened) and opened[after] < house_day_starts(closer.gaming_day + ONE_DAY)


def _drops(table: Table, since: date, until: date) -> dict[date, int]:
    """Drops that two people counted; of several the last."""
    rows = DropCount.objects.filter(table=table, gaming_day__range=(since, until), confirmed__isnull=False)
    return dict(rows.order_by("pk").values_list("gaming_day", "total_minor"))


def _moved(table: Table, since: date, until: date) -> dict[tuple[date, str], int]:
    rows = Posting.objects.filter(account=f"tray:{table.code}", entry__kind__in=["fill", "credit"])
    rows = rows.filter(entry__table=table, entry__gaming_day__range=(since, until)).order_by()
    sums = rows.values_list("entry__gaming_day", "entry__kind").annotate(sum=Sum("amount_minor"))
    return {(day, kind): minor for day, kind, minor in sums}


# ---- dealer record -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    """The rounds of a span whose shoe has ended, and how many were left out because theirs has not."""

    since: datetime
    until: datetime
    rounds: QuerySet[Round]
    in_play: int


def dealt_between(since: date, until: date) -> Dealt:
    """Rounds that have ended, of the gaming days from `since` to `until`."""
    first, behind = house_day_starts(since), house_day_starts(until + ONE_DAY)
    rounds = Round.objects.ended().filter(opened_at__gte=first, opened_at__lt=behind)
    keys = set(rounds.order_by().values_list("shoe_key", flat=True).distinct())
    ended = are_ended(keys)
    return Dealt(first, behind, rounds.filter(shoe_key__in=ended), rounds.exclude(shoe_key__in=ended).count())


def dealers_of(rounds: QuerySet[Round]) -> list[Staff]:
    """Who dealt, by name."""
    return list(Staff.objects.filter(pk__in=rounds.order_by().values("dealer")).order_by("name", "pk"))


def dealer_dealt(dealer: Staff, dealt: Dealt) -> DealerDealt:
    """What one of them dealt, and what was upheld of it."""
    own = dealt.rounds.filter(dealer=dealer)
    told = own.aggregate(rounds=Count("pk"), lost=Count("pk", filter=Q(close__how=RoundClose.How.LOST)))
    known = RoundDocument.objects.latest_revisions().filter(round__in=own).exclude(round__close__how="lost")
    hands = known.aggregate(sum=Sum("boxes"))["sum"] or 0
    mistakes = (*_mistakes(own), *_between_rounds(dealer, dealt.since, dealt.until))
    return DealerDealt(str(dealer), told["rounds"], hands, told["lost"], mistakes)


def _mistakes(rounds: QuerySet[Round]) -> Iterator[Mistake]:
    """Upheld findings; one that a later correction withdrew was none."""
    closings = VerdictClosing.objects.filter(round__in=rounds, outcome=VerdictClosing.Outcome.UPHELD)
    withdrawn = Verdict.objects.latest().filter(round__in=rounds, state=Verdict.State.WITHDRAWN)
    gone = set(withdrawn.values_list("round_id", "key"))
    for row in closings.select_related("verdict", "round__sign").order_by("pk"):
        if (row.round_id, row.key) not in gone:
            yield Mistake(game_of(row.round.sign.profile).name, row.verdict.rule, row.verdict.money_minor)


def _between_rounds(dealer: Staff, since: datetime, until: datetime) -> Iterator[Mistake]:
    """Upheld findings around the rounds of a players' bank, of evenings that are over."""
    closings = EveningVerdictClosing.objects.filter(outcome=VerdictClosing.Outcome.UPHELD, evening__end__isnull=False)
    closings = closings.filter(verdict__dealer=dealer, verdict__at__gte=since, verdict__at__lt=until)
    withdrawn = EveningVerdict.objects.latest().filter(dealer=dealer, state=Verdict.State.WITHDRAWN)
    gone = set(withdrawn.values_list("evening_id", "key"))
    for row in closings.select_related("verdict", "evening__sign").order_by("pk"):
        if (row.evening_id, row.key) not in gone:
            money_minor = row.verdict.finding.get("money_minor") or 0  # what nobody pays or is paid
            yield Mistake(game_of(row.evening.sign.profile).name, row.verdict.rule, money_minor)


# ---- slips and gaps ----------------------------------------------------------------------------------------------


def register(kind: str, year: int) -> Register:
    """The slips of a kind and year, and the last number that the counter gave."""
    rows = paper.with_signatures().filter(kind=kind, year=year).order_by("number")
    last = SlipNumber.objects.filter(kind=kind, year=year).values_list("last", flat=True).first() or 0
    return Register(kind, last, tuple(_slips(rows)))


def _slips(rows: Iterable[Slip]) -> Iterator[SlipTold]:
    for slip in rows:
        void = getattr(slip, "void", None)
        agreed = getattr(void, "signed", None)
        yield SlipTold(
            kind=slip.kind,
            number=slip.number,
            state=paper.state(slip),
            table=slip.table.code,
            day=slip.gaming_day.isoformat(),
            at_ms=int(slip.at.timestamp() * 1000),
            total_minor=slip.total_minor,
            steps=(len(slip.signatures.all()), len(slip.signing)),
            reason=void.reason if void else "",
            asked_void=str(void.by) if void else "",
            agreed_void=str(agreed.by) if agreed else "",
        )


# ---- the reports that there are ----------------------------------------------------------------------------------

PAGE = 20


@dataclass(frozen=True, slots=True)
class ReportsPage:
    rows: tuple[Report, ...]
    page: int
    pages: int


def with_result() -> QuerySet[Report]:
    return Report.objects.select_related("run__stopped_by", "result", "by")


def reports_list(page: int) -> ReportsPage:
    """Newest first; two questions."""
    pages = max(1, -(-Report.objects.count() // PAGE))
    page = min(max(1, page), pages)
    rows = with_result().defer("result__text").order_by("-pk")[(page - 1) * PAGE : page * PAGE]
    return ReportsPage(tuple(rows), page, pages)


def table_of(report: Report) -> TableValue:
    """What a report that is done said."""
    return TableValue.from_json(json.loads(report.result.text))


def left_waiting(since: timedelta) -> list[int]:
    """Reports that nobody began within this time: the broker was away when they were asked for."""
    rows = Report.objects.filter(run__state="waiting", run__changed_at__lt=timezone.now() - since)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def years_of_slips() -> list[int]:
    """The years in which a number was given, newest first."""
    years = set(SlipNumber.objects.values_list("year", flat=True)) | {house_day().year}
    return sorted(years, reverse=True)
