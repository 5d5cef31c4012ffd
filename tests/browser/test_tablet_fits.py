"""Everything stays on the 1280x800 tablet: seven boxes and six, five-card and four-way split hands, both languages."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from tables.models import Round, Table
from tables.services import rounds
from tables.services.drafts import Draft
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage
from tests.browser.test_access import complaints

pytestmark = pytest.mark.django_db(transaction=True)

# What sticks out of the screen, out of its box, or lies on another part of the screen.
STICKS_OUT = """() => {
  const seen = (element) => element.checkVisibility();
  const box = (element) => element.getBoundingClientRect();
  const name = (element) => `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 40)}`;
  const wrong = [];
  for (const element of document.querySelectorAll("#tablet :is(h1, p, button, .pad, .card, .mini, label, h2)")) {
    if (!seen(element) || element.closest(".hidden, .menu")) continue;
    const { left, top, right, bottom } = box(element);
    const isOut = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
    if (isOut) wrong.push(`screen: ${name(element)}`);
    const pad = element.parentElement.closest(".pad");
    if (pad && (left < box(pad).left - 3 || right > box(pad).right + 3 || bottom > box(pad).bottom + 3)) {
      wrong.push(`box: ${name(element)}`);
    }
  }
  const parts = [...document.querySelectorAll("#tablet > header, .step, .ground > *, .panel-in > *")].filter(seen);
  parts.slice(1).forEach((part, nth) => {
    const before = box(parts[nth]);
    if (box(part).top < before.bottom - 14 && box(part).left < before.right) wrong.push(`over: ${name(part)}`);
  });
  const heading = document.querySelector("#step-now");
  if (heading.scrollWidth > heading.clientWidth + 1) wrong.push(`long: ${heading.textContent}`);
  const bank = [...document.querySelectorAll(".step .bank")].find(seen);
  const words = [...heading.children].find(seen);
  if (bank && words && box(words).right > box(bank).left) wrong.push(`bank: ${words.textContent}`);
  return wrong;
}"""


def enter(played: Round, dealer: Staff, texts: str) -> None:
    """`enter(round, dealer, "1:8S 5:split 0:??")`: cards and words in order."""
    drafts = []
    for text in texts.split():
        slot, said = text.split(":")
        if len(said) == 2:
            drafts.append(Draft("card", (slot, said, "down" if said == "??" else "up", "along")))
        else:
            drafts.append(Draft("said", (slot, said, None)))
    rounds.take(played, drafts, by=dealer, key=f"{played.pk} {texts}"[:60])


def a_full_table(table: Table, dealer: Staff) -> Round:
    """Box 1 has five cards, box 5 was split to four hands, box 3 has a natural."""
    places = [str(place) for place in range(1, table.boxes + 1)]
    played = rounds.close_stakes(table, dict.fromkeys(places, 12500), by=dealer, key="stakes").round
    first = {"1": "2S", "3": "AS", "5": "8S"}
    second = {"1": "3H", "3": "KD", "5": "8H"}
    enter(played, dealer, " ".join(f"{place}:{first.get(place, 'TD')}" for place in places) + " 0:7H")
    enter(played, dealer, " ".join(f"{place}:{second.get(place, '9S')}" for place in places) + " 0:??")
    rounds.take(played, [Draft("paid", ("3", "main", 187_50))], by=dealer, key="natural")
    enter(played, dealer, "1:2C 1:4D 1:5S 1:stand 2:stand 4:stand")
    enter(played, dealer, "5:split 5:8D 5:split 5:8C 5:split 5:2C 5:3C 5:4C")
    return played


def open_tablet(open_page: OpenPage, dealer: Staff, language: str) -> Page:
    return open_page(dealer, "/tablet", language=language)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("boxes", [6, 7])
def test_a_full_table_stays_on_the_screen(
    open_page: OpenPage, make_table: Callable[..., Table], dealer: Staff, boxes: int, language: str
) -> None:
    a_full_table(make_table("BJ-12", dealer, boxes=boxes), dealer)
    page = open_tablet(open_page, dealer, language)
    assert page.locator(".row .many .one").count() == 4
    assert page.locator('.row [data-slot="1"] .card').count() == 5
    assert page.evaluate(STICKS_OUT) == []
    for panel in ("take-back", "other", "dispute"):
        page.locator(f"header [data-opens={panel}]").click()
        assert page.evaluate(STICKS_OUT) == []
        assert complaints(page) == []


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("ru", "light")])
def test_each_step_of_a_round_stays_on_the_screen_and_is_accessible(
    open_page: OpenPage, make_table: Callable[..., Table], dealer: Staff, language: str, theme: str
) -> None:
    make_table("BJ-12", dealer)
    page = open_page(dealer, "/tablet", language=language, theme=theme)
    tablet = TabletPage(page)

    def is_right() -> None:
        assert page.evaluate(STICKS_OUT) == []
        assert complaints(page) == []

    is_right()
    for box in "1234567":
        tablet.stake(box, 100_00, 25_00)
    is_right()
    tablet.touch(page.locator("[data-sends-stakes] button"))
    tablet.cards("TD 9S AS 5H 8S KD 6C AH 9C TS KS 6D 8H 7D 5C back")
    expect(page.locator(".row.offers")).to_be_visible()
    is_right()  # insurance, and even money to box 3
    tablet.touch(page.locator(".foot [name=said]").last)
    tablet.touch(page.locator(".words [value='peeked']"))
    is_right()
    page.context.set_offline(True)
    tablet.touch(page.locator(".ways [data-opens=other]"))
    page.evaluate("dispatchEvent(new Event('offline'))")
    tablet.touch(page.locator(".ways [data-opens=other]"))
    is_right()
