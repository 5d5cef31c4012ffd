"""The people of the house, for administrators: taken on, changed, let go; what they log in with."""

from typing import Final

from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino import people, second_factor
from casino.answers import back
from casino.forms import EnrolForm, PersonForm, SecretForm, WhyForm, asked
from casino.gaming_day import house_day
from casino.models import Role, Staff
from casino.permissions import StaffRequest, may

SOON_DAYS: Final = 30


@may("staff.manage")
@require_GET
def staff(request: StaffRequest) -> HttpResponse:
    """Everybody, by name; `q` and `role` narrow the list, people let go come last."""
    asked_for, role = request.GET.get("q", "").strip()[:80], request.GET.get("role", "")
    found = _people(asked_for, role)
    day = house_day()
    rows = [(each, _licence(each)) for each in found]
    shown = {"rows": rows, "roles": Role.choices, "role": role, "q": asked_for, "day": day, "section": "staff"}
    return render(request, "casino/staff.html", shown)


@may("staff.manage")
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def enrol(request: StaffRequest) -> HttpResponse:
    if request.method == "GET":
        return render(request, "casino/staff_new.html", {"roles": Role.choices, "section": "staff"})
    typed = asked(EnrolForm(request.POST))
    person = people.enrol(
        typed["username"], typed["name"], role=typed["role"], password=typed["password"] or None, by=request.user
    )
    return back(request, _("%s is enrolled.") % person.name, "person", person.pk)


@may("staff.manage")
@require_http_methods(["GET", "POST"])
def person(request: StaffRequest, staff_id: int) -> HttpResponse:
    """One person; posted: name, role and licence as they are from now on."""
    found = get_object_or_404(Staff, pk=staff_id)
    if request.method == "POST":
        people.change(found, **asked(PersonForm(request.POST)), by=request.user)
        return back(request, _("Kept."), "person", found.pk)
    shown = {
        "person": found,
        "licence": _licence(found),
        "roles": Role.choices,
        "has_factor": second_factor.has_one(found),
        "is_asked": second_factor.is_asked(found),
        "is_own": found == request.user,
        "section": "staff",
    }
    return render(request, "casino/staff_person.html", shown)


@may("staff.manage")
@sensitive_post_parameters()
@require_POST
def set_secret(request: StaffRequest, staff_id: int, kind: str) -> HttpResponse:
    """A password, a PIN or a badge; an empty PIN or badge is taken away."""
    found = get_object_or_404(Staff, pk=staff_id)
    secret = asked(SecretForm(request.POST))["secret"]
    set_one, said = {
        "password": (people.set_password, _("The password is set.")),
        "pin": (people.set_pin, _("The PIN is set.") if secret else _("The PIN is taken away.")),
        "badge": (people.set_badge, _("The badge is set.") if secret.strip() else _("The badge is taken away.")),
    }[kind]
    set_one(found, secret, by=request.user)
    return back(request, said, "person", found.pk)


@may("staff.manage")
@require_POST
def reset_factor(request: StaffRequest, staff_id: int) -> HttpResponse:
    found = get_object_or_404(Staff, pk=staff_id)
    second_factor.reset(found, by=request.user, reason=asked(WhyForm(request.POST))["reason"])
    return back(request, _("The second factor is reset; a new one is set up at the next log-in."), "person", found.pk)


@may("staff.manage")
@require_POST
def let_go(request: StaffRequest, staff_id: int) -> HttpResponse:
    found = get_object_or_404(Staff, pk=staff_id)
    people.let_go(found, by=request.user, reason=asked(WhyForm(request.POST))["reason"])
    return back(request, _("%s can no longer log in.") % found.name, "person", found.pk)


@may("staff.manage")
@require_POST
def take_back(request: StaffRequest, staff_id: int) -> HttpResponse:
    found = get_object_or_404(Staff, pk=staff_id)
    people.take_back(found, by=request.user, reason=asked(WhyForm(request.POST))["reason"])
    return back(request, _("%s may log in again.") % found.name, "person", found.pk)


def _people(asked_for: str, role: str) -> QuerySet[Staff]:
    factors = Count("second_factor", filter=Q(second_factor__confirmed_at__isnull=False))
    rows = Staff.objects.annotate(factors=factors).order_by("-is_active", "name", "pk")
    if asked_for:
        rows = rows.filter(Q(name__icontains=asked_for) | Q(username__icontains=asked_for) | Q(licence=asked_for))
    return rows.filter(role=role) if role in Role.values else rows


def _licence(person: Staff) -> str:
    """How the licence stands: none, held, ends_soon, over."""
    if person.has_run_out(house_day()):
        return "over"
    if not person.licence:
        return "none"
    ends = person.licence_until
    return "ends_soon" if ends and (ends - house_day()).days <= SOON_DAYS else "held"
