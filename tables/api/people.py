"""People and their places in the API: the roster, who watches what, tables handed over."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.errors import Refused
from casino.fields import Day, Form, Moment, ReasonIn, Text, Whole, asked, read
from casino.keys import once
from casino.models import Staff
from casino.paging import Paged, narrowed, page, page_by, page_of
from casino.shapes import shown
from tables.api.access import people, person, table_of
from tables.models import Assignment, Duty, HandOver, Pit
from tables.queries import hand_overs, supervision
from tables.queries.roster_shapes import AssignmentView, HandOverView, Limit, Load
from tables.services import assignments, roster
from tables.services.roster import Place

AssignmentOut = shown(AssignmentView, name="Assignment")
HandOverOut = shown(HandOverView, name="HandOver")
LoadOut = shown(
    Load,
    name="SupervisorLoad",
    also=("is_over",),
    supervisor=serializers.CharField(source="supervisor.username"),
    most=shown(Limit, name="ClauseLimit")(allow_null=True),
)
USER = "User name"


class NobodyOfThisName(Refused):
    """A user name that nobody has who works here."""

    code = "no-such-person"
    status = 422


class DutyOut(serializers.Serializer[Any]):
    """A dealer rostered for a shift; without table and pit they deal wherever they are needed."""

    id = serializers.IntegerField()
    dealer = serializers.CharField(source="staff.username")
    name = serializers.CharField(source="staff.name")
    day = serializers.DateField(source="gaming_day")
    shift = serializers.CharField()
    table_code = serializers.CharField(source="table.code", default=None, allow_null=True)
    pit = serializers.CharField(source="pit.name", default=None, allow_null=True)
    by = serializers.CharField()
    at = serializers.DateTimeField()


class DutiesFilter(Paged):
    day = Day(required=False, help_text="The gaming day")
    shift = Text(max_length=40, required=False)
    dealer = Text(max_length=40, required=False, help_text=USER)


class PlaceIn(Form):
    """At a table, in a pit, or neither."""

    table = Text(max_length=16, required=False, help_text="Code of a table")
    pit = Text(max_length=40, required=False, help_text="Name of a pit")


class RosterIn(PlaceIn):
    day = Day(help_text="The gaming day")
    shift = Text(max_length=40)
    dealers = serializers.ListField(child=Text(max_length=40), min_length=1, max_length=200, help_text="User names")


class RotationIn(Form):
    minutes = Whole(min_value=0, max_value=roster.MOST_MINUTES, help_text="0 takes the house's rule away")
    reason = Text(max_length=200)


class RotationOut(serializers.Serializer[Any]):
    minutes = serializers.IntegerField()
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class HouseRotationOut(serializers.Serializer[Any]):
    rotation = RotationOut(allow_null=True)


class AssignIn(PlaceIn):
    supervisor = Text(max_length=40, help_text=USER)
    starts_at = Moment(required=False, help_text="Now if absent")
    ends_at = Moment(required=False, help_text="Until it is ended if absent")
    reason = Text(blank=True, required=False, default="", max_length=200, help_text="Why more tables than allowed")


class HandOverIn(Form):
    to = Text(max_length=40, help_text=USER)
    note = Text(blank=True, required=False, default="")


class AnswerNoteIn(Form):
    note = Text(blank=True, required=False, default="")


class RosterApi(APIView):
    """Who is rostered, newest first; add dealers to a shift, all of them or nobody."""

    permission_classes = [people("roster.manage")]

    @extend_schema(parameters=[DutiesFilter], responses=page_of(DutyOut))
    def get(self, request: Request) -> Response:
        wanted = asked(DutiesFilter, request)
        rows = narrowed(_duties(), wanted, day="gaming_day", shift="shift", dealer="staff__username")
        return page(request, rows, ("-pk",), asked=wanted, shown=DutyOut)

    @extend_schema(request=RosterIn, responses={201: DutyOut(many=True)})
    @once
    def post(self, request: Request) -> Response:
        said = read(RosterIn, request)
        dealers = [_somebody(name) for name in said["dealers"]]
        made = roster.add(dealers, said["day"], said["shift"], place=_place(said), by=person(request))
        return Response(DutyOut(_duties().filter(pk__in=[row.pk for row in made]), many=True).data, status=201)


class StrikeApi(APIView):
    """Take a dealer off the roster; who deals now goes on until relieved."""

    permission_classes = [people("roster.manage")]

    @extend_schema(request=ReasonIn, responses=DutyOut)
    @once
    def post(self, request: Request, duty_id: int) -> Response:
        duty = get_object_or_404(Duty.objects.select_related("staff", "table", "pit", "by"), pk=duty_id)
        roster.strike(duty, by=person(request), reason=read(ReasonIn, request)["reason"])
        return Response(DutyOut(duty).data)


class RotationApi(APIView):
    """After how many minutes at a table dealers are to be relieved, by the house's own rule; null where it has none."""

    permission_classes = [people("roster.manage")]

    @extend_schema(responses=HouseRotationOut)
    def get(self, request: Request) -> Response:
        return Response(HouseRotationOut({"rotation": supervision.rotation()}).data)

    @extend_schema(request=RotationIn, responses={201: RotationOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(RotationIn, request)
        made = roster.set_rotation(said["minutes"], by=person(request), reason=said["reason"])
        return Response(RotationOut(made).data, status=201)


class AssignmentsApi(APIView):
    """Which supervisors watch what, now and ahead; assign one to a pit or a table."""

    permission_classes = [people("roster.manage")]

    @extend_schema(parameters=[Paged], responses=page_of(AssignmentOut))
    def get(self, request: Request) -> Response:
        rows = supervision.assignment_views(timezone.now())
        return page_by(request, rows, lambda row: f"{row.id:019}", asked=asked(Paged, request), shown=AssignmentOut)

    @extend_schema(request=AssignIn, responses={201: AssignmentOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(AssignIn, request)
        made = assignments.assign(
            _somebody(said["supervisor"]),
            _place(said),
            by=person(request),
            starts_at=said.get("starts_at"),
            ends_at=said.get("ends_at"),
            reason=said["reason"],
        )
        [view] = [row for row in supervision.assignment_views(made.starts_at) if row.id == made.pk]
        return Response(AssignmentOut(view).data, status=201)


class LoadsApi(APIView):
    """How many open tables each assigned supervisor has, and how many the packs of their signs allow."""

    permission_classes = [people("roster.manage")]

    @extend_schema(parameters=[Paged], responses=page_of(LoadOut))
    def get(self, request: Request) -> Response:
        rows = supervision.loads(timezone.now())
        return page_by(request, rows, lambda row: row.supervisor.username, asked=asked(Paged, request), shown=LoadOut)


class EndAssignmentApi(APIView):
    """From now on the supervisor watches there no more."""

    permission_classes = [people("roster.manage")]

    @extend_schema(request=ReasonIn, responses=ReasonIn)
    @once
    def post(self, request: Request, assignment_id: int) -> Response:
        found = get_object_or_404(Assignment.objects.select_related("table", "supervisor"), pk=assignment_id)
        ended = assignments.end(found, by=person(request), reason=read(ReasonIn, request)["reason"])
        return Response({"reason": ended.reason})


class HandOversApi(APIView):
    """Tables offered to another supervisor with all that is under way there, newest first."""

    permission_classes = [people("table.open")]

    @extend_schema(parameters=[Paged], responses=page_of(HandOverOut))
    def get(self, request: Request) -> Response:
        return page(
            request,
            HandOver.objects.select_related("table", "giver", "taker", "answer__by"),
            ("-pk",),
            asked=asked(Paged, request),
            shown=HandOverOut,
            view=lambda found: [hand_overs.view(row) for row in found],
        )


class HandOverTableApi(APIView):
    """Offer a table: the giver's signature. It is the taker's once they sign too."""

    permission_classes = [people("table.open")]

    @extend_schema(request=HandOverIn, responses={201: HandOverOut})
    @once
    def post(self, request: Request, code: str) -> Response:
        said = read(HandOverIn, request)
        made = assignments.hand_over(table_of(code), _somebody(said["to"]), by=person(request), note=said["note"])
        return _hand_over(made.pk, status=201)


class TakeOverApi(APIView):
    """The taker's signature under what is under way now: the table is theirs."""

    permission_classes = [people("table.open")]

    @extend_schema(request=AnswerNoteIn, responses=HandOverOut)
    @once
    def post(self, request: Request, hand_over_id: int) -> Response:
        found = get_object_or_404(HandOver.objects.select_related("table"), pk=hand_over_id)
        assignments.take_over(found, by=person(request), note=read(AnswerNoteIn, request)["note"])
        return _hand_over(found.pk)


class DeclineApi(APIView):
    """The taker says no, or the giver takes the offer back."""

    permission_classes = [people("table.open")]

    @extend_schema(request=AnswerNoteIn, responses=HandOverOut)
    @once
    def post(self, request: Request, hand_over_id: int) -> Response:
        found = get_object_or_404(HandOver.objects.select_related("table"), pk=hand_over_id)
        assignments.decline(found, by=person(request), note=read(AnswerNoteIn, request)["note"])
        return _hand_over(found.pk)


def _duties() -> Any:
    return Duty.objects.standing().select_related("staff", "table", "pit", "by")


def _somebody(username: str) -> Staff:
    found = Staff.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise NobodyOfThisName(_("Nobody here logs in as %s.") % username)
    return found


def _place(said: dict[str, Any]) -> Place:
    if "table" in said and "pit" in said:
        raise Refused(_("Name a table or a pit, not both."), code="bad-place", status=422)
    table = table_of(said["table"]) if "table" in said else None
    pit = get_object_or_404(Pit, name=said["pit"]) if "pit" in said else None
    return Place(table=table, pit=pit)


def _hand_over(pk: int, *, status: int = 200) -> Response:
    row = HandOver.objects.select_related("table", "giver", "taker", "answer__by").get(pk=pk)
    return Response(HandOverOut(hand_overs.view(row)).data, status=status)


urlpatterns: list[Any] = [
    path("roster", RosterApi.as_view(), name="api-roster"),
    path("roster/<int:duty_id>/strike", StrikeApi.as_view(), name="api-roster-strike"),
    path("rotation", RotationApi.as_view(), name="api-rotation"),
    path("assignments", AssignmentsApi.as_view(), name="api-assignments"),
    path("assignments/loads", LoadsApi.as_view(), name="api-loads"),
    path("assignments/<int:assignment_id>/end", EndAssignmentApi.as_view(), name="api-assignment-end"),
    path("hand-overs", HandOversApi.as_view(), name="api-hand-overs"),
    path("hand-overs/<int:hand_over_id>/take", TakeOverApi.as_view(), name="api-hand-over-take"),
    path("hand-overs/<int:hand_over_id>/decline", DeclineApi.as_view(), name="api-hand-over-decline"),
    path("tables/<slug:code>/hand-over", HandOverTableApi.as_view(), name="api-table-hand-over"),
]
