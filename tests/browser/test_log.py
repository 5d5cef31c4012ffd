"""The auditor's list and a round replayed step by step, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from shoes import services as shoe_life
from tables.models import Note, Round, Table
from tables.services import rounds
from tables.services.drafts import Draft
from tables.services.rounds import Taken
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.django_db(transaction=True)

CARDS = "1:8S 2:TD 0:7H 1:QC 2:9S 0:??"


def say(round_now: Round, dealer: Staff, *drafts: Draft) -> Taken:
    return rounds.take(round_now, drafts, by=dealer, key=f"{round_now.pk}-{drafts[0].kind}-{drafts[0].fields}"[:60])


def play(table: Table, dealer: Staff) -> Round:
    """18 and 19 against a 17, paid as shown."""
    taken = rounds.close_stakes(table, {"1": 25_00, "2": 50_00}, by=dealer, key=f"stakes-{table.rounds.count()}")
    played = taken.round
    cards = [text.split(":") for text in CARDS.split()]
    down = {"??": "down"}
    say(played, dealer, *(Draft("card", (slot, card, down.get(card, "up"), "along")) for slot, card in cards))
    stood = say(played, dealer, Draft("said", ("1", "stand", None)), Draft("said", ("2", "stand", None)))
    hole = stood.picture.dealer.cards[1].fact_id
    say(played, dealer, Draft("turned", (hole, "TC")))
    say(played, dealer, Draft("paid", ("*", "as_shown", None)))
    return played


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff) -> Table:
    return make_table("BJ-12", dealer)


@pytest.fixture
def played(table: Table, dealer: Staff) -> Round:
    return play(table, dealer)


def minis(page: Page) -> int:
    return page.locator("main svg.card, main .mini").count()


def test_a_round_of_a_shoe_in_play_shows_a_lock_and_no_card(open_page: OpenPage, played: Round, auditor: Staff) -> None:
    page = open_page(auditor, "/log")
    expect(page.locator("tbody .withheld")).to_have_text("shoe in play")
    page.get_by_role("link", name="BJ-12 1").click()
    expect(page.locator(".replay .nothing")).to_contain_text("Shoe in play")
    assert minis(page) == 0
    expect(page.get_by_role("link", name="Download the document")).to_have_count(0)
    assert "".join(re.findall(r"\b(?:queen|king|jack|ace)\b", page.content())) == ""


def test_an_ended_round_is_replayed_with_keys_and_links(
    open_page: OpenPage, played: Round, auditor: Staff, boss: Staff
) -> None:
    shoe_life.end(played.shoe_key, by=boss, reason="test")
    page = open_page(auditor, f"/log/{played.pk}", width=1920, height=1080)
    expect(page.locator(".felt svg.card").nth(5)).to_be_visible()
    steps = int(page.locator("[data-replay]").get_attribute("data-steps") or 0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-replay]")).to_have_attribute("data-step", str(steps - 1))
    expect(page).to_have_url(re.compile(rf"step={steps - 1}$"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-replay]")).to_have_attribute("data-step", str(steps))
    page.locator("#step").fill("0")
    expect(page.locator("[data-replay]")).to_have_attribute("data-step", "0")
    assert page.locator(".felt svg.card").count() == 0
    page.locator("#step-next").click()
    expect(page.locator("[data-replay]")).to_have_attribute("data-step", "1")


def test_a_step_is_an_address_that_needs_no_script(
    open_page: OpenPage, played: Round, auditor: Staff, boss: Staff
) -> None:
    shoe_life.end(played.shoe_key, by=boss, reason="test")
    page = open_page(auditor, f"/log/{played.pk}?step=4", width=1920, height=1080)
    expect(page.locator("[data-replay]")).to_have_attribute("data-step", "4")
    assert page.locator(".felt svg.card").count() == 1


def test_the_list_is_narrowed_by_facets_and_widened_again(
    open_page: OpenPage, make_table: Callable[..., Table], played: Round, person: Callable[..., Staff], auditor: Staff
) -> None:
    other = person("dealer", "other")
    play(make_table("BJ-13", other), other)
    page = open_page(auditor, "/log", width=1920, height=1080)
    expect(page.get_by_role("heading", level=1)).to_have_text("2 of 2 rounds")
    page.locator(".facet label", has_text="BJ-13").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("1 of 2 rounds")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator(".pill").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("2 of 2 rounds")
    page.locator("#find").fill("BJ-12 1")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr td a")).to_have_text(["BJ-12 1"])


def test_a_sought_nonsense_is_answered_with_one_sentence(open_page: OpenPage, table: Table, auditor: Staff) -> None:
    page = open_page(auditor, "/log?find=what%20is%20this%3F&since=yesterday")
    expect(page.locator(".wrong")).to_have_count(2)
    expect(page.locator("#find-wrong")).to_contain_text("BJ-12 388")


def test_an_auditor_adds_a_note(open_page: OpenPage, played: Round, auditor: Staff) -> None:
    page = open_page(auditor, f"/log/{played.pk}")
    page.locator("#note-text").fill("Why so slow?")
    page.get_by_role("button", name="Add the note").click()
    expect(page.locator(".remark")).to_contain_text("Why so slow?")
    assert Note.objects.get().round_id == played.pk
