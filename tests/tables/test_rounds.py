"""A round from its first stake to its document."""

from collections.abc import Callable

import pytest

from casino.audit.models import JournalEntry
from casino.errors import Refused
from casino.models import Staff
from shoes import services as shoe_life
from shoes.queries import dealt_cards, is_last_round
from tables import refusals
from tables.models import Entry, Round, RoundClose, RoundDocument, Table, Verdict
from tables.queries import felt
from tables.services import rounds, tables
from tables.services.drafts import Draft
from tests.tables.conftest import Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db


def entries_of(table: Table) -> int:
    return JournalEntry.objects.filter(chain=table.chain).count()


def test_a_plain_round_is_settled_without_a_finding(tap: Tapper) -> None:
    over = a_plain_round(tap)
    assert over.is_over
    assert over.findings == ()
    close = RoundClose.objects.get()
    document = RoundDocument.objects.get()
    assert (close.how, document.revision, document.previous_sha256) == ("settled", 1, "")
    assert (document.boxes, document.staked_minor, document.house_minor) == (2, 75_00, -75_00)
    assert (document.bank_total, document.unknown_cards) == ("17", 0)


def test_each_change_is_one_journal_entry(tap: Tapper, table: Table) -> None:
    before = entries_of(table)
    tap.stakes(b1=25_00)  # opens the round, then the stakes
    assert entries_of(table) - before == 2
    tap.deal("1:8S 0:KH 1:QC")  # a batch is one change
    assert entries_of(table) - before == 3


def test_settling_is_one_journal_entry(tap: Tapper, table: Table) -> None:
    a_plain_round(tap)
    last = JournalEntry.objects.filter(chain=table.chain).order_by("-sequence").first()
    assert last is not None
    assert '"what":"round.settled"' in last.body
    assert RoundDocument.objects.get().sha256 in last.body


def test_stakes_as_before(tap: Tapper, table: Table, dealer: Staff) -> None:
    a_plain_round(tap)
    assert felt.stakes_before(table) == {"1": 25_00, "2": 50_00}
    taken = rounds.as_before(table, by=dealer, key="as-before")
    assert taken.round.number == 2
    stakes = {box.place: box.stake_minor for box in taken.picture.boxes if box.stake_minor}
    assert stakes == {"1": 25_00, "2": 50_00}
    assert all(box.is_closed_empty for box in taken.picture.boxes if box.place not in stakes)


def test_closing_the_stakes_twice_with_one_key_is_once(tap: Tapper, table: Table, dealer: Staff) -> None:
    first = rounds.close_stakes(table, {"1": 25_00}, by=dealer, key="k")
    again = rounds.close_stakes(table, {"1": 25_00}, by=dealer, key="k")
    assert (first.is_new, again.is_new, again.round) == (True, False, first.round)
    assert Round.objects.count() == 1


@pytest.mark.parametrize("stake", [5_00, 505_00, 11_00])
def test_a_stake_off_the_limits_is_refused_and_nothing_is_stored(
    table: Table, dealer: Staff, stake: int
) -> None:  # I-17
    with pytest.raises(refusals.RequestRefused) as refused:
        rounds.close_stakes(table, {"1": 25_00, "2": stake}, by=dealer, key="k")
    assert refused.value.rule
    assert (Round.objects.count(), Entry.objects.count()) == (0, 0)


def test_a_refused_request_leaves_the_round_as_it_was(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH 1:QC 0:??")
    before = felt.facts_of(tap.round)
    with pytest.raises(refusals.RequestRefused) as refused:
        tap.ask("1", "split")
    assert (refused.value.status, refused.value.code) == (409, "request-refused")
    assert felt.facts_of(tap.round) == before


def test_one_round_at_a_time(tap: Tapper, table: Table, dealer: Staff) -> None:
    tap.stakes(b1=25_00)
    with pytest.raises(refusals.RoundRunning):
        rounds.open(table, by=dealer)


def test_opening_twice_with_one_key_is_once(table: Table, dealer: Staff) -> None:
    first = rounds.open(table, by=dealer, key="k")
    assert rounds.open(table, by=dealer, key="k") == first
    assert Round.objects.count() == 1


def test_no_key_of_a_tablet_stands_in_the_way_of_the_tables_own(tap: Tapper, table: Table) -> None:
    tap.stakes(b1=25_00)
    for key in ("open:2", "close:1", "record:2", "ruling:1", "key-9:open"):
        rounds.take(tap.round, [Draft("lifted", ("1",))], by=tap.dealer, key=key)
    tap.deal("1:8S 0:9H 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")
    tap.deal("0:TC")
    assert tap.paid_as_shown().is_over
    assert tap.stakes(b1=25_00).round.number == 2


def test_a_settled_round_takes_no_more_entries(tap: Tapper) -> None:
    a_plain_round(tap)
    with pytest.raises(refusals.RoundOver):
        tap.say(Draft("said", ("1", "stand", None)))


def test_a_round_is_not_settled_before_its_end(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    with pytest.raises(refusals.RoundNotOver):
        rounds.close(tap.round, by=boss)


def test_a_supervisor_voids_a_round(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S")
    rounds.close(tap.round, by=boss, how="void")
    assert RoundClose.objects.get().how == "void"
    assert RoundDocument.objects.get().house_minor == 0


def test_a_closed_or_paused_table_begins_no_round(closed_table: Table, dealer: Staff, shoe: str, boss: Staff) -> None:
    with pytest.raises(refusals.NotYourTable):
        rounds.close_stakes(closed_table, {"1": 25_00}, by=dealer, key="a")
    tables.open(closed_table, dealer=dealer, shoe_key=shoe, by=boss)
    tables.pause(closed_table, by=boss)
    with pytest.raises(refusals.TablePaused):
        rounds.close_stakes(closed_table, {"1": 25_00}, by=dealer, key="b")


def test_a_table_with_a_round_is_not_closed(tap: Tapper, table: Table, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    with pytest.raises(refusals.RoundRunning):
        tables.close(table, by=boss)


def test_a_dealer_taps_on_the_own_open_table_only(tap: Tapper, table: Table, person: Callable[..., Staff]) -> None:
    tap.stakes(b1=25_00)
    anna = person("dealer", "anna")
    for call in (
        lambda: rounds.close_stakes(table, {"2": 25_00}, by=anna, key="x"),
        lambda: rounds.open(table, by=anna),
        lambda: rounds.take(tap.round, [Draft("said", ("1", "stand", None))], by=anna, key="y"),
    ):
        with pytest.raises(Refused) as refused:
            call()
        assert (refused.value.status, refused.value.code) == (403, "not-your-table")


def test_relieved_dealers_no_longer_tap(tap: Tapper, table: Table, person: Callable[..., Staff], boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tables.relieve(table, person("dealer", "anna"), by=boss)
    with pytest.raises(refusals.NotYourTable):
        tap.deal("1:8S")


def test_the_census_knows_every_card_once(tap: Tapper, boss: Staff) -> None:
    a_plain_round(tap)
    shoe_life.end(tap.round.shoe_key, by=boss, reason="test")
    assert dealt_cards(tap.round.shoe_key) == ["??", "8S", "TD", "KH", "QC", "9S", "7D"]  # the burnt card first


def test_a_seventh_queen_of_clubs_is_an_alarm_and_a_verdict(tap: Tapper) -> None:  # CENSUS
    tap.stakes(b1=25_00)
    tap.deal(" ".join(["1:QC"] * 6))
    assert not Verdict.objects.filter(rule="CENSUS").exists()
    tap.deal("1:QC")
    verdict = Verdict.objects.get(rule="CENSUS")
    assert (verdict.level, verdict.key, verdict.round) == ("stop", "CENSUS|0|surplus:QC", tap.round)
    tap.deal("1:2C")
    assert Verdict.objects.filter(rule="CENSUS").count() == 1  # folding anew withdraws no alarm


def test_the_stop_card_makes_it_the_last_round(tap: Tapper, table: Table, dealer: Staff) -> None:  # R-BJF-34, I-27
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH")
    tap.say(Draft("indicator", ("mouth",)))
    assert is_last_round(tap.round.shoe_key)
    tap.deal("1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")
    assert tap.paid_as_shown().findings == ()
    late = tap.stakes(b1=25_00)
    tap.deal("1:9S")
    assert late.round.is_after_stop_card
    assert Verdict.objects.open().filter(round=late.round, rule="I-27").count() == 1


def test_a_shoe_that_has_ended_deals_no_round(tap: Tapper, table: Table, dealer: Staff, boss: Staff) -> None:
    shoe_life.end("S-000001", by=boss, reason="test")
    with pytest.raises(refusals.ShoeNotReady):
        rounds.close_stakes(table, {"1": 25_00}, by=dealer, key="k")


def test_a_whole_round_is_recorded_in_one_entry(table: Table, tap: Tapper) -> None:
    a_plain_round(tap)
    played = [fact for fact in felt.facts_of(tap.round) if fact[2] not in ("opened", "closed")]
    before = entries_of(table)
    round = rounds.record(table, played)
    assert entries_of(table) - before == 1
    assert RoundClose.objects.get(round=round).how == "settled"
    first, second = (RoundDocument.objects.get(round=one) for one in (tap.round, round))
    assert (second.house_minor, second.bank_total) == (first.house_minor, first.bank_total)
