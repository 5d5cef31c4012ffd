"""The table page: the felt, its steps, what must be decided; and running a table."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.models import Staff
from casino.permissions import StaffRequest, may
from tables import queries
from tables.forms import DealerForm, ReasonForm, ShoeForm, asked
from tables.models import Ruling, Table, VerdictClosing
from tables.services import cameras, tables


@may("table.see")
@require_GET
def table(request: StaffRequest, code: str) -> HttpResponse:
    """The whole page, or with `part` its fragments."""
    found = get_object_or_404(Table, code=code)
    shown = {
        "table": queries.table_view(found, request.user),
        "section": "pit",
        "outcomes": VerdictClosing.Outcome.values,
        "decisions": Ruling.Decision.values,
    }
    if request.user.may("table.open"):
        shown |= {
            "dealers": Staff.objects.filter(role="dealer", is_active=True),
            "shoes": queries.free_shoes(found),
        }
    return render(request, "tables/_table_changes.html" if "part" in request.GET else "tables/table.html", shown)


@may("table.open")
@require_POST
def open_table(request: StaffRequest, code: str) -> HttpResponse:
    found = get_object_or_404(Table, code=code)
    dealer, shoe = asked(DealerForm(request.POST))["dealer"], asked(ShoeForm(request.POST))["shoe"]
    tables.open(found, dealer=dealer, shoe_key=shoe, by=request.user)
    return done(request, _("Table %s is open.") % code, "table", code)


@may("table.open")
@require_POST
def close_table(request: StaffRequest, code: str) -> HttpResponse:
    tables.close(get_object_or_404(Table, code=code), by=request.user)
    return done(request, _("Table %s is closed.") % code, "table", code)


@may("table.open")
@require_POST
def relieve(request: StaffRequest, code: str) -> HttpResponse:
    dealer = asked(DealerForm(request.POST))["dealer"]
    tables.relieve(get_object_or_404(Table, code=code), dealer, by=request.user)
    return done(request, _("%s deals from the next round.") % dealer, "table", code)


@may("table.open")
@require_POST
def change_shoe(request: StaffRequest, code: str) -> HttpResponse:
    shoe = asked(ShoeForm(request.POST))["shoe"]
    tables.change_shoe(get_object_or_404(Table, code=code), shoe, by=request.user)
    return done(request, _("Shoe %s is at the table.") % shoe, "table", code)


@may("table.open")
@require_POST
def pause(request: StaffRequest, code: str) -> HttpResponse:
    tables.pause(get_object_or_404(Table, code=code), by=request.user)
    return done(request, _("No new round begins until the table is resumed."), "table", code)


@may("table.open")
@require_POST
def resume(request: StaffRequest, code: str) -> HttpResponse:
    tables.resume(get_object_or_404(Table, code=code), by=request.user)
    return done(request, _("Play goes on."), "table", code)


@may("table.open")
@require_POST
def watch(request: StaffRequest, code: str) -> HttpResponse:
    """Findings to the supervisors' list alone, or, with a reason, to the tablet too."""
    found = get_object_or_404(Table, code=code)
    reason = asked(ReasonForm(request.POST))["reason"]
    if request.POST.get("watch") == "1":
        cameras.start_watch_only(found, by=request.user, reason=reason)
        return done(request, _("Findings go to the pit alone."), "table", code)
    cameras.lift_watch_only(found, by=request.user, reason=reason)
    return done(request, _("Findings go to the tablet too."), "table", code)
