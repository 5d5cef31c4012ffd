"""Enrolled tablets: enrolled and taken out by a supervisor or an administrator, opened by a dealer's badge or PIN."""

from django.contrib.auth import authenticate, login, logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from casino import roles
from casino.answers import back
from casino.errors import Refused
from casino.forms import WhyForm, asked
from casino.logging_in import MODEL_BACKEND
from casino.models import Staff
from casino.people import PIN_DIGITS
from casino.permissions import StaffRequest, View, may
from casino.views import TABLET_COOKIE, YEAR_S
from tables.models import Table, Tablet
from tables.queries import tables as known
from tables.queries.roster import who_may_open
from tables.queries.tablets import enrolled
from tables.roster_forms import OpeningForm, TabletForm
from tables.roster_refusals import WrongBadge
from tables.services import tablets
from tables.views.devices import SALT, device_of


@may(roles.PUBLIC)
@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "POST"])
def open_tablet(request: HttpRequest) -> HttpResponse:
    """The tablet waits for its dealer. A device that is none goes to the log-in."""
    device = device_of(request)
    if device is None:
        response = redirect("login")
        response.delete_cookie(TABLET_COOKIE)
        return response
    if request.method == "GET":
        return _waiting(request, device)
    try:
        dealer, way = _shown(request, device)
        tablets.open_for(dealer, device, way=way)
    except Refused as refused:
        return _waiting(request, device, refused)
    login(request, dealer, backend=MODEL_BACKEND)
    return redirect("tablet")


def _shown(request: HttpRequest, device: Tablet) -> tuple[Staff, str]:
    """Whose badge or PIN it is. Raises WrongBadge; too many wrong ones lock the name, or the reader of this tablet."""
    typed = asked(OpeningForm(request.POST))
    badge = typed["badge"] or (typed["pin"] if len(typed["pin"]) > PIN_DIGITS[-1] else "")
    if badge:
        way, shown = "badge", {"username": f"tablet {device.pk}", "badge_secret": badge}
    else:
        way, shown = "pin", {"username": typed["dealer"], "pin_secret": typed["pin"]}
    found = authenticate(request, **shown)
    if not isinstance(found, Staff):
        raise WrongBadge
    return found, way


def _waiting(request: HttpRequest, device: Tablet, refused: Refused | None = None) -> HttpResponse:
    dealers = who_may_open(device.table, timezone.now())
    chosen = request.POST.get("dealer") or (dealers[0].username if len(dealers) == 1 else "")
    shown = {
        "table": device.table,
        "device": device,
        "dealers": dealers,
        "dealing": known.state_of(device.table).dealer,
        "chosen": chosen,
        "refused": refused,
    }
    return render(request, "tables/tablet_opening.html", shown, status=refused.status if refused else 200)


def _devices(request: StaffRequest) -> HttpResponse:
    """The tablets of the house; posted: this device is one of them, and whoever enrolled it is logged out of it."""
    if request.method == "POST":
        typed = asked(TabletForm(request.POST))
        _tablet, secret = tablets.enrol(typed["table"], typed["name"], by=request.user)
        logout(request)
        response = redirect("tablet-open")
        response.set_signed_cookie(
            TABLET_COOKIE, secret, salt=SALT, max_age=5 * YEAR_S, httponly=True, samesite="Lax",
            secure=request.is_secure(),
        )  # fmt: skip
        return response
    by_administrator = request.resolver_match is not None and request.resolver_match.url_name == BY_ADMINISTRATOR
    shown = {
        "tablets": enrolled(),
        "tables": Table.objects.order_by("code"),
        "here": device_of(request),
        "enrol_url": reverse(BY_ADMINISTRATOR if by_administrator else "tablets"),
        "take_out_url": f"{BY_ADMINISTRATOR}-take-out" if by_administrator else "tablet-take-out",
        "section": "staff" if by_administrator else "roster",
    }
    return render(request, "tables/tablets.html", shown)


def _take_out(request: StaffRequest, tablet_id: int) -> HttpResponse:
    tablet = get_object_or_404(Tablet.objects.select_related("table"), pk=tablet_id)
    tablets.take_out(tablet, by=request.user, reason=asked(WhyForm(request.POST))["reason"])
    to = BY_ADMINISTRATOR if request.user.may("tables.manage") else "tablets"
    return back(request, _("%s is taken out.") % tablet.name, to)


BY_ADMINISTRATOR = "tablets-by-administrator"


def _guarded(view: View, permission: str, *methods: str) -> View:
    return may(permission)(require_http_methods(list(methods))(view))


urlpatterns: list[URLPattern] = [
    path("tablet/open", open_tablet, name="tablet-open"),
    path("tablets", _guarded(_devices, "roster.manage", "GET", "POST"), name="tablets"),
    path("tablets/<int:tablet_id>/take-out", _guarded(_take_out, "roster.manage", "POST"), name="tablet-take-out"),
    path("staff/tablets", _guarded(_devices, "tables.manage", "GET", "POST"), name=BY_ADMINISTRATOR),
    path(
        "staff/tablets/<int:tablet_id>/take-out",
        _guarded(_take_out, "tables.manage", "POST"),
        name=f"{BY_ADMINISTRATOR}-take-out",
    ),
]
