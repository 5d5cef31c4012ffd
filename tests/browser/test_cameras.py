"""Cameras in a real browser: calibrated by mouse, touch and keys, their health where people look, their pictures."""

import json
import os
from collections.abc import Callable
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from casino.models import Staff
from shoes import camera_views, evidence, queries
from shoes import services as shoe_life
from shoes.models import Camera, CameraCalibration
from shoes.queries import cameras as health
from shoes.services import cameras
from tables.models import Table
from tables.services import cameras as at_tables
from tables.services import rounds
from tests.browser.conftest import OpenPage
from tests.browser.seen import SeenTable, calibration, felt, jpeg, say_alive
from tests.browser.test_access import complaints, unfold

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is slow: nobody falls silent, and no picture gets old, unless that is what the test is about."""
    for where in (queries, health):
        monkeypatch.setattr(where, "SILENT_AFTER", timedelta(minutes=2))
    monkeypatch.setattr(camera_views, "FRESH_S", 300.0)


@pytest.fixture
def admin(person: Callable[..., Staff]) -> Staff:
    return person("administrator")


@pytest.fixture
def camera(admin: Staff) -> Camera:
    """A camera that lives and has sent a picture, not calibrated yet."""
    made = cameras.add("BJ-12", by=admin)
    cameras.keep_still(made, jpeg(felt()))
    say_alive(made)
    return made


@pytest.fixture
def page(open_page: OpenPage, admin: Staff, camera: Camera) -> Page:
    page = open_page(admin, "/cameras/BJ-12", width=1440, height=900)
    expect(page.locator("#stage.pictured")).to_be_visible()
    return page


@pytest.fixture
def seen(make_table: Callable[..., Table], dealer: Staff) -> SeenTable:
    """Boxes 1 and 3 have two cards each, read by a camera, against a nine; box 1 stands."""
    watched = SeenTable(make_table("BJ-12", dealer), dealer)
    watched.stakes(b1=25_00, b3=50_00)
    watched.deal("1:8S 3:TD 0:9H 1:QC 3:9S 0:??")
    watched.word("1", "stand")
    return watched


def drawn(page: Page) -> dict[str, object]:
    """What would be sent."""
    body: dict[str, object] = json.loads(page.locator("#body").input_value())
    return body


def drag(page: Page, key: str, by: tuple[float, float]) -> None:
    box = page.locator(f"[data-key={key}]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by[0] / 2, y + by[1] / 2)
    page.mouse.move(x + by[0], y + by[1])
    page.mouse.up()


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def test_a_camera_is_calibrated_on_its_picture_and_saved_as_a_version(page: Page, camera: Camera, admin: Staff) -> None:
    expect(page.locator("#camera-health")).to_contain_text("Camera not calibrated")
    page.get_by_label("Boxes").select_option("5")
    drag(page, "mark-0", (60, 0))
    press(page, "Save")
    expect(page.locator("#messages")).to_contain_text("Version 1 holds from now.")
    expect(page.locator("#camera-versions tbody tr")).to_have_count(1)
    expect(page.locator("#camera-versions")).to_contain_text(admin.name)
    kept = CameraCalibration.objects.get()
    assert (kept.version, kept.by, kept.body["picture"]) == (1, admin, [1920, 1080])
    assert [area["place"] for area in kept.body["areas"]] == ["0", "discard", "mouth", "1", "2", "3", "4", "5"]
    expect(page.locator("#camera-health")).to_contain_text("Camera sees")


def test_marks_follow_mouse_touch_and_keys(page: Page) -> None:
    before = drawn(page)["marks"]
    assert isinstance(before, list)
    width = page.locator("#stage").evaluate("(stage) => stage.clientWidth")
    drag(page, "mark-1", (-30, 12))
    mouse = drawn(page)["marks"][1]  # type: ignore[index]
    assert mouse == pytest.approx([before[1][0] - 30 * 1920 / width, before[1][1] + 12 * 1920 / width], abs=3)
    page.locator("[data-key=mark-2]").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowUp")
    assert drawn(page)["marks"][2] == [before[2][0] - 1, before[2][1] - 10]  # type: ignore[index]
    expect(page.locator("[data-key=mark-2]")).to_be_focused()
    touch = "(type, x, y) => document.querySelector('[data-key=mark-3]').dispatchEvent(new PointerEvent(type, \
{ bubbles: true, pointerId: 5, pointerType: 'touch', clientX: x, clientY: y }))"
    page.evaluate("document.querySelector('[data-key=mark-3]').setPointerCapture = () => {}")
    for kind, x, y in (("pointerdown", 300, 500), ("pointermove", 320, 490), ("pointerup", 320, 490)):
        page.evaluate(f"([type, x, y]) => ({touch})(type, x, y)", [kind, x, y])
    moved = drawn(page)["marks"][3]  # type: ignore[index]
    assert moved == pytest.approx([before[3][0] + 20 * 1920 / width, before[3][1] - 10 * 1920 / width], abs=1)


def test_an_area_is_moved_on_the_table_and_its_corners_too(page: Page) -> None:
    def area(place: str) -> list[list[float]]:
        return next(one["polygon"] for one in drawn(page)["areas"] if one["place"] == place)  # type: ignore[attr-defined]

    before = area("3")
    page.locator("[data-key=area-3]").focus()
    page.keyboard.press("Shift+ArrowRight")  # 50 mm
    assert area("3") == [[x + 50, y] for x, y in before]
    page.keyboard.press("Tab")
    expect(page.locator("[data-key=corner-3-0]")).to_be_focused()
    page.keyboard.press("ArrowDown")
    assert area("3")[0] == [before[0][0] + 50, before[0][1] + 5]
    assert area("3")[1:] == [[x + 50, y] for x, y in before[1:]]
    drag(page, "area-2", (0, 40))
    assert area("2")[0][1] > 0


def test_the_layout_stretches_with_the_table(page: Page) -> None:
    page.get_by_label("Boxes").select_option("5")
    page.get_by_label("Width between the marks, mm").fill("2620")
    page.keyboard.press("Tab")
    body = drawn(page)
    assert body["plane_mm"] == [2620, 880]
    dealer = next(area for area in body["areas"] if area["kind"] == "dealer")  # type: ignore[attr-defined]
    assert max(x for x, _y in dealer["polygon"]) == pytest.approx(2 * (1310 - 250), abs=1)


def test_marks_in_a_line_are_refused_at_the_form_and_the_work_stays(page: Page) -> None:
    page.locator("[data-key=mark-1]").focus()
    marks = drawn(page)["marks"]
    assert isinstance(marks, list)
    for _ in range(int((marks[2][1] - marks[1][1]) // 10)):
        page.keyboard.press("Shift+ArrowDown")
    work = drawn(page)
    press(page, "Save")
    wrong = page.locator("#drawn").get_by_role("alert")
    expect(wrong).to_contain_text("Three marks lie in a line")
    expect(wrong).to_contain_text("Nothing was changed")
    assert drawn(page) == work
    assert not CameraCalibration.objects.exists()


def test_an_area_outside_the_picture_is_refused_in_russian(open_page: OpenPage, admin: Staff, camera: Camera) -> None:
    page = open_page(admin, "/cameras/BJ-12", language="ru", width=1440, height=900)
    expect(page.locator("#stage.pictured")).to_be_visible()
    page.locator("[data-key=area-7]").focus()
    for _ in range(12):
        page.keyboard.press("Shift+ArrowLeft")
    expect(page.locator("#drawing .out")).to_have_count(1)
    page.locator("#drawn .primary").click()
    expect(page.locator("#drawn").get_by_role("alert")).to_contain_text("выходит за край кадра")


def test_a_check_reads_the_still_and_saves_nothing(page: Page) -> None:
    press(page, "Check")
    expect(page.locator("#check")).to_contain_text("0 cards would be read")
    expect(page.locator("#check-reads rect")).to_have_count(0)
    assert not CameraCalibration.objects.exists()


def test_a_file_is_pasted_and_drawn(page: Page) -> None:
    page.locator("#as-file").evaluate("(details) => { details.open = true; }")
    page.locator("#body").fill(json.dumps(calibration(3).as_json()))
    page.locator("#body").blur()
    expect(page.locator("#drawing .box")).to_have_count(3)
    press(page, "Save")
    expect(page.locator("#messages")).to_contain_text("Version 1")
    page.locator("#body").fill("no json")
    press(page, "Save")
    expect(page.locator("#drawn").get_by_role("alert")).to_contain_text("no JSON")


def test_an_old_version_is_drawn_again(page: Page, camera: Camera, admin: Staff) -> None:
    cameras.calibrate(camera, calibration(3).as_json(), by=admin)
    cameras.calibrate(camera, calibration(5).as_json(), by=admin)
    page.reload()
    expect(page.locator("#drawing .box")).to_have_count(5)
    page.get_by_role("link", name="Draw 1").click()
    expect(page.locator("#drawing .box")).to_have_count(3)
    press(page, "Save")
    expect(page.locator("#camera-versions .holds")).to_contain_text("3")


def test_a_picture_of_another_size_moves_the_marks_with_it(page: Page, camera: Camera) -> None:
    before = drawn(page)["marks"]
    cameras.keep_still(camera, jpeg(felt()[::2, ::2]))
    expect(page.locator("#taken")).to_contain_text("another size")
    assert drawn(page)["picture"] == [960, 540]
    assert drawn(page)["marks"] == [[pytest.approx(v / 2, abs=0.1) for v in mark] for mark in before]  # type: ignore[attr-defined]


def test_an_old_picture_is_not_shown(open_page: OpenPage, admin: Staff, camera: Camera) -> None:
    path = evidence.still_of("BJ-12")
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 600))
    page = open_page(admin, "/cameras/BJ-12", width=1440, height=900)
    expect(page.locator("#taken")).to_contain_text("No picture of now")
    press(page, "Check")
    expect(page.locator("#drawn").get_by_role("alert")).to_contain_text("There is no picture of now")
    assert page.locator("#stage.pictured").count() == 0


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("ru", "light")])
def test_the_camera_pages_are_accessible(
    open_page: OpenPage, admin: Staff, camera: Camera, language: str, theme: str
) -> None:
    for path in ("/cameras", "/cameras/BJ-12"):
        page = open_page(admin, path, language=language, theme=theme)
        if path.endswith("12"):
            page.locator("[data-key=area-3]").click()
        unfold(page)
        assert complaints(page) == []


def test_every_handle_is_large_enough_for_a_finger(page: Page) -> None:
    page.locator("[data-key=area-3]").click()
    sizes = page.locator(".handle").evaluate_all("(all) => all.map((one) => [one.offsetWidth, one.offsetHeight])")
    assert len(sizes) == 4 + 10 + 4
    assert min(min(size) for size in sizes) >= 24


def test_the_list_says_how_each_camera_does(open_page: OpenPage, admin: Staff, camera: Camera) -> None:
    lost = cameras.add("BJ-13", by=admin)
    say_alive(lost, "lost")
    page = open_page(admin, "/")
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody tr", has_text="BJ-13")).to_contain_text("look at its cable and power")
    expect(page.locator("tbody tr", has_text="BJ-12")).to_contain_text("4123")
    cameras.calibrate(camera, calibration(5).as_json(), by=admin)
    say_alive(camera, "dark")
    expect(page.locator("tbody tr", has_text="BJ-12")).to_contain_text("Camera dark")


def test_a_lost_camera_comes_to_the_pit_by_itself_and_goes(seen: SeenTable, boss: Staff, open_page: OpenPage) -> None:
    page = open_page(boss, "/pit")
    tile = page.locator("#tile-BJ-12")
    expect(tile.locator(".eye.calm")).to_have_count(1)
    expect(tile.locator(".state")).to_have_text("Calm")
    seen.alive("lost")
    alert = page.locator(".alert", has_text="Camera: no picture")
    expect(alert).to_contain_text("Cards are tapped meanwhile")
    expect(tile.locator(".state")).to_have_text("Look")
    expect(tile.locator(".eye")).to_contain_text("Camera: no picture")
    seen.alive()
    expect(alert).to_have_count(0)


def test_a_camera_whose_process_died_is_said_when_the_server_misses_it(
    seen: SeenTable, boss: Staff, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_page(boss, "/pit")
    expect(page.locator("#tile-BJ-12 .eye.calm")).to_have_count(1)
    monkeypatch.setattr(queries, "SILENT_AFTER", timedelta(0))  # time passes
    monkeypatch.setattr(health, "SILENT_AFTER", timedelta(0))
    assert cameras.tell_silent() == ["BJ-12"]
    expect(page.locator("#tile-BJ-12 .eye")).to_contain_text("Camera silent")
    expect(page.locator(".alert")).to_contain_text("Its watching process or the network is down.")


@pytest.mark.parametrize(
    ("state", "behind_ms", "words"),
    [
        ("frozen", 0, "Camera frozen"),
        ("dark", 0, "Camera dark"),
        ("moved", 0, "Camera moved"),
        ("watching", 4100, "Camera 4 s behind"),
    ],
)
def test_the_table_page_says_how_its_camera_does(
    seen: SeenTable, boss: Staff, open_page: OpenPage, state: str, behind_ms: int, words: str
) -> None:
    page = open_page(boss, "/tables/BJ-12")
    expect(page.locator("#table-head .eye")).to_contain_text("Camera sees")
    seen.alive(state, behind_ms=behind_ms)
    expect(page.locator("#table-head .eye")).to_contain_text(words)


def test_watch_only_is_lifted_with_a_reason(seen: SeenTable, boss: Staff, open_page: OpenPage) -> None:
    at_tables.start_watch_only(seen.table, by=None, reason="a calibration is new")
    page = open_page(boss, "/tables/BJ-12")
    expect(page.locator("#table-head .state")).to_have_text("Watch only")
    page.locator(".watching").get_by_label("Why the tablet is told again").fill("It read a whole shoe right.")
    press(page, "Lift watch only")
    expect(page.locator(".watching")).to_have_count(0)
    expect(page.locator("#messages")).to_contain_text("Findings go to the tablet too.")
    seen.table.refresh_from_db()
    assert seen.table.is_watch_only is False


def test_a_finding_of_one_read_is_provisional_and_shows_its_pictures(
    seen: SeenTable, boss: Staff, open_page: OpenPage
) -> None:
    page = open_page(boss, "/tables/BJ-12", width=1920, height=1080)
    seen.see("1", "5D")
    panel = page.locator(".verdict.provisional")
    expect(panel).to_contain_text("one read, not yet confirmed")
    pictures = panel.locator(".crop img")
    expect(pictures).to_have_count(3)
    expect(pictures.nth(2)).to_have_attribute("alt", "Picture: 5 of diamonds, box 1")
    expect(pictures.nth(2)).to_have_js_property("naturalWidth", 114)
    seen.see("3", "2C")  # the next fact agrees
    expect(page.locator(".verdict.provisional")).to_have_count(0)
    expect(page.locator(".verdict .crop img")).to_have_count(3)


def test_an_unsure_card_shows_what_it_may_be(seen: SeenTable, boss: Staff, open_page: OpenPage) -> None:
    seen.see("3", "9?", confidence=0.55, candidates=[["9S", 0.55], ["9C", 0.42]])
    page = open_page(boss, "/tables/BJ-12")
    page.locator("#table-crops > summary").click()
    expect(page.locator("#table-crops summary")).to_contain_text("7 cards, 1 unsure")
    expect(page.locator(".crop.unsure-read")).to_contain_text("may be 9♠ 55 %, 9♣ 42 %")
    down = page.locator(".crop", has_text="face down")
    expect(down).to_have_count(1)
    assert down.locator(".mini").count() == 0


def test_pictures_leave_with_the_round_and_come_back_with_the_shoes_end(
    seen: SeenTable, boss: Staff, auditor: Staff, open_page: OpenPage
) -> None:
    played = seen.rounds[-1]
    rounds.close(played, by=boss, how="void", key="close")
    page = open_page(boss, "/tables/BJ-12")
    expect(page.locator("#table-felt")).to_contain_text("Round 1 is over")
    assert page.locator("img").count() == 0
    log = open_page(auditor, f"/log/{played.pk}", width=1920, height=1080)
    assert log.locator("img").count() == 0
    shoe_life.end(played.shoe_key, by=boss, reason="test")
    log.reload()
    log.locator("#all-truths > summary").click()
    row = log.locator("#all-truths tr", has_text="Box 1, card 2")
    expect(row.locator("img")).to_have_attribute("alt", "Picture: queen of clubs, box 1")
    expect(row).to_contain_text("97 % BJ-12")
    sha256 = row.locator(".mono").get_attribute("title")
    assert row.locator("img").get_attribute("src") == f"/evidence/{(sha256 or '').removeprefix('SHA-256 ')}.jpg"


@pytest.mark.parametrize(("language", "theme"), [("en", "dark"), ("ru", "light")])
def test_a_seen_table_is_accessible(
    seen: SeenTable, boss: Staff, open_page: OpenPage, language: str, theme: str
) -> None:
    seen.see("1", "5D")
    at_tables.start_watch_only(seen.table, by=None, reason="a calibration is new")
    seen.alive("lost")
    for path in ("/pit", "/tables/BJ-12"):
        page = open_page(boss, path, language=language, theme=theme)
        unfold(page)
        assert complaints(page) == []
