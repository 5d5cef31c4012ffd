"""Findings become verdicts; supervisors take and close them."""

from collections.abc import Callable

import pytest

from casino.audit.models import JournalEntry
from casino.models import Staff
from tables import refusals
from tables.models import Verdict, VerdictClosing
from tables.queries import dealer_record
from tables.services import verdicts
from tables.services.drafts import Draft
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def verdict(tap: Tapper) -> Verdict:
    """The bank drew on a hard 17."""
    a_mistaken_round(tap)
    return Verdict.objects.open().get()


def states(key: str) -> list[str]:
    return list(Verdict.objects.filter(key=key).order_by("revision").values_list("state", flat=True))


def test_a_departure_becomes_a_verdict(verdict: Verdict) -> None:
    assert (verdict.rule, verdict.slot, verdict.state, verdict.revision) == ("I-16", "0", "new", 1)


def test_folding_anew_writes_no_second_row(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")
    tap.deal("0:9C")
    count = Verdict.objects.count()
    tap.say(Draft("lifted", ("1",)))
    assert Verdict.objects.count() == count > 0


def test_a_corrected_fact_withdraws_the_verdict_and_is_named(tap: Tapper) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")
    extra = tap.deal("0:9C").numbers[0]
    key = Verdict.objects.open().get().key
    correction = tap.say(Draft("voided", (extra, "tapped twice"))).numbers[0]
    assert states(key) == ["new", "withdrawn"]
    withdrawn = Verdict.objects.latest().get(key=key)
    assert withdrawn.because == correction
    assert not Verdict.objects.open().exists()


def test_a_changed_value_replaces_the_verdict(tap: Tapper) -> None:
    tap.stakes(b1=25_00, b2=25_00)
    tap.deal("1:AS 2:8C 0:9H 1:QC 2:9S 0:??")
    paid = tap.say(Draft("paid", ("1", "main", 25_00))).numbers[0]  # 37.50 is due  # R-BJF-25
    found = Verdict.objects.open().get(money_minor=-12_50)
    tap.say(Draft("corrected", (paid, ["paid", "1", "main", 30_00], "counted again")))
    assert states(found.key) == ["new", "replaced"]
    assert Verdict.objects.latest().get(key=found.key).money_minor == -7_50


@pytest.mark.parametrize(
    ("outcome", "upheld"),
    [("upheld", 1), ("put_right", 0), ("misread", 0), ("entered_wrong", 0), ("rule_set_wrong", 0)],
)
def test_only_upheld_counts_in_the_dealers_record(verdict: Verdict, boss: Staff, outcome: str, upheld: int) -> None:
    verdicts.close(verdict, outcome, by=boss, reason="seen on the clip")
    record = dealer_record(verdict.round.dealer)
    assert (record.upheld, record.by_rule, record.rounds) == (upheld, {"I-16": 1} if upheld else {}, 1)
    assert not Verdict.objects.open().exists()


def test_a_verdict_is_closed_once(verdict: Verdict, boss: Staff, second_boss: Staff) -> None:
    verdicts.close(verdict, "upheld", by=boss)
    with pytest.raises(refusals.AlreadyClosed):
        verdicts.close(verdict, "misread", by=second_boss, reason="no")
    assert VerdictClosing.objects.get().outcome == "upheld"


def test_an_unknown_outcome_is_refused(verdict: Verdict, boss: Staff) -> None:
    with pytest.raises(refusals.UnknownOutcome, match="forgiven"):
        verdicts.close(verdict, "forgiven", by=boss)


@pytest.mark.parametrize("outcome", ["misread", "entered_wrong", "rule_set_wrong"])
def test_what_clears_a_dealer_wants_a_reason(verdict: Verdict, boss: Staff, outcome: str) -> None:
    with pytest.raises(refusals.ReasonMissing):
        verdicts.close(verdict, outcome, by=boss, reason=" ")


def test_nobody_closes_a_verdict_on_the_own_hand(verdict: Verdict) -> None:
    with pytest.raises(refusals.OwnHand):
        verdicts.close(verdict, "upheld", by=verdict.round.dealer)
    assert not VerdictClosing.objects.exists()


def test_a_verdict_is_taken_by_one(verdict: Verdict, boss: Staff, second_boss: Staff) -> None:
    verdicts.take(verdict, by=boss)
    verdicts.take(verdict, by=boss)
    with pytest.raises(refusals.AlreadyTaken, match="Boss"):
        verdicts.take(verdict, by=second_boss)
    assert verdict.taken.count() == 1


def test_a_verdict_that_was_replaced_meanwhile_is_not_closed(tap: Tapper, boss: Staff) -> None:
    tap.stakes(b1=25_00)
    tap.deal("1:8S 0:KH 1:QC 0:??")
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "7D")
    extra = tap.deal("0:9C").numbers[0]
    seen = Verdict.objects.open().get()
    tap.say(Draft("voided", (extra, "tapped twice")))
    with pytest.raises(refusals.VerdictGone):
        verdicts.close(seen, "upheld", by=boss)


def test_each_closing_is_one_journal_entry(verdict: Verdict, boss: Staff) -> None:
    before = JournalEntry.objects.count()
    verdicts.close(verdict, "upheld", by=boss)
    assert JournalEntry.objects.count() - before == 1


def test_two_dealers_have_each_their_own_record(verdict: Verdict, person: Callable[..., Staff], boss: Staff) -> None:
    verdicts.close(verdict, "upheld", by=boss)
    assert dealer_record(person("dealer", "anna")).upheld == 0
