"""What is typed about chips: how many pieces of each value, and a gaming day."""

import re
from collections.abc import Iterable, Mapping
from datetime import date

from django.http import Http404
from django.utils.translation import gettext as _

from casino import money
from tables.forms import Malformed
from tables.rules.chips import MOST_PIECES

NAME = re.compile(r"n_([1-9][0-9]{0,14})", re.ASCII)
PIECES = re.compile(r"[0-9]{1,7}", re.ASCII)


def pieces(posted: Mapping[str, str]) -> dict[int, int]:
    """Pieces by value from fields `n_<value>`; an empty field is none. Raises Malformed."""
    found = {}
    for name in posted:
        match = NAME.fullmatch(name)
        text = posted[name].strip()
        if not match or not text:
            continue
        if not PIECES.fullmatch(text) or int(text) > MOST_PIECES:
            said = _("%(value)s: “%(text)s” is no number of pieces; write a whole number from 0 to %(most)s.")
            about = {"value": money.format(int(match[1])), "text": text[:40], "most": str(MOST_PIECES)}
            raise Malformed(said % about)
        found[int(match[1])] = int(text)
    return found


def values(text: str) -> list[int]:
    """Values such as `1, 2.50, 5` as minor units. Raises Malformed."""
    try:
        return [money.parse(part) for part in re.split(r"[;\s]+|,(?=\s)|,$", text.strip()) if part]
    except money.NotMoney as wrong:
        raise Malformed(str(wrong)) from None


def typed(minors: Iterable[int]) -> str:
    """Values as they are typed."""
    return "; ".join(money.format(minor).replace(money.THIN, "") for minor in minors)


def day_of(text: str | None, otherwise: date) -> date:
    """The gaming day that an address names, such as 2026-03-28."""
    if not text:
        return otherwise
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404(text) from None


def day_typed(text: str) -> date:
    """The gaming day that a form names. Raises Malformed."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Malformed(_("The form names no gaming day; reload the page.")) from None


def whole(text: str) -> int | None:
    """A whole number, or None where there is none. Raises Malformed."""
    if not text:
        return None
    if not PIECES.fullmatch(text):
        raise Malformed(_("The form is damaged; reload the page."))
    return int(text)
