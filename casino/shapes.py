"""How the API writes: a shape of the queries (a dataclass) as a serializer with the same fields, so that nothing is
described twice. Shapes are already stripped of what their reader may not see.
"""

import types
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from rest_framework import serializers

Field = serializers.Field[Any, Any, Any, Any]
SIMPLE: dict[object, type[Field]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    float: serializers.FloatField,
    bool: serializers.BooleanField,
    datetime: serializers.DateTimeField,
    date: serializers.DateField,
}


class Plain(serializers.JSONField):
    """A value of the engine (step, finding, picture), as its own JSON."""

    def to_representation(self, value: Any) -> Any:
        if hasattr(value, "as_json"):
            return value.as_json()
        if is_dataclass(value) and not isinstance(value, type):
            return {one.name: self.to_representation(getattr(value, one.name)) for one in fields(value)}
        if isinstance(value, (tuple, list, set, frozenset)):
            return [self.to_representation(item) for item in value]
        if isinstance(value, Mapping):
            return {str(name): self.to_representation(item) for name, item in value.items()}
        return value


def shown(
    shape: type, *, name: str = "", also: Sequence[str] = (), leave: Set[str] = frozenset(), **own: Field
) -> type[serializers.Serializer[Any]]:
    """A serializer of a dataclass.

    `also` names properties that are shown too, `leave` fields that are not; `own` gives fields that are written in
    their own way. What has no type that JSON knows is written as it is.
    """
    hints = get_type_hints(shape)
    made: dict[str, Any] = {one.name: hints[one.name] for one in fields(shape)}
    made |= {one: get_type_hints(getattr(shape, one).fget)["return"] for one in also}
    body: dict[str, Any] = {one: _field(kind) for one, kind in made.items() if one not in leave and one not in own}
    body |= own
    return type(name or shape.__name__, (serializers.Serializer,), {**body, "__doc__": _first_line(shape)})


@cache
def _nested(shape: type) -> type[serializers.Serializer[Any]]:
    """One class a shape, however often it stands in others."""
    return shown(shape)


def _field(kind: Any) -> Field:
    """The field of an annotation."""
    inner, may_be_null = _without_none(kind)
    if is_dataclass(inner) and isinstance(inner, type) and not hasattr(inner, "as_json"):
        return _nested(inner)(allow_null=may_be_null)
    if get_origin(inner) is Literal or (isinstance(inner, type) and issubclass(inner, str)):
        return serializers.CharField(allow_null=may_be_null)
    if inner in SIMPLE:
        return SIMPLE[inner](allow_null=may_be_null)
    item = _item(inner)
    if item is not None:
        return serializers.ListField(child=_field(item), allow_null=may_be_null)
    return Plain()  # which may be null as it is


def _without_none(kind: Any) -> tuple[Any, bool]:
    if get_origin(kind) in (Union, types.UnionType):
        left = [one for one in get_args(kind) if one is not type(None)]
        is_null = len(left) < len(get_args(kind))
        return (left[0] if len(left) == 1 else Any), is_null
    return kind, False


def _item(kind: Any) -> Any:
    """What a sequence holds, if it is one of one kind."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return args[0]
    if isinstance(origin, type) and issubclass(origin, (list, Set)) and len(args) == 1:
        return args[0]
    return None


def _first_line(shape: type) -> str:
    told = shape.__doc__ or ""
    return "" if told.startswith(f"{shape.__name__}(") else told.partition("\n")[0]


class LineOut(serializers.Serializer[Any]):
    """So many pieces of a value."""

    value_minor = serializers.IntegerField()
    pieces = serializers.IntegerField()


class Lines(serializers.ListField):
    """Pieces by value in minor units, as rows."""

    child = LineOut()

    def to_representation(self, value: Any) -> list[dict[str, int]]:
        pairs = value.items() if isinstance(value, Mapping) else value
        return [{"value_minor": int(worth), "pieces": pieces} for worth, pieces in pairs]
