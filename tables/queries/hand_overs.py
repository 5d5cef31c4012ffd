"""What is under way at a table, and who gives it to whom. No cards: kinds, numbers and words only."""

from typing import Any

from casino.models import Staff
from tables.models import ChipCount, Dispute, HandOver, Round, Table
from tables.queries import slips
from tables.queries import tables as known
from tables.queries import verdicts as judged
from tables.queries.chip_differences import open_differences
from tables.queries.evenings import open_evening_views
from tables.queries.roster_shapes import HandOverView

Item = tuple[Any, ...]
"""A kind and what names it: texts and whole numbers, as they are signed."""


def under_way(table: Table) -> list[Item]:
    """Everything that somebody who takes the table has to know of, in a fixed order."""
    found: list[Item] = []
    running = Round.objects.running().filter(table=table).first()
    if running:
        found.append(("round", running.number))
    found += [
        ("verdict", verdict.rule, verdict.slot, verdict.level, verdict.round.number)
        for verdict in judged.open_verdicts().filter(round__table=table)
    ]
    found += [("evening", view.rule, view.level, view.id) for view in open_evening_views(table)]
    found += [
        ("dispute", dispute.pk, dispute.slot, dispute.round.number, dispute.words[:120])
        for dispute in Dispute.objects.with_names().open().filter(round__table=table)
    ]
    found += [("call", call.pk, str(call.by), call.reason[:120]) for call in judged.open_calls().filter(table=table)]
    found += [("slip", slip.kind, slip.ref) for slip in slips.under_way(table)]
    counts = ChipCount.objects.filter(table=table, signed=None, replaced_by=None).order_by("pk")
    found += [("count", count.kind, count.gaming_day.isoformat()) for count in counts]
    found += [
        ("difference", row.gaming_day.isoformat(), row.pk) for row in open_differences() if row.table_id == table.pk
    ]
    ahead = known.next_sign_of(table)
    if ahead:
        found.append(("sign", ahead.version, ahead.effective_from.isoformat()))
    return found


def open_hand_over(table: Table) -> HandOver | None:
    return HandOver.objects.open().filter(table=table).select_related("giver", "taker", "table").first()


def waiting(staff: Staff | None = None) -> list[HandOver]:
    """Hand-overs that wait for an answer; of one person, those that they gave or are to take."""
    rows = HandOver.objects.open().select_related("giver", "taker", "table").order_by("at", "pk")
    return [row for row in rows if staff is None or staff.pk in (row.giver_id, row.taker_id)]


def view(row: HandOver) -> HandOverView:
    answer = getattr(row, "answer", None)
    now = answer.under_way if answer else under_way(row.table)
    return HandOverView(
        row.pk,
        row.table.code,
        str(row.giver),
        str(row.taker),
        row.note,
        row.at,
        tuple(map(tuple, row.under_way)),
        tuple(map(tuple, now)),
        answer.kind if answer else "open",
        str(answer.by) if answer else "",
        answer.at if answer else None,
        answer.note if answer else "",
    )
