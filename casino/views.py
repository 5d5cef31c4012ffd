"""Log in and out, choose language and look."""

from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from casino import logging_in, roles
from casino.context import CHOICES
from casino.permissions import may

YEAR_S = 365 * 24 * 3600
TABLET_COOKIE = "tablet"
"""What an enrolled tablet is known by; the log-in there is by badge or PIN (tables/views/tablet_opening.py)."""


class LogIn(LoginView):
    """By password; who is asked for a second factor is logged in once that is given too."""

    template_name = "casino/login.html"
    redirect_authenticated_user = True

    def get(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if TABLET_COOKIE in request.COOKIES and "password" not in request.GET and not request.user.is_authenticated:
            return redirect("tablet-open")
        return super().get(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        return logging_in.by_password(self.request, form.get_user(), to=self.get_success_url())


log_in = may(roles.PUBLIC)(LogIn.as_view())
log_out = may(roles.PUBLIC)(LogoutView.as_view())
language = may(roles.PUBLIC)(set_language)


@may(roles.PUBLIC)
@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember `theme` and `deck` in this browser, and go back."""
    target = request.POST.get("next") or request.headers.get("Referer") or "/"
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure()):
        target = "/"
    response = HttpResponseRedirect(target)
    for name, choices in CHOICES.items():
        if request.POST.get(name) in choices:
            response.set_cookie(name, request.POST[name], max_age=YEAR_S, samesite="Lax", secure=request.is_secure())
    return response
