"""One's own log-in: the second factor, password and PIN."""

import segno
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.hashers import check_password
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino import logging_in, people, roles, second_factor
from casino.answers import back
from casino.errors import Refused
from casino.forms import CodeForm, OwnPinForm, PasswordForm, asked
from casino.models import Staff
from casino.permissions import StaffRequest, may


class WrongPassword(Refused):
    code = "wrong-password"
    status = 422


@may(roles.PUBLIC)
@never_cache
@require_http_methods(["GET", "POST"])
def ask_code(request: HttpRequest) -> HttpResponse:
    """The second step of a log-in."""
    person = logging_in.pending(request)
    if person is None:
        return redirect("login")
    if request.method == "GET":
        return render(request, "casino/second_factor.html")
    if logging_in.by_code(request, person, _code(request)):
        return redirect(logging_in.enter(request, person))
    return render(request, "casino/second_factor.html", {"wrong": second_factor.WrongCode()}, status=422)


@may(roles.PUBLIC)
@never_cache
@require_http_methods(["GET", "POST"])
def set_up(request: HttpRequest) -> HttpResponse:
    """Give an authenticator its secret, and show that it has it: while logging in, or later from one's own page."""
    pending = logging_in.pending(request)
    person = pending or (request.user if isinstance(request.user, Staff) else None)
    if person is None:
        return redirect("login")
    if second_factor.has_one(person):
        return redirect("second-factor" if pending else "account")
    shown = _to_scan(person)
    if request.method == "GET":
        return render(request, "casino/second_factor_new.html", shown)
    try:
        codes = second_factor.confirm(person, _code(request))
    except second_factor.WrongCode as wrong:
        return render(request, "casino/second_factor_new.html", {**shown, "wrong": wrong}, status=422)
    to = logging_in.enter(request, person) if pending else "/account"
    return render(request, "casino/recovery_codes.html", {"codes": codes, "to": to})


@may(roles.SIGNED_IN)
@require_GET
def account(request: StaffRequest) -> HttpResponse:
    """What one may change oneself."""
    return render(request, "casino/account.html", {"has_factor": second_factor.has_one(request.user)})


@may(roles.SIGNED_IN)
@sensitive_post_parameters()
@require_POST
def own_password(request: StaffRequest) -> HttpResponse:
    typed = asked(PasswordForm(request.POST))
    _check_password(request.user, typed["old"])
    people.set_password(request.user, typed["new"], by=request.user)
    update_session_auth_hash(request, request.user)
    return back(request, _("Your password is changed; other devices are logged out."), "account")


@may("tablet.use")
@sensitive_post_parameters()
@require_POST
def own_pin(request: StaffRequest) -> HttpResponse:
    typed = asked(OwnPinForm(request.POST))
    _check_password(request.user, typed["old"])
    people.set_pin(request.user, typed["pin"], by=request.user)
    return back(request, _("Your PIN is changed."), "account")


@may(roles.SIGNED_IN)
@never_cache
@require_POST
def own_codes(request: StaffRequest) -> HttpResponse:
    """New recovery codes, for a code."""
    codes = second_factor.renew_codes(request.user, _code(request))
    return render(request, "casino/recovery_codes.html", {"codes": codes, "to": "/account"})


def _code(request: HttpRequest) -> str:
    form = CodeForm(request.POST)
    return str(form.cleaned_data["code"]) if form.is_valid() else ""


def _check_password(person: Staff, password: str) -> None:
    if not check_password(password, person.password):
        raise WrongPassword(_("This is not your password until now."))


def _to_scan(person: Staff) -> dict[str, object]:
    secret = second_factor.begin(person)
    groups = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    return {"picture": _picture(second_factor.address(person, secret)), "secret": groups}


def _picture(text: str) -> SafeString:
    """A QR code as an SVG element: dark on light in every theme, since cameras look for that."""
    svg = segno.make(text, error="m").svg_inline(scale=5, border=4, dark="#000", light="#fff", omitsize=True)
    return mark_safe(svg)  # noqa: S308  (drawn here, of paths alone)
