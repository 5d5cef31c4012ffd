"""The floor in a real browser: other limits with notice, announced and come into force; a stop; felts and pits."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from casino.models import Staff
from tables.models import Sign, Table
from tables.rules.shapes import KindLimits, Limits
from tables.services import raises, rounds, signs, tables
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage
from tests.browser.test_access import complaints, unfold

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff, boss: Staff) -> Table:
    """BJ-12 under Maryland's pack, with onlookers and a limit for insurance."""
    made = make_table("BJ-12", dealer)
    limits = Limits(10_00, 500_00, 2_50, {}, {"insurance": KindLimits(5_00, 100_00, 2_50)})
    options = {"onlooker_bets": True, "raise_max_on_request": True}
    tables.post_sign(made, "casino-s17", limits=limits, options=options, pack="maryland", by=boss)
    return made


def test_a_limit_changes_with_notice_and_a_table_is_stopped(
    table: Table, boss: Staff, dealer: Staff, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds.close_stakes(table, {"1": 25_00}, by=dealer, key="first")
    tablet = TabletPage(open_page(dealer, "/tablet"))
    pit = open_page(boss, "/pit", language="ru")
    form = open_page(boss, "/tables/BJ-12/sign")
    form.get_by_label("Highest stake").fill("1000")
    preview = form.locator("#sign-preview")
    expect(preview.locator(".asks-notice")).to_contain_text("COMAR 36.05.03.21C asks for 30 minutes’ notice")
    form.get_by_role("button", name="Post", exact=True).click()
    expect(form.locator("#refusal")).to_contain_text("this sign can hold from")
    form.get_by_label("after its notice").check()
    form.get_by_role("button", name="Post", exact=True).click()
    expect(form.locator("#messages")).to_contain_text("Sign 3 is posted.")
    expect(tablet.page.locator(".announce")).to_contain_text("10–1 000")
    tablet.press("Announced to the players")
    expect(tablet.page.locator(".announce")).to_contain_text("announced")
    expect(pit.locator("#tile-BJ-12 .ahead")).to_contain_text("10–1 000")

    page = open_page(boss, "/tables/BJ-12")
    later = timezone.now() + timedelta(minutes=32)
    expect(page.locator("#table-head .ahead")).to_contain_text("10–1 000")
    with monkeypatch.context() as clock:  # the server's own; nobody touches the pages
        clock.setattr("django.utils.timezone.now", lambda: later)
        assert signs.tell_in_force() == ["BJ-12"]
        expect(page.locator("#table-head dl")).to_contain_text("10–1 000")
        expect(page.locator("#table-head .ahead")).to_have_count(0)
        expect(tablet.page.locator(".announce")).to_have_count(0)

    tablet.press("Onlookers")
    tablet.page.locator("#onlooker-amount").fill("40")
    tablet.touch(tablet.page.locator("#onlookers").get_by_role("button", name="Enter the stake"))
    expect(tablet.page.locator(".row")).to_contain_text("25 + 40")
    tablet.press("Players")  # R-BJF-14: boxes 2 and 3 are one player's, until told otherwise
    panel = tablet.page.locator("#players")
    for place in ("2", "3"):
        panel.locator(f'label:has([value="{place}"])').tap()
    assert complaints(tablet.page) == []
    tablet.touch(panel.get_by_role("button", name="One player", exact=True))
    expect(tablet.page.locator(".row .player")).to_have_text(["Player A", "Player A"])
    tablet.press("Players")
    expect(panel.get_by_role("button", name="Player A: boxes 2, 3")).to_be_visible()
    tablet.press("Players")
    expect(page.locator(".felt .player").first).to_have_text("Player A")
    page.locator("#run > summary").click()
    page.get_by_label("Stop at once: why").fill("A chip fell into the shoe.")
    page.get_by_role("button", name="Stop the table").click()
    tablet.says("Stop")
    expect(tablet.screen).to_contain_text("A chip fell into the shoe.")
    expect(pit.locator("#tile-BJ-12")).to_contain_text("A chip fell into the shoe.")
    assert [complaints(each) for each in (tablet.page, page)] == [[], []]
    page.get_by_role("button", name="Resume").click()
    tablet.says("Card to box 1")


def test_an_administrator_furnishes_the_floor(
    table: Table, person: Callable[..., Staff], boss: Staff, open_page: OpenPage
) -> None:
    raises.raise_maximum(table, "3", 1_000_00, reason="asked", by=boss)
    page = open_page(person("administrator", "chief"), "/floor")
    page.locator("form[action='/floor/pits'] [name=name]").fill("High limit")
    page.get_by_role("button", name="Add the pit").click()
    form = page.locator("form[action='/floor/layouts']")
    form.locator("[name=name]").fill("Blackjack 6, 3:2")
    form.locator("[name=boxes]").select_option("6")
    form.locator("[name=natural_pays]").fill("3:2")
    page.get_by_role("button", name="Add the layout").click()
    expect(page.locator(".felts")).to_contain_text("A natural is paid 3 to 2")
    new = page.locator("form[action='/floor/tables']")
    new.locator("[name=code]").fill("BJ-21")
    new.locator("[name=pit]").select_option("High limit")
    new.locator("[name=layout]").select_option(label="Blackjack 6, 3:2")
    page.get_by_role("button", name="Add the table").click()
    expect(page.locator("#messages")).to_contain_text("Table BJ-21 is on the floor")
    unfold(page)
    assert complaints(page) == []
    page.get_by_role("link", name="BJ-12").click()
    page.get_by_label("Boxes, where no layout says").select_option("5")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("Table BJ-12 is open already; close it first.")
    assert complaints(page) == []
    made = Table.objects.get(code="BJ-21")
    assert (made.pit, made.boxes, made.layout and made.layout.printed) == ("High limit", 6, {"natural_pays": "3:2"})
    assert Sign.objects.filter(table=made).count() == 0
