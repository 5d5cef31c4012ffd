"""Disputes, rulings, calls and notes."""

from collections.abc import Callable

import orjson
import pytest
from django.db import IntegrityError, transaction

from casino.errors import NotAllowed
from casino.models import Staff
from tables import document, refusals
from tables.models import Call, Dispute, Note, Round, RoundClose, RoundDocument, Ruling, Verdict
from tables.services import calls, disputes, notes
from tables.services.drafts import Draft
from tests.tables.conftest import Tapper
from tests.tables.play import a_mistaken_round, a_plain_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def dispute(tap: Tapper) -> Dispute:
    a_mistaken_round(tap)
    return disputes.raise_on(tap.round, "1", words="The dealer had 17.", by=tap.dealer)


def test_a_ruling_writes_the_next_revision_with_the_hash_of_the_last(dispute: Dispute, boss: Staff) -> None:
    disputes.rule_on(dispute, "for_player", reason="17 stands", by=boss, clause="I-16", refund_minor=25_00)
    first, second = RoundDocument.objects.order_by("revision")
    assert (second.revision, second.previous_sha256) == (2, first.sha256)
    ruling = orjson.loads(second.text)["rulings"][0]
    assert {key: ruling[key] for key in ("decision", "clause", "reason", "refund_minor", "slot")} == {
        "decision": "for_player", "clause": "I-16", "reason": "17 stands", "refund_minor": 25_00, "slot": "1",
    }  # fmt: skip
    one = document.audit(first.text.encode(), stored_sha256=first.sha256)
    assert document.audit(second.text.encode(), stored_sha256=second.sha256, previous=one).record == document.SOUND


def test_what_is_ruled_is_folded_like_any_fact(dispute: Dispute, boss: Staff) -> None:
    key = Verdict.objects.open().get().key
    drawn = dispute.round.entries.get(kind="card", body__contains='"9C"').number
    disputes.rule_on(
        dispute, "for_player", reason="it was no 9C", by=boss, drafts=[Draft("voided", (drawn, "fell from the shoe"))]
    )
    assert Verdict.objects.latest().get(key=key).state == "withdrawn"
    assert dispute.round.entries.order_by("number").last().source == "ruled"  # type: ignore[union-attr]


@pytest.mark.parametrize("is_over", [False, True])
def test_a_voided_round_moves_no_money(tap: Tapper, boss: Staff, is_over: bool) -> None:
    if is_over:
        a_plain_round(tap)
    else:
        tap.stakes(b1=25_00)
        tap.deal("1:8S 0:9H 1:QC")
    dispute = disputes.raise_on(tap.round, "1", words="Two cards stuck together.", by=tap.dealer)
    disputes.rule_on(dispute, "void_round", reason="all stakes go back", by=boss)
    last = RoundDocument.objects.latest_revisions().get()
    assert (last.revision, last.house_minor) == (2 if is_over else 1, 0)
    assert RoundClose.objects.get().how == ("settled" if is_over else "void")
    assert document.audit(last.text.encode(), stored_sha256=last.sha256).record == document.SOUND


def test_a_second_ruling_is_refused(dispute: Dispute, boss: Staff, second_boss: Staff) -> None:
    disputes.rule_on(dispute, "for_player", reason="17 stands", by=boss)
    with pytest.raises(refusals.AlreadyRuled):
        disputes.rule_on(dispute, "for_house", reason="no", by=second_boss)
    assert Ruling.objects.get().decision == "for_player"
    assert RoundDocument.objects.count() == 2


def test_nobody_rules_on_a_hand_that_they_dealt(dispute: Dispute, boss: Staff) -> None:
    Staff.objects.filter(pk=dispute.round.dealer_id).update(role="supervisor")  # the dealer was made a pit boss
    promoted = Staff.objects.get(pk=dispute.round.dealer_id)
    with pytest.raises(refusals.OwnHand):
        disputes.rule_on(dispute, "for_house", reason="mine", by=promoted)
    with pytest.raises(IntegrityError, match="dealt"), transaction.atomic():
        Ruling.objects.create(dispute=dispute, decision="for_house", reason="mine", by=promoted)
    assert not Ruling.objects.exists()


def test_who_may_not_rule_is_refused(dispute: Dispute, person: Callable[..., Staff]) -> None:
    with pytest.raises(NotAllowed):
        disputes.rule_on(dispute, "for_house", reason="no", by=person("surveillance"))


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"reason": "  "}, refusals.ReasonMissing),
        ({"decision": "both"}, refusals.UnknownDecision),
        ({"refund_minor": -1}, refusals.NegativeRefund),
    ],
)
def test_a_ruling_is_complete(
    dispute: Dispute, boss: Staff, change: dict[str, object], refusal: type[Exception]
) -> None:
    asked = {"decision": "for_house", "reason": "because", "refund_minor": 0} | change
    with pytest.raises(refusal):
        disputes.rule_on(dispute, asked.pop("decision"), by=boss, **asked)  # type: ignore[arg-type]
    assert not Ruling.objects.exists()


def test_a_dealer_disputes_the_running_or_the_last_round_only(tap: Tapper) -> None:
    a_plain_round(tap)
    first = tap.round
    a_plain_round(tap)
    second = tap.round
    tap.stakes(b1=25_00)
    disputes.raise_on(tap.round, "1", words="running", by=tap.dealer)
    disputes.raise_on(second, "1", words="last", by=tap.dealer)
    with pytest.raises(refusals.TooLate):
        disputes.raise_on(first, "1", words="long ago", by=tap.dealer)


def test_a_dealer_of_another_table_disputes_nothing(tap: Tapper, person: Callable[..., Staff]) -> None:
    a_plain_round(tap)
    with pytest.raises(refusals.TooLate):
        disputes.raise_on(tap.round, "1", words="not mine", by=person("dealer", "anna"))


@pytest.mark.parametrize("slot", ["8", "x", "", "1.1", "1.1.1", "1.x", "1\x00"])
def test_a_dispute_is_about_a_box_of_the_table(tap: Tapper, boss: Staff, slot: str) -> None:
    a_plain_round(tap)
    with pytest.raises(refusals.NoSuchBox):
        disputes.raise_on(tap.round, slot, words="what", by=boss)


def test_an_auditor_raises_no_dispute(tap: Tapper, auditor: Staff) -> None:
    a_plain_round(tap)
    with pytest.raises(NotAllowed):
        disputes.raise_on(tap.round, "1", words="what", by=auditor)


def test_a_call_waits_for_one_answer(tap: Tapper, table: object, boss: Staff, second_boss: Staff) -> None:
    call = calls.call(tap.table, by=tap.dealer, reason="stake over the limit")
    assert calls.call(tap.table, by=tap.dealer) == call
    calls.answer(call, by=boss)
    with pytest.raises(refusals.AlreadyAnswered):
        calls.answer(call, by=second_boss)
    assert calls.call(tap.table, by=tap.dealer) != call
    assert Call.objects.open().count() == 1


def test_another_dealer_calls_nobody_here(tap: Tapper, person: Callable[..., Staff]) -> None:
    with pytest.raises(refusals.NotYourTable):
        calls.call(tap.table, by=person("dealer", "anna"))


def test_an_auditor_attaches_a_note_that_changes_nothing(tap: Tapper, auditor: Staff, boss: Staff) -> None:
    a_plain_round(tap)
    notes.add(tap.round, "Why so slow?", by=auditor)
    with pytest.raises(NotAllowed):
        notes.add(tap.round, "I may not", by=boss)
    with pytest.raises(refusals.ReasonMissing):
        notes.add(tap.round, "", by=auditor)
    assert [note.text for note in Note.objects.all()] == ["Why so slow?"]
    assert Round.objects.count() == 1
