"""The first administrator: from nobody, on the machine itself; everybody else is enrolled by one."""

from django.db import connection, transaction
from django.utils.translation import gettext as _

from casino import people
from casino.errors import Refused
from casino.models import Staff


class AdministratorThere(Refused):
    """Somebody who can enrol others is there already."""

    code = "administrator-there"


@transaction.atomic
def administrator(username: str, name: str, *, password: str, is_another: bool = False) -> Staff:
    """Enrol an administrator where there is none, or one more where `is_another`.

    Raises AdministratorThere; Refused for a weak password or a name that is taken.
    """
    with connection.cursor() as cursor:  # of two at once the second sees the first
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext('seventeen: first administrator'))")
    there = Staff.objects.filter(role="administrator", is_active=True).order_by("pk").first()
    if there and not is_another:
        raise AdministratorThere(
            _("%(name)s (%(username)s) is an administrator already and can enrol others; --another makes one more.")
            % {"name": there.name, "username": there.username}
        )
    return people.enrol(username, name, role="administrator", password=password)
