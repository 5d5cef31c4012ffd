"""No counting aid: while a shoe is in play nobody sees the cards of its past rounds, whatever they ask."""

import dataclasses
import json
from typing import Any

import pytest
from django.db import connection

from casino.models import ServiceToken, Staff
from shoes import services as shoe_life
from tables import queries
from tables.models import Verdict
from tables.queries import sight
from tables.queries.shapes import RoundsFilter
from tables.rules.facts import Fact
from tables.rules.shapes import Shape
from tables.services import verdicts
from tables.services.drafts import Draft
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round, a_plain_round

pytestmark = pytest.mark.django_db

CARDS = {"8S", "8H", "QC", "TD", "9S", "KH", "7D", "9C"}


def cards_in(value: Any) -> set[str]:
    """Every card that a value tells anywhere inside."""
    text = json.dumps(value, default=_plain)
    return {card for card in CARDS if f'"{card}"' in text}


def _plain(value: Any) -> Any:
    if isinstance(value, Shape):
        return value.as_json()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return str(value)


def test_the_round_on_the_felt_is_seen(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH")
    assert cards_in(queries.table_view(tap.table, boss)) == {"8S", "KH"}


@pytest.mark.parametrize("role", ["boss", "auditor"])
def test_a_past_round_of_a_shoe_in_play_shows_no_card(tap: Tapper, boss: Staff, auditor: Staff, role: str) -> None:
    a_plain_round(tap)
    reader = {"boss": boss, "auditor": auditor}[role]
    view = queries.round_view(tap.round, reader)
    assert (view.withheld, view.picture, view.settlement, view.truths) == (True, None, None, ())
    assert cards_in(view) == set()
    assert cards_in(queries.rounds_list(RoundsFilter(), reader)) == set()
    assert queries.rounds_list(RoundsFilter(), reader).rows[0].bank_total is None
    assert cards_in(queries.table_view(tap.table, reader)) == set()
    for step in range(len(view.steps) + 1):
        assert cards_in(queries.round_view(tap.round, reader, step=step)) == set()


def test_once_the_shoe_has_ended_all_is_shown(tap: Tapper, boss: Staff, auditor: Staff) -> None:
    a_plain_round(tap)
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    view = queries.round_view(tap.round, auditor)
    assert not view.withheld
    assert cards_in(view) == {"8S", "QC", "TD", "9S", "KH", "7D"}
    assert queries.rounds_list(RoundsFilter(), auditor).rows[0].bank_total == "17"


def test_an_open_verdict_is_seen_by_those_who_handle_it(tap: Tapper, boss: Staff, auditor: Staff) -> None:
    a_mistaken_round(tap)
    assert queries.round_view(tap.round, boss).picture is not None
    assert queries.round_view(tap.round, auditor).picture is None
    assert queries.floor(boss)[0].because is not None
    verdicts.close(Verdict.objects.open().get(), "upheld", by=boss)
    assert cards_in(queries.round_view(tap.round, boss)) == set()


def test_the_round_on_the_felt_is_no_business_of_an_auditor(tap: Tapper, auditor: Staff, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH")
    client = ServiceToken.objects.create(name="client", permission="record.read", sha256="d")
    for reader in (auditor, client):
        view = queries.round_view(tap.round, reader)
        assert (view.withheld, cards_in(view)) == (True, set())
    assert cards_in(queries.round_view(tap.round, boss)) == {"8S", "KH"}


def test_a_withheld_verdict_tells_its_rule_and_no_total(tap: Tapper, auditor: Staff) -> None:
    a_mistaken_round(tap)
    (verdict,) = queries.round_view(tap.round, auditor).verdicts
    assert (verdict.rule, verdict.withheld) == ("I-16", True)
    assert (verdict.finding.done, verdict.finding.args, verdict.finding.due) == ("", {}, None)


def test_a_face_down_card_is_shown_to_nobody_even_where_it_was_read(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH 1:QC")
    tap.say(Draft("card", ("0", "7D", "down", "along")))
    for view in (queries.table_view(tap.table, boss), queries.tablet_view(tap.table, tap.dealer)):
        assert "7D" not in cards_in(view)
    assert "7D" not in cards_in(queries.round_view(tap.round, boss))


def test_a_card_that_is_turned_at_the_mouth_is_not_placed_yet() -> None:
    camera = ("observed", "camera:BJ-12")
    facts: list[Fact] = [
        (2, 10, "card", *camera, "mouth", "??", "down", "along"),
        (3, 20, "turned", *camera, 2, "8S"),
        (4, 30, "corrected", *camera, 3, ("turned", 2, "8H"), "read again"),
        (5, 40, "card", *camera, "0", "??", "down", "along"),
        (6, 50, "turned", *camera, 5, "KH"),
    ]
    assert cards_in(sight.face_down_hidden(facts)) == {"KH"}


def test_the_live_feed_carries_ids_only(tap: Tapper, django_capture_on_commit_callbacks: Any) -> None:
    sent: list[str] = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if "pg_notify" in sql:
            sent.append(params[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen), django_capture_on_commit_callbacks(execute=True):
        a_mistaken_round(tap)
    assert sent
    keys = {key for payload in sent for line in payload.splitlines() for key in json.loads(line)}
    assert keys <= {"topic", "to", "table", "round", "shoe"}
    assert cards_in(sent) == set()


def test_facts_without_cards_keep_their_order_and_nothing_else() -> None:
    facts = [
        (1, 1, "card", "entered", "tablet", "1", "QH", "up", "along"),
        (2, 1, "turned", "entered", "tablet", 1, "QH"),
        (3, 1, "corrected", "ruled", "staff:1", 1, ("card", "1", "9S", "up", "along"), "misread"),
        (4, 1, "inserted", "ruled", "staff:1", 1, 1, ("card", "1", "TD", "up", "along"), "missed"),
        (5, 1, "burned", "table", "table", "dealer", 3),
    ]
    blank = sight.without_cards(facts)
    assert [fact[0] for fact in blank] == [1, 2, 3, 4, 5]
    assert cards_in(blank) == set()
    assert blank[4][-1] is None
