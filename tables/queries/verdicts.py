"""Verdicts, disputes and calls as screens show them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from django.db.models import QuerySet

from casino.gaming_day import house_day
from casino.models import Staff
from tables.models import Call, Dispute, DisputeStep, Round, Ruling, Verdict, VerdictClosing, VerdictTaken
from tables.models.disputes import UNDECIDED
from tables.queries import sight
from tables.queries.shapes import CallView, ClosingView, DealerRecord, DisputeView, RulingView, VerdictView
from tables.rules.shapes import Finding

CENSUS = "CENSUS"
WORST_FIRST = {"stop": 0, "act": 1, "lost": 2, "watch": 2, "look": 3}


def open_verdicts() -> QuerySet[Verdict]:
    """Verdicts that wait for a supervisor, provisional ones left out: they may vanish with the next fact."""
    return Verdict.objects.open().filter(is_provisional=False).select_related("round__table").order_by("at", "pk")


def verdict_views(rows: Sequence[Verdict], *, hidden: set[int]) -> list[VerdictView]:
    """Rows with who has them and how they were closed; three more queries, however many rows."""
    rounds = {row.round_id for row in rows}
    holders: dict[tuple[int, str], VerdictTaken] = {}
    for taken in VerdictTaken.objects.filter(verdict__round__in=rounds).select_related("by", "verdict").order_by("pk"):
        holders[taken.verdict.round_id, taken.verdict.key] = taken
    closings = VerdictClosing.objects.filter(round__in=rounds).select_related("by")
    closed = {(closing.round_id, closing.key): closing for closing in closings}
    of_rounds = Round.objects.filter(pk__in=rounds).values_list("pk", "sign__profile", "close__pk")
    known = {pk: (profile, close is not None) for pk, profile, close in of_rounds}
    views = [
        _view(row, holders.get((row.round_id, row.key)), closed.get((row.round_id, row.key)), row.round_id in hidden)
        for row in rows
    ]
    views = [replace(view, profile=known[view.round_id][0]) for view in views]
    return [_afterwards(view) if known[view.round_id][1] else view for view in views]


def worst_first(views: Sequence[VerdictView]) -> list[VerdictView]:
    """Open before closed, worst before lesser, older before newer."""
    return sorted(views, key=lambda view: (not view.is_open, WORST_FIRST[view.level], view.at, view.id))


def dispute_views(rows: Sequence[Dispute], reader: sight.Reader) -> list[DisputeView]:
    """Disputes with the ruling that stands; one more query, however many rows."""
    steps: dict[int, list[DisputeStep]] = {}
    for step in DisputeStep.objects.filter(dispute__in=rows).select_related("ruling__by").order_by("position"):
        steps.setdefault(step.dispute_id, []).append(step)
    today = house_day()
    return [_dispute(row, steps.get(row.pk, []), reader, today) for row in rows]


def call_views(rows: Sequence[Call]) -> list[CallView]:
    return [
        CallView(
            row.pk, row.table.code, row.reason, str(row.by), row.at, str(row.answer.by) if _answered(row) else None
        )
        for row in rows
    ]


def open_calls() -> QuerySet[Call]:
    return Call.objects.open().select_related("table", "by", "answer__by").order_by("at", "pk")


def dealer_record(dealer: Staff) -> DealerRecord:
    """Rounds dealt and verdicts upheld. Misread, entered wrong, put right at once, rule set wrong do not count."""
    upheld = VerdictClosing.objects.filter(round__dealer=dealer, outcome=VerdictClosing.Outcome.UPHELD)
    rows = list(upheld.values_list("verdict__rule", "verdict__money_minor"))
    by_rule: dict[str, int] = {}
    for rule, _ in rows:
        by_rule[rule] = by_rule.get(rule, 0) + 1
    return DealerRecord(
        dealer=str(dealer),
        rounds=Round.objects.filter(dealer=dealer).count(),
        upheld=len(rows),
        by_rule=dict(sorted(by_rule.items())),
        money_minor=sum(abs(minor) for _, minor in rows if minor is not None),
    )


def _view(row: Verdict, taken: VerdictTaken | None, closing: VerdictClosing | None, is_hidden: bool) -> VerdictView:
    finding = Finding.from_json(row.finding)
    return VerdictView(
        id=row.pk,
        key=row.key,
        round_id=row.round_id,
        round_number=row.round.number,
        table_code=row.round.table.code,
        rule=row.rule,
        level=row.level,
        slot=row.slot,
        state=row.state,
        money_minor=row.money_minor,
        factor=finding.factor,
        is_provisional=row.is_provisional,
        finding=sight.without_cards_told(finding) if is_hidden else finding,
        choices=() if is_hidden else finding.choices,
        at=row.at,
        because=row.because,
        taken_by=str(taken.by) if taken else None,
        taken_at=taken.at if taken else None,
        closing=ClosingView(closing.outcome, closing.reason, str(closing.by), closing.at) if closing else None,
        withheld=is_hidden,
    )


def _afterwards(view: VerdictView) -> VerdictView:
    """A verdict once its round is over: nobody waits for a card or chooses any more. A wrong shoe still stops."""
    level = "act" if view.level == "stop" and view.rule != CENSUS else view.level
    return replace(view, level=level, choices=(), finding=replace(view.finding, choices=()), is_over=True)


def _dispute(row: Dispute, steps: Sequence[DisputeStep], reader: sight.Reader, today: date) -> DisputeView:
    state = steps[-1].kind if steps else "open"
    is_waiting = state in UNDECIDED
    ruling = next((step.ruling for step in reversed(steps) if step.ruling), None)
    may_rule = is_waiting and reader.may("dispute.rule") and row.round.dealer_id != reader.pk
    if ruling and ruling.by_id == reader.pk:  # an appeal against it
        may_rule = False
    appealed = next((step for step in steps if step.kind == DisputeStep.Kind.APPEALED), None)
    is_first = ruling is None or ruling.stage == Ruling.Stage.FLOOR
    due_on = (appealed.answer_by if is_first else None) if appealed else None if ruling else row.answer_by
    view = None
    if ruling:
        view = RulingView(ruling.decision, ruling.clause, ruling.reason, ruling.refund_minor, str(ruling.by), ruling.at)
    return DisputeView(
        id=row.pk,
        round_id=row.round_id,
        round_number=row.round.number,
        table_code=row.round.table.code,
        slot=row.slot,
        words=row.words,
        about_verdict_key=row.about_verdict_key,
        raised_by=str(row.raised_by),
        at=row.at,
        ruling=view,
        may_rule=may_rule,
        state=state,
        answer_by=due_on or row.answer_by,
        is_overdue=due_on is not None and due_on < today,
    )


def _answered(row: Call) -> bool:
    return hasattr(row, "answer")
