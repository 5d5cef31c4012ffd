"""Dealer school: choose what to train, deal, and read what to practise. A tap is answered with the screen."""

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from casino import money
from casino.errors import Refused
from casino.models import Staff
from casino.permissions import StaffRequest, may
from tables import refusals
from tables.models import SchoolRecord, SchoolSession
from tables.queries import school as known
from tables.queries import tables as floor
from tables.school.acts import ON_A_PLACE, WITH_AMOUNT, Act
from tables.school.session import Session
from tables.services import school as service
from tables.views.school_pages import Lesson, games, levels, lines, players, rounds
from tables.views.school_screen import Screen


@may("school.use")
def school(request: StaffRequest) -> HttpResponse:
    """Begin or go on, and the records: one's own, and those of dealers for who reviews them."""
    return _start(request)


def _start(request: StaffRequest, refused: Refused | None = None) -> HttpResponse:
    table = floor.table_dealt_by(request.user)
    context = {
        "section": "school",
        "refused": refused,
        "table": table,
        "kept": SchoolSession.objects.filter(trainee=request.user).first(),
        "games": games(),
        "players": players(),
        "rounds": rounds(),
        "levels": levels(),
        "posted": request.POST,
        "own": lines(known.records_of(request.user)),
        "others": lines(_others(request)) if request.user.may("school.review") else None,
        "dealers": known.trainees(),
        "dealer": request.GET.get("dealer", ""),
    }
    return render(request, "tables/school.html", context, status=refused.status if refused else 200)


def _others(request: StaffRequest) -> QuerySet[SchoolRecord]:
    return known.records_of_others(request.user, dealer=request.GET.get("dealer", ""))


@may("school.use")
@require_POST
def begin(request: StaffRequest) -> HttpResponse:
    try:
        service.begin(
            by=request.user,
            profile=request.POST.get("profile", ""),
            players=_number(request, "players"),
            rounds=_number(request, "rounds"),
            level=request.POST.get("level", ""),
        )
    except refusals.InSchool:
        return redirect("school-session")
    except Refused as refused:
        return _start(request, refused)
    return redirect("school-session")


@may("school.use")
def session(request: StaffRequest) -> HttpResponse:
    """The screen of the session that this person is in."""
    kept = SchoolSession.objects.filter(trainee=request.user).first()
    if kept is None or floor.table_dealt_by(request.user):
        return redirect("school")
    return _screen(request, kept)


def _screen(request: StaffRequest, kept: SchoolSession, refused: Refused | None = None) -> HttpResponse:
    shown = Screen(
        kept, Session.from_json(kept.plan, kept.state), request.POST.get("tool", "card_up"), str(refused or "")
    )
    template = "tables/school_screen.html" if _is_by_script(request) else "tables/school_session.html"
    return render(request, template, {"screen": shown}, status=refused.status if refused else 200)


def _is_by_script(request: HttpRequest) -> bool:
    return "X-Seventeen-Tap" in request.headers


@may("school.use")
@require_POST
def act(request: StaffRequest) -> HttpResponse:
    """One tap: an act, a choice, taking back, or a question."""
    try:
        record = _act(request)
    except refusals.NotInSchool:
        return redirect("school")
    except Refused as refused:
        kept = SchoolSession.objects.filter(trainee=request.user).first()
        if kept is None or isinstance(refused, refusals.DealsNow):
            return redirect("school")
        return _screen(request, kept, refused)
    if record is not None:
        return redirect("school-record", record.pk)
    kept = get_object_or_404(SchoolSession, trainee=request.user)
    return _screen(request, kept) if _is_by_script(request) else redirect("school-session")


def _act(request: StaffRequest) -> SchoolRecord | None:
    by, version = request.user, _number(request, "version")
    if "help" in request.POST:
        service.help_out(by=by, version=version)
    elif "back" in request.POST:
        service.take_back(by=by, version=version)
    else:
        return service.take(_act_of(request), by=by, version=version)
    return None


def _act_of(request: StaffRequest) -> Act:
    """What was touched: a place with the tool in hand, something done for the whole table, or a choice."""
    said = request.POST
    if "choice" in said:
        slot, _colon, option = said["choice"].partition(":")
        return Act("choose", slot, option=option)
    if "deed" in said:
        return Act(said["deed"])
    word = said.get("tool", "")
    amount = _amount(said.get("amount", "")) if word in WITH_AMOUNT else None
    return Act(word, said.get("slot", "") if word in ON_A_PLACE else "", amount)


def _amount(text: str) -> int | None:
    if not text.strip():
        return None
    try:
        return money.parse(text)
    except money.NotMoney as wrong:
        raise Refused(str(wrong), code="not-money", status=422) from wrong


@may("school.use")
@require_POST
def leave(request: StaffRequest) -> HttpResponse:
    record = service.leave(by=request.user)
    return redirect("school-record", record.pk) if record else redirect("school")


@may("school.use")
def record(request: StaffRequest, record_id: int) -> HttpResponse:
    """What to practise. One's own record; those of others for who reviews them."""
    found = get_object_or_404(SchoolRecord.objects.select_related("trainee"), pk=record_id)
    if not _may_read(request.user, found):
        raise Http404
    earlier = known.earlier(found)
    return render(request, "tables/school_record.html", {"section": "school", "lesson": Lesson(found, list(earlier))})


def _may_read(staff: Staff, found: SchoolRecord) -> bool:
    return found.trainee_id == staff.pk or staff.may("school.review")


def _number(request: HttpRequest, name: str) -> int:
    """A whole number that was posted; what is none is a value that nothing has."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1


urlpatterns: list[URLPattern] = [
    path("school", school, name="school"),
    path("school/begin", begin, name="school-begin"),
    path("school/session", session, name="school-session"),
    path("school/session/act", act, name="school-act"),
    path("school/session/leave", leave, name="school-leave"),
    path("school/records/<int:record_id>", record, name="school-record"),
]
