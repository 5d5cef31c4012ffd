"""How the API writes and reads evenings."""

from typing import Any

from rest_framework import serializers

from casino.fields import Form, Text, Whole
from casino.shapes import Plain, shown
from tables.api.serializers import EveningVerdictOut
from tables.queries.shapes import EveningView


class EventsIn(Form):
    """Events as `[kind, …fields]`; `at` (milliseconds since 1970, UTC) where they are told late."""

    key = Text(max_length=60)
    events = serializers.ListField(
        child=serializers.ListField(child=serializers.JSONField(allow_null=True), max_length=12), max_length=1000
    )
    seen = Whole(required=False, min_value=0)
    at = Whole(required=False, min_value=0)


class ToldOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    told = Plain(source="fields")  # a serializer has `fields` of its own


EveningOut = shown(
    EveningView,
    name="Evening",
    leave=frozenset({"findings", "told"}),
    verdicts=EveningVerdictOut(many=True),
    events=ToldOut(many=True, source="told"),
)


class EveningRowOut(serializers.Serializer[Any]):
    """An evening in the list; `ended_at` and `why` are null while it runs."""

    id = serializers.IntegerField()
    table_code = serializers.CharField(source="table.code")
    number = serializers.IntegerField()
    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(source="end.at", default=None, allow_null=True)
    why = serializers.CharField(source="end.why", default=None, allow_null=True)
    rounds = serializers.IntegerField()
