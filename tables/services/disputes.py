"""A contested hand: raised by whoever saw it, decided by a supervisor who did not deal it."""

from collections.abc import Sequence

from django.db import transaction

from casino import audit
from casino.errors import NotAllowed, refused_if
from casino.models import Staff
from tables import refusals
from tables.models import Dispute, Round, RoundClose, Ruling, Verdict
from tables.queries import felt
from tables.queries import tables as known
from tables.queries.truths import differences
from tables.rules.facts import ID, Fact
from tables.services import documents, entries, notices, shoes, verdicts
from tables.services.drafts import Draft, to_facts
from tables.services.tables import lock


@transaction.atomic
def raise_on(round: Round, slot: str, *, words: str, by: Staff, about_verdict_key: str = "") -> Dispute:
    """Contest a hand of the round. A dealer may on the running or the last round of their own table only."""
    if not by.may("dispute.raise"):
        raise NotAllowed
    if not by.may("rounds.read"):
        _check_own_round(round, by)
    if slot not in _slots_of(round):
        raise refusals.NoSuchBox(slot, round.table.boxes)
    if not words.strip():
        raise refusals.ReasonMissing
    if about_verdict_key and not Verdict.objects.filter(round=round, key=about_verdict_key).exists():
        raise refusals.VerdictGone
    dispute = Dispute.objects.create(
        round=round, slot=slot, words=words.strip(), about_verdict_key=about_verdict_key, raised_by=by
    )
    facts = {"slot": slot, "words": dispute.words, "verdict": about_verdict_key}
    audit.record(round.table.chain, by, "dispute.raised", about=f"round:{round.pk}", facts=facts)
    notices.tell(round.table, round)
    return dispute


@transaction.atomic
def rule_on(
    dispute: Dispute,
    decision: str,
    *,
    reason: str,
    by: Staff,
    clause: str = "",
    refund_minor: int = 0,
    drafts: Sequence[Draft] = (),
) -> Ruling:
    """Decide. `drafts` are the facts as ruled (source ruled): corrections that are folded like any other fact.

    Of a round that has ended, the document gets its next revision. Raises OwnHand for whoever dealt the round,
    ReasonMissing, AlreadyRuled if another supervisor was first; then nothing is written.
    """
    round = dispute.round
    if not by.may("dispute.rule"):
        raise NotAllowed
    if round.dealer_id == by.pk:
        raise refusals.OwnHand
    if not reason.strip():
        raise refusals.ReasonMissing
    if refund_minor < 0:
        raise refusals.NegativeRefund
    lock(round.table)
    before = felt.facts_of(round)
    with refused_if("ruling_one_a_stage", refusals.AlreadyRuled(dispute.pk)):
        ruling = Ruling.objects.create(
            dispute=dispute,
            decision=_decision(decision),
            clause=clause.strip(),
            reason=reason.strip(),
            refund_minor=refund_minor,
            by=by,
        )
    news = to_facts(_ruled(drafts), before, now_ms=entries.now_ms(), by=by) if drafts else []
    if ruling.decision == Ruling.Decision.VOID_ROUND:
        news.append(entries.closed_fact([*before, *news], RoundClose.How.VOID, by))
    facts = _append(ruling, round, before, news)
    told = {"dispute": dispute.pk, "decision": ruling.decision, "clause": ruling.clause, "reason": ruling.reason}
    told |= {"refund_minor": ruling.refund_minor, **facts}
    audit.record(round.table.chain, by, "dispute.ruled", about=f"round:{round.pk}", facts=told)
    notices.tell(round.table, round)
    return ruling


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


def _ruled(drafts: Sequence[Draft]) -> list[Draft]:
    return [draft._replace(source="ruled") for draft in drafts]


def _decision(text: str) -> str:
    if text not in Ruling.Decision:
        raise refusals.UnknownDecision(text, Ruling.Decision.values)
    return text


def _slots_of(round: Round) -> set[str]:
    """The bank, the boxes, and the hands that lie or lay there."""
    picture = felt.fold_of(round, felt.facts_of(round)).picture()
    return {"0", *round.table.places, *(hand.slot for box in picture.boxes for hand in box.hands)}


def _check_own_round(round: Round, by: Staff) -> None:
    table = known.table_dealt_by(by)
    if table is None or table.pk != round.table_id:
        raise refusals.TooLate
    newest = Round.objects.filter(table=table).order_by("-number")
    allowed = {one.pk for one in (newest.running().first(), newest.ended().first()) if one}
    if round.pk not in allowed:
        raise refusals.TooLate
