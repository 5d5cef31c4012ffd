"""A gaming day from opening to closing, by everybody who has a part in it, and the reports that come of it.

By hand:  opener 6,000 = 80 × 25 + 40 × 100      fill 1,000 = 40 × 25       credit 500 = 5 × 100
          closer 5,400 = 96 × 25 + 30 × 100      drop 3,000 = 60 × 50
          win    3,000 + 5,400 + 500 - 6,000 - 1,000 = 1,900      hold 1,900 / 3,000 = 63.3 %
          hands  1 of Dealer (one mistake upheld), 1 of Relief (none)
"""

import csv
import io
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass

import pypdfium2
import pytest
from playwright.sync_api import Page, expect

from casino.audit.verify import verify
from casino.gaming_day import house_day
from casino.models import Staff
from shoes import services as shoe_life
from tables.models import Ruling, Sign, SignAnnounced, Table, TableEvent
from tables.rules.shapes import Limits
from tables.services import tables
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage
from tests.browser.test_access import complaints, unfold
from tests.browser.test_chips import fill_in, press
from tests.browser.test_whole_way import draw_on_17
from tests.conftest import Worker

pytestmark = pytest.mark.django_db(transaction=True)

A_WORKER_MS = 90_000  # to start, and to make a report, on a busy machine


@dataclass
class Day:
    """Who has a part in the day, each at a browser of their own."""

    table: Table
    boss: Page
    run: Page
    tablet: TabletPage
    relief: TabletPage
    cage: Page
    second_cage: Page
    security: Page

    @property
    def year(self) -> int:
        return house_day().year


@pytest.fixture
def closed(make_table: Callable[..., Table], boss: Staff, dealer: Staff) -> Table:
    """BJ-12 under the rules of Maryland, closed; a shoe waits for it."""
    table = make_table("BJ-12", dealer)
    tables.post_sign(table, "casino-s17", limits=Limits(10_00, 500_00, 2_50), by=boss, pack="maryland")
    tables.close(table, by=boss)
    return table


@pytest.fixture
def day(closed: Table, boss: Staff, dealer: Staff, person: Callable[..., Staff], open_page: OpenPage) -> Day:
    relief, cage, second = person("dealer", "relief"), person("cage"), person("cage", "cage-2")
    return Day(
        closed,
        open_page(boss, "/tables/BJ-12/chips"),
        open_page(boss, "/tables/BJ-12"),
        TabletPage(open_page(dealer, "/tablet")),
        TabletPage(open_page(relief, "/slips")),
        open_page(cage, "/cage"),
        open_page(second, "/cage"),
        open_page(person("security"), "/slips"),
    )


def test_a_gaming_day_from_opening_to_closing(day: Day, auditor: Staff, open_page: OpenPage, worker: Worker) -> None:
    the_table_opens(day)
    a_mistake_is_disputed_and_ruled_on(day)
    a_fill_is_brought(day)
    the_limits_change_with_notice(day)
    the_dealer_is_relieved(day)
    a_credit_is_taken(day)
    the_table_closes(day)
    the_drop_is_counted(day)
    reader = open_page(auditor, "/reports")
    the_days_report_is_the_sum_by_hand(day, reader)
    the_dealer_record_tells_the_mistake(day, reader)
    the_numbers_have_no_gap(day, reader)
    assert verify().broken is None


def the_table_opens(day: Day) -> None:
    """Opened on the table's page; the opener is counted, and signed by the dealer."""
    day.run.locator("#run [name=dealer]").select_option(label="Dealer")
    day.run.locator("#run [name=shoe]").select_option(index=1)
    press(day.run, "Open the table")
    expect(day.run.locator("#messages")).to_contain_text("Table BJ-12 is open")
    opener = day.boss.locator("#count-opener")
    fill_in(opener, {"25": 80, "100": 40})
    opener.get_by_role("button", name="Enter and sign").click()
    expect(day.boss.locator("#messages")).to_contain_text("Opener of BJ-12 is counted")
    day.tablet.page.goto("/slips")
    press(day.tablet.page, "Sign Opener BJ-12")
    expect(day.tablet.page.locator("#chips-waiting")).to_contain_text("Nothing waits for you")


def a_mistake_is_disputed_and_ruled_on(day: Day) -> None:
    """The dealer draws on 17; the guest contests it; the supervisor upholds it and gives the stake."""
    tablet, run = day.tablet, day.run
    tablet.page.goto("/tablet")
    tablet.stake("1", 25_00)
    tablet.press("Close stakes")
    draw_on_17(tablet)
    expect(tablet.page.locator(".warned")).to_contain_text("I-16")
    tablet.press("Paid as shown")
    tablet.says("Take the stakes")
    tablet.press("Dispute")
    tablet.press("Call a supervisor about it")
    panel = run.locator("form.ruling", has=run.locator("[name=decision]"))
    panel.locator("[name=decision]").select_option("for_player")
    panel.locator("[name=clause]").fill("I-16")
    panel.locator("[name=reason]").fill("A card drawn on 17 is void; 18 wins.")
    panel.locator("[name=refund_minor]").fill("25")
    panel.get_by_role("button", name="Rule").click()
    expect(run.locator("dl.ruled")).to_contain_text("A card drawn on 17 is void; 18 wins.")
    assert [row.refund_minor for row in Ruling.objects.all()] == [25_00]
    verdict = run.locator(".verdict", has_text="I-16")
    verdict.get_by_text("Close the verdict", exact=True).click()
    verdict.get_by_role("radio", name="upheld").check()
    verdict.get_by_role("button", name="Close", exact=True).click()
    expect(run.locator(".verdict.past")).to_contain_text("upheld")


def a_fill_is_brought(day: Day) -> None:
    number = f"F-{day.year}-000001"
    ask_for(day, "Fill: chips to the table", {"25": 40}, number=number)
    press(day.cage, f"Sign: chips are prepared {number}")
    press(day.security, f"Sign: I carry them {number}")
    day.tablet.page.goto("/slips")
    press(day.tablet.page, f"Sign: chips are in the tray {number}")
    expect(day.boss.locator(".slip.done", has_text=number).locator(".signatures")).to_contain_text("received Dealer")


def ask_for(day: Day, what: str, pieces: dict[str, int], *, number: str) -> None:
    asking = day.boss.locator("#ask-fill")
    asking.get_by_text("Ask for a fill or a credit").click()
    asking.get_by_label(what).check()
    fill_in(asking, pieces)
    asking.get_by_role("button", name="Ask and sign").click()
    expect(day.boss.locator(".slip", has_text=number)).to_be_visible()


def the_limits_change_with_notice(day: Day) -> None:
    """Maryland asks for thirty minutes while somebody plays; the tablet announces it."""
    day.run.goto("/tables/BJ-12/sign")
    day.run.get_by_label("Highest stake").fill("1000")
    press(day.run, "Post")
    expect(day.run.locator("#refusal")).to_contain_text("30 minutes")
    day.run.get_by_role("radio", name="after its notice").check()
    press(day.run, "Post")
    expect(day.run.locator(".about")).to_contain_text("not yet in force")
    ahead = Sign.objects.order_by("version").last()
    assert ahead is not None
    assert ahead.max_minor == 1000_00
    assert 29 * 60 < (ahead.effective_from - ahead.posted_at).total_seconds() <= 31 * 60
    day.tablet.page.goto("/tablet")
    announce = day.tablet.page.locator("form.announce")
    expect(announce).to_contain_text("1\u202f000")
    day.tablet.touch(announce.get_by_role("button"))
    expect(announce.get_by_role("button")).to_have_count(0)
    assert SignAnnounced.objects.get().sign == ahead


def the_dealer_is_relieved(day: Day) -> None:
    """Relief takes over, and deals a round without a mistake."""
    day.run.goto("/tables/BJ-12")
    day.run.locator("#run > summary").click()
    day.run.locator("#run [name=dealer]").select_option(label="Relief")
    press(day.run, "Relieve")
    expect(day.run.locator("#table-head")).to_contain_text("Relief")
    relief = day.relief
    relief.page.goto("/tablet")
    relief.stake("1", 25_00)
    relief.press("Close stakes")
    relief.card("8S", to="Box 1")
    relief.card("7H", to="Dealer")
    relief.card("QC", to="Box 1")
    relief.card("back", to="Dealer, face down")
    relief.word("Stand")
    relief.card("TC", to="Dealer, the hole card")
    relief.says("Pay box 1")
    relief.press("Paid as shown")
    relief.says("Take the stakes")
    kinds = TableEvent.objects.filter(table=day.table).order_by("-pk").values_list("kind", "dealer__name")
    assert kinds[0] == ("dealer", "Relief")


def a_credit_is_taken(day: Day) -> None:
    number = f"C-{day.year}-000001"
    ask_for(day, "Credit: chips to the cage", {"100": 5}, number=number)
    day.relief.page.goto("/slips")
    press(day.relief.page, f"Sign: chips are given {number}")
    press(day.security, f"Sign: I carry them {number}")
    press(day.cage, f"Sign: chips are in the cage {number}")
    expect(day.boss.locator(".slip.done", has_text=number).locator(".signatures")).to_contain_text("taken Cage")


def the_table_closes(day: Day) -> None:
    """Closed on its page; the closer is counted, and signed by who dealt last; the shoe ends."""
    press(day.run, "Close the table")
    expect(day.run.locator("#table-felt")).to_contain_text("The table is closed")
    closer = day.boss.locator("#count-closer")
    fill_in(closer, {"25": 96, "100": 30})
    closer.get_by_role("button", name="Enter and sign").click()
    expect(day.boss.locator("#messages")).to_contain_text("Closer of BJ-12 is counted")
    expect(day.boss.locator("#chips-result")).to_contain_text("the drop is not counted by two people")
    day.relief.page.goto("/slips")
    press(day.relief.page, "Sign Closer BJ-12")
    expect(day.relief.page.locator("#chips-waiting")).to_contain_text("Nothing waits for you")
    last = day.table.rounds.latest("number")
    shoe_life.end(last.shoe_key, by=last.dealer, reason="the table closed for the day")


def the_drop_is_counted(day: Day) -> None:
    fill_in(day.cage, {"50": 60})
    press(day.cage, "Enter the first count")
    expect(day.cage.locator("#cage-drops")).to_contain_text("Counted once, by Cage")
    day.second_cage.reload()
    fill_in(day.second_cage.locator("#cage-drops form").first, {"50": 60})
    press(day.second_cage, "Enter the second count")
    expect(day.boss.locator(".headline")).to_contain_text("Win 1\u202f900.00")


def asked_for(reader: Page, kind: str) -> str:
    """A report asked for on the page and made by a worker: its address."""
    reader.goto("/reports")
    unfold(reader)
    reader.locator(f"#ask-{kind}").get_by_role("button", name="Make the report").click()
    expect(reader.locator("#report .files")).to_be_visible(timeout=A_WORKER_MS)
    return reader.url


def cells(reader: Page, row: str) -> list[str]:
    """What a line of the report's table says."""
    return [cell.inner_text().replace("\u202f", "") for cell in reader.locator(f"{row} > *").all()]


def the_days_report_is_the_sum_by_hand(day: Day, reader: Page) -> None:
    """The same on the page, in the CSV and in the PDF; and in Russian."""
    address = asked_for(reader, "tables")
    told = ["6000.00", "1000.00", "500.00", "5400.00", "3000.00", "1900.00"]
    assert cells(reader, "tbody tr:first-child")[4:11] == [*told, "63.3%"]
    assert [cells(reader, f"tfoot tr:nth-child({nth})")[9] for nth in (1, 2, 3)] == ["1900.00"] * 3
    assert reader.locator(".gaps").count() == 0
    assert complaints(reader) == []
    content = reader.context.request.get(f"{address}/csv").body().decode("utf-8-sig")
    first = next(csv.DictReader(io.StringIO(content)))
    assert [first[name] for name in ("Opener", "Fills", "Credits", "Closer", "Drop", "Win")] == told
    assert first["Hold, %"] == "63.33"
    with closing(pypdfium2.PdfDocument(reader.context.request.get(f"{address}/pdf?language=ru").body())) as pdf:
        text = " ".join(page.get_textpage().get_text_range() for page in pdf)
    assert "1 900,00" in text.replace("\u00a0", " ")
    assert "Выигрыш" in text


def the_dealer_record_tells_the_mistake(day: Day, reader: Page) -> None:
    asked_for(reader, "dealers")
    lines = [cells(reader, f"tbody tr:nth-child({nth})") for nth in (1, 2, 3)]
    assert [(line[0], line[3], line[5], line[6]) for line in lines] == [
        ("Dealer", "1", "1", "1"),
        ("Dealer", "1", "1", "1"),
        ("Relief", "0", "1", "1"),
    ]
    assert "I-16" in lines[1][1]
    assert complaints(reader) == []


def the_numbers_have_no_gap(day: Day, reader: Page) -> None:
    asked_for(reader, "slips")
    numbers = [cells(reader, f"tbody tr:nth-child({nth})")[0] for nth in (1, 2)]
    assert numbers == [f"F-{day.year}-000002 –", f"C-{day.year}-000002 –"]  # what comes next; nothing else is odd
    assert [cells(reader, f"tfoot tr:nth-child({nth})")[6] for nth in (1, 2)] == ["1000.00", "500.00"]
    reader.goto("/reports")
    unfold(reader)
    assert complaints(reader) == []
