"""A disputed hand in a real browser: from the tablet's round over ruling and appeal to the papers."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from shoes import services as shoe_life
from tables.models import Dispute, Round, Ruling, Table
from tables.services import disputes, rounds
from tables.services.drafts import Draft
from tests.browser.conftest import OpenPage
from tests.browser.seen import SeenTable
from tests.browser.test_access import complaints, unfold

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def played(make_table: Callable[..., Table], dealer: Staff) -> Round:
    """The dealer drew on 17, and box 1 was not paid; a camera saw the cards."""
    seen = SeenTable(make_table("BJ-12", dealer, boxes=5), dealer)
    seen.stakes(b1=25_00)
    seen.deal("1:8S 0:KH 1:QC 0:7D 0:9C")
    rounds.take(seen.rounds[-1], [Draft("paid", ("1", "main", 0))], by=dealer, key="paid")
    return seen.rounds[-1]


def is_sound(page: Page) -> None:
    """No complaint of axe, folded or not, and nothing that hangs over the edge."""
    unfold(page)
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def rule(page: Page, decision: str, reason: str, sum_: str) -> None:
    form = page.locator("#case-decide form.ruling")
    form.get_by_label("Ruling").select_option(decision)
    form.get_by_label("Reason").fill(reason)
    form.get_by_label("Moves to the box").fill(sum_)
    form.get_by_role("button", name="Rule").click()


def test_a_disputed_hand_goes_its_whole_way(
    open_page: OpenPage, played: Round, dealer: Staff, boss: Staff, auditor: Staff, person: Callable[..., Staff]
) -> None:
    raised = disputes.raise_on(played, "1", words="He had 17 and drew a nine.", by=dealer)

    # The boss comes to the case from the table, replays the hand on its page, and rules.
    page = open_page(boss, "/tables/BJ-12")
    page.get_by_role("link", name=f"Dispute {raised.pk}").click()
    expect(page.locator("#case-proposal")).to_contain_text("The dealer drew on 17")
    pictures = page.locator("#case-proposal .crop img")
    expect(pictures).to_have_count(5)
    expect(pictures.first).not_to_have_js_property("naturalWidth", 0)
    page.get_by_role("link", name="Back").click()
    expect(page).to_have_url(re.compile(rf"/disputes/{raised.pk}\?step=\d+$"))
    is_sound(page)
    page.get_by_role("button", name="I look into it").click()
    expect(page.locator("#case-head .state")).to_have_text("under review")
    assert page.locator("#case-decide input[name=refund_minor]").input_value() == "25.00"
    rule(page, "for_house", "Paid as it lay.", "0")
    expect(page.locator("#case-decide")).to_contain_text("Paid as it lay.")

    # The guest does not accept it; the boss may not decide again, another one does.
    page.locator("#case-appeal > summary").click()
    page.locator("#case-appeal").get_by_label("Why the ruling is not accepted").fill("Look at the picture.")
    page.get_by_role("button", name="Record it").click()
    expect(page.locator("#case-decide")).to_contain_text("You made the first ruling")
    second = open_page(person("supervisor", "second"), f"/disputes/{raised.pk}")
    rule(second, "for_player", "17 stands, and 18 beats it.", "25")
    expect(second.locator("#case-head .state")).to_have_text("closed")
    expect(second.locator("#case-decide")).to_contain_text("25.00 was moved from the table’s tray to the box")
    assert [one.refund_minor for one in Ruling.objects.order_by("stage")] == [0, 25_00]
    expect(second.locator("#case-papers")).to_contain_text("made when the shoe has ended")

    # Later a letter comes about the same round; the list tells both, in Russian and by day too.
    shoe_life.end(played.shoe_key, by=boss, reason="test")
    log = open_page(boss, f"/log/{played.pk}")
    log.locator("#dispute-new > summary").click()
    form = log.locator("#dispute-new form")
    form.get_by_label("What is said").fill("I was told nothing.")
    form.get_by_role("button", name="Open it").click()
    expect(log.locator(".said")).to_contain_text("The dispute is open.")
    letter = Dispute.objects.latest("pk")
    for path in ("/disputes", f"/disputes/{letter.pk}", f"/disputes/{raised.pk}"):
        is_sound(open_page(boss, path, language="ru", theme="light", width=1280, height=720))
    listed = open_page(auditor, "/disputes?state=open")
    expect(listed.locator("tbody tr")).to_have_count(1)
    listed.get_by_role("link", name=f"Dispute {letter.pk}").click()
    expect(listed.locator("#case-head")).to_contain_text("To be answered by")
    expect(listed.locator("#case-decide")).to_contain_text("Waits for a supervisor")

    # The papers are there for the auditor.
    for paper in ("file", "sheet"):
        answer = listed.request.get(f"/disputes/{raised.pk}/{paper}.pdf?language=ru")
        assert answer.ok
        assert answer.body()[:5] == b"%PDF-"
