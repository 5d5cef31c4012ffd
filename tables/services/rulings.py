"""Rule on a dispute: the decision, what it moves in the ledger, and the round as it is then folded."""

from collections.abc import Sequence

from django.db import transaction

from casino import audit
from casino.errors import refused_if
from casino.models import Staff
from tables import dispute_refusals, refusals
from tables.models import Dispute, DisputeStep, Round, RoundClose, Ruling
from tables.queries import felt
from tables.queries import tables as known
from tables.queries.disputes import is_second_stage, state_of
from tables.queries.truths import differences
from tables.rules.facts import ID, KIND, SLOT, SOURCE, Fact
from tables.services import documents, entries, ledger, notices, shoes, verdicts
from tables.services.dispute_steps import check_may_decide, check_other_than_first, record, step
from tables.services.drafts import Draft, to_facts
from tables.services.tables import lock

Kind = DisputeStep.Kind
Stage = Ruling.Stage


@transaction.atomic
def rule_on(
    dispute: Dispute,
    decision: str,
    *,
    reason: str,
    by: Staff,
    clause: str = "",
    refund_minor: int = 0,
    paid_from: str = "",
    drafts: Sequence[Draft] = (),
) -> Ruling:
    """Decide; on appeal for good. `drafts` are the facts as ruled (source ruled), folded like any other fact.

    The refund leaves the tray of an open table, else the cage, unless `paid_from` says which. Of a round that has
    ended, the document gets its next revision. Raises OwnHand for whoever dealt the round, RuledBefore for whoever
    ruled first, ReasonMissing, AlreadyRuled if another supervisor was first; then nothing is written.
    """
    round = dispute.round
    check_may_decide(dispute, by)
    if not reason.strip():
        raise refusals.ReasonMissing
    if refund_minor < 0:
        raise refusals.NegativeRefund
    lock(round.table)
    stage = _stage_of(dispute, by)
    before = felt.facts_of(round)
    with refused_if("ruling_one_a_stage", refusals.AlreadyRuled(dispute.pk)):
        ruling = Ruling.objects.create(
            dispute=dispute,
            stage=stage,
            decision=_decision(decision),
            clause=clause.strip(),
            reason=reason.strip(),
            refund_minor=refund_minor,
            paid_from=_source(round, paid_from),
            by=by,
        )
    step(dispute, Kind.RULED, by, ruling=ruling)
    ledger.refund(ruling, by=by)
    drafts = [*drafts, *_taking_back(dispute, ruling, before)]
    news = to_facts(_ruled(drafts), before, now_ms=entries.now_ms(), by=by) if drafts else []
    if ruling.decision == Ruling.Decision.VOID_ROUND and not _voided(before):
        news.append(entries.closed_fact([*before, *news], RoundClose.How.VOID, by))
    facts = _append(ruling, round, before, news)
    told = {"dispute": dispute.pk, "decision": ruling.decision, "clause": ruling.clause, "reason": ruling.reason}
    told |= {"refund_minor": ruling.refund_minor, "paid_from": ruling.paid_from, "stage": stage, **facts}
    audit.record(round.table.chain, by, "dispute.ruled", about=f"round:{round.pk}", facts=told)
    if stage == Stage.APPEAL:
        step(dispute, Kind.CLOSED, by)
        record(dispute, by, "dispute.closed", {})
    notices.tell(round.table, round)
    return ruling


def _stage_of(dispute: Dispute, by: Staff) -> Stage:
    """Which ruling is due: the first, or the one on appeal."""
    state = state_of(dispute)
    if state in ("ruled", "closed"):
        raise refusals.AlreadyRuled(dispute.pk)
    if not is_second_stage(dispute):
        return Stage.FLOOR
    check_other_than_first(dispute, by)
    return Stage.APPEAL


def _source(round: Round, asked: str) -> str:
    """Where a refund comes from. Raises UnknownSource, BankPays, TrayLocked."""
    if asked and asked not in Ruling.Source:
        raise dispute_refusals.UnknownSource(asked)
    is_banked = known.terms_of(round.sign).is_free
    if is_banked != (asked == Ruling.Source.BANK) and asked:
        raise dispute_refusals.BankPays if is_banked else dispute_refusals.UnknownSource(asked)
    if is_banked:
        return Ruling.Source.BANK
    is_open = known.state_of(round.table).is_open
    if asked == Ruling.Source.TRAY and not is_open:
        raise dispute_refusals.TrayLocked(round.table.code)
    return asked or (Ruling.Source.TRAY if is_open else Ruling.Source.CAGE)


def _append(ruling: Ruling, round: Round, before: Sequence[Fact], news: list[Fact]) -> dict[str, object]:
    """Put the ruled facts to the round's and, once it has ended, write the next revision of its document."""
    everything = [*before, *news]
    told: dict[str, object] = {"entries": news}
    state = felt.fold_of(round, everything)
    if news:
        entries.store(round, news, by=ruling.by, key=f"#ruling:{ruling.pk}")
        found = [*state.findings(), *differences(everything)]
        told["verdicts"] = verdicts.keep(round, found, because=verdicts.cause_of(news))
        shoes.tell_census(round, news, {fact[ID]: fact for fact in before})
    close = RoundClose.objects.filter(round=round).first()
    if close is not None:
        written = documents.write(round, closed_at=close.at, facts=everything, state=state)
        told |= {"revision": written.revision, "sha256": written.sha256}
    elif ruling.decision == Ruling.Decision.VOID_ROUND:
        told["closed"] = entries.end(round, RoundClose.How.VOID, facts=everything, state=state)
    return told


def _taking_back(dispute: Dispute, ruling: Ruling, facts: Sequence[Fact]) -> list[Draft]:
    """On appeal: what the first ruling declared void counts again, where the round had been played to its end."""
    if ruling.stage != Stage.APPEAL or ruling.decision == Ruling.Decision.VOID_ROUND:
        return []
    first = dispute.rulings.get(stage=Stage.FLOOR)
    close = RoundClose.objects.filter(round=dispute.round).first()
    if first.decision != Ruling.Decision.VOID_ROUND or close is None or close.how == RoundClose.How.VOID:
        return []
    return [Draft("voided", (number, ruling.reason[:200])) for number in _voided(facts)]


def _voided(facts: Sequence[Fact]) -> list[int]:
    """The facts by which rulings declared the round void, as far as they stand."""
    undone = {fact[SLOT] for fact in facts if fact[KIND] == "voided"}
    said = [fact for fact in facts if fact[KIND] == "closed" and fact[SOURCE] == "ruled"]
    return [fact[ID] for fact in said if fact[SLOT] == RoundClose.How.VOID and fact[ID] not in undone]


def _ruled(drafts: Sequence[Draft]) -> list[Draft]:
    return [draft._replace(source="ruled") for draft in drafts]


def _decision(text: str) -> str:
    if text not in Ruling.Decision:
        raise refusals.UnknownDecision(text, Ruling.Decision.values)
    return text
