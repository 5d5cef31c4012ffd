"""How the API writes and reads tables and rounds: shapes of the queries as JSON, sums in minor units, times in UTC."""

from typing import Any

from rest_framework import serializers

from casino.fields import Form, Text, Whole
from casino.shapes import Plain, shown
from tables.queries.shapes import (
    DisputeView,
    EveningVerdictView,
    NoteView,
    RoundRow,
    RoundView,
    SignView,
    TableView,
    Tile,
    VerdictView,
)

SignOut = shown(SignView, name="Sign")
VerdictOut = shown(VerdictView, name="Verdict", also=("is_open",), finding=Plain())
EveningVerdictOut = shown(EveningVerdictView, name="EveningVerdict", also=("is_open",), finding=Plain())
DisputeRowOut = shown(DisputeView, name="DisputeRow", leave=frozenset({"may_rule"}))
NoteOut = shown(NoteView, name="Note")

TileOut = shown(
    Tile,
    name="Tile",
    leave=frozenset({"because", "arc", "bank_is_due", "misreads"}),
    sign=SignOut(allow_null=True),
    next_sign=SignOut(allow_null=True),
)

TableOut = shown(
    TableView,
    name="Table",
    leave=frozenset({"may", "permitted", "steps", "cameras", "crops", "evening", "misreads", "misread_by"}),
    sign=SignOut(allow_null=True),
    next_sign=SignOut(allow_null=True),
    verdicts=VerdictOut(many=True),
    evening_verdicts=EveningVerdictOut(many=True),
    disputes=DisputeRowOut(many=True),
)

RoundOut = shown(RoundRow, name="Round", verdicts=VerdictOut(many=True))

RoundDetailOut = shown(
    RoundView,
    name="RoundDetail",
    leave=frozenset({"may", "step", "due", "proof", "crops", "previous_id", "next_id"}),
    sign=SignOut(),
    verdicts=VerdictOut(many=True),
    disputes=DisputeRowOut(many=True),
    notes=NoteOut(many=True),
)


class EntryIn(Form):
    """One fact: kind and fields as in `tables/rules/facts.py`; `at` is milliseconds since 1970, absent is now."""

    kind = Text(max_length=20)
    at = Whole(required=False, allow_null=True)

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        # A field called `fields` would hide the serializer's own attribute of that name.
        values = serializers.ListField(child=serializers.JSONField(allow_null=True), max_length=12)
        return super().get_fields() | {"fields": values}


class EntriesIn(Form):
    """What happened, in order. `key` makes a second delivery harmless; `seen` refuses a form that is out of date."""

    key = Text(max_length=60)
    seen = Whole(required=False, allow_null=True)
    entries = serializers.ListField(child=EntryIn(), min_length=1, max_length=1000)


class TakenOut(serializers.Serializer[Any]):
    """How the table stands after the entries."""

    round_id = serializers.IntegerField(source="round.pk")
    round_number = serializers.IntegerField(source="round.number")
    numbers = serializers.ListField(child=serializers.IntegerField())
    is_new = serializers.BooleanField()
    seen = serializers.IntegerField()
    is_over = serializers.BooleanField()
    step = Plain(source="due.step")
    findings = Plain()


class CameraOut(serializers.Serializer[Any]):
    camera = serializers.CharField()
    table = serializers.CharField(allow_null=True)
    calibration = serializers.JSONField(allow_null=True)
    calibration_version = serializers.IntegerField()
    terms = serializers.JSONField(allow_null=True)
