"""The whole way of a camera: a drawn film, a verdict on the dashboard with its pictures, a dispute, a ruling, proof."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from casino import tokens
from casino.audit.verify import verify
from casino.environment import CHECKOUT
from casino.models import Staff
from shoes import services as shoe_life
from shoes.models import Camera, Observation
from shoes.services import cameras as eyes
from tables.models import Entry, Ruling, Table, Verdict
from tables.services import cameras, rounds
from tables.services.drafts import Draft
from tests.browser.conftest import OpenPage
from tests.conftest import Site

pytestmark = pytest.mark.django_db(transaction=True)

FILM = CHECKOUT / "examples" / "table.mp4"
AGO = timedelta(seconds=60)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff, boss: Staff) -> Table:
    """The film's table, with its camera calibrated and trusted."""
    made = make_table("BJ-12", dealer, boxes=3)
    cameras.add_camera(made, "BJ-12", by=boss, is_watch_only=False)
    body = {name: value for name, value in beside("calibration.json").items() if name != "terms"}
    eyes.calibrate(Camera.objects.get(), body, by=boss)
    return made


def beside(ending: str) -> Any:
    return json.loads(Path(f"{FILM}.{ending}").read_text())


def taps(*, paid: bool) -> list[tuple[float, Draft]]:
    """What the film's dealer taps, by the second: the stakes, or the payment."""
    rows = [json.loads(line) for line in Path(f"{FILM}.taps.jsonl").read_text().splitlines()]
    told = [row for row in rows if "kind" in row and (row["kind"] == "paid") is paid]
    return [(row["at"], Draft(row["kind"], tuple(row["fields"]))) for row in told]


def watch(site: Site, began: datetime, folder: Path) -> list[dict[str, Any]]:
    """`watch_table` with the camera's own token and no other way to the site; what it printed."""
    secret = tokens.issue("camera BJ-12", "observations.post", about="camera:BJ-12")[1]
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("SEVENTEEN", "DATABASE"))}
    told = {"SEVENTEEN_CAMERA_TOKEN": secret, "SEVENTEEN_SERVER": site.url, "SEVENTEEN_DATA": str(folder)}
    words = ["watch_table", "BJ-12", "--source", str(FILM), "--since", began.isoformat(), "--json"]
    ran = subprocess.run(
        [sys.executable, "manage.py", *words], cwd=CHECKOUT, env=plain | told, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    return [json.loads(line) for line in ran.stdout.splitlines()]


def test_from_a_film_to_the_journal(
    open_page: OpenPage, site: Site, table: Table, dealer: Staff, boss: Staff, auditor: Staff, tmp_path: Path
) -> None:
    pit = open_page(boss, "/pit", width=1920, height=1080)
    expect(pit.get_by_role("heading", name="Nothing needs you")).to_be_visible()
    began = datetime.now(tz=UTC) - AGO

    def tap(at: float, draft: Draft) -> None:
        moment_ms = round((began + timedelta(seconds=at)).timestamp() * 1000)
        rounds.take_at(table, [draft._replace(at_ms=moment_ms)], by=dealer, key=f"tap-{at}-{draft.fields}"[:60])

    # The dealer takes two stakes and deals; the camera reads; he stands on 16 and pays.
    rounds.open(table, by=None, at_ms=round(began.timestamp() * 1000))
    for at, draft in taps(paid=False):
        tap(at, draft)
    printed = watch(site, began, tmp_path)
    assert printed[-1]["dropped"] == 0
    for at, draft in taps(paid=True):
        tap(at, draft)
    seen = Observation.objects.filter(kind__in=["read", "turned"]).order_by("at_ms").values_list("place", "card")
    assert {("1", "TS"), ("1", "KH"), ("0", "5C"), ("0", "6D"), ("2", "6H")} <= set(seen)
    assert set(Verdict.objects.standing().values_list("rule", "slot")) == {("I-16", "0")}

    # The pit hears of it; the pictures of the dealer's three cards stand beside the rule.
    alert = pit.locator("#needs .alert", has_text="I-16")
    expect(alert).to_be_visible()
    alert.get_by_role("link", name="BJ-12").click()
    panel = pit.locator(".verdict", has_text="I-16")
    pictures = panel.locator(".crop img")
    expect(pictures).to_have_count(3)
    expect(pictures.last).not_to_have_js_property("naturalWidth", 0)
    expect(pictures.last).to_have_attribute("alt", "Picture: 6 of diamonds, dealer")

    # The guest of box 2 contests the hand; the boss rules.
    pit.get_by_text("Open a dispute", exact=True).click()
    pit.get_by_label("About").select_option("2")
    pit.get_by_label("What is said").fill("The dealer had to draw.")
    pit.get_by_role("button", name="Open it").click()
    ruling = pit.locator(".dispute form.ruling")
    ruling.get_by_label("Ruling").select_option("for_player")
    ruling.get_by_label("Clause").fill("I-16")
    ruling.get_by_label("Reason").fill("The pictures show 16; he had to draw.")
    ruling.get_by_label("Moves to the box").fill("20")
    ruling.get_by_role("button", name="Rule").click()
    expect(pit.locator("dl.ruled")).to_contain_text("The pictures show 16")
    assert Ruling.objects.get().refund_minor == 20_00

    # Once the shoe has ended the auditor sees each card as it was observed, with the hash of its picture.
    played = table.rounds.get()
    assert Entry.objects.filter(round=played, source="observed", kind="card").count() == 8
    if not hasattr(played, "close"):
        rounds.close(played, by=boss, how="void", key="close")
    shoe_life.end(played.shoe_key, by=boss, reason="test")
    assert verify().broken is None
    log = open_page(auditor, f"/log/{played.pk}", width=1920, height=1080)
    log.locator("#all-truths > summary").click()
    row = log.locator("#all-truths tr", has_text="Dealer, card 3")
    expect(row.locator("img")).to_have_attribute("alt", "Picture: 6 of diamonds, dealer")
    expect(log.locator(".proofs")).to_contain_text("Chain of BJ-12 whole")
