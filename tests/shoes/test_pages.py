"""Shoe pages without a browser: one query count however long the list, and nothing told of a shoe in play."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.models import Staff
from shoes import services

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(boss: Staff) -> Client:
    made = Client()
    made.force_login(boss)
    return made


@pytest.fixture
def load(boss: Staff) -> Callable[[str], None]:
    def one(key: str) -> None:
        services.load(key, [services.receive_pack(f"P-{key}", "fr52", "blue", by=boss)], by=boss)

    return one


def _queries(client: Client) -> int:
    with CaptureQueriesContext(connection) as caught:
        assert client.get("/shoes").status_code == 200
    return len(caught)


def test_the_list_asks_as_often_for_three_shoes_as_for_one(client: Client, load: Callable[[str], None]) -> None:
    load("S-1")
    _queries(client)
    one = _queries(client)
    load("S-2")
    load("S-3")
    assert _queries(client) == one


def test_a_shoe_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get("/shoes/S-404").status_code == 404


def test_a_step_that_does_not_exist_is_not_found(client: Client, load: Callable[[str], None]) -> None:
    load("S-1")
    assert client.post("/shoes/S-1/polish").status_code == 404


def test_a_step_out_of_turn_is_refused_with_what_comes_next(client: Client, load: Callable[[str], None]) -> None:
    load("S-1")
    answer = client.post("/shoes/S-1/in_play")
    assert answer.status_code == 409
    assert "Next comes: packs verified" in answer.content.decode()


def test_a_form_with_a_gap_comes_back_with_what_is_missing(client: Client) -> None:
    answer = client.post("/packs/receive", {"serials": "", "kind": "fr52", "back": "blue"})
    assert answer.status_code == 422
    assert "Numbers on the seals: This field is required." in answer.content.decode()
