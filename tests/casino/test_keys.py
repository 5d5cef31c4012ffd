"""An idempotency key: done once, answered the same, refused for another request, forgotten after a day."""

import threading
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone
from rest_framework.test import APIClient

from casino.keys import KEPT
from casino.models import AnsweredKey, Staff
from tables.models import ChipCount, Table
from tables.services import tables

ADDRESS = "/api/tables/T-1/chips/count"
OPENER = {"kind": "opener", "lines": [{"value_minor": 25_00, "pieces": 80}]}


@pytest.fixture
def table(boss: Staff) -> Table:
    return tables.add("T-1", name="", pit="Pit 1", by=boss)


def _client(staff: Staff) -> APIClient:
    client = APIClient()
    client.force_login(staff)
    return client


@pytest.mark.django_db
def test_the_same_request_again_is_answered_as_the_first_time_and_done_once(table: Table, boss: Staff) -> None:
    client = _client(boss)
    first = client.post(ADDRESS, OPENER, format="json", headers={"Idempotency-Key": "one"})
    backwards = dict(reversed(OPENER.items()))
    again = client.post(ADDRESS, backwards, format="json", headers={"Idempotency-Key": "one"})
    assert (first.status_code, again.status_code) == (201, 201), first.content
    assert again.content == first.content
    assert (first.get("Idempotency-Replayed"), again.get("Idempotency-Replayed")) == (None, "true")
    assert ChipCount.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("key", "body", "status", "code"),
    [
        ("one", {**OPENER, "reason": "again"}, 422, "key-reused"),
        (None, OPENER, 400, "key-missing"),
        ("a b", OPENER, 400, "key-missing"),
        ("k" * 201, OPENER, 400, "key-missing"),
        ("two", OPENER, 409, "already-counted"),
    ],
)
def test_what_is_refused_of_a_key(
    table: Table, boss: Staff, key: str | None, body: dict[str, object], status: int, code: str
) -> None:
    client = _client(boss)
    client.post(ADDRESS, OPENER, format="json", headers={"Idempotency-Key": "one"})
    answer = client.post(ADDRESS, body, format="json", headers={"Idempotency-Key": key} if key else {})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert ChipCount.objects.count() == 1


@pytest.mark.django_db
def test_what_was_refused_is_tried_anew(table: Table, boss: Staff) -> None:
    client = _client(boss)
    body = {"kind": "fill", "lines": [{"value_minor": 25_00, "pieces": 4}]}
    address, headers = "/api/tables/T-1/slips", {"Idempotency-Key": "fill-1"}
    assert client.post(address, body, format="json", headers=headers).json()["code"] == "no-opener"
    client.post(ADDRESS, OPENER, format="json", headers={"Idempotency-Key": "one"})
    assert client.post(address, body, format="json", headers=headers).status_code == 201


@pytest.mark.django_db
def test_a_key_is_its_owners(table: Table, boss: Staff, auditor: Staff) -> None:
    headers = {"Idempotency-Key": "one"}
    assert _client(boss).post(ADDRESS, OPENER, format="json", headers=headers).status_code == 201
    assert _client(auditor).post(ADDRESS, OPENER, format="json", headers=headers).status_code == 403
    other = Staff.objects.create(username="other", name="Other", role="supervisor")
    assert _client(other).post(ADDRESS, OPENER, format="json", headers=headers).json()["code"] == "already-counted"


@pytest.mark.django_db
def test_a_key_is_forgotten_after_its_day(table: Table, boss: Staff) -> None:
    client = _client(boss)
    client.post(ADDRESS, OPENER, format="json", headers={"Idempotency-Key": "one"})
    AnsweredKey.objects.update(at=timezone.now() - KEPT - timedelta(minutes=1))
    recount = {**OPENER, "reason": "A column was left out."}
    answer = client.post(ADDRESS, recount, format="json", headers={"Idempotency-Key": "one"})
    assert answer.status_code == 201
    assert AnsweredKey.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_is_done_and_both_are_answered(table: Table, boss: Staff) -> None:
    answers: list[tuple[int, bytes]] = []
    start = threading.Barrier(2)

    def ask() -> None:
        client = _client(boss)
        start.wait()
        answer = client.post(ADDRESS, OPENER, format="json", headers={"Idempotency-Key": "one"})
        answers.append((answer.status_code, answer.content))
        connections.close_all()

    threads = [threading.Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert [status for status, _content in answers] == [201, 201]
    assert len({content for _status, content in answers}) == 1
    assert ChipCount.objects.count() == 1
