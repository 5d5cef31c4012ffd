"""People in the browser: a tablet opened by badge and by PIN in time, a second factor set up, a table handed over."""

import base64
import re
import time
from collections.abc import Callable
from datetime import timedelta

import pytest
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from django.test import override_settings
from playwright.sync_api import Page, expect

from casino import people
from casino.gaming_day import house_day
from casino.models import Staff
from casino.shifts import shift_of
from tables.models import HandOver, Table
from tables.services import assignments, roster
from tables.services.roster import Place
from tests.browser.conftest import OpenPage
from tests.browser.floor import a_card_after_stand
from tests.browser.test_access import complaints, unfold

pytestmark = pytest.mark.django_db(transaction=True)

PIN, BADGE, PASSWORD = "402957", "0004711-88", "a long pass phrase"
WITHIN_S = 5
LOOKS = [("en", "dark"), ("ru", "light")]


@pytest.fixture
def floor(make_table: Callable[..., Table], dealer: Staff, boss: Staff) -> Table:
    """A rostered, licensed dealer at a table with something under way; a pit boss is assigned."""
    Staff.objects.filter(pk=dealer.pk).update(licence="D-0731", licence_until=house_day() + timedelta(days=20))
    dealer.refresh_from_db()
    people.set_pin(dealer, PIN, by=boss)
    people.set_badge(dealer, BADGE, by=boss)
    now = shift_of()
    roster.add([dealer], now.day, now.name, place=Place(), by=boss)
    table = make_table("BJ-12", dealer)
    a_card_after_stand(table, dealer)
    assignments.assign(boss, Place(table=table), by=boss)
    return table


def test_a_dealer_opens_an_enrolled_tablet_by_badge_and_by_pin_within_five_seconds(
    floor: Table, boss: Staff, open_page: OpenPage
) -> None:
    page = open_page(boss, "/tablets")
    page.locator("select[name=table]").select_option("BJ-12")
    page.get_by_label("Name of the device").fill("tablet 14")
    page.get_by_role("button", name="Enrol this device").click()
    expect(page.locator("h1")).to_have_text("Hold your badge to the reader")
    assert complaints(page) == []

    begun = time.monotonic()
    page.keyboard.type(f"{BADGE}\n")  # a reader types like a keyboard
    expect(page.locator("main.tablet")).to_be_visible()
    by_badge = time.monotonic() - begun

    _leave(page)
    page.goto("/")
    begun = time.monotonic()
    page.locator(".who label").first.click()
    for digit in PIN:
        page.get_by_role("button", name=digit, exact=True).click()
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("main.tablet")).to_be_visible()
    by_pin = time.monotonic() - begun
    assert (by_badge < WITHIN_S, by_pin < WITHIN_S) == (True, True), (by_badge, by_pin)

    _leave(page)
    page.goto("/tablet/open")
    page.keyboard.type("somebody else's\n")
    expect(page.get_by_role("alert")).to_contain_text("is not known here")


def test_a_supervisor_sets_up_a_second_factor_and_logs_in_with_it(
    person: Callable[..., Staff], open_page: OpenPage
) -> None:
    vera = person("supervisor", "vera")
    people.set_password(vera, PASSWORD, by=vera)
    with override_settings(SECOND_FACTOR=True):
        page = open_page(None, "/login", theme="light")
        _log_in(page)
        expect(page.locator("h1")).to_have_text("Set up your second factor")
        assert complaints(page) == []
        secret = "".join(page.locator(".key").inner_text().split())
        page.get_by_label("Code").fill(_code(secret, time.time() - 30))
        page.get_by_role("button", name="It is set up").click()
        expect(page.locator(".codes li")).to_have_count(10)
        assert complaints(page) == []
        recovery = page.locator(".codes li").first.inner_text()
        page.get_by_role("link", name="I have them").click()
        expect(page.locator("#needs-title")).to_be_visible()
        for code in (_code(secret, time.time()), recovery):
            _leave(page)
            page.goto("/login")
            _log_in(page)
            expect(page.locator("h1")).to_have_text("One more step")
            page.get_by_label("Code").fill(code)
            page.get_by_role("button", name="Log in").click()
            expect(page.locator("#needs-title")).to_be_visible()


def test_a_table_is_handed_over_and_the_pages_of_people_are_accessible(
    floor: Table, boss: Staff, dealer: Staff, person: Callable[..., Staff], open_page: OpenPage
) -> None:
    other, admin = person("supervisor", "taker"), person("administrator")
    page = open_page(boss, "/tables/BJ-12")
    page.get_by_role("link", name="Hand over").click()
    expect(page.locator(".way li")).to_have_count(2)
    page.locator("select[name=to]").select_option("Taker")
    page.get_by_role("button", name="Sign").click()
    expect(page.get_by_role("status")).to_contain_text("Taker signs next")
    given = HandOver.objects.get()
    for (who, path), (language, theme) in zip(
        [
            (other, f"/hand-overs/{given.pk}"),
            (boss, "/roster"),
            (boss, "/roster"),
            (boss, "/tablets"),
            (dealer, "/account"),
            (admin, "/staff"),
            (admin, f"/staff/{dealer.pk}"),
            (admin, f"/staff/{dealer.pk}"),
        ],
        LOOKS * 4,
        strict=True,
    ):
        shown = open_page(who, path, language=language, theme=theme)
        unfold(shown)
        assert (path, complaints(shown)) == (path, [])
        shown.context.close()
    page = open_page(other, "/pit")
    page.locator(".bar .more > summary").click()
    page.locator("#person > summary").click()
    assert complaints(page) == []
    page.locator("#person > summary").click()
    page.locator(".alert", has_text="is to take BJ-12 over").get_by_role("link").click()
    page.locator("#take").get_by_role("button").click()
    expect(page.locator("#now-title")).to_have_text("Signed by the taker")
    page.goto("/tables/BJ-12")
    expect(page.locator("#table-watched")).to_contain_text("Taker")


def _leave(page: Page) -> None:
    """Log out, after the page with its stream is gone."""
    page.goto("about:blank")
    page.context.clear_cookies(name="sessionid")


def _log_in(page: Page) -> None:
    page.get_by_label("User name").fill("vera")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def _code(secret: str, moment: float) -> str:
    assert re.fullmatch(r"[A-Z2-7]{32}", secret)
    return TOTP(base64.b32decode(secret), 6, SHA1(), 30).generate(int(moment)).decode()  # noqa: S303
