"""Wording of chips for templates: codes in, words out (tables/wording/chips.py)."""

from collections.abc import Iterable
from datetime import date

from django import template
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from casino.models import Staff
from casino.templatetags.screen import stake
from tables.queries.chip_differences import DifferenceView
from tables.queries.slips import SlipView
from tables.rules.chips import DayFigures
from tables.wording import chips as words

register = template.Library()

register.filter("slip_step", words.step)
register.filter("slip_step_short", words.step_short)
register.filter("slip_step_next", words.step_next)
register.filter("slip_act", words.act)
register.filter("difference_words", words.difference)
register.filter("slip_state", words.state)
register.filter("slip_mark", words.mark)
register.filter("chips_kind", words.kind)
register.filter("account_name", words.account)
register.filter("gap_word", words.gap)

DRAWN_MINOR = (1_00, 2_50, 5_00, 25_00, 100_00, 500_00, 1000_00)
"""Values whose chips have a colour of their own."""


@register.filter
def gap_words(figures: DayFigures) -> str:
    """Why a day has no result, in one sentence."""
    return joined(words.gap(code) for code in figures.gaps)


@register.filter
def duty_words(difference: DifferenceView) -> str:
    """What a difference asks for beside telling people."""
    return " ".join(words.duty(code) for code in difference.duties if code != "told")


@register.filter
def told_words(difference: DifferenceView) -> str:
    """Who is told of a difference."""
    return joined(words.told(code) for code in difference.tell)


@register.filter
def hold_words(figures: DayFigures) -> str:
    return words.percent(figures.hold_basis_points, get_language() or "en")


@register.filter
def joined(texts: Iterable[str]) -> str:
    return ", ".join(texts)


@register.filter
def times(pieces: int | None, value: int) -> int | None:
    """The sum of some pieces of a value."""
    return None if pieces is None else pieces * value


@register.simple_tag
def chip(value: int) -> SafeString:
    """One chip of this value; a value without a colour of its own is told by its figure."""
    shown = f"c{value // 100}" if value in DRAWN_MINOR else "c1"
    icon = static("casino/marks.svg")
    return format_html(
        '<span class="chip {}"><svg aria-hidden="true"><use href="{}#chip"/></svg><span>{}</span></span>',
        *(shown, icon, stake(value)),
    )


@register.simple_tag
def slip_url(slip: SlipView, person: Staff) -> str:
    """The slip's page, as far as this person has one."""
    if person.may("fill.sign"):
        return reverse("slip", args=[slip.id])
    return reverse("table-slip", args=[slip.table_code, slip.id])


@register.filter
def day_words(day: date | None) -> str:
    """A gaming day in full."""
    return date_format(day, "j E Y") if day else ""
