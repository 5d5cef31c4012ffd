"""Openers, closers and the drop; what differs too much waits for a person. One function, one change."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit, live
from casino.errors import NotAllowed, refused_if
from casino.gaming_day import house_day
from casino.models import Staff
from casino.money import LARGEST_MINOR
from tables import chip_refusals, refusals
from tables.models import (
    ChipCount,
    ChipCountSigned,
    ChipDifference,
    ChipDifferenceSeen,
    ChipSet,
    DropConfirmed,
    DropCount,
    Table,
)
from tables.queries import chips as known
from tables.queries import ledger as books
from tables.queries import slips as paper
from tables.queries.tables import state_of
from tables.rules import chips as pure
from tables.rules.chips import MOST_PIECES, Lines, Threshold
from tables.services import ledger, notices
from tables.services.tables import lock

OPENER, CLOSER = ChipCount.Kind.OPENER, ChipCount.Kind.CLOSER
MOST_VALUES = 20


@transaction.atomic
def set_values(chips_minor: Sequence[int], notes_minor: Sequence[int], *, by: Staff) -> ChipSet:
    """The chips and notes that the house has from now on. Raises BadChipSet."""
    sets = {_("Chips"): sorted(set(chips_minor)), _("Notes"): sorted(set(notes_minor))}
    for name, values in sets.items():
        if not 1 <= len(values) <= MOST_VALUES or values[0] < 1:
            said = _("{name}: 1 to {most} values above 0, such as 1, 5, 25.")
            raise chip_refusals.BadChipSet(said.format(name=name, most=MOST_VALUES))
    chips, notes = sets.values()
    row = ChipSet.objects.create(chips_minor=chips, notes_minor=notes, by=by)
    audit.record(
        audit.HOUSE, by, "chips.set", about=f"chipset:{row.pk}", facts={"chips_minor": chips, "notes_minor": notes}
    )
    return row


@transaction.atomic
def count_opener(table: Table, lines: Lines, *, by: Staff, seen: str | None = None, reason: str = "") -> ChipCount:
    """The table's chips as its gaming day begins; a second time only with a reason, and before the closer.

    A day before that nobody closed stays without a closer. A difference to what the closer before said is kept, and
    waits for a person where the pack does not let it pass.
    """
    lock(table)
    check_seen(table, seen)
    running, today = known.running_day(table), house_day()
    day = running if running and (running == today or reason.strip()) else today
    if known.count_of(table, day, CLOSER):
        raise chip_refusals.CloserIsThere(table.code, day)
    count = _count(table, day, OPENER, lines, by=by, reason=reason)
    _post_opener(count)
    _compare_opener(count)
    tell(table)
    return count


@transaction.atomic
def count_closer(table: Table, lines: Lines, *, by: Staff, seen: str | None = None, reason: str = "") -> ChipCount:
    """The table's chips as its gaming day ends; again, with a reason, until the next opener.

    Raises NoOpener, or SlipUnderWay while a fill or credit of the table waits for signatures.
    """
    lock(table)
    check_seen(table, seen)
    last = ChipCount.objects.filter(table=table).order_by("-gaming_day", "-pk").first()
    if last is None:
        raise chip_refusals.NoOpener(table.code)
    waiting = paper.under_way(table)
    if waiting:
        raise chip_refusals.SlipUnderWay(waiting[0].ref)
    is_over = last.gaming_day < house_day() and known.running_day(table) is None
    if is_over and not reason.strip():
        raise chip_refusals.NoOpener(table.code)
    count = _count(table, last.gaming_day, CLOSER, lines, by=by, reason=reason)
    tray = ledger.account("tray", table)
    gained = count.total_minor - books.balance_minor(tray)
    _post("closer", count, {tray: gained, ledger.account("result", table): -gained})
    _compare_rounds(table, count.gaming_day)
    tell(table)
    return count


@transaction.atomic
def sign_count(count: ChipCount, *, by: Staff) -> ChipCountSigned:
    """The second person's signature on an opener or closer."""
    lock(count.table)
    if count.by_id == by.pk:
        raise chip_refusals.SignedAlready
    if not paper.may_sign_count(count, paper.signer(by)):
        raise NotAllowed(_("The dealer of the table or another supervisor signs this count."))
    with refused_if("tables_chipcountsigned_count_id_key", chip_refusals.AlreadyCounted()):
        signed = ChipCountSigned.objects.create(count=count, by=by)
    _record(count.table, by, "chips.count_signed", f"count:{count.pk}", {"kind": count.kind})
    tell(count.table)
    return signed


@transaction.atomic
def count_drop(
    table: Table, day: date, lines: Lines, *, by: Staff, seen: str | None = None, reason: str = ""
) -> DropCount:
    """What the first person counted in the drop box of a gaming day that is over. It holds once a second one agrees."""
    lock(table)
    check_seen(table, seen)
    if day > house_day() or (day == known.running_day(table) and day == house_day()):
        raise chip_refusals.DayNotOver(table.code)
    if day == house_day() and known.count_of(table, day, CLOSER) is None:
        raise chip_refusals.DayNotOver(table.code)
    last = DropCount.objects.filter(table=table, gaming_day=day).order_by("-pk").first()
    if last is not None and not reason.strip():
        raise chip_refusals.AlreadyCounted
    pieces = checked(lines, known.house_values().notes, may_be_none=True)
    drop = DropCount.objects.create(
        table=table,
        gaming_day=day,
        lines=_as_json(pieces),
        total_minor=pure.total_minor(pieces),
        replaces=last,
        reason=reason.strip(),
        by=by,
    )
    facts = {"gaming_day": day.isoformat(), "total_minor": drop.total_minor, "lines": drop.lines, "reason": drop.reason}
    _record(table, by, "drop.counted", f"drop:{drop.pk}", facts)
    tell(table)
    return drop


@transaction.atomic
def confirm_drop(table: Table, day: date, lines: Lines, *, by: Staff, seen: str | None = None) -> DropConfirmed:
    """The second person's own count, without having seen the first. Raises DropDiffers where it is not the same."""
    lock(table)
    check_seen(table, seen)
    drop = known.drop_waiting(table, day)
    if drop is None:
        raise chip_refusals.NothingToConfirm
    if drop.by_id == by.pk:
        raise chip_refusals.SignedAlready
    if _as_json(checked(lines, known.house_values().notes, may_be_none=True)) != drop.lines:
        raise chip_refusals.DropDiffers
    before = known.drop_of(table, day)
    confirmed = DropConfirmed.objects.create(drop=drop, by=by)
    _record(table, by, "drop.confirmed", f"drop:{drop.pk}", {"total_minor": drop.total_minor})
    _post_drop(drop, drop.total_minor - (before.total_minor if before else 0), by=by)
    _compare_rounds(table, day)
    tell(table)
    return confirmed


@transaction.atomic
def acknowledge(difference: ChipDifference, reason: str, *, by: Staff) -> ChipDifferenceSeen:
    """Say why chips differ, or what is done about it. Raises DifferenceSeen if somebody was quicker."""
    if not reason.strip():
        raise refusals.ReasonMissing
    with refused_if("tables_chipdifferenceseen_difference_id_key", chip_refusals.DifferenceSeen()):
        row = ChipDifferenceSeen.objects.create(difference=difference, reason=reason.strip(), by=by)
    _record(difference.table, by, "chips.difference_seen", f"difference:{difference.pk}", {"reason": row.reason})
    tell(difference.table)
    notices.tell(difference.table)
    return row


def checked(lines: Lines, values: Sequence[int], *, may_be_none: bool = False) -> dict[int, int]:
    """The lines without empty ones. Raises BadCount for what nobody can have counted."""
    foreign = sorted(set(lines) - set(values))
    if foreign:
        raise chip_refusals.BadCount(_("The house has none of this value; reload the page to see which it has."))
    if any(not 0 <= pieces <= MOST_PIECES for pieces in lines.values()):
        said = _("There are 0 to {most} pieces of a value.")
        raise chip_refusals.BadCount(said.format(most=MOST_PIECES))
    pieces = {value: lines[value] for value in sorted(lines) if lines[value]}
    if not pieces and not may_be_none:
        raise chip_refusals.BadCount(_("Nothing is counted; enter how many of each value there are."))
    if pure.total_minor(pieces) > LARGEST_MINOR:
        raise chip_refusals.BadCount(_("This is more money than a house holds; check the counts."))
    return pieces


def check_seen(table: Table, seen: str | None) -> None:
    """Raises StaleForm if the table's chips have changed since a form was opened."""
    if seen is not None and seen != known.seen_of(table):
        raise refusals.StaleForm


def tell(table: Table) -> None:
    """Let cage, security, the pit and the table's dealer look again."""
    dealer = state_of(table).dealer
    live.tell("chips", to=dealer.pk if dealer else None, chips=table.code)


def _count(table: Table, day: date, kind: ChipCount.Kind, lines: Lines, *, by: Staff, reason: str) -> ChipCount:
    last = known.count_of(table, day, kind)
    if last is not None and not reason.strip():
        raise chip_refusals.AlreadyCounted
    pieces = checked(lines, known.house_values().chips)
    count = ChipCount.objects.create(
        table=table,
        gaming_day=day,
        kind=kind,
        lines=_as_json(pieces),
        total_minor=pure.total_minor(pieces),
        replaces=last,
        reason=reason.strip() if last else "",
        by=by,
    )
    facts: dict[str, Any] = {"gaming_day": day.isoformat(), "total_minor": count.total_minor, "lines": count.lines}
    facts |= {"replaces": f"count:{last.pk}" if last else None, "reason": count.reason}
    _record(table, by, f"chips.{kind}", f"count:{count.pk}", facts)
    return count


def _post_opener(count: ChipCount) -> None:
    """Chips that are there and were not, or the reverse, against whatever moved them; nothing if they agree."""
    tray, source = ledger.account("tray", count.table), ledger.account(_opened_from(count), count.table)
    before = count.replaces.total_minor if count.replaces else books.balance_minor(tray)
    found = count.total_minor - before
    _post("opener", count, {tray: found, source: -found})


def _opened_from(count: ChipCount) -> str:
    """A table's first chips come from the house; after a closer it is a variance; after a day without, nobody knows."""
    last = _last_before(count)
    if last is None:
        return "house"
    return "variance" if last.kind == CLOSER else "uncounted"


def _last_before(count: ChipCount) -> ChipCount | None:
    """The last count of earlier gaming days: a closer, or an opener that none followed."""
    rows = ChipCount.objects.filter(table=count.table, gaming_day__lt=count.gaming_day, replaced_by=None)
    return rows.order_by("-gaming_day", "-pk").first()


def _compare_opener(count: ChipCount) -> None:
    before = known.closer_before(count.table, count.gaming_day)
    if before is None:
        return
    pieces = pure.difference(count.pieces, before.pieces)
    thresholds = known.procedure(count.table).opener
    found = count.total_minor - before.total_minor
    reached = pure.reached(thresholds, found, pieces_differ=bool(pieces))
    _keep_difference(
        count.table, count.gaming_day, "opener", before.total_minor, count.total_minor, reached, _as_json(pieces)
    )


def _compare_rounds(table: Table, day: date) -> None:
    """Once closer and drop are known: chips against the logged rounds. What is unknown makes no difference."""
    expected = known.against_rounds(table, day).expected
    if expected.should_minor is None or expected.counted_minor is None or expected.difference_minor is None:
        return
    reached = pure.reached(known.procedure(table).rounds, expected.difference_minor)
    last = ChipDifference.objects.filter(table=table, gaming_day=day, kind="rounds").order_by("-pk").first()
    if last and (last.should_minor, last.counted_minor) == (expected.should_minor, expected.counted_minor):
        return
    _keep_difference(table, day, "rounds", expected.should_minor, expected.counted_minor, reached, {})


def _keep_difference(
    table: Table,
    day: date,
    kind: str,
    should_minor: int,
    counted_minor: int,
    reached: Sequence[Threshold],
    pieces: Mapping[str, int],
) -> None:
    if not reached:
        return
    duties = [
        {"duty": one.duty, "from_minor": one.from_minor, "tell": list(one.tell), "clause": one.clause}
        for one in reached
    ]
    row = ChipDifference.objects.create(
        table=table,
        gaming_day=day,
        kind=kind,
        should_minor=should_minor,
        counted_minor=counted_minor,
        pieces=dict(pieces),
        duties=duties,
    )
    facts = {"kind": kind, "should_minor": should_minor, "counted_minor": counted_minor, "duties": duties}
    _record(table, None, "chips.differ", f"difference:{row.pk}", facts | {"gaming_day": day.isoformat()})
    notices.tell(table)


def _post(kind: str, count: ChipCount, moves: Mapping[str, int]) -> None:
    ledger.post(
        kind, about=f"count:{count.pk}", table=count.table, gaming_day=count.gaming_day, by=count.by, moves=moves
    )


def _post_drop(drop: DropCount, minor: int, *, by: Staff) -> None:
    """What was in the box is the table's result, and goes to the cage."""
    box = ledger.account("box", drop.table)
    result = ledger.account("result", drop.table)
    about = f"drop:{drop.pk}"
    ledger.move("drop", result, box, minor, about=about, table=drop.table, gaming_day=drop.gaming_day, by=by)
    ledger.move("drop", box, "cage", minor, about=about, table=drop.table, gaming_day=drop.gaming_day, by=by)


def _record(table: Table, by: Staff | None, what: str, about: str, facts: Mapping[str, Any]) -> None:
    audit.record(table.chain, by, what, about=about, facts=facts)


def _as_json(lines: Lines) -> dict[str, int]:
    return {str(value): pieces for value, pieces in sorted(lines.items()) if pieces}
