"""Fills and credits: who signs when, what is void, and numbers without a gap however many ask at once."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection, connections, transaction

from casino.errors import NotAllowed
from casino.models import Staff
from tables import chip_refusals, refusals
from tables.models import Slip, Table
from tables.queries import ledger as books
from tables.queries import slips as paper
from tables.rules.chips import ORIGINALS, in_order_of, procedure_of
from tables.services import chips, slips, tables
from tests.tables.paper import TRAY, Team, ask, signed_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(table: Table, team: Team) -> Table:
    chips.count_opener(table, TRAY, by=team.boss)
    return table


def states(slip: Slip, staff: Staff) -> tuple[str, str | None, bool]:
    view = paper.view(paper.with_signatures().get(pk=slip.pk), paper.signer(staff))
    return view.state, view.next_step, view.may_sign


def test_a_fill_is_asked_for_prepared_carried_and_received(opened: Table, team: Team) -> None:
    slip = ask(opened, team)
    assert states(slip, team.cage) == ("open", "prepared", True)
    assert states(slip, team.security) == ("open", "prepared", False)
    slips.sign(slip, by=team.cage)
    assert (books.balance_minor("transit"), books.balance_minor("tray:BJ-12")) == (1000_00, 6000_00)
    slips.sign(slip, by=team.security)
    assert states(slip, team.dealer) == ("open", "received", True)
    slips.sign(slip, by=team.dealer)
    assert states(slip, team.dealer) == ("done", None, False)
    assert (books.balance_minor("transit"), books.balance_minor("tray:BJ-12")) == (0, 7000_00)
    signed = paper.view(paper.with_signatures().get(), paper.signer(team.boss)).steps
    assert [(one.code, one.by) for one in signed] == [
        ("asked", "Boss"),
        ("prepared", "Cage"),
        ("carried", "Security"),
        ("received", "Dealer"),
    ]


def test_a_signature_out_of_turn_is_refused_and_moves_nothing(opened: Table, team: Team) -> None:
    slip = ask(opened, team)
    for person in (team.security, team.dealer):
        with pytest.raises(chip_refusals.NotYourSignature, match="the cage prepares"):
            slips.sign(slip, by=person)
    with pytest.raises(chip_refusals.SignedAlready):
        slips.sign(slip, by=team.boss)
    assert paper.with_signatures().get().signatures.count() == 1
    assert books.balance_minor("transit") == 0


def test_the_dealer_of_another_table_signs_nothing_here(
    opened: Table, team: Team, person: Callable[..., Staff]
) -> None:
    slip = ask(opened, team)
    slips.sign(slip, by=team.cage)
    slips.sign(slip, by=team.security)
    other = person("dealer", "other")
    assert paper.waiting_for(paper.signer(other)) == []
    with pytest.raises(chip_refusals.NotYourSignature):
        slips.sign(slip, by=other)


def test_a_supervisor_receives_a_fill_unless_they_asked_for_it(opened: Table, team: Team, second_boss: Staff) -> None:
    slip = ask(opened, team)
    slips.sign(slip, by=team.cage)
    slips.sign(slip, by=team.security)
    with pytest.raises(chip_refusals.SignedAlready):
        slips.sign(slip, by=team.boss)
    slips.sign(slip, by=second_boss)
    with pytest.raises(chip_refusals.SlipOver):
        slips.sign(slip, by=team.dealer)


@pytest.mark.parametrize("role", ["dealer", "cage", "security", "surveillance", "auditor", "administrator"])
def test_only_a_supervisor_asks_for_chips(opened: Table, people: dict[str, Staff], role: str) -> None:
    with pytest.raises(NotAllowed):
        slips.ask(opened, "fill", {25_00: 1}, by=people[role])
    assert not Slip.objects.exists()


@pytest.fixture
def people(person: Callable[..., Staff], team: Team) -> dict[str, Staff]:
    """One of each role that asks for nothing."""
    others = {role: person(role) for role in ("surveillance", "auditor", "administrator")}
    return {"dealer": team.dealer, "cage": team.cage, "security": team.security, **others}


def test_a_void_needs_a_reason_and_two_departments_and_keeps_its_number(
    opened: Table, team: Team, second_boss: Staff
) -> None:
    slip = ask(opened, team, "credit", {100_00: 10})
    slips.sign(slip, by=team.dealer)
    assert books.balance_minor("tray:BJ-12") == 5000_00
    with pytest.raises(refusals.ReasonMissing):
        slips.ask_void(slip, "", by=team.boss)
    with pytest.raises(chip_refusals.NotToBeVoid):
        slips.agree_void(slip, by=team.security)
    slips.ask_void(slip, "the guest stayed", by=team.cage)
    assert states(slip, team.security) == ("void_asked", None, False)
    with pytest.raises(chip_refusals.SlipToBeVoid):
        slips.sign(slip, by=team.security)
    with pytest.raises(chip_refusals.SignedAlready):
        slips.agree_void(slip, by=team.cage)
    with pytest.raises(chip_refusals.OneDepartment):
        slips.agree_void(slip, by=team.second_cage)
    with pytest.raises(NotAllowed):
        slips.agree_void(slip, by=second_boss)
    slips.agree_void(slip, by=team.security)
    assert states(slip, team.security)[0] == "void"
    assert (books.balance_minor("tray:BJ-12"), books.balance_minor("transit")) == (6000_00, 0)
    assert ask(opened, team, "credit").number == 2
    assert [(one.last, one.void, one.missing) for one in books.numbers(slip.year)] == [(2, (1,), ())]


def test_a_void_fill_goes_back_to_the_cage(opened: Table, team: Team) -> None:
    slip = ask(opened, team)
    slips.sign(slip, by=team.cage)
    slips.ask_void(slip, "wrong table", by=team.boss)
    slips.agree_void(slip, by=team.security)
    assert (books.balance_minor("cage"), books.balance_minor("transit")) == (0, 0)


def test_a_slip_that_all_signed_is_over(opened: Table, team: Team) -> None:
    slip = signed_to_the_end(ask(opened, team), team)
    with pytest.raises(chip_refusals.SlipOver):
        slips.ask_void(slip, "late", by=team.boss)


def test_what_waits_is_shown_to_whom_it_waits_for(opened: Table, team: Team, auditor: Staff) -> None:
    slip = ask(opened, team)
    everybody = [team.boss, team.cage, team.security, team.dealer, auditor]
    assert [bool(paper.waiting_for(paper.signer(one))) for one in everybody] == [False, True, False, False, False]
    slips.sign(slip, by=team.cage)
    assert [bool(paper.waiting_for(paper.signer(one))) for one in everybody] == [False, False, True, False, False]


def test_the_dealer_who_dealt_last_still_signs_once_the_table_is_closed(opened: Table, team: Team) -> None:
    slip = ask(opened, team, "credit")
    tables.close(opened, by=team.boss)
    slips.sign(slip, by=team.dealer)
    assert states(slip, team.security) == ("open", "carried", True)


def test_the_order_of_signatures_is_data() -> None:
    assert procedure_of("originals") is procedure_of("a pack that says nothing") is ORIGINALS
    for kind in ("fill", "credit"):
        steps = ORIGINALS.signing(kind)
        assert len({step.code for step in steps}) == len(steps) == 4
        moves = [step.moves for step in steps if step.moves]
        assert moves[0][1] == moves[1][0] == "transit"


@pytest.mark.parametrize(
    ("roles", "codes"),
    [
        (("supervisor", "cage", "security", "dealer"), ["asked", "prepared", "carried", "received"]),
        (("supervisor", "security", "cage", "dealer"), ["asked", "carried", "prepared", "received"]),
        (("supervisor", "cage", "dealer"), ["asked", "prepared", "carried", "received"]),  # one of ours is missing
        (
            ("cage", "supervisor", "security", "dealer"),
            ["asked", "prepared", "carried", "received"],
        ),  # nobody asks first
        (  # 95. WA 230-15-525: supervisor and security sign twice, which one signature a person cannot tell
            ("supervisor", "security", "cage", "security", "dealer", "supervisor"),
            ["asked", "prepared", "carried", "received"],
        ),
    ],
)
def test_a_pack_orders_the_signatures_where_it_asks_for_the_same(roles: tuple[str, ...], codes: list[str]) -> None:
    assert [step.code for step in in_order_of(ORIGINALS.fill, roles)] == codes


@pytest.mark.django_db(transaction=True)
def test_numbers_have_no_gap_however_many_ask_at_once_and_fail(closed_table: Table, team: Team) -> None:
    """Six threads ask for fills at two tables; every third request is rolled back after it had its number."""
    other = tables.add("BJ-13", name="", pit="Pit 3", by=team.boss)
    for table in (closed_table, other):
        chips.count_opener(table, TRAY, by=team.boss)
    wrong: list[BaseException] = []

    def many(table: Table, fails: bool) -> None:
        try:
            for turn in range(6):
                _ask(table, team, fails=fails and turn % 2 == 0)
        except BaseException as error:
            wrong.append(error)
        finally:
            connections.close_all()

    threads = [
        threading.Thread(target=many, args=(table, fails))
        for table in (closed_table, other)
        for fails in (True, False, True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert wrong == []
    numbers = sorted(Slip.objects.values_list("number", flat=True))
    assert numbers == list(range(1, 2 * (6 + 3 + 3) + 1))
    with connection.cursor() as cursor:
        cursor.execute("SELECT last FROM tables_slipnumber WHERE kind = 'fill'")
        assert cursor.fetchall() == [(24,)]


class Failed(Exception):
    """Power cut."""


def _ask(table: Table, team: Team, *, fails: bool) -> None:
    try:
        with transaction.atomic():
            slips.ask(table, "fill", {25_00: 1}, by=team.boss)
            if fails:
                raise Failed
    except Failed:
        pass
