"""Rule packs in a real browser: a house's own is uploaded, refused with its line, read clause by clause."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from tables.models import HousePack
from tests.browser.conftest import OpenPage
from tests.browser.test_access import LOOKS, complaints, unfold

pytestmark = pytest.mark.django_db(transaction=True)

EXAMPLE = Path(__file__).parents[2] / "examples" / "house.toml"


def send(page: Page, path: Path, button: str = "Check and keep") -> None:
    page.set_input_files("input[type=file]", path)
    page.get_by_role("button", name=button).click()


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_pages_of_packs_are_accessible_and_fit(
    boss: Staff, open_page: OpenPage, tmp_path: Path, language: str, theme: str
) -> None:
    bad = tmp_path / "house.toml"
    bad.write_text(EXAMPLE.read_text(encoding="utf-8").replace('effect = "void_round"', 'effect = "boom"'))
    page = open_page(boss, "/rule-packs", language=language, theme=theme, width=1280, height=720)
    send(page, bad, "Check and keep" if language == "en" else "Проверить и принять")
    expect(page.get_by_role("alert")).to_contain_text("house.toml:39: situation.bank_drew_over[1].choice[1].effect")
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    site = page.url.partition("/rule-packs")[0]
    for key in ("originals", "new-jersey", "crown-sydney"):
        page.goto(f"{site}/rule-packs/{key}")
        unfold(page)
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_house_uploads_its_pack_mends_it_and_reads_it(boss: Staff, open_page: OpenPage, tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    mine = tmp_path / "house.toml"
    mine.write_text(text.replace("effective_until = 2026-05-31", "effective_until = 2026-06-30"))
    page = open_page(boss, "/rule-packs")
    page.get_by_label("In force from (empty: now)").fill("2099-01-31T06:00")
    send(page, mine)
    expect(page.get_by_role("alert")).to_contain_text("is still in force; end that one with effective_until")
    expect(page.get_by_label("In force from (empty: now)")).to_have_value("2099-01-31T06:00")
    assert not HousePack.objects.exists()
    mine.write_text(text)
    send(page, mine)
    expect(page.locator("h1")).to_contain_text("our-house@1")
    clauses = page.locator(".clauses > li")
    expect(clauses).to_have_count(5)
    expect(clauses.nth(1)).to_contain_text("from 1 June 2026")
    expect(page.locator(".clauses .loose")).to_have_count(1)
    expect(page.locator(".clauses > li", has=page.locator(".loose"))).to_contain_text("House rules 9.4")
    page.locator(".bar .more > summary").click()
    page.get_by_role("link", name="Rule packs").first.click()
    expect(page.locator("tr", has_text="our-house@1")).to_contain_text("from 31 Jan 2099 06:00")


def test_who_only_reads_sees_no_upload(auditor: Staff, open_page: OpenPage) -> None:
    page = open_page(auditor, "/rule-packs")
    expect(page.get_by_role("link", name="new-jersey")).to_be_visible()
    expect(page.locator("input[type=file]")).to_have_count(0)
