"""Limits in words: by kind of bet, raised, and what a change of them asks for."""

from collections.abc import Mapping
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from casino.templatetags.screen import stake
from tables.queries.raises import RaiseView
from tables.queries.shapes import SignView
from tables.rules.limit_changes import Notice
from tables.wording.known import once_a_language


@once_a_language
def _kinds() -> dict[str, str]:
    return {
        "main": pgettext("kind of bet", "Stake"),
        "double": pgettext("kind of bet", "Double"),
        "split": pgettext("kind of bet", "Split"),
        "insurance": pgettext("kind of bet", "Insurance"),
        "buy": pgettext("kind of bet", "Bought card"),
        "onlooker": pgettext("kind of bet", "Onlooker’s stake"),
        "player": pgettext("kind of bet", "All boxes of one player"),
        "bank": pgettext("kind of bet", "Bank"),
    }


def kind(code: str) -> str:
    return _kinds().get(code, code)


def span(sign: SignView) -> str:
    return f"{stake(sign.min_minor)}–{stake(sign.max_minor)}"


def raised(row: RaiseView) -> str:
    """`Box 3 up to 1 000 until 23:00`."""
    words = _("Box %(box)s up to %(max)s until %(time)s")
    return words % {"box": row.place, "max": stake(row.max_minor), "time": f"{timezone.localtime(row.until):%H:%M}"}


def kind_limits(kinds: Mapping[str, Mapping[str, int]]) -> list[str]:
    """`Insurance 5–250`, one a kind that has limits of its own."""
    return [f"{kind(code)} {stake(one['min_minor'])}–{stake(one['max_minor'])}" for code, one in kinds.items()]


def change(code: str) -> str:
    said = {
        "raise_maximum": _("a higher maximum"),
        "lower_maximum": _("a lower maximum"),
        "raise_minimum": _("a higher minimum"),
        "lower_minimum": _("a lower minimum"),
    }
    return said[code]


def notice_asked(notice: Notice, earliest: datetime) -> str:
    """`COMAR 36.05.03.21C asks for 30 minutes’ notice of a higher maximum while …; it can hold from 14:35.`"""
    words = ngettext(
        "%(clause)s asks for %(count)d minute’s notice of %(changes)s while somebody plays: "
        "this sign can hold from %(time)s.",
        "%(clause)s asks for %(count)d minutes’ notice of %(changes)s while somebody plays: "
        "this sign can hold from %(time)s.",
        notice.minutes,
    )
    changes = ", ".join(change(code) for code in notice.changes)
    time = f"{timezone.localtime(earliest):%H:%M}"
    return words % {"clause": notice.clause, "count": notice.minutes, "changes": changes, "time": time}
