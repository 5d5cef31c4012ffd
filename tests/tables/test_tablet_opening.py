"""A tablet is opened by badge or PIN, on an enrolled device, by a dealer who may deal there."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from axes.models import AccessAttempt
from django.test import Client, override_settings

from casino import people
from casino.audit.models import JournalEntry
from casino.gaming_day import house_day
from casino.models import Staff
from casino.shifts import shift_of
from tables.models import Table, Tablet
from tables.services import roster, tables, tablets
from tables.services.roster import Place
from tests.tables.conftest import LIMITS, PROFILE

pytestmark = pytest.mark.django_db

PIN, BADGE = "402957", "0004711-88"


@pytest.fixture
def device(table: Table, dealer: Staff, boss: Staff) -> Client:
    """The tablet of BJ-12, where `dealer` deals; enrolled on its own browser by a supervisor."""
    people.set_pin(dealer, PIN, by=boss)
    people.set_badge(dealer, BADGE, by=boss)
    browser = Client()
    browser.force_login(boss)
    answer = browser.post("/tablets", {"table": "BJ-12", "name": "tablet 14"})
    assert answer["Location"] == "/tablet/open"
    assert "_auth_user_id" not in browser.session
    return browser


def opened(device: Client, **shown: str) -> int:
    return device.post("/tablet/open", shown).status_code


def is_at(device: Client) -> str | None:
    return device.session.get("_auth_user_id")


def test_a_badge_opens_the_table_and_so_does_a_pin(device: Client, dealer: Staff) -> None:
    assert "Dealer" in device.get("/tablet/open").text
    assert opened(device, badge=f"{BADGE}") == 302
    assert is_at(device) == str(dealer.pk)
    assert device.get("/tablet").status_code == 200
    assert '"way":"badge"' in JournalEntry.objects.order_by("-pk")[0].body
    device.post("/logout")
    assert device.get("/login")["Location"] == "/tablet/open"
    assert opened(device, dealer="dealer", pin=PIN) == 302
    device.post("/logout")
    assert opened(device, dealer="dealer", pin=BADGE) == 302  # read while the PIN had the focus


def test_the_cookie_is_signed_long_lived_and_tied_to_its_table(device: Client, boss: Staff) -> None:
    cookie = device.cookies["tablet"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"] > 300_000) == (True, "Lax", True)
    assert cookie.value.partition(":")[0] not in str(Tablet.objects.values())
    forged = Client()
    forged.cookies["tablet"] = cookie.value[:-1] + ("A" if cookie.value[-1] != "A" else "B")
    assert forged.get("/tablet/open")["Location"] == "/login"
    assert opened(forged, badge=BADGE) == 302
    assert is_at(forged) is None


def test_a_tablet_that_is_taken_out_opens_no_more(device: Client, boss: Staff) -> None:
    tablets.take_out(Tablet.objects.get(), by=boss, reason="left in a taxi")
    assert device.post("/tablet/open", {"badge": BADGE})["Location"] == "/login"
    assert is_at(device) is None
    assert '"reason":"left in a taxi"' in JournalEntry.objects.order_by("-pk")[0].body


def test_no_other_device_takes_a_badge_or_a_pin(device: Client) -> None:
    stranger = Client()
    for shown in ({"badge": BADGE}, {"dealer": "dealer", "pin": PIN}):
        assert stranger.post("/tablet/open", shown)["Location"] == "/login"
    assert is_at(stranger) is None


def test_a_wrong_pin_is_counted_by_name_and_a_wrong_badge_by_tablet(device: Client) -> None:
    answers = [opened(device, dealer="dealer", pin="999888") for _ in range(6)]
    assert answers == [422, 422, 422, 422, 429, 429]
    assert opened(device, dealer="dealer", pin=PIN) == 429
    kept = str(list(AccessAttempt.objects.values()))
    assert ("999888" in kept, "tablet/open" in kept) == (False, True)
    assert opened(device, badge=BADGE) == 302  # the badge is not the name's PIN
    device.post("/logout")
    assert [opened(device, badge="guessed 1") for _ in range(5)][-1] == 429
    assert opened(device, badge=BADGE) == 429


def test_only_a_dealer_of_this_table_opens_it(
    device: Client, table: Table, boss: Staff, person: Callable[..., Staff], make_shoe: Callable[[str], str]
) -> None:
    anna = person("dealer", "anna")
    people.set_pin(anna, "385016", by=boss)
    assert opened(device, dealer="anna", pin="385016") == 302  # who is to relieve
    assert "No table is open for you" in device.get("/tablet").text
    device.post("/logout")
    other = tables.add("BJ-13", name="", pit="Pit 3", by=boss)
    tables.post_sign(other, PROFILE, limits=LIMITS, by=boss)
    tables.open(other, dealer=anna, shoe_key=make_shoe("S-000002"), by=boss)
    assert opened(device, dealer="anna", pin="385016") == 409
    assert is_at(device) is None
    people.set_badge(boss, "boss-badge", by=boss)
    assert opened(device, badge="boss-badge") == 422
    device.force_login(anna)
    assert device.get("/tablet").status_code == 403  # the tablet of BJ-12 is not that of BJ-13


def test_only_a_rostered_licensed_dealer_opens_it(
    device: Client, dealer: Staff, boss: Staff, person: Callable[..., Staff]
) -> None:
    anna = person("dealer", "anna")
    Staff.objects.update(licence="L", licence_until=house_day() + timedelta(days=9))
    anna.refresh_from_db()
    now = shift_of()
    roster.add([anna], now.day, now.name, place=Place(), by=boss)
    assert opened(device, badge=BADGE) == 409
    people.set_pin(anna, "385016", by=boss)
    assert "Anna" in device.get("/tablet/open").text
    assert opened(device, dealer="anna", pin="385016") == 302
    device.post("/logout")
    Staff.objects.update(licence_until=house_day() - timedelta(days=1))
    assert opened(device, dealer="anna", pin="385016") == 409
    assert is_at(device) is None


def test_where_tablets_must_be_enrolled_a_password_opens_none(device: Client, dealer: Staff) -> None:
    browser = Client()
    browser.force_login(dealer)
    assert browser.get("/tablet").status_code == 200
    with override_settings(ENROLLED_TABLETS=True):
        assert browser.get("/tablet").status_code == 403
        assert browser.get("/tablet/BJ-12/screen").status_code == 403
        opened(device, badge=BADGE)
        assert device.get("/tablet").status_code == 200


def test_an_administrator_enrols_and_takes_out_too(table: Table, person: Callable[..., Staff], client: Client) -> None:
    admin = person("administrator")
    client.force_login(admin)
    assert client.post("/staff/tablets", {"table": "BJ-99", "name": "x"}).status_code == 422
    client.post("/staff/tablets", {"table": "BJ-12", "name": "tablet 3"})
    client.force_login(admin)
    assert "this device" in client.get("/staff/tablets").text
    tablet = Tablet.objects.get()
    assert client.post(f"/staff/tablets/{tablet.pk}/take-out", {"reason": "lent"}).status_code == 302
    assert "No device is enrolled" in client.get("/staff/tablets").text
