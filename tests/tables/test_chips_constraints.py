"""What must hold of chips and money holds in PostgreSQL: whoever tries to break it by SQL is refused."""

from collections.abc import Callable
from datetime import date

import pytest
from django.db import Error, connection, transaction

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import ChipCount, DropCount, LedgerEntry, Posting, SlipNumber, SlipSignature, Table
from tables.services import chips, ledger, slips, tables
from tests.tables.paper import TRAY, Team, ask, signed_to_the_end

pytestmark = pytest.mark.django_db

LINES = '{"2500": 4}'


def refused(sql: str, *values: str | int | date | None) -> str:
    """What the database says to the run-time role, at the statement or at commit."""
    with pytest.raises(Error) as wrong, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    return str(wrong.value)


def count_row(kind: str, table: Table, by: Staff, *, day: date | None = None, total: int = 100_00) -> str:
    return refused(
        "INSERT INTO tables_chipcount (kind, table_id, gaming_day, lines, total_minor, reason, by_id, at)"
        " VALUES (%s, %s, %s, %s, %s, '', %s, clock_timestamp())",
        *(kind, table.pk, day or house_day(), LINES, total, by.pk),
    )


@pytest.fixture
def opened(table: Table, team: Team) -> ChipCount:
    return chips.count_opener(table, TRAY, by=team.boss)


def test_there_is_one_opener_a_gaming_day(table: Table, team: Team, opened: ChipCount) -> None:
    assert "chip_count_first_one_a_day" in count_row("opener", table, team.boss)


def test_there_is_one_closer_a_gaming_day(table: Table, team: Team, opened: ChipCount) -> None:
    chips.count_closer(table, TRAY, by=team.boss)
    assert "chip_count_first_one_a_day" in count_row("closer", table, team.boss)


def test_a_closer_comes_after_the_opener(table: Table, team: Team) -> None:
    assert "a closer comes after the opener" in count_row("closer", table, team.boss)


def test_an_opener_is_not_counted_once_the_closer_is(table: Table, team: Team, opened: ChipCount) -> None:
    chips.count_closer(table, TRAY, by=team.boss)
    assert "not counted once the closer is" in count_row("opener", table, team.boss)


def test_there_is_no_third_kind_of_count(table: Table, team: Team) -> None:
    assert "opener or closer" in count_row("middle", table, team.boss)


def test_a_recount_is_of_the_same_table_day_and_kind_and_has_a_reason(
    table: Table, team: Team, opened: ChipCount
) -> None:
    again = (
        "INSERT INTO tables_chipcount (kind, table_id, gaming_day, lines, total_minor, replaces_id, reason, by_id, at)"
        " VALUES (%s, %s, %s, '{}', 0, %s, %s, %s, clock_timestamp())"
    )
    day = house_day()
    assert "same table, day and kind" in refused(again, "closer", table.pk, day, opened.pk, "x", team.boss.pk)
    assert "chip_count_again_has_a_reason" in refused(again, "opener", table.pk, day, opened.pk, "", team.boss.pk)


@pytest.mark.parametrize(
    ("lines", "total"), [('{"2500": 4}', 100_01), ('{"2500": -4}', -100_00), ('{"x": 4}', 0), ("[]", 0)]
)
def test_a_sum_agrees_with_its_pieces(table: Table, team: Team, lines: str, total: int) -> None:
    sql = (
        "INSERT INTO tables_chipcount (kind, table_id, gaming_day, lines, total_minor, reason, by_id, at)"
        " VALUES ('opener', %s, current_date, %s, %s, '', %s, clock_timestamp())"
    )
    said = refused(sql, table.pk, lines, total, team.boss.pk)
    assert "chip_count_adds_up" in said or "invalid input syntax" in said or "non-object" in said


def test_a_count_is_not_signed_by_who_counted(table: Table, team: Team, opened: ChipCount) -> None:
    sql = "INSERT INTO tables_chipcountsigned (count_id, by_id, at) VALUES (%s, %s, clock_timestamp())"
    assert "nobody signs twice" in refused(sql, opened.pk, team.boss.pk)


SLIP = (
    "INSERT INTO tables_slip (kind, year, number, table_id, gaming_day, pack, signing, lines, total_minor, note, by_id,"
    " at) VALUES ('fill', %s, %s, %s, current_date, 'originals', '[\"asked\"]', %s, %s, '', %s, clock_timestamp())"
)


def test_a_number_is_given_by_the_database_alone(table: Table, team: Team, opened: ChipCount) -> None:
    year = ask(table, team).year
    with connection.cursor() as cursor:
        cursor.execute(SLIP + " RETURNING id, number", [year, 17, table.pk, LINES, 100_00, team.boss.pk])
        pk, number = cursor.fetchone()
    SlipSignature.objects.create(slip_id=pk, position=1, step="asked", by=team.boss)
    assert number == 2
    assert SlipNumber.objects.get(kind="fill").last == 2


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE tables_slipnumber SET last = last + 1",
        "DELETE FROM tables_slipnumber",
        "INSERT INTO tables_slipnumber (kind, year, last) VALUES ('fill', 2099, 41)",
        "UPDATE tables_slip SET number = 9",
        "DELETE FROM tables_slip",
        "TRUNCATE tables_slip CASCADE",
    ],
)
def test_numbers_can_be_neither_moved_nor_taken(table: Table, team: Team, opened: ChipCount, sql: str) -> None:
    ask(table, team)
    assert "permission denied" in refused(sql)


def test_a_number_is_of_the_year_in_which_it_was_asked_for(table: Table, team: Team, opened: ChipCount) -> None:
    assert "slip_is_of_its_year" in refused(SLIP, 2099, 1, table.pk, LINES, 100_00, team.boss.pk)


def test_a_slip_moves_chips_and_adds_up(table: Table, team: Team, opened: ChipCount) -> None:
    year = house_day().year
    assert "slip_adds_up" in refused(SLIP, year, 1, table.pk, LINES, 100_01, team.boss.pk)
    assert "slip_moves_chips" in refused(SLIP, year, 1, table.pk, "{}", 0, team.boss.pk)


def test_a_slip_is_signed_by_who_asked(table: Table, team: Team, opened: ChipCount) -> None:
    assert "signed by whoever asked" in refused(SLIP, house_day().year, 1, table.pk, LINES, 100_00, team.boss.pk)


SIGN = (
    "INSERT INTO tables_slipsignature (slip_id, position, step, by_id, at) VALUES (%s, %s, %s, %s, clock_timestamp())"
)


def test_nobody_signs_a_slip_twice(table: Table, team: Team, opened: ChipCount) -> None:
    slip = ask(table, team)
    assert "slip_signature_one_a_person" in refused(SIGN, slip.pk, 2, "prepared", team.boss.pk)


@pytest.mark.parametrize(
    ("position", "step"), [(3, "carried"), (2, "carried"), (2, "received"), (1, "asked"), (5, "more")]
)
def test_a_slip_is_signed_in_its_order(table: Table, team: Team, opened: ChipCount, position: int, step: str) -> None:
    slip = ask(table, team)
    assert "signed in its order" in refused(SIGN, slip.pk, position, step, team.cage.pk)


def test_a_slip_that_is_to_be_void_is_signed_no_more(table: Table, team: Team, opened: ChipCount) -> None:
    slip = ask(table, team)
    slips.ask_void(slip, "asked twice", by=team.boss)
    assert "to be void is signed no more" in refused(SIGN, slip.pk, 2, "prepared", team.cage.pk)


VOID = "INSERT INTO tables_slipvoid (slip_id, reason, by_id, at) VALUES (%s, %s, %s, clock_timestamp())"


def test_a_void_has_a_reason_and_a_second_person(table: Table, team: Team, opened: ChipCount) -> None:
    slip = ask(table, team)
    assert "slip_void_has_a_reason" in refused(VOID, slip.pk, "", team.boss.pk)
    void = slips.ask_void(slip, "asked twice", by=team.boss)
    agree = "INSERT INTO tables_slipvoidsigned (void_id, by_id, at) VALUES (%s, %s, clock_timestamp())"
    assert "nobody signs twice" in refused(agree, void.pk, team.boss.pk)


def test_a_slip_that_all_signed_cannot_be_void(table: Table, team: Team, opened: ChipCount) -> None:
    slip = signed_to_the_end(ask(table, team), team)
    assert "cannot be void" in refused(VOID, slip.pk, "late", team.boss.pk)


def test_a_drop_is_counted_by_two(table: Table, team: Team, opened: ChipCount) -> None:
    chips.count_closer(table, TRAY, by=team.boss)
    drop = chips.count_drop(table, house_day(), {50_00: 1}, by=team.cage)
    confirm = "INSERT INTO tables_dropconfirmed (drop_id, by_id, at) VALUES (%s, %s, clock_timestamp())"
    assert "nobody signs twice" in refused(confirm, drop.pk, team.cage.pk)
    again = (
        "INSERT INTO tables_dropcount (table_id, gaming_day, lines, total_minor, replaces_id, reason, by_id, at)"
        " VALUES (%s, %s, '{}', 0, %s, %s, %s, clock_timestamp())"
    )
    day = house_day()
    assert "drop_count_first_one_a_day" in refused(again, table.pk, day, None, "", team.cage.pk)
    assert "drop_count_again_has_a_reason" in refused(again, table.pk, day, drop.pk, "", team.cage.pk)
    assert "same table and day" in refused(again, table.pk, date(2020, 1, 1), drop.pk, "x", team.cage.pk)
    assert DropCount.objects.count() == 1


def entry(table: Table, by: Staff) -> LedgerEntry:
    return LedgerEntry.objects.create(kind="fill", about="slip:1", table=table, gaming_day=house_day(), by=by)


ENTRY = (
    "WITH e AS (INSERT INTO tables_ledgerentry (kind, about, table_id, gaming_day, by_id, at, transaction)"
    " VALUES ('fill', 'x', %s, current_date, %s, clock_timestamp(), 0) RETURNING id)"
)
POSTING = "INSERT INTO tables_posting (entry_id, account, amount_minor) VALUES (%s, %s, %s)"


@pytest.mark.parametrize("sums", [(100_00,), (100_00, -99_99), (100_00, -50_00, -49_99)])
def test_what_an_entry_moves_adds_up_to_zero(table: Table, team: Team, sums: tuple[int, ...]) -> None:
    with pytest.raises(Error, match="add up to"), transaction.atomic():
        made = entry(table, team.boss)
        for minor in sums:
            Posting.objects.create(entry=made, account="cage" if minor > 0 else "transit", amount_minor=minor)
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    assert not LedgerEntry.objects.exists()


def test_an_entry_moves_something(table: Table, team: Team) -> None:
    assert "in 0 postings" in refused(ENTRY + " SELECT id FROM e", table.pk, team.boss.pk)


def test_a_posting_of_nothing_is_none(table: Table, team: Team) -> None:
    made = ledger.move("fill", "cage", "transit", 1, about="slip:1", table=table, gaming_day=house_day(), by=team.boss)
    assert made is not None
    assert "posting_moves_something" in refused(POSTING, made.pk, "cage", 0)


@pytest.mark.parametrize("account", ["pocket", "tray:", "tray:a b", "cage:BJ-12", "TRAY:BJ-12"])
def test_there_is_no_other_account(table: Table, team: Team, account: str) -> None:
    made = ledger.move("fill", "cage", "transit", 1, about="slip:1", table=table, gaming_day=house_day(), by=team.boss)
    assert made is not None
    assert "posting_account_known" in refused(POSTING, made.pk, account, 5)


def test_the_ledger_stays_as_it_was_written(table: Table, team: Team, opened: ChipCount) -> None:
    for sql in (
        "UPDATE tables_posting SET amount_minor = 0",
        "DELETE FROM tables_posting",
        "UPDATE tables_ledgerentry SET kind = 'drop'",
        "DELETE FROM tables_ledgerentry",
        "TRUNCATE tables_ledgerentry CASCADE",
    ):
        assert "permission denied" in refused(sql)


@pytest.mark.django_db(transaction=True)
def test_no_posting_is_added_to_an_entry_later(person: Callable[..., Staff]) -> None:
    boss = person("supervisor", "boss-2")
    table = tables.add("BJ-1", name="Blackjack 1", pit="Pit", by=boss)
    with transaction.atomic():
        made = ledger.move("fill", "cage", "transit", 5, about="slip:1", table=table, gaming_day=house_day(), by=boss)
    assert made is not None
    said = refused(POSTING + ", (%s, 'cage', -5)", made.pk, "tray:BJ-1", 5, made.pk)
    assert "together with its entry" in said
