"""The cage: fills and credits to prepare and to take, and the drop, counted by two who do not see each other's."""

from datetime import date

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.permissions import StaffRequest, may
from tables.models import Table
from tables.queries import chip_pages
from tables.queries import chips as known
from tables.queries import slips as paper
from tables.services import chips
from tables.views import chip_lines


@may("fill.prepare")
@require_GET
def cage(request: StaffRequest) -> HttpResponse:
    """What the cage has to do now, and what is under way."""
    slips = paper.views(paper.under_way(), paper.signer(request.user))
    mine = [slip for slip in slips if slip.may_sign or slip.may_agree]
    shown = {
        "mine": mine,
        "others": [slip for slip in slips if slip not in mine],
        "drops": chip_pages.drops_to_count(request.user),
        "counted": chip_pages.drops_counted(),
        "notes": known.house_values().notes,
        "section": "cage",
    }
    return render(request, "tables/_chips_cage.html" if "part" in request.GET else "tables/chips_cage.html", shown)


@may("drop.count")
@require_POST
def count_drop(request: StaffRequest, code: str) -> HttpResponse:
    """The first person's count of a drop."""
    table, day = _named(request, code)
    lines, reason = chip_lines.pieces(request.POST), request.POST.get("reason", "")[:400]
    chips.count_drop(table, day, lines, by=request.user, seen=request.POST.get("seen"), reason=reason)
    return done(request, _("The drop of %s is counted; a second person counts it too.") % code, "cage")


@may("drop.count")
@require_POST
def confirm_drop(request: StaffRequest, code: str) -> HttpResponse:
    """The second person's count."""
    table, day = _named(request, code)
    chips.confirm_drop(table, day, chip_lines.pieces(request.POST), by=request.user, seen=request.POST.get("seen"))
    return done(request, _("The drop of %s is known: two people counted the same.") % code, "cage")


def _named(request: StaffRequest, code: str) -> tuple[Table, date]:
    return get_object_or_404(Table, code=code), chip_lines.day_typed(request.POST.get("day", ""))
