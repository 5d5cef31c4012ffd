"""A gaming day in the REST API alone: opened, filled, closed, dropped; a dispute; a report; what is refused."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from casino.gaming_day import house_day
from casino.models import Staff
from shoes import services as shoe_life
from tables.models import ChipCount, Slip, Table
from tests.tables.conftest import Tapper
from tests.tables.paper import Team
from tests.tables.play import a_plain_round
from tests.tables.test_api import machine, person_at

pytestmark = pytest.mark.django_db
_keys = itertools.count(1)


def post(staff: Staff, address: str, **body: Any) -> Any:
    headers = {"Idempotency-Key": f"k{next(_keys)}"}
    return person_at(staff).post(f"/api/{address}", body, format="json", headers=headers)


def lines(**pieces: int) -> list[dict[str, int]]:
    """`lines(v2500=80)`: eighty pieces of 25.00."""
    return [{"value_minor": int(value[1:]), "pieces": number} for value, number in pieces.items()]


def test_a_gaming_day_of_chips(table: Table, team: Team, auditor: Staff) -> None:
    opener = post(team.boss, "tables/BJ-12/chips/count", kind="opener", lines=lines(v2500=80, v10000=40))
    assert (opener.status_code, opener.json()["total_minor"]) == (201, 6_000_00)
    assert post(team.dealer, f"counts/{opener.json()['id']}/sign").json()["signed_by"] == "Dealer"

    slip = post(team.boss, "tables/BJ-12/slips", kind="fill", lines=lines(v2500=40)).json()
    assert (slip["state"], slip["next_step"], slip["seen"]) == ("open", "prepared", 1)
    assert post(team.security, f"slips/{slip['id']}/sign").json()["code"] == "not-your-signature"
    assert post(team.cage, f"slips/{slip['id']}/sign", seen=0).json()["code"] == "stale-form"
    for signer in (team.cage, team.security, team.dealer):
        [waits] = person_at(signer).get("/api/slips/waiting").json()["items"]
        assert waits["id"] == slip["id"]
        last = post(signer, f"slips/{slip['id']}/sign", seen=waits["seen"])
    assert last.json()["state"] == "done"

    early = person_at(auditor).get("/api/tables/BJ-12/chips")
    assert (early.status_code, early.json()["code"]) == (403, "not-allowed")
    post(team.boss, "tables/BJ-12/chips/count", kind="closer", lines=lines(v2500=100, v10000=40))
    [waiting] = person_at(team.cage).get("/api/drops").json()["items"]
    assert (waiting["table_code"], waiting["counted_by"]) == ("BJ-12", None)
    drop = {"day": house_day().isoformat(), "lines": lines(v5000=60)}
    first = post(team.cage, "tables/BJ-12/drop", **drop).json()
    assert (first["is_known"], first["total_minor"]) == (False, None)
    assert post(team.second_cage, "tables/BJ-12/drop/confirm", **drop).json()["total_minor"] == 3_000_00

    told = person_at(auditor).get("/api/tables/BJ-12/chips").json()
    # Win = drop + closer + credits - opener - fills = 3000 + 6500 + 0 - 6000 - 1000.
    assert (told["figures"]["win_minor"], told["figures"]["gaps"]) == (2_500_00, [])
    assert machine("record.read").get("/api/chips").json()["win_minor"] == 2_500_00
    [difference] = person_at(team.boss).get("/api/differences?open=true").json()["items"]
    done = post(team.boss, f"differences/{difference['id']}/acknowledge", reason="No round was entered.").json()
    assert (done["reason"], done["seen_by"]) == ("No round was entered.", "Boss")


def test_no_machine_signs_anything(table: Table) -> None:
    for permission, address in (("table.open", "tables/BJ-12/chips/count"), ("fill.ask", "tables/BJ-12/slips")):
        client = machine(permission)
        body = {"kind": "opener", "lines": lines(v2500=1)}
        answer = client.post(f"/api/{address}", body, format="json", headers={"Idempotency-Key": "k"})
        assert (answer.status_code, answer.json()["code"]) == (403, "permission-denied")
    assert not ChipCount.objects.exists()
    assert not Slip.objects.exists()


def test_a_hand_is_contested_and_ruled_on(tap: Tapper, boss: Staff, dealer: Staff, auditor: Staff) -> None:
    a_plain_round(tap)
    raised = post(dealer, f"rounds/{tap.round.pk}/disputes", slot="1", words="The dealer had 17.")
    assert (raised.status_code, raised.json()["state"]) == (201, "open")
    one = f"disputes/{raised.json()['id']}"
    assert post(boss, f"{one}/review").json()["state"] == "review"
    ruling = {"decision": "for_player", "reason": "The clip shows it.", "clause": "7.1", "refund_minor": 25_00}
    ruled = post(boss, f"{one}/rule", **ruling)
    assert (ruled.status_code, ruled.json()["state"]) == (201, "ruled")
    assert [step["ruling"]["refund_minor"] for step in ruled.json()["steps"] if step["ruling"]] == [25_00]
    assert post(boss, f"{one}/rule", **ruling).status_code == 409
    assert post(boss, f"{one}/close").json()["state"] == "closed"
    rows = person_at(auditor).get("/api/disputes?state=closed&table=BJ-12").json()["items"]
    assert [row["id"] for row in rows] == [raised.json()["id"]]


def test_a_pack_that_is_none_is_refused_with_its_line(boss: Staff) -> None:
    answer = post(boss, "rule-packs/upload", text='schema = "rule-pack/1"\nname = 7\n', filename="ours.toml")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad-pack")
    assert answer.json()["detail"].startswith("ours.toml:2:")


def test_rule_packs_are_read_clause_by_clause(auditor: Staff) -> None:
    client = person_at(auditor)
    keys = [row["key"] for row in client.get("/api/rule-packs").json()["items"]]
    assert {"originals", "south-dakota"} <= set(keys)
    told = client.get("/api/rule-packs/south-dakota").json()
    assert told["clauses"] == len(told["entries"])
    assert {"20:18:15:28"} <= {one["clause"].split("(")[0].strip().split(" ")[-1] for one in told["entries"]}


def test_a_shoe_lives_by_the_api(boss: Staff, second_boss: Staff, make_shoe: Callable[[str], str]) -> None:
    make_shoe("S-1")
    assert person_at(boss).get("/api/shoes/S-1").json()["shoe"]["state"] == "in_play"
    assert post(boss, "shoes/S-1/verify").status_code == 409
    ended = post(boss, "shoes/S-1/end", reason="A card lay open.").json()
    assert (ended["shoe"]["has_ended"], ended["events"][-1]["args"]["reason"]) == (True, "A card lay open.")
    assert [row["key"] for row in person_at(boss).get("/api/shoes?state=ended").json()["items"]] == ["S-1"]


def test_a_report_is_asked_for_followed_and_stopped(boss: Staff) -> None:
    today = house_day().isoformat()
    assert post(boss, "reports", kind="tables").json()["code"] == "bad-report"
    asked = post(boss, "reports", kind="tables", since=today, until=today)
    assert (asked.status_code, asked.json()["state"]) == (201, "waiting")
    one = f"reports/{asked.json()['id']}"
    assert person_at(boss).get(f"/api/{one}").json()["table"] is None
    assert machine("reports.read").get(f"/api/{one}/pdf").json()["code"] == "report-not-done"
    assert post(boss, f"{one}/stop").json()["state"] == "stopped"


def test_the_journal_is_checked_on_request(tap: Tapper, auditor: Staff, boss: Staff) -> None:
    a_plain_round(tap)
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    told = person_at(auditor).get("/api/journal").json()
    assert told["broken"] is None
    assert told["entries"] > 0
    assert person_at(boss).get("/api/journal").status_code == 403
