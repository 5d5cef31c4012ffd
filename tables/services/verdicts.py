"""Findings become verdicts: new, replaced, withdrawn; supervisors take and close them."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from casino import audit
from casino.errors import refused_if
from casino.models import Staff
from tables import refusals
from tables.models import Round, Verdict, VerdictClosing, VerdictTaken
from tables.queries.verdicts import CENSUS
from tables.rules.facts import ID, KIND, Fact
from tables.rules.shapes import Finding
from tables.services import clips, misreads, notices

CORRECTIONS = ("corrected", "voided", "inserted")
State = Verdict.State


def keep(
    round: Round, findings: Sequence[Finding], *, because: int, is_new: bool = False, is_unsure: bool = False
) -> list[list[str]]:
    """Write what changed against the verdicts that stand: (state, key) of each row written.

    `because` is the entry that brought it about; a withdrawn verdict names it as its correction. Of a round that
    `is_new` nothing stands yet. One read that nothing has confirmed (`is_unsure`) withdraws nothing.
    """
    rows_now = Verdict.objects.none() if is_new else Verdict.objects.latest().filter(round=round).exclude(rule=CENSUS)
    standing = {row.key: row for row in rows_now}
    if not standing and not findings:
        return []
    rows = [row for finding in findings if (row := _changed(round, finding, standing))]
    found = {"|".join(finding.key) for finding in findings}
    if not is_unsure:
        gone = [row for key, row in standing.items() if key not in found and row.state != State.WITHDRAWN]
        rows += map(_withdrawn, gone)
    for row in rows:
        row.because = because
    Verdict.objects.bulk_create(rows)
    clips.ask_for_verdicts(round, rows)
    return [[row.state, row.key] for row in rows]


def cause_of(facts: Sequence[Fact]) -> int:
    """The entry that a change of verdicts is put down to: the last correction among them, else the last entry."""
    corrections = [fact[ID] for fact in facts if fact[KIND] in CORRECTIONS]
    return int(corrections[-1] if corrections else max(fact[ID] for fact in facts))


@transaction.atomic
def take(verdict: Verdict, *, by: Staff) -> VerdictTaken:
    """Say that you have it. Raises VerdictGone, or AlreadyTaken if another supervisor was first."""
    _check_open(verdict)
    holder = VerdictTaken.objects.filter(verdict=verdict).select_related("by").first()
    if holder is not None and holder.by_id == by.pk:
        return holder
    name = str(holder.by) if holder else str(by)
    with refused_if("verdict_taken_one_a_verdict", refusals.AlreadyTaken(name)):
        taken = VerdictTaken.objects.create(verdict=verdict, by=by)
    _told(verdict, by, "verdict.taken", {"key": verdict.key})
    return taken


@transaction.atomic
def close(verdict: Verdict, outcome: str, *, by: Staff, reason: str = "") -> VerdictClosing:
    """Close it as upheld, put_right, misread, entered_wrong or rule_set_wrong. Only upheld counts against the dealer.

    Raises OwnHand for the dealer of the round, VerdictGone if it changed or was withdrawn meanwhile, AlreadyClosed if
    another supervisor was first.
    """
    if verdict.round.dealer_id == by.pk:
        raise refusals.OwnHand
    if outcome not in VerdictClosing.Outcome:
        raise refusals.UnknownOutcome(outcome, VerdictClosing.Outcome.values)
    if outcome not in (VerdictClosing.Outcome.UPHELD, VerdictClosing.Outcome.PUT_RIGHT) and not reason.strip():
        raise refusals.ReasonMissing
    if not Verdict.objects.standing().filter(pk=verdict.pk).exists():
        raise refusals.VerdictGone
    with refused_if("verdict_closing_one_a_key", refusals.AlreadyClosed()):
        closing = VerdictClosing.objects.create(
            round=verdict.round, key=verdict.key, verdict=verdict, outcome=outcome, reason=reason.strip(), by=by
        )
    _told(verdict, by, "verdict.closed", {"key": verdict.key, "outcome": outcome, "reason": closing.reason})
    misreads.after_closing(closing)
    return closing


def _changed(round: Round, finding: Finding, standing: dict[str, Verdict]) -> Verdict | None:
    """The row to add for a finding that is new or has another value."""
    key, value = "|".join(finding.key), finding.as_json()
    old = standing.get(key)
    if old is not None and old.state != State.WITHDRAWN and old.finding == value:
        return None
    state = State.REPLACED if old is not None and old.state != State.WITHDRAWN else State.NEW
    return Verdict(
        round=round,
        key=key,
        revision=old.revision + 1 if old else 1,
        state=state,
        rule=finding.rule,
        level=finding.level,
        slot=finding.slot,
        money_minor=finding.money_minor,
        is_provisional=finding.provisional,
        finding=value,
    )


def _withdrawn(old: Verdict) -> Verdict:
    return Verdict(
        round_id=old.round_id,
        key=old.key,
        revision=old.revision + 1,
        state=State.WITHDRAWN,
        rule=old.rule,
        level=old.level,
        slot=old.slot,
        money_minor=old.money_minor,
        is_provisional=old.is_provisional,
        finding=old.finding,
    )


def _check_open(verdict: Verdict) -> None:
    if not Verdict.objects.open().filter(pk=verdict.pk).exists():
        raise refusals.VerdictGone


def _told(verdict: Verdict, by: Staff, what: str, facts: dict[str, Any]) -> None:
    table = verdict.round.table
    audit.record(table.chain, by, what, about=f"round:{verdict.round_id}", facts=facts)
    notices.tell(table, verdict.round)
