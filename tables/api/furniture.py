"""The floor's furniture in the API: pits, tables and their boxes, felts; an administrator's. And the tablets there."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Choice, Form, Text, Whole, YesNo, asked, read
from casino.keys import once
from casino.paging import Paged, narrowed, page, page_by, page_of
from tables.api.access import people, person, table_of
from tables.models import Layout, Pit, Table, Tablet
from tables.queries import furniture as known
from tables.rules.profiles import GAMES
from tables.services import floor, tables, tablets

FURNISHES = people("tables.manage")
CHANGEABLE = ("name", "pit", "boxes", "layout", "is_in_use")


class PitOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class LayoutOut(serializers.Serializer[Any]):
    """A felt, and what is printed on it."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    game = serializers.CharField()
    boxes = serializers.IntegerField()
    printed = serializers.DictField(child=serializers.CharField())
    tables = serializers.IntegerField(source="count", help_text="At how many tables in use it lies")


class FurnishedOut(serializers.Serializer[Any]):
    """A table as it is furnished. `sign_fits`: the sign in force was posted for as many boxes as it has."""

    code = serializers.CharField(source="table.code")
    name = serializers.CharField(source="table.name")
    pit = serializers.CharField(source="table.pit")
    boxes = serializers.IntegerField(source="table.boxes")
    layout = serializers.CharField(source="table.layout.name", default=None, allow_null=True)
    is_in_use = serializers.BooleanField(source="table.is_in_use")
    is_open = serializers.BooleanField()
    sign_fits = serializers.BooleanField(source="fits")


class TabletOut(serializers.Serializer[Any]):
    """A device enrolled at a table."""

    id = serializers.IntegerField()
    table_code = serializers.CharField(source="table.code")
    name = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()
    taken_out_at = serializers.DateTimeField(source="end.at", default=None, allow_null=True)
    taken_out_by = serializers.CharField(source="end.by", default=None, allow_null=True)
    reason = serializers.CharField(source="end.reason", default=None, allow_null=True)


class FurnishedFilter(Paged):
    pit = Text(max_length=floor.LONGEST_PIT, required=False, help_text="Name of a pit")
    in_use = YesNo(required=False)


class TabletsFilter(Paged):
    table = Text(max_length=16, required=False, help_text="Code of a table")
    enrolled = YesNo(required=False, help_text="It stands there still")


class PitIn(Form):
    name = Text(max_length=floor.LONGEST_PIT)


class LayoutIn(Form):
    """A felt; what `printed` leaves out, any sign may post."""

    name = Text(max_length=60)
    game = Choice(list(GAMES))
    boxes = Whole(min_value=1, max_value=floor.MOST_BOXES)
    printed = serializers.DictField(
        child=Text(max_length=20), required=False, default=dict, help_text=", ".join(floor.PRINTED)
    )


class FurnishIn(Form):
    """What is to be otherwise; what is absent stays as it is. A felt has its own number of boxes, which counts."""

    name = Text(blank=True, max_length=80, required=False)
    pit = Text(max_length=floor.LONGEST_PIT, required=False, help_text="Name of a pit")
    boxes = Whole(min_value=1, max_value=floor.MOST_BOXES, required=False)
    layout = Text(max_length=60, required=False, allow_null=True, help_text="Name of a felt; null: none")
    is_in_use = YesNo(required=False, help_text="On the floor; false takes a closed table off it")


class AddTableIn(Form):
    code = Text(max_length=16, help_text="Letters, digits and hyphens; it is given once")
    name = Text(blank=True, max_length=80, required=False, default="")
    pit = Text(max_length=floor.LONGEST_PIT, help_text="Name of a pit")
    boxes = Whole(min_value=1, max_value=floor.MOST_BOXES, required=False, default=7)
    layout = Text(max_length=60, required=False, help_text="Name of a felt")


class TakeOutIn(Form):
    reason = Text(max_length=200)


class PitsApi(APIView):
    """All pits by name; add one."""

    permission_classes = [FURNISHES]

    @extend_schema(parameters=[Paged], responses=page_of(PitOut))
    def get(self, request: Request) -> Response:
        return page(request, Pit.objects.all(), ("name",), asked=asked(Paged, request), shown=PitOut)

    @extend_schema(request=PitIn, responses={201: PitOut})
    @once
    def post(self, request: Request) -> Response:
        made = floor.add_pit(read(PitIn, request)["name"], by=person(request))
        return Response(PitOut(made).data, status=201)


class RenamePitApi(APIView):
    """Another name; its tables follow."""

    permission_classes = [FURNISHES]

    @extend_schema(request=PitIn, responses=PitOut)
    @once
    def post(self, request: Request, pit_id: int) -> Response:
        pit = get_object_or_404(Pit, pk=pit_id)
        return Response(PitOut(floor.rename_pit(pit, read(PitIn, request)["name"], by=person(request))).data)


class LayoutsApi(APIView):
    """All felts by name; add one. Another print is another felt."""

    permission_classes = [FURNISHES]

    @extend_schema(parameters=[Paged], responses=page_of(LayoutOut))
    def get(self, request: Request) -> Response:
        return page(request, known.counted_layouts(), ("name",), asked=asked(Paged, request), shown=LayoutOut)

    @extend_schema(request=LayoutIn, responses={201: LayoutOut})
    @once
    def post(self, request: Request) -> Response:
        made = floor.add_layout(**read(LayoutIn, request), by=person(request))
        return Response(LayoutOut(known.counted_layouts().get(pk=made.pk)).data, status=201)


class FurnitureApi(APIView):
    """All tables as they are furnished; put a new one on the floor, closed and without a sign."""

    permission_classes = [FURNISHES]

    @extend_schema(parameters=[FurnishedFilter], responses=page_of(FurnishedOut))
    def get(self, request: Request) -> Response:
        wanted = asked(FurnishedFilter, request)
        rows = [
            row
            for row in _furniture()
            if wanted.get("pit", row.table.pit) == row.table.pit
            and wanted.get("in_use", row.table.is_in_use) == row.table.is_in_use
        ]
        return page_by(request, rows, lambda row: str(row.table.code), asked=wanted, shown=FurnishedOut)

    @extend_schema(request=AddTableIn, responses={201: FurnishedOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(AddTableIn, request)
        floor.check_pit(said["pit"])
        layout = _layout(said.pop("layout", None))
        made = tables.add(said.pop("code"), **said, layout=layout, by=person(request))
        return _furnished(made, status=201)


class FurnishTableApi(APIView):
    """Name and pit at any time; boxes, felt, and taking it off the floor only while it is closed."""

    permission_classes = [FURNISHES]

    @extend_schema(request=FurnishIn, responses=FurnishedOut)
    @once
    def post(self, request: Request, code: str) -> Response:
        said, table = read(FurnishIn, request), table_of(code)
        if "layout" in said:
            said["layout"] = _layout(said["layout"])
        new = {name: getattr(table, name) for name in CHANGEABLE} | said
        return _furnished(floor.change_table(table, **new, by=person(request)))


class TabletsApi(APIView):
    """Tablets enrolled at tables, newest first, and those that were; one is enrolled on the device itself."""

    permission_classes = [people("roster.manage")]

    @extend_schema(parameters=[TabletsFilter], responses=page_of(TabletOut))
    def get(self, request: Request) -> Response:
        wanted = asked(TabletsFilter, request)
        rows = Tablet.objects.select_related("table", "by", "end__by")
        rows = narrowed(rows, wanted, table="table__code", enrolled="end__isnull")
        return page(request, rows, ("-pk",), asked=wanted, shown=TabletOut)


class TakeOutTabletApi(APIView):
    """The device is a stranger from now on, lost or replaced."""

    permission_classes = [people("roster.manage")]

    @extend_schema(request=TakeOutIn, responses=TabletOut)
    @once
    def post(self, request: Request, tablet_id: int) -> Response:
        found = get_object_or_404(Tablet.objects.select_related("table"), pk=tablet_id)
        tablets.take_out(found, by=person(request), reason=read(TakeOutIn, request)["reason"])
        return Response(TabletOut(Tablet.objects.select_related("table", "by", "end__by").get(pk=found.pk)).data)


def _layout(name: str | None) -> Layout | None:
    return None if name is None else get_object_or_404(Layout, name=name)


def _furniture() -> list[known.TableRow]:
    return [row for pit in known.pits() for row in pit.tables]


def _furnished(table: Table, *, status: int = 200) -> Response:
    [row] = [row for row in _furniture() if row.table.pk == table.pk]
    return Response(FurnishedOut(row).data, status=status)


urlpatterns: list[Any] = [
    path("floor/pits", PitsApi.as_view(), name="api-pits"),
    path("floor/pits/<int:pit_id>/rename", RenamePitApi.as_view(), name="api-pit-rename"),
    path("floor/layouts", LayoutsApi.as_view(), name="api-layouts"),
    path("floor/tables", FurnitureApi.as_view(), name="api-furniture"),
    path("floor/tables/<slug:code>/change", FurnishTableApi.as_view(), name="api-table-furnish"),
    path("tablets", TabletsApi.as_view(), name="api-tablets"),
    path("tablets/<int:tablet_id>/take-out", TakeOutTabletApi.as_view(), name="api-tablet-take-out"),
]
