"""How the API writes and reads evenings."""

from typing import Any

from rest_framework import serializers

from tables.serializers import ClosingOut, Plain


class EventsIn(serializers.Serializer[Any]):
    """Events as `[kind, …fields]`; `at` (milliseconds since 1970, UTC) where they are told late."""

    key = serializers.CharField(max_length=60)
    events = serializers.ListField(child=serializers.ListField(child=serializers.JSONField(allow_null=True)))
    seen = serializers.IntegerField(required=False, min_value=0)
    at = serializers.IntegerField(required=False, min_value=0)


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
    ended_at = serializers.DateTimeField(source="end.at", default=None)
    why = serializers.CharField(source="end.why", default=None)
    rounds = serializers.IntegerField()
