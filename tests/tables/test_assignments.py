"""Supervisors at pits and tables, as many as the pack allows, and tables handed over with what is under way."""

import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.models import Staff
from tables.models import Assignment, Duty, HandOver, Pit, Table
from tables.queries import supervision
from tables.queries.hand_overs import under_way
from tables.queries.roster_alerts import roster_alerts
from tables.queries.roster_shapes import Limit, Load, RosterAlert
from tables.roster_refusals import BadHandOver, BadPlan, Ended, HandOverOpen, NotYours, TooManyTables
from tables.rules.pack import load_pack
from tables.services import assignments, calls, tables
from tables.services.drafts import Draft
from tables.services.roster import Place
from tests.tables.conftest import LIMITS, Tapper

pytestmark = pytest.mark.django_db

FOUR = Limit(4, "58 Pa. Code 465a.35")
_codes = itertools.count(1)


@pytest.fixture
def make_open(person: Callable[..., Staff], make_shoe: Callable[[str], str], boss: Staff) -> Callable[..., Table]:
    """An open table of Pit 3 whose sign names `pack`."""

    def make(pack: str = "pennsylvania") -> Table:
        number = next(_codes)
        table = tables.add(f"PA-{number}", name="", pit="Pit 3", by=boss)
        tables.post_sign(table, "casino-h17", limits=LIMITS, by=boss, pack=pack)
        key = make_shoe(f"S-9{number:05}")
        tables.open(table, dealer=person("dealer", f"d{number}"), shoe_key=key, by=boss)
        return table

    return make


def alerts() -> list[tuple[str, RosterAlert]]:
    return [(level, found) for level, _since, found in roster_alerts()]


@pytest.mark.parametrize(
    ("packs", "most"),
    [
        (["pennsylvania"], FOUR),  # PROCEDURES 101
        (["maryland"], Limit(6, "36.05.03.01")),  # PROCEDURES 102
        (["maryland", "pennsylvania"], FOUR),
        (["originals", "new-jersey", "south-dakota"], None),  # these say no number
    ],
)
def test_the_most_tables_are_what_the_packs_say_and_nothing_where_they_do_not(
    packs: list[str], most: Limit | None
) -> None:
    found = supervision.most_watched(load_pack(pack) for pack in packs)
    assert (found and (found.number, found.checked)) == (most and (most.number, most.checked))
    assert (found is None) or (most is not None and most.clause in found.clause)


def test_a_fifth_open_table_needs_a_reason_and_stays_on_the_list(make_open: Callable[..., Table], boss: Staff) -> None:
    opened = [make_open() for _ in range(4)]
    pit = Pit.objects.get(name="Pit 3")
    assignments.assign(boss, Place(pit=pit), by=boss)
    assert alerts() == []
    codes = tuple(sorted(table.code for table in opened))
    assert supervision.loads(timezone.now()) == [Load(boss, codes, FOUR)]
    make_open()
    codes = supervision.loads(timezone.now())[0].tables
    assert alerts() == [("act", RosterAlert("too_many", codes[0], "Boss", 5, FOUR))]


def test_more_than_the_pack_allows_is_refused_without_a_reason(
    make_open: Callable[..., Table], boss: Staff, second_boss: Staff
) -> None:
    for _ in range(5):
        make_open()
    pit = Pit.objects.get(name="Pit 3")
    with pytest.raises(TooManyTables, match=r"5 open tables, 58 Pa\. Code 465a\.35 allows 4"):
        assignments.assign(second_boss, Place(pit=pit), by=boss)
    assert Assignment.objects.count() == 0
    assignments.assign(second_boss, Place(pit=pit), by=boss, reason="the second is on their way")
    assert '"reason":"the second is on their way"' in JournalEntry.objects.order_by("-pk")[0].body


def test_who_is_assigned_to_a_table_comes_before_its_pit(
    make_open: Callable[..., Table], boss: Staff, second_boss: Staff
) -> None:
    table, other = make_open(), make_open()
    assert alerts() == []  # a house that assigns nobody hears of nobody missing
    row = assignments.assign(second_boss, Place(table=table), by=boss)
    assert alerts() == [("act", RosterAlert("unwatched", other.code))]
    assignments.assign(boss, Place(pit=Pit.objects.get(name="Pit 3")), by=boss)
    now = timezone.now()
    assert [list(supervision.watchers_of(one, now)) for one in (table, other)] == [[second_boss], [boss]]
    assignments.end(row, by=boss, reason="break")
    assert list(supervision.watchers_of(table, timezone.now())) == [boss]
    with pytest.raises(Ended):
        assignments.end(row, by=boss, reason="twice")


def test_an_assignment_holds_from_its_beginning_to_before_its_end(
    closed_table: Table, boss: Staff, second_boss: Staff
) -> None:
    now = timezone.now()
    begins, ends = now + timedelta(hours=1), now + timedelta(hours=5)
    assignments.assign(second_boss, Place(table=closed_table), by=boss, starts_at=begins, ends_at=ends)
    held = [len(supervision.watchers_of(closed_table, at)) for at in (now, begins, ends - timedelta(seconds=1), ends)]
    assert held == [0, 1, 1, 0]
    with pytest.raises(BadPlan, match="at that time already"):
        assignments.assign(second_boss, Place(table=closed_table), by=boss, starts_at=begins, ends_at=ends)
    assignments.assign(second_boss, Place(table=closed_table), by=boss, starts_at=ends)


def test_an_assignment_that_cannot_be_is_refused(closed_table: Table, boss: Staff, dealer: Staff) -> None:
    here, past = Place(table=closed_table), timezone.now() - timedelta(minutes=1)
    for supervisor, place, ends_at in ((dealer, here, None), (boss, Place(), None), (boss, here, past)):
        with pytest.raises(BadPlan):
            assignments.assign(supervisor, place, by=boss, ends_at=ends_at)


def test_the_database_refuses_an_assignment_to_two_places_or_none(closed_table: Table, boss: Staff) -> None:
    pit, now = Pit.objects.get(name="Pit 3"), timezone.now()
    wrong: list[dict[str, Any]] = [
        {"pit": pit, "table": closed_table},
        {},
        {"table": closed_table, "ends_at": now},
    ]
    for fields in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Assignment.objects.create(supervisor=boss, by=boss, starts_at=now, **fields)
    with pytest.raises(IntegrityError, match="duty_at_one_place"), transaction.atomic():
        Duty.objects.create(staff=boss, gaming_day=now.date(), shift="1", pit=pit, table=closed_table, by=boss)
    with pytest.raises(IntegrityError, match="hand_over_between_two"), transaction.atomic():
        HandOver.objects.create(table=closed_table, giver=boss, taker=boss, note="", under_way=[])


@pytest.fixture
def busy(tap: Tapper) -> Table:
    """A round on the felt with a verdict, and a call."""
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:9H 1:QC 0:??")
    tap.say(Draft("said", ("1", "stand", None)))
    tap.deal("1:5D")
    calls.call(tap.table, by=tap.dealer, reason="A guest asks")
    return tap.table


def test_a_table_is_handed_over_with_what_is_under_way_and_both_sign(
    busy: Table, dealer: Staff, boss: Staff, second_boss: Staff
) -> None:
    assignments.assign(boss, Place(table=busy), by=boss)
    items = under_way(busy)
    assert [item[0] for item in items][:2] == ["round", "verdict"]
    assert ("call", items[-1][1], "Dealer", "A guest asks") == items[-1]
    with pytest.raises(BadHandOver, match="somebody else"):
        assignments.hand_over(busy, boss, by=boss, note="")
    with pytest.raises(BadHandOver, match="watched by Boss"):
        assignments.hand_over(busy, boss, by=second_boss, note="")
    offered = assignments.hand_over(busy, second_boss, by=boss, note="guest in box 1 waits")
    with pytest.raises(HandOverOpen):
        assignments.hand_over(busy, second_boss, by=boss, note="")
    assert alerts() == [("look", RosterAlert("hand_over", "BJ-12", "Second-Boss", offered.pk))]
    with pytest.raises(NotYours):
        assignments.take_over(offered, by=boss)
    assert list(supervision.watchers_of(busy, timezone.now())) == [boss]
    answer = assignments.take_over(offered, by=second_boss)
    assert [tuple(item) for item in answer.under_way] == items
    assert list(supervision.watchers_of(busy, timezone.now())) == [second_boss]
    told = [entry.body for entry in JournalEntry.objects.filter(chain=busy.chain).order_by("pk")]
    assert [name for name in ("hand_over.given", "hand_over.taken") if any(f'"{name}"' in body for body in told)] == [
        "hand_over.given", "hand_over.taken"
    ]  # fmt: skip
    with pytest.raises(Ended):
        assignments.decline(offered, by=boss, note="too late")


def test_a_hand_over_tells_no_cards(busy: Table, boss: Staff, second_boss: Staff, client: Client) -> None:
    offered = assignments.hand_over(busy, second_boss, by=boss, note="")
    client.force_login(second_boss)
    page = client.get(f"/hand-overs/{offered.pk}").text
    assert [card for card in ("8S", "9H", "QC", "5D", "queen", "Queen") if card in page] == []


def test_a_hand_over_is_declined_or_taken_back_with_a_reason(
    table: Table, boss: Staff, second_boss: Staff, client: Client
) -> None:
    client.force_login(boss)
    assert "Nothing is under way" in client.get("/tables/BJ-12/hand-over").text
    page = client.post("/tables/BJ-12/hand-over", {"to": second_boss.pk, "note": "quiet"})["Location"]
    assert client.post(f"{page}/decline", {"note": ""}).status_code == 422
    assert client.post(f"{page}/decline", {"note": "my own after all"}).status_code == 302
    assert "my own after all" in client.get(page).text
    page = client.post("/tables/BJ-12/hand-over", {"to": second_boss.pk, "note": "quiet"})["Location"]
    client.force_login(second_boss)
    assert client.post(f"{page}/take", {"note": ""}).status_code == 302
    assert "Signed by the taker" in client.get(page).text
    assert [row.answer.kind for row in HandOver.objects.order_by("pk")] == ["withdrawn", "taken"]
    assert "Watched by" in client.get("/tables/BJ-12").text


def test_the_page_assigns_and_ends(table: Table, boss: Staff, second_boss: Staff, client: Client) -> None:
    client.force_login(boss)
    form = {"supervisor": second_boss.pk, "place": "table:BJ-12", "starts_at": "", "ends_at": "", "reason": ""}
    assert client.post("/roster/assignments", form).status_code == 302
    assert client.post("/roster/assignments", {**form, "ends_at": "yesterday"}).status_code == 422
    row = Assignment.objects.get()
    assert client.post(f"/roster/assignments/{row.pk}/end", {"reason": ""}).status_code == 422
    assert client.post(f"/roster/assignments/{row.pk}/end", {"reason": "goes home"}).status_code == 302
    assert "BJ-12" in client.get("/roster").text
