"""Every page passes axe's rules for WCAG 2.2 AA, in both themes and languages; pages are used by keyboard alone."""

import json
from collections.abc import Callable
from importlib import resources

import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from tables.models import Round, Table, Verdict
from tables.services import calls, disputes, rounds, verdicts
from tests.browser.conftest import OpenPage
from tests.browser.floor import a_card_after_stand

pytestmark = pytest.mark.django_db(transaction=True)

AXE = (resources.files("axe_playwright_python") / "axe.min.js").read_text()
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
LOOKS = [("en", "dark"), ("ru", "light")]


def unfold(page: Page) -> None:
    """Open all that is folded, so that axe sees it; not the bar's menus, which lie over the page."""
    page.evaluate("document.querySelectorAll('main details').forEach((details) => { details.open = true; })")


def complaints(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds: the rule, and where."""
    page.evaluate(AXE)
    found = page.evaluate(f"axe.run(document, {json.dumps(RULES)})")
    return [(each["id"], [node["html"][:160] for node in each["nodes"]]) for each in found["violations"]]


@pytest.fixture
def floor(make_table: Callable[..., Table], dealer: Staff, boss: Staff) -> Table:
    """A table with an open verdict, a call and a dispute."""
    table = make_table("BJ-12", dealer)
    played = a_card_after_stand(table, dealer)
    calls.call(table, by=dealer, reason="A guest asks")
    disputes.raise_on(played, "1", words="I waved it off.", by=dealer)
    return table


PAGES = ["/pit", "/tables/BJ-12", "/shoes", "/shoes/S-*", "/log", "/nothing-here"]


@pytest.mark.parametrize(("language", "theme"), LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_a_supervisors_page_is_accessible(
    floor: Table, boss: Staff, open_page: OpenPage, path: str, language: str, theme: str
) -> None:
    address = path.replace("S-*", Round.objects.get().shoe_key)
    page = open_page(boss, address, language=language, theme=theme)
    unfold(page)
    assert complaints(page) == []


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_the_log_in_is_accessible(open_page: OpenPage, language: str, theme: str) -> None:
    page = open_page(None, "/login", language=language, theme=theme)
    unfold(page)
    assert complaints(page) == []


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_the_tablet_is_accessible(floor: Table, dealer: Staff, open_page: OpenPage, language: str, theme: str) -> None:
    assert complaints(open_page(dealer, "/tablet", language=language, theme=theme)) == []


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_a_round_in_the_log_is_accessible(
    floor: Table, auditor: Staff, open_page: OpenPage, language: str, theme: str
) -> None:
    rounds.close(Round.objects.get(), by=None, how="void")
    page = open_page(auditor, f"/log/{Round.objects.get().pk}", language=language, theme=theme)
    assert complaints(page) == []


@pytest.mark.parametrize("role", ["dealer", "cage"])
def test_a_first_page_with_nothing_to_do_is_accessible(
    person: Callable[..., Staff], open_page: OpenPage, role: str
) -> None:
    assert complaints(open_page(person(role), "/")) == []


def test_a_refusal_is_accessible(floor: Table, boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/tables/BJ-12")
    page.locator("#run > summary").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator("#messages [role=alert]")).to_contain_text("Nothing was changed")
    assert complaints(page) == []


def test_a_refusal_on_its_own_page_is_accessible(boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/log?since=%00")
    expect(page.locator("h1")).to_have_text("This was not accepted")
    assert complaints(page) == []


def test_axe_finds_what_is_wrong(boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<img src=x><button></button>')")
    assert {rule for rule, _where in complaints(page)} >= {"image-alt", "button-name"}


def test_the_first_tab_stop_leads_to_what_needs_a_person(floor: Table, boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#needs') !== null")


def test_a_verdict_is_acknowledged_by_keyboard_alone(floor: Table, boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    page.locator(".alert.stop .do button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".alert.stop .taken")).to_contain_text("Boss has it")


def test_focus_stays_where_it_was_when_something_happens(
    floor: Table, boss: Staff, person: Callable[..., Staff], open_page: OpenPage
) -> None:
    page = open_page(boss, "/pit")
    page.locator(".alert", has_text="calls").get_by_role("button").focus()
    verdicts.take(Verdict.objects.open().get(), by=person("supervisor", "other"))
    expect(page.locator(".alert.stop .taken")).to_contain_text("Other has it")
    expect(page.locator(".alert", has_text="calls").get_by_role("button")).to_be_focused()
