"""Which dealers are rostered, and whether somebody may deal at a table."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Q, QuerySet

from casino.gaming_day import house_day
from casino.models import Staff
from casino.shifts import Shift, shift_of, shifts_of
from tables.models import Duty, Table
from tables.queries import tables as known
from tables.queries.roster_shapes import DealerChoice, DutyView, RosterPage

EARLY: Final = timedelta(minutes=30)
"""So long before their shift dealers may take a table over."""


def keeps_roster(day: date) -> bool:
    """Whether the house rosters that gaming day at all; one that does not is held up by no roster."""
    return Duty.objects.filter(gaming_day=day).exists()


def why_not(staff: Staff, table: Table, at: datetime) -> str:
    """What stands against `staff` dealing at `table`: licence-over, no-licence, not-rostered, or nothing."""
    day = house_day(at)
    if staff.has_run_out(day):
        return "licence-over"
    if not keeps_roster(day):
        return ""
    if not staff.is_licensed(day):
        return "no-licence"
    return "" if duties_at(at).filter(_fits(table)).filter(staff=staff).exists() else "not-rostered"


def duties_at(at: datetime) -> QuerySet[Duty]:
    """The duties of the shift that runs, and of the one that begins within `EARLY`."""
    return Duty.objects.standing().filter(_in(shift_of(at)) | _in(shift_of(at + EARLY)))


def who_may_open(table: Table, at: datetime) -> list[Staff]:
    """Who may be at the table's tablet, the dealer who deals there first; without a roster everybody with a PIN."""
    dealer = known.state_of(table).dealer
    day = house_day(at)
    people = Staff.objects.filter(role="dealer", is_active=True).exclude(pin="")
    if keeps_roster(day):
        people = people.filter(pk__in=duties_at(at).filter(_fits(table)).values("staff"))
    found = [each for each in people if not each.has_run_out(day) and each != dealer]
    return [*([dealer] if dealer and dealer.pin else []), *found]


def dealers_for(table: Table, at: datetime) -> list[DealerChoice]:
    """Every dealer of the house, those who may deal at the table first; a fixed number of queries."""
    day = house_day(at)
    has_roster = keeps_roster(day)
    on_it = set(duties_at(at).filter(_fits(table)).values_list("staff_id", flat=True)) if has_roster else set()

    def why(dealer: Staff) -> str:
        if dealer.has_run_out(day):
            return "licence-over"
        if not has_roster:
            return ""
        if not dealer.is_licensed(day):
            return "no-licence"
        return "" if dealer.pk in on_it else "not-rostered"

    dealers = Staff.objects.filter(role="dealer", is_active=True)
    return sorted((DealerChoice(each.pk, each.name, why(each)) for each in dealers), key=lambda one: bool(one.why))


def unrostered(events: Iterable[tuple[Staff, Table]], at: datetime) -> set[int]:
    """Of the dealers at open tables, who is rostered there no more (a shift that ended); two queries."""
    if not keeps_roster(house_day(at)):
        return set()
    duties = list(duties_at(at).select_related("pit"))
    return {
        dealer.pk
        for dealer, table in events
        if not any(duty.staff_id == dealer.pk and _is_for(duty, table) for duty in duties)
    }


def roster_page(day: date, shift: str) -> RosterPage:
    """One shift of one day: who is rostered and where they deal now, and who could be added."""
    names = tuple(one.name for one in shifts_of(day))
    rows = Duty.objects.standing().filter(gaming_day=day, shift=shift)
    rows = rows.select_related("staff", "table", "pit", "by").order_by("staff__name", "pk")
    dealing = {event.dealer_id: event for event in known.open_tables().select_related("table")}
    duties = []
    for row in rows:
        event = dealing.get(row.staff_id)
        at_table, since = (event.table.code, event.dealer_since) if event else ("", None)
        place = place_of(row.table, row.pit.name if row.pit else "")
        licensed = row.staff.is_licensed(day)
        duties.append(DutyView(row.pk, row.staff, place, at_table, since, licensed, str(row.by), row.at))
    dealers = Staff.objects.filter(role="dealer", is_active=True).exclude(pk__in=[duty.staff.pk for duty in duties])
    free = tuple(DealerChoice(each.pk, each.name, _licence(each, day)) for each in dealers)
    return RosterPage(day, shift, names, tuple(duties), free)


def place_of(table: Table | None, pit: str) -> str:
    return table.code if table else pit


def _licence(dealer: Staff, day: date) -> str:
    """What about the licence stands against a duty on `day`."""
    if dealer.has_run_out(day):
        return "licence-over"
    return "" if dealer.licence else "no-licence"


def _in(shift: Shift) -> Q:
    return Q(gaming_day=shift.day, shift=shift.name)


def _fits(table: Table) -> Q:
    """Duties at the table, in its pit, or anywhere."""
    return Q(table=table) | Q(pit__name=table.pit) | Q(table=None, pit=None)


def _is_for(duty: Duty, table: Table) -> bool:
    if duty.table_id is not None:
        return duty.table_id == table.pk
    return duty.pit is None or duty.pit.name == table.pit
