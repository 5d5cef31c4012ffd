"""What pages say of spreads."""

from typing import NamedTuple

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from shoes.models import Spread, SpreadAnswer
from shoes.queries import SpreadDay, is_waiting

register = template.Library()


class State(NamedTuple):
    level: str
    mark: str
    head: str


@register.filter
def of_camera(days: dict[str, SpreadDay], name: str) -> SpreadDay | None:
    """A camera's newest day, where it read a spread."""
    return days.get(name)


@register.filter
def as_told(spread: Spread) -> Spread | SpreadAnswer:
    """Its figures, by whoever looked the packs through where somebody did."""
    told: Spread | SpreadAnswer = getattr(spread, "answer", spread)
    return told


@register.filter
def recall(told: Spread | SpreadAnswer | SpreadDay) -> str:
    """The share that was read, in per cent; 100 only where all was."""
    tenths = 1000 * told.right // max(told.expected, 1)
    return _("%(whole)d.%(tenth)d %%") % {"whole": tenths // 10, "tenth": tenths % 10}


@register.filter
def share(told: SpreadDay) -> str:
    """The same for a meter."""
    return f"{told.recall_permille / 1000:.3f}"


@register.filter
def spread_state(spread: Spread) -> State:
    """What came of it."""
    if is_waiting(spread):
        return State("look", "look", _("to be looked through"))
    if spread.is_as_printed:
        return State("calm", "done", _("complete"))
    answer = spread.answer
    if not answer.is_as_printed:
        return State("act", "act", _("not whole: held"))
    return State("calm", "done", pgettext("packs", "whole; the camera was wrong"))
