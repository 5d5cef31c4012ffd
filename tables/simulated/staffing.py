"""Who works on a simulated floor: dealers with licences and a roster, a supervisor who watches the pit."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from casino import people
from casino.gaming_day import house_day
from casino.models import Staff
from casino.shifts import Shift, shift_of
from tables.models import Duty, Pit, Rotation
from tables.queries import supervision
from tables.services import assignments, roster
from tables.services.roster import Place

RELIEVED_AFTER: Final = 60
LICENSED_FOR: Final = timedelta(days=365)


def keep_roster(dealers: Sequence[Staff], *, boss: Staff) -> None:
    """Licence the dealers and roster them for this shift and the next; who is on the roster already stays."""
    now = shift_of()
    for dealer in dealers:
        _license(dealer, boss)
    for shift in (now, shift_of(now.ends_at)):
        _roster(dealers, shift, boss)
    if not Rotation.objects.exists():
        roster.set_rotation(RELIEVED_AFTER, by=boss, reason="strings of four tables with a relief")


def watch_pit(name: str, *, by: Staff) -> None:
    """The supervisor watches the pit until that is ended; assigned once."""
    pit = Pit.objects.filter(name=name).first()
    if pit is not None and not supervision.holding(timezone.now()):
        assignments.assign(by, Place(pit=pit), by=by, reason="the demo's pit")


def _license(dealer: Staff, boss: Staff) -> None:
    if not dealer.is_licensed(house_day() + timedelta(days=2)):
        until = house_day() + LICENSED_FOR
        licence = dealer.licence or f"D-{dealer.pk:04}"
        people.change(dealer, name=dealer.name, role=dealer.role, licence=licence, licence_until=until, by=boss)
        dealer.refresh_from_db()


def _roster(dealers: Sequence[Staff], shift: Shift, boss: Staff) -> None:
    there = Duty.objects.standing().filter(gaming_day=shift.day, shift=shift.name).values_list("staff", flat=True)
    missing = [dealer for dealer in dealers if dealer.pk not in set(there)]
    if missing:
        roster.add(missing, shift.day, shift.name, place=Place(), by=boss)
