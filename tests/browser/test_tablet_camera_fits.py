"""Everything that a camera brings to the tablet stays on its screen: full hands, splits, questions, at two sizes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from tables.models import Table
from tables.services import tables
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage
from tests.browser.test_access import complaints
from tests.browser.test_tablet_fits import STICKS_OUT
from tests.browser.watching import WatchingCamera
from tests.conftest import Site

pytestmark = pytest.mark.django_db(transaction=True)

Look = Callable[[str], None]


def lies(page: Page, box: int, count: int) -> None:
    """Waits until so many cards lie in the box."""
    expect(page.locator(f".row:visible > li:nth-child({box}) .touched")).to_have_count(count)


def play(tablet: TabletPage, camera: WatchingCamera, look: Look) -> None:
    """A full table with a five-card hand, a double, a split, unsure cards and one in no box; `look` at each step."""
    page = tablet.page
    for box in "123456":
        tablet.stake(box, 25_00)
    tablet.touch(page.locator("[data-sends-stakes] button"))
    expect(page.locator("[data-box]:visible")).to_have_count(0)
    camera.sees("1:8S 2:TD 3:9S 4:AS 5:8H 6:2H 0:7H 1:3C 2:9S 3:6D 4:7C")
    eight = camera.sees_card("5", "8C")
    hole = camera.sees("6:4S 0:??")[1]
    lies(page, 6, 2)
    look("dealt")
    camera.sees("1:2C 1:4S")
    camera.sees_card("1", "??", candidates=[["9S", 0.5], ["9C", 0.3], ["8S", 0.1], ["6S", 0.05]])
    lies(page, 1, 5)
    look("asked")
    camera.sees_card("2", "Q?", candidates=[["QS", 0.5], ["QC", 0.4]])
    camera.sees_card("3", "TD", lie="across")
    camera.sees("4:5H 4:KS ?:9D")
    camera.sees_parted("5", "5.1", [eight])
    camera.sees("5:3H 5.1:TD")
    lies(page, 5, 4)
    look("split")
    page.locator(".row.seen li").nth(3).locator(".touched").nth(1).tap()
    look("touched")
    page.locator("#card .close").tap()
    camera.sees("6:KD 6:8D")
    camera.sees_turned(hole, "TH")
    expect(page.locator(".low-bank .touched")).to_have_count(2)
    look("pays")
    page.locator(".ask [name=card]").first.tap()
    expect(page.locator(".ask [name=card]")).to_have_count(2)
    look("pays-all")


@pytest.mark.parametrize(
    ("language", "theme", "width", "height"), [("en", "dark", 1280, 800), ("ru", "light", 1024, 768)]
)
def test_what_a_camera_brings_stays_on_the_screen_and_is_accessible(
    site: Site,
    open_page: OpenPage,
    make_table: Callable[..., Table],
    dealer: Staff,
    boss: Staff,
    language: str,
    theme: str,
    width: int,
    height: int,
) -> None:
    table = make_table("BJ-12", dealer)

    def look(_step: str) -> None:
        assert page.evaluate(STICKS_OUT) == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
        assert complaints(page) == []

    with WatchingCamera(site, table, by=boss) as camera:
        page = open_page(dealer, "/tablet", language=language, theme=theme, width=width, height=height)
        play(TabletPage(page), camera, look)
        tables.set_watch_only(table, True, by=boss)
        camera.becomes("moved")
        expect(page.locator(".step .camera")).to_be_visible()
        look("moved")
