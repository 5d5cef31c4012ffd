"""Tables in the API: all of them, one live, what happens there, its day, its signs."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import DayFilter, Form, Moment, Text, Whole, YesNo, asked, read
from casino.gaming_day import house_day
from casino.keys import once
from casino.models import ServiceToken, Staff
from casino.paging import Paged, page_by, page_of
from casino.permissions import May
from casino.shapes import shown
from shoes.api import own_camera
from tables import queries, refusals
from tables.api import serializers as told
from tables.api.access import Enters, ReadsRecord, SeesFloor, SeesTable, people, person, reader, table_of
from tables.models import RaisedMaximum, Sign
from tables.queries import signs as hung
from tables.queries.camera_terms import camera_terms
from tables.queries.shapes import HungSign
from tables.queries.table_day import Happening, day_of
from tables.queries.tables import TableState, state_of
from tables.rules.shapes import Limits
from tables.services import cameras, rounds, tables
from tables.services.drafts import Draft

SignOut = shown(HungSign, name="HungSign", sign=told.SignOut())
StateOut = shown(
    TableState, name="TableState", dealer=serializers.CharField(source="dealer.username", default=None, allow_null=True)
)


class TablesFilter(Paged):
    pit = Text(required=False, help_text="Name of a pit")
    state = Text(required=False, help_text="calm look act stop lost watch closed")


class TablesApi(APIView):
    """All tables by code."""

    permission_classes = [SeesFloor]

    @extend_schema(parameters=[TablesFilter], responses=page_of(told.TileOut))
    def get(self, request: Request) -> Response:
        wanted = asked(TablesFilter, request)
        tiles = [
            tile
            for tile in queries.floor(reader(request))
            if wanted.get("pit", tile.pit) == tile.pit and wanted.get("state", tile.state) == tile.state
        ]
        return page_by(request, tiles, lambda tile: tile.code, asked=wanted, shown=told.TileOut)


class TableApi(APIView):
    """One table, live."""

    permission_classes = [SeesTable]

    @extend_schema(responses=told.TableOut)
    def get(self, request: Request, code: str) -> Response:
        return Response(told.TableOut(queries.table_view(table_of(code), reader(request))).data)


class EntriesApi(APIView):
    """What happened at a table: from its dealer's tablet, or from a camera's account as observations."""

    permission_classes = [Enters]

    @extend_schema(request=told.EntriesIn, responses=told.TakenOut)
    def post(self, request: Request, code: str) -> Response:
        said = read(told.EntriesIn, request)
        source = "observed" if isinstance(reader(request), ServiceToken) else "entered"
        drafts = [Draft(row["kind"], tuple(row["fields"]), row.get("at"), source) for row in said["entries"]]
        taken = rounds.take_at(table_of(code), drafts, by=reader(request), key=said["key"], seen=said.get("seen"))
        return Response(told.TakenOut(taken).data)


class OpenIn(Form):
    dealer = Text(max_length=40, help_text="User name of who deals")
    shoe_key = Text(max_length=32)


class DealerIn(Form):
    dealer = Text(max_length=40, help_text="User name of who deals next")


class ShoeIn(Form):
    shoe_key = Text(max_length=32)


class TableNoteIn(Form):
    note = Text(blank=True, required=False, default="")


class StopIn(Form):
    note = Text(help_text="Why")


class WatchIn(Form):
    is_watch_only = YesNo(help_text="Findings go to the supervisors' list alone, not to the tablet")
    reason = Text(max_length=200)


class TableWrite(APIView):
    """What somebody does with a table; answered with how it stands then."""

    permission_classes = [people("table.open")]

    def stands(self, code: str) -> Response:
        return Response(StateOut(state_of(table_of(code))).data)


class OpenTableApi(TableWrite):
    """Open a table."""

    @extend_schema(request=OpenIn, responses=StateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        said, table = read(OpenIn, request), table_of(code)
        tables.open(table, dealer=_dealer(said["dealer"]), shoe_key=said["shoe_key"], by=person(request))
        return self.stands(code)


class CloseTableApi(TableWrite):
    """Close a table."""

    @extend_schema(request=TableNoteIn, responses=StateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        tables.close(table_of(code), by=person(request), note=read(TableNoteIn, request)["note"])
        return self.stands(code)


class RelieveTableApi(TableWrite):
    """Another dealer deals from the next round on."""

    @extend_schema(request=DealerIn, responses=StateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        tables.relieve(table_of(code), _dealer(read(DealerIn, request)["dealer"]), by=person(request))
        return self.stands(code)


class TableShoeApi(TableWrite):
    """Another shoe is brought to the table."""

    @extend_schema(request=ShoeIn, responses=StateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        tables.change_shoe(table_of(code), read(ShoeIn, request)["shoe_key"], by=person(request))
        return self.stands(code)


class PauseTableApi(TableWrite):
    """No new round begins until the table is resumed."""

    @extend_schema(request=TableNoteIn, responses=StateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        tables.pause(table_of(code), by=person(request), note=read(TableNoteIn, request)["note"])
        return self.stands(code)


class StopTableApi(TableWrite):
    """No card and no chip moves until the table is resumed; the note says why."""

    @extend_schema(request=StopIn, responses=StateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        tables.stop(table_of(code), by=person(request), note=read(StopIn, request)["note"])
        return self.stands(code)


class ResumeTableApi(TableWrite):
    """Play goes on."""

    @extend_schema(request=None, responses=StateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        tables.resume(table_of(code), by=person(request))
        return self.stands(code)


class WatchTableApi(TableWrite):
    """Whether findings go to the supervisors' list alone, or to the tablet too."""

    @extend_schema(request=WatchIn, responses=StateOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        said, table = read(WatchIn, request), table_of(code)
        change = cameras.start_watch_only if said["is_watch_only"] else cameras.lift_watch_only
        change(table, by=person(request), reason=said["reason"])
        return self.stands(code)


class SignIn(Form):
    """Rules and limits. `seen` is the newest version that was known: another one since then refuses this one."""

    profile = Text(max_length=40)
    options = serializers.DictField(child=serializers.JSONField(allow_null=True), required=False, default=dict)
    min_minor = Whole(min_value=1, max_value=10**15)
    max_minor = Whole(min_value=1, max_value=10**15)
    step_minor = Whole(min_value=1, max_value=10**15)
    pack = Text(max_length=40, required=False, default="originals")
    effective_from = Moment(required=False, help_text="Now if absent")
    seen = Whole(required=False, min_value=0)


class SignsApi(APIView):
    """Every sign of a table, by version: who posted it when, from when until when it was in force."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[Paged], responses=page_of(SignOut))
    def get(self, request: Request, code: str) -> Response:
        rows = hung.signs_of(table_of(code))
        return page_by(request, rows, lambda row: f"{row.sign.version:09}", asked=asked(Paged, request), shown=SignOut)


class SignApi(APIView):
    """One sign of a table."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses=SignOut)
    def get(self, request: Request, code: str, version: int) -> Response:
        found = get_object_or_404(Sign.objects.select_related("table", "by"), table__code=code, version=version)
        return Response(SignOut(hung.view_of(found)).data)


class PostSignApi(APIView):
    """Post a sign."""

    permission_classes = [people("sign.post")]

    @extend_schema(request=SignIn, responses={201: SignOut})
    @once
    def post(self, request: Request, code: str) -> Response:
        said = read(SignIn, request)
        made = tables.post_sign(
            table_of(code),
            said["profile"],
            limits=Limits(said["min_minor"], said["max_minor"], said["step_minor"]),
            options=said["options"],
            pack=said["pack"],
            effective_from=said.get("effective_from"),
            seen=said.get("seen"),
            by=person(request),
        )
        return Response(SignOut(hung.view_of(made)).data, status=201)


class HappeningOut(serializers.Serializer[Any]):
    """What happened at a table. `about` is a dealer or a shoe; `sign` the version, `raised` the id that it is about."""

    at = serializers.DateTimeField()
    kind = serializers.CharField()
    by = serializers.CharField(help_text="Empty: the clock")
    about = serializers.SerializerMethodField(allow_null=True)
    sign = serializers.SerializerMethodField(allow_null=True)
    raised = serializers.SerializerMethodField(allow_null=True)
    note = serializers.CharField()

    def get_about(self, line: Happening) -> str | None:
        return line.about if isinstance(line.about, str) else None

    def get_sign(self, line: Happening) -> int | None:
        return line.about.version if isinstance(line.about, Sign) else None

    def get_raised(self, line: Happening) -> int | None:
        return line.about.pk if isinstance(line.about, RaisedMaximum) else None


class ShiftDayOut(serializers.Serializer[Any]):
    """A shift, and what happened in it."""

    shift = serializers.CharField(source="shift.name")
    starts_at = serializers.DateTimeField(source="shift.starts_at")
    ends_at = serializers.DateTimeField(source="shift.ends_at")
    lines = HappeningOut(many=True)


class TableDayApi(APIView):
    """A table's gaming day, shift by shift: who opened, dealt and closed it, and which limits held when."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[DayFilter], responses=ShiftDayOut(many=True))
    def get(self, request: Request, code: str) -> Response:
        day = asked(DayFilter, request).get("day") or house_day()
        return Response(ShiftDayOut(day_of(table_of(code), day), many=True).data)


class CameraApi(APIView):
    """Which table a camera watches, how it sees it, and the terms on its sign: for the camera's own process."""

    permission_classes = [May("observations.post")]

    @extend_schema(responses=told.CameraOut)
    def get(self, request: Request, name: str) -> Response:
        return Response(told.CameraOut(camera_terms(own_camera(request, name))).data)


def _dealer(username: str) -> Staff:
    found = Staff.objects.filter(username=username, is_active=True).first()
    if found is None:
        raise refusals.NotADealer(username)
    return found


urlpatterns: list[Any] = [
    path("tables", TablesApi.as_view(), name="api-tables"),
    path("tables/<slug:code>", TableApi.as_view(), name="api-table"),
    path("tables/<slug:code>/entries", EntriesApi.as_view(), name="api-entries"),
    path("tables/<slug:code>/open", OpenTableApi.as_view(), name="api-table-open"),
    path("tables/<slug:code>/close", CloseTableApi.as_view(), name="api-table-close"),
    path("tables/<slug:code>/relieve", RelieveTableApi.as_view(), name="api-table-relieve"),
    path("tables/<slug:code>/shoe", TableShoeApi.as_view(), name="api-table-shoe"),
    path("tables/<slug:code>/pause", PauseTableApi.as_view(), name="api-table-pause"),
    path("tables/<slug:code>/stop", StopTableApi.as_view(), name="api-table-stop"),
    path("tables/<slug:code>/resume", ResumeTableApi.as_view(), name="api-table-resume"),
    path("tables/<slug:code>/watch", WatchTableApi.as_view(), name="api-table-watch"),
    path("tables/<slug:code>/day", TableDayApi.as_view(), name="api-table-day"),
    path("tables/<slug:code>/signs", SignsApi.as_view(), name="api-signs"),
    path("tables/<slug:code>/signs/post", PostSignApi.as_view(), name="api-sign-post"),
    path("tables/<slug:code>/signs/<int:version>", SignApi.as_view(), name="api-sign"),
    path("cameras/<slug:name>", CameraApi.as_view(), name="api-camera"),
]
