"""The table page: the felt, its steps, what must be decided; and running a table."""

from datetime import date

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.gaming_day import house_day, next_at
from casino.permissions import StaffRequest, may
from tables import queries
from tables.forms import DealerForm, Malformed, RaiseForm, ReasonForm, ShoeForm, asked
from tables.models import RaisedMaximum, Ruling, Table, VerdictClosing
from tables.queries import supervision, table_day
from tables.queries.roster import dealers_for
from tables.services import cameras, raises, tables


@may("table.see")
@require_GET
def table(request: StaffRequest, code: str) -> HttpResponse:
    """The whole page, or with `part` its fragments."""
    found = get_object_or_404(Table, code=code)
    shown = {
        "table": queries.table_view(found, request.user),
        "watchers": supervision.watchers_of(found, timezone.now()),
        "section": "pit",
        "outcomes": VerdictClosing.Outcome.values,
        "decisions": Ruling.Decision.values,
    }
    if request.user.may("table.open"):
        shown |= {
            "dealers": dealers_for(found, timezone.now()),
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
def stop(request: StaffRequest, code: str) -> HttpResponse:
    """No card and no chip until the table is resumed; with the reason that the dealer reads."""
    reason = asked(ReasonForm(request.POST))["reason"]
    tables.stop(get_object_or_404(Table, code=code), by=request.user, note=reason)
    return done(request, _("Table %s is stopped.") % code, "table", code)


@may("sign.post")
@require_POST
def raise_maximum(request: StaffRequest, code: str) -> HttpResponse:
    """One box may stake more, because a player asked."""
    found, said = get_object_or_404(Table, code=code), asked(RaiseForm(request.POST))
    until = next_at(said["until"]) if said["until"] else None
    raises.raise_maximum(
        found,
        said["place"],
        said["max_minor"],
        until=until,
        reason=said["reason"],
        player=said["player"],
        by=request.user,
    )
    return done(request, _("The maximum of box %s is raised from the next round on.") % said["place"], "table", code)


@may("sign.post")
@require_POST
def end_raise(request: StaffRequest, code: str, raise_id: int) -> HttpResponse:
    row = get_object_or_404(RaisedMaximum.objects.select_related("table"), pk=raise_id, table__code=code)
    raises.end(row, by=request.user)
    return done(request, _("The sign’s maximum holds again from the next round on."), "table", code)


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


@may("rounds.read")
@require_GET
def day(request: StaffRequest, code: str) -> HttpResponse:
    """Who opened, dealt and closed the table on a gaming day, and which limits held when."""
    found = get_object_or_404(Table, code=code)
    shown = asked_day(request.GET.get("day", ""))
    section = "pit" if request.user.may("pit.see") else "log"
    context = {"table": found, "day": shown, "shifts": table_day.day_of(found, shown), "section": section}
    return render(request, "tables/table_day.html", context)


def asked_day(text: str) -> date:
    """A gaming day as the address names it; today's where it names none. Raises Malformed."""
    try:
        return date.fromisoformat(text) if text else house_day()
    except ValueError:
        raise Malformed(_("“%(text)s” is no day; write one such as 2026-03-01.") % {"text": text}) from None


urlpatterns = [
    path("tables/<slug:code>/day", day, name="table-day"),
    path("tables/<slug:code>/stop", stop, name="table-stop"),
    path("tables/<slug:code>/raise", raise_maximum, name="table-raise"),
    path("tables/<slug:code>/raise/<int:raise_id>/end", end_raise, name="table-raise-end"),
]
