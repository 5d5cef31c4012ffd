"""Findings of an evening on the pit's screens: listed, counted, shown at the table, closed by a supervisor."""

import pytest
from django.test import Client
from django.utils import translation

from casino.models import Staff
from tables import queries, wording
from tables.models import EveningVerdict
from tables.rules.shapes import Finding
from tests.tables.banked import SEATED, THIRD_NATURAL, Banked

pytestmark = pytest.mark.django_db


@pytest.fixture
def found(banked: Banked) -> EveningVerdict:
    """The banker cut the cards himself (I-28)."""
    banked.tell(SEATED, ("banker", "1"), ("shuffled", "1"), ("cut", "1"))
    banked.play(THIRD_NATURAL)
    return EveningVerdict.objects.open().get()


@pytest.fixture
def pit(boss: Staff) -> Client:
    client = Client()
    client.force_login(boss)
    return client


def test_it_needs_a_person_and_marks_the_tile(found: EveningVerdict, boss: Staff) -> None:
    [alert] = queries.needs_a_person(boss)
    assert (alert.kind, alert.level, alert.table_code) == ("evening", "act", "VB-1")
    assert alert.evening is not None
    assert alert.evening.id == found.pk
    [tile] = queries.floor(boss)
    assert (tile.state, tile.open_verdicts) == ("act", 1)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_list_and_the_table_say_it_in_both_languages(found: EveningVerdict, pit: Client, language: str) -> None:
    with translation.override(language):
        what = wording.finding(Finding.from_json(found.finding)).what
    pit.cookies["django_language"] = language
    assert what in pit.get("/pit").content.decode()
    page = pit.get("/tables/VB-1").content.decode()
    assert what in page
    assert f'id="evening-verdict-{found.pk}"' in page
    assert f"/tables/VB-1/evening-verdicts/{found.pk}/close" in page


def test_a_supervisor_closes_it_once(found: EveningVerdict, pit: Client, boss: Staff) -> None:
    address = f"/tables/VB-1/evening-verdicts/{found.pk}/close"
    json = {"Accept": "application/json"}
    assert pit.post(address, {"outcome": "forgotten"}, headers=json).status_code == 422
    assert pit.post(address, {"outcome": "upheld"}).status_code == 302
    assert pit.post(address, {"outcome": "upheld"}, headers=json).json()["code"] == "verdict-already-closed"
    assert pit.post(address.replace("VB-1", "VB-2"), {"outcome": "upheld"}).status_code == 404
    assert queries.needs_a_person(boss) == []
    assert "evening-verdict-" not in pit.get("/tables/VB-1").content.decode()


def test_what_is_put_right_leaves_the_list(found: EveningVerdict, banked: Banked, boss: Staff) -> None:
    banked.tell(("corrected", 4, ["cut", "3"], "misheard"))
    assert queries.needs_a_person(boss) == []
