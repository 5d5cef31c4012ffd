"""Rule packs in the API: listed, read clause by clause, as text; a house's own uploaded."""

from dataclasses import fields
from typing import Any

from django.http import Http404, HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.fields import Form, Moment, Text, asked, read
from casino.keys import once
from casino.paging import Paged, page_by, page_of
from casino.shapes import Plain
from tables.api.access import ReadsRecord, people, person
from tables.queries import rule_packs as known
from tables.queries.rule_packs import PackRow
from tables.services import rule_packs


class PackRowOut(serializers.Serializer[Any]):
    """A pack in the list; `effective_from` to `sha256` only of the house's own."""

    key = serializers.CharField()
    name = serializers.CharField(source="pack.name")
    version = serializers.IntegerField(source="pack.version", allow_null=True)
    jurisdiction = serializers.CharField(source="pack.jurisdiction")
    games = serializers.ListField(child=serializers.CharField(), source="pack.games")
    state = serializers.CharField(help_text="in_force ahead over")
    clauses = serializers.IntegerField()
    unconfirmed = serializers.IntegerField(source="loose", help_text="Clauses that nobody has confirmed")
    effective_from = serializers.DateTimeField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    by = serializers.CharField()
    sha256 = serializers.CharField()


class ClauseOut(serializers.Serializer[Any]):
    """A clause: where it stands, when it holds, whether anybody confirmed it, and what it says as data."""

    id = serializers.CharField()
    kind = serializers.CharField(help_text="situation, floor or sign")
    clause = serializers.CharField()
    checked = serializers.BooleanField()
    says = Plain()


class PackOut(PackRowOut):
    """One pack with its clauses."""

    entries = ClauseOut(many=True)


class UploadIn(Form):
    """A house's own pack as TOML; what is wrong with it is said with file and line."""

    text = Text(max_length=rule_packs.LARGEST_BYTES)
    filename = Text(max_length=120, required=False, default="pack.toml")
    effective_from = Moment(required=False, help_text="Now if absent")


class RulePacksApi(APIView):
    """All packs by key: the house's own by version, and those of the project."""

    permission_classes = [ReadsRecord]

    @extend_schema(parameters=[Paged], responses=page_of(PackRowOut))
    def get(self, request: Request) -> Response:
        own, built_in = known.pack_rows()
        return page_by(request, [*own, *built_in], lambda row: row.key, asked=asked(Paged, request), shown=PackRowOut)


class RulePackApi(APIView):
    """One pack, clause by clause."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses=PackOut)
    def get(self, request: Request, pack: str) -> Response:
        return Response(_told(_row(pack)))


class RulePackTextApi(APIView):
    """The text as it was uploaded, or as it comes with the project."""

    permission_classes = [ReadsRecord]

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, pack: str) -> HttpResponse:
        found = known.text_of(pack)
        if found is None:
            raise Http404
        return HttpResponse(found, content_type="text/plain; charset=utf-8")


class UploadRulePackApi(APIView):
    """Keep a version of a house's pack, which signs may name from then on."""

    permission_classes = [people("packs.manage")]

    @extend_schema(request=UploadIn, responses={201: PackOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(UploadIn, request)
        kept = rule_packs.upload(
            said["text"].encode(), said["filename"], by=person(request), effective_from=said.get("effective_from")
        )
        return Response(_told(_row(kept.key)), status=201)


def _row(key: str) -> PackRow:
    row = known.pack_row(key)
    if row is None:
        raise Http404
    return row


def _told(row: PackRow) -> dict[str, Any]:
    pack = row.pack
    places = [("situation", pack.entries), ("floor", pack.floor)]
    clauses = [(kind, name, one) for kind, group in places for name, group_rows in group.items() for one in group_rows]
    clauses += [("sign", "sign", one) for one in pack.sign]
    entries = [
        {"id": name, "kind": kind, "clause": one.clause, "checked": one.checked, "says": _plain(one)}
        for kind, name, one in clauses
    ]
    return {**PackRowOut(row).data, "entries": ClauseOut(entries, many=True).data}


def _plain(clause: Any) -> dict[str, Any]:
    said = {one.name: getattr(clause, one.name) for one in fields(clause)}
    return {name: _json(value) for name, value in said.items() if name not in ("clause", "checked")}


def _json(value: Any) -> Any:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, dict):
        return {str(name): _json(one) for name, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_json(one) for one in value]
    return str(value)


urlpatterns: list[Any] = [
    path("rule-packs", RulePacksApi.as_view(), name="api-rule-packs"),
    path("rule-packs/upload", UploadRulePackApi.as_view(), name="api-rule-pack-upload"),
    path("rule-packs/<str:pack>", RulePackApi.as_view(), name="api-rule-pack"),
    path("rule-packs/<str:pack>/text", RulePackTextApi.as_view(), name="api-rule-pack-text"),
]
