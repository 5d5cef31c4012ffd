"""The card room and the payout review in a real browser, each walked from end to end by the people it takes."""

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from casino.shifts import shift_of
from shoes import services
from shoes.models import Pack
from tables.models import Dispute, PayoutAnswer, Table
from tables.services import reviews
from tests.browser.conftest import OpenPage
from tests.browser.test_access import LOOKS, complaints, unfold
from tests.tables.conftest import Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db(transaction=True)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def look_at(open_page: OpenPage, person: Staff, paths: list[str]) -> None:
    """Axe has nothing to say of the pages, and they fit, in both looks."""
    for language, theme in LOOKS:
        page = open_page(person, paths[0], language=language, theme=theme, width=1280, height=720)
        site = page.url.removesuffix(paths[0])
        for path in paths:
            page.goto(site + path)
            unfold(page)
            assert complaints(page) == [], (path, language)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (path, language)


def test_packs_are_kept_on_their_pages(boss: Staff, person: Callable[..., Staff], open_page: OpenPage) -> None:
    guard = person("security")
    page, other = open_page(boss, "/packs"), open_page(guard, "/packs")
    page.get_by_text("Packs come in").click()
    page.get_by_label("Numbers on the seals").fill("P-0001..P-0004")
    page.get_by_label("Back", exact=True).fill("red")
    press(page, "Receive")
    expect(page.locator("#messages")).to_contain_text("In the store: P-0001, P-0002, P-0003, P-0004.")
    act = page.locator("#act form")
    act.get_by_label("Issue to the floor").check()
    act.get_by_label("Numbers of the packs").fill("P-0001..P-0009")
    act.get_by_label("Where to, how, or why").fill("Pit 3")
    press(page, "Sign")
    expect(act.locator(".wrong.why")).to_contain_text("Not in the store: P-0005")
    act.get_by_label("Numbers of the packs").fill("P-0001..P-0003")
    press(page, "Sign")
    press(other, "Sign Issue to the floor P-0001..P-0003")
    expect(page.locator("#packs-list")).to_contain_text("on the floor 3")
    other.locator("#act").get_by_label("Hold for an investigation").check()
    other.locator("#act").get_by_label("Numbers of the packs").fill("P-0002")
    other.locator("#act").get_by_label("Where to, how, or why").fill("The back looks marked")
    press(other, "Sign")
    held = page.locator("#packs-held")
    expect(held).to_contain_text("The back looks marked")
    held.get_by_text("Let go").first.click()
    held.get_by_label("What came of it, kept for ever").fill("A fault of print, pack kept")
    held.get_by_role("button", name="Let go").click()
    expect(page.locator("#packs-held")).to_have_count(0)
    count = page.locator("#count-now")
    count.locator("summary").click()
    for place, number in (("Store", 1), ("Floor", 2), ("Set aside", 0)):
        count.get_by_label(f"52 cards, red: {place}").fill(str(number))
    press(page, "Write the count down")
    expect(count.locator(".wrong.why")).to_contain_text("not what the book says")
    count.get_by_label("52 cards, red: Floor").fill("3")
    press(page, "Write the count down")
    expect(page.locator("#count")).to_contain_text("counted by Boss")
    other.locator("#count .days").get_by_role("button").click()
    expect(other.locator("#count")).to_contain_text("signed by Security")
    services.ask("issue", ["P-0004"], by=guard, words="Pit 1")
    services.hold(["P-0001"], "marked?", by=guard)
    pack = Pack.objects.get(serial="P-0002")
    look_at(open_page, boss, ["/packs", "/packs/days", f"/packs/{pack.pk}"])


def test_payouts_are_reviewed_on_their_pages(
    make_table: Callable[..., Table], dealer: Staff, boss: Staff, person: Callable[..., Staff], open_page: OpenPage
) -> None:
    watcher, table = person("surveillance"), make_table("BJ-12", dealer)
    tap = Tapper(table, dealer, (f"key-{number}" for number in itertools.count()))
    a_plain_round(tap)
    a_plain_round(tap)
    services.end(tap.round.shoe_key, by=boss, reason="closed")
    page = open_page(watcher, "/reviews")
    expect(page.locator("#review-samples")).to_contain_text("No sample yet")
    page.get_by_label("Shift").select_option(str(shift_of()))
    press(page, "Draw one more")
    expect(page.locator("#sample-title")).to_contain_text("Sample of")
    page.get_by_text("How it was drawn").click()
    page.get_by_role("link", name="Draw it again from the record").click()
    expect(page.locator("#how-drawn")).to_contain_text("the same payouts")
    page.get_by_role("link", name="Review the next one").click()
    expect(page.locator("#payout svg.card")).to_have_count(4)
    press(page, "Right")
    expect(page.locator("#payout")).to_contain_text("2 of 4")
    page.get_by_text("Wrong…").click()
    page.get_by_label("What happened").select_option("taken")
    page.get_by_label("Sum beside the stake").fill("25")
    page.get_by_label("What was wrong, kept for ever").fill("Swept instead of paid")
    press(page, "It was wrong")
    expect(page.locator("#payout-answer")).to_contain_text("25.00 was taken")
    press(page, "Make it a dispute")
    expect(page.locator("#payout-answer")).to_contain_text("The dispute")
    assert Dispute.objects.get().words == "Swept instead of paid"
    page.goto("/reviews")
    expect(page.locator("#review-rates")).to_contain_text("1 of 2 payouts that could be seen was wrong")
    expect(page.locator("#review-rates")).to_contain_text("9.5\u202f% – 90.5\u202f%")
    sample = reviews.draw(shift_of(), by=watcher)
    wrong = PayoutAnswer.objects.get(outcome="wrong").payout_id
    untouched = sample.payouts.first()
    assert untouched is not None
    paths = [f"/reviews/{sample.pk}?again=1", f"/reviews/payouts/{untouched.pk}", f"/reviews/payouts/{wrong}"]
    look_at(open_page, watcher, ["/reviews", *paths])
