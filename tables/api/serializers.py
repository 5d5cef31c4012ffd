"""How the API writes and reads tables and rounds: shapes of the queries as JSON, sums in minor units, times in UTC."""

from typing import Any

from rest_framework import serializers

from casino.fields import Form, Text, Whole
from casino.shapes import Plain


class SignOut(serializers.Serializer[Any]):
    version = serializers.IntegerField()
    profile = serializers.CharField()
    options = serializers.JSONField()
    min_minor = serializers.IntegerField()
    max_minor = serializers.IntegerField()
    step_minor = serializers.IntegerField()
    effective_from = serializers.DateTimeField()
    terms_hash = serializers.CharField()


class ClosingOut(serializers.Serializer[Any]):
    outcome = serializers.CharField()
    reason = serializers.CharField()
    by = serializers.CharField()
    at = serializers.DateTimeField()


class VerdictOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    key = serializers.CharField()
    round_id = serializers.IntegerField()
    round_number = serializers.IntegerField()
    rule = serializers.CharField()
    level = serializers.CharField()
    slot = serializers.CharField()
    state = serializers.CharField()
    money_minor = serializers.IntegerField(allow_null=True)
    is_provisional = serializers.BooleanField()
    finding = Plain()
    at = serializers.DateTimeField()
    taken_by = serializers.CharField(allow_null=True)
    closing = ClosingOut(allow_null=True)
    withheld = serializers.BooleanField()


class TileOut(serializers.Serializer[Any]):
    """A table as the dashboard shows it; no cards."""

    code = serializers.CharField()
    name = serializers.CharField()
    pit = serializers.CharField()
    state = serializers.CharField()
    sign = SignOut(allow_null=True)
    step = Plain(allow_null=True)
    dealer = serializers.CharField(allow_null=True)
    dealer_since = serializers.DateTimeField(allow_null=True)
    round_id = serializers.IntegerField(allow_null=True)
    round_number = serializers.IntegerField(allow_null=True)
    rounds_an_hour = serializers.IntegerField(allow_null=True)
    open_verdicts = serializers.IntegerField()
    is_last_round = serializers.BooleanField()
    is_paused = serializers.BooleanField()


class TableOut(serializers.Serializer[Any]):
    """A table with the felt as it lies, for those who may see live tables."""

    code = serializers.CharField()
    name = serializers.CharField()
    pit = serializers.CharField()
    state = serializers.CharField()
    boxes = serializers.IntegerField()
    is_open = serializers.BooleanField()
    sign = SignOut(allow_null=True)
    dealer = serializers.CharField(allow_null=True)
    shoe_key = serializers.CharField(allow_null=True)
    round_id = serializers.IntegerField(allow_null=True)
    round_number = serializers.IntegerField(allow_null=True)
    is_running = serializers.BooleanField()
    seen = serializers.IntegerField()
    step = Plain(allow_null=True)
    picture = Plain(allow_null=True)
    verdicts = VerdictOut(many=True)


class RoundOut(serializers.Serializer[Any]):
    """A line of the list of rounds."""

    id = serializers.IntegerField()
    table_code = serializers.CharField()
    number = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    how = serializers.CharField(allow_null=True)
    dealer = serializers.CharField()
    boxes = serializers.IntegerField(allow_null=True)
    staked_minor = serializers.IntegerField(allow_null=True)
    house_minor = serializers.IntegerField(allow_null=True)
    bank_total = serializers.CharField(allow_null=True)
    withheld = serializers.BooleanField()
    verdicts = VerdictOut(many=True)
    disputes = serializers.IntegerField()
    differing = serializers.IntegerField(allow_null=True)
    unknown_cards = serializers.IntegerField(allow_null=True)
    revision = serializers.IntegerField(allow_null=True)


class FactOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # Field has an attribute of this name
    saw = serializers.CharField()
    fact = Plain()


class DocumentOut(serializers.Serializer[Any]):
    revision = serializers.IntegerField()
    sha256 = serializers.CharField()
    previous_sha256 = serializers.CharField()
    engine = serializers.IntegerField()
    at = serializers.DateTimeField()


class RoundDetailOut(serializers.Serializer[Any]):
    """One round; without picture, settlement and cards while they are withheld."""

    id = serializers.IntegerField()
    table_code = serializers.CharField()
    number = serializers.IntegerField()
    dealer = serializers.CharField()
    shoe_key = serializers.CharField()
    withheld = serializers.BooleanField()
    opened_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    how = serializers.CharField(allow_null=True)
    sign = SignOut()
    steps = FactOut(many=True)
    picture = Plain(allow_null=True)
    settlement = Plain(allow_null=True)
    verdicts = VerdictOut(many=True)
    documents = DocumentOut(many=True)
    reaudit = serializers.CharField(allow_null=True)


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
