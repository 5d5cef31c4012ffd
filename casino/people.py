"""Take people on, let them go. One function, one change, one journal entry."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import Refused, refused_if
from casino.models import Staff
from casino.roles import ROLES


class NameTaken(Refused):
    """Two people cannot log in with one name."""

    code = "name-taken"


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
def let_go(person: Staff, *, by: Staff) -> None:
    """The person can no longer log in; what they did stays theirs."""
    if Staff.objects.filter(pk=person.pk, is_active=True).update(is_active=False):
        audit.record(audit.HOUSE, by, "staff.let_go", about=person.signature, facts={"name": person.name})
