"""Dealer school through its services and pages: a session goes on where it was left, and ends in a record."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from casino.audit.models import JournalEntry
from casino.errors import NotAllowed
from casino.models import Staff
from tables import refusals
from tables.models import Entry, Round, SchoolRecord, SchoolSession, Table, Verdict
from tables.rules import profile_names
from tables.rules.text import texts
from tables.school.acts import Act
from tables.school.exercise import Exercise
from tables.school.plans import Plan
from tables.school.session import Session
from tables.services import school
from tables.views.school_screen import Screen

pytestmark = pytest.mark.django_db


def begin(trainee: Staff, *, seed: int = 3, level: str = "alone", profile: str = "casino-s17") -> SchoolSession:
    return school.begin(by=trainee, profile=profile, players=2, rounds=5, level=level, seed=seed)


def now(trainee: Staff) -> tuple[Exercise, int]:
    kept = SchoolSession.objects.get(trainee=trainee)
    return Session.from_json(kept.plan, kept.state).now, kept.version


def deal_on(trainee: Staff, *, wrong: int = 0) -> SchoolRecord:
    """Deal to the end of the session; first `wrong` acts that are not due."""
    for _ in range(500):
        exercise, version = now(trainee)
        is_wrong = wrong > 0 and exercise.lapse is None and exercise.due().step.code == "take_stakes"
        wrong -= is_wrong
        record = school.take(Act("gather") if is_wrong else exercise.answer(), by=trainee, version=version)
        if record is not None:
            return record
    raise AssertionError("the session does not end")


def test_a_session_ends_in_a_record_and_one_entry_of_the_journal(dealer: Staff) -> None:
    begin(dealer)
    record = deal_on(dealer, wrong=2)
    assert (record.trainee, record.game, record.profile, record.rounds) == (
        dealer,
        "blackjack-fixed-bank",
        "casino-s17",
        5,
    )
    assert (record.mistakes, record.helps) == (2, 0)
    assert not SchoolSession.objects.exists()
    said = [entry.body for entry in JournalEntry.objects.filter(chain="house") if "school.ended" in entry.body]
    assert len(said) == 1
    assert f'"about":"school:{record.pk}"' in said[0]
    assert '"mistakes":{"R-BJF-13":2}' in said[0]


def test_school_leaves_nothing_in_the_floors_record(dealer: Staff) -> None:
    begin(dealer)
    deal_on(dealer, wrong=1)
    assert not Round.objects.exists()
    assert not Entry.objects.exists()
    assert not Verdict.objects.exists()
    assert {entry.chain for entry in JournalEntry.objects.all()} <= {"house"}


def test_a_tap_sent_twice_is_taken_once(dealer: Staff) -> None:
    begin(dealer)
    exercise, version = now(dealer)
    act = exercise.answer()
    school.take(act, by=dealer, version=version)
    after = SchoolSession.objects.get()
    assert school.take(act, by=dealer, version=version) is None
    again = SchoolSession.objects.get()
    assert (again.version, again.state) == (after.version, after.state)


def test_who_has_an_open_table_does_not_train(table: Table, dealer: Staff) -> None:
    with pytest.raises(refusals.DealsNow, match=table.code):
        begin(dealer)
    assert not SchoolSession.objects.exists()


def test_who_is_in_a_session_begins_no_second_one(dealer: Staff) -> None:
    begin(dealer)
    with pytest.raises(refusals.InSchool):
        begin(dealer)
    assert SchoolSession.objects.count() == 1


@pytest.mark.parametrize("role", ["cage", "auditor", "administrator", "security", "surveillance"])
def test_others_have_no_school(people: dict[str, Staff], role: str) -> None:
    with pytest.raises(NotAllowed):
        begin(people[role])


def test_a_session_left_before_anything_was_dealt_leaves_no_record(dealer: Staff) -> None:
    begin(dealer)
    assert school.leave(by=dealer) is None
    assert not SchoolSession.objects.exists()
    assert not SchoolRecord.objects.exists()


def test_a_session_left_early_keeps_what_was_dealt(dealer: Staff) -> None:
    begin(dealer, seed=1)
    _exercise, version = now(dealer)
    school.take(Act("gather"), by=dealer, version=version)
    record = school.leave(by=dealer)
    assert record is not None
    assert (record.rounds, record.mistakes) == (1, 1)


def test_what_is_shown_on_request_is_counted(dealer: Staff) -> None:
    begin(dealer)
    school.help_out(by=dealer, version=1)
    assert deal_on(dealer).helps == 1


# ---- pages


def test_the_whole_way_by_pages(dealer: Staff, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tables.services.school.secrets.randbelow", lambda _most: 987_654_301)  # nobody lapses
    client.force_login(dealer)
    wanted = {"profile": "macao-000", "players": "3", "rounds": "5", "level": "guided"}
    assert client.post("/school/begin", wanted).headers["Location"] == "/school/session"
    page = client.get("/school/session").content.decode()
    assert "Round 1 of 5" in page
    assert str(SchoolSession.objects.get().plan["seed"]) not in page
    answer = client.post("/school/session/act", {"version": "1", "deed": "gather"}, headers={"X-Seventeen-Tap": "1"})
    text = answer.content.decode()
    assert "Not due: gather the cards" in text
    assert "R-BJV-18" in text
    assert texts("en")["R-BJV-18"]["title"] in text
    left = client.post("/school/session/leave")
    record = SchoolRecord.objects.get()
    assert left.headers["Location"] == reverse("school-record", args=[record.pk])
    shown = client.get(left.headers["Location"]).content.decode()
    assert "R-BJV-18" in shown
    assert "Gather the cards" in shown


def test_an_amount_that_is_none_is_refused_and_nothing_is_taken(dealer: Staff, client: Client) -> None:
    begin(dealer)
    client.force_login(dealer)
    for amount, says in (("", "Type the amount first"), ("12,345", "too many decimals"), ("lots", "no sum of money")):
        tap = {"version": "1", "tool": "pay", "slot": "1", "amount": amount}
        answer = client.post("/school/session/act", tap, headers={"X-Seventeen-Tap": "1"})
        assert answer.status_code == 422
        assert says in answer.content.decode()
    assert SchoolSession.objects.get().version == 1


@pytest.mark.parametrize(
    "wanted",
    [
        {"profile": "whist", "players": "3", "rounds": "5", "level": "alone"},
        {"profile": "casino-s17", "players": "99", "rounds": "5", "level": "alone"},
        {"profile": "casino-s17", "players": "3", "rounds": "many", "level": "alone"},
        {},
    ],
)
def test_a_plan_that_cannot_be_held_is_refused(dealer: Staff, client: Client, wanted: dict[str, str]) -> None:
    client.force_login(dealer)
    answer = client.post("/school/begin", wanted)
    assert answer.status_code == 422
    assert "from the lists" in answer.content.decode()


@pytest.mark.parametrize(
    "tap",
    [{"tool": "juggle", "slot": "1"}, {"tool": "card_up", "slot": "99"}, {"deed": "dance"}, {"choice": "1:keep"}, {}],
)
def test_what_is_no_act_is_refused_or_marked_and_never_breaks(
    dealer: Staff, client: Client, tap: dict[str, str]
) -> None:
    begin(dealer, seed=1)
    client.force_login(dealer)
    answer = client.post("/school/session/act", {"version": "1", **tap}, headers={"X-Seventeen-Tap": "1"})
    assert answer.status_code in (200, 422)


def test_a_record_is_read_by_its_dealer_and_by_supervisors_alone(
    dealer: Staff, boss: Staff, person: Callable[..., Staff], client: Client
) -> None:
    begin(dealer)
    record = deal_on(dealer)
    statuses = {}
    for staff in (dealer, boss, person("dealer", "another")):
        client.force_login(staff)
        statuses[staff.username] = client.get(f"/school/records/{record.pk}").status_code
    assert statuses == {dealer.username: 200, boss.username: 200, "another": 404}
    client.force_login(boss)
    assert dealer.name in client.get("/school").content.decode()
    client.force_login(person("dealer", "third"))
    assert "Sessions of dealers" not in client.get("/school").content.decode()


@pytest.mark.parametrize("many", [1, 3])
def test_the_list_asks_the_same_number_of_questions(
    dealer: Staff, boss: Staff, client: Client, many: int, django_assert_num_queries: object
) -> None:
    for seed in range(many):
        begin(dealer, seed=seed)
        _exercise, version = now(dealer)
        school.take(Act("gather"), by=dealer, version=version)
        school.leave(by=dealer)
    client.force_login(boss)
    with django_assert_num_queries(QUERIES):  # type: ignore[operator]
        assert client.get("/school").status_code == 200


QUERIES = 7


def test_the_trend_shows_earlier_sessions_at_the_same_game(dealer: Staff, client: Client) -> None:
    for profile in ("macao-000", "macao-000", "fifteen-000"):
        begin(dealer, profile=profile)
        _exercise, version = now(dealer)
        school.take(Act("gather"), by=dealer, version=version)
        last = school.leave(by=dealer)
    assert last is not None
    client.force_login(dealer)
    second = SchoolRecord.objects.filter(profile="macao-000").latest("pk")
    assert client.get(f"/school/records/{second.pk}").content.decode().count('href="/school/records/') == 2
    assert client.get(f"/school/records/{last.pk}").content.decode().count('href="/school/records/') == 1


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("profile", profile_names())
def test_every_step_of_every_game_has_words(profile: str, language: str) -> None:
    """A guided round, step by step: the head says a sentence, never a code; so does the mark of a wrong act."""
    session = Session.begin(Plan(profile, 3, 5, "guided", 5))
    kept = SchoolSession(plan=session.plan.as_json())
    with translation.override(language):
        while session.now.number == 1:
            screen = Screen(kept, session)
            said = [screen.headline, screen.under, *(box.stake for box in screen.boxes), *screen.said]
            if session.now.lapse is None and not session.now.is_right(Act("gather")):
                wrong = Session.from_json(session.plan.as_json(), session.as_json())
                wrong.take(Act("gather"), 1)
                told = Screen(kept, wrong).told
                assert told is not None
                assert all((told.rule, told.title, told.text, told.what, told.due))
                said += [told.what, told.due]
            assert screen.headline.strip()
            assert [text for text in said if "_" in text or "%(" in text] == []
            session.take(session.now.answer(), 1)
