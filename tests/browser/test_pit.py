"""The pit dashboard in a real browser: what happens at a table stands there without a touch."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casino.models import Staff
from tables.models import Table, VerdictTaken
from tables.services import calls, disputes, tables
from tests.browser.conftest import OpenPage
from tests.browser.floor import a_card_after_stand, a_dealt_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff) -> Table:
    return make_table("BJ-12", dealer)


def test_a_tile_follows_its_table(table: Table, dealer: Staff, boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    here = page.locator("#tile-BJ-12")
    expect(here).to_contain_text("Take the stakes")
    a_dealt_round(table, dealer)
    expect(here).to_contain_text("Box 1 acts")
    expect(here).to_contain_text("Round 1")
    expect(here.locator(".arc .in")).to_have_count(2)


def test_a_verdict_arrives_by_itself_and_is_acknowledged(
    table: Table, dealer: Staff, boss: Staff, open_page: OpenPage
) -> None:
    page = open_page(boss, "/pit")
    expect(page.locator("#needs")).to_contain_text("Nothing needs you")
    a_card_after_stand(table, dealer)
    alert = page.locator(".alert.stop")
    expect(alert).to_contain_text("Box 1 was given a card after it stood")
    expect(page.locator("#tile-BJ-12")).to_contain_text("No card to anyone")
    expect(page.locator("#tally")).to_contain_text("1 stop")
    alert.get_by_role("button").click()
    expect(alert.locator(".taken")).to_contain_text("Boss has it")
    assert VerdictTaken.objects.get().by == boss


def test_alerts_stand_worst_first(table: Table, dealer: Staff, boss: Staff, open_page: OpenPage) -> None:
    calls.call(table, by=dealer, reason="A guest asks")
    played = a_card_after_stand(table, dealer)
    disputes.raise_on(played, "3", words="Not my card", by=dealer)
    shown = open_page(boss, "/pit").locator("#needs-list .alert")
    expect(shown.first).to_contain_text("given a card after it stood")
    assert shown.count() == 3


def test_ages_are_counted_on_the_page(table: Table, dealer: Staff, boss: Staff, open_page: OpenPage) -> None:
    calls.call(table, by=dealer)
    age = open_page(boss, "/pit").locator(".alert .age")
    before = age.inner_text()
    expect(age).not_to_have_text(before, timeout=3000)


def test_an_answered_call_leaves_the_list(table: Table, dealer: Staff, boss: Staff, open_page: OpenPage) -> None:
    calls.call(table, by=dealer, reason="A guest asks")
    page = open_page(boss, "/pit")
    page.locator(".alert").get_by_role("button").click()
    expect(page.locator(".alert")).to_have_count(0)


def test_a_button_under_a_finger_is_not_swapped_away(
    table: Table, dealer: Staff, boss: Staff, open_page: OpenPage
) -> None:
    played = a_dealt_round(table, dealer)
    calls.call(table, by=dealer, reason="A guest asks")
    page = open_page(boss, "/pit")
    page.locator(".alert").get_by_role("button").hover()
    with page.expect_response(lambda answer: "part=changes" in answer.url):
        page.mouse.down()
        disputes.raise_on(played, "3", words="Not my card", by=dealer)
    page.mouse.up()
    expect(page.locator(".alert", has_text="A guest asks")).to_have_count(0)
    expect(page.locator(".alert", has_text="Not my card")).to_have_count(1)


def test_surveillance_sees_the_pit_and_acknowledges_nothing(
    table: Table, dealer: Staff, person: Callable[..., Staff], open_page: OpenPage
) -> None:
    a_card_after_stand(table, dealer)
    page = open_page(person("surveillance"), "/pit")
    expect(page.locator(".alert")).to_have_count(1)
    expect(page.locator(".alert button")).to_have_count(0)


def test_two_tabs_share_one_stream(table: Table, dealer: Staff, boss: Staff, open_page: OpenPage) -> None:
    first = open_page(boss, "/pit")
    second = first.context.new_page()
    streams: list[str] = []
    second.on("request", lambda request: streams.append(request.url) if request.url.endswith("/live") else None)
    second.goto("/pit")
    a_dealt_round(table, dealer)
    for page in (first, second):
        expect(page.locator("#tile-BJ-12")).to_contain_text("Box 1 acts")
    assert streams == []


def test_a_dead_stream_is_said_and_a_new_one_brings_everything(
    table: Table, dealer: Staff, boss: Staff, open_page: OpenPage
) -> None:
    page = open_page(boss, "/pit")
    expect(page.locator("#tile-BJ-12")).to_contain_text("Take the stakes")
    expect(page.locator("#cut-off")).to_be_hidden()
    page.context.set_offline(True)
    expect(page.locator("#cut-off")).to_be_visible()
    a_dealt_round(table, dealer)
    page.context.set_offline(False)
    expect(page.locator("#cut-off")).to_be_hidden()
    expect(page.locator("#tile-BJ-12")).to_contain_text("Box 1 acts")


def test_an_empty_pit_says_so(boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    expect(page.locator("main")).to_contain_text("No table stands in this pit yet")
    expect(page.locator("main")).to_contain_text("Nothing needs you")


def test_a_closed_table_keeps_its_place(table: Table, boss: Staff, dealer: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    tables.close(table, by=boss)
    expect(page.locator("#tile-BJ-12 .state")).to_have_text("Closed")


def test_the_pit_speaks_russian(table: Table, dealer: Staff, boss: Staff, open_page: OpenPage) -> None:
    a_card_after_stand(table, dealer)
    page = open_page(boss, "/pit", language="ru")
    expect(page.locator(".alert")).to_contain_text("Бокс 1: дали карту после «хватит»")
    expect(page.locator("#tile-BJ-12")).to_contain_text("Карт не сдавать")


def test_twelve_tables_fit_a_small_screen(boss: Staff, open_page: OpenPage) -> None:
    for number in range(1, 13):
        tables.add(f"BJ-{number:02}", name="", pit="Pit 3", by=boss)
    page = open_page(boss, "/pit")
    last = page.locator("#tile-BJ-12").bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= 800


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_nothing_hangs_over_the_side(table: Table, dealer: Staff, boss: Staff, open_page: OpenPage, width: int) -> None:
    a_card_after_stand(table, dealer)
    for path in ("/pit", "/tables/BJ-12"):
        page = open_page(boss, path, language="ru", width=width, height=900)
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_chosen_theme_and_deck_are_remembered(boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    page.locator("#person summary").click()
    page.get_by_role("button", name="Light").click()
    page.get_by_role("button", name="4 colours").click()
    page.reload()
    assert page.evaluate("({...document.documentElement.dataset})") == {"theme": "light", "deck": "four"}


def test_a_chosen_language_stays(boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    page.locator("#person summary").click()
    page.get_by_role("button", name="Русский").click()
    expect(page.locator("#needs")).to_contain_text("Ждёт человека")
