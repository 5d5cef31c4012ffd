"""Who holds the bank, and what lies there, on the pit tile, the table page and in the log."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from casino.models import Staff
from tables import queries
from tables.queries.banks import between_rounds, holders
from tables.queries.shapes import BankView
from tables.queries.tables import sign_of
from tables.rules.shapes import Step
from tables.services.drafts import Draft
from tables.templatetags.felt import spots_of
from tables.wording import bank as bank_words
from tables.wording import felt_lines, sign_long, sign_short, total
from tests.tables.banked import READY, SEATED, THIRD_NATURAL, Banked, open_banked
from tests.tables.conftest import Tapper


@pytest.fixture
def boss_client(boss: Staff) -> Client:
    client = Client()
    client.force_login(boss)
    return client


@pytest.fixture
def make(boss: Staff, second_boss: Staff, person: Callable[..., Staff], keys: Iterator[str]) -> Callable[..., Banked]:
    """An open table with a dealer of its own: `make("farmer-000", "FA-1", kind="fr45")`."""

    def made(profile: str, code: str, **more: object) -> Banked:
        who = person("dealer", f"dealer-{code}")
        return open_banked(profile, dealer=who, boss=boss, second=second_boss, keys=keys, code=code, **more)  # type: ignore[arg-type]

    return made


def faced_down(banked: Banked, slots: str) -> None:
    for slot in slots.split():
        banked.say(Draft("card", (slot, "??", "down", "along")))


def test_the_tile_says_who_banks_between_rounds(make: Callable[..., Banked], boss: Staff, boss_client: Client) -> None:
    banked = make("variable-000", "VB-1")
    (tile,) = queries.floor(boss)
    assert tile.bank == BankView(None, False, None, "", 0, due=Step("seat_players"))
    banked.tell(SEATED, ("banker", "3"), *READY)
    (tile,) = queries.floor(boss)
    assert tile.bank is not None
    assert (tile.bank.place, tile.step) == ("3", Step("open_round", "3"))
    assert [(dot.place, dot.is_bank) for dot in tile.arc] == [("1", False), ("2", False), ("3", True), ("4", False)]
    body = boss_client.get("/pit").content.decode()
    assert "Blackjack, players&#x27; bank, 1–100" in body
    assert re.search(r'<p class="bank">.*?box 3', body)
    assert "box 3 banks" in body


def test_the_bank_goes_on_with_a_natural(make: Callable[..., Banked], boss: Staff) -> None:
    banked = make("variable-000", "VB-1")
    banked.tell(SEATED, ("banker", "1"), *READY)
    banked.play(THIRD_NATURAL)
    view = queries.table_view(banked.table, boss)
    assert view.bank is not None
    assert (view.bank.place, view.bank.offer[:1], view.step) == ("1", ("4",), Step("offer_bank", "4"))
    assert str(bank_words(view.bank)) == "box 1, offered to box 4"


def test_while_a_round_runs_its_own_banker_is_shown(make: Callable[..., Banked], boss: Staff) -> None:
    banked = make("variable-000", "VB-1")
    banked.tell(SEATED, ("banker", "2"), *READY)
    banked.stakes(b1=5_00, b3=5_00, b4=5_00)
    faced_down(banked, "3 4 1")
    view = queries.table_view(banked.table, boss)
    assert view.bank is not None
    assert view.picture is not None
    assert view.bank.place == "2"
    spots = spots_of(view.picture, view.bank, view.boxes)
    assert [(spot.place, spot.is_bank, spot.box is not None) for spot in spots] == [
        ("1", False, True),
        ("2", True, False),
        ("3", False, True),
        ("4", False, True),
    ]
    assert {hand.total for box in view.picture.boxes for hand in box.hands} == {"unknown"}


def test_a_pot_a_farm_and_a_bank_are_told(make: Callable[..., Banked], boss: Staff) -> None:
    farm = make("farmer-000", "FA-1", kind="fr45")
    farm.tell(SEATED, ("banker", "2"), *READY)
    pot = make("fifteen-000", "FI-1", boxes=2)
    pot.tell(("seated", ["1", "2"]), ("banker", "1"), ("shuffled", "2"), ("cut", "2"))
    ochko = make("ochko36-online", "OC-1", kind="fr36")
    ochko.tell(SEATED, ("banker", "4"), ("put_up", 40_00))
    told = {tile.code: str(bank_words(tile.bank)) for tile in queries.floor(boss) if tile.bank}
    assert told == {
        "FA-1": "box 2, 0 on the farm",
        "FI-1": "box 1, 0 in the pot",
        "OC-1": "box 4, puts up 40",
    }


def test_many_banks_are_read_with_a_fixed_number_of_queries(
    make: Callable[..., Banked], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tables = []
    for number in (1, 2, 3):
        banked = make("variable-000", f"VB-{number}")
        banked.tell(SEATED, ("banker", "1"))
        tables.append(banked.table)
    signs = {table: sign for table in tables if (sign := sign_of(table))}
    with django_assert_num_queries(2):
        assert {bank.place for bank in between_rounds(signs).values()} == {"1"}
    with django_assert_num_queries(2):
        between_rounds({tables[0]: signs[tables[0]]})


def test_the_house_has_no_bank_to_tell_of(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    view = queries.table_view(tap.table, boss)
    assert view.bank is None
    assert queries.floor(boss)[0].bank is None
    assert holders([tap.round]) == {tap.round.pk: None}


def test_the_log_names_the_banker_and_the_game(make: Callable[..., Banked], boss: Staff, boss_client: Client) -> None:
    banked = make("variable-000", "VB-1")
    banked.tell(SEATED, ("banker", "3"), *READY)
    played = banked.play(THIRD_NATURAL)
    assert holders([played]) == {played.pk: "3"}
    assert "box 3" in boss_client.get("/log").content.decode()
    body = boss_client.get(f"/log/{played.pk}").content.decode()
    assert "Blackjack, players&#x27; bank, 1–100, sign 1" in body
    assert "bank: box 3" in body


@pytest.mark.parametrize(
    ("profile", "kind", "short", "long", "felt"),
    [
        ("pontoon-000", "fr52", "Pontoon, 1–100", "Pontoon, 1–100, 2 to 1", "PONTOON · A NATURAL PAYS 2 TO 1 · "),
        ("sem-base", "it40", "Sette e mezzo, 1–100", "Sette e mezzo, 1–100", "SETTE E MEZZO · THE BANK WINS"),
        ("farmer-000", "fr45", "Farmer, 1–100", "Farmer, 1–100", "FARMER"),
    ],
)
def test_a_sign_names_its_game(
    make: Callable[..., Banked], boss: Staff, profile: str, kind: str, short: str, long: str, felt: str
) -> None:
    banked = make(profile, "VB-1", kind=kind)
    sign = queries.table_view(banked.table, boss).sign
    assert sign is not None
    assert (sign_short(sign), sign_long(sign)) == (short, long)
    assert felt_lines(sign).startswith(felt)


@pytest.mark.parametrize(
    ("text", "words"),
    [("7.5", "7½"), ("0.5", "½"), ("6 or 6.5", "6 or 6½"), ("10", "10"), ("7/17", "17"), ("unknown", "unknown")],
)
def test_half_points_are_written_as_they_are_called(text: str, words: str) -> None:
    assert total(text) == words
