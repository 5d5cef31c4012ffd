"""Pages of chips without a browser: who sees what, what is refused, and how many questions the database is asked."""

import re
from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import ChipCount, ChipDifference, Slip, Table, Verdict
from tables.queries import ledger as books
from tables.services import chips, slips, tables, verdicts
from tests.tables.conftest import Tapper
from tests.tables.paper import TRAY, Team, ask, signed_to_the_end
from tests.tables.play import a_mistaken_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_(client: Client) -> Callable[[Staff], Client]:
    def logged_in(person: Staff) -> Client:
        client.force_login(person)
        return client

    return logged_in


As = Callable[[Staff], Client]


@pytest.fixture
def opened(table: Table, team: Team) -> Table:
    chips.count_opener(table, TRAY, by=team.boss)
    return table


def text(client: Client, url: str, status: int = 200) -> str:
    response = client.get(url)
    assert response.status_code == status, url
    return response.content.decode()


def test_the_second_who_counts_a_drop_is_not_shown_the_first_sum(opened: Table, team: Team, as_: As) -> None:
    chips.count_closer(opened, TRAY, by=team.boss)
    chips.count_drop(opened, house_day(), {50_00: 61}, by=team.cage)
    for person, url in ((team.second_cage, "/cage"), (team.boss, "/tables/BJ-12/chips"), (team.boss, "/chips")):
        page = text(as_(person), url)
        assert "3\u202f050" not in page
        assert "3050" not in page


def test_an_auditor_is_shown_a_day_and_a_slip_once_they_are_over(
    opened: Table, team: Team, auditor: Staff, as_: As
) -> None:
    slip = ask(opened, team)
    client = as_(auditor)
    assert "This gaming day is not over" in text(client, "/tables/BJ-12/chips")
    assert "BJ-12" not in text(client, "/chips")
    text(client, f"/tables/BJ-12/slips/{slip.pk}", 403)
    signed_to_the_end(slip, team)
    assert slip.ref in text(client, f"/tables/BJ-12/slips/{slip.pk}")
    chips.count_closer(opened, TRAY, by=team.boss)
    assert slip.ref in text(client, "/tables/BJ-12/chips")
    assert "/tables/BJ-12/chips" in text(client, "/chips")


def test_a_dealer_sees_the_slips_of_their_own_table(
    opened: Table, team: Team, person: Callable[..., Staff], as_: As
) -> None:
    slip = ask(opened, team)
    assert slip.ref in text(as_(team.dealer), f"/slips/{slip.pk}")
    text(as_(person("dealer", "other")), f"/slips/{slip.pk}", 403)


@pytest.mark.parametrize(
    ("who", "url", "posted", "code"),
    [
        ("boss", "/tables/BJ-12/chips/count", {"kind": "middle"}, "malformed"),
        ("boss", "/tables/BJ-12/chips/count", {"kind": "closer", "n_2500": "four"}, "malformed"),
        ("boss", "/tables/BJ-12/chips/count", {"kind": "closer", "n_2500": "9999999"}, "malformed"),
        ("boss", "/tables/BJ-12/chips/count", {"kind": "closer", "n_2501": "4"}, "bad-count"),
        ("boss", "/tables/BJ-12/chips/count", {"kind": "opener", "n_2500": "4"}, "already-counted"),
        ("boss", "/tables/BJ-12/slips", {"kind": "gift", "n_2500": "4"}, "malformed"),
        ("boss", "/tables/BJ-12/slips", {"kind": "fill"}, "bad-count"),
        ("boss", "/tables/BJ-12/slips", {"kind": "fill", "n_2500": "4", "seen": "0.0.0"}, "stale-form"),
        ("cage", "/tables/BJ-12/drop", {"day": "yesterday", "n_5000": "4"}, "malformed"),
        ("cage", "/tables/BJ-12/drop", {"day": "2999-01-01", "n_5000": "4"}, "day-not-over"),
        ("cage", "/tables/BJ-12/drop/confirm", {"day": "2026-01-01", "n_5000": "4"}, "nothing-to-confirm"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(
    opened: Table, team: Team, as_: As, who: str, url: str, posted: dict[str, str], code: str
) -> None:
    person = {"boss": team.boss, "cage": team.cage}[who]
    response = as_(person).post(url, posted, headers={"Accept": "application/json"})
    assert (response.status_code, response.json()["code"]) in {(409, code), (422, code)}
    assert not Slip.objects.exists()
    assert books.balance_minor("tray:BJ-12") == 6000_00


def test_a_slip_is_printed_in_the_readers_language(opened: Table, team: Team, as_: As) -> None:
    slip = ask(opened, team)
    client = as_(team.cage)
    english = text(client, f"/slips/{slip.pk}")
    client.cookies["django_language"] = "ru"
    russian = text(client, f"/slips/{slip.pk}")
    assert f'Fill <span class="number">{slip.ref}' in english
    assert f'Пополнение <span class="number">{slip.ref}' in russian
    assert "carried by security" in english
    assert "перенос: охрана" in russian


def test_cage_and_security_come_to_their_own_pages_first(team: Team, as_: As) -> None:
    assert as_(team.cage).get("/")["Location"] == "/cage"
    assert as_(team.security).get("/")["Location"] == "/slips"


def _questions(client: Client, url: str) -> int:
    client.get(url)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def test_the_tablet_says_that_a_slip_waits_for_its_dealer_and_not_while_a_round_is_played(
    opened: Table, team: Team, tap: Tapper, as_: As
) -> None:
    asked = "A signature is asked of you"
    assert asked in text(as_(team.dealer), "/tablet")  # the opener's second signature
    chips.sign_count(ChipCount.objects.get(), by=team.dealer)
    slip = ask(opened, team)
    assert asked not in text(as_(team.dealer), "/tablet")
    for person in (team.cage, team.security):
        slips.sign(slip, by=person)
    assert asked in text(as_(team.dealer), "/tablet")
    tap.stakes(b1=10_00)
    assert asked not in text(as_(team.dealer), "/tablet")


def test_lists_ask_a_fixed_number_of_questions(opened: Table, team: Team, as_: As) -> None:
    """With one table and slip, and with three."""
    addresses = [(team.boss, "/chips"), (team.cage, "/cage"), (team.dealer, "/slips"), (team.boss, "/pit")]
    signed = ask(opened, team)
    slips.sign(signed, by=team.cage)
    slips.sign(signed, by=team.security)
    with_one = [_questions(as_(person), url) for person, url in addresses]
    for code in ("BJ-13", "BJ-14"):
        other = tables.add(code, name="", pit="Pit 3", by=team.boss)
        chips.count_opener(other, TRAY, by=team.boss)
        slips.ask(other, "fill", {25_00: 1}, by=team.boss)
        again = ask(opened, team)
        slips.sign(again, by=team.cage)
        slips.sign(again, by=team.security)
    assert [_questions(as_(person), url) for person, url in addresses] == with_one


def test_a_days_page_asks_as_much_for_three_slips_as_for_one(opened: Table, team: Team, as_: As) -> None:
    ask(opened, team)
    with_one = _questions(as_(team.boss), "/tables/BJ-12/chips")
    for _slip in range(2):
        ask(opened, team)
    assert _questions(as_(team.boss), "/tables/BJ-12/chips") == with_one


def test_differences_ask_no_more_of_the_pit(opened: Table, team: Team, as_: As) -> None:
    added = [tables.add(code, name="", pit="Pit 3", by=team.boss) for code in ("BJ-15", "BJ-16")]
    with_none = _questions(as_(team.boss), "/pit")
    for other in added:
        chips.count_opener(other, TRAY, by=team.boss)
        chips.count_closer(other, {25_00: 100, 100_00: 40}, by=team.boss)
        chips.count_drop(other, house_day(), {50_00: 60}, by=team.cage)
        chips.confirm_drop(other, house_day(), {50_00: 60}, by=team.second_cage)
    assert ChipDifference.objects.count() == 2
    assert _questions(as_(team.boss), "/pit") == with_none


def test_no_page_of_chips_tells_a_card_of_a_shoe_in_play(opened: Table, team: Team, tap: Tapper, as_: As) -> None:
    """No counting aid: causes name rule, box and money of a past round, and nothing that lay there."""
    a_mistaken_round(tap)
    verdict = Verdict.objects.open().get()
    verdicts.close(verdict, "upheld", by=team.boss)
    for url in ("/tables/BJ-12/chips", "/chips", "/slips"):
        page = text(as_(team.boss), url)
        assert re.findall(r"\b(?:8S|QC|KH|7D|9C)\b|cards\.svg|class=\"mini", page) == []
