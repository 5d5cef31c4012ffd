"""A box's maximum is raised because a player asks (R-BJF-12), until a time; or the raise ends before it."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import refused_if
from casino.gaming_day import house_day, house_day_starts
from casino.models import Staff
from casino.templatetags.screen import stake
from tables import refusals
from tables.models import RaisedMaximum, RaisedMaximumEnd, Sign, Table
from tables.queries import tables as known
from tables.services import notices

ON_REQUEST: Final = "raise_max_on_request"
ENDED_WITHIN: Final = timedelta(seconds=10)


@transaction.atomic
def raise_maximum(
    table: Table, place: str, max_minor: int, *, until: datetime | None = None, reason: str, by: Staff, player: str = ""
) -> RaisedMaximum:
    """Let `place` stake up to `max_minor` in rounds that begin before `until` (the end of the gaming day).

    A later raise of the same box takes the place of this one. Raises BadRaise with what would be right.
    """
    _hold(table)
    if not known.state_of(table).is_open:
        raise refusals.TableClosed(table.code)
    sign = known.sign_of(table)
    if sign is None:
        raise refusals.NoSign(table.code)
    now, day_ends = timezone.now(), house_day_starts(house_day() + timedelta(days=1))
    until = day_ends if until is None else until
    _check_box(table, place)
    _check_sum(sign, max_minor)
    if not now < until <= day_ends:
        time = f"{timezone.localtime(day_ends):%H:%M}"
        raise refusals.BadRaise(
            _(
                "A raised maximum ends within the gaming day, which ends at {time}; choose a time to come before it."
            ).format(time=time)
        )
    if not reason.strip():
        raise refusals.ReasonMissing
    row = RaisedMaximum.objects.create(
        table=table,
        place=place,
        max_minor=max_minor,
        player=player.strip()[:80],
        reason=reason.strip()[:200],
        at=now,
        until=until,
        by=by,
    )
    facts = {"place": place, "max_minor": max_minor, "until": until.isoformat()}
    facts |= {"reason": row.reason, "player": row.player, "sign": sign.version}
    audit.record(table.chain, by, "maximum.raised", about=f"raise:{row.pk}", facts=facts)
    notices.tell(table)
    return row


@transaction.atomic
def end(row: RaisedMaximum, *, by: Staff) -> RaisedMaximumEnd:
    """From the next round on the sign's maximum holds again. Raises RaiseOver if it had ended."""
    _hold(row.table)
    if row.until <= timezone.now():
        raise refusals.RaiseOver
    with refused_if("tables_raisedmaximumend_raised_id_key", refusals.RaiseOver()):
        ended = RaisedMaximumEnd.objects.create(raised=row, by=by)
    audit.record(row.table.chain, by, "maximum.ended", about=f"raise:{row.pk}", facts={"place": row.place})
    notices.tell(row.table)
    return ended


def end_all(table: Table, *, by: Staff) -> None:
    """The table closes: nobody there has a raised maximum any more. Called in the transaction of that."""
    for row in RaisedMaximum.objects.in_force().filter(table=table):
        end(row, by=by)


def tell_ended() -> list[str]:
    """Screens do not look at the clock: tell those of tables whose raised maximum has just ended."""
    now = timezone.now()
    rows = RaisedMaximum.objects.filter(until__gt=now - ENDED_WITHIN, until__lte=now, end=None).select_related("table")
    tables = {row.table.code: row.table for row in rows}
    for table in tables.values():
        notices.tell(table)
    return sorted(tables)


def _hold(table: Table) -> None:
    """Nobody opens or closes the table meanwhile."""
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)


def _check_box(table: Table, place: str) -> None:
    if place not in table.places:
        raise refusals.BadRaise(
            _("Table {table} has no box {place}; choose one from 1 to {most}.").format(
                table=table.code, place=place, most=table.boxes
            )
        )


def _check_sum(sign: Sign, max_minor: int) -> None:
    said = {"table": sign.table.code, "max": stake(sign.max_minor), "step": stake(sign.step_minor)}
    if known.terms_of(sign).options.get(ON_REQUEST) is not True:
        raise refusals.BadRaise(
            _("The sign of {table} does not say that its maximum may be raised (R-BJF-12); post one that does.").format(
                **said
            )
        )
    if max_minor <= sign.max_minor or max_minor % sign.step_minor:
        raise refusals.BadRaise(_("A raised maximum is above the sign’s {max}, in steps of {step}.").format(**said))
