"""The dealer's tablet: their own open table and nothing else."""

from collections.abc import Sequence
from dataclasses import replace

from casino.models import Staff
from shoes.queries import state as shoe_state
from tables import refusals
from tables.models import Call, Round, Table, Verdict
from tables.queries import felt, sight
from tables.queries import tables as known
from tables.queries.evenings import evening_view
from tables.queries.players import groups_at
from tables.queries.raises import raised_at, raises_of
from tables.queries.shapes import TabletView
from tables.rules import facts as make
from tables.rules import joins
from tables.rules.ahead import ahead as where_next
from tables.rules.carried import keeps_pot
from tables.rules.claims import Claim, claims
from tables.rules.facts import AT, BANK, ID, KIND, SLOT, Fact
from tables.rules.judge import pay_step
from tables.rules.round import Round as Fold
from tables.rules.round import fold as fold_round
from tables.rules.several import is_offered
from tables.rules.shapes import Due, Finding, Step

TOLD = ("stop", "act")
STOPPED = "no_card"
PAY_STEPS = ("pay", "collect", "return_stake")
POT_TAKEN = ("R-FIF-8", "R-FAR-16")
"""Clauses by which somebody takes a pot or farm."""
OPENED_BANK = SLOT + 2
OPEN_ROUND = "open_round"


def tablet_view(table: Table, staff: Staff) -> TabletView:
    """What the dealer needs for the next step. Raises NotYourTable for anybody but the table's dealer."""
    state = known.state_of(table)
    if state.dealer is None or state.dealer.pk != staff.pk:
        raise refusals.NotYourTable(table.code)
    rounds = list(Round.objects.filter(table=table).select_related("table", "sign", "close").order_by("-number")[:2])
    running = rounds[0] if rounds and not hasattr(rounds[0], "close") else None
    last = next((round for round in rounds if round is not running), None)
    sign = running.sign if running else known.sign_of(table)
    raised = running.raised if running else raised_at(table, sign) if sign else {}
    terms = known.terms_of(sign, raised) if sign else None
    shoe = shoe_state(state.shoe_key or "")
    call = Call.objects.open().filter(table=table).order_by("at").first()
    ahead = known.next_sign_of(table)
    view = TabletView(
        code=table.code,
        name=table.name,
        boxes=table.boxes,
        is_open=state.is_open,
        is_paused=state.is_paused,
        is_watch_only=table.is_watch_only,
        sign=known.sign_view(sign) if sign else None,
        terms=terms,
        shoe_key=state.shoe_key,
        shoe_state=str(shoe.state) if shoe else "",
        is_last_round=shoe is not None and shoe.is_last_round,
        round_id=running.pk if running else None,
        round_number=running.number if running else (last.number + 1 if last else 1),
        findings=() if running is None or table.is_watch_only else _told(running),
        before=felt.main_stakes(felt.fold_of(last, felt.facts_of(last)).picture()) if last else {},
        last_round_id=last.pk if last else None,
        last_round_number=last.number if last else None,
        called_at=call.at if call else None,
        stopped=state.note if state.is_stopped else "",
        next_sign=known.ahead_view(ahead) if ahead else None,
        raises=raises_of(table),
        evening=evening_view(table) if terms and terms.is_free else None,
        players=groups_at(table) if terms and is_offered(terms) else (),
    )
    if running is not None:
        return on_felt(view, felt.facts_of(running))
    return replace(opened_by_a_card(view), bank=view.evening.bank if view.evening else None)


def on_felt(view: TabletView, facts: Sequence[Fact]) -> TabletView:
    """The view of a round by its facts, folded under the view's terms."""
    if view.terms is None:
        return view
    fold = fold_round(view.terms, joins.facts(facts))
    return replace(
        view,
        seen=max((fact[ID] for fact in facts), default=0),
        picture=fold.picture(),
        due=_prompt(facts, fold, is_quiet=view.is_watch_only),
        entries=tuple(reversed(sight.face_down_hidden(facts))),
        settlement=fold.settlement(),
        ahead=tuple(where_next(view.terms, facts)),
        claims=_claims(fold, facts),
        purchase=_purchase(fold),
        bank=_bank(facts),
    )


def opened_by_a_card(view: TabletView) -> TabletView:
    """Where the first card comes before the stakes it opens the round: on paper, the step that the opened round has."""
    evening, terms = view.evening, view.terms
    if evening is None or terms is None or not terms.bets_late or evening.due.code != OPEN_ROUND:
        return view
    bank = str(evening.bank)
    facts = [make.opened(1, 0, "table", "table", terms_hash=terms.hash, places=list(evening.places), bank=bank)]
    for slot, minor in ((BANK, evening.bank_minor), ("pot", evening.pot_minor)):
        if minor:
            facts.append(make.stake(len(facts) + 1, 0, "table", "table", slot=slot, amount_minor=minor))
    return replace(on_felt(view, facts), seen=0, entries=(), claims=())


def _claims(fold: Fold, facts: Sequence[Fact]) -> tuple[Claim, ...]:
    """What may be claimed and has not been decided already."""
    decided = {(fact[SLOT], fact[SLOT + 1]) for fact in facts if fact[KIND] == "choice"}
    return tuple(claim for claim in claims(fold) if (claim.rule, claim.fact_id) not in decided)


def _purchase(fold: Fold) -> tuple[int, int | None] | None:
    """R-PON-16: a closed card costs at least the table's minimum, at most what stood on the hand at its second card."""
    due = fold.due()
    slot = due.step.slot or ""
    return (fold.terms.limits.min_minor, fold.hands[slot].base) if (slot, "buy") in due.permitted else None


def _bank(facts: Sequence[Fact]) -> str | None:
    """Who holds the bank in the round: a box of this table."""
    bank = next((str(fact[OPENED_BANK]) for fact in facts if fact[KIND] == "opened"), "")
    return bank if bank.isdecimal() and bank != BANK else None


def _prompt(facts: Sequence[Fact], fold: Fold, *, is_quiet: bool) -> Due:
    """The step that the dealer is shown.

    A stop that rests on one read which nothing has confirmed yet, or that comes while the table is watch only, is for
    the supervisor: the dealer goes on as if that card did not lie there.
    """
    due = _of_pot(fold.due()) if keeps_pot(fold.terms) else _of_players(fold.due())
    stopped_by = due.step.detail.get("fact_id") if due.step.code == STOPPED else None
    if stopped_by is None:
        return due
    is_provisional = any(one.provisional and one.fact_id == stopped_by for one in fold.findings())
    if not (is_provisional or is_quiet):
        return due
    without = fold_round(fold.terms, joins.facts([*facts, _voided(facts, stopped_by)])).due()
    return without if without.step.code != STOPPED else Due(Step("deal_on"), (), "")


def _of_players(due: Due) -> Due:
    """Where the bank has a result of its own, the next payment is a player's all the same."""
    others = [pay for pay in due.pays if pay.slot != BANK and pay.amount_minor is not None]
    if due.step.slot != BANK or not others or due.step.code not in PAY_STEPS:
        return due
    first = min(others, key=lambda pay: (pay.amount_minor or 0) >= 0)
    return replace(due, step=pay_step(first.slot, first.amount_minor or 0, first))


def _of_pot(due: Due) -> Due:
    """Where all play for a pot the step is about who takes it."""
    taker = next((pay for pay in due.pays if pay.why in POT_TAKEN and (pay.amount_minor or 0) > 0), None)
    if taker is None or due.step.code not in PAY_STEPS:
        return due
    return replace(due, step=pay_step(taker.slot, taker.amount_minor or 0, taker))


def _voided(facts: Sequence[Fact], number: int) -> Fact:
    """On paper: that fact did not happen."""
    last = max(fact[ID] for fact in facts)
    return (last + 1, max(fact[AT] for fact in facts), "voided", "entered", "tablet", number, "")


def _told(round: Round) -> tuple[Finding, ...]:
    """Open findings that the dealer is told of."""
    rows = Verdict.objects.open().filter(round=round, is_provisional=False, level__in=TOLD).order_by("pk")
    return tuple(Finding.from_json(row.finding) for row in rows if row.rule != "CENSUS")
