"""A shoe's whole life on its pages, by two people: packs in, loaded, verified, dealt, ended, counted."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.models import Staff
from shoes import services
from shoes.models import Shoe, ShoeEvent
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.django_db(transaction=True)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_shoe_lives_on_its_pages(boss: Staff, person: Callable[..., Staff], open_page: OpenPage) -> None:
    page = open_page(boss, "/packs")
    page.get_by_text("Packs come in").click()
    page.get_by_label("Numbers on the seals").fill("P-0001")
    page.get_by_label("Back", exact=True).fill("blue")
    press(page, "Receive")
    expect(page.locator("#messages")).to_contain_text("In the store: P-0001.")
    page.goto("/shoes")
    page.get_by_label("Packs").select_option(label="P-0001")
    press(page, "Load")
    expect(page.locator("#shoe-title")).to_contain_text("S-000001")
    press(page, "Verify the packs")
    expect(page.locator("main")).to_contain_text("somebody else must verify its packs")
    other = open_page(person("supervisor", "second"), "/shoes/S-000001")
    press(other, "Verify the packs")
    press(other, "Shuffle")
    other.get_by_label("Who cut").fill("3")
    press(other, "Cut")
    other.get_by_label("Cards behind the stop card").fill("10")
    press(other, "Place the stop card")
    other.get_by_label("Cards burned").fill("1")
    press(other, "Burn")
    press(other, "Bring into play")
    expect(other.locator("#shoe-title")).to_contain_text("in play")
    expect(other.locator("#shoe-next")).to_contain_text("no card, count or total of this shoe is shown")
    press(other, "The stop card is out")
    press(other, "End the shoe")
    for box in other.locator(".count input").all():
        box.fill("1")
    other.locator(".one-card", has=other.get_by_label("queen of hearts")).locator("input").fill("0")
    press(other, "Enter the count")
    expect(other.locator(".alarms")).to_contain_text("1 card is missing: queen of hearts")
    expect(other.locator("#census")).to_contain_text("1 of 52 cards came, 1 of them unread; 51 stayed undealt.")
    expect(other.locator("#shoe-life")).to_contain_text("1 held")
    assert ShoeEvent.objects.filter(kind="counted").count() == 1


def test_no_card_of_a_shoe_in_play_is_shown(
    make_table: Callable[..., object], dealer: Staff, boss: Staff, open_page: OpenPage
) -> None:
    make_table("BJ-12", dealer)
    key = Shoe.objects.get().key
    services.see(key, [("round:1:1", "QH")], at=timezone.now())
    page = open_page(boss, f"/shoes/{key}")
    expect(page.locator("#shoe-next")).to_contain_text("no card, count or total of this shoe is shown")
    assert page.locator(".mini, svg.card").count() == 0


def test_a_step_that_lacks_something_says_what(boss: Staff, person: Callable[..., Staff], open_page: OpenPage) -> None:
    services.load("S-000009", [services.receive_pack("P-9", "fr52", "red", by=boss)], by=boss)
    services.verify("S-000009", by=person("supervisor", "second"))
    services.shuffle("S-000009", by=boss)
    services.cut("S-000009", by=boss, cut_by="3")
    page = open_page(boss, "/shoes/S-000009")
    page.get_by_label("Cards behind the stop card").fill("60")
    press(page, "Place the stop card")
    expect(page.locator("main")).to_contain_text("0 to 51 cards from the bottom")
