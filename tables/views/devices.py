"""Which enrolled tablet a request comes from, and whether it may deal there."""

from django.conf import settings
from django.http import HttpRequest

from casino.views import TABLET_COOKIE
from tables.models import Table, Tablet
from tables.queries.tablets import by_secret
from tables.roster_refusals import NotATablet

SALT = "tablet"


def device_of(request: HttpRequest) -> Tablet | None:
    """The tablet whose signed cookie the browser shows; none once it was taken out."""
    secret = request.get_signed_cookie(TABLET_COOKIE, default="", salt=SALT)
    return by_secret(secret) if secret else None


def check_device(request: HttpRequest, table: Table) -> None:
    """Raises NotATablet: where tablets must be enrolled, the device is none; or it stands at another table."""
    device = device_of(request)
    if device is None:
        if settings.ENROLLED_TABLETS:
            raise NotATablet
    elif device.table_id != table.pk:
        raise NotATablet(device.table.code)
