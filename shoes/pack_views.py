"""The card room: packs in and out with their signatures, holds, and the daily reconciliation."""

from datetime import date, timedelta
from typing import Any, Final, TypeVar

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.errors import Refused
from casino.gaming_day import house_day
from casino.permissions import StaffRequest, may
from shoes import queries, services
from shoes.models import Pack, PackHold, PackMove, PackState, PackTally
from shoes.pack_forms import ActForm, CountForm, ReceiveForm
from shoes.services.packs import listed

MOST_LISTED: Final = 200
FIRST_DAY: Final = date(2000, 1, 1)
AnyForm = TypeVar("AnyForm", bound=forms.Form)


class Incomplete(Refused):
    """A form that lacks something, or holds what cannot be."""

    code = "invalid"
    status = 422


@may("cards.sign")
@require_GET
def packs(request: StaffRequest) -> HttpResponse:
    """The desk: what waits for a signature, what is held, where packs are, and the forms."""
    template = "shoes/_packs.html" if "part" in request.GET else "shoes/packs.html"
    return render(request, template, _desk(request))


@may("cards.sign")
@require_POST
def receive(request: StaffRequest) -> HttpResponse:
    """Sealed packs come in."""
    form = _valid(ReceiveForm(request.POST))
    return done(request, form.carry_out(by=request.user), "packs")


@may("cards.sign")
@require_POST
def act(request: StaffRequest) -> HttpResponse:
    """Packs are issued, returned, retired, destroyed or held."""
    form = _valid(ActForm(request.POST))
    return done(request, form.carry_out(by=request.user), "packs")


@may("cards.sign")
@require_POST
def agree(request: StaffRequest, move_id: int) -> HttpResponse:
    """The second signature."""
    services.agree(get_object_or_404(PackMove.objects.select_related("by"), pk=move_id), by=request.user)
    return done(request, _("Signed."), "packs")


@may("cards.sign")
@require_POST
def refuse(request: StaffRequest, move_id: int) -> HttpResponse:
    """What somebody signed for does not happen."""
    services.refuse(get_object_or_404(PackMove, pk=move_id), request.POST.get("reason", "")[:400], by=request.user)
    return done(request, _("It does not happen; that is written down."), "packs")


@may("cards.sign")
@require_POST
def lift(request: StaffRequest, pack_hold_id: int) -> HttpResponse:
    """An investigation is over."""
    found = get_object_or_404(PackHold.objects.select_related("pack"), pk=pack_hold_id)
    lifted = services.lift(found, request.POST.get("reason", "")[:400], by=request.user)
    serials = listed([one.hold.pack.serial for one in lifted])
    return done(request, _("Held no more: %(packs)s.") % {"packs": serials}, "packs")


@may("cards.sign")
@require_POST
def count(request: StaffRequest) -> HttpResponse:
    """What somebody counted in the store, on the floor and set aside."""
    form = _valid(CountForm(request.POST))
    day = _day(request.POST.get("day", ""))
    services.tally(day, form.counted(), by=request.user, reason=form.cleaned_data["reason"])
    return done(request, _("The count is written down; a second person signs it."), "packs")


@may("cards.sign")
@require_POST
def sign_count(request: StaffRequest, tally_id: int) -> HttpResponse:
    """The second signature under a day's count."""
    services.sign_tally(get_object_or_404(PackTally, pk=tally_id), by=request.user)
    return done(request, _("Signed."), "packs")


@may("rounds.read")
@require_GET
def day(request: StaffRequest) -> HttpResponse:
    """A gaming day: balances, the log of in and out with its signatures, the counts."""
    shown = _day(request.GET["day"]) if request.GET.get("day") else house_day()
    return render(
        request,
        "shoes/pack_day.html",
        {
            "book": queries.day_book(shown),
            "before": shown - timedelta(days=1),
            "after": shown + timedelta(days=1) if shown < house_day() else None,
            "section": "shoes",
        },
    )


@may("rounds.read")
@require_GET
def pack(request: StaffRequest, pack_id: int) -> HttpResponse:
    """The life of one pack."""
    view = queries.pack_view(get_object_or_404(Pack, pk=pack_id))
    return render(request, "shoes/pack.html", {"view": view, "pack": view.line, "section": "shoes"})


def _desk(request: StaffRequest) -> dict[str, Any]:
    chosen = [state for state in request.GET.getlist("state") if state in PackState.values]
    find = request.GET.get("find", "").strip()[:40]
    today = house_day()
    due = queries.uncounted_day()
    return {
        "counts": queries.packs_count(),
        "packs": queries.packs_list(chosen or _IN_HOUSE, find=find, limit=MOST_LISTED + 1),
        "most": MOST_LISTED,
        "chosen": chosen,
        "find": find,
        "waiting": queries.waiting_moves(),
        "holds": queries.open_holds(),
        "rules": queries.house_rules(),
        "days": [(day, queries.standing_tally(day)) for day in (today, today - timedelta(days=1))],
        "due_day": due,
        "receive_form": ReceiveForm(auto_id="receive-%s"),
        "act_form": ActForm(auto_id="act-%s"),
        "count_form": CountForm(auto_id="count-%s"),
        "query": request.GET.urlencode(),
        "section": "shoes",
    }


_IN_HOUSE: Final = [state for state in PackState.values if state != PackState.DESTROYED]


def _valid(form: AnyForm) -> AnyForm:
    """The form, if it holds what it should; what is wrong is said in one sentence a field."""
    if not form.is_valid():
        wrong = [f"{form.fields[name].label}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()]
        raise Incomplete(" ".join(wrong))
    return form


def _day(text: str) -> date:
    """A gaming day up to the one that runs."""
    try:
        found = date.fromisoformat(text)
    except ValueError:
        raise Http404(text) from None
    if not FIRST_DAY <= found <= house_day():
        raise Http404(text)
    return found


urlpatterns = [
    path("packs", packs, name="packs"),
    path("packs/receive", receive, name="pack-receive"),
    path("packs/act", act, name="pack-act"),
    path("packs/moves/<int:move_id>/agree", agree, name="pack-move-agree"),
    path("packs/moves/<int:move_id>/refuse", refuse, name="pack-move-refuse"),
    path("packs/holds/<int:pack_hold_id>/lift", lift, name="pack-hold-lift"),
    path("packs/count", count, name="pack-count"),
    path("packs/counts/<int:tally_id>/sign", sign_count, name="pack-count-sign"),
    path("packs/days", day, name="pack-days"),
    path("packs/<int:pack_id>", pack, name="pack"),
]
