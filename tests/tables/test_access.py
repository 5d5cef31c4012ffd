"""Every role at every address with things that exist: who may not, changes nothing; who may, is served."""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from casino import roles
from casino.access import Address, addresses
from casino.models import Staff
from casino.roles import PUBLIC, ROLES, SIGNED_IN

# 405: the address takes only what is posted. The samples' shoe is in play, so a round's document is not out yet; and at
# their table the house holds the bank.
SERVED = {200, 302, 405, "shoe-in-play", "house-bank"}


@pytest.fixture
def addressed(samples: dict[str, object]) -> list[tuple[Address, str]]:
    """Every guarded address with its URL, arguments filled in from things that exist."""
    return [
        (address, reverse(address.name, kwargs={name: samples.get(name, "x") for name in address.arguments}))
        for address in addresses()
        if address.permission != PUBLIC and address.name != "live"
    ]


def _rows() -> dict[str, int]:
    """How much each table holds; sessions come and go."""
    return {
        model._meta.label: model._default_manager.count()
        for model in apps.get_models()
        if model._meta.app_label in ("casino", "shoes", "tables")
    }


@pytest.mark.django_db
@pytest.mark.parametrize("role", [*ROLES, None])
def test_who_may_not_is_refused_and_changes_nothing(
    role: str | None, client: Client, addressed: list[tuple[Address, str]]
) -> None:
    if role:
        client.force_login(Staff.objects.create(username=f"other-{role}", name="Other", role=role))
    before = _rows()
    answers = {
        (url, method): getattr(client, method)(url, headers={"Accept": "application/json"}).status_code
        for address, url in addressed
        if not _may(role, address)
        for method in ("get", "post", "put", "delete")
    }
    assert {asked: status for asked, status in answers.items() if status not in (401, 403)} == {}
    assert _rows() == before


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["supervisor", "surveillance", "auditor"])
def test_who_may_is_served(role: str, client: Client, addressed: list[tuple[Address, str]]) -> None:
    client.force_login(Staff.objects.create(username=f"other-{role}", name="Other", role=role))
    answers = {url: _get(client, url) for address, url in addressed if _may(role, address)}
    assert answers != {}
    # The samples' hash is that of a card's picture, so no still and no clip has it.
    found = {url: answer for url, answer in answers.items() if "/stills/" not in url and "/evidence/clips/" not in url}
    assert {url: answer for url, answer in found.items() if answer not in SERVED} == {}
    assert {answers[url] for url in answers.keys() - found.keys()} == {"not-found"}


def _get(client: Client, url: str) -> int | str:
    """The status; a refusal for what the thing is, not for who asks, by its code."""
    response = client.get(url)
    if response.status_code < 400 or response.status_code == 405:
        return response.status_code
    return str(client.get(url, headers={"Accept": "application/json"}).json()["code"])


def _may(role: str | None, address: Address) -> bool:
    return role is not None and (address.permission == SIGNED_IN or roles.may(role, str(address.permission)))
