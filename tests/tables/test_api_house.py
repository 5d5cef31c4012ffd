"""The house in the REST API: its people, the accounts of machines, its furniture; what is decided beside the felt."""

import hashlib
from collections.abc import Callable
from typing import Any

import pytest

from casino import audit, tokens
from casino.audit.models import JournalEntry
from casino.gaming_day import house_day
from casino.models import SecondFactor, Staff
from casino.shifts import shift_of
from shoes import services as shoe_life
from shoes.models import Crop
from shoes.services import cameras
from tables.models import Dispute, PayoutAnswer, SampledPayout, Table, Verdict
from tables.services import disputes, reviews, tablets
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round, a_plain_round
from tests.tables.test_api import machine, person_at
from tests.tables.test_api_floor import post

pytestmark = pytest.mark.django_db


def get(staff: Staff, address: str) -> Any:
    return person_at(staff).get(f"/api/{address}").json()


@pytest.fixture
def administrator(person: Callable[..., Staff]) -> Staff:
    return person("administrator")


def test_whoever_asks_is_told_who_they_are(auditor: Staff) -> None:
    told = get(auditor, "me")
    assert (told["kind"], told["role"], "journal.read" in told["permissions"]) == ("person", "auditor", True)
    told = machine("observations.post", "camera:BJ-12").get("/api/me").json()
    assert told == {
        "kind": "machine",
        "name": "observations.post",
        "role": None,
        "about": "camera:BJ-12",
        "permissions": ["observations.post"],
    }


def test_a_gaming_day_is_told_with_its_shifts(auditor: Staff) -> None:
    told = get(auditor, "day?day=2026-03-28")
    ends = [shift["ends_at"] for shift in told["shifts"]]
    assert (told["day"], [shift["starts_at"] for shift in told["shifts"]][1:]) == ("2026-03-28", ends[:-1])


def test_people_are_taken_on_changed_and_let_go_without_a_secret(administrator: Staff) -> None:
    made = post(administrator, "staff/enrol", username="anna", name="Anna", role="dealer").json()
    assert (made["has_password"], made["has_pin"], made["has_badge"], made["licence"]) == (False, False, False, "")
    one = f"staff/{made['id']}"
    licensed = post(administrator, f"{one}/change", licence="L-7", licence_until="2027-01-31").json()
    assert (licensed["name"], licensed["licence"], licensed["licence_until"]) == ("Anna", "L-7", "2027-01-31")
    assert post(administrator, f"{one}/change", licence_until=None).json()["licence_until"] is None
    assert post(administrator, f"{one}/let-go", reason="left").json()["is_active"] is False
    assert [row["username"] for row in get(administrator, "staff?active=false")["items"]] == ["anna"]
    assert post(administrator, f"{one}/take-back", reason="is back").json()["is_active"] is True
    assert post(administrator, "staff/enrol", username="anna", name="A", role="cage").json()["code"] == "name-taken"
    assert post(administrator, f"staff/{administrator.pk}/change", role="cage").json()["code"] == "not-yourself"


def test_a_lost_authenticator_is_reset_and_its_secret_told_to_nobody(administrator: Staff, boss: Staff) -> None:
    SecondFactor.objects.create(staff=boss, sealed="sealed-secret", confirmed_at="2026-03-01T00:00:00Z")
    answer = person_at(administrator).get("/api/staff?second_factor=true")
    assert [row["username"] for row in answer.json()["items"]] == ["boss"]
    assert "sealed" not in answer.content.decode()
    reset = post(administrator, f"staff/{boss.pk}/second-factor/reset", reason="The telephone is lost.")
    assert reset.json()["has_second_factor"] is False
    assert not SecondFactor.objects.exists()


def test_an_account_of_a_machine_is_closed(administrator: Staff) -> None:
    token, secret = tokens.issue("report", "record.read")
    answer = person_at(administrator).get("/api/tokens?revoked=false")
    assert [row["name"] for row in answer.json()["items"]] == ["report"]
    assert token.sha256 not in answer.content.decode()
    assert secret not in answer.content.decode()
    assert post(administrator, f"tokens/{token.pk}/revoke").json()["revoked_at"] is not None
    assert get(administrator, "tokens?revoked=false")["items"] == []


def test_the_floor_is_furnished(administrator: Staff) -> None:
    pit = post(administrator, "floor/pits", name="Pit 9").json()
    post(administrator, f"floor/pits/{pit['id']}/rename", name="Salon")
    felt = {"name": "S17 felt", "game": "blackjack-fixed-bank", "boxes": 5, "printed": {"natural_pays": "3:2"}}
    made = post(administrator, "floor/layouts", **felt).json()
    assert {name: made[name] for name in felt} | {"tables": made["tables"]} == felt | {"tables": 0}
    assert post(administrator, "floor/tables", code="BJ-9", pit="Pit 9").json()["code"] == "bad-table"
    table = post(administrator, "floor/tables", code="BJ-9", pit="Salon", layout="S17 felt").json()
    assert (table["boxes"], table["layout"], table["is_open"]) == (5, "S17 felt", False)
    changed = post(administrator, "floor/tables/BJ-9/change", name="By the door", layout=None, boxes=6).json()
    assert (changed["name"], changed["layout"], changed["boxes"], changed["pit"]) == ("By the door", None, 6, "Salon")
    assert post(administrator, "floor/tables/BJ-9/change", is_in_use=False).json()["is_in_use"] is False
    assert [row["code"] for row in get(administrator, "floor/tables?in_use=false")["items"]] == ["BJ-9"]


def test_a_tablet_is_taken_out_and_its_day_told(table: Table, boss: Staff) -> None:
    tablet, secret = tablets.enrol(table, "tablet 1", by=boss)
    answer = person_at(boss).get("/api/tablets?table=BJ-12&enrolled=true")
    assert [row["name"] for row in answer.json()["items"]] == ["tablet 1"]
    assert secret not in answer.content.decode()
    out = post(boss, f"tablets/{tablet.pk}/take-out", reason="The glass is broken.").json()
    assert (out["taken_out_by"], out["reason"]) == ("Boss", "The glass is broken.")
    lines = [line for shift in get(boss, "tables/BJ-12/day") for line in shift["lines"]]
    assert [line["kind"] for line in lines if line["sign"] == 1] == ["posted"]
    assert {line["about"] for line in lines if line["about"]} >= {"Dealer"}


def test_a_dealer_calls_for_a_supervisor(table: Table, dealer: Staff, boss: Staff) -> None:
    first, again = (post(dealer, "tables/BJ-12/call", reason="A card fell.").json() for _ in range(2))
    assert (first["reason"], again["id"]) == ("A card fell.", first["id"])
    assert [row["id"] for row in get(boss, "calls?open=true")["items"]] == [first["id"]]


def test_only_what_a_finding_offers_is_chosen(tap: Tapper, boss: Staff) -> None:
    a_mistaken_round(tap)
    verdict = Verdict.objects.open().get()
    assert post(boss, f"verdicts/{verdict.pk}/choose", option="void_round").json()["code"] == "no-such-choice"


@pytest.fixture
def dispute(tap: Tapper) -> Dispute:
    a_plain_round(tap)
    return disputes.raise_on(tap.round, "1", words="The dealer had 17.", by=tap.dealer)


def test_the_papers_of_a_dispute_come_once_its_shoe_has_ended(dispute: Dispute, boss: Staff, auditor: Staff) -> None:
    address, client = f"/api/disputes/{dispute.pk}", person_at(auditor)
    assert client.get(f"{address}/file").json()["code"] == "shoe-in-play"
    shoe_life.end(dispute.round.shoe_key, by=boss, reason="test")
    assert client.get(f"{address}/sheet").json()["code"] == "dispute-not-ruled"
    disputes.rule_on(dispute, "for_house", reason="The dealer had 18.", by=boss)
    for what, language in (("file", "en"), ("file", "ru"), ("sheet", "en"), ("sheet", "ru")):
        paper = client.get(f"{address}/{what}?language={language}")
        assert (paper.status_code, paper["Content-Type"], paper.content[:5]) == (200, "application/pdf", b"%PDF-")
        kept = JournalEntry.objects.filter(body__contains="dispute.paper_made").latest("pk")
        assert hashlib.sha256(paper.content).hexdigest() in kept.body
    assert client.get(f"{address}/file?language=de").status_code == 400


def test_a_picture_is_held_and_let_go(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    sha256 = "ab" * 32
    assert post(boss, "holds", sha256=sha256, why="The police asked.").json()["code"] == "no-such-evidence"
    Crop.objects.create(sha256=sha256, camera=cameras.add("BJ-12"), size=1)
    held = post(boss, "holds", sha256=sha256, why="The police asked.").json()
    assert (held["what"], held["round_id"], held["state"]) == (sha256, None, "in_force")
    of_round = post(boss, f"rounds/{tap.round.pk}/holds", why="The police asked.").json()
    assert [row["id"] for row in get(boss, f"holds?round={tap.round.pk}")["items"]] == [of_round["id"]]
    assert post(boss, f"holds/{held['id']}/lift", why="They have it.").json()["state"] == "lifted"
    assert [row["id"] for row in get(boss, "holds?in_force=true")["items"]] == [of_round["id"]]
    assert post(boss, "holds", sha256="AB" * 32, why="x").status_code == 400


def test_a_wrong_payout_is_drawn_seen_and_contested(tap: Tapper, boss: Staff, person: Callable[..., Staff]) -> None:
    eye = person("surveillance")
    a_plain_round(tap)
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    drawn = post(eye, "reviews/draw", day=house_day().isoformat(), shift=shift_of().name, payouts=5)
    assert drawn.status_code == 201, drawn.json()
    payout, *_others = drawn.json()["payouts"]
    told = get(eye, f"reviews/payouts/{payout['id']}")
    assert (told["row"]["id"], told["hand"]["slot"], told["answers"]) == (payout["id"], payout["slot"], [])
    assert post(eye, "reviews/draw", day="2026-01-01", shift="never").json()["code"] == "no-such-shift"
    assert post(eye, f"reviews/payouts/{payout['id']}/dispute").status_code == 404
    found = SampledPayout.objects.select_related("round__table").get(pk=payout["id"])
    reviews.answer(found, PayoutAnswer.Outcome.WRONG, by=eye, seen=None, words="Nothing was paid.")
    contested = post(eye, f"reviews/payouts/{payout['id']}/dispute").json()
    assert Dispute.objects.get(pk=contested["dispute_id"]).words == "Nothing was paid."


def test_an_export_is_journaled(tap: Tapper, auditor: Staff) -> None:
    a_plain_round(tap)
    assert person_at(auditor).get("/api/rounds/export?table=BJ-12").status_code == 200
    assert machine("record.read").get("/api/rounds/export").status_code == 200
    kept = JournalEntry.objects.filter(chain=audit.HOUSE, body__contains="rounds.exported").order_by("pk")
    assert ["table=BJ-12" in row.body for row in kept] == [True, False]


def test_rounds_are_found_by_who_dealt_them(tap: Tapper, auditor: Staff) -> None:
    a_plain_round(tap)
    found = {name: len(get(auditor, f"rounds?dealer={name}")["items"]) for name in (tap.dealer.username, "nobody")}
    assert found == {tap.dealer.username: 1, "nobody": 0}
    assert [row["number"] for row in get(auditor, "rounds?number=1")["items"]] == [1]
