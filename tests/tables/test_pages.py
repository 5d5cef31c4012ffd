"""The pit's pages without a browser: fixed query counts, fragments, and forms that are refused kindly."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.models import Staff
from tables.models import Ruling, Table, Verdict, VerdictClosing
from tables.services import disputes, tables
from tables.views import pit
from tests.tables.conftest import Tapper

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss_client(boss: Staff) -> Client:
    client = Client()
    client.force_login(boss)
    return client


@pytest.fixture
def verdict(tap: Tapper) -> Verdict:
    """Box 1 stood on 18 and was given a five."""
    tap.stakes(b1=25_00, b3=50_00)
    tap.deal("1:8S 3:TD 0:9H 1:QC 3:9S 0:??")
    tap.ask("1", "stand")
    tap.deal("1:5D")
    return Verdict.objects.get()


def _queries(client: Client, path: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as caught:
        assert client.get(path).status_code == 200
    return len(caught)


def test_the_pit_asks_as_often_for_three_tables_as_for_one(boss: Staff, boss_client: Client) -> None:
    tables.add("BJ-1", name="", pit="Pit 3", by=boss)
    boss_client.get("/pit")
    one = _queries(boss_client, "/pit")
    for code in ("BJ-2", "BJ-3"):
        tables.add(code, name="", pit="Pit 3", by=boss)
    assert _queries(boss_client, "/pit") == one


def test_a_change_brings_the_tile_the_tally_and_the_list(table: Table, boss_client: Client) -> None:
    body = boss_client.get("/pit?part=changes&topic=table&table=BJ-12").content.decode()
    assert body.strip().startswith('<a class="tile')
    assert [f'id="{name}"' in body for name in ("tile-BJ-12", "tally", "needs-list", "tiles")] == [
        True,
        True,
        True,
        False,
    ]


def test_everything_is_brought_when_no_table_is_named(table: Table, boss_client: Client) -> None:
    body = boss_client.get("/pit?part=changes").content.decode()
    assert 'id="tiles"' in body


def test_a_stale_form_changes_nothing_and_says_so(verdict: Verdict, boss_client: Client, second_boss: Staff) -> None:
    address = f"/tables/BJ-12/verdicts/{verdict.pk}/close"
    assert boss_client.post(address, {"outcome": "upheld"}).status_code == 302
    other = Client()
    other.force_login(second_boss)
    answer = other.post(address, {"outcome": "misread", "reason": "Glare"})
    assert answer.status_code == 409
    assert "Nothing was changed." in answer.content.decode()
    assert VerdictClosing.objects.get().outcome == "upheld"


def test_an_outcome_that_does_not_exist_is_refused(verdict: Verdict, boss_client: Client) -> None:
    answer = boss_client.post(f"/tables/BJ-12/verdicts/{verdict.pk}/close", {"outcome": "forgotten"})
    assert answer.status_code == 422
    assert VerdictClosing.objects.count() == 0


def test_a_choice_that_is_not_offered_is_refused(verdict: Verdict, boss_client: Client) -> None:
    answer = boss_client.post(f"/tables/BJ-12/verdicts/{verdict.pk}/choose", {"option": "void_round"})
    assert answer.status_code == 422


def test_a_verdict_of_another_table_is_not_found(verdict: Verdict, boss_client: Client) -> None:
    assert boss_client.post(f"/tables/BJ-99/verdicts/{verdict.pk}/take").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"refund_minor": "12.345"}, "decimals"),
        ({"refund_minor": "much"}, "no sum of money"),
        ({"reason": ""}, "Reason"),
        ({"decision": "coin"}, "Ruling"),
    ],
)
def test_a_ruling_that_lacks_something_is_refused(
    tap: Tapper, verdict: Verdict, boss_client: Client, dealer: Staff, wrong: dict[str, str], sentence: str
) -> None:
    dispute = disputes.raise_on(tap.round, "1", words="Mine", by=dealer)
    form = {"decision": "for_player", "clause": "I-6", "reason": "Seen", "refund_minor": "0"} | wrong
    answer = boss_client.post(f"/disputes/{dispute.pk}/rule", form)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Ruling.objects.count() == 0


def test_an_unknown_table_is_not_found(boss_client: Client) -> None:
    answer = boss_client.get("/tables/BJ-404")
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("role", "page"),
    [
        ("supervisor", "/pit"),
        ("surveillance", "/pit"),
        ("dealer", "/tablet"),
        ("auditor", "/log"),
        ("administrator", "/cameras"),
    ],
)
def test_everybody_begins_where_they_work(people: dict[str, Staff], role: str, page: str) -> None:
    client = Client()
    client.force_login(people[role])
    assert client.get("/").headers["Location"] == page


def test_a_role_without_a_page_is_told_so(people: dict[str, Staff], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pit, "FIRST_PAGES", {})
    client = Client()
    client.force_login(people["security"])
    assert "There is no page for your role yet" in client.get("/").content.decode()


def test_a_fetched_form_that_is_refused_answers_with_a_fragment(
    verdict: Verdict, boss_client: Client, person: Callable[..., Staff]
) -> None:
    address = f"/tables/BJ-12/verdicts/{verdict.pk}/take"
    other = Client()
    other.force_login(person("supervisor", "third"))
    other.post(address)
    answer = boss_client.post(address, headers={"HX-Request": "true"})
    assert answer.status_code == 409
    assert answer.content.decode().strip().startswith('<div class="said" id="messages">')


def test_a_fetched_form_that_was_taken_says_so_in_a_fragment(verdict: Verdict, boss_client: Client) -> None:
    answer = boss_client.post(f"/tables/BJ-12/verdicts/{verdict.pk}/take", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "It is yours; the others see that." in answer.content.decode()


def test_watch_only_is_lifted_with_a_reason_and_not_without(table: Table, boss_client: Client) -> None:
    assert boss_client.post("/tables/BJ-12/watch", {"watch": "1", "reason": "a new lens"}).status_code == 302
    answer = boss_client.post("/tables/BJ-12/watch", {"watch": "0", "reason": " "})
    assert (answer.status_code, "Reason" in answer.content.decode()) == (422, True)
    table.refresh_from_db()
    assert table.is_watch_only is True
    boss_client.post("/tables/BJ-12/watch", {"watch": "0", "reason": "read a whole shoe right"})
    table.refresh_from_db()
    assert table.is_watch_only is False
