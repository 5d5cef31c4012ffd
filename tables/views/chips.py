"""Chips of a table and of the house: a gaming day, its counts, its differences."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino.answers import done
from casino.permissions import StaffRequest, may
from tables.forms import Malformed, ReasonForm, asked
from tables.models import ChipCount, ChipDifference, Table
from tables.queries import chip_pages
from tables.queries import chips as known
from tables.services import chips
from tables.views import chip_lines
from tables.wording.chips import kind as kind_word


@may("rounds.read")
@require_GET
def day(request: StaffRequest) -> HttpResponse:
    """All tables of a gaming day."""
    asked_day = chip_lines.day_of(request.GET.get("day"), chip_pages.last_house_day())
    shown = {"house": chip_pages.house_day_page(asked_day, request.user), "section": "chips"}
    return render(request, "tables/_chips_day.html" if "part" in request.GET else "tables/chips_day.html", shown)


@may("rounds.read")
@require_GET
def table_chips(request: StaffRequest, code: str) -> HttpResponse:
    """One table's gaming day: tray, slips, result, differences."""
    table = get_object_or_404(Table, code=code)
    days = chip_pages.days_shown(request.user, table)
    otherwise = known.last_day(table) if request.user.may("table.see") or not days else days[0]
    asked_day = chip_lines.day_of(request.GET.get("day"), otherwise)
    if not chip_pages.may_see(request.user, known.figures(table, asked_day)):
        return render(request, "tables/chips_not_over.html", {"code": code, "day": asked_day, "section": "chips"})
    shown = {"page": chip_pages.day_page(table, asked_day, request.user), "section": "chips"}
    return render(request, "tables/_chips.html" if "part" in request.GET else "tables/chips.html", shown)


@may("table.open")
@require_POST
def count(request: StaffRequest, code: str) -> HttpResponse:
    """An opener or closer, by pieces of each value."""
    table = get_object_or_404(Table, code=code)
    counting = {"opener": chips.count_opener, "closer": chips.count_closer}.get(request.POST.get("kind", ""))
    if counting is None:
        raise Malformed(_("The form is damaged; reload the page."))
    lines, reason = chip_lines.pieces(request.POST), request.POST.get("reason", "")[:400]
    row = counting(table, lines, by=request.user, seen=request.POST.get("seen"), reason=reason)
    said = _("%(kind)s of %(table)s is counted; a second person signs it.")
    return done(request, said % {"kind": kind_word(row.kind), "table": code}, "table-chips", code)


@may("fill.sign")
@require_POST
def sign_count(request: StaffRequest, count_id: int) -> HttpResponse:
    """The second signature under an opener or closer."""
    row = get_object_or_404(ChipCount.objects.select_related("table"), pk=count_id)
    chips.sign_count(row, by=request.user)
    return done(request, _("Signed."), "slips")


@may("verdict.close")
@require_POST
def acknowledge(request: StaffRequest, difference_id: int) -> HttpResponse:
    """Say why chips differ, or what is done about it."""
    row = get_object_or_404(ChipDifference.objects.select_related("table"), pk=difference_id)
    chips.acknowledge(row, asked(ReasonForm(request.POST))["reason"], by=request.user)
    return done(request, _("The difference is acknowledged."), "table-chips", row.table.code)


@may("tables.manage")
@require_http_methods(["GET", "POST"])
def chip_set(request: StaffRequest) -> HttpResponse:
    """Which chips and notes the house has."""
    if request.method == "POST":
        typed = {name: request.POST.get(name, "") for name in ("chips", "notes")}
        chips.set_values(chip_lines.values(typed["chips"]), chip_lines.values(typed["notes"]), by=request.user)
        return done(request, _("The house has these chips and notes from now on."), "chip-set")
    values = known.house_values()
    shown = {"chips": chip_lines.typed(values.chips), "notes": chip_lines.typed(values.notes), "section": "chip-set"}
    return render(request, "tables/chips_set.html", shown)
