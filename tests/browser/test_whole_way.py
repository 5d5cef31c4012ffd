"""The whole way: dealt on the tablet, a verdict on the dashboard, a dispute, a ruling, the journal verified."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casino.audit.verify import verify
from casino.models import Staff
from tables.models import Ruling, Table, Verdict
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage

pytestmark = pytest.mark.django_db(transaction=True)

WITHIN_S = 1.0
TRIES = 5  # a busy machine may miss the second once; a page that asks now and then would miss it every time


def draw_on_17(tablet: TabletPage) -> float:
    """A round in which the dealer draws on a hard 17 (I-16); the moment of that tap."""
    tablet.card("8S", to="Box 1")
    tablet.card("7H", to="Dealer")
    tablet.card("QC", to="Box 1")
    tablet.card("back", to="Dealer, face down")
    tablet.says("Box 1 acts")
    tablet.word("Stand")
    tablet.card("TC", to="Dealer, the hole card")
    tablet.says("Pay box 1")
    tablet.press("Other")
    tablet.touch(tablet.page.locator('#other [data-slot="0"]'))
    tablet.card("9D", to="Dealer")
    return time.monotonic()


def test_from_the_tablet_to_the_journal(
    open_page: OpenPage, make_table: Callable[..., Table], dealer: Staff, boss: Staff, auditor: Staff
) -> None:
    make_table("BJ-12", dealer)
    pit = open_page(boss, "/pit", width=1920, height=1080)
    expect(pit.get_by_role("heading", name="Nothing needs you")).to_be_visible()
    tablet = TabletPage(open_page(dealer, "/tablet"))

    # Dealt, and a mistake with it: the pit hears of it within a second.
    took = []
    for nth in range(1, TRIES + 1):
        if nth == 1:
            tablet.stake("1", 25_00)
            tablet.press("Close stakes")
        else:
            tablet.press("Stakes as before")
        tapped = draw_on_17(tablet)
        expect(pit.locator("#needs .alert")).to_have_count(nth)
        took.append(time.monotonic() - tapped)
        expect(tablet.page.locator(".warned")).to_contain_text("I-16")
        tablet.press("Paid as shown")
        tablet.says("Take the stakes")
        if took[-1] < WITHIN_S:
            break
    assert min(took) < WITHIN_S
    assert set(Verdict.objects.values_list("rule", flat=True)) == {"I-16"}

    # The guest contests the payment; a supervisor rules on it, where the alert leads.
    tablet.press("Dispute")
    tablet.press("Call a supervisor about it")
    alert = pit.locator("#needs .alert", has_text="Dispute")
    expect(alert).to_be_visible()
    alert.get_by_role("link", name="BJ-12").click()
    ruling = pit.locator("form.ruling", has=pit.locator("[name=decision]"))
    ruling.locator("[name=decision]").select_option("for_player")
    ruling.locator("[name=clause]").fill("I-16")
    ruling.locator("[name=reason]").fill("A card drawn on 17 is void; 18 wins.")
    ruling.locator("[name=refund_minor]").fill("25")
    ruling.get_by_role("button", name="Rule").click()
    expect(pit.locator("#case-decide .decided")).to_contain_text("A card drawn on 17 is void; 18 wins.")
    assert Ruling.objects.get().refund_minor == 25_00

    # The record is whole, and says so to whoever audits it.
    assert verify().broken is None
    log = open_page(auditor, "/log", width=1920, height=1080)
    log.get_by_role("link", name=f"BJ-12 {len(took)}", exact=True).click()
    expect(log.locator(".proofs")).to_contain_text("Chain of BJ-12 whole")
    expect(log.locator(".proofs")).to_contain_text("the same findings")
    expect(log.locator(".sides")).to_contain_text("A card drawn on 17 is void; 18 wins.")
