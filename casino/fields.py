"""How the API reads: JSON as it is typed, nothing coerced, nothing unknown passed over.

What does not have the form that /api/schema describes is answered with 400 and names its fields; what has the form and
cannot be is answered with 422 by whoever knows why.
"""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, TypeVar

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.request import Request

from casino.errors import Refused

LARGEST: Final = 2**53 - 1
YEARS: Final = range(1970, 2200)
_RFC3339 = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:)(\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_DAY = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
_WHOLE = re.compile(r"-?(0|[1-9]\d{0,18})", re.ASCII)
Made = TypeVar("Made")


class BadTime(Refused):
    """A day or moment that no casino has."""

    code = "bad-time"
    status = 422

    def __init__(self, text: str) -> None:
        said = _("“%(text)s” lies outside the years %(first)d to %(last)d; check it.")
        super().__init__(said % {"text": text, "first": YEARS[0], "last": YEARS[-1]})


class Text(serializers.CharField):
    """A text of at least one character, as it was sent; `blank=True` allows none."""

    def __init__(self, *, blank: bool = False, **options: Any) -> None:
        least = {} if blank else {"min_length": 1}
        super().__init__(**{"trim_whitespace": False, "allow_blank": blank, "max_length": 400, **least, **options})

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A whole number; never a text, never yes or no. JSON's 5.0 is 5."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"min_value": -LARGEST, "max_value": LARGEST, **options})

    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, bool) or not isinstance(data, (int, float)) or data != data // 1:
            self.fail("invalid")
        return int(data)


class YesNo(serializers.BooleanField):
    """true or false and nothing that looks like it."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return bool(data)


class Choice(serializers.ChoiceField):
    """One of a few texts."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid_choice", input=data)
        return super().to_internal_value(data)


class Moment(serializers.DateTimeField):
    """A moment with its zone, as RFC 3339 writes it. Raises BadTime for years of no casino."""

    default_error_messages = {"unclear": gettext_lazy("Write a time with its zone, such as 2026-03-01T18:00:00Z.")}

    def to_internal_value(self, value: Any) -> datetime:
        match = _RFC3339.fullmatch(value) if isinstance(value, str) else None
        if match is None:
            self.fail("unclear")
        day, clock, seconds, fraction, zone = match.groups()
        seconds = "59" if seconds == "60" else seconds  # a leap second
        try:
            moment = datetime.fromisoformat(f"{day}T{clock}{seconds}{fraction or ''}{zone.upper()}")
        except ValueError:
            self.fail("unclear")
        if moment.year not in YEARS:
            raise BadTime(str(value))
        return moment.astimezone(UTC)


class Day(serializers.DateField):
    """A gaming day. Raises BadTime for years of no casino."""

    default_error_messages = {"unclear": gettext_lazy("Write a day as 2026-03-28.")}

    def to_internal_value(self, value: Any) -> date:
        if not isinstance(value, str) or not _DAY.fullmatch(value):
            self.fail("unclear")
        try:
            day = date.fromisoformat(value)
        except ValueError:
            self.fail("unclear")
        if day.year not in YEARS:
            raise BadTime(value)
        return day


class Form(serializers.Serializer[Any]):
    """A body of a request; a name that it does not know is refused, since a mistyped one would do nothing."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = sorted(set(map(str, data)) - set(self.fields))
            if unknown:
                known = ", ".join(self.fields)
                said = _("Nothing of this name is taken here; there are: %s.") % known if known else _("Send {}.")
                raise serializers.ValidationError({name[:100]: [said] for name in unknown})
        return super().to_internal_value(data)


class ReasonIn(Form):
    """Why."""

    reason = Text(max_length=400)


class Filters(Form):
    """The query of an address. Every value there is text; numbers and yes/no are read from it, and nothing else."""

    def to_internal_value(self, data: Any) -> Any:
        return super().to_internal_value(self._typed(data) if isinstance(data, QueryDict) else data)

    def _typed(self, query: QueryDict) -> dict[str, Any]:
        return {name: self._value(name, query.getlist(name)) for name in query}

    def _value(self, name: str, texts: list[str]) -> Any:
        field = self.fields.get(name)
        if isinstance(field, serializers.ListField):
            return texts
        if len(texts) != 1:
            raise serializers.ValidationError({name: [_("This is given more than once; give it once.")]})
        [text] = texts
        if isinstance(field, Whole) and _WHOLE.fullmatch(text):
            return int(text)
        if isinstance(field, YesNo):
            return {"true": True, "false": False}.get(text, text)
        return text


class DayFilter(Filters):
    day = Day(required=False, help_text="The gaming day; today's if absent")


def read(form: type[Form], request: Request) -> dict[str, Any]:
    """What the body says. Raises ValidationError with what is wrong, field by field."""
    return _checked(form(data=request.data))


def asked(filters: type[Filters], request: Request) -> dict[str, Any]:
    """What the address asks for. Raises ValidationError."""
    return _checked(filters(data=request.query_params))


def _checked(form: Form) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)
