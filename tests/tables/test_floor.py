"""The floor's services: pits and felts, notice of other limits, raised maxima, a table that is stopped, onlookers."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.gaming_day import house_day, house_day_starts
from casino.models import Staff
from tables import queries, refusals
from tables.document import audit
from tables.models import Pit, RaisedMaximum, Round, RoundDocument, Sign, SignInForce, Table, Verdict
from tables.queries import furniture, table_day
from tables.queries import tables as known
from tables.queries.raises import raised_at
from tables.rules.shapes import KindLimits, Limits, Request
from tables.services import floor, raises, rounds, signs, tables
from tables.tasks import tell_signs
from tables.wording.alerts import alert
from tests.tables.conftest import LIMITS, PROFILE, Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db
HIGHER = Limits(10_00, 1_000_00, 2_50)


def journal(table: Table, what: str) -> list[str]:
    return [row.body for row in JournalEntry.objects.filter(chain=table.chain) if f'"{what}"' in row.body]


def post(table: Table, boss: Staff, **said: Any) -> Sign:
    asked: dict[str, Any] = {"limits": LIMITS, "by": boss} | said
    return tables.post_sign(table, PROFILE, **asked)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """`clock(timedelta(minutes=30))`: so much later."""

    def later(by: timedelta) -> None:
        moment = timezone.now() + by
        monkeypatch.setattr("django.utils.timezone.now", lambda: moment)

    return later


# ---- notice, announcement, coming into force


def test_other_limits_need_the_notice_that_the_pack_in_force_asks_while_somebody_plays(
    tap: Tapper, boss: Staff
) -> None:
    """COMAR 36.05.03.21C."""
    post(tap.table, boss, pack="maryland")
    post(tap.table, boss, pack="maryland", limits=HIGHER)  # nobody plays yet: at once
    tap.stakes(b1=25_00)
    with pytest.raises(refusals.NoticeAsked, match=r"COMAR 36\.05\.03\.21C .* 30 minutes’ notice of a lower maximum"):
        post(tap.table, boss, pack="maryland")
    with pytest.raises(refusals.NoticeAsked):
        post(tap.table, boss, pack="maryland", effective_from=timezone.now() + timedelta(minutes=29))
    notice = signs.notice_for(tap.table, LIMITS)
    made = post(tap.table, boss, pack="maryland", effective_from=signs.earliest(notice))
    assert timedelta(minutes=30) <= made.effective_from - made.posted_at <= timedelta(minutes=31)
    post(tap.table, boss, pack="maryland", limits=HIGHER, options={"decks": 8})  # the same limits: other rules at once


def test_a_pack_that_does_not_say_asks_for_no_notice(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    assert post(tap.table, boss, limits=HIGHER).max_minor == 1_000_00


def test_a_sign_that_comes_into_force_is_told_once(
    table: Table, boss: Staff, clock: Callable[[timedelta], None], django_capture_on_commit_callbacks: Any
) -> None:
    post(table, boss, limits=HIGHER, effective_from=timezone.now() + timedelta(minutes=30))
    assert tell_signs() == []
    clock(timedelta(minutes=31))
    assert [tell_signs() for _time in range(2)] == [["BJ-12"], []]
    assert len(journal(table, "sign.in_force")) == SignInForce.objects.count() == 1
    assert known.sign_of(table) == Sign.objects.get(version=2)


def test_the_dealer_announces_the_next_sign_on_the_tablet(tap: Tapper, boss: Staff, dealer: Staff) -> None:
    post(tap.table, boss, limits=HIGHER, effective_from=timezone.now() + timedelta(minutes=30))
    client = Client()
    client.force_login(dealer)
    page = client.get("/tablet").content.decode()
    assert "10–1\u202f000" in page
    assert "Announced to the players" in page
    for key in ("a", "b"):  # a tap that is sent twice
        assert client.post("/tablet/BJ-12/announced", {"key": key, "version": "2"}).status_code == 302
    assert len(journal(tap.table, "sign.announced")) == 1
    assert "Announced to the players" not in client.get("/tablet").content.decode()
    ahead = queries.table_view(tap.table, boss).next_sign
    assert ahead is not None
    assert ahead.is_announced
    assert [tile.next_sign.is_announced for tile in queries.floor(boss) if tile.next_sign] == [True]


# ---- limits kept with each round


def test_a_round_keeps_the_limits_by_kind_and_the_raised_maximum_of_its_box(tap: Tapper, boss: Staff) -> None:
    """R-BJF-12."""
    limits = Limits(10_00, 500_00, 2_50, {}, {"insurance": KindLimits(5_00, 100_00, 2_50)})
    post(tap.table, boss, limits=limits, options={"raise_max_on_request": True})
    raises.raise_maximum(tap.table, "2", 2_000_00, reason="asked", player="Mr Ho", by=boss)
    a_plain_round(tap)
    tap.stakes(b1=25_00, b2=1_500_00)
    text = RoundDocument.objects.get(round__number=1).text
    assert audit(text.encode()).record == "sound"
    assert '"raised":{"2":200000}' in text
    assert '"kinds":{"insurance":{"max_minor":10000,"min_minor":500,"step_minor":250}}' in text
    with pytest.raises(refusals.RoundRunning):
        rounds.open(tap.table, by=tap.dealer)
    assert Round.objects.get(number=2).raised == {"2": 2_000_00}
    assert len(journal(tap.table, "maximum.raised")) == 1


def test_a_raised_maximum_ends_at_its_time_by_hand_or_with_the_table(
    tap: Tapper, boss: Staff, clock: Callable[[timedelta], None]
) -> None:
    sign = post(tap.table, boss, options={"raise_max_on_request": True})
    soon = timezone.now() + timedelta(minutes=10)
    rows = [
        raises.raise_maximum(tap.table, place, 800_00, until=soon if place == "1" else None, reason="asked", by=boss)
        for place in ("1", "2", "3")
    ]
    assert raised_at(tap.table, sign) == {"1": 800_00, "2": 800_00, "3": 800_00}
    raises.end(rows[1], by=boss)
    with pytest.raises(refusals.RaiseOver):
        raises.end(rows[1], by=boss)
    assert raised_at(tap.table, sign, soon) == {"3": 800_00}
    clock(soon - timezone.now() + timedelta(seconds=1))
    assert tell_signs() == ["BJ-12"]
    tables.close(tap.table, by=boss)
    assert raised_at(tap.table, sign) == {}


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"place": "8"}, "has no box 8"),
        ({"max_minor": 500_00}, "above the sign’s 500"),
        ({"max_minor": 501_00}, "in steps of 2.50"),
        ({"until": timedelta(days=2)}, "within the gaming day"),
        ({"until": timedelta(minutes=-1)}, "within the gaming day"),
        ({"reason": " "}, "reason"),
    ],
)
def test_a_raise_that_cannot_be_is_refused(table: Table, boss: Staff, said: dict[str, Any], why: str) -> None:
    post(table, boss, options={"raise_max_on_request": True})
    asked: dict[str, Any] = {"place": "1", "max_minor": 800_00, "reason": "asked"} | said
    if "until" in asked:
        asked["until"] = timezone.now() + asked["until"]
    with pytest.raises((refusals.BadRaise, refusals.ReasonMissing), match=why):
        raises.raise_maximum(table, asked.pop("place"), asked.pop("max_minor"), **asked, by=boss)
    assert not RaisedMaximum.objects.exists()


def test_a_sign_that_does_not_promise_it_raises_nothing(table: Table, boss: Staff) -> None:
    post(table, boss, options={"raise_max_on_request": False})
    with pytest.raises(refusals.BadRaise, match="R-BJF-12"):
        raises.raise_maximum(table, "1", 800_00, reason="asked", by=boss)


@pytest.mark.parametrize(
    "values",
    [
        "'1', 0, '', 'asked', now(), now() + interval '1 hour'",
        "'1', 100, '', '', now(), now() + interval '1 hour'",
        "'1', 100, '', 'asked', now(), now()",
        "'x', 100, '', 'asked', now(), now() + interval '1 hour'",
    ],
)
def test_the_database_keeps_no_raise_without_sum_box_reason_and_end(table: Table, boss: Staff, values: str) -> None:
    columns = "place, max_minor, player, reason, at, until, table_id, by_id"
    sql = f"INSERT INTO tables_raisedmaximum ({columns}) VALUES ({values}, {table.pk}, {boss.pk})"
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)


# ---- what is dealt against what is posted


def test_what_is_dealt_otherwise_than_the_new_sign_says_is_found_in_its_first_round(tap: Tapper, boss: Staff) -> None:
    """The dealer goes on as under the old sign: stands on a soft 17 where the new one draws."""
    a_plain_round(tap)
    tables.post_sign(tap.table, "casino-h17", limits=LIMITS, by=boss)
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:6H 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "AD")
    tap.paid_as_shown()
    verdict = Verdict.objects.open().get()
    assert (verdict.rule, verdict.finding["option"], verdict.round.number) == ("I-16", "dealer_policy", 2)


# ---- a table that is stopped


def test_nothing_is_granted_at_a_stopped_table_and_what_happens_there_is_taken(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH 1:QC 0:??")
    tables.stop(tap.table, by=boss, note="A camera fell on the felt.")
    assert [tile.state for tile in queries.floor(boss)] == ["stop"]
    assert [alert(one).why for one in queries.needs_a_person(boss)] == ["A camera fell on the felt."]
    with pytest.raises(refusals.TableStopped):
        tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")  # somebody turned it all the same
    with pytest.raises(refusals.TableStopped):
        tables.stop(tap.table, by=boss, note="again")
    tables.resume(tap.table, by=boss)
    tap.paid_as_shown()
    assert queries.table_view(tap.table, boss).stopped == ""
    assert "stopped" not in {one.kind for one in queries.needs_a_person(boss)}


def test_a_paused_table_stays_paused_through_a_relief(tap: Tapper, boss: Staff, person: Callable[..., Staff]) -> None:
    tables.pause(tap.table, by=boss, note="fire alarm")
    tables.relieve(tap.table, person("dealer", "relief"), by=boss)
    state = known.state_of(tap.table)
    assert (state.is_paused, state.note, str(state.dealer)) == (True, "fire alarm", "Relief")


# ---- onlookers


def test_an_onlooker_stakes_on_a_box_from_the_tablet(tap: Tapper, boss: Staff, dealer: Staff) -> None:
    """R-GEN-10, PROCEDURES 36: the box's own stake first, and together no more than its maximum."""
    post(tap.table, boss, options={"onlooker_bets": True}, pack="crown-sydney")
    tap.stakes(b1=400_00)
    client = Client()
    client.force_login(dealer)
    asked = {"key": "k1", "round": str(tap.round.pk), "pay": "1:onlooker", "amount": "60"}
    assert client.post("/tablet/BJ-12/request", asked, headers={"X-Seventeen-Tap": "1"}).status_code == 200
    late = asked | {"key": "k2", "amount": "50"}
    refused = client.post("/tablet/BJ-12/request", late, headers={"X-Seventeen-Tap": "1"})
    assert refused.status_code == 409
    assert "The box may hold 500 in all; 40 is left of it (I-17)" in refused.content.decode()
    taken = rounds.request(tap.round, Request("1", "onlooker", 40_00), by=dealer, key="k3")
    assert [each.stake_minor for each in taken.picture.boxes[0].onlookers] == [60_00, 40_00]
    tap.deal("1:TS 0:6H 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "KD")
    tap.deal("0:TC")
    page = client.get("/tablet").content.decode()
    assert [word for word in ("onlooker", "+60", "+40") if word not in page] == []
    tap.paid_as_shown()
    assert RoundDocument.objects.get().house_minor == -500_00


# ---- pits, tables, felts


def test_tables_follow_the_name_of_their_pit_and_stand_in_one(table: Table, boss: Staff) -> None:
    pit = Pit.objects.get(name="Pit 3")
    floor.rename_pit(pit, "High limit", by=boss)
    table.refresh_from_db()
    assert table.pit == "High limit"
    with pytest.raises(floor.NameTaken):
        floor.add_pit("High limit", by=boss)
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(pit="nowhere")


def test_a_sign_says_what_the_felt_says(closed_table: Table, boss: Staff, dealer: Staff, shoe: str) -> None:
    """PROCEDURES 40: felt and posted odds are one."""
    printed = {"natural_pays": "3:2", "dealer_policy": "draw_to_17_ace11"}
    felt = floor.add_layout("Blackjack 6", game="blackjack-fixed-bank", boxes=6, printed=printed, by=boss)
    said: dict[str, Any] = {"name": "", "pit": "Pit 3", "boxes": 7, "is_in_use": True, "by": boss}
    floor.change_table(closed_table, layout=felt, **said)
    assert closed_table.boxes == 6
    with pytest.raises(refusals.BadLayout, match="posted for 7 boxes, and the table has 6"):
        tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)
    with pytest.raises(refusals.BadLayout, match="paid 3 to 2”; the sign would say “A natural is paid 6 to 5”"):
        post(closed_table, boss, options={"natural_pays": "6:5"})
    with pytest.raises(refusals.BadLayout, match=r"; the sign would say “.*soft 17"):
        tables.post_sign(closed_table, "casino-h17", limits=LIMITS, by=boss)
    post(closed_table, boss)
    tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)
    with pytest.raises(refusals.TableIsOpen):
        floor.change_table(closed_table, layout=None, **said)
    floor.change_table(closed_table, layout=felt, **said | {"name": "Six boxes"})  # a name, at any time
    tables.close(closed_table, by=boss)
    floor.change_table(closed_table, layout=felt, **said | {"is_in_use": False})
    assert queries.floor(boss) == []
    with pytest.raises(refusals.TableWithdrawn):
        tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"game": "bridge"}, "no game called bridge"),
        ({"boxes": 10}, "1 to 9 boxes"),
        ({"name": ""}, "1 to 60 characters"),
        ({"printed": {"natural_pays": "x"}}, "it must be 3:2, 2:1"),
        ({"printed": {"decks": "6"}}, "nothing that a felt"),
        ({"game": "pontoon", "printed": {"insurance_pays": "2:1"}}, "has no option"),
    ],
)
def test_a_felt_that_cannot_be_is_refused(boss: Staff, said: dict[str, Any], why: str) -> None:
    asked: dict[str, Any] = {"name": "F", "game": "blackjack-fixed-bank", "boxes": 7, "printed": {}} | said
    with pytest.raises(refusals.BadLayout, match=why):
        floor.add_layout(asked.pop("name"), **asked, by=boss)


def test_a_day_ends_a_raise_also_when_the_clocks_change(table: Table, boss: Staff) -> None:
    post(table, boss, options={"raise_max_on_request": True})
    row = raises.raise_maximum(table, "1", 800_00, reason="asked", by=boss)
    assert row.until == house_day_starts(house_day() + timedelta(days=1))
    assert isinstance(row.until, datetime)


# ---- the table's day


def test_a_tables_day_says_who_did_what_and_which_limits_held(tap: Tapper, boss: Staff, dealer: Staff) -> None:
    ahead = post(tap.table, boss, limits=HIGHER, effective_from=timezone.now() + timedelta(seconds=1))
    signs.announce(ahead, by=dealer)
    raises.raise_maximum(tap.table, "1", 800_00, reason="asked by Mr Ho", by=boss)
    tables.stop(tap.table, by=boss, note="fire alarm")
    client = Client()
    client.force_login(boss)
    page = client.get("/tables/BJ-12/day").content.decode()
    words = [
        "Opened, Dealer deals",
        "Sign 2 posted, 10–1\u202f000",
        "Sign 2 announced to the players",
        "Box 1 raised to 800",
    ]
    assert [word for word in [*words, "asked by Mr Ho", "Stopped", "fire alarm"] if word not in page] == []
    assert "fire alarm" not in client.get("/tables/BJ-12/day?day=2026-01-01").content.decode()
    assert client.get("/tables/BJ-12/day?day=soon").status_code == 422


@pytest.mark.parametrize("name", ["pits", "layouts", "day"])
def test_the_lists_ask_the_same_number_of_queries_for_1_and_3_rows(table: Table, boss: Staff, name: str) -> None:
    asks: dict[str, Callable[[], object]] = {
        "pits": furniture.pits,
        "layouts": furniture.layouts,
        "day": lambda: table_day.day_of(table, house_day()),
    }
    floor.add_layout("Felt 0", game="pontoon", boxes=5, printed={}, by=boss)
    with CaptureQueriesContext(connection) as one:
        asks[name]()
    for number in (1, 2):
        floor.add_layout(f"Felt {number}", game="pontoon", boxes=5, printed={}, by=boss)
        post(tables.add(f"BJ-{number}", name="", pit=f"Pit {number}", by=boss), boss)
        tables.pause(table, by=boss)
        post(table, boss)
    with CaptureQueriesContext(connection) as three:
        asks[name]()
    assert len(one) == len(three) <= 5
