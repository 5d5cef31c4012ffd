"""The evening in the REST API: told by the dealer, read live without cards, exported once its shoes have ended."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command

from casino.models import Staff
from casino.roles import ROLES
from shoes import services as shoe_life
from tables.models import Evening, EveningEvent
from tables.services import tables
from tests.tables.banked import READY, SEATED, Banked, MakeBanked, four_rounds
from tests.tables.test_api import machine, person_at

pytestmark = pytest.mark.django_db
EVENTS = "/api/tables/VB-1/evening/events"


def test_the_dealer_tells_and_is_answered_with_what_comes_next(banked: Banked) -> None:
    said = {"key": "one", "events": [SEATED, ["banker", "1"]], "seen": 0}
    answer = person_at(banked.dealer).post(EVENTS, said, format="json")
    assert answer.status_code == 200, answer.json()
    told = answer.json()
    assert (told["due"]["code"], told["bank"], told["places"], told["seen"]) == ("shuffle", "1", ["2", "3", "4"], 2)
    assert [(event["kind"], event["told"]) for event in told["events"]] == [
        ("banker", ["1"]),
        ("seated", [["1", "2", "3", "4"]]),
    ]
    assert person_at(banked.dealer).get(EVENTS).json() == told
    again = person_at(banked.dealer).post(EVENTS, said, format="json")
    assert (again.json(), EveningEvent.objects.count()) == (told, 2)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"key": "a", "events": [["bribed", "1"]]}, 422, "bad-event"),
        ({"key": "a", "events": [["took", "9"]]}, 422, "no-such-box"),
        ({"key": "a", "events": []}, 422, "bad-event"),
        ({"key": "a", "events": [["left"]], "seen": 7}, 409, "stale-form"),
        ({"key": "a#b", "events": [["left"]]}, 422, "bad-entry"),
        ({"key": "a", "events": "left"}, 400, "malformed"),
        ({"key": "a", "events": [["dealt", 4]]}, 422, "bad-event"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_code(
    banked: Banked, body: dict[str, object], status: int, code: str
) -> None:
    answer = person_at(banked.dealer).post(EVENTS, body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not EveningEvent.objects.exists()


@pytest.mark.parametrize(
    ("address", "roles"),
    [
        ("/api/tables/VB-1/evening", {"supervisor", "surveillance"}),
        ("/api/evenings", {"supervisor", "surveillance", "auditor"}),
        ("/api/evenings/{evening}/document", {"supervisor", "surveillance", "auditor"}),
        ("/api/evenings/{evening}/export", {"auditor"}),
    ],
)
def test_who_may_read(banked: Banked, boss: Staff, person: Callable[..., Staff], address: str, roles: set[str]) -> None:
    banked.tell(SEATED)
    tables.close(banked.table, by=boss)
    shoe_life.end("S-VB-1", by=boss, reason="done")
    asked = address.format(evening=Evening.objects.get().pk)
    let_in = {
        role for role in ROLES if person_at(person(role, f"reads-{role}")).get(asked).status_code not in (401, 403)
    }
    assert let_in == roles
    assert machine("record.read").get(asked).status_code in ((403,) if "tables" in address else (200, 404))


def test_another_dealer_and_a_camera_tell_nothing(banked: Banked, person: Callable[..., Staff]) -> None:
    said = {"key": "one", "events": [["left"]]}
    other = person_at(person("dealer", "other"))
    assert other.post(EVENTS, said, format="json").json()["code"] == "not-your-table"
    assert other.get(EVENTS).json()["code"] == "not-your-table"
    camera = machine("observations.post", "camera:VB-1")
    assert camera.post(EVENTS, said, format="json").json()["code"] == "source-not-yours"
    assert not EveningEvent.objects.exists()


def test_the_house_has_no_evening(tap: object, boss: Staff) -> None:
    assert person_at(boss).get("/api/tables/BJ-12/evening").json()["code"] == "house-bank"


def test_a_closed_table_has_none(banked: Banked, boss: Staff) -> None:
    tables.close(banked.table, by=boss)
    assert person_at(boss).get("/api/tables/VB-1/evening").json()["code"] == "table-closed"


def test_no_card_is_told_while_the_shoe_is_in_play(make_banked: MakeBanked, boss: Staff, auditor: Staff) -> None:
    banked = make_banked("pontoon-004")
    banked.tell(SEATED, ("dealt_up", "KS 9D JC"), *READY, ("burned", "3C"))
    answer = person_at(boss).get("/api/tables/VB-1/evening").json()
    assert [event["told"] for event in answer["events"] if event["kind"] in ("burned", "dealt_up")] == [[None], [None]]
    assert "3C" not in json.dumps(answer)
    banked.play("9S 8D 7H 7C 9D 8C KS TD 2C 2D")
    tables.close(banked.table, by=boss)
    evening = Evening.objects.get()
    for address in (f"/api/evenings/{evening.pk}/document", f"/api/evenings/{evening.pk}/export"):
        assert person_at(auditor).get(address).json()["code"] == "shoe-in-play"


def test_an_evening_is_exported_and_audited_with_its_rounds(
    make_banked: MakeBanked, boss: Staff, auditor: Staff, tmp_path: Path
) -> None:
    banked = make_banked(options={"sell_deal_right": True})
    four_rounds(banked)
    evening = Evening.objects.get()
    assert person_at(auditor).get(f"/api/evenings/{evening.pk}/export").status_code == 403
    tables.close(banked.table, by=boss)
    shoe_life.end("S-VB-1", by=boss, reason="done")
    [row] = person_at(auditor).get("/api/evenings?table=VB-1").json()["items"]
    assert (row["number"], row["why"], row["rounds"]) == (1, "closed", 4)
    exported = person_at(auditor).get(f"/api/evenings/{evening.pk}/export").content
    assert exported.count(b"\n") == 5
    document = person_at(auditor).get(f"/api/evenings/{evening.pk}/document").content
    assert exported.splitlines()[-1] == document
    path = tmp_path / "evening.jsonl"
    path.write_bytes(exported)
    out = io.StringIO()
    call_command("audit_rounds", str(path), stdout=out)
    assert out.getvalue().splitlines()[-1] == "4 rounds, 1 evening, 5 ok, 0 mistakes, 0 judged otherwise, 0 damaged"
