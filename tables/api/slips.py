"""Fills and credits in the API: asked for, signed in their order, void."""

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
from tables.models import Slip
from tables.queries import slips as paper
from tables.services import slips


class SlipsApi(APIView):
    """Fills and credits, newest first. Who sees no live tables reads those that are signed to their end, or void."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[told.SlipsFilter], responses=page_of(told.SlipOut))
    def get(self, request: Request) -> Response:
        wanted, who = asked(told.SlipsFilter, request), paper.signer(person(request))
        lookups = {"table": "table__code", "kind": "kind", "day": "gaming_day", "year": "year"}
        rows = narrowed(paper.with_progress(), wanted, **lookups, under_way="is_under_way")
        if not who.staff.may("table.see"):
            rows = rows.filter(is_under_way=False)
        return page(
            request, rows, ("-pk",), asked=wanted, shown=told.SlipOut, view=lambda found: paper.views(found, who)
        )


class SlipApi(APIView):
    """One slip with its signatures; `next_step` is the one that comes next."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses=told.SlipOut)
    def get(self, request: Request, slip_id: int) -> Response:
        found, who = get_object_or_404(paper.with_signatures(), pk=slip_id), person(request)
        if paper.state(found) in ("open", "void_asked") and not who.may("table.see"):
            raise NotAllowed(_("This slip is under way; it can be read once all have signed it."))
        return _told(found, who)


class WaitingSlipsApi(APIView):
    """Slips whose next signature, or second signature on a void, whoever asks may give, oldest first."""

    permission_classes = [people("fill.sign")]

    @extend_schema(parameters=[Paged], responses=page_of(told.SlipOut))
    def get(self, request: Request) -> Response:
        rows = paper.waiting_for(paper.signer(person(request)))
        return page_by(request, rows, lambda row: f"{row.id:019}", asked=asked(Paged, request), shown=told.SlipOut)


class AskSlipApi(APIView):
    """Ask that chips be brought to a table (fill) or taken from it (credit); the number is given now."""

    permission_classes = [people("fill.ask")]

    @extend_schema(request=told.SlipIn, responses={201: told.SlipOut})
    @once
    def post(self, request: Request, code: str) -> Response:
        said, who = read(told.SlipIn, request), person(request)
        made = slips.ask(
            table_of(code), said["kind"], told.lines_of(said), by=who, seen=said.get("seen"), note=said["note"]
        )
        return _told(made, who, status=201)


class SignSlipApi(APIView):
    """The next signature in the slip's order."""

    permission_classes = [people("fill.sign")]

    @extend_schema(request=told.SeenIn, responses=told.SlipOut)
    @once
    def post(self, request: Request, slip_id: int) -> Response:
        slips.sign(_slip(slip_id), by=person(request), seen=read(told.SeenIn, request).get("seen"))
        return _told(_slip(slip_id), person(request))


class VoidSlipApi(APIView):
    """Ask that a slip be void; its number stays used."""

    permission_classes = [people("fill.sign")]

    @extend_schema(request=ReasonIn, responses=told.SlipOut)
    @once
    def post(self, request: Request, slip_id: int) -> Response:
        slips.ask_void(_slip(slip_id), read(ReasonIn, request)["reason"], by=person(request))
        return _told(_slip(slip_id), person(request))


class AgreeVoidApi(APIView):
    """The second signature on a void, by a person of another department."""

    permission_classes = [people("fill.sign")]

    @extend_schema(request=None, responses=told.SlipOut)
    @once
    def post(self, request: Request, slip_id: int) -> Response:
        slips.agree_void(_slip(slip_id), by=person(request))
        return _told(_slip(slip_id), person(request))


def _slip(slip_id: int) -> Slip:
    return get_object_or_404(Slip.objects.select_related("table"), pk=slip_id)


def _told(found: Slip, who: Staff, *, status: int = 200) -> Response:
    row = paper.with_signatures().get(pk=found.pk)
    return Response(told.SlipOut(paper.view(row, paper.signer(who))).data, status=status)


urlpatterns: list[Any] = [
    path("slips", SlipsApi.as_view(), name="api-slips"),
    path("slips/waiting", WaitingSlipsApi.as_view(), name="api-slips-waiting"),
    path("slips/<int:slip_id>", SlipApi.as_view(), name="api-slip"),
    path("slips/<int:slip_id>/sign", SignSlipApi.as_view(), name="api-slip-sign"),
    path("slips/<int:slip_id>/void", VoidSlipApi.as_view(), name="api-slip-void"),
    path("slips/<int:slip_id>/void/agree", AgreeVoidApi.as_view(), name="api-slip-void-agree"),
    path("tables/<slug:code>/slips", AskSlipApi.as_view(), name="api-slip-ask"),
]
