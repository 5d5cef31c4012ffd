"""Supervisors at their pits and tables, and tables handed over. Each function is one change and one journal entry."""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit, live
from casino.errors import refused_if
from casino.models import Staff
from tables.models import Assignment, AssignmentEnd, HandOver, HandOverAnswer, Table
from tables.queries import hand_overs, supervision
from tables.roster_refusals import BadHandOver, BadPlan, Ended, HandOverOpen, NotYours, TooManyTables
from tables.services import notices
from tables.services.roster import Place

Answer = HandOverAnswer.Kind


@transaction.atomic
def assign(
    supervisor: Staff,
    place: Place,
    *,
    by: Staff,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
    reason: str = "",
) -> Assignment:
    """Let `supervisor` watch a pit or a table from `starts_at` (now) to `ends_at` (until it is ended).

    Raises TooManyTables where the packs of the tables allow fewer and no reason is given.
    """
    now = timezone.now()
    Staff.objects.select_for_update(no_key=True).get(pk=supervisor.pk)
    starts = starts_at or now
    if not supervisor.may("table.open"):
        raise BadPlan(_("%s is no supervisor, or may not log in.") % supervisor)
    if place.table is None and place.pit is None:
        raise BadPlan(_("Choose a pit or a table."))
    if ends_at is not None and ends_at <= max(starts, now):
        raise BadPlan(_("An assignment ends after it begins, and not in the past."))
    _check_no_double(supervisor, place, starts, ends_at)
    row = Assignment.objects.create(
        supervisor=supervisor, table=place.table, pit=place.pit, starts_at=starts, ends_at=ends_at, reason=reason, by=by
    )
    _check_load(supervisor, max(starts, now), reason)
    facts = {"supervisor": supervisor.signature, "place": str(place), "starts_at": starts.isoformat()}
    facts |= {"ends_at": ends_at.isoformat() if ends_at else "", "reason": reason}
    audit.record(_chain(place.table), by, "assignment.made", about=f"assignment:{row.pk}", facts=facts)
    _tell(place.table)
    return row


@transaction.atomic
def end(assignment: Assignment, *, by: Staff, reason: str) -> AssignmentEnd:
    """From now on the supervisor watches there no more."""
    now = timezone.now()
    if assignment.ends_at is not None and assignment.ends_at <= now:
        raise Ended
    with refused_if("tables_assignmentend_assignment_id_key", Ended()):
        row = AssignmentEnd.objects.create(assignment=assignment, ends_at=now, reason=reason, by=by)
    facts = {"supervisor": f"staff:{assignment.supervisor_id}", "reason": reason}
    about = f"assignment:{assignment.pk}"
    audit.record(_chain(assignment.table), by, "assignment.ended", about=about, facts=facts)
    _tell(assignment.table)
    return row


@transaction.atomic
def hand_over(table: Table, to: Staff, *, by: Staff, note: str) -> HandOver:
    """Offer `table` with all that is under way there: the giver's signature. It is `to`'s once they sign too."""
    _lock(table)
    if to == by:
        raise BadHandOver(_("A table is handed over to somebody else."))
    if not to.may("table.open"):
        raise BadHandOver(_("%s is no supervisor, or may not log in.") % to)
    open_one = hand_overs.open_hand_over(table)
    if open_one:
        raise HandOverOpen(table.code, str(open_one.taker))
    watching = supervision.watchers_of(table, timezone.now())
    if watching and by not in watching:
        names = ", ".join(map(str, watching))
        raise BadHandOver(_("%(table)s is watched by %(names)s; they hand it over.") % {"table": table, "names": names})
    items = _items(table)
    row = HandOver.objects.create(table=table, giver=by, taker=to, note=note, under_way=items)
    facts = {"taker": to.signature, "note": note, "under_way": items}
    audit.record(table.chain, by, "hand_over.given", about=f"hand-over:{row.pk}", facts=facts)
    notices.tell(table)
    return row


@transaction.atomic
def take_over(offered: HandOver, *, by: Staff, note: str = "") -> HandOverAnswer:
    """The taker's signature under what is under way now: the table is theirs.

    What the giver watched at this table alone ends; a pit stays the giver's, its table is the taker's.
    """
    if by.pk != offered.taker_id:
        raise NotYours
    _lock(offered.table)
    answer = _answer(offered, Answer.TAKEN, by=by, note=note)
    now, why = timezone.now(), f"hand-over {offered.pk}"
    for row in Assignment.objects.holding(now).filter(supervisor=offered.giver_id, table=offered.table):
        end(row, by=by, reason=why)
    if not Assignment.objects.holding(now).filter(supervisor=by, table=offered.table).exists():
        assign(by, Place(table=offered.table), by=by, reason=why)
    return answer


@transaction.atomic
def decline(offered: HandOver, *, by: Staff, note: str) -> HandOverAnswer:
    """The taker says no, or the giver takes the offer back."""
    if by.pk not in (offered.taker_id, offered.giver_id):
        raise NotYours
    _lock(offered.table)
    return _answer(offered, Answer.WITHDRAWN if by.pk == offered.giver_id else Answer.DECLINED, by=by, note=note)


def _answer(offered: HandOver, kind: Answer, *, by: Staff, note: str) -> HandOverAnswer:
    items = _items(offered.table)
    with refused_if("tables_handoveranswer_hand_over_id_key", Ended()):
        row = HandOverAnswer.objects.create(hand_over=offered, kind=kind, note=note, under_way=items, by=by)
    facts = {"giver": f"staff:{offered.giver_id}", "note": note, "under_way": items}
    audit.record(offered.table.chain, by, f"hand_over.{kind}", about=f"hand-over:{offered.pk}", facts=facts)
    notices.tell(offered.table)
    return row


def _check_no_double(supervisor: Staff, place: Place, starts: datetime, ends: datetime | None) -> None:
    same = Assignment.objects.ahead(starts).filter(supervisor=supervisor, table=place.table, pit=place.pit)
    if ends is not None:
        same = same.filter(starts_at__lt=ends)
    if same.exists():
        raise BadPlan(_("%(name)s is assigned to %(place)s at that time already.") % {
            "name": supervisor, "place": place
        })  # fmt: skip


def _check_load(supervisor: Staff, at: datetime, reason: str) -> None:
    """The open tables that this makes, by the packs of their signs; counted with the row just written."""
    load = next((one for one in supervision.loads(at) if one.supervisor == supervisor), None)
    if load and load.is_over and load.most and not reason:
        raise TooManyTables(supervisor.name, len(load.tables), load.most.number, load.most.clause)


def _lock(table: Table) -> None:
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)


def _items(table: Table) -> list[list[Any]]:
    return [list(item) for item in hand_overs.under_way(table)]


def _chain(table: Table | None) -> str:
    return table.chain if table else audit.HOUSE


def _tell(table: Table | None) -> None:
    if table:
        notices.tell(table)
    else:
        live.tell("table")
