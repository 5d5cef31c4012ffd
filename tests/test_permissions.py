"""Who may reach which address: every role at every address, as DESIGN 5 says, read from the URL patterns themselves."""

import pytest
from django.test import Client
from django.urls import reverse

from casino import roles
from casino.access import Address, addresses
from casino.models import Staff
from casino.roles import PUBLIC, ROLES, SIGNED_IN
from casino.tokens import issue

# Arguments that fit the converters; no object has them, so whoever passes the guard is answered "not found" at worst.
NOBODYS = {"int": 999_999, "str": "nobody", "slug": "nobody", "path": "nobody", "uuid": "0" * 32}
LIVE = "/live"  # a stream; tests/casino/test_live.py asks it


def test_every_address_names_its_permission() -> None:
    unguarded = [address.route for address in addresses() if address.permission not in roles.ASKABLE]
    assert unguarded == []


def test_every_permission_of_a_role_is_known() -> None:
    assert frozenset().union(*ROLES.values()) <= roles.PERMISSIONS


def test_only_the_log_in_and_the_looks_are_public() -> None:
    public = {address.name for address in addresses() if address.permission == PUBLIC}
    log_in = {"login", "logout", "second-factor", "second-factor-new", "tablet-open"}
    assert public == {*log_in, "language", "theme", "healthz", "healthz-ready", "healthz-live"}


@pytest.mark.django_db
@pytest.mark.parametrize("role", [*ROLES, None])
def test_a_role_reaches_what_it_may_and_nothing_else(role: str | None, people: dict[str, Staff]) -> None:
    client = Client(raise_request_exception=True)
    if role:
        client.force_login(people[role])
    wrong = []
    for address in addresses():
        if address.route == LIVE or address.permission == PUBLIC:
            continue
        for method in ("get", "post"):
            status = getattr(client, method)(_url(address), HTTP_ACCEPT="application/json").status_code
            if _is_let_in(status) != _may(role, address):
                wrong.append((address.route, method, status))
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize("permission", ["observations.post", "record.read", "metrics.read"])
def test_a_token_opens_the_api_for_its_one_permission_and_no_page(permission: str) -> None:
    _token, secret = issue("machine", permission)
    client = Client(headers={"Authorization": f"Bearer {secret}", "Accept": "application/json"})
    wrong = []
    for address in addresses():
        if address.route == LIVE or address.permission == PUBLIC:
            continue
        status = client.get(_url(address)).status_code
        if _is_let_in(status) != (address.machines in (permission, SIGNED_IN)):
            wrong.append((address.route, status))
    assert wrong == []


def _may(role: str | None, address: Address) -> bool:
    if role is None:
        return False
    return address.permission == SIGNED_IN or roles.may(role, str(address.permission))


def _is_let_in(status: int) -> bool:
    """401 and 403 are the guard's; a redirect to log in does not happen to a program."""
    return status not in (401, 403)


def _url(address: Address) -> str:
    """The address with arguments that no object has."""
    if not address.arguments:
        return address.route
    return reverse(
        address.name, kwargs={name: NOBODYS.get(_kind(address, name), 999_999) for name in address.arguments}
    )


def _kind(address: Address, argument: str) -> str:
    """The converter that the route names: `<int:pk>` is `int`, `<code>` is `str`."""
    for part in address.route.split("<")[1:]:
        converter, _, name = part.split(">")[0].rpartition(":")
        if name == argument:
            return converter or "str"
    raise LookupError(argument)
