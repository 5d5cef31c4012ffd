"""A dispute moves on: reviewed, appealed, closed. One function, one change, one journal entry."""

from django.conf import settings
from django.db import transaction

from casino import audit
from casino.errors import NotAllowed, refused_if
from casino.gaming_day import house_day
from casino.models import Staff
from tables import dispute_refusals, refusals
from tables.models import Dispute, DisputeStep, Ruling
from tables.queries import rule_packs
from tables.queries.disputes import is_second_stage, state_of
from tables.rules import contested
from tables.rules.contested import Deadline
from tables.services import notices
from tables.services.entries import now_ms
from tables.services.tables import lock

Kind = DisputeStep.Kind


@transaction.atomic
def review(dispute: Dispute, *, by: Staff) -> DisputeStep:
    """Say that you look into it; another supervisor may take over."""
    check_may_decide(dispute, by)
    lock(dispute.round.table)
    state = state_of(dispute)
    if state not in ("open", "review", "appealed"):
        raise dispute_refusals.NotInThisState(dispute.pk, state)
    if is_second_stage(dispute):
        check_other_than_first(dispute, by)
    added = step(dispute, Kind.REVIEW, by)
    record(dispute, by, "dispute.reviewed", {})
    return added


@transaction.atomic
def appeal(dispute: Dispute, *, words: str, by: Staff) -> DisputeStep:
    """The guest, or the house, does not accept the ruling: another supervisor decides. Once, closed or not.

    It is decided by a day that the pack names, or the house's setting.
    """
    check_may_decide(dispute, by)
    if not words.strip():
        raise refusals.ReasonMissing
    lock(dispute.round.table)
    state = state_of(dispute)
    if state not in ("ruled", "closed") or is_second_stage(dispute):
        raise dispute_refusals.NotInThisState(dispute.pk, state)
    found = contested.appeal_deadline(
        rule_packs.pack_of(dispute.round.sign), now_ms(), appealed_on=house_day(), house_days=settings.ANSWER_DAYS
    )
    added = step(dispute, Kind.APPEALED, by, words=words.strip(), deadline=found)
    facts = {"words": added.words, "deadline_from": found.source}
    record(dispute, by, "dispute.appealed", facts | {"answer_by": added.answer_by and added.answer_by.isoformat()})
    return added


@transaction.atomic
def close(dispute: Dispute, *, by: Staff, words: str = "") -> DisputeStep:
    """Nobody appeals against the ruling: the dispute is over."""
    check_may_decide(dispute, by)
    lock(dispute.round.table)
    state = state_of(dispute)
    if state != "ruled":
        raise dispute_refusals.NotInThisState(dispute.pk, state)
    added = step(dispute, Kind.CLOSED, by, words=words.strip())
    record(dispute, by, "dispute.closed", {"words": added.words})
    return added


def check_may_decide(dispute: Dispute, by: Staff) -> None:
    if not by.may("dispute.rule"):
        raise NotAllowed
    if dispute.round.dealer_id == by.pk:
        raise refusals.OwnHand


def check_other_than_first(dispute: Dispute, by: Staff) -> None:
    first = dispute.rulings.select_related("by").get(stage=Ruling.Stage.FLOOR)
    if first.by_id == by.pk:
        raise dispute_refusals.RuledBefore(str(first.by))


def step(
    dispute: Dispute,
    kind: str,
    by: Staff,
    *,
    words: str = "",
    ruling: Ruling | None = None,
    deadline: Deadline | None = None,
) -> DisputeStep:
    gone = dispute_refusals.NotInThisState(dispute.pk, state_of(dispute))
    last = dispute.steps.order_by("-position").values_list("position", flat=True).first() or 0
    with refused_if("dispute_step_one_a_position", gone):
        return DisputeStep.objects.create(
            dispute=dispute,
            position=last + 1,
            kind=kind,
            ruling=ruling,
            words=words,
            answer_by=deadline.answer_by if deadline else None,
            deadline_from=deadline.source if deadline else "",
            by=by,
        )


def record(dispute: Dispute, by: Staff, what: str, facts: dict[str, object]) -> None:
    round = dispute.round
    audit.record(round.table.chain, by, what, about=f"round:{round.pk}", facts={"dispute": dispute.pk, **facts})
    notices.tell(round.table, round)
