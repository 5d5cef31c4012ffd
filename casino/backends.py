"""Ways to show who one is besides a password. django-axes counts what fails, by name and address, as it does passwords.

What is shown is called a secret, so that Django and axes mask it where they tell of a failure.
"""

from typing import Any

from django.contrib.auth.hashers import check_password
from django.http import HttpRequest

from casino import people, second_factor
from casino.models import Staff

PENDING = "second-factor"  # in a session: who gave the password, and has still to give a code


class SecondFactorBackend:
    """A code, from somebody who gave the password in the same session."""

    def authenticate(
        self, request: HttpRequest, username: str = "", code_secret: str | None = None, **_: Any
    ) -> Staff | None:
        pending = request.session.get(PENDING) if code_secret is not None else None
        if not pending:
            return None
        person = Staff.objects.filter(username=username, pk=pending["staff"], is_active=True).first()
        return person if person and second_factor.check(person, str(code_secret)) else None

    def get_user(self, user_id: int) -> None:
        """Nobody is remembered by this way: a log-in is always that of Django's own backend."""


class BadgeBackend:
    """A badge, or a PIN beside the name of who says it; the caller knows whether the device may take either."""

    def authenticate(
        self,
        request: HttpRequest,
        username: str = "",
        badge_secret: str | None = None,
        pin_secret: str | None = None,
        **_: Any,
    ) -> Staff | None:
        if badge_secret:
            return Staff.objects.filter(badge=people.badge_mac(badge_secret), is_active=True).first()
        if not pin_secret:
            return None
        person = Staff.objects.filter(username=username, is_active=True).exclude(pin="").first()
        return person if person and check_password(pin_secret, person.pin) else None

    def get_user(self, user_id: int) -> None:
        """Nobody is remembered by this way."""
