"""The dealer's tablet: one screen, and the taps on it. A tap is answered with the screen as it is then."""

from collections.abc import Callable

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from casino.errors import Refused
from casino.permissions import StaffRequest, may
from tables import queries, refusals, wording
from tables.models import Round, Sign, SignAnnounced, Table
from tables.queries import felt, slips, tapped
from tables.queries import tables as known
from tables.queries.tablet_camera import watch_of
from tables.services import calls, disputes, evenings, players, rounds, signs
from tables.services.drafts import Draft
from tables.views import taps
from tables.views.devices import check_device, device_of
from tables.views.tablet_players import told_of
from tables.views.tablet_screen import Screen
from tables.views.taps import Tap

Act = Callable[[StaffRequest, Table, Tap], object]


@may("tablet.use")
def tablet(request: StaffRequest) -> HttpResponse:
    """The tablet of the table at which this person deals now."""
    table = known.table_dealt_by(request.user)
    if table is None:
        return render(request, "tables/tablet_none.html", {"device": device_of(request)})
    check_device(request, table)
    return render(request, "tables/tablet.html", _context(request, table))


@may("tablet.use")
def screen(request: StaffRequest, code: str) -> HttpResponse:
    """The screen alone, after something changed."""
    return _screen(request, _own_table(request, code))


def _own_table(request: StaffRequest, code: str) -> Table:
    """The open table at which the person deals. Raises NotYourTable, which is answered with 403."""
    table = get_object_or_404(Table, code=code)
    if known.table_dealt_by(request.user) != table:
        raise refusals.NotYourTable(code)
    check_device(request, table)
    return table


def _context(request: StaffRequest, table: Table, refused: str = "") -> dict[str, object]:
    view = queries.tablet_view(table, request.user)
    shown = Screen(view, watch_of(table))
    to_sign = view.round_id is None and slips.waits_for(request.user)
    return {"view": view, "screen": shown, "picture": shown.picture, "refused": refused, "to_sign": to_sign}


def _screen(request: StaffRequest, table: Table, refused: Refused | None = None) -> HttpResponse:
    context = _context(request, table, str(refused or ""))
    places = _refused_places(request, refused)
    if places:
        named = ", ".join(wording.slot(place) for place in places)
        context |= {"refused_places": places, "refused": f"{named[:1].upper()}{named[1:]}: {refused}"}
    return render(request, "tables/tablet_screen.html", context, status=refused.status if refused else 200)


def _refused_places(request: StaffRequest, refused: Refused | None) -> list[str]:
    """The boxes whose stake the limits refuse."""
    if not isinstance(refused, refusals.RequestRefused) or "stake" not in request.POST:
        return []
    return [
        box
        for box, minor in taps.stakes_of(taps.tap_of(request.POST)).items()
        if minor == refused.values.get("amount_minor")
    ]


def _tap(act: Act) -> Callable[..., HttpResponse]:
    """A view of one kind of tap: read it, act, answer with the screen; a refusal keeps the step and says why."""

    @may("tablet.use")
    @require_POST
    def view(request: StaffRequest, code: str) -> HttpResponse:
        table = _own_table(request, code)
        try:
            act(request, table, taps.tap_of(request.POST))
        except refusals.NotYourTable:
            raise
        except Refused as refused:
            return _screen(request, table, refused)
        return _screen(request, table) if _is_by_script(request) else redirect("tablet")

    return view


def _is_by_script(request: HttpRequest) -> bool:
    return "X-Seventeen-Tap" in request.headers


def _check_fresh(table: Table, tap: Tap) -> None:
    """A tap is about the round that its screen showed. One that comes late, or again, may be about an earlier one."""
    if tap.round_id is None or tap.is_late:
        return
    running = tapped.running(table)
    is_same = running is not None and running.pk == tap.round_id
    if not is_same and tapped.round_of_key(table, tap.key) is None:
        raise refusals.StaleForm


def _take(request: StaffRequest, table: Table, tap: Tap, drafts: list[Draft]) -> None:
    """What has happened. A late tap from before the round could begin keeps its place by order of arrival alone."""
    _check_fresh(table, tap)
    try:
        rounds.take_at(table, drafts, by=request.user, key=tap.key)
    except refusals.PastEntry:
        rounds.take_at(table, [draft._replace(at_ms=None) for draft in drafts], by=request.user, key=tap.key)


def _entry(request: StaffRequest, table: Table, tap: Tap) -> None:
    _take(request, table, tap, taps.downs_of(tap) or [taps.entry_of(tap)])


def _evening(request: StaffRequest, table: Table, tap: Tap) -> None:
    """What happened around the rounds."""
    evenings.tell(table, taps.events_of(tap), by=request.user, key=tap.key)


def _request(request: StaffRequest, table: Table, tap: Tap) -> None:
    """Decisions are asked for. One that comes late has been played already: a fact."""
    wanted = taps.requests_of(tap)
    if tap.is_late:
        return _take(request, table, tap, [taps.told(tap, one) for one in wanted])
    _check_fresh(table, tap)
    round_now = tapped.round_of_key(table, tap.key) or tapped.running(table)
    if round_now is None:
        raise refusals.NoRound(table.code)
    with transaction.atomic():  # all of one tap, or nothing
        for nth, one in enumerate(wanted):
            rounds.request(round_now, one, by=request.user, key=f"{tap.key}.{nth}" if nth else tap.key)
    return None


def _announced(request: StaffRequest, table: Table, tap: Tap) -> None:
    """The dealer has told the players what the next sign says. Told twice, it is told once."""
    sign = get_object_or_404(Sign, table=table, version=taps.number_of(tap, "version"))
    if not SignAnnounced.objects.filter(sign=sign).exists():
        signs.announce(sign, by=request.user)


def _players(request: StaffRequest, table: Table, tap: Tap) -> None:
    """Which boxes are one player's."""
    with transaction.atomic():
        for nth, places in enumerate(told_of(tap)):
            players.tell(table, places, by=request.user, key=f"{tap.key}.{nth}" if nth else tap.key)


def _stakes(request: StaffRequest, table: Table, tap: Tap) -> None:
    stakes = taps.stakes_of(tap)
    if tap.is_late:
        return _take_stakes(request, table, tap, stakes)
    rounds.close_stakes(table, stakes, by=request.user, key=tap.key)
    return None


def _as_before(request: StaffRequest, table: Table, tap: Tap) -> None:
    if tap.is_late:
        stakes = {place: minor for place, minor in felt.stakes_before(table).items() if minor}
        return _take_stakes(request, table, tap, stakes)
    rounds.as_before(table, by=request.user, key=tap.key)
    return None


def _take_stakes(request: StaffRequest, table: Table, tap: Tap, stakes: dict[str, int]) -> None:
    """Stakes that come late have been played for: facts."""
    closed = tap.draft("said", "0", "stakes_closed", None)
    _take(request, table, tap, [*(tap.draft("stake", at, minor, "main") for at, minor in stakes.items()), closed])


def _paid(request: StaffRequest, table: Table, tap: Tap) -> None:
    """All as shown; where that is a natural's payment before the draws, that payment alone: the others still play."""
    meanwhile = tapped.paid_meanwhile(table) if "as_shown" in tap.said else []
    drafts = [tap.draft("paid", pay.slot, pay.kind, pay.amount_minor) for pay in meanwhile]
    _take(request, table, tap, drafts or [taps.paid_of(tap)])


def _correct(request: StaffRequest, table: Table, tap: Tap) -> None:
    _take(request, table, tap, [taps.correction_of(tap, tapped.facts_of_running(table))])


def _call(request: StaffRequest, table: Table, tap: Tap) -> None:
    calls.call(table, by=request.user, reason=tap.said.get("reason", "")[:400])


def _dispute(request: StaffRequest, table: Table, tap: Tap) -> None:
    about = get_object_or_404(Round, pk=tap.said.get("about") or 0, table=table)
    words = tap.said.get("words", "").strip() or _ground(tap.said.get("ground", ""))
    disputes.raise_on(about, slot=tap.said.get("slot", ""), words=words[:1000], by=request.user)


def _ground(code: str) -> str:
    said = {
        "payment": _("The guest contests the payment."),
        "card": _("The guest contests a card."),
        "decision": _("The guest says that something else was asked for."),
        "stake": _("The guest contests the stake."),
    }
    if code not in said:
        raise refusals.ReasonMissing
    return said[code]


urlpatterns: list[URLPattern] = [
    path("tablet", tablet, name="tablet"),
    path("tablet/<str:code>/screen", screen, name="tablet-screen"),
    path("tablet/<str:code>/entry", _tap(_entry), name="tablet-entry"),
    path("tablet/<str:code>/request", _tap(_request), name="tablet-request"),
    path("tablet/<str:code>/announced", _tap(_announced), name="tablet-announced"),
    path("tablet/<str:code>/players", _tap(_players), name="tablet-players"),
    path("tablet/<str:code>/stakes", _tap(_stakes), name="tablet-stakes"),
    path("tablet/<str:code>/as-before", _tap(_as_before), name="tablet-as-before"),
    path("tablet/<str:code>/paid", _tap(_paid), name="tablet-paid"),
    path("tablet/<str:code>/correct", _tap(_correct), name="tablet-correct"),
    path("tablet/<str:code>/evening", _tap(_evening), name="tablet-evening"),
    path("tablet/<str:code>/call", _tap(_call), name="tablet-call"),
    path("tablet/<str:code>/dispute", _tap(_dispute), name="tablet-dispute"),
]
