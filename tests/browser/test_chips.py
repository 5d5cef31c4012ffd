"""A gaming day of chips in real browsers: opened, filled, a credit void, closed, dropped, and its result."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import ChipCount, Slip, Table
from tables.services import chips, slips
from tests.browser.conftest import OpenPage
from tests.browser.test_access import complaints, unfold
from tests.tables.paper import TRAY, Team, ask

pytestmark = pytest.mark.django_db(transaction=True)

LOOKS = [("en", "dark"), ("ru", "light")]


@pytest.fixture
def team(person: Callable[..., Staff], boss: Staff, dealer: Staff) -> Team:
    return Team(person, boss, dealer)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff) -> Table:
    return make_table("BJ-12", dealer)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def fill_in(form: object, pieces: dict[str, int]) -> None:
    for value, count in pieces.items():
        form.get_by_label(f"Pieces of {value}", exact=True).fill(str(count))  # type: ignore[attr-defined]


def test_an_open_tablet_is_told_when_its_dealer_has_to_sign(table: Table, team: Team, open_page: OpenPage) -> None:
    tablet = open_page(team.dealer, "/tablet")
    link = tablet.get_by_role("link", name="A signature is asked of you")
    expect(link).to_have_count(0)
    chips.count_opener(table, TRAY, by=team.boss)
    link.click()
    press(tablet, "Sign Opener BJ-12")
    expect(tablet.locator("#chips-waiting")).to_contain_text("Nothing waits for you")


def test_a_gaming_day_from_opener_to_its_result(table: Table, team: Team, open_page: OpenPage) -> None:
    """win = drop 3,000 + closer 5,400 + credits 0 - opener 6,000 - fills 1,000 = 1,400, hold 46.7 %: by hand."""
    boss, cage = open_page(team.boss, "/tables/BJ-12/chips"), open_page(team.cage, "/cage")
    security, dealer = open_page(team.security, "/slips"), open_page(team.dealer, "/slips")
    opener = boss.locator("#count-opener")
    fill_in(opener, {"25": 80, "100": 40})
    expect(opener.locator("[data-total]")).to_have_text("6\u202f000.00")
    opener.get_by_role("button", name="Enter and sign").click()
    expect(boss.locator("#messages")).to_contain_text("Opener of BJ-12 is counted")
    expect(boss.locator("#chips-result")).to_contain_text("No result")
    press(dealer, "Sign Opener BJ-12")
    expect(dealer.locator("#chips-waiting")).to_contain_text("Nothing waits for you")
    expect(boss.locator(".signed").first).to_contain_text("signed by Dealer")

    boss.get_by_text("Ask for a fill or a credit").click()
    asking = boss.locator("#ask-fill")
    asking.get_by_label("Fill: chips to the table").check()
    fill_in(asking, {"25": 40})
    asking.get_by_role("button", name="Ask and sign").click()
    year = house_day().year
    press(cage, f"Sign: chips are prepared F-{year}-000001")
    press(security, f"Sign: I carry them F-{year}-000001")
    press(dealer, f"Sign: chips are in the tray F-{year}-000001")
    expect(boss.locator(".slip.done .signatures")).to_contain_text("received Dealer")
    assert [one.by.name for one in Slip.objects.get().signatures.all()] == ["Boss", "Cage", "Security", "Dealer"]

    asking.get_by_text("Ask for a fill or a credit").click()
    asking.get_by_label("Credit: chips to the cage").check()
    fill_in(asking, {"100": 10})
    asking.get_by_role("button", name="Ask and sign").click()
    credit = boss.locator(".slip", has_text=f"C-{year}-000001")
    credit.get_by_text("Make it void").click()
    credit.get_by_label("Why, kept for ever").fill("the table stays full")
    credit.get_by_role("button", name="Ask for it").click()
    expect(credit).to_contain_text("To be void")
    press(security, f"Agree: it is void C-{year}-000001")
    expect(boss.locator(".slip.void")).to_contain_text("the table stays full")

    closer = boss.locator("#count-closer")
    fill_in(closer, {"25": 96, "100": 30})
    closer.get_by_role("button", name="Enter and sign").click()
    expect(boss.locator("#chips-result")).to_contain_text("the drop is not counted by two people")

    fill_in(cage, {"50": 60})
    press(cage, "Enter the first count")
    expect(cage.locator("#cage-drops")).to_contain_text("Counted once, by Cage")
    second = open_page(team.second_cage, "/cage")
    expect(second.locator("#cage-drops")).not_to_contain_text("3\u202f000")
    fill_in(second.locator("#cage-drops form").first, {"50": 59})
    press(second, "Enter the second count")
    expect(second.locator(".wrong.why")).to_contain_text("not what the first person counted")
    expect(second.get_by_label("Pieces of 50", exact=True).first).to_have_value("59")
    second.get_by_label("Pieces of 50", exact=True).first.fill("60")
    press(second, "Enter the second count")
    expect(boss.locator(".headline")).to_contain_text("Win 1\u202f400.00")
    expect(boss.locator(".headline")).to_contain_text("hold 46.7\u202f%")
    day = open_page(team.boss, "/chips")
    expect(day.locator(".day-rows")).to_contain_text("1\u202f400.00")
    expect(day.locator("#house-day")).to_contain_text("void: 1")


def test_a_form_that_somebody_overtook_is_refused(table: Table, team: Team, open_page: OpenPage) -> None:
    page = open_page(team.boss, "/tables/BJ-12/chips")
    opener = page.locator("#count-opener")
    fill_in(opener, {"25": 80})
    chips.count_opener(table, TRAY, by=team.boss)
    opener.get_by_role("button", name="Enter and sign").click()
    expect(page.locator("#messages")).to_contain_text("Something was entered since you opened this")
    assert ChipCount.objects.get().total_minor == 6000_00


def test_what_cannot_be_is_refused_and_stays_typed(table: Table, team: Team, open_page: OpenPage) -> None:
    page = open_page(team.boss, "/tables/BJ-12/chips")
    opener = page.locator("#count-opener")
    fill_in(opener, {"25": 0})
    press(page, "Enter and sign")
    expect(opener.locator(".wrong.why")).to_contain_text("Nothing is counted")
    expect(opener.get_by_label("Pieces of 25", exact=True)).to_have_value("0")
    page.wait_for_timeout(10_500)  # a page that was open for long says what was done, too
    fill_in(opener, {"100": 3})
    press(page, "Enter and sign")
    expect(page.locator("#messages")).to_contain_text("Opener of BJ-12 is counted")


def test_a_difference_reaches_the_pit_until_somebody_says_why(
    table: Table, team: Team, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.tables.test_chips import yesterday

    with monkeypatch.context() as then:
        yesterday(then)
        chips.count_opener(table, TRAY, by=team.boss)
        chips.count_closer(table, TRAY, by=team.boss)
    pit = open_page(team.boss, "/pit")
    expect(pit.locator("#needs")).to_contain_text("Nothing needs you")
    chips.count_opener(table, {25_00: 79, 100_00: 40}, by=team.boss)
    expect(pit.locator("#needs-list")).to_contain_text("The opener is not what the closer before said: −25.00")
    pit.locator("#needs-list a").first.click()
    panel = pit.locator(".differs-panel")
    expect(panel).to_contain_text("Tell at once: the manager, security, surveillance.")
    panel.get_by_label("Why, and what is done about it").fill("One 25 lay under the tray.")
    press(pit, "Acknowledge")
    expect(panel).to_contain_text("One 25 lay under the tray.")
    pit.goto("/pit")
    expect(pit.locator("#needs")).to_contain_text("Nothing needs you")


def test_an_administrator_says_which_chips_there_are(
    person: Callable[..., Staff], table: Table, team: Team, open_page: OpenPage
) -> None:
    page = open_page(person("administrator"), "/chips/set")
    page.get_by_label("Chips, by value").fill("1; five")
    press(page, "From now on")
    expect(page.locator(".wrong.why")).to_contain_text("“five” is no sum of money")
    page.get_by_label("Chips, by value").fill("1; 2.50; 20")
    press(page, "From now on")
    expect(page.locator("#messages")).to_contain_text("from now on")
    counting = open_page(team.boss, "/tables/BJ-12/chips")
    assert [chip.inner_text() for chip in counting.locator("#count-opener .chip").all()] == ["20", "2.50", "1"]


def test_an_auditor_reads_a_day_once_it_is_over(table: Table, team: Team, auditor: Staff, open_page: OpenPage) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    page = open_page(auditor, "/tables/BJ-12/chips")
    expect(page.locator("main")).to_contain_text("This gaming day is not over")
    chips.count_closer(table, TRAY, by=team.boss)
    page.reload()
    expect(page.locator("#chips-title")).to_contain_text("Chips of BJ-12")
    assert page.locator("main form:not(.pick)").count() == 0


@pytest.fixture
def busy(table: Table, team: Team) -> dict[str, Staff]:
    """Slips of every state, and whoever looks at them."""
    chips.count_opener(table, TRAY, by=team.boss)
    slips.sign(ask(table, team), by=team.cage)
    slips.ask_void(ask(table, team, "credit"), "asked twice", by=team.boss)
    ask(table, team)
    return {"boss": team.boss, "cage": team.cage, "security": team.security, "dealer": team.dealer}


@pytest.mark.parametrize(("language", "theme"), LOOKS)
@pytest.mark.parametrize(
    ("who", "path"),
    [
        ("boss", "/tables/BJ-12/chips"),
        ("boss", "/chips"),
        ("cage", "/cage"),
        ("security", "/slips"),
        ("dealer", "/slips"),
        ("cage", "/slips/PK"),
    ],
)
def test_the_pages_of_chips_are_accessible(
    busy: dict[str, Staff], open_page: OpenPage, who: str, path: str, language: str, theme: str
) -> None:
    address = path.replace("PK", str(Slip.objects.order_by("pk")[1].pk))
    page = open_page(busy[who], address, language=language, theme=theme)
    unfold(page)
    assert complaints(page) == []


def test_a_slip_is_printed_without_what_is_only_for_screens(busy: dict[str, Staff], open_page: OpenPage) -> None:
    page = open_page(busy["cage"], f"/slips/{Slip.objects.earliest('pk').pk}", language="ru")
    page.emulate_media(media="print")
    assert not page.locator(".bar").is_visible()
    assert not page.locator(".no-print").is_visible()
    assert page.locator(".signature-rows").is_visible()
