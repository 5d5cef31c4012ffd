"""The sign form and the signs in a real browser: chosen, refused, previewed, posted, read."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from casino.models import Staff
from tables.models import Sign, Table
from tables.rules.profiles import GAMES
from tables.rules.shapes import Limits
from tables.services import tables
from tests.browser.conftest import OpenPage
from tests.browser.test_access import LOOKS, complaints, unfold

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff) -> Table:
    return make_table("BJ-12", dealer)


@pytest.fixture
def page(open_page: OpenPage, boss: Staff, table: Table) -> Page:
    return open_page(boss, "/tables/BJ-12/sign", width=1280, height=800)


def choose(page: Page, option: str, value: str) -> None:
    """Unfold an option and choose one of its sentences."""
    page.locator(f"#says-{option}").click()
    page.locator(f"input[name='opt-{option}'][value='{value}']").check()


def test_a_supervisor_posts_a_pontoon_sign_with_two_options_changed(page: Page, table: Table) -> None:
    page.get_by_role("button", name="Pontoon", exact=True).click()
    expect(page.locator("#sign-preview .poster[lang=en] h2")).to_have_text("Pontoon")
    choose(page, "buy", "false")
    choose(page, "tie", "push")
    expect(page.locator("#says-buy")).to_contain_text("Buying a closed card is not allowed.")
    expect(page.locator("#says-buy em")).to_have_text("changed")
    preview = page.locator("#sign-preview")
    expect(preview.locator("[lang=en]")).to_contain_text("On equal totals the stake goes back.")
    expect(preview.locator("[lang=ru]")).to_contain_text("Покупать закрытую карту нельзя.")
    page.get_by_label("Lowest stake").fill("2")
    page.get_by_label("Highest stake").fill("80")
    page.get_by_label("In steps of").fill("2")
    expect(preview.locator("[lang=en] .limits")).to_contain_text("2–80 a stake, in steps of 2")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page).to_have_url(re.compile("/tables/BJ-12/signs/2$"))
    expect(page.locator(".poster")).to_contain_text("Buying a closed card is not allowed.")
    sign = Sign.objects.get(version=2)
    assert (sign.profile, sign.options) == ("pontoon-000", {"buy": False, "tie": "push"})
    assert (sign.min_minor, sign.max_minor, sign.step_minor) == (2_00, 80_00, 2_00)


def test_what_cannot_be_is_said_at_once_and_refused(page: Page, table: Table) -> None:
    choose(page, "hole_card", "no_peek")
    why = page.locator("#sign-preview .cannot")
    expect(why).to_contain_text("Late surrender comes after the dealer has looked for a natural")
    expect(page.locator("#says-surrender .why-mark")).to_have_text("cannot be so")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator("#refusal")).to_contain_text("or choose early surrender or none. Nothing was changed.")
    expect(page.locator("input[name='opt-hole_card'][value=no_peek]")).to_be_checked()
    page.locator("input[name='opt-surrender'][value=off]").check()
    expect(page.locator("#sign-preview .poster[lang=en]")).to_contain_text("Surrender is not offered.")
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("Sign 2 is posted.")
    assert Sign.objects.get(version=2).options == {"hole_card": "no_peek", "surrender": "off"}


def test_a_number_is_chosen_by_typing_it(page: Page, table: Table) -> None:
    choose(page, "max_hands", "off")
    expect(page.locator("#says-max_hands")).to_contain_text("not limited")
    page.locator("input[name='n-max_hands']").fill("3")
    expect(page.locator("#says-max_hands")).to_contain_text("A box has at most 3 hands.")


def test_the_form_works_without_script(open_page: OpenPage, boss: Staff, table: Table) -> None:
    page = open_page(boss, "/tables/BJ-12/sign")
    page.route("**/sign.js", lambda route: route.abort())
    page.reload()
    page.locator("#says-insurance").click()
    page.locator("input[name='opt-insurance'][value=off]").check()
    expect(page.locator("#says-insurance")).to_contain_text("Insurance is offered")
    page.get_by_role("button", name="Preview").last.click()
    expect(page.locator("#says-insurance")).to_contain_text("Insurance is not offered.")
    expect(page.locator("#sign-preview [lang=en]")).to_contain_text("Insurance is not offered.")


def test_a_sign_posted_ahead_is_announced_at_the_table(
    page: Page, table: Table, open_page: OpenPage, boss: Staff
) -> None:
    at = timezone.localtime() + timedelta(days=1)
    choose(page, "dealer_policy", "draw_soft_17")
    page.get_by_label("Day and time").fill(f"{at:%Y-%m-%dT%H:%M}")
    expect(page.get_by_role("radio", name="a time:")).to_be_checked()
    page.get_by_role("button", name="Post", exact=True).click()
    expect(page.locator(".about")).to_contain_text("not yet in force")
    page.goto("/tables/BJ-12")
    ahead = page.locator("#table-head .ahead")
    expect(ahead).to_contain_text(f"{at:%H:%M}: Blackjack, 10–500")
    ahead.click()
    expect(page.locator(".poster")).to_contain_text("The dealer draws at a soft 17 and stands at a hard one.")


def test_a_sign_is_read_in_both_languages_by_whoever_deals(open_page: OpenPage, dealer: Staff, table: Table) -> None:
    page = open_page(dealer, "/tables/BJ-12/signs/1", language="ru")
    expect(page.locator(".poster")).to_contain_text("Блэкджек оплачивается 3 к 2.")
    page.get_by_role("link", name="English").click()
    expect(page.locator(".poster")).to_contain_text("A natural is paid 3 to 2.")
    expect(page.locator(".full").first).to_contain_text("R-BJF-25")
    page.get_by_role("link", name="Все таблички").click()
    expect(page.locator("tbody tr")).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_sign_fits_a_screen_and_is_large_enough_for_two_metres(
    open_page: OpenPage, boss: Staff, table: Table, language: str
) -> None:
    page = open_page(boss, "/tables/BJ-12/signs/1", language=language, width=1920, height=1080)
    for profile in ("casino-s17", *(next(iter(game.profiles)) for game in GAMES.values())):
        sign = tables.post_sign(table, profile, limits=Limits(1_00, 500_00, 1_00), by=boss)
        page.goto(f"/tables/BJ-12/signs/{sign.version}")
        box = page.locator(".poster").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 1080, (profile, box)
        size = page.locator(".poster li").first.evaluate("element => parseFloat(getComputedStyle(element).fontSize)")
        assert size >= 32, (profile, size)


@pytest.mark.parametrize(("language", "theme"), LOOKS)
@pytest.mark.parametrize("path", ["sign?profile=pontoon-000", "signs", "signs/1", "sign"])
def test_pages_of_signs_keep_the_rules_of_accessibility(
    open_page: OpenPage, boss: Staff, table: Table, path: str, language: str, theme: str
) -> None:
    page = open_page(boss, f"/tables/BJ-12/{path}", language=language, theme=theme)
    if path == "sign":
        choose(page, "hole_card", "no_peek")
        expect(page.locator("#sign-preview .cannot")).to_be_visible()
    unfold(page)
    assert complaints(page) == []


@pytest.mark.parametrize("path", ["sign?profile=pontoon-000", "signs", "signs/1"])
def test_nothing_hangs_over_the_side_of_a_phone(open_page: OpenPage, boss: Staff, table: Table, path: str) -> None:
    page = open_page(boss, f"/tables/BJ-12/{path}", language="ru", width=390, height=844)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
