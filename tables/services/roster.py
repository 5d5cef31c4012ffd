"""Dealers on the roster. Each function is one change and one journal entry."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from casino import audit, live
from casino.errors import refused_if
from casino.models import Staff
from casino.shifts import shifts_of
from tables.models import Duty, DutyEnd, Pit, Rotation, Table
from tables.queries import roster as known
from tables.roster_refusals import BadPlan, Ended, MayNotDeal

MOST_MINUTES = 24 * 60


class Place(NamedTuple):
    """A table, a pit, or neither: anywhere."""

    table: Table | None = None
    pit: Pit | None = None

    def __str__(self) -> str:
        return str(self.table or self.pit or "")


def check_may_deal(staff: Staff, table: Table, at: datetime | None = None) -> None:
    """Raises MayNotDeal for a licence that ran out, and, on a day with a roster, for who is not on it or unlicensed."""
    why = known.why_not(staff, table, at or timezone.now())
    if why:
        raise MayNotDeal(why, str(staff), table.code)


@transaction.atomic
def add(dealers: Sequence[Staff], day: date, shift: str, *, place: Place, by: Staff) -> list[Duty]:
    """Roster `dealers` for a shift; all of them, or nobody where one cannot be."""
    names = [one.name for one in shifts_of(day)]
    if shift not in names:
        raise BadPlan(_("%(shift)s is no shift of that day; there are %(names)s.") % {
            "shift": shift, "names": ", ".join(names)
        })  # fmt: skip
    if not dealers:
        raise BadPlan(_("Choose at least one dealer."))
    pks = sorted(one.pk for one in dealers)
    locked = {one.pk: one for one in Staff.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk")}
    for dealer in locked.values():
        _check(dealer, day, shift)
    duties = [
        Duty.objects.create(staff=locked[pk], gaming_day=day, shift=shift, table=place.table, pit=place.pit, by=by)
        for pk in pks
    ]
    facts = {"day": day.isoformat(), "shift": shift, "place": str(place), "dealers": [f"staff:{pk}" for pk in pks]}
    audit.record(audit.HOUSE, by, "roster.added", about=f"day:{day.isoformat()}", facts=facts)
    live.tell("table")
    return duties


@transaction.atomic
def strike(duty: Duty, *, by: Staff, reason: str) -> DutyEnd:
    """Take a dealer off the roster. Who deals now goes on until relieved."""
    with refused_if("tables_dutyend_duty_id_key", Ended()):
        end = DutyEnd.objects.create(duty=duty, reason=reason, by=by)
    facts = {"dealer": f"staff:{duty.staff_id}", "day": duty.gaming_day.isoformat(), "shift": duty.shift}
    audit.record(audit.HOUSE, by, "roster.struck", about=f"duty:{duty.pk}", facts=facts | {"reason": reason})
    live.tell("table")
    return end


@transaction.atomic
def set_rotation(minutes: int, *, by: Staff, reason: str) -> Rotation:
    """After how many minutes at a table dealers are to be relieved; 0: the house has no rule of its own."""
    if not 0 <= minutes <= MOST_MINUTES:
        raise BadPlan(_("A dealer is relieved after 1 to %s minutes; 0 takes the rule away.") % MOST_MINUTES)
    row = Rotation.objects.create(minutes=minutes, reason=reason, by=by)
    audit.record(
        audit.HOUSE, by, "rotation.set", about=f"rotation:{row.pk}", facts={"minutes": minutes, "reason": reason}
    )
    live.tell("table")
    return row


def _check(dealer: Staff, day: date, shift: str) -> None:
    if not dealer.may("tablet.use"):
        raise BadPlan(_("%s is no dealer, or may not log in.") % dealer)
    if not dealer.is_licensed(day):
        raise MayNotDeal("licence-over" if dealer.has_run_out(day) else "no-licence", str(dealer), "")
    if Duty.objects.standing().filter(staff=dealer, gaming_day=day, shift=shift).exists():
        raise BadPlan(_("%s is on the roster of this shift already; strike that first.") % dealer)
