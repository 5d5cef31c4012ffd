"""Fills and credits: asked for, signed, void, printed; and what waits for a signature."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from casino.answers import done
from casino.errors import NotAllowed
from casino.models import Staff
from casino.permissions import StaffRequest, may
from tables.forms import Malformed, ReasonForm, asked
from tables.models import Slip, Table
from tables.queries import slips as paper
from tables.services import slips
from tables.views import chip_lines
from tables.wording.chips import kind as kind_word


@may("fill.sign")
@require_GET
def waiting(request: StaffRequest) -> HttpResponse:
    """What waits for the signature of whoever asks."""
    who = paper.signer(request.user)
    shown = {"slips": paper.waiting_for(who), "counts": paper.counts_waiting_for(who), "section": "slips"}
    return render(
        request, "tables/_chips_waiting.html" if "part" in request.GET else "tables/chips_waiting.html", shown
    )


@may("fill.sign")
@require_GET
def slip(request: StaffRequest, slip_id: int) -> HttpResponse:
    """A slip as it is printed and signed; a dealer sees those of their own table."""
    found = get_object_or_404(paper.with_signatures(), pk=slip_id)
    if request.user.may("tablet.use") and found.table_id not in paper.signer(request.user).deals_at:
        raise NotAllowed
    return _slip_page(request, found)


@may("rounds.read")
@require_GET
def table_slip(request: StaffRequest, code: str, slip_id: int) -> HttpResponse:
    """The same for those who read what has ended; they see a slip that is under way only if they see live tables."""
    found = get_object_or_404(paper.with_signatures(), pk=slip_id, table__code=code)
    if paper.state(found) in ("open", "void_asked") and not request.user.may("table.see"):
        raise NotAllowed(_("This slip is under way; it can be read once all have signed it."))
    return _slip_page(request, found)


@may("fill.ask")
@require_POST
def ask(request: StaffRequest, code: str) -> HttpResponse:
    """Ask for chips, or that chips be taken."""
    table = get_object_or_404(Table, code=code)
    kind = request.POST.get("kind", "")
    if kind not in Slip.Kind.values:
        raise Malformed(_("The form is damaged; reload the page."))
    lines = chip_lines.pieces(request.POST)
    seen, note = request.POST.get("seen"), request.POST.get("note", "")[:200]
    made = slips.ask(table, kind, lines, by=request.user, seen=seen, note=note)
    said = _("%(kind)s %(slip)s is asked for.") % {"kind": kind_word(kind), "slip": made.ref}
    return done(request, said, "table-chips", code)


@may("fill.sign")
@require_POST
def sign(request: StaffRequest, slip_id: int) -> HttpResponse:
    """The next signature."""
    found = _slip(slip_id)
    slips.sign(found, by=request.user, seen=chip_lines.whole(request.POST.get("seen", "")))
    return done(request, _("Signed: %s.") % found.ref, *_after(request.user, found))


@may("fill.sign")
@require_POST
def void(request: StaffRequest, slip_id: int) -> HttpResponse:
    """Ask that a slip be void."""
    found = _slip(slip_id)
    slips.ask_void(found, asked(ReasonForm(request.POST))["reason"], by=request.user)
    said = _("%s is to be void; somebody of another department agrees.") % found.ref
    return done(request, said, *_after(request.user, found))


@may("fill.sign")
@require_POST
def agree(request: StaffRequest, slip_id: int) -> HttpResponse:
    """The second signature on a void."""
    found = _slip(slip_id)
    slips.agree_void(found, by=request.user)
    return done(request, _("%s is void; its number stays used.") % found.ref, *_after(request.user, found))


def _slip(slip_id: int) -> Slip:
    return get_object_or_404(Slip.objects.select_related("table"), pk=slip_id)


def _after(person: Staff, found: Slip) -> tuple[str, ...]:
    if person.may("fill.prepare"):
        return ("cage",)
    return ("table-chips", found.table.code) if person.may("rounds.read") else ("slips",)


def _slip_page(request: StaffRequest, found: Slip) -> HttpResponse:
    shown = {"slip": paper.view(found, paper.signer(request.user)), "section": "slips"}
    return render(request, "tables/_chips_slip.html" if "part" in request.GET else "tables/chips_slip.html", shown)
