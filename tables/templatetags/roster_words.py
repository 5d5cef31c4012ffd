"""Words of the roster and of hand-overs, for templates."""

from collections.abc import Sequence
from typing import Any

from django import template

from tables.queries.roster_shapes import Limit
from tables.wording import roster

register = template.Library()


@register.filter
def item_words(item: Sequence[Any]) -> str:
    return roster.item(item)


@register.filter
def item_level(item: Sequence[Any]) -> str:
    return roster.level(item)


@register.filter
def why_not(code: str) -> str:
    return roster.why_not(code)


@register.filter
def clause_words(limit: Limit) -> str:
    return roster.clause(limit)
