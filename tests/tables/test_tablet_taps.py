"""Taps as the server takes them: bad ones change nothing and get one sentence, known ones are answered again."""

import json
import time
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from casino.models import Staff
from tables import queries
from tables.models import Call, Entry, Round, Table
from tables.services.drafts import Draft
from tests.tables.conftest import Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db

Post = Callable[..., tuple[int, str]]


@pytest.fixture
def post(client: Client, table: Table, dealer: Staff) -> Post:
    """`post("tablet-entry", key="a", what="card", …)`: status and screen."""
    client.force_login(dealer)

    def send(name: str, **said: str) -> tuple[int, str]:
        answer = client.post(reverse(name, args=[table.code]), said, headers={"X-Seventeen-Tap": "1"})
        return answer.status_code, answer.content.decode()

    return send


def stored() -> int:
    return Entry.objects.count()


@pytest.mark.parametrize(
    ("name", "said", "sentence"),
    [
        ("tablet-entry", {"what": "card", "slot": "1", "card": "1X"}, "1X"),
        ("tablet-entry", {"what": "miracle", "slot": "1"}, "“miracle” is no entry"),
        ("tablet-entry", {"what": "card", "card": "8S"}, "Touch where it lies first"),
        ("tablet-entry", {"what": "turned", "fact": "4", "card": "back"}, "The card was turned over"),
        ("tablet-entry", {"what": "turned", "fact": "four", "card": "8S"}, "it must be a whole number"),
        ("tablet-entry", {"what": "stake", "slot": "1", "amount": "12.345"}, "12.345"),
        ("tablet-request", {"said": "3"}, "is no request"),
        ("tablet-stakes", {"stake": "3:5.00"}, "is no stake"),
        ("tablet-paid", {"pay": "1:main", "amount": "a lot"}, "a lot"),
        ("tablet-correct", {"fact": "99", "reason": "mis-tapped", "do": "void"}, "There is no entry 99"),
        ("tablet-correct", {"fact": "1", "reason": "mis-tapped", "do": "void"}, "There is no entry 1"),
        ("tablet-correct", {"fact": "2", "do": "void"}, "Write the reason"),
        ("tablet-dispute", {"about": "1", "slot": "1", "ground": "weather"}, "Write the reason"),
    ],
)
def test_a_bad_tap_is_answered_with_a_sentence_and_changes_nothing(
    post: Post, tap: Tapper, name: str, said: dict[str, str], sentence: str
) -> None:
    tap.stakes(b1=25_00)
    before = stored()
    if "about" in said:
        said = said | {"about": str(tap.round.pk)}
    status, screen = post(name, key="bad", round=str(tap.round.pk), **said)
    assert status == 422
    assert sentence in screen
    assert 'id="tablet"' in screen
    assert stored() == before


@pytest.mark.parametrize("key", ["", "a#1", "k" * 61])
def test_a_tap_without_a_key_of_its_own_is_refused(post: Post, tap: Tapper, key: str) -> None:
    tap.stakes(b1=25_00)
    before = stored()
    assert post("tablet-entry", key=key, what="card", slot="1", card="8S")[0] == 422
    assert stored() == before


def test_a_tap_that_is_delivered_twice_is_taken_once(post: Post, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    said = {"key": "twice", "round": str(tap.round.pk), "what": "card", "slot": "1", "card": "8S"}
    assert post("tablet-entry", **said)[0] == 200
    before = stored()
    assert post("tablet-entry", **said)[0] == 200
    assert stored() == before


def test_a_request_that_comes_again_late_is_taken_once(post: Post, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:7H 1:QC 0:??")
    said = {"key": "stand", "round": str(tap.round.pk), "said": "1:stand"}
    assert post("tablet-request", **said)[0] == 200
    before = stored()
    assert post("tablet-request", **said, late="1", at=str(int(time.time() * 1000)))[0] == 200
    assert stored() == before


def test_the_tap_that_ended_a_round_is_known_when_it_comes_again(post: Post, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:7H 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "TC")
    said = {"key": "paid", "round": str(tap.round.pk), "as_shown": "1"}
    assert post("tablet-paid", **said)[0] == 200
    assert post("tablet-paid", **said)[0] == 200
    assert Round.objects.count() == 1


def test_a_natural_paid_as_shown_before_the_draws_ends_no_round(post: Post, tap: Tapper) -> None:
    # R-BJF-25
    tap.stakes(b1=25_00, b2=25_00)
    tap.deal("1:AS 2:TD 0:7H 1:KS 2:9S 0:??")
    status, screen = post("tablet-paid", key="natural", round=str(tap.round.pk), as_shown="1")
    assert status == 200
    assert "Box\xa02 acts" in screen
    assert json.loads(Entry.objects.get(kind="paid").body)[5:] == ["1", "main", 37_50]
    tap.ask("2", "stand")
    tap.turn(tap.hole(), "TC")
    assert post("tablet-paid", key="rest", round=str(tap.round.pk), as_shown="1")[0] == 200
    assert Round.objects.get().close.how == "settled"


def test_a_tap_on_a_screen_of_a_round_that_has_gone_is_stale(post: Post, tap: Tapper) -> None:
    a_plain_round(tap)
    gone = tap.round.pk
    tap.stakes(b1=25_00)
    before = stored()
    status, screen = post("tablet-entry", key="old", round=str(gone), what="card", slot="1", card="8S")
    assert (status, stored()) == (409, before)
    assert "Something was entered since you opened this" in screen


def test_a_refused_request_keeps_the_step_and_names_the_rule_in_words(post: Post, tap: Tapper) -> None:
    # I-19
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:7H 1:QC 0:??")
    before = stored()
    status, screen = post("tablet-request", key="split", round=str(tap.round.pk), said="1:split")
    assert (status, stored()) == (409, before)
    assert "acts<" in screen
    assert "Nothing was stored." in screen


def test_a_late_decision_has_been_played_and_is_a_fact(post: Post, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:7H 1:QC 0:??")
    at = int(time.time() * 1000)
    status, _screen = post("tablet-request", key="late", round=str(tap.round.pk), said="1:split", late="1", at=str(at))
    assert status == 200
    assert Entry.objects.get(kind="said", body__contains="split").at_ms == at


def test_a_late_tap_from_the_future_is_refused(post: Post, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    before = stored()
    at = str(int(time.time() * 1000) + 60_000)
    said = {"key": "f", "round": str(tap.round.pk), "what": "card", "slot": "1", "card": "8S", "late": "1", "at": at}
    assert post("tablet-entry", **said)[0] == 422
    assert stored() == before


def test_late_stakes_open_the_next_round_and_are_facts(post: Post, tap: Tapper) -> None:
    a_plain_round(tap)
    at = str(int(time.time() * 1000))
    assert post("tablet-as-before", key="s", round=str(tap.round.pk), late="1", at=at)[0] == 200
    running = Round.objects.running().get()
    stakes = Entry.objects.filter(round=running, kind="stake").order_by("pk")
    assert [(entry.source, entry.at_ms) for entry in stakes] == [("entered", int(at))] * 2


def test_two_rounds_kept_without_contact_are_delivered_in_order(post: Post, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:7H 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "TC")
    gone = str(tap.round.pk)
    minutes_ago = int(time.time() * 1000) - 60_000

    def kept(nth: int, name: str, **said: str) -> int:
        return post(name, key=f"kept-{nth}", round=gone, late="1", at=str(minutes_ago + nth), **said)[0]

    assert kept(1, "tablet-paid", as_shown="1") == 200
    assert kept(2, "tablet-as-before") == 200
    assert kept(3, "tablet-entry", what="card", slot="1", card="9D") == 200
    assert kept(4, "tablet-entry", what="card", slot="0", card="6D") == 200
    running = Round.objects.running().get()
    cards = Entry.objects.filter(round=running, kind="card").order_by("number").values_list("body", flat=True)
    assert [json.loads(body)[5:7] for body in cards] == [["1", "9D"], ["0", "6D"]]


def test_without_script_a_tap_leads_back_to_the_tablet(client: Client, post: Post, tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    said = {"key": "plain", "round": str(tap.round.pk), "what": "card", "slot": "1", "card": "8S"}
    answer = client.post(reverse("tablet-entry", args=[tap.table.code]), said)
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("tablet"))


@pytest.mark.parametrize(
    "name", ["entry", "request", "stakes", "as-before", "paid", "correct", "call", "dispute", "screen"]
)
def test_a_strangers_table_is_closed_to_a_dealer(
    client: Client, table: Table, person: Callable[..., Staff], name: str
) -> None:
    client.force_login(person("dealer", "stranger"))
    address = reverse(f"tablet-{name}", args=[table.code])
    answer = client.get(address) if name == "screen" else client.post(address, {"key": "k"})
    assert answer.status_code == 403
    assert not Entry.objects.exists()
    assert not Call.objects.exists()


def test_the_card_to_turn_is_never_one_that_was_taken_back(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:9H 1:QC 0:??")
    taken_back = tap.hole()
    tap.say(Draft("voided", (taken_back, "mis-tapped")))
    tap.deal("0:??")
    assert tap.hole() != taken_back
    tap.ask("1", "stand")
    (card,) = queries.tablet_view(tap.table, tap.dealer).ahead
    assert (card["what"], card["fact"]) == ("turned", str(tap.hole()))
