"""Several boxes of one player: told on the tablet, kept for the rounds that follow, in the document (R-BJF-14)."""

import json
from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction
from django.test import Client

from casino.models import Staff
from tables import refusals
from tables.document import audit
from tables.models import BoxesTold, RoundDocument, Table, Verdict
from tables.queries.players import groups_at
from tables.rules.shapes import KindLimits, Limits
from tables.services import players, tables
from tests.tables.conftest import PROFILE, Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db
LIMITS = Limits(10_00, 500_00, 2_50, kinds={"player": KindLimits(10_00, 600_00, 2_50)})


@pytest.fixture
def told(client: Client, dealer: Staff) -> Callable[..., tuple[int, str]]:
    client.force_login(dealer)

    def tell(key: str, **said: object) -> tuple[int, str]:
        asked = {"key": key, **said}
        answer = client.post("/tablet/BJ-12/players", asked, headers={"X-Seventeen-Tap": "1"})
        return answer.status_code, answer.content.decode()

    return tell


def document() -> bytes:
    return RoundDocument.objects.order_by("-pk")[0].text.encode()


def facts(kind: str) -> list[list[object]]:
    return [fact for fact in json.loads(document())["facts"] if fact[2] == kind]


def test_told_once_it_holds_for_every_round_until_told_otherwise(
    tap: Tapper, told: Callable[..., tuple[int, str]], dealer: Staff
) -> None:
    status, page = told("k1", place=["2", "1"])
    assert (status, "Player A: boxes 1, 2" in page) == (200, True)
    a_plain_round(tap)
    assert [fact[2:] for fact in facts("player")] == [["player", "table", "table", "1", ["2"]]]
    assert audit(document()).record == "sound"
    a_plain_round(tap)
    assert [fact[5:] for fact in facts("player")] == [["1", ["2"]]]
    assert told("k2", part="1.2")[0] == 200
    assert groups_at(tap.table) == ()
    a_plain_round(tap)
    assert facts("player") == []  # a round in which nobody has several boxes says nothing of it
    assert Verdict.objects.count() == 0


def test_what_was_told_ends_with_the_table(tap: Tapper, boss: Staff, dealer: Staff) -> None:
    assert players.tell(tap.table, ["3", "4"], by=dealer, key="k1") == (("3", "4"),)
    tables.pause(tap.table, by=boss, note="break")
    assert groups_at(tap.table) == (("3", "4"),)
    tables.close(tap.table, by=boss)
    assert groups_at(tap.table) == ()


def test_a_maximum_of_a_player_is_asked_before_the_stakes_and_found_behind_them(
    tap: Tapper, boss: Staff, dealer: Staff
) -> None:
    """I-17: all stakes of one tap are measured together; a stake found later is taken, and found."""
    tables.post_sign(tap.table, PROFILE, limits=LIMITS, by=boss)
    players.tell(tap.table, ["1", "2"], by=dealer, key="k1")
    said = r"All boxes of one player: 700\.00; the highest is 600"
    with pytest.raises(refusals.RequestRefused, match=said) as refused:
        tap.stakes(b1=350_00, b2=350_00)
    assert refused.value.rule == "I-17"
    assert tap.table.rounds.count() == 0  # nothing was stored
    tap.stakes(b1=350_00, b2=250_00, b3=350_00)
    tap.deal("1:8S 2:TD 3:TC 0:6H 1:QC 2:9S 3:9C 0:??")
    assert Verdict.objects.count() == 0
    tap.ask("1", "stand")


def test_told_after_the_cards_it_is_a_fact_of_the_round(tap: Tapper, boss: Staff, dealer: Staff) -> None:
    """R-BJF-14: the sign has one box a player; asked for it is refused, seen too late it is found."""
    tables.post_sign(tap.table, PROFILE, options={"multi_hand": False}, limits=Limits(10_00, 500_00, 2_50), by=boss)
    with pytest.raises(refusals.RequestRefused, match="A player has one box at this table, not boxes 1, 2"):
        players.tell(tap.table, ["1", "2"], by=dealer, key="k1")
    assert BoxesTold.objects.count() == 0
    tap.stakes(b1=50_00, b2=50_00)
    tap.deal("1:8S 2:TD 0:6H 1:QC 2:9S 0:??")
    players.tell(tap.table, ["1", "2"], by=dealer, key="k2")
    players.tell(tap.table, ["1", "2"], by=dealer, key="k2")
    assert list(Verdict.objects.values_list("rule", "slot", "level")) == [("R-BJF-14", "2", "act")]
    players.tell(tap.table, ["2"], by=dealer, key="k3")  # it was another player after all
    assert Verdict.objects.open().count() == 0


def test_only_the_dealer_tells_and_only_of_boxes_that_are_there(
    tap: Tapper, told: Callable[..., tuple[int, str]], person: Callable[..., Staff]
) -> None:
    assert told("k1", place=["2"])[0] == 422
    status, page = told("k2", place=["2", "9"])
    assert (status, "“9” is no box of this table" in page) == (422, True)
    with pytest.raises(refusals.NotYourTable):
        players.tell(tap.table, ["1", "2"], by=person("dealer", "other"), key="k3")
    assert BoxesTold.objects.count() == 0


def test_postgresql_keeps_what_was_told(table: Table, tap: Tapper, dealer: Staff) -> None:
    players.tell(tap.table, ["1", "2"], by=dealer, key="k1")
    with pytest.raises(DatabaseError, match=r"append-only|permission denied"), transaction.atomic():
        connection.cursor().execute("UPDATE tables_boxestold SET groups = '[]'")
