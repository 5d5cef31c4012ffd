"""Dealer school in a browser: one round of each game by a trainee who does what is due, and a session with mistakes."""

import pytest
from playwright.sync_api import expect

from casino.models import Staff
from tables.models import SchoolRecord, SchoolSession
from tables.rules.profiles import GAMES
from tables.school.acts import Act
from tables.school.session import Session
from tables.services import school
from tests.browser.conftest import OpenPage
from tests.browser.school_page import SchoolPage
from tests.browser.test_access import LOOKS, complaints, unfold

pytestmark = pytest.mark.django_db(transaction=True)

PROFILES = {game: sorted(value.profiles)[0] for game, value in GAMES.items()} | {"blackjack-fixed-bank": "casino-s17"}
MOST_ACTS = 120


@pytest.mark.parametrize("game", sorted(GAMES))
def test_one_round_of_each_game_is_dealt_without_a_mistake(game: str, dealer: Staff, open_page: OpenPage) -> None:
    """Every touch is what is due; the screen of the next round says that there was no mistake."""
    school.begin(by=dealer, profile=PROFILES[game], players=1, rounds=5, level="alone", seed=5)
    trainee = SchoolPage(open_page(dealer, "/school/session"), dealer)
    for _ in range(MOST_ACTS):
        exercise = trainee.now
        if exercise.number == 2:
            break
        trainee.do(exercise.answer())
    header = trainee.page.locator("#school > header")
    expect(header).to_contain_text("Round 2 of 5")
    expect(header).to_contain_text("0 mistakes")
    kept = SchoolSession.objects.get(trainee=dealer)
    assert [row["marks"] for row in Session.from_json(kept.plan, kept.state).rounds] == [[]]


def test_a_mistake_is_marked_taken_back_and_listed_in_the_record(dealer: Staff, open_page: OpenPage) -> None:
    """I-1, R-BJF-13: begun on the page, each mistake with its rule at once, and both in what to practise."""
    page = open_page(dealer, "/tablet")
    page.get_by_role("link", name="Train in dealer school").tap()
    page.get_by_label("Level").select_option("alone")
    page.get_by_role("button", name="Begin").tap()
    expect(page.locator("#school > header")).to_contain_text("Round 1 of 5")
    kept = SchoolSession.objects.get(trainee=dealer)
    kept.plan["seed"] = 1  # chance is not part of this test
    session = Session.begin(Session.from_json(kept.plan, kept.state).plan)
    kept.state = session.as_json()
    kept.save()
    page.reload()
    trainee = SchoolPage(page, dealer)
    assert trainee.now.lapse is None

    first, second, *_others = trainee.now.seated
    trainee.do(Act("card_up", first))  # the stakes are still open
    panel = page.locator(".mark-panel")
    expect(panel).to_contain_text("R-BJF-13")
    expect(panel).to_contain_text("A stake is on its box before the first card is dealt")
    expect(panel).to_contain_text("It was not carried out")

    trainee.do(Act("close_stakes"))
    expect(panel).not_to_be_attached()
    trainee.do(Act("card_up", first))
    trainee.do(Act("card_up", trainee.now.seated[2]))  # the second box is passed over
    expect(panel.locator("h1")).to_contain_text(f"Box {second} was passed over in the deal")
    expect(panel).to_contain_text("I-1")
    expect(page.locator(f"[id='place-{trainee.now.seated[2]}'] svg.card")).to_have_count(1)
    page.get_by_role("button", name="Take back").tap()
    expect(page.locator(f"[id='place-{trainee.now.seated[2]}'] svg.card")).to_have_count(0)

    page.get_by_role("button", name="Show me").tap()
    expect(page.locator("#school-now")).to_have_text(f"Card to box {second}")
    trainee.do(trainee.now.answer())
    page.get_by_role("button", name="End the session").tap()
    expect(page.get_by_role("heading", name="What to practise")).to_be_visible()
    for rule in ("R-BJF-13", "I-1"):
        expect(page.locator(".practice > li", has_text=rule)).to_contain_text("1 time")
    moment = page.locator(".practice > li", has_text="I-1")
    expect(moment).to_contain_text(f"Card to box {second}")
    expect(moment.locator(".lying svg.card")).to_have_count(1)
    record = SchoolRecord.objects.get()
    assert (record.trainee, record.mistakes, record.helps, record.rounds) == (dealer, 2, 1, 1)


def test_an_amount_is_typed_and_a_refusal_keeps_it(dealer: Staff, open_page: OpenPage) -> None:
    school.begin(by=dealer, profile="casino-s17", players=2, rounds=5, level="guided", seed=1)
    page = open_page(dealer, "/school/session")
    page.locator("[type=radio][value=pay]").check(force=True)
    page.locator("[id='place-1']").tap()
    expect(page.get_by_role("alert")).to_contain_text("Type the amount first")
    expect(page.locator("[type=radio][value=pay]")).to_be_checked()
    SchoolPage(page, dealer).type(12_50)
    expect(page.locator("#amount")).to_have_value("12.50")
    page.locator("[data-key=back]").tap()
    expect(page.locator("#amount")).to_have_value("12.5")


def test_a_session_goes_on_on_another_tablet(dealer: Staff, open_page: OpenPage) -> None:
    """What an old screen sends is about the past: it changes nothing and shows what is now."""
    school.begin(by=dealer, profile="macao-000", players=2, rounds=5, level="guided", seed=2)
    old = open_page(dealer, "/school/session")
    new = SchoolPage(open_page(dealer, "/school/session"), dealer)
    for _ in range(3):
        new.do(new.now.answer())
    version = new.kept.version
    old.locator("#deed-gather").tap()
    expect(old.locator(f'#school[data-version="{version}"]')).to_be_visible()
    assert new.kept.version == version


def test_school_is_used_by_keyboard_alone(dealer: Staff, open_page: OpenPage) -> None:
    school.begin(by=dealer, profile="casino-s17", players=2, rounds=5, level="guided", seed=1)
    page = open_page(dealer, "/school/session")
    trainee = SchoolPage(page, dealer)
    page.locator("#deed-close_stakes").focus()
    page.keyboard.press("Enter")
    expect(page.locator('#school[data-version="2"]')).to_be_visible()
    expect(page.locator("#deed-close_stakes")).to_be_focused()
    place = trainee.now.seated[0]
    page.locator("[type=radio][value=card_up]").focus()
    page.locator(f"[id='place-{place}']").focus()
    page.keyboard.press("Space")
    expect(page.locator(f"[id='place-{place}'] svg.card")).to_have_count(1)


@pytest.mark.parametrize("height", [720, 800])
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("profile", ["casino-s17", "pontoon-000"])
def test_the_screen_fits_a_tablet(dealer: Staff, open_page: OpenPage, profile: str, language: str, height: int) -> None:
    """No scrolling, nothing cut, whatever is touched is 56 px or more; with a mistake shown too."""
    school.begin(by=dealer, profile=profile, players=5, rounds=5, level="alone", seed=1)
    up_to_the_deal(dealer)
    page = open_page(dealer, "/school/session", language=language, height=height)
    trainee = SchoolPage(page, dealer)
    assert page.evaluate(CUT) == []
    trainee.do(Act("gather"))
    expect(page.locator(".mark-panel")).to_be_visible()
    assert page.evaluate(CUT) == []


def up_to_the_deal(trainee: Staff) -> None:
    """What comes before the first card that a box is dealt; touches are what other tests are about."""
    kept = SchoolSession.objects.get(trainee=trainee)
    now = Session.from_json(kept.plan, kept.state).now
    if now.due().step.code != "deal_to" or now.lapse is not None:
        school.take(now.answer(), by=trainee, version=kept.version)
        up_to_the_deal(trainee)


CUT = """() => {
  const wrong = [];
  const touched = ".tools span, .deeds .button, .digits .button, .place, header > form .button";
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push(["page", page.scrollHeight]);
  for (const each of document.querySelectorAll(`${touched}, .say h1`)) {
    const box = each.getBoundingClientRect();
    const name = each.textContent.trim();
    if (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 6) wrong.push(["cut", name]);
    if (each.matches(touched) && (box.height < 55 || box.width < 55)) wrong.push(["small", name, box.height]);
    if (box.right > innerWidth || box.bottom > innerHeight) wrong.push(["outside", name]);
  }
  return wrong;
}"""


@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_the_pages_are_accessible(dealer: Staff, boss: Staff, open_page: OpenPage, language: str, theme: str) -> None:
    school.begin(by=dealer, profile="casino-s17", players=3, rounds=5, level="alone", seed=1)
    page = open_page(dealer, "/school/session", language=language, theme=theme)
    unfold(page)
    assert complaints(page) == []
    trainee = SchoolPage(page, dealer)
    trainee.do(Act("gather"))
    assert complaints(page) == []
    record = school.leave(by=dealer)
    assert record is not None
    for address in ("/school", f"/school/records/{record.pk}"):
        page = open_page(boss, address, language=language, theme=theme)
        unfold(page)
        assert complaints(page) == []
