"""Disputes: how far each has come, the list, and one with everything that a ruling needs."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Count, Q

from casino.gaming_day import house_day
from shoes.queries import has_ended
from tables.models import Dispute, DisputeStep, Round, Ruling
from tables.models.disputes import UNDECIDED
from tables.queries import holds, proposals, rule_packs, sight
from tables.queries import ledger as books
from tables.queries import tables as known
from tables.queries.holds import HoldView
from tables.queries.proposals import Proposal
from tables.queries.round_page import round_view
from tables.queries.shapes import RoundView
from tables.rules import contested
from tables.rules.contested import NoReturn

SOON_DAYS: Final = 3
PAGE: Final = 50
STATES: Final = ("open", "review", "ruled", "appealed", "closed")
DEADLINES: Final = ("overdue", "soon", "later", "none")


def state_of(dispute: Dispute) -> str:
    """Its last step; `open` before the first."""
    return dispute.steps.order_by("-position").values_list("kind", flat=True).first() or "open"


def states_of(disputes: Iterable[int]) -> dict[int, str]:
    """The states of many by id, those that are still open left out; one query."""
    steps = DisputeStep.objects.filter(dispute__in=list(disputes)).order_by("position")
    return dict(steps.values_list("dispute_id", "kind"))


def is_second_stage(dispute: Dispute) -> bool:
    """Whether somebody appealed: the ruling that is due, or was made, is the last one."""
    return dispute.steps.filter(kind=DisputeStep.Kind.APPEALED).exists()


def stands(dispute: Dispute) -> Ruling | None:
    """The ruling that stands: the last one."""
    return dispute.rulings.select_related("by").order_by("-stage").first()


def is_overdue(due_on: date | None, today: date) -> bool:
    """Whether the day by which somebody has to rule is over."""
    return due_on is not None and due_on < today


@dataclass(frozen=True, slots=True)
class DisputesFilter:
    """What the list is narrowed to; "" is no narrowing. `before`: disputes with a lesser id, the page after."""

    state: str = ""
    table: str = ""
    deadline: str = ""
    before: int | None = None


@dataclass(frozen=True, slots=True)
class DisputeRow:
    """One line of the list. It tells no cards."""

    id: int
    table_code: str
    round_id: int
    round_number: int
    slot: str
    came: str
    state: str
    words: str
    raised_by: str
    at: datetime
    answer_by: date | None
    is_overdue: bool
    decision: str
    refund_minor: int | None


@dataclass(frozen=True, slots=True)
class DisputesPage:
    rows: tuple[DisputeRow, ...]
    found: int
    tables: tuple[str, ...]  # that any dispute was about
    counts: dict[str, int]  # by state, however the list is narrowed
    overdue: int
    older: int | None  # the id to begin the next page before


def disputes_list(wanted: DisputesFilter) -> DisputesPage:
    """Disputes newest first; five queries, however many."""
    today = house_day()
    every = Dispute.objects.with_deadline()
    counts = every.aggregate(
        overdue=Count("pk", filter=Q(due_on__lt=today)),
        **{code: Count("pk", filter=Q(state=code)) for code in STATES},
    )
    late = counts.pop("overdue")
    tables = Dispute.objects.order_by("round__table__code").values_list("round__table__code", flat=True).distinct()
    narrowed = every.filter(_narrowing(wanted, today))
    found = narrowed.count()
    if wanted.before is not None:
        narrowed = narrowed.filter(pk__lt=wanted.before)
    page = list(narrowed.select_related("round__table", "raised_by").order_by("-pk")[: PAGE + 1])
    rows = _rows(page[:PAGE], today)
    older = page[PAGE - 1].pk if len(page) > PAGE else None
    return DisputesPage(tuple(rows), found, tuple(tables), counts, late, older)


def _narrowing(wanted: DisputesFilter, today: date) -> Q:
    soon = today + timedelta(days=SOON_DAYS)
    deadlines = {
        "overdue": Q(due_on__lt=today),
        "soon": Q(due_on__gte=today, due_on__lte=soon),
        "later": Q(due_on__gt=soon),
        "none": Q(answer_by__isnull=True, due_on__isnull=True),
    }
    asked = deadlines.get(wanted.deadline, Q())
    asked &= Q(state=wanted.state) if wanted.state else Q()
    return asked & (Q(round__table__code=wanted.table) if wanted.table else Q())


def _rows(disputes: Sequence[Dispute], today: date) -> list[DisputeRow]:
    ids = [row.pk for row in disputes]
    states = states_of(ids)
    last = {row.dispute_id: row for row in Ruling.objects.filter(dispute__in=ids).order_by("stage")}
    found = []
    for row in disputes:
        due_on: date | None = getattr(row, "due_on", None)
        state, ruling = states.get(row.pk, "open"), last.get(row.pk)
        found.append(
            DisputeRow(
                id=row.pk,
                table_code=row.round.table.code,
                round_id=row.round_id,
                round_number=row.round.number,
                slot=row.slot,
                came=row.came,
                state=state,
                words=row.words,
                raised_by=str(row.raised_by),
                at=row.at,
                answer_by=due_on or row.answer_by,
                is_overdue=is_overdue(due_on, today),
                decision=ruling.decision if ruling else "",
                refund_minor=ruling.refund_minor if ruling else None,
            )
        )
    return found


@dataclass(frozen=True, slots=True)
class RuledView:
    """A ruling of either stage."""

    stage: int
    decision: str
    clause: str
    reason: str
    refund_minor: int
    paid_from: str
    moved_minor: int  # what the ledger moved for it: less, or back, on appeal
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class StepView:
    """One line of a dispute's life."""

    kind: str
    by: str
    at: datetime
    words: str
    ruling: RuledView | None


@dataclass(frozen=True, slots=True)
class NextRound:
    number: int
    opened_at: datetime
    before_s: int  # how long before the hand was contested; negative: after


@dataclass(frozen=True, slots=True)
class DisputePage:
    """A dispute with all that its page and its papers tell. `round` is stripped of what the reader may not see."""

    id: int
    state: str
    is_second_stage: bool
    slot: str
    words: str
    came: str
    reference: str
    received_on: date | None
    answer_by: date | None
    deadline_from: str
    late_by_days: int | None
    appeal_by: date | None  # until when an appeal is decided
    appeal_from: str
    is_overdue: bool
    raised_by: str
    at: datetime
    about_rule: str
    round: RoundView
    proposals: tuple[Proposal, ...]
    next_round: NextRound | None
    no_return: NoReturn
    steps: tuple[StepView, ...]
    holds: tuple[HoldView, ...]
    pack: str
    jurisdiction: str
    form_days: int | None  # until when the regulator's form is handed in, where the pack says so
    is_banked: bool  # a player held the bank: the house's ledger has nothing of it
    table_is_open: bool
    may_decide: bool  # review, rule
    may_appeal: bool
    may_close: bool
    why_not: str  # "" dealt ruled: why a supervisor may not decide this one
    is_over: bool  # the shoe has ended: papers can be made

    @property
    def rulings(self) -> tuple[RuledView, ...]:
        return tuple(step.ruling for step in self.steps if step.ruling)

    @property
    def stands(self) -> RuledView | None:
        return self.rulings[-1] if self.rulings else None


def dispute_page(dispute: Dispute, reader: sight.Reader, step: int | None = None) -> DisputePage:
    """One dispute; the round as it stood after `step` facts (all)."""
    round = dispute.round
    view = round_view(round, reader, step=step)
    case = proposals.case_of(dispute)
    pack = rule_packs.load(round.sign.pack)
    complaint = pack.term("complaint", int(dispute.at.timestamp() * 1000))
    steps = _steps(dispute)
    state = steps[-1].kind if steps else "open"
    appealed = dispute.steps.filter(kind=DisputeStep.Kind.APPEALED).first()
    is_second = appealed is not None
    next_round = _next_round(round, dispute)
    why_not = _why_not(dispute, reader, is_second)
    may_decide = reader.may("dispute.rule") and not why_not
    is_past = next_round is not None and next_round.before_s >= 0
    return DisputePage(
        id=dispute.pk,
        state=state,
        is_second_stage=is_second,
        slot=dispute.slot,
        words=dispute.words,
        came=dispute.came,
        reference=dispute.reference,
        received_on=dispute.received_on,
        answer_by=dispute.answer_by,
        deadline_from=dispute.deadline_from,
        late_by_days=dispute.late_by_days,
        appeal_by=appealed.answer_by if appealed else None,
        appeal_from=appealed.deadline_from if appealed else "",
        is_overdue=is_overdue(_due_on(dispute, appealed, [one for one in steps if one.ruling]), house_day()),
        raised_by=str(dispute.raised_by),
        at=dispute.at,
        about_rule=dispute.about_verdict_key.partition("|")[0],
        round=view,
        proposals=() if view.withheld else case.proposals,
        next_round=next_round,
        no_return=contested.no_return(
            case.proposals[0].entry if case.proposals else None,
            is_over=view.ended_at is not None and view.ended_at <= dispute.at,
            is_past=is_past,
        ),
        steps=tuple(steps),
        holds=tuple(holds.holds_of(round)),
        pack=round.sign.pack,
        jurisdiction=pack.jurisdiction,
        form_days=complaint.values["form_days"] if complaint else None,
        is_banked=case.is_banked,
        table_is_open=known.state_of(round.table).is_open,
        may_decide=may_decide and state in UNDECIDED,
        may_appeal=_may_act(dispute, reader) and state in ("ruled", "closed") and not is_second,
        may_close=_may_act(dispute, reader) and state == "ruled",
        why_not=why_not if state in UNDECIDED and reader.may("dispute.rule") else "",
        is_over=has_ended(round.shoe_key),
    )


def _may_act(dispute: Dispute, reader: sight.Reader) -> bool:
    return reader.may("dispute.rule") and dispute.round.dealer_id != reader.pk


def _why_not(dispute: Dispute, reader: sight.Reader, is_second: bool) -> str:
    if dispute.round.dealer_id == reader.pk:
        return "dealt"
    is_first = is_second and dispute.rulings.filter(stage=Ruling.Stage.FLOOR, by=reader.pk).exists()
    return "ruled" if is_first else ""


def _due_on(dispute: Dispute, appealed: DisputeStep | None, ruled: Sequence[StepView]) -> date | None:
    """The day by which somebody has to rule; as `DisputeQuerySet.with_deadline` has it."""
    if appealed is not None:
        is_decided = any(step.ruling and step.ruling.stage == Ruling.Stage.APPEAL for step in ruled)
        return None if is_decided else appealed.answer_by
    return None if ruled else dispute.answer_by


def _steps(dispute: Dispute) -> list[StepView]:
    rows = dispute.steps.select_related("by", "ruling__by").order_by("position")
    account = f"refund:{dispute.round.table.code}"
    return [
        StepView(row.kind, str(row.by), row.at, row.words, _ruled(row.ruling, account) if row.ruling else None)
        for row in rows
    ]


def _ruled(row: Ruling, account: str) -> RuledView:
    return RuledView(
        stage=row.stage,
        decision=row.decision,
        clause=row.clause,
        reason=row.reason,
        refund_minor=row.refund_minor,
        paid_from=row.paid_from,
        moved_minor=books.about_minor(account, f"ruling:{row.pk}"),
        by=str(row.by),
        at=row.at,
    )


def _next_round(round: Round, dispute: Dispute) -> NextRound | None:
    after = Round.objects.filter(table=round.table_id, number=round.number + 1).first()
    if after is None:
        return None
    return NextRound(after.number, after.opened_at, _seconds(dispute.at - after.opened_at))


def _seconds(span: timedelta) -> int:
    return int(span.total_seconds() // 1)
