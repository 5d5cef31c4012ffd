"""Openers, closers, fills, credits, the drop, and what they come to."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction

from casino.audit.models import JournalEntry
from casino.errors import NotAllowed
from casino.gaming_day import house_day
from casino.models import Staff
from tables import chip_refusals, refusals
from tables.models import ChipCount, ChipDifference, SlipNumber, Table
from tables.queries import chips as known
from tables.queries import ledger as books
from tables.queries import slips as paper
from tables.queries.chip_differences import open_differences
from tables.rules import floor_terms
from tables.rules.chips import ORIGINALS, DayFigures, as_the_pack_says, reached
from tables.rules.pack import load_pack
from tables.services import chips, slips, tables
from tables.simulated.chips import ask_for_a_fill, open_trays
from tests.tables.paper import FILL, TRAY, Team, ask, signed_to_the_end

pytestmark = pytest.mark.django_db


def journal(table: Table) -> list[str]:
    bodies = JournalEntry.objects.filter(chain=table.chain).order_by("sequence").values_list("body", flat=True)
    return [body.rpartition('"what":"')[2].removesuffix('"}') for body in bodies]


def test_a_whole_day_comes_to_its_win_and_hold(table: Table, team: Team) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    signed_to_the_end(ask(table, team), team)
    signed_to_the_end(ask(table, team, "credit", {100_00: 5}), team)
    chips.count_closer(table, {25_00: 100, 100_00: 30}, by=team.boss)
    day = house_day()
    chips.count_drop(table, day, {50_00: 60}, by=team.cage)
    assert known.figures(table, day).gaps == ("no_drop",)
    chips.confirm_drop(table, day, {50_00: 60}, by=team.second_cage)
    # win = drop 3,000 + closer 5,500 + credits 500 - opener 6,000 - fills 1,000
    figures = known.figures(table, day)
    assert figures == DayFigures(6000_00, 5500_00, 1000_00, 500_00, 3000_00)
    assert (figures.win_minor, figures.hold_basis_points) == (2000_00, 6667)
    assert books.balance_minor("tray:BJ-12") == 5500_00
    assert books.moved_minor("result:BJ-12", table=table, gaming_day=day, kinds=["closer", "drop"]) == -2000_00
    assert (books.balance_minor("box:BJ-12"), books.balance_minor("transit")) == (0, 0)
    assert books.balance_minor("cage") == 3000_00 - 1000_00 + 500_00
    assert books.unbalanced() == []


def test_everything_is_in_the_journal(table: Table, team: Team) -> None:
    before = len(journal(table))
    chips.sign_count(chips.count_opener(table, TRAY, by=team.boss), by=team.dealer)
    signed_to_the_end(ask(table, team), team)
    void = ask(table, team, "credit")
    slips.ask_void(void, "asked twice", by=team.boss)
    slips.agree_void(void, by=team.security)
    chips.count_closer(table, TRAY, by=team.boss)
    chips.count_drop(table, house_day(), {}, by=team.cage)
    chips.confirm_drop(table, house_day(), {}, by=team.second_cage)
    said = ["chips.opener", "chips.count_signed", "slip.asked", *["slip.signed"] * 3]
    said += ["slip.asked", "slip.void_asked", "slip.void", "chips.closer", "drop.counted", "drop.confirmed"]
    assert [what for what in journal(table)[before:] if what != "chips.differ"] == said


def test_without_closer_or_drop_there_is_no_result_but_a_named_gap(table: Table, team: Team) -> None:
    day = house_day()
    assert known.figures(table, day).gaps == ("no_opener", "no_closer", "no_drop")
    chips.count_opener(table, TRAY, by=team.boss)
    figures = known.figures(table, day)
    assert (figures.gaps, figures.win_minor, figures.hold_basis_points) == (("no_closer", "no_drop"), None, None)


def test_a_drop_of_nothing_is_known_and_has_no_hold(table: Table, team: Team) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    chips.count_closer(table, TRAY, by=team.boss)
    chips.count_drop(table, house_day(), {}, by=team.cage)
    chips.confirm_drop(table, house_day(), {}, by=team.second_cage)
    figures = known.figures(table, house_day())
    assert (figures.drop_minor, figures.win_minor, figures.hold_basis_points) == (0, 0, None)


def test_the_first_opener_comes_from_the_house_and_is_compared_with_nothing(table: Table, team: Team) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    assert (books.balance_minor("tray:BJ-12"), books.balance_minor("house")) == (6000_00, -6000_00)
    assert not ChipDifference.objects.exists()


def yesterday(monkeypatch: pytest.MonkeyPatch, days: int = 1) -> None:
    """Counts are of an earlier gaming day until `today` is called."""
    day = house_day() - timedelta(days=days)
    monkeypatch.setattr(chips, "house_day", lambda: day)


def test_an_opener_that_differs_from_the_closer_before_needs_a_person(
    table: Table, team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        yesterday(then)
        chips.count_opener(table, TRAY, by=team.boss)
        chips.count_closer(table, {25_00: 70, 100_00: 40}, by=team.boss)
    chips.count_opener(table, {25_00: 69, 100_00: 40}, by=team.boss)
    found = ChipDifference.objects.get()
    assert (found.should_minor, found.counted_minor, found.difference_minor) == (5750_00, 5725_00, -25_00)
    assert found.pieces == {"2500": -1}
    assert [duty["duty"] for duty in found.duties] == ["told"]  # 25.00 is not more than 25.00
    assert found.duties[0]["tell"] == ["manager", "security", "surveillance"]
    assert books.balance_minor("variance:BJ-12") == 25_00
    assert open_differences() == [found]
    with pytest.raises(refusals.ReasonMissing):
        chips.acknowledge(found, " ", by=team.boss)
    chips.acknowledge(found, "A 25 lay under the tray.", by=team.boss)
    assert open_differences() == []
    with pytest.raises(chip_refusals.DifferenceSeen):
        chips.acknowledge(found, "again", by=team.boss)


def test_other_pieces_of_the_same_sum_are_a_difference_too(
    table: Table, team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        yesterday(then)
        chips.count_opener(table, TRAY, by=team.boss)
        chips.count_closer(table, TRAY, by=team.boss)
    chips.count_opener(table, {25_00: 76, 100_00: 41}, by=team.boss)
    assert ChipDifference.objects.get().pieces == {"2500": -4, "10000": 1}
    assert ChipDifference.objects.get().difference_minor == 0


@pytest.mark.parametrize(("found", "duties"), [(0, []), (25_00, ["told"]), (25_01, ["told", "report"])])
def test_thresholds_are_data(found: int, duties: list[str]) -> None:
    assert [one.duty for one in reached(ORIGINALS.opener, -found)] == duties


def test_a_pack_that_names_thresholds_has_its_own() -> None:
    """NJ 13:69D-1.21(e), clause 92 of the procedures: over 25 a report, from 100 a copy to the regulator."""
    said = floor_terms.thresholds(load_pack("new-jersey"))
    assert said is not None
    opener = as_the_pack_says(ORIGINALS, said).opener
    duties = {minor: [one.duty for one in reached(opener, minor)] for minor in (0, 1, 25_00, 25_01, 99_99, 100_00)}
    assert duties == {
        0: [],
        1: ["told"],
        25_00: ["told"],
        25_01: ["told", "report"],
        99_99: ["told", "report"],
        100_00: ["told", "report", "regulator"],
    }
    assert {one.clause for one in opener} == {said.clause}
    assert as_the_pack_says(ORIGINALS, None) is ORIGINALS


def test_a_day_that_nobody_closed_stays_a_gap_and_the_next_one_opens(
    table: Table, team: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as then:
        yesterday(then)
        chips.count_opener(table, TRAY, by=team.boss)
    chips.count_opener(table, {25_00: 10}, by=team.boss)
    day = house_day() - timedelta(days=1)
    assert known.figures(table, day).gaps == ("no_closer", "no_drop")
    assert not ChipDifference.objects.exists()
    assert books.balance_minor("uncounted:BJ-12") == 5750_00


def test_an_opener_is_counted_again_with_a_reason_until_the_closer(table: Table, team: Team) -> None:
    first = chips.count_opener(table, TRAY, by=team.boss)
    with pytest.raises(chip_refusals.AlreadyCounted):
        chips.count_opener(table, TRAY, by=team.boss)
    again = chips.count_opener(table, {25_00: 81, 100_00: 40}, by=team.boss, reason="a chip stuck to another")
    assert again.replaces == first
    assert books.balance_minor("tray:BJ-12") == 6025_00
    chips.count_closer(table, TRAY, by=team.boss)
    with pytest.raises(chip_refusals.CloserIsThere):
        chips.count_opener(table, TRAY, by=team.boss, reason="once more")


def test_a_table_opened_again_in_its_day_has_no_closer_until_it_is_counted_again(
    table: Table, team: Team, shoe: str
) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    tables.close(table, by=team.boss)
    chips.count_closer(table, TRAY, by=team.boss)
    tables.open(table, dealer=team.dealer, shoe_key=shoe, by=team.boss)
    assert known.figures(table, house_day()).gaps == ("no_closer", "no_drop")
    signed_to_the_end(ask(table, team), team)
    chips.count_closer(table, {25_00: 120, 100_00: 39}, by=team.boss, reason="opened again")
    assert known.figures(table, house_day()).closer_minor == 6900_00
    assert books.balance_minor("tray:BJ-12") == 6900_00


def test_a_closer_waits_for_slips_that_are_under_way(table: Table, team: Team) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    slip = ask(table, team)
    with pytest.raises(chip_refusals.SlipUnderWay, match=slip.ref):
        chips.count_closer(table, TRAY, by=team.boss)


def test_no_chips_move_and_no_closer_is_counted_without_an_opener(table: Table, team: Team) -> None:
    with pytest.raises(chip_refusals.NoOpener):
        ask(table, team)
    with pytest.raises(chip_refusals.NoOpener):
        chips.count_closer(table, TRAY, by=team.boss)
    assert not SlipNumber.objects.exists()


@pytest.mark.parametrize("lines", [{}, {25_00: 0}, {3_33: 1}, {25_00: -1}, {25_00: 1_000_001}])
def test_what_nobody_can_have_counted_is_refused(table: Table, team: Team, lines: dict[int, int]) -> None:
    with pytest.raises(chip_refusals.BadCount):
        chips.count_opener(table, lines, by=team.boss)


def test_a_count_is_signed_by_the_dealer_of_the_table(table: Table, team: Team, person: Callable[..., Staff]) -> None:
    count = chips.count_opener(table, TRAY, by=team.boss)
    with pytest.raises(chip_refusals.SignedAlready):
        chips.sign_count(count, by=team.boss)
    with pytest.raises(NotAllowed):
        chips.sign_count(count, by=person("dealer", "another"))
    assert paper.counts_waiting_for(paper.signer(team.dealer)) == [count]
    chips.sign_count(count, by=team.dealer)
    assert paper.counts_waiting_for(paper.signer(team.dealer)) == []


def test_a_form_that_was_overtaken_is_refused(table: Table, team: Team) -> None:
    seen = known.seen_of(table)
    chips.count_opener(table, TRAY, by=team.boss, seen=seen)
    with pytest.raises(refusals.StaleForm):
        slips.ask(table, "fill", FILL, by=team.boss, seen=seen)
    slip = ask(table, team)
    slips.sign(slip, by=team.cage, seen=1)
    with pytest.raises(refusals.StaleForm):
        slips.sign(slip, by=team.security, seen=1)


def test_the_drop_holds_once_a_second_person_counted_the_same(table: Table, team: Team) -> None:
    day = house_day()
    chips.count_opener(table, TRAY, by=team.boss)
    with pytest.raises(chip_refusals.DayNotOver):
        chips.count_drop(table, day, {50_00: 1}, by=team.cage)
    chips.count_closer(table, TRAY, by=team.boss)
    chips.count_drop(table, day, {50_00: 60}, by=team.cage)
    with pytest.raises(chip_refusals.SignedAlready):
        chips.confirm_drop(table, day, {50_00: 60}, by=team.cage)
    with pytest.raises(chip_refusals.DropDiffers):
        chips.confirm_drop(table, day, {50_00: 59}, by=team.second_cage)
    with pytest.raises(chip_refusals.AlreadyCounted):
        chips.count_drop(table, day, {50_00: 59}, by=team.second_cage)
    chips.count_drop(table, day, {50_00: 59}, by=team.second_cage, reason="a note was torn in two")
    chips.confirm_drop(table, day, {50_00: 59}, by=team.cage)
    assert known.figures(table, day).drop_minor == 2950_00
    with pytest.raises(chip_refusals.NothingToConfirm):
        chips.confirm_drop(table, day, {50_00: 59}, by=team.cage)


def test_a_recount_of_the_drop_moves_what_it_changes(table: Table, team: Team) -> None:
    day = house_day()
    chips.count_opener(table, TRAY, by=team.boss)
    chips.count_closer(table, TRAY, by=team.boss)
    chips.count_drop(table, day, {50_00: 60}, by=team.cage)
    chips.confirm_drop(table, day, {50_00: 60}, by=team.second_cage)
    chips.count_drop(table, day, {50_00: 58}, by=team.cage, reason="two notes are false")
    assert known.figures(table, day).drop_minor == 3000_00  # until two agree on the other
    chips.confirm_drop(table, day, {50_00: 58}, by=team.second_cage)
    assert known.figures(table, day).drop_minor == 2900_00
    assert books.balance_minor("cage") == 2900_00


def test_the_house_chips_are_what_an_administrator_set(table: Table, team: Team, person: Callable[..., Staff]) -> None:
    admin = person("administrator")
    chips.set_values([5_00, 1_00, 5_00], [10_00], by=admin)
    assert known.house_values() == known.Values((1_00, 5_00), (10_00,))
    with pytest.raises(chip_refusals.BadCount):
        chips.count_opener(table, {25_00: 1}, by=team.boss)
    for wrong in ([], [0], list(range(1, 30))):
        with pytest.raises(chip_refusals.BadChipSet):
            chips.set_values(wrong, [10_00], by=admin)


def test_a_slip_that_is_rolled_back_gives_its_number_back(table: Table, team: Team) -> None:
    chips.count_opener(table, TRAY, by=team.boss)
    first = ask(table, team)
    with pytest.raises(RuntimeError), transaction.atomic():
        ask(table, team)
        raise RuntimeError
    second = ask(table, team)
    year = first.year
    assert [first.ref, second.ref] == [f"F-{year}-000001", f"F-{year}-000002"]
    assert ask(table, team, "credit").ref == f"C-{year}-000001"
    assert [(one.kind, one.last, one.missing) for one in books.numbers(year)] == [("fill", 2, ()), ("credit", 1, ())]


def test_the_demo_opens_its_trays_once_and_asks_for_one_fill(table: Table, team: Team, second_boss: Staff) -> None:
    for _start in range(2):
        open_trays([table], boss=team.boss, second=second_boss)
        ask_for_a_fill(table, boss=team.boss)
    assert [(one.kind, one.signed.by) for one in ChipCount.objects.all()] == [("opener", second_boss)]
    assert [slip.ref for slip in paper.under_way(table)] == [f"F-{house_day().year}-000001"]
