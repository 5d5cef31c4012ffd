"""Only a rostered, licensed dealer deals; who has dealt too long is told of (PROCEDURES 3.7, 87)."""

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.gaming_day import house_day, house_day_starts
from casino.models import Staff
from casino.shifts import shift_of, shifts_of
from tables.models import Duty, Pit, Table, TableEvent
from tables.queries.roster import dealers_for, why_not
from tables.queries.roster_alerts import roster_alerts
from tables.queries.roster_shapes import Limit, RosterAlert
from tables.roster_refusals import BadPlan, Ended, MayNotDeal
from tables.rules.pack import load_pack
from tables.services import roster, tables
from tables.services.pressing import tell_pressing
from tables.services.roster import Place
from tables.services.rule_packs import upload
from tests.tables.conftest import LIMITS, PROFILE

pytestmark = pytest.mark.django_db


@pytest.fixture
def licensed(person: Callable[..., Staff]) -> Callable[[str], Staff]:
    def make(username: str) -> Staff:
        dealer = person("dealer", username)
        dealer.licence, dealer.licence_until = f"L-{username}", house_day() + timedelta(days=40)
        dealer.save()
        return dealer

    return make


def rostered(dealer: Staff, by: Staff, place: Place | None = None) -> Duty:
    now = shift_of()
    return roster.add([dealer], now.day, now.name, place=place or Place(), by=by)[0]


def alerts() -> list[tuple[str, RosterAlert]]:
    return [(level, found) for level, _since, found in roster_alerts()]


def test_a_day_without_a_roster_holds_nobody_up(closed_table: Table, dealer: Staff, shoe: str, boss: Staff) -> None:
    assert why_not(dealer, closed_table, timezone.now()) == ""
    tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)


def test_a_day_with_one_lets_only_licensed_dealers_on_it_deal(
    closed_table: Table, dealer: Staff, shoe: str, boss: Staff, licensed: Callable[[str], Staff]
) -> None:
    anna, ben = licensed("anna"), licensed("ben")
    rostered(anna, boss)
    assert [why_not(one, closed_table, timezone.now()) for one in (anna, ben, dealer)] == [
        "", "not-rostered", "no-licence"
    ]  # fmt: skip
    for refused in (ben, dealer):
        with pytest.raises(MayNotDeal):
            tables.open(closed_table, dealer=refused, shoe_key=shoe, by=boss)
    tables.open(closed_table, dealer=anna, shoe_key=shoe, by=boss)
    with pytest.raises(MayNotDeal, match="not on the roster"):
        tables.relieve(closed_table, ben, by=boss)
    choices = [(one.name, one.why) for one in dealers_for(closed_table, timezone.now())]
    assert choices == [("Anna", ""), ("Ben", "not-rostered"), ("Dealer", "no-licence")]


def test_a_licence_that_ran_out_lets_nobody_deal_with_or_without_a_roster(
    closed_table: Table, dealer: Staff, shoe: str, boss: Staff
) -> None:
    Staff.objects.filter(pk=dealer.pk).update(licence="L-1", licence_until=house_day() - timedelta(days=1))
    dealer.refresh_from_db()
    with pytest.raises(MayNotDeal, match="has run out"):
        tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)


@pytest.mark.parametrize(("place", "fits"), [("table", True), ("pit", True), ("other", False)])
def test_a_duty_may_name_a_table_or_a_pit(
    closed_table: Table, boss: Staff, licensed: Callable[[str], Staff], place: str, fits: bool
) -> None:
    anna = licensed("anna")
    other, _new = Pit.objects.get_or_create(name="Pit 9")
    places = {"table": Place(table=closed_table), "pit": Place(pit=Pit.objects.get(name="Pit 3"))}
    rostered(anna, boss, places.get(place, Place(pit=other)))
    assert (why_not(anna, closed_table, timezone.now()) == "") is fits


def test_dealers_of_the_next_shift_may_come_half_an_hour_early(
    closed_table: Table, boss: Staff, licensed: Callable[[str], Staff]
) -> None:
    anna = licensed("anna")
    day = house_day() + timedelta(days=1)
    first, second = shifts_of(day)[:2]
    roster.add([anna], day, second.name, place=Place(), by=boss)
    minute = timedelta(minutes=1)
    assert second.starts_at == first.ends_at
    early = [why_not(anna, closed_table, second.starts_at - minutes * minute) for minutes in (31, 30, 0)]
    assert early == ["not-rostered", "", ""]
    assert why_not(anna, closed_table, second.ends_at) == "not-rostered"


def test_a_duty_is_for_a_dealer_with_a_licence_once_a_shift_and_struck_with_a_reason(
    closed_table: Table, dealer: Staff, boss: Staff, licensed: Callable[[str], Staff]
) -> None:
    anna = licensed("anna")
    duty = rostered(anna, boss)
    now = shift_of()
    with pytest.raises(MayNotDeal, match="No licence"):
        rostered(dealer, boss)
    for dealers, day, shift in (([anna], now.day, now.name), ([boss], now.day, now.name), ([], now.day, now.name)):
        with pytest.raises(BadPlan):
            roster.add(dealers, day, shift, place=Place(), by=boss)
    with pytest.raises(BadPlan, match="no shift of that day"):
        roster.add([anna], now.day, "never", place=Place(), by=boss)
    roster.strike(duty, by=boss, reason="called in sick")
    with pytest.raises(Ended):
        roster.strike(duty, by=boss, reason="twice")
    assert '"reason":"called in sick"' in JournalEntry.objects.filter(chain="house").order_by("-pk")[0].body
    assert why_not(anna, closed_table, timezone.now()) == "not-rostered"
    rostered(anna, boss)


def dealt_for(table: Table, dealer: Staff, boss: Staff, minutes: int) -> None:
    """`dealer` has been at `table` for so long."""
    last = TableEvent.objects.filter(table=table).order_by("-pk")[0]
    TableEvent.objects.create(
        table=table,
        kind="dealer",
        by=boss,
        dealer=dealer,
        dealer_since=timezone.now() - timedelta(minutes=minutes),
        shoe_key=last.shoe_key,
    )


def test_who_has_dealt_longer_than_the_house_allows_is_on_the_list(table: Table, dealer: Staff, boss: Staff) -> None:
    dealt_for(table, dealer, boss, 61)
    assert alerts() == []  # no pack of this sign gives a number, and the house has set none
    roster.set_rotation(60, by=boss, reason="strings of four with a relief")
    assert alerts() == [("look", RosterAlert("overdue", "BJ-12", "Dealer", 61, Limit(60)))]
    roster.set_rotation(80, by=boss, reason="night")
    assert alerts() == []
    with pytest.raises(BadPlan):
        roster.set_rotation(-1, by=boss, reason="no")


ROTATING = """
schema = "rule-pack/1"
name = "cardroom"
version = 1
jurisdiction = "Florida, card rooms"
games = ["blackjack-fixed-bank"]
says.en = "One clause."
says.ru = "Одна статья."

[floor.dealer_rotation]
most_hours = 3
checked = false
clause = "75-11.004"
says.en = "Dealers are rotated at least every three hours."
says.ru = "Дилеры меняются не реже чем раз в три часа."
"""


def test_a_pack_that_names_a_rotation_is_kept_to(table: Table, dealer: Staff, boss: Staff) -> None:
    # PROCEDURES 104, as a house's own pack: none of the project's packs is of that state.
    key = upload(ROTATING.encode(), "cardroom.toml", by=boss).key
    tables.post_sign(table, PROFILE, limits=LIMITS, by=boss, pack=key)
    dealt_for(table, dealer, boss, 181)
    assert alerts() == [("act", RosterAlert("overdue", "BJ-12", "Dealer", 181, Limit(180, "75-11.004", checked=False)))]


def test_who_deals_on_when_the_licence_or_the_shift_has_ended_is_on_the_list(
    table: Table, dealer: Staff, boss: Staff, licensed: Callable[[str], Staff]
) -> None:
    rostered(licensed("anna"), boss)
    assert alerts() == [("look", RosterAlert("unrostered", "BJ-12", "Dealer"))]
    Staff.objects.filter(pk=dealer.pk).update(licence="L-1", licence_until=house_day() - timedelta(days=1))
    assert alerts() == [("act", RosterAlert("unlicensed", "BJ-12", "Dealer"))]


def test_the_page_rosters_and_strikes(
    table: Table, boss: Staff, client: Client, licensed: Callable[[str], Staff]
) -> None:
    anna, ben = licensed("anna"), licensed("ben")
    client.force_login(boss)
    now = shift_of()
    form = {"day": now.day.isoformat(), "shift": now.name, "place": "pit:Pit 3", "dealers": [anna.pk, ben.pk]}
    answer = client.post("/roster/duties", form)
    assert answer["Location"] == f"/roster?day={now.day}&shift={now.name}"
    assert client.post("/roster/duties", {**form, "place": "pit:nowhere"}).status_code == 422
    page = client.get(answer["Location"]).text
    assert "no licence on file" in page  # of the dealer who could not be added
    assert ("Anna" in page, "Pit 3" in page) == (True, True)
    duty = Duty.objects.get(staff=anna)
    assert client.post(f"/roster/duties/{duty.pk}/strike", {"reason": ""}).status_code == 422
    assert client.post(f"/roster/duties/{duty.pk}/strike", {"reason": "sick"}).status_code == 302
    assert client.post("/roster/rotation", {"minutes": "60", "reason": "strings"}).status_code == 302
    for odd in ("?day=0000-99", "?day=9999-12-31", "?shift=never", "?day=2026-01-02"):
        assert client.get(f"/roster{odd}").status_code == 200
    assert "Dealer has dealt" not in client.get("/pit").text
    dealt_for(table, Staff.objects.get(username="dealer"), boss, 75)
    pit = client.get("/pit").text
    assert "Dealer has dealt for 75 minutes" in pit
    assert "Due after 60 minutes by the house" in pit


def test_the_time_of_a_duty_is_of_the_gaming_day() -> None:
    day = date(2026, 3, 29)
    assert [one.day for one in shifts_of(day)] == [day] * len(shifts_of(day))
    assert isinstance(shifts_of(day)[0].starts_at, datetime)
    assert load_pack("pennsylvania").term("dealer_rotation") is None


def test_the_pit_is_told_when_a_dealer_becomes_overdue(
    table: Table, dealer: Staff, boss: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the clock alone: nothing happens at the table, and the page hears of it once."""
    dealt_for(table, dealer, boss, 59)
    roster.set_rotation(60, by=boss, reason="strings of four with a relief")
    tell_pressing()
    began = timezone.now()
    for seconds, heard in ((30, []), (90, ["BJ-12"]), (100, [])):
        moment = began + timedelta(seconds=seconds)
        monkeypatch.setattr("django.utils.timezone.now", lambda at=moment: at)
        with CaptureQueriesContext(connection) as asked:
            assert tell_pressing() == heard
        assert sum("pg_notify" in query["sql"] for query in asked.captured_queries) == len(heard)


def test_the_pit_is_told_when_a_licence_runs_out_and_a_shift_ends(
    table: Table, dealer: Staff, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after an hour in which nobody asked: what came meanwhile is told."""
    today = house_day()
    Staff.objects.filter(pk=dealer.pk).update(licence="L-1", licence_until=today)
    tell_pressing()
    tomorrow = house_day_starts(today + timedelta(days=1)) + timedelta(minutes=61)
    monkeypatch.setattr("django.utils.timezone.now", lambda: tomorrow)
    assert tell_pressing() == ["", "BJ-12"]  # the day and the shift are the whole house's
    assert tell_pressing() == []
