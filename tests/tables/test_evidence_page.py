"""Who is shown a picture of a card, and when: to nobody once the round of a shoe in play is over."""

from collections.abc import Callable

import pytest
from django.test import Client

from casino.models import Staff
from shoes import services as shoe_life
from shoes.models import Crop
from tables.models import Table
from tables.queries.evidence import round_of
from tables.services import rounds
from tests.browser.seen import SeenTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def seen(table: Table, dealer: Staff) -> SeenTable:
    watched = SeenTable(table, dealer)
    watched.stakes(b1=25_00)
    watched.deal("1:8S 0:9H 1:QC 0:??")
    return watched


@pytest.fixture
def address(seen: SeenTable) -> str:
    """Of the picture of the first card."""
    return f"/evidence/{seen.eye.said[0]['crop_sha256']}.jpg"


def status(who: Staff | None, address: str) -> int:
    client = Client(headers={"Accept": "application/json"})
    if who:
        client.force_login(who)
    return client.get(address).status_code


def test_a_picture_is_shown_as_it_is_and_kept_by_no_browser(seen: SeenTable, boss: Staff, address: str) -> None:
    client = Client()
    client.force_login(boss)
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert answer.content.startswith(b"\xff\xd8\xff")
    assert answer["Cache-Control"] == "private, no-store"


def test_the_round_on_the_felt_is_seen_by_who_sees_live_tables_and_by_its_dealer(
    seen: SeenTable, boss: Staff, dealer: Staff, person: Callable[..., Staff], address: str
) -> None:
    assert status(boss, address) == 200
    assert status(dealer, address) == 200
    assert status(person("surveillance"), address) == 200
    assert status(person("dealer", "other"), address) == 403
    assert status(person("cage"), address) == 403
    assert status(person("auditor"), address) == 403  # the shoe is in play
    assert status(None, address) == 401


def test_a_round_that_is_over_shows_nothing_until_its_shoe_has_ended(
    seen: SeenTable, boss: Staff, dealer: Staff, auditor: Staff, address: str
) -> None:
    played = seen.rounds[-1]
    rounds.close(played, by=boss, how="void", key="close")
    assert {status(who, address) for who in (boss, dealer, auditor)} == {403}
    shoe_life.end(played.shoe_key, by=boss, reason="test")
    assert (status(boss, address), status(auditor, address), status(dealer, address)) == (200, 200, 403)
    client = Client()
    client.force_login(auditor)
    assert client.get(address)["Cache-Control"] == "private, max-age=86400"


def test_a_card_at_the_shoe_is_shown_to_nobody(seen: SeenTable, boss: Staff) -> None:
    seen.see("mouth", "KD")
    sha256 = seen.eye.said[-1]["crop_sha256"]
    assert Crop.objects.filter(sha256=sha256).exists()
    assert round_of(sha256) is None
    assert status(boss, f"/evidence/{sha256}.jpg") == 404


@pytest.mark.parametrize("name", ["0" * 64, "x", "a" * 63, "A" * 64])
def test_an_unknown_picture_is_not_found(seen: SeenTable, boss: Staff, name: str) -> None:
    assert status(boss, f"/evidence/{name}.jpg") == 404
