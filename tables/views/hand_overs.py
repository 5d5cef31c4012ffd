"""A table goes from one supervisor to another, with what is under way; both sign."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino.answers import back
from casino.forms import asked
from casino.models import Staff
from casino.permissions import StaffRequest, may
from tables.models import HandOver, Table
from tables.queries import hand_overs
from tables.roster_forms import HandOverForm, NoteForm
from tables.services import assignments


@may("table.open")
@require_http_methods(["GET", "POST"])
def give(request: StaffRequest, code: str) -> HttpResponse:
    """What is under way at a table; posted: the giver's signature, and to whom."""
    table = get_object_or_404(Table, code=code)
    if request.method == "POST":
        typed = asked(HandOverForm(request.POST))
        row = assignments.hand_over(table, typed["to"], by=request.user, note=typed["note"])
        return back(request, _("Signed. %s signs next.") % row.taker, "hand-over", row.pk)
    others = Staff.objects.filter(role="supervisor", is_active=True).exclude(pk=request.user.pk)
    open_one = hand_overs.open_hand_over(table)
    shown = {
        "table": table,
        "items": hand_overs.under_way(table),
        "others": others,
        "open": hand_overs.view(open_one) if open_one else None,
        "past": [
            hand_overs.view(row)
            for row in HandOver.objects.filter(table=table, answer__isnull=False)
            .select_related("giver", "taker", "table", "answer__by")
            .order_by("-pk")[:10]
        ],
        "section": "pit",
    }
    return render(request, "tables/hand_over_new.html", shown)


@may("table.open")
@require_GET
def hand_over(request: StaffRequest, hand_over_id: int) -> HttpResponse:
    """What the giver signed, what is under way now, and the taker's signature."""
    row = _row(hand_over_id)
    shown = {
        "given": hand_overs.view(row),
        "is_taker": request.user.pk == row.taker_id,
        "is_giver": request.user.pk == row.giver_id,
        "section": "pit",
    }
    return render(request, "tables/hand_over.html", shown)


@may("table.open")
@require_POST
def take(request: StaffRequest, hand_over_id: int) -> HttpResponse:
    row = _row(hand_over_id)
    assignments.take_over(row, by=request.user, note=asked(NoteForm(request.POST))["note"])
    return back(request, _("Signed: %s is yours.") % row.table.code, "hand-over", row.pk)


@may("table.open")
@require_POST
def decline(request: StaffRequest, hand_over_id: int) -> HttpResponse:
    row = _row(hand_over_id)
    form = NoteForm(request.POST)
    form.fields["note"].required = True
    assignments.decline(row, by=request.user, note=asked(form)["note"])
    return back(request, _("%s stays where it was.") % row.table.code, "hand-over", row.pk)


def _row(hand_over_id: int) -> HandOver:
    return get_object_or_404(HandOver.objects.select_related("table", "giver", "taker"), pk=hand_over_id)


urlpatterns: list[URLPattern] = [
    path("tables/<slug:code>/hand-over", give, name="hand-over-new"),
    path("hand-overs/<int:hand_over_id>", hand_over, name="hand-over"),
    path("hand-overs/<int:hand_over_id>/take", take, name="hand-over-take"),
    path("hand-overs/<int:hand_over_id>/decline", decline, name="hand-over-decline"),
]
