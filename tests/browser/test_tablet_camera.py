"""The tablet of a table with a camera: cards come by themselves; a misread is put right in a tap or two."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, expect

from casino.models import Staff
from tables.models import Entry, Round, Table, Verdict
from tables.services import tables
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage
from tests.browser.watching import WatchingCamera
from tests.conftest import Site

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff) -> Table:
    return make_table("BJ-12", dealer)


@pytest.fixture
def camera(site: Site, table: Table, boss: Staff) -> Iterator[WatchingCamera]:
    with WatchingCamera(site, table, by=boss) as watching:
        yield watching


@pytest.fixture
def tablet(open_page: OpenPage, camera: WatchingCamera, dealer: Staff) -> TabletPage:
    tablet = TabletPage(open_page(dealer, "/tablet"))
    tablet.stake("1", 25_00)
    tablet.stake("2", 25_00)
    tablet.press("Close stakes")
    tablet.says("Card to box 1")
    return tablet


def cards(tablet: TabletPage, place: str) -> Locator:
    """The cards in a box, as the camera saw them."""
    return tablet.page.locator(f".row:visible > li:nth-child({place}) .touched")


def pad(tablet: TabletPage) -> Locator:
    return tablet.page.locator("#tablet .deck:visible")


def caused() -> list[Verdict]:
    """What stands against the dealing; that camera and tablet differ is a finding of its own."""
    return list(Verdict.objects.standing().exclude(rule="SOURCES"))


def lift(camera: WatchingCamera, reads: dict[str, list[str]]) -> None:
    for place, lifted in reads.items():
        camera.sees_lifted(place, lifted)


def deal(camera: WatchingCamera, *, hole: str = "??") -> dict[str, list[str]]:
    """8 and Q in box 1, 10 and 9 in box 2, the bank's 7 and a hole card; the reads by place."""
    first, second = camera.sees("1:8S 2:TD 0:7H"), camera.sees(f"1:QC 2:9S 0:{hole}")
    return {place: [first[nth], second[nth]] for nth, place in enumerate(("1", "2", "0"))}


def test_a_plain_round_takes_two_taps(tablet: TabletPage, camera: WatchingCamera, table: Table) -> None:
    reads = deal(camera)
    tablet.says("Box 1 acts")
    camera.sees_turned(reads["0"][1], "TH")
    tablet.press("Paid as shown")
    tablet.says("Take the stakes")
    lift(camera, reads)

    tablet.taps = 0
    tablet.press("Stakes as before")
    tablet.says("Card to box 1")
    first = camera.sees("1:5S 2:TC 0:7D")
    tablet.says("Card to box 1")
    second = camera.sees("1:4D 2:8D 0:??")
    tablet.says("Box 1 acts")
    drawn = camera.sees("1:9H")  # a hit; then the next box's card says that box 1 stood
    tablet.says("Box 1 acts")
    camera.sees("2:2H")
    tablet.says("Box 2 acts")
    camera.sees_turned(second[2], "TH")
    tablet.says("Pay box 1")
    assert drawn
    assert first
    tablet.press("Paid as shown")
    tablet.says("Take the stakes")

    assert tablet.taps == 2
    assert [one.close.how for one in Round.objects.order_by("number")] == ["settled", "settled"]
    entered = Entry.objects.filter(round__number=2, source="entered").values_list("kind", flat=True)
    assert set(entered) == {"stake", "said", "paid"}
    assert not Verdict.objects.exists()


def test_cards_come_by_themselves_each_with_who_told_of_it_and_no_pad(
    tablet: TabletPage, camera: WatchingCamera
) -> None:
    deal(camera)
    tablet.says("Box 1 acts")
    expect(cards(tablet, "1")).to_have_count(2)
    expect(cards(tablet, "2").first).to_have_accessible_name("10 of diamonds seen by the camera")
    expect(tablet.page.locator(".bank:visible .touched")).to_have_count(2)
    expect(pad(tablet)).to_have_count(0)
    expect(tablet.page.locator("header .camera-state")).to_have_text("Camera sees")
    for word in ("Stand", "Hit", "Double"):  # the cards tell
        expect(tablet.page.get_by_role("button", name=word, exact=True).locator("visible=true")).to_have_count(0)


def test_the_pad_is_one_tap_away_and_a_tap_and_a_read_are_one_card(
    tablet: TabletPage, camera: WatchingCamera, table: Table
) -> None:
    tablet.press("Enter by hand")
    tablet.card("8S", to="Box 1")
    tablet.says("Card to box 2")
    camera.sees("1:8S 2:TD")
    tablet.says("Dealer’s card")
    tablet.press("Let the camera follow")
    expect(cards(tablet, "1")).to_have_count(1)
    expect(cards(tablet, "1").first).to_have_accessible_name("8 of spades seen by the camera and entered here")
    expect(cards(tablet, "2").first).to_have_accessible_name("10 of diamonds seen by the camera")


def test_an_unsure_card_is_put_right_in_one_tap(tablet: TabletPage, camera: WatchingCamera, table: Table) -> None:
    camera.sees_card("1", "??", confidence=0.5, candidates=[["9S", 0.5], ["9C", 0.3], ["8S", 0.1]])
    ask = tablet.page.locator(".ask")
    expect(ask).to_contain_text("Box 1: which card is this?")
    expect(ask.locator("[name=card]")).to_have_count(3)
    expect(ask.locator("[name=card]").first).to_have_accessible_name("9 of spades")
    tablet.taps = 0
    tablet.touch(ask.locator('[value="9C"]'))
    expect(ask).to_have_count(0)
    assert tablet.taps == 1
    expect(cards(tablet, "1").first).to_have_accessible_name("9 of clubs seen by the camera and entered here")
    expect(tablet.page.locator(".row:visible > li:first-child .total strong")).to_have_text("9")


def test_a_suit_that_nobody_knows_is_asked_too_and_holds_nothing_up(tablet: TabletPage, camera: WatchingCamera) -> None:
    camera.sees("1:Q? 2:TD")
    tablet.says("Dealer’s card")
    ask = tablet.page.locator(".ask")
    expect(ask.locator("[name=card]")).to_have_count(4)
    tablet.touch(ask.locator('[value="QD"]'))
    expect(ask).to_have_count(0)


def test_a_wrong_read_is_put_right_in_two_taps_and_withdraws_what_it_caused(
    tablet: TabletPage, camera: WatchingCamera, table: Table
) -> None:
    # R-BJF-27: the hole card is a nine, read as a ten; with 17 the dealer would not have drawn
    reads = deal(camera)
    tablet.says("Box 1 acts")
    camera.sees_turned(reads["0"][1], "TH")
    camera.sees("0:5D")
    bank = tablet.page.locator(".low-bank .touched, .bank:visible .touched")
    expect(bank).to_have_count(3)
    (provisional,) = caused()
    assert provisional.is_provisional
    expect(tablet.page.locator(".warned")).to_have_count(0)  # one read that nothing has confirmed
    tablet.taps = 0
    tablet.touch(bank.nth(1))
    tablet.touch(pad(tablet).locator('[value="9H"]'))
    expect(tablet.page.locator(".step")).to_contain_text("Dealer has 21.")
    assert tablet.taps == 2
    assert caused() == []
    corrected = Entry.objects.get(kind="corrected")
    assert corrected.source == "entered"
    assert '"turned"' in corrected.body


def test_one_read_of_a_card_that_is_not_due_stops_nobody_and_is_taken_away_in_two_taps(
    tablet: TabletPage, camera: WatchingCamera, table: Table
) -> None:
    # I-6
    reads = deal(camera)
    tablet.says("Box 1 acts")
    camera.sees_turned(reads["0"][1], "9H")
    tablet.says("Dealer draws")
    camera.sees("1:KS")
    expect(cards(tablet, "1")).to_have_count(3)
    tablet.says("Dealer draws")
    (provisional,) = caused()
    assert provisional.is_provisional
    tablet.taps = 0
    tablet.touch(cards(tablet, "1").nth(2))
    tablet.press("No card lies there")
    expect(cards(tablet, "1")).to_have_count(2)
    assert tablet.taps == 2
    assert caused() == []


def test_a_card_that_is_not_due_is_told_of_once_the_next_fact_stands_on_it(
    tablet: TabletPage, camera: WatchingCamera
) -> None:
    # I-6
    reads = deal(camera)
    camera.sees_turned(reads["0"][1], "9H")
    camera.sees("1:KS")
    expect(cards(tablet, "1")).to_have_count(3)
    expect(tablet.page.locator(".warned")).to_have_count(0)
    camera.sees("0:2C")
    expect(tablet.page.locator(".warned")).to_contain_text("I-6")


def test_a_dealers_total_is_put_right_while_paying(tablet: TabletPage, camera: WatchingCamera) -> None:
    reads = deal(camera)
    camera.sees_turned(reads["0"][1], "KH")
    tablet.says("Pay box 1")
    tablet.touch(tablet.page.locator(".low-bank .touched").nth(1))
    tablet.touch(pad(tablet).locator('[value="9H"]'))
    tablet.says("Dealer draws")


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ("lost", "The camera gives no picture since"),
        ("frozen", "The camera’s picture stands still since"),
        ("dark", "The camera sees only dark since"),
        ("moved", "The camera was moved at"),
    ],
)
def test_a_camera_that_does_not_see_is_said_calmly_and_the_pad_is_there_at_once(
    tablet: TabletPage, camera: WatchingCamera, state: str, says: str
) -> None:
    camera.sees("1:8S")
    expect(cards(tablet, "1")).to_have_count(1)
    camera.becomes(state)
    expect(tablet.page.locator(".step .camera")).to_contain_text(says)
    expect(tablet.page.locator("header .camera-state")).to_have_text("No camera")
    tablet.card("TD", to="Box 2")
    tablet.says("Dealer’s card")
    camera.becomes("back")
    expect(pad(tablet)).to_have_count(0)
    expect(cards(tablet, "2").first).to_have_accessible_name("10 of diamonds entered here")


def test_a_camera_that_fell_silent_is_told_by_the_house(tablet: TabletPage, camera: WatchingCamera) -> None:
    camera.sees("1:8S")
    expect(cards(tablet, "1")).to_have_count(1)
    camera.fall_silent()
    camera.is_missed()
    expect(tablet.page.locator(".step .camera")).to_contain_text("Nothing was heard of the camera since")
    expect(pad(tablet)).to_have_count(1)


def test_a_lost_round_says_deal_on_and_the_next_first_card_opens_another(
    tablet: TabletPage, camera: WatchingCamera, table: Table
) -> None:
    camera.sees("1:8S ?:2C ?:3C ?:4C")
    tablet.says("Deal on")
    expect(tablet.page.locator(".step")).to_contain_text("Not following")
    expect(tablet.page.locator("header .state", has_text="Not following")).to_be_visible()


def test_a_card_that_lies_in_no_box_shows_its_back_until_it_is_placed(
    tablet: TabletPage, camera: WatchingCamera
) -> None:
    camera.sees("1:8S ?:2C")
    nowhere = tablet.page.locator(".in-no-box .touched")
    expect(nowhere).to_have_count(1)
    assert "2C" not in tablet.page.content().replace('value="2C"', "").replace("#2C", "")
    expect(nowhere).to_have_accessible_name("face down, not due")
    tablet.touch(nowhere)
    tablet.touch(tablet.page.locator('#card [name=place][value="2"]'))
    expect(cards(tablet, "2").first).to_have_accessible_name("2 of clubs seen by the camera and entered here")
    expect(nowhere).to_have_count(0)


def test_watch_only_says_that_the_camera_is_being_tried_and_tells_no_finding(
    tablet: TabletPage, camera: WatchingCamera, table: Table, boss: Staff
) -> None:
    tables.set_watch_only(table, True, by=boss)
    camera.sees("5:8S 5:9S")
    expect(cards(tablet, "5")).to_have_count(2)
    expect(tablet.page.locator(".step .camera")).to_have_text(
        "The camera is being tried: what it finds goes to the supervisor."
    )
    expect(tablet.page.locator(".warned")).to_have_count(0)


def test_stakes_that_were_forgotten_are_entered_after_the_first_card(
    open_page: OpenPage, camera: WatchingCamera, table: Table, dealer: Staff
) -> None:
    tablet = TabletPage(open_page(dealer, "/tablet"))
    tablet.stake("1", 25_00)
    tablet.stake("2", 25_00, 25_00)
    camera.sees("1:8S 2:TD")
    expect(cards(tablet, "2")).to_have_count(1)
    expect(tablet.page.locator("[data-drafted]")).to_have_text("1: 25 · 2: 50")
    tablet.press("Enter the stakes")
    expect(tablet.page.locator(".row:visible > li:nth-child(2) .stake")).to_have_text("50")
    stakes = Entry.objects.filter(kind="stake").order_by("pk").values_list("source", flat=True)
    assert list(stakes) == ["entered", "entered"]
    assert not Verdict.objects.exists()


def test_what_no_card_tells_is_still_tapped(tablet: TabletPage, camera: WatchingCamera) -> None:
    # R-BJF-21: insurance
    camera.sees("1:8S 2:TD 0:AH 1:QC 2:9S 0:??")
    tablet.says("Insurance?")
    tablet.press("Box 1: Insure 12.50")
    expect(tablet.page.locator(".row.offers li").first).to_contain_text("insured 12.50")
    tablet.press("Nobody else")
    tablet.says("Look under")
    tablet.press("No natural")
    tablet.says("Box 1 acts")
    tablet.press("Surrender")
    tablet.says("Box 2 acts")


def test_a_hole_card_that_the_camera_missed_turning_is_turned_by_touch(
    tablet: TabletPage, camera: WatchingCamera
) -> None:
    deal(camera)
    tablet.says("Box 1 acts")
    tablet.touch(tablet.page.locator(".bank:visible .touched").nth(1))
    tablet.touch(pad(tablet).locator('[value="TH"]'))
    tablet.says("Pay box 1")
    assert Entry.objects.filter(kind="turned", source="entered").count() == 1
