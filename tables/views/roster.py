"""The roster of a shift, supervisors at pits and tables, and the house's rotation."""

from datetime import date
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.answers import back
from casino.forms import WhyForm, asked
from casino.gaming_day import house_day
from casino.models import Staff
from casino.permissions import StaffRequest, may
from casino.shifts import shift_of, shifts_of
from tables.models import Assignment, Duty, Pit, Table
from tables.queries import hand_overs, supervision
from tables.queries.roster import roster_page
from tables.roster_forms import AssignmentForm, DutyForm, RotationForm
from tables.services import assignments
from tables.services import roster as rosters


@may("roster.manage")
@require_GET
def roster(request: StaffRequest) -> HttpResponse:
    """One shift, this one unless `day` and `shift` say another; who watches what now and later."""
    now = timezone.now()
    day, shift = _asked_shift(request.GET.get("day", ""), request.GET.get("shift", ""))
    shown = {
        "page": roster_page(day, shift),
        "is_now": (day, shift) == (shift_of(now).day, shift_of(now).name),
        "loads": supervision.loads(now),
        "assignments": supervision.assignment_views(now),
        "supervisors": Staff.objects.filter(role="supervisor", is_active=True),
        "tables": Table.objects.order_by("code"),
        "pits": Pit.objects.order_by("name"),
        "rotation": supervision.rotation(),
        "hand_overs": [hand_overs.view(row) for row in hand_overs.waiting()],
        "section": "roster",
    }
    return render(request, "tables/roster.html", shown)


@may("roster.manage")
@require_POST
def add(request: StaffRequest) -> HttpResponse:
    typed = asked(DutyForm(request.POST))
    day, shift = typed["day"], typed["shift"]
    added = rosters.add(list(typed["dealers"]), day, shift, place=typed["place"], by=request.user)
    names = ", ".join(str(duty.staff) for duty in added)
    return _back(request, _("On the roster: %s.") % names, day, shift)


@may("roster.manage")
@require_POST
def strike(request: StaffRequest, duty_id: int) -> HttpResponse:
    duty = get_object_or_404(Duty.objects.select_related("staff"), pk=duty_id)
    rosters.strike(duty, by=request.user, reason=asked(WhyForm(request.POST))["reason"])
    return _back(request, _("%s is off the roster.") % duty.staff, duty.gaming_day, duty.shift)


@may("roster.manage")
@require_POST
def assign(request: StaffRequest) -> HttpResponse:
    row = assignments.assign(**asked(AssignmentForm(request.POST)), by=request.user)
    place = row.table or row.pit
    return back(request, _("%(name)s watches %(place)s.") % {"name": row.supervisor, "place": place}, "roster")


@may("roster.manage")
@require_POST
def end(request: StaffRequest, assignment_id: int) -> HttpResponse:
    row = get_object_or_404(Assignment.objects.select_related("supervisor", "table"), pk=assignment_id)
    assignments.end(row, by=request.user, reason=asked(WhyForm(request.POST))["reason"])
    return back(request, _("The assignment of %s is over.") % row.supervisor, "roster")


@may("roster.manage")
@require_POST
def rotate(request: StaffRequest) -> HttpResponse:
    typed = asked(RotationForm(request.POST))
    rosters.set_rotation(typed["minutes"], by=request.user, reason=typed["reason"])
    return back(request, _("Kept."), "roster")


def _asked_shift(day_text: str, shift: str) -> tuple[date, str]:
    """The shift that the address names; the one that runs where it names none that there is."""
    now = shift_of()
    try:
        day = date.fromisoformat(day_text) if day_text else now.day
        names = [one.name for one in shifts_of(day)]
    except (ValueError, OverflowError):
        return now.day, now.name
    if shift in names:
        return day, shift
    return day, now.name if day == house_day() and now.name in names else names[0]


def _back(request: StaffRequest, said: str, day: date, shift: str) -> HttpResponse:
    return back(request, said, "roster", query=f"?{urlencode({'day': day.isoformat(), 'shift': shift})}")


urlpatterns: list[URLPattern] = [
    path("roster", roster, name="roster"),
    path("roster/duties", add, name="roster-add"),
    path("roster/duties/<int:duty_id>/strike", strike, name="roster-strike"),
    path("roster/assignments", assign, name="assign"),
    path("roster/assignments/<int:assignment_id>/end", end, name="assignment-end"),
    path("roster/rotation", rotate, name="rotation"),
]
