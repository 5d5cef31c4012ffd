"""No counting aid: no answer of the API tells a card of a past round while its shoe is in play (DESIGN 5)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from casino.access import Address, addresses
from casino.models import Staff
from casino.roles import ROLES
from shoes import services as shoe_life
from tests.tables.conftest import Tapper
from tests.tables.play import a_plain_round
from tests.tables.test_api import machine, person_at

pytestmark = pytest.mark.django_db
CARDS = re.compile(r"\b(8S|QC|TD|9S|KH|7D)\b")
# What tells of no shoe: the schema, the kinds of problems, the texts of rule packs.
OF_NO_SHOE = ("/api/schema", "/api/problems", "/api/rule-packs")


def _asked(known: dict[str, object]) -> list[Address]:
    """Every address of the API that can be asked about what is there."""
    every = [one for one in addresses() if one.route.startswith("/api/") and not one.route.startswith(OF_NO_SHOE)]
    return [one for one in every if set(one.arguments) <= set(known)]


@pytest.fixture
def dealt(tap: Tapper) -> dict[str, object]:
    """A round that is over, and the next one before its first card."""
    a_plain_round(tap)
    known = {"round_id": tap.round.pk, "key": tap.round.shoe_key, "code": tap.table.code, "version": 1}
    tap.stakes(b1=25_00)
    return known


def _told(client: Any, known: dict[str, object]) -> str:
    text = []
    for one in _asked(known):
        answer = client.get(reverse(one.name, kwargs={name: known[name] for name in one.arguments}))
        streamed = getattr(answer, "streaming", False)
        text.append((b"".join(answer.streaming_content) if streamed else answer.content).decode())
    return "\n".join(text)


@pytest.mark.parametrize("role", ROLES)
def test_people_are_told_no_card_of_a_past_round(
    dealt: dict[str, object], person: Callable[..., Staff], role: str
) -> None:
    staff = Staff.objects.filter(role=role).first() or person(role, f"asks-{role}")
    assert CARDS.findall(_told(person_at(staff), dealt)) == []


@pytest.mark.parametrize("permission", ["record.read", "reports.read", "journal.read", "cameras.manage"])
def test_machines_are_told_no_card_of_a_past_round(dealt: dict[str, object], permission: str) -> None:
    assert CARDS.findall(_told(machine(permission), dealt)) == []


def test_the_cards_are_told_once_the_shoe_has_ended(dealt: dict[str, object], boss: Staff, auditor: Staff) -> None:
    shoe_life.end(str(dealt["key"]), by=boss, reason="test")
    assert set(CARDS.findall(_told(person_at(auditor), dealt))) == {"8S", "QC", "TD", "9S", "KH", "7D"}
