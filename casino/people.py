"""Take people on, let them go, say what they hold. One function, one change, one journal entry.

The journal tells what was and what is; of passwords, PINs and badges only that they were set.
"""

from datetime import date
from typing import Any, Final

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit, sealing
from casino.errors import Refused, refused_if
from casino.models import Staff
from casino.roles import ROLES

PIN_DIGITS: Final = range(6, 9)
BADGE_SIGNS: Final = range(6, 65)


class NameTaken(Refused):
    """Two people cannot log in with one name."""

    code = "name-taken"


class BadgeTaken(Refused):
    """A badge opens for one person."""

    code = "badge-taken"


class WeakPin(Refused):
    code = "weak-pin"
    status = 422


class BadBadge(Refused):
    code = "bad-badge"
    status = 422


class LastAdministrator(Refused):
    """A house without an administrator could not make one."""

    code = "last-administrator"


class NotYourself(Refused):
    """Nobody gives a role to themselves, or takes it."""

    code = "not-yourself"


@transaction.atomic
def enrol(username: str, name: str, *, role: str, password: str | None, by: Staff | None = None) -> Staff:
    """A new member of staff; without a password nobody can log in as them.

    Raises Refused for an unknown role, a weak password or a name that is taken.
    """
    if role not in ROLES:
        raise Refused(_("%(role)s is no role; there are %(roles)s.") % {"role": role, "roles": ", ".join(ROLES)})
    person = Staff(username=username, name=name, role=role)
    if password is None:
        person.set_unusable_password()
    else:
        _set_password(person, password)
    with refused_if("casino_staff_username_key", NameTaken(_("The user name %s is taken; choose another.") % username)):
        person.save()
    audit.record(
        audit.HOUSE, by or "system", "staff.enrolled", about=person.signature, facts={"role": role, "name": name}
    )
    return person


def _set_password(person: Staff, password: str) -> None:
    try:
        validate_password(password, person)
    except ValidationError as weak:
        raise Refused(" ".join(weak.messages), code="weak-password", status=422) from None
    person.set_password(password)


@transaction.atomic
def let_go(person: Staff, *, by: Staff, reason: str = "") -> None:
    """The person can no longer log in; what they did stays theirs."""
    _check_other(person, by)
    _check_administrator_left(person)
    if Staff.objects.filter(pk=person.pk, is_active=True).update(is_active=False):
        facts = {"name": person.name, "reason": reason}
        audit.record(audit.HOUSE, by, "staff.let_go", about=person.signature, facts=facts)


@transaction.atomic
def take_back(person: Staff, *, by: Staff, reason: str) -> None:
    """Somebody who was let go may log in again, as before."""
    if Staff.objects.filter(pk=person.pk, is_active=False).update(is_active=True):
        facts = {"name": person.name, "reason": reason}
        audit.record(audit.HOUSE, by, "staff.taken_back", about=person.signature, facts=facts)


@transaction.atomic
def change(person: Staff, *, name: str, role: str, licence: str, licence_until: date | None, by: Staff) -> None:
    """Name, role and licence as they are from now on. Nothing is journaled where nothing changes."""
    was = Staff.objects.select_for_update(no_key=True).get(pk=person.pk)
    new: dict[str, Any] = {"name": name, "role": role, "licence": licence.strip(), "licence_until": licence_until}
    changed = {field: value for field, value in new.items() if getattr(was, field) != value}
    if not changed:
        return
    if "role" in changed:
        _check_other(person, by)
        _check_administrator_left(was)
    Staff.objects.filter(pk=person.pk).update(**changed)
    facts = {field: [_told(getattr(was, field)), _told(value)] for field, value in changed.items()}
    audit.record(audit.HOUSE, by, "staff.changed", about=person.signature, facts=facts)


@transaction.atomic
def set_password(person: Staff, password: str, *, by: Staff) -> None:
    """A new password; whoever is logged in with the old one is logged out. Raises Refused where it is weak."""
    _set_password(person, password)
    person.save(update_fields=["password"])
    _record_set(person, "staff.password_set", by)


@transaction.atomic
def set_pin(person: Staff, pin: str, *, by: Staff) -> None:
    """The PIN for tablets; empty takes it away. Raises WeakPin."""
    if pin and not (pin.isascii() and pin.isdigit() and len(pin) in PIN_DIGITS):
        raise WeakPin(_("A PIN has %(least)s to %(most)s digits.") % {"least": PIN_DIGITS[0], "most": PIN_DIGITS[-1]})
    if pin and (len(set(pin)) < 3 or pin in "01234567890" or pin in "09876543210"):
        raise WeakPin(_("This PIN is guessed at once; take one of three different digits or more, not in their order."))
    Staff.objects.filter(pk=person.pk).update(pin=make_password(pin) if pin else "")
    _record_set(person, "staff.pin_set" if pin else "staff.pin_taken", by)


@transaction.atomic
def set_badge(person: Staff, badge: str, *, by: Staff) -> None:
    """What the reader types for this person's badge; empty takes it away. Raises BadBadge, BadgeTaken."""
    text = badge.strip()
    if text and not (len(text) in BADGE_SIGNS and text.isprintable()):
        about = {"least": BADGE_SIGNS[0], "most": BADGE_SIGNS[-1]}
        raise BadBadge(_("A badge gives %(least)s to %(most)s signs; hold it to the reader once more.") % about)
    with refused_if("casino_staff_badge_key", BadgeTaken(_("This badge is somebody else's; take it from them first."))):
        Staff.objects.filter(pk=person.pk).update(badge=badge_mac(text) if text else None)
    _record_set(person, "staff.badge_set" if text else "staff.badge_taken", by)


def badge_mac(text: str) -> str:
    """By what a badge is found again."""
    return sealing.mac(text.strip(), "badge")


def _record_set(person: Staff, what: str, by: Staff) -> None:
    audit.record(audit.HOUSE, by, what, about=person.signature, facts={"name": person.name})


def _told(value: Any) -> Any:
    return value.isoformat() if isinstance(value, date) else value


def _check_other(person: Staff, by: Staff) -> None:
    if person == by:
        raise NotYourself(_("Another administrator changes your role, or whether you may log in."))


def _check_administrator_left(person: Staff) -> None:
    """Locks the administrators, so that two cannot let each other go at once."""
    if person.role != "administrator":
        return
    active = Staff.objects.select_for_update(no_key=True).filter(role="administrator", is_active=True)
    if [each.pk for each in active] == [person.pk]:
        raise LastAdministrator(_("%s is the only administrator; enrol another one first.") % person.name)
