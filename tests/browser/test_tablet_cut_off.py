"""The tablet without the server: taps are kept and delivered in order, none lost, none twice."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from casino.models import Staff
from tables.models import Entry, Table
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff) -> Table:
    return make_table("BJ-12", dealer)


@pytest.fixture
def tablet(open_page: OpenPage, table: Table, dealer: Staff) -> TabletPage:
    tablet = TabletPage(open_page(dealer, "/tablet"))
    tablet.stake("1", 25_00)
    tablet.stake("2", 25_00)
    tablet.press("Close stakes")
    tablet.card("8S", to="Box 1")
    expect(tablet.next_card()).to_have_text("Box 2")
    return tablet


def cards(table: Table) -> list[tuple[str, str]]:
    """Where each card was entered, in order of arrival."""
    bodies = Entry.objects.filter(table=table, kind="card").order_by("pk").values_list("body", flat=True)
    return [(fact[5], fact[6]) for fact in map(json.loads, bodies)]


def test_taps_without_contact_are_kept_and_delivered_in_order(tablet: TabletPage, table: Table) -> None:
    expect(tablet.total("1")).to_have_text("8")
    tablet.page.context.set_offline(True)
    tablet.card("TD")
    tablet.says("Deal on")
    tablet.cards("7H QC 9S back")
    expect(tablet.page.locator("[data-kept] li")).to_have_count(5)
    tablet.touch(tablet.page.locator('.only-cut [data-slot="1"]'))
    tablet.word("Stand")
    tablet.page.context.set_offline(False)
    tablet.says("Box 2 acts")
    assert cards(table) == [("1", "8S"), ("2", "TD"), ("0", "7H"), ("1", "QC"), ("2", "9S"), ("0", "??")]
    said = Entry.objects.filter(table=table, kind="said").order_by("pk").last()
    assert said is not None
    assert '"stand"' in said.body


def test_kept_taps_survive_a_reload(tablet: TabletPage, table: Table) -> None:
    expect(tablet.total("1")).to_have_text("8")
    tablet.page.route("**/entry", lambda route: route.abort())
    tablet.card("TD")
    tablet.says("Deal on")
    tablet.card("7H")
    expect(tablet.page.locator("[data-kept] li")).to_have_count(2)
    tablet.page.unroute("**/entry")
    tablet.page.reload()
    expect(tablet.next_card()).to_have_text("Box 1")
    assert cards(table) == [("1", "8S"), ("2", "TD"), ("0", "7H")]


def test_a_tap_whose_answer_was_lost_is_taken_once(tablet: TabletPage, table: Table) -> None:
    expect(tablet.total("1")).to_have_text("8")
    lost: list[int] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    tablet.page.route("**/entry", lose_the_first_answer)
    tablet.card("TD")
    tablet.says("Dealer’s card")
    assert lost == [200]
    assert cards(table) == [("1", "8S"), ("2", "TD")]
