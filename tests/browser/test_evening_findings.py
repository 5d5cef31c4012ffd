"""A finding around the rounds on the supervisor's screens: it arrives by itself and is closed in place."""

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casino.models import Staff
from tests.browser.conftest import OpenPage
from tests.browser.test_access import LOOKS, complaints, unfold
from tests.tables.banked import SEATED, THIRD_NATURAL, Banked, open_banked

pytestmark = pytest.mark.django_db(transaction=True)
WHAT = {"en": "Box 3 took the bank without the right to it", "ru": "банк"}


@pytest.fixture
def banked(dealer: Staff, boss: Staff, person: Callable[..., Staff]) -> Banked:
    """After a round in which box 4 has won the right to the bank."""
    keys = (f"key-{number}" for number in itertools.count(1))
    banked = open_banked("variable-000", dealer=dealer, boss=boss, second=person("supervisor", "verifier"), keys=keys)
    banked.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "3"))
    banked.play(THIRD_NATURAL)
    return banked


def test_it_arrives_by_itself_and_is_closed_at_the_table(banked: Banked, boss: Staff, open_page: OpenPage) -> None:
    """I-29."""
    pit, page = open_page(boss, "/pit"), open_page(boss, "/tables/VB-1")
    expect(pit.get_by_role("heading", name="Nothing needs you")).to_be_visible()
    banked.tell(("took", "3"))
    expect(pit.locator("#needs-list").get_by_text(WHAT["en"])).to_be_visible()
    found = page.locator("#table-evening .verdict")
    expect(found.get_by_role("heading", name=WHAT["en"])).to_be_visible()
    found.locator("summary").click()
    found.get_by_role("radio", name="upheld").check()
    found.get_by_role("button", name="Close", exact=True).click()
    expect(found).to_have_count(0)
    expect(pit.get_by_role("heading", name="Nothing needs you")).to_be_visible()


@pytest.mark.parametrize(("language", "theme"), LOOKS)
@pytest.mark.parametrize("path", ["/pit", "/tables/VB-1"])
def test_it_is_accessible(
    banked: Banked, boss: Staff, open_page: OpenPage, path: str, language: str, theme: str
) -> None:
    banked.tell(("took", "3"))
    page = open_page(boss, path, language=language, theme=theme)
    expect(page.get_by_text(WHAT[language]).first).to_be_visible()
    unfold(page)
    assert complaints(page) == []
