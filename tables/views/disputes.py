"""Disputes: the list, one with all that a ruling needs, what people do about it, and its papers."""

from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.permissions import StaffRequest, may
from tables import refusals
from tables.dispute_forms import AppealForm, CloseForm, DisputesForm, HoldForm, LiftForm, RaiseForm, RulingForm
from tables.forms import Malformed, asked
from tables.models import Dispute, Hold, Round, Ruling, Verdict
from tables.queries import disputes as known
from tables.queries.holds import pictures_of
from tables.services import disputes, holds, papers
from tables.views.clips import evidence_shown
from tables.views.log_words import ticks


@may("rounds.read")
@require_GET
def listed(request: StaffRequest) -> HttpResponse:
    """Disputes newest first, narrowed by state, table and deadline."""
    form = DisputesForm(request.GET)
    if not form.is_valid():
        raise Malformed(_("The list cannot be narrowed so; choose from what the page offers."))
    shown = {"form": form, "wanted": form.filter(), "page": known.disputes_list(form.filter()), "section": "disputes"}
    return render(request, "tables/disputes.html", shown)


@may("rounds.read")
@require_GET
def one(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """One dispute, its round at `?step=n`; with `part` the fragments that change, or the replay alone."""
    found = _dispute(dispute_id)
    page = known.dispute_page(found, request.user, step=_step(request.GET.get("step")))
    shown = {"page": page, "round": page.round, "ticks": ticks(page.round), "section": "disputes"}
    shown |= {"decisions": Ruling.Decision.values} | evidence_shown(found.round, request.user)
    template = {"all": "tables/_dispute_changes.html", "replay": "tables/dispute_replay.html"}
    return render(request, template.get(request.GET.get("part", ""), "tables/dispute.html"), shown)


@may("dispute.raise")
@require_POST
def raise_on(request: StaffRequest, round_id: int) -> HttpResponse:
    """Open a dispute about a hand, at the table or by a letter."""
    found = get_object_or_404(Round.objects.select_related("table", "sign"), pk=round_id)
    said = asked(RaiseForm(request.POST))
    about = get_object_or_404(Verdict, pk=said["verdict"], round=found).key if said["verdict"] else ""
    common = {"words": said["words"], "by": request.user, "about_verdict_key": about}
    if said["came"] != Dispute.Came.LETTER:
        made = disputes.raise_on(found, said["slot"], **common)
        to = ("dispute", str(made.pk)) if request.user.may("rounds.read") else ("home",)
        return done(request, _("The dispute is open."), *to)
    if said["received_on"] is None:
        raise Malformed(_("Write the day on which the letter came; the time for the answer runs from it."))
    made = disputes.raise_by_letter(
        found, said["slot"], received_on=said["received_on"], reference=said["reference"], **common
    )
    return done(request, _("The dispute is open."), "dispute", made.pk)


@may("dispute.rule")
@require_POST
def review(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """Say that you look into it."""
    disputes.review(_dispute(dispute_id), by=request.user)
    return done(request, _("You look into it; the others see that."), "dispute", dispute_id)


@may("dispute.rule")
@require_POST
def rule(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """Decide a dispute, with clause and reason."""
    disputes.rule_on(_dispute(dispute_id), **asked(RulingForm(request.POST)), by=request.user)
    return done(request, _("The ruling is recorded."), "dispute", dispute_id)


@may("dispute.rule")
@require_POST
def appeal(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """Record that the ruling is not accepted."""
    disputes.appeal(_dispute(dispute_id), **asked(AppealForm(request.POST)), by=request.user)
    return done(request, _("The appeal is recorded; somebody else decides on it."), "dispute", dispute_id)


@may("dispute.rule")
@require_POST
def close(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """The ruling is accepted."""
    disputes.close(_dispute(dispute_id), **asked(CloseForm(request.POST)), by=request.user)
    return done(request, _("The dispute is closed."), "dispute", dispute_id)


@may("evidence.hold")
@require_POST
def hold(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """Keep the round's evidence past its retention, or one picture of it."""
    said = asked(HoldForm(request.POST))
    found = _dispute(dispute_id).round
    picture = said["picture"]
    if picture and picture not in pictures_of(found):
        raise Malformed(_("That picture is none of this round; choose one that the page shows."))
    holds.hold(picture or found, why=said["why"], until=said["until"], by=request.user)
    return done(request, _("The evidence is held."), "dispute", dispute_id)


@may("evidence.hold")
@require_POST
def lift(request: StaffRequest, dispute_id: int, hold_id: int) -> HttpResponse:
    """Let go of evidence that was held."""
    found = _dispute(dispute_id)
    here = Q(round=found.round_id) | Q(sha256__in=pictures_of(found.round))
    held = get_object_or_404(Hold.objects.select_related("round__table").filter(here), pk=hold_id)
    holds.lift(held, **asked(LiftForm(request.POST)), by=request.user)
    return done(request, _("The hold is lifted."), "dispute", dispute_id)


@may("evidence.see")
@require_GET
def file(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """All about the dispute as one PDF, for the regulator. Not while the shoe is in play."""
    return _pdf(request, _dispute(dispute_id), "file")


@may("evidence.see")
@require_GET
def sheet(request: StaffRequest, dispute_id: int) -> HttpResponse:
    """What was decided and why, in plain words for the guest. Not while the shoe is in play, nor before a ruling."""
    return _pdf(request, _dispute(dispute_id), "sheet")


def _pdf(request: StaffRequest, found: Dispute, what: papers.Kind) -> HttpResponse:
    language = _language(request)
    written = papers.paper_of(found, what, language=language, by=request.user)
    response = HttpResponse(written, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="dispute-{found.pk}-{what}-{language}.pdf"'
    response["Cache-Control"] = "private, no-store"
    return response


def _language(request: StaffRequest) -> str:
    asked_for = request.GET.get("language") or (translation.get_language() or "en").partition("-")[0]
    if asked_for not in papers.LANGUAGES:
        raise Malformed(_("There is no paper in that language; there are en and ru."))
    return asked_for


def _step(text: str | None) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise refusals.BadEntry(_("“%s” is no step; write a whole number from 0.") % text)
    return int(text)


def _dispute(dispute_id: int) -> Dispute:
    rows = Dispute.objects.select_related("round__table", "round__sign", "round__dealer", "raised_by")
    return get_object_or_404(rows, pk=dispute_id)


urlpatterns: list[URLPattern] = [
    path("disputes", listed, name="disputes"),
    path("disputes/<int:dispute_id>", one, name="dispute"),
    path("rounds/<int:round_id>/disputes", raise_on, name="dispute-raise"),
    path("disputes/<int:dispute_id>/review", review, name="dispute-review"),
    path("disputes/<int:dispute_id>/rule", rule, name="dispute-rule"),
    path("disputes/<int:dispute_id>/appeal", appeal, name="dispute-appeal"),
    path("disputes/<int:dispute_id>/close", close, name="dispute-close"),
    path("disputes/<int:dispute_id>/hold", hold, name="dispute-hold"),
    path("disputes/<int:dispute_id>/holds/<int:hold_id>/lift", lift, name="hold-lift"),
    path("disputes/<int:dispute_id>/file.pdf", file, name="dispute-file"),
    path("disputes/<int:dispute_id>/sheet.pdf", sheet, name="dispute-sheet"),
]
