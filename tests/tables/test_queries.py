"""What screens are given: right, complete, and with one fixed number of queries."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.models import Staff
from shoes import services as shoe_life
from tables import queries, refusals, wording
from tables.models import Table, Verdict
from tables.queries.shapes import RoundsFilter
from tables.services import calls, disputes, rounds, tables, verdicts
from tables.services.drafts import Draft
from tests.browser.seen import SeenTable
from tests.tables.conftest import LIMITS, PROFILE, Tapper
from tests.tables.play import a_mistaken_round, a_plain_round

pytestmark = pytest.mark.django_db


def count_of(call: Callable[[], Any]) -> int:
    with CaptureQueriesContext(connection) as captured:
        call()
    return len(captured)


@pytest.fixture
def busy(
    person: Callable[..., Staff], make_shoe: Callable[[str], str], boss: Staff, keys: Any
) -> Callable[[int], Tapper]:
    """Opens a table with a mistaken round, a running one, a call and a dispute: `busy(3)` is BJ-3."""

    def make(number: int) -> Tapper:
        table = tables.add(f"BJ-{number}", name="", pit="Pit 3", by=boss)
        tables.post_sign(table, PROFILE, limits=LIMITS, by=boss)
        dealer = person("dealer", f"dealer-{number}")
        tables.open(table, dealer=dealer, shoe_key=make_shoe(f"S-{number:06}"), by=boss)
        tap = Tapper(table, dealer, keys)
        a_mistaken_round(tap)
        disputes.raise_on(tap.round, "1", words="what?", by=dealer)
        verdicts.take(Verdict.objects.open().filter(round=tap.round).get(), by=boss)
        tap.stakes(b1=25_00)
        tap.deal("1:8S 0:9H 1:QC 0:??")
        calls.call(table, by=dealer)
        return tap

    return make


@pytest.mark.parametrize("name", ["floor", "needs_a_person", "rounds_list", "table_view", "round_view", "tablet_view"])
def test_lists_ask_the_same_number_of_queries_for_1_and_3_rows(
    busy: Callable[[int], Tapper], boss: Staff, name: str
) -> None:
    first = busy(1)
    asks: dict[str, Callable[[], Any]] = {
        "floor": lambda: queries.floor(boss),
        "needs_a_person": lambda: queries.needs_a_person(boss),
        "rounds_list": lambda: queries.rounds_list(RoundsFilter(), boss),
        "table_view": lambda: queries.table_view(first.table, boss),
        "round_view": lambda: queries.round_view(first.round, boss),
        "tablet_view": lambda: queries.tablet_view(first.table, first.dealer),
    }
    asks[name]()
    once = count_of(asks[name])
    busy(2)
    busy(3)
    assert count_of(asks[name]) == once
    assert once <= 30


def test_a_tile_says_what_is_due_and_what_is_wrong(busy: Callable[[int], Tapper], boss: Staff) -> None:
    busy(1)
    (tile,) = queries.floor(boss)
    assert (tile.code, tile.open_verdicts, tile.round_number) == ("BJ-1", 1, 2)
    assert tile.step is not None
    assert (tile.step.code, tile.step.slot) == ("box_acts", "1")
    assert [box.place for box in tile.arc if box.is_in] == ["1"]
    assert [box.place for box in tile.arc if box.is_due] == ["1"]


def test_the_worst_stands_first_and_what_is_taken_last_of_its_level(busy: Callable[[int], Tapper], boss: Staff) -> None:
    busy(1)
    kinds = [(alert.kind, alert.level, alert.taken_by) for alert in queries.needs_a_person(boss)]
    levels = ["stop", "act", "lost", "watch", "look"]
    assert kinds == sorted(kinds, key=lambda row: (levels.index(row[1]), row[2] is not None))
    assert {kind for kind, _, _ in kinds} == {"verdict", "dispute", "call"}


def test_a_watch_only_table_keeps_its_findings_from_the_tablet(tap: Tapper, boss: Staff) -> None:
    tables.set_watch_only(tap.table, True, by=boss)
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")
    tap.deal("0:9C")
    assert queries.tablet_view(tap.table, tap.dealer).findings == ()
    assert queries.floor(boss)[0].state == "watch"
    tables.set_watch_only(tap.table, False, by=boss)
    tap.table.refresh_from_db()
    assert len(queries.tablet_view(tap.table, tap.dealer).findings) == 1


def test_the_tablet_is_the_dealers_own(tap: Tapper, person: Callable[..., Staff], boss: Staff) -> None:
    tap.stakes(b1=25_00)
    for stranger in (person("dealer", "anna"), boss):
        with pytest.raises(refusals.NotYourTable):
            queries.tablet_view(tap.table, stranger)


def test_the_tablet_knows_the_stakes_of_the_round_before(tap: Tapper) -> None:
    a_plain_round(tap)
    view = queries.tablet_view(tap.table, tap.dealer)
    assert (view.round_id, view.round_number, view.before) == (None, 2, {"1": 25_00, "2": 50_00})
    assert (view.last_round_number, view.picture, view.due) == (1, None, None)


def test_a_table_view_lists_steps_in_order(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    seen = tap.deal("1:8S 0:KH").seen
    view = queries.table_view(tap.table, boss)
    assert [step.kind for step in view.steps][-2:] == ["card", "card"]
    assert (view.seen, view.is_running, view.round_number) == (seen, True, 1)


def test_a_round_is_replayed_step_by_step(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    whole = queries.round_view(tap.round, boss)
    assert (whole.step, whole.how) == (len(whole.steps), "settled")
    assert [entry.what for entry in whole.proof][-1] == "round.settled"
    first_card = next(n for n, step in enumerate(whole.steps, start=1) if step.kind == "card")
    then = queries.round_view(tap.round, boss, step=first_card)
    assert then.picture is not None
    cards = [card.card for box in then.picture.boxes for hand in box.hands for card in hand.cards]
    assert cards == ["8S"]
    assert queries.round_view(tap.round, boss, step=0).step == 0
    assert queries.round_view(tap.round, boss, step=999).step == len(whole.steps)


def test_the_three_truths_stand_beside_each_other(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    number = tap.deal("1:8S").numbers[0]
    tap.say(Draft("corrected", (number, ["card", "1", "9S", "up", "along"], "misread")))
    row = next(row for row in queries.round_view(tap.round, boss).truths if row.what == "card")
    assert (row.slot, row.nth, row.entered, row.observed, row.ruled) == ("1", 1, "9S", None, None)


def test_rounds_are_found_by_what_happened(tap: Tapper, table: Table, boss: Staff) -> None:
    a_plain_round(tap)
    a_mistaken_round(tap)
    verdicts.close(Verdict.objects.open().get(), "upheld", by=boss)

    def found(**wanted: Any) -> list[int]:
        return [row.number for row in queries.rounds_list(RoundsFilter(**wanted), boss).rows]

    assert found() == [2, 1]
    assert found(rules=("I-16",)) == [2]
    assert found(rules=("I-17",)) == []
    assert found(outcomes=("upheld",)) == [2]
    assert found(outcomes=("open",)) == []
    assert found(tables=("BJ-12",)) == [2, 1]
    assert found(tables=("BJ-13",)) == []
    assert found(truths=("ruled",)) == []
    assert found(number=1) == [1]
    facets = {(facet.name, facet.value): facet.count for facet in queries.rounds_list(RoundsFilter(), boss).facets}
    assert (facets["table", "BJ-12"], facets["rule", "I-16"]) == (2, 1)
    assert (facets["outcome", "upheld"], facets["outcome", "open"]) == (1, 0)
    assert facets["reaudit", "damaged"] == 0


def test_a_lost_round_gives_way_to_the_next(tap: Tapper, dealer: Staff, boss: Staff) -> None:
    tap.stakes(b1=25_00, b2=25_00, b3=25_00, b4=25_00)
    tap.deal("4:8S")
    assert not tap.taken.picture.followed  # type: ignore[union-attr]
    assert [alert.kind for alert in queries.needs_a_person(boss)].count("lost") == 1
    rounds.take_at(tap.table, [Draft("stake", ("1", 25_00, "main"))], by=dealer, key="next")
    lost, running = tap.table.rounds.order_by("number")
    assert (lost.close.how, running.number) == ("lost", 2)


def test_the_proof_of_a_round_is_its_journal(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    proof = queries.round_view(tap.round, boss).proof
    assert [entry.what for entry in proof] == ["round.opened", *["round.entered"] * 5, "round.settled"]


def test_a_stop_is_an_act_once_its_round_is_over(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:9H 1:QC 0:??")
    tap.ask("1", "stand")
    tap.deal("1:5H")  # not asked for: I-6
    assert queries.floor(boss)[0].state == "stop"
    tap.say(Draft("choice", ("I-6", tap.taken.numbers[0], "refuse")))  # type: ignore[union-attr]
    tap.turn(tap.hole(), "TD")
    tap.paid_as_shown()
    assert Verdict.objects.open().filter(round=tap.round).exists()
    assert (queries.floor(boss)[0].state, queries.needs_a_person(boss)[0].level) == ("act", "act")


def test_nobody_is_asked_to_choose_once_the_round_is_over(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:9H 1:QC 0:??")
    tap.ask("1", "stand")
    tap.deal("1:5H")  # not asked for: I-6
    (asked,) = queries.needs_a_person(boss)
    assert asked.verdict is not None
    assert asked.verdict.choices == ("keep", "refuse")
    assert "decides" in wording.alert(asked).why
    rounds.close(tap.round, by=boss, how="void", key="void")
    (late,) = queries.needs_a_person(boss)
    assert late.verdict is not None
    assert (late.verdict.choices, late.verdict.finding.choices) == ((), ())
    assert wording.alert(late).why == "I-6, round 1. The round is over: close the verdict."


def test_a_camera_that_sees_nothing_needs_a_person(table: Table, dealer: Staff, boss: Staff) -> None:
    seen = SeenTable(table, dealer)
    assert (queries.floor(boss)[0].state, queries.needs_a_person(boss)) == ("calm", [])
    seen.alive("lost")
    (alert,) = queries.needs_a_person(boss)
    assert (alert.kind, alert.level, wording.alert(alert).what) == ("camera", "act", "Camera: no picture")
    assert queries.floor(boss)[0].state == "look"
    tables.close(table, by=boss)
    assert queries.needs_a_person(boss) == []  # nobody waits for a camera at a closed table
