"""What PostgreSQL itself holds of disputes, rulings, their money and held evidence: each is tried to be broken."""

from collections.abc import Callable

import pytest
from django.db import DatabaseError, connection, transaction

from casino.models import Staff
from tables.models import Dispute, DisputeStep, Hold, HoldLifted, LedgerEntry, Ruling
from tables.services import disputes, holds
from tests.tables.conftest import Tapper
from tests.tables.play import a_plain_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def dispute(tap: Tapper) -> Dispute:
    a_plain_round(tap)
    return disputes.raise_on(tap.round, "1", words="I had 19.", by=tap.dealer)


def refused(attempt: Callable[[], object], says: str) -> None:
    """The database refuses, at once or when the transaction would commit."""
    with pytest.raises(DatabaseError, match=says), transaction.atomic():
        attempt()
        connection.cursor().execute("SET CONSTRAINTS ALL IMMEDIATE")


def step(dispute: Dispute, kind: str, position: int, by: Staff, **more: object) -> DisputeStep:
    return DisputeStep.objects.create(dispute=dispute, kind=kind, position=position, by=by, **more)


def ruling(dispute: Dispute, by: Staff, **more: object) -> Ruling:
    return Ruling.objects.create(**{"dispute": dispute, "decision": "for_player", "reason": "x", "by": by, **more})


@pytest.mark.parametrize(
    ("kind", "position", "says"),
    [
        ("closed", 1, "open does not become closed"),
        ("appealed", 1, "open does not become appealed"),
        ("review", 2, "does not become review"),  # a gap
        ("waits", 1, "does not become waits"),
    ],
)
def test_a_new_dispute_is_reviewed_or_ruled(dispute: Dispute, boss: Staff, kind: str, position: int, says: str) -> None:
    refused(lambda: step(dispute, kind, position, boss), says)


def test_steps_keep_their_order(dispute: Dispute, boss: Staff) -> None:
    disputes.rule_on(dispute, "for_house", reason="no", by=boss)
    refused(lambda: step(dispute, "review", 2, boss), "ruled does not become review")
    refused(lambda: step(dispute, "closed", 1, boss), "ruled does not become closed")
    disputes.close(dispute, by=boss)
    refused(lambda: step(dispute, "closed", 3, boss), "closed does not become closed")


def test_an_appeal_is_made_once(dispute: Dispute, boss: Staff, second_boss: Staff) -> None:
    disputes.rule_on(dispute, "for_house", reason="no", by=boss)
    disputes.appeal(dispute, words="yes", by=boss)
    disputes.rule_on(dispute, "for_house", reason="no", by=second_boss)
    refused(lambda: step(dispute, "appealed", 5, boss), "dispute_step_one_appeal_a_dispute")


def test_a_step_names_its_ruling_and_no_other(dispute: Dispute, boss: Staff, tap: Tapper) -> None:
    other = disputes.raise_on(tap.round, "2", words="me too", by=boss)
    refused(lambda: step(dispute, "ruled", 1, boss), "dispute_step_names_its_ruling")
    refused(lambda: step(dispute, "review", 1, boss, ruling=ruling(dispute, boss)), "dispute_step_names_its_ruling")
    refused(lambda: step(dispute, "ruled", 1, boss, ruling=ruling(other, boss)), "on another dispute")


def test_nobody_who_dealt_moves_a_dispute_on(dispute: Dispute, tap: Tapper) -> None:
    refused(lambda: step(dispute, "review", 1, tap.dealer), "nobody decides on a hand that they dealt")


def test_an_appeal_is_decided_by_another_and_only_where_there_is_one(
    dispute: Dispute, boss: Staff, second_boss: Staff
) -> None:
    disputes.rule_on(dispute, "for_house", reason="no", by=boss)
    refused(lambda: ruling(dispute, second_boss, stage=2), "nobody appealed")
    disputes.appeal(dispute, words="yes", by=boss)
    refused(lambda: ruling(dispute, boss, stage=2), "somebody who did not rule")
    refused(lambda: ruling(dispute, dispute.round.dealer, stage=2), "nobody decides on a hand that they dealt")
    refused(lambda: ruling(dispute, second_boss, stage=3), "ruling_stage_known")


def test_a_ruling_is_a_step_and_its_money_is_moved(dispute: Dispute, boss: Staff) -> None:
    refused(lambda: ruling(dispute, boss), "a ruling is a step of its dispute")

    def unpaid() -> None:
        step(dispute, "ruled", 1, boss, ruling=ruling(dispute, boss, refund_minor=25_00))

    refused(unpaid, "the ledger moved 0 for a ruling of 2500")


def test_a_refund_is_posted_once(dispute: Dispute, boss: Staff) -> None:
    made = disputes.rule_on(dispute, "for_player", reason="yes", refund_minor=25_00, by=boss)
    entry = LedgerEntry.objects.get(kind="refund")

    def again() -> LedgerEntry:
        return LedgerEntry.objects.create(
            kind="refund", about=f"ruling:{made.pk}", table=entry.table, gaming_day=entry.gaming_day, by=boss
        )

    refused(again, "ledger_refund_posted_once")


def test_a_letter_has_its_day_and_a_dispute_at_the_table_none(dispute: Dispute, boss: Staff) -> None:
    common = {"round": dispute.round, "slot": "1", "words": "x", "raised_by": boss}
    refused(lambda: Dispute.objects.create(**common, came="letter"), "dispute_letter_has_its_day")
    refused(
        lambda: Dispute.objects.create(**common, came="table", received_on="2026-11-30"), "dispute_letter_has_its_day"
    )


def test_a_hold_is_of_a_round_or_of_a_picture_and_says_why(dispute: Dispute, boss: Staff) -> None:
    round = dispute.round
    refused(lambda: Hold.objects.create(round=round, why="", by=boss), "hold_has_a_reason")
    refused(lambda: Hold.objects.create(why="x", by=boss), "hold_of_a_round_or_a_picture")
    refused(lambda: Hold.objects.create(round=round, sha256="a" * 64, why="x", by=boss), "hold_of_a_round_or_a_picture")
    refused(lambda: Hold.objects.create(sha256="A" * 64, why="x", by=boss), "hold_of_a_round_or_a_picture")
    held = holds.hold(round, why="x", by=boss)
    refused(lambda: HoldLifted.objects.create(hold=held, why="", by=boss), "hold_lifted_has_a_reason")
    holds.lift(held, why="done", by=boss)
    refused(lambda: HoldLifted.objects.create(hold=held, why="again", by=boss), "hold_id_key")
