"""A table's day."""

from collections.abc import Callable
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from casino.audit.models import JournalEntry
from casino.models import Staff
from tables import refusals
from tables.models import Sign, Table, TableEvent
from tables.queries import state_of
from tables.queries.tables import sign_of
from tables.rules.shapes import Limits
from tables.services import tables
from tests.tables.conftest import LIMITS, PROFILE

pytestmark = pytest.mark.django_db


def journal(table: Table) -> list[str]:
    bodies = JournalEntry.objects.filter(chain=table.chain).order_by("sequence").values_list("body", flat=True)
    return [body.rpartition('"what":"')[2].removesuffix('"}') for body in bodies]


def test_an_open_table_has_its_dealer_and_shoe(table: Table, dealer: Staff, shoe: str) -> None:
    state = state_of(table)
    assert (state.is_open, state.dealer, state.shoe_key) == (True, dealer, shoe)
    assert journal(table) == ["table.added", "sign.posted", "table.opened"]


def test_a_table_opens_once(table: Table, dealer: Staff, shoe: str, boss: Staff) -> None:
    with pytest.raises(refusals.TableIsOpen):
        tables.open(table, dealer=dealer, shoe_key=shoe, by=boss)
    assert TableEvent.objects.count() == 1


def test_a_table_without_a_sign_stays_closed(dealer: Staff, shoe: str, boss: Staff) -> None:
    bare = tables.add("BJ-13", name="", pit="Pit 3", by=boss)
    with pytest.raises(refusals.NoSign):
        tables.open(bare, dealer=dealer, shoe_key=shoe, by=boss)


def test_only_a_shoe_in_play_opens_a_table(closed_table: Table, dealer: Staff, boss: Staff) -> None:
    with pytest.raises(refusals.ShoeNotReady, match="S-000009"):
        tables.open(closed_table, dealer=dealer, shoe_key="S-000009", by=boss)


def test_only_a_dealer_deals(closed_table: Table, shoe: str, boss: Staff) -> None:
    with pytest.raises(refusals.NotADealer):
        tables.open(closed_table, dealer=boss, shoe_key=shoe, by=boss)


def test_a_dealer_deals_at_one_table(table: Table, dealer: Staff, make_shoe: Callable[[str], str], boss: Staff) -> None:
    other = tables.add("BJ-13", name="", pit="Pit 3", by=boss)
    tables.post_sign(other, PROFILE, limits=LIMITS, by=boss)
    with pytest.raises(refusals.DealerElsewhere, match="BJ-12"):
        tables.open(other, dealer=dealer, shoe_key=make_shoe("S-000002"), by=boss)


def test_a_shoe_stands_at_one_table(table: Table, shoe: str, person: Callable[..., Staff], boss: Staff) -> None:
    other = tables.add("BJ-13", name="", pit="Pit 3", by=boss)
    tables.post_sign(other, PROFILE, limits=LIMITS, by=boss)
    with pytest.raises(refusals.ShoeElsewhere, match="BJ-12"):
        tables.open(other, dealer=person("dealer", "anna"), shoe_key=shoe, by=boss)


def test_relief_keeps_the_shoe(table: Table, shoe: str, person: Callable[..., Staff], boss: Staff) -> None:
    anna = person("dealer", "anna")
    tables.relieve(table, anna, by=boss)
    assert (state_of(table).dealer, state_of(table).shoe_key) == (anna, shoe)


def test_pause_and_resume(table: Table, boss: Staff) -> None:
    tables.pause(table, by=boss, note="fill")
    assert state_of(table).is_paused
    tables.resume(table, by=boss)
    assert not state_of(table).is_paused
    with pytest.raises(refusals.NotPaused):
        tables.resume(table, by=boss)


def test_a_closed_table_is_left_alone(closed_table: Table, boss: Staff) -> None:
    with pytest.raises(refusals.TableClosed):
        tables.close(closed_table, by=boss)


@pytest.mark.parametrize(
    ("profile", "options", "sentence"),
    [
        ("casino-x", {}, "casino-x"),
        ("casino-s17", {"natural_pays": "7:5"}, "“Natural pays” cannot be 7:5; it must be 3:2, 2:1, 6:5, 1:1."),
        ("casino-s17", {"decks": 11}, "“Packs” cannot be 11; it must be a whole number from 1 to 8."),
        ("casino-s17", {"colour": "red"}, "colour"),
        ("casino-s17", {"hole_card": "no_peek"}, "surrender"),  # late surrender needs a peek
        ("casino-s17", {"resplit": False, "max_hands": 4}, "A box cannot have 4 hands"),
    ],
)
def test_an_illegal_sign_is_refused_with_the_engines_sentence(
    closed_table: Table, boss: Staff, profile: str, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(refusals.IllegalSign, match=sentence):
        tables.post_sign(closed_table, profile, limits=LIMITS, by=boss, options=options)
    assert Sign.objects.count() == 1


@pytest.mark.parametrize(
    ("low", "high", "step"),
    [(50_00, 10_00, 1_00), (0, 10_00, 1_00), (10_00, 100_00, 7_00), (10_00, 55_00, 10_00)],
)
def test_limits_that_cannot_be_are_refused(closed_table: Table, boss: Staff, low: int, high: int, step: int) -> None:
    with pytest.raises(refusals.IllegalSign):
        tables.post_sign(closed_table, PROFILE, limits=Limits(low, high, step), by=boss)
    assert Sign.objects.count() == 1


def test_a_table_is_put_on_the_floor_by_command() -> None:
    out = StringIO()
    call_command("add_table", "BJ-21", "--pit", "Pit 4", "--boxes", "6", stdout=out)
    table = Table.objects.get(code="BJ-21")
    assert (table.pit, table.boxes, table.is_watch_only) == ("Pit 4", 6, False)
    assert journal(table) == ["table.added"]
    assert "post its sign" in out.getvalue()


@pytest.mark.parametrize("arguments", [["BJ 21"], ["BJ-21", "--boxes", "10"], ["BJ-21", "--boxes", "0"], ["BJ-12"]])
def test_a_table_that_cannot_be_is_refused(closed_table: Table, arguments: list[str]) -> None:
    with pytest.raises(CommandError) as wrong:
        call_command("add_table", *arguments)
    assert wrong.value.returncode == 2
    assert Table.objects.count() == 1


def test_a_sign_comes_into_effect_at_its_time(closed_table: Table, boss: Staff) -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    later = tables.post_sign(closed_table, "casino-h17", limits=LIMITS, by=boss, effective_from=tomorrow)
    now = sign_of(closed_table)
    assert now is not None
    assert (now.version, now.profile) == (1, PROFILE)
    assert sign_of(closed_table, tomorrow) == later
    assert [sign.version for sign in Sign.objects.in_effect()] == [1]


def test_a_sign_cannot_hold_from_a_time_that_is_past(closed_table: Table, boss: Staff) -> None:
    past = timezone.now() - timedelta(minutes=1)
    with pytest.raises(refusals.IllegalSign, match="a time that is past"):
        tables.post_sign(closed_table, "casino-h17", limits=LIMITS, by=boss, effective_from=past)
    assert Sign.objects.count() == 1


def test_the_second_of_two_signs_is_told_who_was_quicker(closed_table: Table, boss: Staff) -> None:
    tables.post_sign(closed_table, "casino-h17", limits=LIMITS, by=boss, seen=1)
    with pytest.raises(refusals.SignOvertaken, match=f"{boss} posted sign 2 at "):
        tables.post_sign(closed_table, "casino-enhc", limits=LIMITS, by=boss, seen=1)
    assert Sign.objects.count() == 2


def test_a_shoe_of_other_packs_than_the_sign_needs_is_refused(
    closed_table: Table, boss: Staff, dealer: Staff, shoe: str
) -> None:
    tables.post_sign(closed_table, "blackjack-004", limits=LIMITS, by=boss)
    with pytest.raises(refusals.WrongPacks) as refused:
        tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)
    assert "holds 6 packs of 52 cards; the sign of this table is played with 2 packs of 52 cards." in str(refused.value)
    tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss)
    tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)
