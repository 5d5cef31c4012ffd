"""Lists page by page, by keyset: a page begins after the last row of the one before, so that what is added meanwhile
moves nothing and no page costs more than the first.

    {"items": [...], "next": "/api/slips?after=…&kind=fill"}        `next` is null on the last page
"""

import base64
import binascii
import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from casino.errors import Refused
from casino.fields import Filters, Text, Whole

MOST: Final = 200
USUAL: Final = 50
Shown = type[serializers.Serializer[Any]]


class BadCursor(Refused):
    """`after` is none of ours."""

    code = "bad-cursor"
    status = 422

    def __init__(self) -> None:
        super().__init__(_("“after” is no place in this list; take `next` of the page before as it is."))


class Paged(Filters):
    """What every list is asked."""

    after = Text(required=False, help_text="From `next` of the page before")
    limit = Whole(required=False, min_value=1, max_value=MOST, default=USUAL, help_text="Rows a page")


@cache
def page_of(shown: Shown) -> Shown:
    """The shape of a page of such rows."""
    following = serializers.CharField(allow_null=True, help_text="Address of the next page; null on the last")
    body = {"items": shown(many=True), "next": following}
    return type(f"{shown.__name__.removesuffix('Out')}Page", (serializers.Serializer,), body)


def narrowed(rows: QuerySet[Any], wanted: dict[str, Any], **lookups: str | QuerySet[Any]) -> QuerySet[Any]:
    """Rows for which all holds that is asked; what is not asked narrows nothing.

    A lookup is a field's, such as `table="table__code"`; or rows: yes asks for those among them, no for others.
    """
    for name, lookup in lookups.items():
        if name not in wanted:
            continue
        if isinstance(lookup, str):
            rows = rows.filter(**{lookup: wanted[name]})
        else:
            among = Q(pk__in=lookup.values("pk"))
            rows = rows.filter(among if wanted[name] else ~among)
    return rows


def page(
    request: Request,
    rows: QuerySet[Any],
    order: Sequence[str],
    *,
    asked: dict[str, Any],
    shown: Shown,
    view: Callable[[list[Any]], Iterable[Any]] = list,
) -> Response:
    """A page of `rows` in the `order` of fields that together are unique, such as ("-at", "-pk"). Raises BadCursor."""
    if "after" in asked:
        rows = rows.filter(_beyond(rows.model, order, _values(asked["after"], len(order))))
    found = list(rows.order_by(*order)[: asked["limit"] + 1])
    last = found[asked["limit"] - 1] if len(found) > asked["limit"] else None
    keys = [getattr(last, name.lstrip("-")) for name in order] if last is not None else None
    return _answer(request, view(found[: asked["limit"]]), keys, shown)


def page_by(
    request: Request, rows: Iterable[Any], key: Callable[[Any], str], *, asked: dict[str, Any], shown: Shown
) -> Response:
    """A page of `rows` that are few and already there, in the order of a key that is unique. Raises BadCursor."""
    ordered = sorted(rows, key=key)
    if "after" in asked:
        [after] = _values(asked["after"], 1)
        ordered = [row for row in ordered if key(row) > str(after)]
    found = ordered[: asked["limit"]]
    return _answer(request, found, [key(found[-1])] if len(ordered) > len(found) else None, shown)


def _answer(request: Request, items: Iterable[Any], keys: Sequence[Any] | None, shown: Shown) -> Response:
    following = None
    if keys is not None:
        query = request.query_params.copy()
        query["after"] = _cursor(keys)
        following = f"{request.path}?{query.urlencode()}"
    return Response({"items": shown(items, many=True).data, "next": following})


def _beyond(model: type[Model], order: Sequence[str], values: Sequence[Any]) -> Q:
    """Rows that come after these values."""
    name, value = order[0].lstrip("-"), values[0]
    field = model._meta.pk if name == "pk" else model._meta.get_field(name)
    try:
        place = field.to_python(value)  # type: ignore[union-attr]
    except (ValidationError, OverflowError):
        raise BadCursor from None
    step = "lt" if order[0].startswith("-") else "gt"
    further = Q(**{f"{name}__{step}": place})
    return further if len(order) == 1 else further | (Q(**{name: place}) & _beyond(model, order[1:], values[1:]))


def _cursor(values: Sequence[Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps([str(value) for value in values]).encode()).decode().rstrip("=")


def _values(cursor: str, number: int) -> list[str]:
    try:
        values = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        raise BadCursor from None
    if not isinstance(values, list) or len(values) != number or not all(_is_plain(value) for value in values):
        raise BadCursor
    return values


def _is_plain(value: object) -> bool:
    return isinstance(value, str) and "\0" not in value and len(value) < 200
