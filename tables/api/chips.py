"""Chips in the API: a gaming day of the house and of a table, openers, closers, the drop, differences."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.errors import NotAllowed
from casino.fields import ReasonIn, asked, read
from casino.keys import once
from casino.models import Staff
from casino.paging import Paged, narrowed, page, page_by, page_of
from tables.api import chip_forms as told
from tables.api.access import ReadsRecord, people, person, table_of
from tables.models import ChipCount, ChipDifference
from tables.queries import chip_pages, slips
from tables.queries import chips as known
from tables.queries.chip_differences import difference_view
from tables.services import chips


class HouseDayApi(APIView):
    """All tables of a gaming day: opener, closer, fills, credits, drop, win; unknown is null, and named in `gaps`.

    Who sees no live tables reads a day once its closers are counted.
    """

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[told.HouseDayFilter], responses=told.HouseDayOut)
    def get(self, request: Request) -> Response:
        day = asked(told.HouseDayFilter, request).get("day") or chip_pages.last_house_day()
        return Response(told.HouseDayOut(chip_pages.house_day_page(day, person(request))).data)


class TableChipsApi(APIView):
    """Chips of one table in a gaming day."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[told.HouseDayFilter], responses=told.DayOut)
    def get(self, request: Request, code: str) -> Response:
        table, who = table_of(code), person(request)
        days = chip_pages.days_shown(who, table)
        last = known.last_day(table) if who.may("table.see") or not days else days[0]
        day = asked(told.HouseDayFilter, request).get("day") or last
        if not chip_pages.may_see(who, known.figures(table, day)):
            raise NotAllowed(_("The closer of this day is not counted; the day can be read once it is."))
        return Response(told.DayOut(chip_pages.day_page(table, day, who)).data)


class CountApi(APIView):
    """Count an opener or a closer."""

    permission_classes = [people("table.open")]

    @extend_schema(request=told.CountIn, responses={201: told.CountOut})
    @once
    def post(self, request: Request, code: str) -> Response:
        said = read(told.CountIn, request)
        count = {"opener": chips.count_opener, "closer": chips.count_closer}[said["kind"]]
        row = count(
            table_of(code),
            told.lines_of(said),
            by=person(request),
            seen=said.get("seen"),
            reason=said["reason"],
        )
        return _count(row, person(request), status=201)


class SignCountApi(APIView):
    """The second person's signature on an opener or closer."""

    permission_classes = [people("fill.sign")]

    @extend_schema(request=None, responses=told.CountOut)
    @once
    def post(self, request: Request, count_id: int) -> Response:
        row = get_object_or_404(ChipCount.objects.select_related("table"), pk=count_id)
        chips.sign_count(row, by=person(request))
        return _count(row, person(request))


class DropsApi(APIView):
    """Days that are over and whose drop two people have not counted; no sum, since the second one counts blind."""

    permission_classes = [people("drop.count")]

    @extend_schema(parameters=[Paged], responses=page_of(told.DropOut))
    def get(self, request: Request) -> Response:
        rows = chip_pages.drops_to_count(person(request))
        wanted = asked(Paged, request)
        return page_by(request, rows, lambda row: f"{row.day} {row.table_code}", asked=wanted, shown=told.DropOut)


class DropApi(APIView):
    """The first person's count of a drop."""

    permission_classes = [people("drop.count")]

    @extend_schema(request=told.DropIn, responses={201: told.DropStateOut})
    @once
    def post(self, request: Request, code: str) -> Response:
        said = read(told.DropIn, request)
        chips.count_drop(
            table_of(code),
            said["day"],
            told.lines_of(said),
            by=person(request),
            seen=said.get("seen"),
            reason=said["reason"],
        )
        return _drop(code, said, status=201)


class ConfirmDropApi(APIView):
    """The second person's own count, without having seen the first."""

    permission_classes = [people("drop.count")]

    @extend_schema(request=told.ConfirmIn, responses=told.DropStateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        said = read(told.ConfirmIn, request)
        chips.confirm_drop(table_of(code), said["day"], told.lines_of(said), by=person(request), seen=said.get("seen"))
        return _drop(code, said)


class DifferencesApi(APIView):
    """Chips that are not what they should be, newest first."""

    permission_classes = [people("rounds.read")]

    @extend_schema(parameters=[told.DifferencesFilter], responses=page_of(told.DifferenceOut))
    def get(self, request: Request) -> Response:
        wanted = asked(told.DifferencesFilter, request)
        rows = ChipDifference.objects.select_related("table", "seen__by")
        rows = narrowed(rows, wanted, table="table__code", day="gaming_day", open="seen__isnull")
        return page(
            request,
            rows,
            ("-pk",),
            asked=wanted,
            shown=told.DifferenceOut,
            view=lambda found: [difference_view(row) for row in found],
        )


class AcknowledgeApi(APIView):
    """Say why chips differ, or what is done about it."""

    permission_classes = [people("verdict.close")]

    @extend_schema(request=ReasonIn, responses=told.DifferenceOut)
    @once
    def post(self, request: Request, difference_id: int) -> Response:
        row = get_object_or_404(ChipDifference.objects.select_related("table"), pk=difference_id)
        chips.acknowledge(row, read(ReasonIn, request)["reason"], by=person(request))
        again = ChipDifference.objects.select_related("table", "seen__by").get(pk=row.pk)
        return Response(told.DifferenceOut(difference_view(again)).data)


class ValuesApi(APIView):
    """Which chips and notes the house has."""

    permission_classes = [people("tables.manage")]

    @extend_schema(responses=told.ValuesOut)
    def get(self, request: Request) -> Response:
        return Response(told.ValuesOut(known.house_values()).data)

    @extend_schema(request=told.ValuesIn, responses={201: told.ValuesOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(told.ValuesIn, request)
        chips.set_values(said["chips_minor"], said["notes_minor"], by=person(request))
        return Response(told.ValuesOut(known.house_values()).data, status=201)


def _count(row: ChipCount, by: Staff, *, status: int = 200) -> Response:
    row = ChipCount.objects.select_related("by", "signed__by", "table").get(pk=row.pk)
    return Response(told.CountOut(chip_pages.count_view(row, slips.signer(by))).data, status=status)


def _drop(code: str, said: dict[str, Any], *, status: int = 200) -> Response:
    """How the drop of the day stands; what was counted is told to nobody before both have counted."""
    table, day = table_of(code), said["day"]
    drop, waiting = known.drop_of(table, day), known.drop_waiting(table, day)
    is_known = drop is not None and waiting is None
    state = {
        "table_code": code,
        "day": day,
        "is_known": is_known,
        "total_minor": drop.total_minor if drop is not None and is_known else None,
        "seen": known.seen_of(table),
    }
    return Response(told.DropStateOut(state).data, status=status)


urlpatterns: list[Any] = [
    path("chips", HouseDayApi.as_view(), name="api-chips"),
    path("chips/values", ValuesApi.as_view(), name="api-chip-values"),
    path("tables/<slug:code>/chips", TableChipsApi.as_view(), name="api-table-chips"),
    path("tables/<slug:code>/chips/count", CountApi.as_view(), name="api-chips-count"),
    path("counts/<int:count_id>/sign", SignCountApi.as_view(), name="api-count-sign"),
    path("drops", DropsApi.as_view(), name="api-drops"),
    path("tables/<slug:code>/drop", DropApi.as_view(), name="api-drop-count"),
    path("tables/<slug:code>/drop/confirm", ConfirmDropApi.as_view(), name="api-drop-confirm"),
    path("differences", DifferencesApi.as_view(), name="api-differences"),
    path("differences/<int:difference_id>/acknowledge", AcknowledgeApi.as_view(), name="api-difference-acknowledge"),
]
