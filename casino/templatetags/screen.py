"""How amounts, odds, states and marks are written on every page."""

from datetime import datetime

from django import template
from django.contrib.auth.models import AnonymousUser
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from casino import money
from casino.errors import Refused
from casino.models import Staff

register = template.Library()


@register.filter
def amount(minor: int | None) -> str:
    """A sum with its decimals; what is not known is said to be unknown, never left blank."""
    return _unknown() if minor is None else money.format(minor, language=get_language() or "en", always=True)


@register.filter
def stake(minor: int | None) -> str:
    """A stake, chip or limit: without decimals where it is whole, as chips say it."""
    return _unknown() if minor is None else money.format(minor, language=get_language() or "en")


@register.filter
def gain(minor: int | None) -> str:
    """A net with its sign: +37.50, −200.00, 0.00."""
    return f"+{amount(minor)}" if minor and minor > 0 else amount(minor)


@register.filter
def odds(ratio: str) -> str:
    """`3:2` as the felt says it."""
    pays, on, *_rest = ratio.split(":")
    return _("%(pays)s to %(on)s") % {"pays": pays, "on": on}


@register.filter
def since_ms(moment: datetime) -> int:
    """A moment as milliseconds, for ages that the page counts on."""
    return int(moment.timestamp() * 1000)


@register.filter
def age(seconds: float) -> str:
    """1:42, or 1:05:09 after an hour."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{rest:02d}" if hours else f"{minutes}:{rest:02d}"


@register.simple_tag
def now_ms() -> int:
    """The server's clock, by which pages count ages."""
    return int(timezone.now().timestamp() * 1000)


@register.simple_tag
def mark(name: str) -> SafeString:
    """One of the marks; always decoration, the word stands beside it."""
    return format_html(
        '<svg class="mark" aria-hidden="true"><use href="{}#{}"/></svg>', static("casino/marks.svg"), name
    )


def state_word(code: str) -> str:
    """The state of a table or alert in one word."""
    words = {
        "calm": pgettext("state", "Calm"),
        "look": pgettext("state", "Look"),
        "act": pgettext("state", "Act"),
        "stop": pgettext("state", "Stop"),
        "lost": pgettext("state", "Not following"),
        "watch": pgettext("state", "Watch only"),
        "call": pgettext("state", "Call"),
        "closed": pgettext("state", "Closed"),
    }
    return words[code]


STATE_CLASS = {"lost": "look", "watch": "look", "call": "act", "closed": "off"}


@register.filter
def state_class(code: str) -> str:
    return STATE_CLASS.get(code, code)


@register.simple_tag
def state(code: str) -> SafeString:
    """The badge: shape and word, colour last."""
    return format_html('<span class="state {}">{}{}</span>', state_class(code), mark(code), state_word(code))


@register.filter
def state_text(code: str) -> str:
    return state_word(code)


OVERTAKEN = frozenset(
    {
        "stale-form",
        "verdict-not-open",
        "verdict-already-closed",
        "verdict-already-taken",
        "dispute-already-ruled",
        "dispute-moved-on",
        "hold-already-lifted",
        "call-already-answered",
    }
)
"""Refusals of something that was right when the page was opened."""


@register.filter
def was_overtaken(refusal: Refused) -> bool:
    """Whether somebody else was quicker; then the page as it is now shows what they did."""
    return refusal.code in OVERTAKEN


@register.filter
def may(person: Staff | AnonymousUser, permission: str) -> bool:
    """`{% if user|may:"pit.see" %}`"""
    return person.is_authenticated and person.may(permission)


def _unknown() -> str:
    return pgettext("amount", "unknown")
