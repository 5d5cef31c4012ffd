"""The dealer's tablet: their own open table and nothing else."""

from collections.abc import Sequence

from casino.models import Staff
from shoes.queries import state as shoe_state
from tables import refusals
from tables.models import Call, Round, Table, Verdict
from tables.queries import felt, sight
from tables.queries import tables as known
from tables.queries.shapes import TabletView
from tables.rules.facts import AT, ID, Fact
from tables.rules.round import Round as Fold
from tables.rules.shapes import Due, Finding, Step

TOLD = ("stop", "act")
STOPPED = "no_card"


def tablet_view(table: Table, staff: Staff) -> TabletView:
    """What the dealer needs for the next step. Raises NotYourTable for anybody but the table's dealer."""
    state = known.state_of(table)
    if state.dealer is None or state.dealer.pk != staff.pk:
        raise refusals.NotYourTable(table.code)
    rounds = list(Round.objects.filter(table=table).select_related("table", "sign", "close").order_by("-number")[:2])
    running = rounds[0] if rounds and not hasattr(rounds[0], "close") else None
    last = next((round for round in rounds if round is not running), None)
    facts = felt.facts_of(running) if running else []
    fold = felt.fold_of(running, facts) if running else None
    sign = running.sign if running else known.sign_of(table)
    shoe = shoe_state(state.shoe_key or "")
    call = Call.objects.open().filter(table=table).order_by("at").first()
    return TabletView(
        code=table.code,
        name=table.name,
        boxes=table.boxes,
        is_open=state.is_open,
        is_paused=state.is_paused,
        is_watch_only=table.is_watch_only,
        sign=known.sign_view(sign) if sign else None,
        terms=known.terms_of(sign, table.boxes) if sign else None,
        shoe_key=state.shoe_key,
        shoe_state=str(shoe.state) if shoe else "",
        is_last_round=shoe is not None and shoe.is_last_round,
        round_id=running.pk if running else None,
        round_number=running.number if running else (last.number + 1 if last else 1),
        seen=max((fact[0] for fact in facts), default=0),
        picture=fold.picture() if fold else None,
        due=_prompt(running, facts, fold, is_quiet=table.is_watch_only) if running and fold else None,
        findings=() if running is None or table.is_watch_only else _told(running),
        before=felt.main_stakes(felt.fold_of(last, felt.facts_of(last)).picture()) if last else {},
        entries=tuple(reversed(sight.face_down_hidden(facts))),
        settlement=fold.settlement() if fold else None,
        last_round_id=last.pk if last else None,
        last_round_number=last.number if last else None,
        called_at=call.at if call else None,
    )


def _prompt(round: Round, facts: Sequence[Fact], fold: Fold, *, is_quiet: bool) -> Due:
    """The step that the dealer is shown.

    A stop that rests on one read which nothing has confirmed yet, or that comes while the table is watch only, is for
    the supervisor: the dealer goes on as if that card did not lie there.
    """
    due = fold.due()
    stopped_by = due.step.detail.get("fact_id") if due.step.code == STOPPED else None
    if stopped_by is None:
        return due
    is_provisional = any(one.provisional and one.fact_id == stopped_by for one in fold.findings())
    if not (is_provisional or is_quiet):
        return due
    without = felt.fold_of(round, [*facts, _voided(facts, stopped_by)]).due()
    return without if without.step.code != STOPPED else Due(Step("deal_on"), (), "")


def _voided(facts: Sequence[Fact], number: int) -> Fact:
    """On paper: that fact did not happen."""
    last = max(fact[ID] for fact in facts)
    return (last + 1, max(fact[AT] for fact in facts), "voided", "entered", "tablet", number, "")


def _told(round: Round) -> tuple[Finding, ...]:
    """Open findings that the dealer is told of."""
    rows = Verdict.objects.open().filter(round=round, is_provisional=False, level__in=TOLD).order_by("pk")
    return tuple(Finding.from_json(row.finding) for row in rows if row.rule != "CENSUS")
