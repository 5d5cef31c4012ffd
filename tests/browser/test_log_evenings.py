"""An evening as an auditor reads it, in a real browser."""

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casino.models import Staff
from shoes import services as shoe_life
from tables.models import Evening, EveningVerdict
from tables.services import evenings, tables
from tests.browser.conftest import OpenPage
from tests.browser.test_access import complaints, unfold
from tests.tables.banked import four_rounds, open_banked

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(dealer: Staff, boss: Staff, person: Callable[..., Staff]) -> Evening:
    """Four rounds, ended: a finding that was closed, one that is open, corrections, an event taken back."""
    keys = (f"key-{number}" for number in itertools.count(1))
    second = person("supervisor", "verifier")
    banked = open_banked(
        "variable-000", dealer=dealer, boss=boss, second=second, keys=keys, options={"sell_deal_right": True}
    )
    four_rounds(banked)
    found = Evening.objects.get()
    for kind, said in (
        ("bid", ("corrected", ["bid", "2", 12_00])),
        ("sold", ("voided",)),
        ("cut", ("corrected", ["cut", "1"])),
    ):
        number = found.events.filter(kind=kind).order_by("number")[0].number
        banked.tell((said[0], number, *said[1:], "misheard"))
    evenings.close_verdict(EveningVerdict.objects.open().get(rule="I-28"), "upheld", by=boss, reason="Told at once.")
    tables.close(banked.table, by=boss)
    shoe_life.end("S-VB-1", by=boss, reason="done")
    return found


def test_from_the_log_to_an_evening_to_its_round_and_back(
    open_page: OpenPage, evening: Evening, auditor: Staff
) -> None:
    page = open_page(auditor, "/log")
    page.get_by_role("link", name="Evenings").click()
    page.get_by_role("link", name="VB-1, evening 1").click()
    expect(page.locator("del").filter(has_text="Box 2 bids 15.00")).to_be_visible()
    page.get_by_role("link", name="Round 2 begins").click()
    page.get_by_role("link", name="evening 1").click()
    expect(page).to_have_title("VB-1, evening 1 · Seventeen")


@pytest.mark.parametrize(("path", "language", "theme"), [("", "en", "dark"), ("/{id}", "ru", "light")])
def test_it_is_accessible(
    open_page: OpenPage, evening: Evening, auditor: Staff, path: str, language: str, theme: str
) -> None:
    page = open_page(auditor, f"/log/evenings{path.format(id=evening.pk)}", language=language, theme=theme)
    unfold(page)
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
