"""The table page in a real browser: the felt, the verdict panel, disputes, rulings, and running the table."""

from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from casino.models import Staff
from tables.models import Dispute, Entry, Ruling, Table, Verdict, VerdictClosing
from tables.services import disputes, rounds, verdicts
from tables.services.drafts import Draft
from tests.browser.conftest import OpenPage
from tests.browser.floor import a_card_after_stand, a_dealt_round

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(make_table: Callable[..., Table], dealer: Staff) -> Table:
    return make_table("BJ-12", dealer)


@pytest.fixture
def page(open_page: OpenPage, boss: Staff, table: Table) -> Page:
    return open_page(boss, "/tables/BJ-12", width=1920, height=1080)


def labels(page: Page, where: str) -> list[str]:
    return [card.get_attribute("aria-label") or "" for card in page.locator(f"{where} .hand > *").all()]


def test_the_felt_shows_cards_as_they_lie(page: Page, table: Table, dealer: Staff) -> None:
    a_dealt_round(table, dealer)
    expect(page.locator(".b3 .hand > *")).to_have_count(2)
    assert labels(page, ".b1") == ["8 of spades", "queen of clubs"]
    assert labels(page, ".dealer") == ["9 of hearts", "face down"]
    expect(page.locator(".b1 .total")).to_contain_text("18")
    expect(page.locator(".b2")).to_contain_text("no stake")


def test_the_steps_show_what_is_done_due_and_to_come(page: Page, table: Table, dealer: Staff) -> None:
    a_card_after_stand(table, dealer)
    steps = page.locator("#table-steps")
    expect(steps.locator(".odd")).to_contain_text("5♦")
    expect(steps.locator("[aria-current=step]")).to_contain_text("No card to anyone")
    assert [step.inner_text() for step in steps.locator(".done strong").all()] == ["Stakes", "Deal", "Box 1 stands"]
    assert [step.inner_text() for step in steps.locator(".to strong").all()] == ["Box 3 acts", "Dealer", "Pay and take"]


def test_a_verdict_says_due_done_and_the_rule(page: Page, table: Table, dealer: Staff) -> None:
    a_card_after_stand(table, dealer)
    panel = page.locator(".verdict.stop")
    expect(panel).to_contain_text("Box 1 was given a card after it stood")
    expect(panel.locator(".rule")).to_have_text("I-6")
    expect(panel.locator(".duedone")).to_contain_text("Box 3 acts")
    panel.get_by_text("Text of the rule").click()
    expect(panel.locator("details[open]")).to_contain_text("Pack originals, S000:L142.")


def test_the_players_choice_is_entered_as_ruled(page: Page, table: Table, dealer: Staff) -> None:
    a_card_after_stand(table, dealer)
    page.get_by_role("button", name="Refuses it").click()
    expect(page.locator("#messages")).to_contain_text("The choice is entered")
    assert Entry.objects.get(kind="choice").source == "ruled"
    expect(page.locator("#table-title")).to_contain_text("Box 3 acts")


def test_a_verdict_is_closed_with_an_outcome_and_a_reason(page: Page, table: Table, dealer: Staff) -> None:
    a_card_after_stand(table, dealer)
    panel = page.locator(".verdict.stop")
    panel.get_by_text("Close the verdict", exact=True).click()
    panel.get_by_role("radio", name="entered wrong").check()
    panel.get_by_label("Reason").fill("The tap was meant for box 3.")
    panel.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator(".verdict.past")).to_contain_text("entered wrong")
    assert VerdictClosing.objects.get().reason == "The tap was meant for box 3."


def test_the_second_of_two_supervisors_is_told_kindly(
    page: Page, table: Table, dealer: Staff, person: Callable[..., Staff], open_page: OpenPage
) -> None:
    a_card_after_stand(table, dealer)
    panel = page.locator(".verdict.stop")
    panel.get_by_text("Close the verdict", exact=True).click()
    panel.get_by_role("radio", name="upheld").check()
    verdicts.close(Verdict.objects.open().get(), "misread", reason="Glare", by=person("supervisor", "quicker"))
    expect(page.locator(".verdict.stop")).to_have_count(1)  # somebody is choosing here: the panel stays
    panel.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("Nothing was changed")
    expect(page.locator(".verdict.past")).to_contain_text("misread")


def test_what_is_being_typed_survives_what_happens_meanwhile(page: Page, table: Table, dealer: Staff) -> None:
    played = a_dealt_round(table, dealer)
    page.get_by_text("Open a dispute", exact=True).click()
    page.get_by_label("What is said").fill("He dealt over")
    disputes.raise_on(played, "3", words="Mine too", by=dealer)
    expect(page.locator("#table-disputes")).to_contain_text("Mine too")
    expect(page.get_by_label("What is said")).to_have_value("He dealt over")


def test_a_dispute_is_opened_and_ruled_on(
    page: Page, table: Table, dealer: Staff, person: Callable[..., Staff], open_page: OpenPage
) -> None:
    a_dealt_round(table, dealer)
    page.get_by_text("Open a dispute", exact=True).click()
    page.get_by_label("About").select_option("3")
    page.get_by_label("What is said").fill("I waved it off. He dealt over my hand.")
    page.get_by_role("button", name="Open it").click()
    panel = page.locator(".dispute")
    expect(panel).to_contain_text("I waved it off. He dealt over my hand.")
    panel.get_by_label("Ruling").select_option("for_player")
    panel.get_by_label("Clause").fill("I-6")
    panel.get_by_label("Reason").fill("The clip shows the wave.")
    panel.get_by_label("Moves to the box").fill("37,50")
    panel.get_by_role("button", name="Rule").click()
    expect(page.locator(".dispute .ruled")).to_contain_text("37.50")
    ruling = Ruling.objects.get()
    assert (ruling.decision, ruling.clause, ruling.refund_minor) == ("for_player", "I-6", 37_50)
    assert Dispute.objects.get().slot == "3"


def test_a_sum_with_too_many_decimals_is_refused_with_a_sentence(page: Page, table: Table, dealer: Staff) -> None:
    disputes.raise_on(a_dealt_round(table, dealer), "1", words="Mine", by=dealer)
    panel = page.locator(".dispute")
    panel.get_by_label("Ruling").select_option("for_player")
    panel.get_by_label("Clause").fill("I-6")
    panel.get_by_label("Reason").fill("The clip shows it.")
    panel.get_by_label("Moves to the box").fill("37.505")
    panel.get_by_role("button", name="Rule").click()
    expect(panel.get_by_role("alert")).to_contain_text("too many decimals")
    expect(panel.get_by_label("Reason")).to_have_value("The clip shows it.")  # what was typed stays
    assert Ruling.objects.count() == 0
    panel.get_by_label("Moves to the box").fill("37.50")
    panel.get_by_role("button", name="Rule").click()
    expect(page.locator(".dispute .ruled")).to_contain_text("37.50")
    expect(page.locator("#messages")).to_contain_text("The ruling is recorded")


def test_a_form_without_script_is_refused_on_a_page_of_its_own(boss: Staff, table: Table, client: Client) -> None:
    client.force_login(boss)
    answer = client.post("/tables/BJ-12/open", {"dealer": "", "shoe": ""})
    assert (answer.status_code, "This was not accepted" in answer.content.decode()) == (422, True)


def test_a_supervisor_closes_and_opens_the_table(page: Page, table: Table, dealer: Staff) -> None:
    page.locator("#run > summary").click()
    page.get_by_role("button", name="Close the table").click()
    expect(page.locator("#table-felt")).to_contain_text("The table is closed")
    page.get_by_label("Dealer").select_option(label=dealer.name)
    page.get_by_label("Shoe").select_option(index=1)
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#messages")).to_contain_text("Table BJ-12 is open")


def test_a_supervisor_relieves_the_dealer(page: Page, table: Table, person: Callable[..., Staff]) -> None:
    person("dealer", "irina")
    page.reload()
    page.locator("#run > summary").click()
    page.get_by_label("Dealer").select_option(label="Irina")
    page.get_by_role("button", name="Relieve").click()
    expect(page.locator("#table-head")).to_contain_text("Irina")


def test_the_sign_form_and_the_signs_are_reached_from_the_table(page: Page, table: Table) -> None:
    page.locator("#table-head").get_by_role("link", name="10–500, 3 to 2, S17, 6 packs").click()
    expect(page.locator(".poster")).to_contain_text("A natural is paid 3 to 2.")
    page.go_back()
    page.locator("#run > summary").click()
    page.get_by_role("link", name="Post rules and limits").click()
    expect(page.locator("h1")).to_have_text("Sign for BJ-12")


def test_surveillance_sees_the_felt_and_may_only_raise_a_dispute(
    table: Table, dealer: Staff, person: Callable[..., Staff], open_page: OpenPage
) -> None:
    a_card_after_stand(table, dealer)
    page = open_page(person("surveillance"), "/tables/BJ-12")
    expect(page.locator(".verdict.stop")).to_be_visible()
    assert page.locator(".verdict button, #table-run").count() == 0
    expect(page.get_by_text("Open a dispute", exact=True)).to_be_visible()


def test_a_six_box_table_shows_six_boxes(
    make_table: Callable[..., Table], person: Callable[..., Staff], boss: Staff, open_page: OpenPage
) -> None:
    dealer = person("dealer", "six")
    a_dealt_round(make_table("BJ-06", dealer, boxes=6), dealer)
    page = open_page(boss, "/tables/BJ-06", width=1920, height=1080)
    expect(page.locator(".boxes.of6 > li")).to_have_count(6)


def test_a_settled_round_leaves_the_felt_without_its_cards(page: Page, table: Table, dealer: Staff) -> None:
    played = a_dealt_round(table, dealer)
    for box in ("1", "3"):
        rounds.take(played, [Draft("said", (box, "stand", None))], by=dealer, key=f"stand-{box}")
    hole = Entry.objects.filter(round=played, kind="card").order_by("number").last()
    assert hole is not None
    rounds.take(played, [Draft("turned", (hole.number, "8D"))], by=dealer, key="turned")
    rounds.take(played, [Draft("paid", ("*", "as_shown", None))], by=dealer, key="paid")
    expect(page.locator("#table-head")).to_contain_text("1, over")
    expect(page.locator("#table-felt")).to_contain_text("Round 1 is over")
    assert page.locator("svg.card, .mini").count() == 0
    expect(page.locator("#table-steps")).to_contain_text("all as shown")
