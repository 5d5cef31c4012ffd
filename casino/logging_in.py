"""Two steps of a log-in: who gave the password is remembered for some minutes, and logged in with the code."""

import time
from typing import Final

from django.contrib.auth import authenticate, login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from casino import second_factor
from casino.backends import PENDING
from casino.models import Staff

MODEL_BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
WITHIN_S: Final = 600


def by_password(request: HttpRequest, person: Staff, *, to: str) -> HttpResponse:
    """Log in, or ask for the second factor. Until that is given the session is nobody's."""
    if not second_factor.is_asked(person):
        login(request, person, backend=MODEL_BACKEND)
        return redirect(to)
    request.session.flush()
    request.session[PENDING] = {"staff": person.pk, "to": to, "until": int(time.time()) + WITHIN_S}
    return redirect("second-factor" if second_factor.has_one(person) else "second-factor-new")


def pending(request: HttpRequest) -> Staff | None:
    """Who gave the password in this session, and has still to give a code."""
    known = request.session.get(PENDING)
    if not known or known["until"] < time.time():
        return None
    return Staff.objects.filter(pk=known["staff"], is_active=True).first()


def by_code(request: HttpRequest, person: Staff, code: str) -> bool:
    """Whether the code is right; then the person is logged in. What fails is counted as wrong passwords are."""
    return authenticate(request, username=person.username, code_secret=code) is not None


def enter(request: HttpRequest, person: Staff) -> str:
    """Log the person in; returns where they wanted to go."""
    to = str(request.session.pop(PENDING, {}).get("to", "/"))
    login(request, person, backend=MODEL_BACKEND)
    return to
