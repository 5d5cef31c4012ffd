"""The dealer's tablet in a real browser: a round in few taps, refusals in place, what can be put right."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from casino.models import Staff
from tables.models import Call, Dispute, Entry, Round, Table
from tables.services import rounds, tables
from tables.services.drafts import Draft
from tests.browser.conftest import OpenPage
from tests.browser.tablet_page import TabletPage

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff) -> Table:
    return make_table("BJ-12", dealer)


@pytest.fixture
def tablet(open_page: OpenPage, table: Table, dealer: Staff) -> TabletPage:
    return TabletPage(open_page(dealer, "/tablet"))


def kinds(table: Table) -> list[str]:
    """What was entered at the table, in order."""
    return list(Entry.objects.filter(table=table, source="entered").order_by("pk").values_list("kind", flat=True))


def play_first_round(tablet: TabletPage) -> None:
    """Boxes 1 and 2 stand on 18 and 19, the dealer has 17."""
    tablet.stake("1", 25_00)
    tablet.stake("2", 25_00, 25_00)
    tablet.press("Close stakes")
    tablet.card("8S", to="Box 1")
    tablet.card("TD", to="Box 2")
    tablet.card("7H", to="Dealer")
    tablet.card("QC", to="Box 1")
    tablet.card("9S", to="Box 2")
    tablet.card("back", to="Dealer, face down")
    tablet.says("Box 1 acts")
    tablet.word("Stand")
    tablet.says("Box 2 acts")
    tablet.word("Stand")
    tablet.card("TC", to="Dealer, the hole card")
    tablet.press("Paid as shown")
    tablet.says("Take the stakes")


def test_a_plain_round_without_a_camera_takes_few_taps(tablet: TabletPage, table: Table) -> None:
    play_first_round(tablet)
    tablet.taps = 0
    tablet.press("Stakes as before")
    tablet.cards("8H TC 7D QD 9D back")
    tablet.word("Stand")
    tablet.says("Box 2 acts")
    tablet.word("Stand")
    tablet.card("TH", to="Dealer, the hole card")
    tablet.says("25")
    tablet.press("Paid as shown")
    tablet.says("Take the stakes")
    # One a card, one a decision, one for the stakes, one for the payments; nothing is tapped twice.
    assert tablet.taps == 6 + 2 + 1 + 1 + 1
    assert [one.close.how for one in Round.objects.order_by("number")] == ["settled", "settled"]


def test_a_stake_over_the_limit_is_refused_in_place_and_nothing_is_stored(tablet: TabletPage, table: Table) -> None:
    # I-17
    tablet.stake("6", 500_00, 100_00)
    tablet.press("Close stakes")
    expect(tablet.page.locator(".refused")).to_contain_text("Nothing was stored.")
    tablet.says("Take the stakes")
    expect(tablet.page.locator('button[data-box="6"] .amount')).to_have_text("600")
    assert not Entry.objects.filter(table=table).exists()


def test_refused_stakes_are_sent_again_only_after_they_were_changed(tablet: TabletPage, table: Table) -> None:
    # I-17
    tablet.stake("6", 500_00, 100_00)
    tablet.press("Close stakes")
    close = tablet.page.get_by_role("button", name="Close stakes", exact=True)
    expect(close).to_be_disabled()
    tablet.press("Clear box")
    tablet.touch(tablet.page.locator('[data-chip="50000"]'))
    expect(close).to_be_enabled()
    expect(tablet.page.locator(".refused")).to_have_count(0)
    tablet.press("Close stakes")
    tablet.says("Card to box 6")


def test_a_rank_alone_is_a_card_whose_suit_nobody_saw(tablet: TabletPage, table: Table) -> None:
    tablet.stake("3", 25_00)
    tablet.press("Close stakes")
    tablet.card("9?", to="Box 3")
    expect(tablet.total("3")).to_have_text("9")
    assert '"9?"' in Entry.objects.filter(table=table, kind="card").get().body


def test_a_card_that_lies_elsewhere_is_taken_and_warned_of(tablet: TabletPage, table: Table) -> None:
    tablet.stake("3", 25_00)
    tablet.press("Close stakes")
    tablet.touch(tablet.page.locator('.row [data-slot="5"]'))
    tablet.card("9S", to="Box 5")
    expect(tablet.page.locator(".warned")).to_be_visible()
    assert Entry.objects.get(table=table, kind="card").body.count('"5"') == 1


def test_the_last_entry_is_taken_back_with_a_reason(tablet: TabletPage, table: Table) -> None:
    tablet.stake("3", 25_00)
    tablet.press("Close stakes")
    tablet.card("9S", to="Box 3")
    tablet.press("Take back")
    tablet.press("It did not happen: take it back")
    expect(tablet.next_card()).to_have_text("Box 3")
    voided = Entry.objects.get(table=table, kind="voided")
    assert "mis-tapped" in voided.body


def test_a_card_is_corrected_by_a_new_fact(tablet: TabletPage, table: Table) -> None:
    tablet.stake("3", 25_00)
    tablet.press("Close stakes")
    tablet.card("9S", to="Box 3")
    expect(tablet.total("3")).to_have_text("9")
    tablet.press("Take back")
    tablet.touch(tablet.page.locator('#take-back [name=card][value="6S"]'))
    expect(tablet.total("3")).to_have_text("6")
    assert kinds(table)[-2:] == ["card", "corrected"]


def test_a_payment_made_otherwise_is_entered_to_the_minor_unit(tablet: TabletPage, table: Table) -> None:
    # R-BJF-25
    tablet.stake("1", 25_00)
    tablet.press("Close stakes")
    tablet.cards("AS 9H KS back")
    tablet.says("37.50")
    tablet.press("Paid otherwise")
    for figure in "25":
        tablet.press(figure)
    tablet.press("Enter")
    expect(tablet.page.locator("#otherwise")).to_be_hidden()
    assert "2500" in Entry.objects.filter(table=table, kind="paid").get().body


def test_an_amount_with_too_many_decimals_is_refused_with_a_sentence(tablet: TabletPage, table: Table) -> None:
    tablet.stake("1", 25_00)
    tablet.press("Close stakes")
    tablet.cards("AS 9H KS back")
    tablet.press("Paid otherwise")
    for figure in "1.125":
        tablet.press(figure)
    tablet.press("Enter")
    expect(tablet.page.locator(".refused")).to_contain_text("1.125")
    assert not Entry.objects.filter(table=table, kind="paid").exists()


def test_call_supervisor_is_one_tap(tablet: TabletPage, table: Table) -> None:
    tablet.press("Call supervisor")
    expect(tablet.page.locator(".called")).to_contain_text("Called")
    assert Call.objects.filter(table=table).count() == 1


def test_a_dispute_is_raised_on_the_last_round(tablet: TabletPage, table: Table) -> None:
    play_first_round(tablet)
    tablet.press("Dispute")
    tablet.touch(tablet.page.locator("#dispute label", has_text="Box 2"))
    tablet.touch(tablet.page.locator("#dispute label", has_text="What the guest asked for"))
    tablet.press("Call a supervisor about it")
    expect(tablet.page.locator("#dispute")).to_be_hidden()
    raised = Dispute.objects.get()
    assert (raised.slot, raised.round.number) == ("2", 1)


def test_a_dealer_sees_the_own_open_table_only(
    open_page: OpenPage, make_table: Callable[..., Table], dealer: Staff, person: Callable[..., Staff]
) -> None:
    make_table("BJ-12", dealer)
    make_table("BJ-13", person("dealer", "other"))
    page = open_page(dealer, "/tablet")
    expect(page.locator("#tablet header")).to_contain_text("BJ-12")
    answer = page.goto("/tablet/BJ-13/screen")
    assert answer is not None
    assert answer.status == 403
    page = open_page(person("dealer", "idle"), "/tablet")
    expect(page.get_by_role("heading", name="No table is open for you")).to_be_visible()


def test_insurance_is_offered_box_by_box_and_one_tap_ends_it(tablet: TabletPage, table: Table) -> None:
    # R-BJF-21, R-BJF-17
    tablet.stake("1", 25_00)
    tablet.stake("2", 25_00)
    tablet.press("Close stakes")
    tablet.cards("8S TD AH QC 9S back")
    tablet.says("Insurance?")
    tablet.press("Box 1: Insure 12.50")
    expect(tablet.page.locator(".row.offers li").first).to_contain_text("insured 12.50")
    tablet.press("Nobody else")
    tablet.says("Look under")
    tablet.press("No natural")
    tablet.says("Box 1 acts")
    insured = Entry.objects.get(table=table, body__contains='"insure"')
    assert "1250" in insured.body


def test_a_natural_under_the_ace_is_turned_on_the_pad(tablet: TabletPage, table: Table) -> None:
    # R-BJF-18
    tablet.stake("1", 25_00)
    tablet.press("Close stakes")
    tablet.cards("8S AH QC back")
    tablet.press("Nobody else")
    tablet.card("KD", to="Dealer, the hole card")
    tablet.says("Take box 1")
    tablet.press("Paid as shown")
    tablet.says("Take the stakes")


def test_a_card_not_asked_for_waits_for_the_guests_choice(tablet: TabletPage, table: Table) -> None:
    # I-6
    tablet.stake("1", 25_00)
    tablet.press("Close stakes")
    tablet.cards("8S 7H QC back")
    tablet.word("Stand")
    tablet.says("Turn it over")
    tablet.touch(tablet.page.locator('.row [data-slot="1"]'))
    tablet.card("5D", to="Box 1")
    tablet.says("No card to anyone")
    tablet.press("Refuses it")
    tablet.says("Turn it over")
    assert '"refuse"' in Entry.objects.get(table=table, kind="choice").body


def test_a_watch_only_table_tells_the_tablet_of_no_finding(tablet: TabletPage, table: Table, boss: Staff) -> None:
    tables.set_watch_only(table, True, by=boss)
    tablet.page.reload()
    tablet.stake("3", 25_00)
    tablet.press("Close stakes")
    tablet.touch(tablet.page.locator('.row [data-slot="5"]'))
    tablet.card("9S", to="Box 5")
    expect(tablet.page.locator('.row [data-slot="5"] .card')).to_have_count(1)
    expect(tablet.page.locator("header .state:visible")).to_have_text("Watch only")
    expect(tablet.page.locator(".warned")).to_have_count(0)


def test_a_round_that_cannot_be_followed_says_deal_on(tablet: TabletPage, table: Table, dealer: Staff) -> None:
    tablet.stake("1", 25_00)
    tablet.press("Close stakes")
    tablet.card("8S", to="Box 1")
    tablet.says("Dealer’s card")
    running = Round.objects.get()
    strays = [Draft("card", ("?", card, "up", "along")) for card in ("2C", "3C", "4C")]
    rounds.take(running, strays, by=dealer, key="strays")
    tablet.says("Deal on")
    tablet.stake("2", 25_00)
    tablet.press("Close stakes")
    tablet.card("9S", to="Box 2")
    assert [(one.number, getattr(one, "close", None) is not None) for one in Round.objects.order_by("number")] == [
        (1, True),
        (2, False),
    ]


def test_a_stake_found_after_the_first_card_is_taken_as_it_lies(tablet: TabletPage, table: Table) -> None:
    # I-17
    tablet.stake("1", 25_00)
    tablet.press("Close stakes")
    tablet.card("8S", to="Box 1")
    tablet.says("Dealer’s card")
    tablet.press("Other")
    tablet.touch(tablet.page.locator('#other [data-slot="4"]'))
    tablet.page.locator("#late-stake").fill("600")
    tablet.press("Enter the stake")
    expect(tablet.page.locator(".warned")).to_contain_text("I-17")
    assert "60000" in Entry.objects.filter(table=table, kind="stake").order_by("pk")[1].body
