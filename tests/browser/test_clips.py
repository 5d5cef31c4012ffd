"""Stills and clips in a real browser: on the round page, at the dispute, and the page that says what evidence takes."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casino.models import Staff
from shoes import services as shoe_life
from shoes.services import clips as kept
from tables.models import Table
from tables.queries.clips import clips_of
from tables.services import disputes, rounds
from tests.browser.conftest import OpenPage
from tests.browser.seen import SeenTable
from tests.browser.test_disputes import is_sound
from tests.tables.clipping import BringingCamera

PLAYED = """video => new Promise((played) =>
  video.addEventListener("timeupdate", () => video.currentTime > 0.3 && played()))"""

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_clip_is_played_from_the_round_page_and_who_looked_is_told(
    open_page: OpenPage, make_table: Callable[..., Table], dealer: Staff, boss: Staff, auditor: Staff
) -> None:
    seen = SeenTable(make_table("BJ-12", dealer, boxes=5), dealer)
    seen.stakes(b1=25_00)
    seen.deal("2:KD")
    round = seen.rounds[-1]
    BringingCamera(seen.camera).brought()
    raised = disputes.raise_on(round, "2", words="That card is mine.", by=boss)
    rounds.close(round, by=boss, how="void", key="close")
    shoe_life.end(round.shoe_key, by=boss, reason="test")
    kept.measure(anew=True)

    page = open_page(auditor, f"/log/{round.pk}", theme="light")
    video = page.locator(".finding .clip video").first
    expect(video).to_be_visible()
    video.focus()
    page.keyboard.press("Space")
    video.evaluate(PLAYED)
    assert video.evaluate("video => [video.videoWidth, video.videoHeight, video.error]") == [480, 296, None]
    is_sound(page)
    page.reload()
    looks = page.locator(".finding .clip details li")
    page.locator(".finding .clip details summary").first.click()
    expect(looks.filter(has_text="clip, round page").first).to_be_visible()
    assert {look.by for look in clips_of(round, auditor)[0].looks} == {str(auditor)}

    case = open_page(boss, f"/disputes/{raised.pk}", language="ru")
    expect(case.locator("#case-clips video")).to_have_count(1)
    is_sound(case)

    room = open_page(auditor, "/evidence")
    expect(room.locator("#evidence-room")).to_contain_text("of 100 GB that evidence may take")
    expect(room.locator("#evidence-looks tbody tr").first).to_contain_text(str(boss))
    is_sound(room)
