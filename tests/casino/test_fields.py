"""The API takes JSON as it is typed: nothing is coerced, nothing unknown passed over."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.http import QueryDict
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from casino.fields import BadTime, Choice, Day, Filters, Form, Moment, Text, Whole, YesNo


class Everything(Form):
    text = Text(required=False)
    whole = Whole(required=False, min_value=0)
    yes_no = YesNo(required=False)
    choice = Choice(["a", "1"], required=False)
    moment = Moment(required=False)
    day = Day(required=False)


class Asked(Filters):
    table = serializers.ListField(child=Text(), required=False)
    limit = Whole(required=False)
    open = YesNo(required=False)


def _read(form: Form) -> Any:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({"text": " as sent "}, {"text": " as sent "}),
        ({"whole": 5.0}, {"whole": 5}),
        ({"yes_no": False}, {"yes_no": False}),
        ({"moment": "2026-03-01t19:00:00.5+01:00"}, {"moment": datetime(2026, 3, 1, 18, 0, 0, 500_000, UTC)}),
        ({"moment": "2026-12-31T23:59:60Z"}, {"moment": datetime(2026, 12, 31, 23, 59, 59, tzinfo=UTC)}),
        ({"day": "2026-03-28"}, {"day": date(2026, 3, 28)}),
    ],
)
def test_what_has_the_right_form_is_taken(given: dict[str, Any], taken: dict[str, Any]) -> None:
    assert _read(Everything(data=given)) == taken


@pytest.mark.parametrize(
    "given",
    [
        {"text": 5}, {"text": ""}, {"text": "a\0b"}, {"text": "x" * 401}, {"text": None},
        {"whole": "5"}, {"whole": True}, {"whole": 5.5}, {"whole": -1}, {"whole": 2**53}, {"whole": float("inf")},
        {"yes_no": "true"}, {"yes_no": 1}, {"choice": 1}, {"choice": "b"}, {"choice": ["a"]},
        {"moment": "2026-03-01T18:00:00"}, {"moment": "2026-03-01"}, {"moment": "2026-02-30T18:00:00Z"}, {"moment": 5},
        {"day": "2026-3-28"}, {"day": "20260328"}, {"day": "2026-02-30"}, {"day": 20260328},
        {"txet": "mistyped"},
    ],
)  # fmt: skip
def test_what_has_another_form_is_not(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        _read(Everything(data=given))


@pytest.mark.parametrize("given", [{"moment": "0001-01-01T00:00:00Z"}, {"day": "9999-01-01"}])
def test_a_time_of_no_casino_is_refused_with_its_reason(given: dict[str, str]) -> None:
    with pytest.raises(BadTime, match="1970 to 2199"):
        _read(Everything(data=given))


def test_numbers_and_yes_and_no_are_read_from_an_address() -> None:
    asked = _read(Asked(data=QueryDict("table=A&table=B&limit=20&open=true")))
    assert asked == {"table": ["A", "B"], "limit": 20, "open": True}


@pytest.mark.parametrize("query", ["limit=٣", "limit=05", "limit= 5", "limit=1&limit=2", "open=1", "open=", "x=1"])
def test_nothing_else_is(query: str) -> None:
    with pytest.raises(ValidationError):
        _read(Asked(data=QueryDict(query)))
