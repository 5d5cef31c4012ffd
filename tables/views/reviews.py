"""Payout review: the rate, the samples, one payout as surveillance looks at it, and its answer."""

from datetime import date, timedelta
from typing import Final

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.gaming_day import house_day
from casino.permissions import StaffRequest, may
from casino.shifts import Shift, shift_of, shifts_of
from shoes.queries import has_ended
from tables import refusals
from tables.forms import MoneyField, asked
from tables.models import PayoutAnswer, PayoutSample, SampledPayout
from tables.queries import payouts
from tables.queries import reviews as known
from tables.services import reviews
from tables.views.clips import evidence_shown

RATE_DAYS: Final = 30


class SpanForm(forms.Form):
    """From which gaming day to which."""

    since = forms.DateField(label=gettext_lazy("From"), required=False)
    until = forms.DateField(label=gettext_lazy("until"), required=False)

    def clean(self) -> dict[str, date]:
        said = self.cleaned_data
        until = said.get("until") or house_day()
        since = said.get("since") or until - timedelta(days=RATE_DAYS - 1)
        if since > until:
            raise forms.ValidationError(_("The first day is after the last."))
        return {"since": since, "until": until}


class AnswerForm(forms.Form):
    """What surveillance saw."""

    MOVED = (
        ("", pgettext_lazy("paid", "not known")),
        ("paid", pgettext_lazy("paid", "paid to the guest")),
        ("left", pgettext_lazy("paid", "left as it lay")),
        ("taken", pgettext_lazy("paid", "taken from the guest")),
    )
    outcome = forms.ChoiceField(label=gettext_lazy("Answer"), choices=PayoutAnswer.Outcome.choices)
    moved = forms.ChoiceField(label=gettext_lazy("What happened"), choices=MOVED, required=False)
    paid = MoneyField(label=gettext_lazy("Sum"), required=False)
    words = forms.CharField(label=gettext_lazy("What was wrong"), max_length=1000, required=False)
    seen = forms.IntegerField(required=False)

    @property
    def paid_minor(self) -> int | None:
        """Beside the stake: positive to the guest, negative from the guest."""
        moved, minor = self.cleaned_data["moved"], self.cleaned_data["paid"]
        if moved == "left":
            return 0
        if minor is None or not moved:
            return None
        return int(minor) if moved == "paid" else -int(minor)

    def clean(self) -> None:
        said = self.cleaned_data
        if said.get("paid") is not None and said["paid"] < 0:
            raise forms.ValidationError(_("Write the sum without a sign, and whether it was paid or taken."))
        if said.get("moved") in ("paid", "taken") and not said.get("paid"):
            raise forms.ValidationError(_("Write the sum that was paid or taken, or that it is not known."))


@may("rounds.read")
@require_GET
def reviewed(request: StaffRequest) -> HttpResponse:
    """The rate of wrong payouts over some gaming days, by table; and the samples."""
    form = SpanForm(request.GET)
    said = asked(form)
    shown = {
        "since": said["since"],
        "until": said["until"],
        "rates": known.rates(said["since"], said["until"]),
        "samples": known.samples(),
        "shifts": _recent_shifts() if request.user.may("payout.review") else (),
        "section": "reviews",
    }
    template = "tables/_reviews.html" if "part" in request.GET else "tables/reviews.html"
    return render(request, template, shown)


@may("payout.review")
@require_POST
def draw(request: StaffRequest) -> HttpResponse:
    """Draw one more sample of a shift."""
    shift = next((one for one in _recent_shifts() if str(one) == request.POST.get("shift")), None)
    if shift is None:
        raise Http404
    sample = reviews.draw(shift, by=request.user)
    return done(request, _("Drawn: %(shift)s.") % {"shift": shift}, "review-sample", sample.pk)


@may("rounds.read")
@require_GET
def sample(request: StaffRequest, sample_id: int) -> HttpResponse:
    """One sample with its seed; `again` draws it anew from the record and says whether it is the same."""
    found = get_object_or_404(PayoutSample.objects.select_related("by"), pk=sample_id)
    again = payouts.draw_again(found) if "again" in request.GET else None
    shown = {"sample": known.sample_view(found), "again": again, "section": "reviews"}
    template = "tables/_review_sample.html" if "part" in request.GET else "tables/review_sample.html"
    return render(request, template, shown)


@may("rounds.read")
@require_GET
def payout(request: StaffRequest, payout_id: int) -> HttpResponse:
    """One payout: cards, sum due, evidence, and the answer."""
    found = _payout(payout_id)
    if not has_ended(found.round.shoe_key):  # cannot be: what is drawn is of shoes that have ended
        raise refusals.ShoeInPlay
    shown = {"payout": known.payout_view(found), "moved": AnswerForm.MOVED, "section": "reviews"}
    shown |= evidence_shown(found.round, request.user)
    template = "tables/_review_payout.html" if "part" in request.GET else "tables/review_payout.html"
    return render(request, template, shown)


@may("payout.review")
@require_POST
def answer(request: StaffRequest, payout_id: int) -> HttpResponse:
    """Right, wrong, can't see; then the next one of the sample."""
    found = _payout(payout_id)
    form = AnswerForm(request.POST)
    said = asked(form)
    made = reviews.answer(
        found,
        said["outcome"],
        by=request.user,
        seen=said["seen"],
        paid_minor=form.paid_minor,
        words=said["words"],
    )
    view = known.payout_view(found)
    after = found.pk if made.outcome == PayoutAnswer.Outcome.WRONG or view.next_id is None else view.next_id
    return done(request, _("Answered: %s.") % made.get_outcome_display(), "review-payout", after)


@may("payout.review")
@require_POST
def dispute(request: StaffRequest, payout_id: int) -> HttpResponse:
    """Make a dispute of a payout that was found wrong."""
    found = _payout(payout_id)
    standing = get_object_or_404(PayoutAnswer, payout=found, replaced_by=None)
    reviews.make_dispute(standing, by=request.user)
    return done(request, _("The dispute is open."), "review-payout", payout_id)


def _payout(payout_id: int) -> SampledPayout:
    rows = SampledPayout.objects.select_related(
        "sample__by", "document", "round__table", "round__sign", "round__close", "round__dealer"
    )
    return get_object_or_404(rows, pk=payout_id)


def _recent_shifts() -> list[Shift]:
    """Those of this gaming day and the one before that have begun, newest first."""
    now = shift_of()
    days = (now.day - timedelta(days=1), now.day)
    return [one for day in days for one in shifts_of(day) if one.starts_at <= now.starts_at][::-1]


urlpatterns = [
    path("reviews", reviewed, name="reviews"),
    path("reviews/draw", draw, name="review-draw"),
    path("reviews/<int:sample_id>", sample, name="review-sample"),
    path("reviews/payouts/<int:payout_id>", payout, name="review-payout"),
    path("reviews/payouts/<int:payout_id>/answer", answer, name="review-answer"),
    path("reviews/payouts/<int:payout_id>/dispute", dispute, name="review-dispute"),
]
