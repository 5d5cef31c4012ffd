"""How the API writes and reads evenings."""

from typing import Any

from rest_framework import serializers

from casino.fields import Form, Text, Whole
from casino.shapes import Plain
from tables.api.serializers import ClosingOut


class EventsIn(Form):
    """Events as `[kind, …fields]`; `at` (milliseconds since 1970, UTC) where they are told late."""

    key = Text(max_length=60)
    events = serializers.ListField(
        child=serializers.ListField(child=serializers.JSONField(allow_null=True), max_length=12), max_length=1000
    )
    seen = Whole(required=False, min_value=0)
    at = Whole(required=False, min_value=0)


class EveningVerdictOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    key = serializers.CharField()
    rule = serializers.CharField()
    level = serializers.CharField()
    slot = serializers.CharField()
    state = serializers.CharField()
    finding = Plain()
    at = serializers.DateTimeField()
    because = serializers.IntegerField()
    closing = ClosingOut(allow_null=True)


class ToldOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    told = Plain(source="fields")  # a serializer has `fields` of its own


class EveningOut(serializers.Serializer[Any]):
    """What lies around the rounds of a table; no cards."""

    number = serializers.IntegerField()
    seen = serializers.IntegerField()
    game = serializers.CharField()
    due = Plain()
    bank = serializers.CharField(allow_null=True)
    places = Plain()
    seated = Plain()
    pot_minor = serializers.IntegerField(allow_null=True)
    bank_minor = serializers.IntegerField(allow_null=True)
    offer = Plain()
    refused = Plain()
    bids = Plain()
    entitled = serializers.CharField(allow_null=True)
    is_auction = serializers.BooleanField()
    is_over = serializers.BooleanField()
    verdicts = EveningVerdictOut(many=True)
    events = ToldOut(many=True, source="told")


class EveningRowOut(serializers.Serializer[Any]):
    """An evening in the list; `ended_at` and `why` are null while it runs."""

    id = serializers.IntegerField()
    table_code = serializers.CharField(source="table.code")
    number = serializers.IntegerField()
    began_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(source="end.at", default=None, allow_null=True)
    why = serializers.CharField(source="end.why", default=None, allow_null=True)
    rounds = serializers.IntegerField()
