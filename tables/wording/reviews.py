"""Payout review in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from casino.templatetags.screen import amount
from tables.models import PayoutAnswer
from tables.queries.reviews import PayoutRow, Tally
from tables.wording.places import slot
from tables.wording.terms import pay_kind

SMALLEST = 0.0005
"""A share below this is written as less than 0.1 %, never as none."""


def due(minor: int | None) -> str:
    """What was due beside the stake."""
    if minor is None:
        return pgettext("payout", "Sum unknown")
    if minor > 0:
        return pgettext("payout", "Pay %(sum)s") % {"sum": amount(minor)}
    if minor < 0:
        return pgettext("payout", "Take %(sum)s") % {"sum": amount(-minor)}
    return pgettext("payout", "Leave the stake")


def paid(minor: int | None) -> str:
    """What was done instead."""
    if minor is None:
        return pgettext("payout", "sum not known")
    if minor > 0:
        return pgettext("payout", "%(sum)s was paid") % {"sum": amount(minor)}
    if minor < 0:
        return pgettext("payout", "%(sum)s was taken") % {"sum": amount(-minor)}
    return pgettext("payout", "nothing moved")


def pay(row: Mapping[str, Any]) -> str:
    """One line of a settlement: its kind and odds."""
    return f"{pay_kind(row['kind'])}, {row['odds']}" if row["odds"] else pay_kind(row["kind"])


def name(row: PayoutRow) -> str:
    told = {"table": row.table_code, "number": row.round_number, "slot": slot(row.slot)}
    return _("%(table)s, round %(number)s, %(slot)s") % told


def answer(found: PayoutAnswer | None) -> str:
    return str(found.get_outcome_display()) if found else pgettext("payout", "not answered")


def answer_mark(found: PayoutAnswer | None) -> str:
    if found is None:
        return "look"
    return {"right": "done", "wrong": "act"}.get(found.outcome, "camera-off")


def share(value: float | None) -> str:
    """0.0132 as 1.3 %."""
    if value is None:
        return pgettext("rate", "unknown")
    if 0 < value < SMALLEST:
        return _("less than %s") % percent(2 * SMALLEST)
    return percent(value)


def interval(tally: Tally) -> str:
    """The 95 % interval of the share."""
    found = tally.interval
    return f"{percent(found[0])} – {percent(found[1])}" if found else "–"


def percent(value: float) -> str:
    text = f"{value * 100:.1f}"
    return f"{text.replace('.', ',') if (get_language() or '').startswith('ru') else text}\u202f%"
