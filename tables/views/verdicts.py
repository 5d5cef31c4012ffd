"""Verdicts taken, chosen on and closed."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.answers import done
from casino.permissions import StaffRequest, may
from tables.forms import ClosingForm, asked
from tables.models import EveningVerdict, Verdict
from tables.services import choices, evenings, verdicts


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
    choices.choose(_verdict(code, verdict_id), request.POST.get("option", ""), by=request.user)
    return done(request, _("The choice is entered."), "table", code)


def _verdict(code: str, verdict_id: int) -> Verdict:
    rows = Verdict.objects.select_related("round__table", "round__dealer")
    return get_object_or_404(rows, pk=verdict_id, round__table__code=code)
