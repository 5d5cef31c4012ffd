"""The pit dashboard: a tile a table, and what needs a person."""

from collections import Counter
from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino import roles
from casino.answers import done
from casino.health.views import floor_lines
from casino.permissions import StaffRequest, may
from casino.templatetags.screen import state_class
from tables import queries
from tables.models import Call
from tables.queries.shapes import Alert, Tile
from tables.services import calls

TALLIED = ("stop", "act", "look")
FIRST_PAGES = {
    "pit.see": "pit",
    "tablet.use": "tablet",
    "rounds.read": "log",
    "fill.prepare": "cage",
    "fill.carry": "slips",
    "cameras.manage": "cameras",
}


@may(roles.SIGNED_IN)
@require_GET
def home(request: StaffRequest) -> HttpResponse:
    """Everybody's first page, by what they may do."""
    page = next((page for permission, page in FIRST_PAGES.items() if request.user.may(permission)), None)
    return redirect(page) if page else render(request, "casino/nothing_here.html")


@may("pit.see")
@require_GET
def pit(request: StaffRequest) -> HttpResponse:
    """The dashboard; with `part` only its fragments, those of one table where one is named."""
    tiles = queries.floor(request.user)
    alerts = queries.needs_a_person(request.user)
    shown = {
        "tiles": tiles,
        "alerts": alerts,
        "tally": tally(alerts),
        "may_take": request.user.may("verdict.close"),
        "section": "pit",
        "pit_name": pit_name(tiles),
        "today": timezone.now(),
        "house_lines": floor_lines(),
    }
    if "part" not in request.GET:
        return render(request, "tables/pit.html", shown)
    shown["tile"] = next((tile for tile in tiles if tile.code == request.GET.get("table")), None)
    return render(request, "tables/_pit_changes.html", shown)


@may("verdict.close")
@require_POST
def answer_call(request: StaffRequest, call_id: int) -> HttpResponse:
    """Say that you are on your way."""
    call = get_object_or_404(Call, pk=call_id)
    calls.answer(call, by=request.user)
    return done(request, _("The dealer was told that you come."), "table", call.table.code)


def tally(alerts: Sequence[Alert]) -> dict[str, int]:
    """How many alerts there are of each state; none is not said."""
    counted = Counter(state_class(alert.level) for alert in alerts)
    return {code: counted[code] for code in TALLIED if counted[code]}


def pit_name(tiles: Sequence[Tile]) -> str:
    """The pit's own name where all tables are of one, else the floor."""
    names = {tile.pit for tile in tiles}
    return names.pop() if len(names) == 1 else _("The floor")
