"""A spread of a new pack in a real browser: pictures are read, cards named, the pack looked through, the day shown."""

import os
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from shoes import services
from shoes.models import Spread
from shoes.scenes.play.looks import Look
from shoes.scenes.spread import spread
from shoes.services import cameras
from tests.browser.conftest import OpenPage
from tests.browser.test_access import complaints, unfold
from tests.shoes.test_spreads import CALIBRATION, LENS, SEED, faulty

pytestmark = pytest.mark.django_db(transaction=True)
LOOKS = [("en", "dark"), ("ru", "light")]


def looked_at(page: Page, name: str) -> None:
    """Nothing that axe finds, nothing wider than the screen; a picture where SCREENSHOTS names a folder."""
    unfold(page)
    if os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{os.environ['SCREENSHOTS']}/spread-{name}.png", full_page=True)
    assert complaints(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_spread_is_read_and_looked_through(
    open_page: OpenPage, boss: Staff, person: Callable[..., Staff], tmp_path: Path
) -> None:
    camera = cameras.add("BJ-12", by=boss)
    cameras.calibrate(camera, CALIBRATION.as_json(), by=boss)
    services.receive_pack("P-0001", "fr52", "blue", by=boss)
    (picture,) = spread([faulty()], Look(jumbo=True), LENS, seed=SEED)
    cv2.imwrite(str(tmp_path / "spread.jpg"), picture)

    page = open_page(boss, "/spreads?packs=P-0001")
    looked_at(page, "empty")
    page.get_by_label("Pictures of this camera").set_input_files(tmp_path / "spread.jpg")
    page.locator("#spread-read").get_by_role("button", name="Read").click()
    expect(page.get_by_role("heading", name="P-0001")).to_be_visible()
    expect(page.get_by_role("checkbox", name="4 of hearts is really missing")).to_be_visible()
    for language, theme in LOOKS:
        looked_at(open_page(boss, f"/spreads/{Spread.objects.get().pk}", language=language, theme=theme), language)
    expect(page.locator(".misprints")).to_have_text("lies where another card belongs:")
    page.get_by_role("checkbox", name="4 of hearts is misprinted and shows 9 of spades").check()
    page.get_by_role("button", name="Write down").click()
    expect(page.get_by_text("not whole: held")).to_be_visible()

    looked_at(page, "looked-through")

    language, theme = LOOKS[1]
    looked_at(open_page(boss, "/spreads", language=language, theme=theme), "list")
    admin = person("administrator")
    of_camera = open_page(admin, "/cameras/BJ-12", language=language, theme=theme, width=1440, height=900)
    expect(of_camera.locator("#camera-spreads meter")).to_have_count(1)
    looked_at(of_camera, "camera")
    looked_at(open_page(admin, "/cameras"), "cameras")
