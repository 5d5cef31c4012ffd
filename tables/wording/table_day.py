"""The lines of a table's day in words."""

from django.utils import timezone
from django.utils.translation import pgettext

from casino.templatetags.screen import stake
from tables.models import RaisedMaximum, Sign
from tables.queries.table_day import Happening


def happening(line: Happening) -> str:
    """`Opened: Anna deals`; `Sign 3 posted, from 14:35`; the note stands beside it."""
    about = line.about
    if isinstance(about, Sign):
        time = f"{timezone.localtime(about.effective_from):%H:%M}"
        limits = f"{stake(about.min_minor)}–{stake(about.max_minor)}"
        return _signs()[line.kind] % {"version": about.version, "limits": limits, "time": time}
    if isinstance(about, RaisedMaximum):
        return _raises()[line.kind] % {"box": about.place, "max": stake(about.max_minor)}
    return _events()[line.kind] % {"about": about or ""}


def _signs() -> dict[str, str]:
    return {
        "posted": pgettext("table day", "Sign %(version)s posted, %(limits)s, from %(time)s"),
        "announced": pgettext("table day", "Sign %(version)s announced to the players"),
        "in_force": pgettext("table day", "Sign %(version)s in force, %(limits)s"),
    }


def _raises() -> dict[str, str]:
    return {
        "raised": pgettext("table day", "Box %(box)s raised to %(max)s"),
        "ended": pgettext("table day", "Box %(box)s no longer raised to %(max)s"),
    }


def _events() -> dict[str, str]:
    return {
        "opened": pgettext("table day", "Opened, %(about)s deals"),
        "dealer": pgettext("table day", "Relieved, %(about)s deals"),
        "shoe": pgettext("table day", "Shoe %(about)s"),
        "paused": pgettext("table day", "Paused"),
        "resumed": pgettext("table day", "Resumed"),
        "stopped": pgettext("table day", "Stopped"),
        "closed": pgettext("table day", "Closed"),
    }
