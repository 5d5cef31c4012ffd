"""The REST API: who may ask what, and what is answered."""

import json
import re
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from django.test import Client
from rest_framework.test import APIClient

from casino import tokens
from casino.access import addresses
from casino.models import Staff
from casino.roles import ROLES
from shoes import services as shoe_life
from tables.models import Entry, Round, Table
from tests.tables.conftest import Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db

STAND = {"kind": "said", "fields": ["1", "stand", None]}
A_CARD = {"kind": "card", "fields": ["1", "QH", "up", "along"]}


@pytest.fixture
def api() -> APIClient:
    return APIClient()


def machine(permission: str, about: str = "") -> APIClient:
    client = APIClient()
    _, secret = tokens.issue(permission, permission, about=about)
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def person_at(staff: Staff) -> APIClient:
    client = APIClient()
    client.force_login(staff)
    return client


PROBLEM = {"type", "title", "status", "detail", "code"}
READERS = {"supervisor", "surveillance", "auditor"}


@pytest.mark.parametrize(
    ("address", "roles"),
    [
        ("/api/tables", {"supervisor", "surveillance"}),
        ("/api/tables/BJ-12", {"supervisor", "surveillance"}),
        ("/api/rounds", READERS),
        ("/api/rounds/{round}", READERS),
        ("/api/rounds/export", {"auditor"}),
    ],
)
def test_who_may_read(tap: Tapper, person: Callable[..., Staff], address: str, roles: set[str]) -> None:
    tap.stakes(b1=25_00)
    asked = address.format(round=tap.round.pk)
    allowed = {role for role in ROLES if person_at(person(role, f"asks-{role}")).get(asked).status_code == 200}
    assert allowed == roles
    assert APIClient().get(asked).status_code == 401


def test_a_stranger_gets_a_problem(api: APIClient) -> None:
    answer = api.get("/api/rounds")
    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert set(answer.json()) == PROBLEM


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/api/tables/BJ-99", 404),
        ("/api/rounds/99999", 404),
        ("/api/nowhere", 404),
        ("/api/rounds?since=noon", 400),
        ("/api/rounds?limit=x", 400),
        ("/api/rounds?limit=0", 400),
        ("/api/rounds?tabel=BJ-12", 400),
        ("/api/rounds?shoe=1&shoe=2", 400),
        ("/api/rounds?table=%00", 400),
        ("/api/rounds?after=nowhere", 422),
        ("/api/rounds?since=0001-01-01T00:00:00Z", 422),
        ("/api/rounds/export?shoe=%00", 400),
    ],
)
def test_a_wrong_address_or_filter_is_a_problem(tap: Tapper, boss: Staff, address: str, status: int) -> None:
    answer = person_at(boss).get(address)
    told = answer.json()
    assert (answer.status_code, told["status"], set(told) - {"fields"}) == (status, status, PROBLEM)


def test_a_camera_posts_observations_once(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    camera = machine("observations.post", "camera:BJ-12")
    body = {"key": "read-1", "entries": [A_CARD]}
    first = camera.post("/api/tables/BJ-12/entries", body, format="json")
    again = camera.post("/api/tables/BJ-12/entries", body, format="json")
    assert (first.status_code, first.json()["is_new"]) == (200, True)
    assert (again.status_code, again.json()["is_new"]) == (200, False)
    assert first.json()["numbers"] == again.json()["numbers"]
    assert Entry.objects.filter(source="observed").count() == 1


def test_the_first_card_seen_opens_a_round(table: Table) -> None:
    camera = machine("observations.post", "camera:BJ-12")
    answer = camera.post("/api/tables/BJ-12/entries", {"key": "read-1", "entries": [A_CARD]}, format="json")
    assert (answer.status_code, answer.json()["round_number"]) == (200, 1)


def test_without_a_round_nothing_is_said(table: Table, dealer: Staff) -> None:
    answer = person_at(dealer).post("/api/tables/BJ-12/entries", {"key": "a", "entries": [STAND]}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (409, "no-round")
    assert Round.objects.count() == 0


def test_another_dealer_is_a_stranger(tap: Tapper, person: Callable[..., Staff]) -> None:
    tap.stakes(b1=25_00)
    before = Entry.objects.count()
    anna = person_at(person("dealer", "anna"))
    answer = anna.post("/api/tables/BJ-12/entries", {"key": "a", "entries": [STAND]}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-your-table")
    assert Entry.objects.count() == before


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"key": "a", "entries": [{"kind": "sneezed", "fields": []}]}, 422, "bad-entry"),
        ({"key": "a", "entries": [{"kind": "card", "fields": ["1", "ZZ", "up", "along"]}]}, 422, "bad-entry"),
        ({"key": "a", "entries": [STAND | {"at": 9_999_999_999_999}]}, 422, "in-the-future"),
        ({"key": "a", "entries": [STAND], "seen": 1}, 409, "stale-form"),
        ({"key": "a", "entries": "stand"}, 400, "malformed"),
        ({"key": "a", "entries": []}, 400, "malformed"),
        ({"entries": [STAND]}, 400, "malformed"),
        ({"key": "a#b", "entries": [STAND]}, 422, "bad-entry"),
    ],
)
def test_bad_input_changes_nothing(tap: Tapper, body: dict[str, Any], status: int, code: str) -> None:
    tap.stakes(b1=25_00)
    before = list(Entry.objects.values_list("pk", flat=True))
    answer = person_at(tap.dealer).post("/api/tables/BJ-12/entries", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert list(Entry.objects.values_list("pk", flat=True)) == before


def test_malformed_json_is_a_problem(tap: Tapper) -> None:
    client = Client()
    client.force_login(tap.dealer)
    answer = client.post("/api/tables/BJ-12/entries", "{", content_type="application/json")
    assert (answer.status_code, set(answer.json())) == (400, PROBLEM)


def test_a_document_is_kept_back_while_its_shoe_is_in_play(tap: Tapper, auditor: Staff, boss: Staff) -> None:
    a_plain_round(tap)
    address = f"/api/rounds/{tap.round.pk}/document"
    early = person_at(auditor).get(address)
    assert (early.status_code, early.json()["code"]) == (403, "shoe-in-play")
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    late = person_at(auditor).get(address)
    assert late.status_code == 200
    assert orjson.loads(late.content)["table"] == "BJ-12"
    exported = b"".join(person_at(auditor).get("/api/rounds/export").streaming_content)  # type: ignore[attr-defined]
    assert exported == late.content + b"\n"


def test_no_card_of_a_shoe_in_play_leaves_by_the_api(tap: Tapper, auditor: Staff) -> None:
    a_plain_round(tap)
    client = person_at(auditor)
    told = client.get(f"/api/rounds/{tap.round.pk}").json(), client.get("/api/rounds").json()
    text = json.dumps(told)
    for card in ("8S", "QC", "TD", "9S", "KH", "7D"):
        assert card not in text
    assert b"".join(client.get("/api/rounds/export").streaming_content) == b""  # type: ignore[attr-defined]


def test_the_schema_names_every_address(boss: Staff) -> None:
    schema = person_at(boss).get("/api/schema?format=json").json()
    there = {re.sub(r"<\w+:(\w+)>", r"{\1}", one.route) for one in addresses() if one.route.startswith("/api/")}
    assert set(schema["paths"]) == there - {"/api/schema"}


def test_a_list_goes_on_where_its_page_ended(tap: Tapper, auditor: Staff) -> None:
    for _ in range(3):
        a_plain_round(tap)
    client, address, seen = person_at(auditor), "/api/rounds?limit=2&table=BJ-12", []
    while address:
        page = client.get(address).json()
        seen.append([row["number"] for row in page["items"]])
        address = page["next"]
    assert seen == [[3, 2], [1]]
