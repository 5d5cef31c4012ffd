"""What the logged rounds say that a table should hold, against what was counted there."""

from datetime import timedelta

import pytest
from django.utils import timezone

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import ChipDifference, Round, Sign, Table, Verdict
from tables.queries import chips as known
from tables.queries import tables as floor
from tables.rules.chips import ByRounds, DayFigures, Expected, expected, explaining
from tables.services import chips, disputes, rounds, verdicts
from tables.services.drafts import Draft
from tests.tables.conftest import Tapper
from tests.tables.paper import TRAY, Team, ask, signed_to_the_end
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db


def close_and_drop(table: Table, team: Team, closer: dict[int, int], notes: dict[int, int]) -> None:
    chips.count_closer(table, closer, by=team.boss)
    chips.count_drop(table, house_day(), notes, by=team.cage)
    chips.confirm_drop(table, house_day(), notes, by=team.second_cage)


def test_table_and_box_hold_what_the_rounds_give(tap: Tapper, team: Team) -> None:
    """Two guests win 75.00 of a plain round; they bought chips for 200.00."""
    chips.count_opener(tap.table, TRAY, by=team.boss)
    a_plain_round(tap)
    said = known.against_rounds(tap.table, house_day())
    assert said.rounds == ByRounds(-75_00, 1, 0)
    assert said.expected == Expected(5925_00, None, ("no_closer", "no_drop"))
    signed_to_the_end(ask(tap.table, team), team)
    # 6,000 + 1,000 of a fill - 75 lost - 200 sold for cash
    close_and_drop(tap.table, team, {25_00: 109, 100_00: 40}, {100_00: 2})
    found = known.against_rounds(tap.table, house_day()).expected
    assert found == Expected(6925_00, 6925_00, ())
    assert not ChipDifference.objects.exists()


def test_a_round_of_unknown_money_is_a_gap_and_no_guess(tap: Tapper, team: Team) -> None:
    chips.count_opener(tap.table, TRAY, by=team.boss)
    a_plain_round(tap)
    tap.stakes(b1=25_00)
    tap.deal("1:8S")
    rounds.close(tap.round, by=team.boss, how="lost")
    close_and_drop(tap.table, team, TRAY, {})
    said = known.against_rounds(tap.table, house_day())
    assert said.rounds == ByRounds(-75_00, 2, 1)
    assert said.expected == Expected(None, 6000_00, ("unknown_rounds",))
    assert not ChipDifference.objects.exists()


def test_a_running_round_is_unknown_until_it_is_settled(tap: Tapper, team: Team) -> None:
    chips.count_opener(tap.table, TRAY, by=team.boss)
    tap.stakes(b1=25_00)
    assert known.against_rounds(tap.table, house_day()).rounds == ByRounds(0, 1, 1)


def test_a_void_round_moves_nothing(tap: Tapper, team: Team) -> None:
    chips.count_opener(tap.table, TRAY, by=team.boss)
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH")
    rounds.close(tap.round, by=team.boss, how="void")
    assert known.against_rounds(tap.table, house_day()).rounds == ByRounds(0, 1, 0)


def test_a_refund_that_was_ruled_has_left_the_tray(tap: Tapper, team: Team, boss: Staff) -> None:
    chips.count_opener(tap.table, TRAY, by=team.boss)
    a_plain_round(tap)
    raised = disputes.raise_on(tap.round, "1", words="I doubled.", by=tap.dealer)
    disputes.rule_on(raised, decision="for_player", clause="R-BJF-25", reason="seen", refund_minor=25_00, by=boss)
    assert known.against_rounds(tap.table, house_day()).rounds == ByRounds(-100_00, 1, 0)


def test_rounds_before_the_opener_and_after_the_closer_are_not_of_the_day(tap: Tapper, team: Team) -> None:
    a_plain_round(tap)
    chips.count_opener(tap.table, TRAY, by=team.boss)
    chips.count_closer(tap.table, TRAY, by=team.boss)
    a_plain_round(tap)
    assert Round.objects.count() == 2
    assert known.against_rounds(tap.table, house_day()).rounds == ByRounds(0, 0, 0)


@pytest.mark.parametrize(
    ("day", "rounds", "said"),
    [
        (DayFigures(100, 90, 20, 10, 50), ByRounds(30, 1, 0), Expected(140, 140, ())),
        (DayFigures(None, 90, 20, 10, 50), ByRounds(30, 1, 0), Expected(None, 140, ("no_opener",))),
        (DayFigures(100, None, 20, 10, 50), ByRounds(30, 1, 0), Expected(140, None, ("no_closer",))),
        (DayFigures(100, 90, 20, 10, None), ByRounds(30, 1, 0), Expected(140, None, ("no_drop",))),
        (DayFigures(100, 90, 20, 10, 50), ByRounds(30, 2, 1), Expected(None, 140, ("unknown_rounds",))),
    ],
)
def test_what_is_unknown_stays_unknown(day: DayFigures, rounds: ByRounds, said: Expected) -> None:
    assert expected(day, rounds) == said


@pytest.mark.parametrize(
    ("difference", "effects", "chosen"),
    [
        (0, [-25, 25], ()),
        (-25, [-100, -25, -25], (1,)),
        (-75, [-50, -10, -25], (0, 2)),
        (-30, [-50, 10, 10, -99], (0, 1, 2)),
        (-4, [-1, -1, -1, -1], ()),  # four make it up, which proves little
        (-7, [-5, -1], ()),
    ],
)
def test_the_fewest_mistakes_that_make_up_the_difference_explain_it(
    difference: int, effects: list[int], chosen: tuple[int, ...]
) -> None:
    assert explaining(difference, effects) == chosen


def test_a_players_bank_leaves_the_houses_chips_alone(closed_table: Table, team: Team) -> None:
    """Rounds that a player banks move no chips of the house."""
    sign = Sign.objects.get()
    opened = timezone.now()
    chips.count_opener(closed_table, TRAY, by=team.boss)
    bank = Sign.objects.create(
        table=closed_table,
        version=2,
        profile="variable-000",
        min_minor=sign.min_minor,
        max_minor=sign.max_minor,
        step_minor=sign.step_minor,
        effective_from=opened - timedelta(hours=1),
        terms_hash="x",
        by=team.boss,
    )
    assert floor.terms_of(bank).is_free
    Round.objects.create(table=closed_table, number=1, shoe_key="S-1", sign=bank, dealer=team.dealer)
    Round.objects.create(table=closed_table, number=2, shoe_key="S-1", sign=sign, dealer=team.dealer)
    assert known.against_rounds(closed_table, house_day()).rounds == ByRounds(0, 1, 1)


def test_what_was_paid_by_mistake_explains_what_is_missing(tap: Tapper, team: Team, boss: Staff) -> None:
    """A push paid as a win of 50.00: the tray lacks 50.00, which waits for a person and is what the verdict says."""
    chips.count_opener(tap.table, TRAY, by=team.boss)
    tap.stakes(b1=50_00)
    tap.deal("1:8S 0:KH 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "8D")
    tap.say(Draft("paid", ("1", "main", 50_00)))
    verdict = Verdict.objects.open().get()
    verdicts.close(verdict, "upheld", by=boss)
    assert verdict.money_minor == 50_00
    close_and_drop(tap.table, team, {25_00: 78, 100_00: 40}, {})
    found = known.against_rounds(tap.table, house_day())
    assert found.rounds == ByRounds(0, 1, 0)
    assert found.expected.difference_minor == -50_00
    assert [(cause.effect_minor, cause.explains) for cause in found.causes] == [(-50_00, True)]
    difference = ChipDifference.objects.get()
    assert (difference.kind, difference.should_minor, difference.counted_minor) == ("rounds", 6000_00, 5950_00)
    assert [duty["duty"] for duty in difference.duties] == ["told"]
