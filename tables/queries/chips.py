"""Chips of tables: counts, the figures of a gaming day, what the rounds say they should be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Max, QuerySet
from django.utils import timezone

from casino.gaming_day import house_day, house_day_starts
from tables.models import (
    ChipCount,
    ChipSet,
    DropCount,
    Round,
    RoundClose,
    RoundDocument,
    Slip,
    Table,
    TableEvent,
    VerdictClosing,
)
from tables.queries import ledger, rule_packs
from tables.queries import tables as known
from tables.rules import chips as pure
from tables.rules import floor_terms
from tables.rules.chips import ByRounds, ChipProcedure, DayFigures, Expected

OPENER, CLOSER = ChipCount.Kind.OPENER, ChipCount.Kind.CLOSER
INCOMPLETE = '"settlement":{"complete":false'


@dataclass(frozen=True, slots=True)
class Values:
    """The house's chips and notes, by value in minor units, lowest first."""

    chips: tuple[int, ...]
    notes: tuple[int, ...]


def house_values() -> Values:
    """As an administrator set them last, else the usual ones."""
    last = ChipSet.objects.order_by("-pk").first()
    if last is None:
        return Values(pure.DEFAULT_CHIPS, pure.DEFAULT_NOTES)
    return Values(tuple(last.chips_minor), tuple(last.notes_minor))


def pack_of(table: Table) -> str:
    """The pack by which the table's paper goes."""
    sign = known.sign_of(table)
    return sign.pack if sign else "originals"


def procedure(table: Table) -> ChipProcedure:
    """How the table's chips are signed for, and which differences need a person: as its pack says, where it does."""
    house = pure.procedure_of(pack_of(table))
    pack = rule_packs.pack_of_table(table)
    if pack is None:
        return house
    found = pure.as_the_pack_says(house, floor_terms.thresholds(pack))
    fill, credit = (floor_terms.signature_order(pack, kind) for kind in ("fill", "credit"))
    return replace(
        found,
        fill=pure.in_order_of(found.fill, fill.order) if fill else found.fill,
        credit=pure.in_order_of(found.credit, credit.order) if credit else found.credit,
    )


def count_of(table: Table, day: date, kind: str) -> ChipCount | None:
    """The count that stands: the last of its recounts."""
    rows = ChipCount.objects.filter(table=table, gaming_day=day, kind=kind, replaced_by=None)
    return rows.select_related("by", "signed__by").first()


def first_at(table: Table, day: date, kind: str) -> datetime | None:
    """When it was counted for the first time."""
    first = ChipCount.objects.filter(table=table, gaming_day=day, kind=kind, replaces=None).first()
    return first.at if first else None


def running_day(table: Table) -> date | None:
    """The gaming day whose opener is counted and whose closer is not: chips move under this day. None between days."""
    return running_days([table.pk])[table.pk]


def running_days(tables: Iterable[int]) -> dict[int, date | None]:
    """The running gaming day of many tables, by table id; two queries."""
    last = {row.table_id: row for row in last_counts(tables)}
    overtaken = reopened(last.values())
    days: dict[int, date | None] = dict.fromkeys(tables)
    for table_id, row in last.items():
        if row.kind == OPENER or row.pk in overtaken:
            days[table_id] = row.gaming_day
    return days


def last_counts(tables: Iterable[int]) -> QuerySet[ChipCount]:
    """The newest count of each table."""
    rows = ChipCount.objects.filter(table__in=list(tables))
    return rows.order_by("table_id", "-gaming_day", "-pk").distinct("table_id")


def is_reopened(closer: ChipCount) -> bool:
    """Whether the table was opened again in its gaming day after this closer, which therefore says nothing any more."""
    return bool(reopened([closer]))


def reopened(counts: Iterable[ChipCount]) -> set[int]:
    """Those of the counts that are closers after which their table was opened again in the same gaming day."""
    closers = [count for count in counts if count.kind == CLOSER]
    if not closers:
        return set()
    opened = TableEvent.objects.filter(kind=TableEvent.Kind.OPENED, table__in={row.table_id for row in closers})
    moments = list(opened.filter(at__gt=min(row.at for row in closers)).values_list("table_id", "at"))
    return {row.pk for row in closers if any(_opens_again(row, table_id, at) for table_id, at in moments)}


def _opens_again(closer: ChipCount, table_id: int, at: datetime) -> bool:
    is_same_day = closer.at < at < house_day_starts(closer.gaming_day + timedelta(days=1))
    return closer.table_id == table_id and is_same_day


def last_day(table: Table) -> date:
    """The day that a page shows first: the running one, else the last that was counted, else today."""
    last = ChipCount.objects.filter(table=table).aggregate(day=Max("gaming_day"))["day"]
    return last or house_day()


def closer_before(table: Table, day: date) -> ChipCount | None:
    """What the chips were said to be when the table closed last before `day`."""
    rows = ChipCount.objects.filter(table=table, kind=CLOSER, gaming_day__lt=day, replaced_by=None)
    return rows.select_related("by").order_by("-gaming_day").first()


def days_of(table: Table) -> list[date]:
    """The gaming days that were counted, newest first."""
    return list(
        ChipCount.objects.filter(table=table).order_by("-gaming_day").values_list("gaming_day", flat=True).distinct()
    )


def drop_of(table: Table, day: date) -> DropCount | None:
    """The drop that two people counted; None while it is unknown."""
    rows = DropCount.objects.filter(table=table, gaming_day=day, confirmed__isnull=False)
    return rows.select_related("by", "confirmed__by").order_by("-pk").first()


def drop_waiting(table: Table, day: date) -> DropCount | None:
    """The newest count of a drop, while nobody else has counted it."""
    last = DropCount.objects.filter(table=table, gaming_day=day).select_related("by").order_by("-pk").first()
    return None if last is None or hasattr(last, "confirmed") else last


def figures(table: Table, day: date) -> DayFigures:
    """What is known of the day; fills and credits are what the ledger moved to the tray and from it."""
    return figures_of([table.pk], day)[table.pk]


def figures_of(tables: Iterable[int], day: date) -> dict[int, DayFigures]:
    """What is known of the day of many tables, by table id; four queries."""
    tables = list(tables)
    counts = list(ChipCount.objects.filter(table__in=tables, gaming_day=day, replaced_by=None))
    overtaken = reopened(counts)
    said = {(row.table_id, row.kind): row.total_minor for row in counts if row.pk not in overtaken}
    confirmed = DropCount.objects.filter(table__in=tables, gaming_day=day, confirmed__isnull=False).order_by("pk")
    drops = {row.table_id: row.total_minor for row in confirmed}  # the last one stands
    moved = ledger.moved_to_trays(tables, day)
    return {
        pk: DayFigures(
            opener_minor=said.get((pk, OPENER)),
            closer_minor=said.get((pk, CLOSER)),
            fills_minor=moved.get((pk, "fill"), 0),
            credits_minor=-moved.get((pk, "credit"), 0),
            drop_minor=drops.get(pk),
        )
        for pk in tables
    }


def rounds_between(table: Table, since: datetime | None, until: datetime | None) -> list[Round]:
    """Rounds that the house banked between opener and closer (now)."""
    if since is None:
        return []
    rounds = Round.objects.filter(table=table, opened_at__gte=since, opened_at__lt=until or timezone.now())
    found = list(rounds.select_related("sign"))
    return [one for one in found if not known.terms_of(one.sign).is_free]


def by_rounds(rounds: Sequence[Round], refunds_minor: int = 0) -> ByRounds:
    """The house's net of these rounds; refunds that were ruled have left the tray."""
    ids = [one.pk for one in rounds]
    settled = RoundDocument.objects.latest_revisions().filter(round__in=ids, house_minor__isnull=False)
    settled = settled.exclude(round__close__how=RoundClose.How.LOST).exclude(text__contains=INCOMPLETE)
    nets = dict(settled.values_list("round_id", "house_minor"))
    known_net = sum(minor for minor in nets.values() if minor is not None) - refunds_minor
    return ByRounds(known_net, len(ids), len(ids) - len(nets))


@dataclass(frozen=True, slots=True)
class Cause:
    """An upheld verdict, and what it does to the chips: negative where the house paid too much."""

    round_id: int
    round_number: int
    rule: str
    slot: str
    effect_minor: int
    explains: bool


def causes(rounds: Sequence[Round], difference_minor: int | None) -> list[Cause]:
    """Upheld verdicts that moved money; those that explain the difference first, then the largest."""
    rows = VerdictClosing.objects.filter(round__in=[one.pk for one in rounds], outcome=VerdictClosing.Outcome.UPHELD)
    closings = rows.exclude(verdict__money_minor=None).exclude(verdict__money_minor=0)
    ordered = sorted(
        closings.select_related("verdict", "round"), key=lambda row: (-abs(row.verdict.money_minor or 0), row.pk)
    )
    effects = [-(row.verdict.money_minor or 0) for row in ordered]
    chosen = pure.explaining(difference_minor, effects) if difference_minor else ()
    found = [
        Cause(row.round_id, row.round.number, row.verdict.rule, row.verdict.slot, effect, index in chosen)
        for index, (row, effect) in enumerate(zip(ordered, effects, strict=True))
    ]
    return sorted(found, key=lambda cause: not cause.explains)


@dataclass(frozen=True, slots=True)
class AgainstRounds:
    """What the rounds say that table and box should hold, against what was counted."""

    rounds: ByRounds
    expected: Expected
    causes: tuple[Cause, ...]


def against_rounds(table: Table, day: date, known_figures: DayFigures | None = None) -> AgainstRounds:
    """Chips and drop of a day against its logged rounds."""
    closer = count_of(table, day, CLOSER)
    until = closer.at if closer and not is_reopened(closer) else None
    since = first_at(table, day, OPENER)
    rounds = rounds_between(table, since, until)
    said = by_rounds(rounds, ledger.refunds_minor(table, since, until) if since else 0)
    expected = pure.expected(known_figures or figures(table, day), said)
    return AgainstRounds(said, expected, tuple(causes(rounds, expected.difference_minor)))


def seen_of(table: Table) -> str:
    """What a form about a table's chips was opened on; it is stale once anything of it is newer."""
    return seen_tokens([table.pk])[table.pk]


def seen_tokens(tables: Iterable[int]) -> dict[int, str]:
    """The same of many tables, by table id; three queries."""
    tables = list(tables)
    last = [dict(_last_of(model, tables)) for model in (ChipCount, Slip, DropCount)]
    return {pk: ".".join(str(one.get(pk, 0)) for one in last) for pk in tables}


def _last_of(model: type[ChipCount | Slip | DropCount], tables: list[int]) -> QuerySet[Any, Any]:
    rows = model._default_manager.filter(table__in=tables).order_by()
    return rows.values_list("table_id").annotate(last=Max("pk"))
