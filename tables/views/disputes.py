"""Verdicts taken, chosen on and closed; disputes opened and ruled on."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.answers import done
from casino.permissions import StaffRequest, may
from tables.forms import ClosingForm, DisputeForm, Malformed, RulingForm, asked
from tables.models import Dispute, EveningVerdict, Round, Verdict
from tables.rules.shapes import Finding
from tables.services import disputes, evenings, rounds, verdicts
from tables.services.drafts import Draft


@may("verdict.close")
@require_POST
def take(request: StaffRequest, code: str, verdict_id: int) -> HttpResponse:
    """Say that you have it."""
    verdicts.take(_verdict(code, verdict_id), by=request.user)
    return done(request, _("It is yours; the others see that."), "table", code)


@may("verdict.close")
@require_POST
def close(request: StaffRequest, code: str, verdict_id: int) -> HttpResponse:
    """Close a verdict as one of five outcomes."""
    closing = asked(ClosingForm(request.POST))
    verdicts.close(_verdict(code, verdict_id), closing["outcome"], reason=closing["reason"], by=request.user)
    return done(request, _("The verdict is closed."), "table", code)


@may("verdict.close")
@require_POST
def close_evening(request: StaffRequest, code: str, evening_verdict_id: int) -> HttpResponse:
    """Close a finding of an evening as one of five outcomes."""
    closing = asked(ClosingForm(request.POST))
    rows = EveningVerdict.objects.select_related("evening__table")
    found = get_object_or_404(rows, pk=evening_verdict_id, evening__table__code=code)
    evenings.close_verdict(found, closing["outcome"], reason=closing["reason"], by=request.user)
    return done(request, _("The verdict is closed."), "table", code)


@may("verdict.close")
@require_POST
def choose(request: StaffRequest, code: str, verdict_id: int) -> HttpResponse:
    """Enter what the one who may choose has chosen."""
    verdict = _verdict(code, verdict_id)
    finding = Finding.from_json(verdict.finding)
    option = request.POST.get("option", "")
    about = finding.fact_id or next(iter(finding.evidence), None)  # of what is missing: the card that showed it
    if option not in finding.choices or about is None:
        raise Malformed(_("This choice is not offered; reload the page to see which are."))
    draft = Draft("choice", (finding.rule, about, option), source="ruled")
    rounds.take(verdict.round, [draft], by=request.user, key=f"choice:{verdict.pk}")
    return done(request, _("The choice is entered."), "table", code)


@may("dispute.raise")
@require_POST
def raise_on(request: StaffRequest, round_id: int) -> HttpResponse:
    """Open a dispute about a hand."""
    found = get_object_or_404(Round.objects.select_related("table"), pk=round_id)
    said = asked(DisputeForm(request.POST))
    about = get_object_or_404(Verdict, pk=said["verdict"], round=found).key if said["verdict"] else ""
    disputes.raise_on(found, said["slot"], words=said["words"], by=request.user, about_verdict_key=about)
    return done(request, _("The dispute is open."), *_after(request, found))


@may("dispute.rule")
@require_POST
def rule(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """Decide a dispute, with clause and reason."""
    found = get_object_or_404(Dispute.objects.select_related("round__table"), pk=dispute_id)
    disputes.rule_on(found, **asked(RulingForm(request.POST)), by=request.user)
    return done(request, _("The ruling is recorded."), "table", found.round.table.code)


def _after(request: StaffRequest, found: Round) -> tuple[str, ...]:
    return ("table", found.table.code) if request.user.may("table.see") else ("home",)


def _verdict(code: str, verdict_id: int) -> Verdict:
    rows = Verdict.objects.select_related("round__table", "round__dealer")
    return get_object_or_404(rows, pk=verdict_id, round__table__code=code)
