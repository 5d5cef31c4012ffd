"""Words for people and their places: what needs a person, what is under way at a table."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tables.queries.roster_shapes import Limit, RosterAlert
from tables.wording.places import slot


def alert(found: RosterAlert) -> tuple[str, str]:
    """What it is, and why it matters or what to do."""
    name, table = {"name": found.name}, {"table": found.table_code}
    if found.kind == "overdue":
        what = ngettext(
            "%(name)s has dealt for %(minutes)s minute", "%(name)s has dealt for %(minutes)s minutes", found.number
        )
        return what % {**name, "minutes": found.number}, _relief(found.most)
    if found.kind == "unlicensed":
        return _("%(name)s deals, and the licence has run out") % name, _("Relieve the dealer; this is reportable.")
    if found.kind == "unrostered":
        return _("%(name)s is not on the roster of this shift") % name, _("Relieve the dealer, or add them.")
    if found.kind == "unwatched":
        return _("Nobody watches %(table)s") % table, _("Assign a supervisor on the roster page.")
    if found.kind == "hand_over":
        return _("%(name)s is to take %(table)s over") % (name | table), _("It waits for the second signature.")
    what = ngettext("%(name)s watches %(count)s open table", "%(name)s watches %(count)s open tables", found.number) % {
        **name,
        "count": found.number,
    }
    return what, _most(found.most)


def _relief(most: Limit | None) -> str:
    if most is None:
        return ""
    if most.clause:
        return _("Due after %(minutes)s minutes, %(clause)s.") % {"minutes": most.number, "clause": clause(most)}
    return _("Due after %(minutes)s minutes by the house's rule.") % {"minutes": most.number}


def _most(most: Limit | None) -> str:
    return _("At most %(number)s, %(clause)s.") % {"number": most.number, "clause": clause(most)} if most else ""


def clause(limit: Limit) -> str:
    """The clause, and whether anybody confirmed it."""
    return limit.clause if limit.checked else _("%s, not confirmed") % limit.clause


def why_not(code: str) -> str:
    """Why a dealer may not deal, beside their name."""
    return {
        "licence-over": pgettext("dealer", "licence has run out"),
        "no-licence": pgettext("dealer", "no licence on file"),
        "not-rostered": pgettext("dealer", "not on the roster"),
        "": "",
    }[code]


def item(found: Sequence[Any]) -> str:
    """One thing under way, as it is signed."""
    kind, *rest = found
    return ITEMS[str(kind)](*rest)


def level(found: Sequence[Any]) -> str:
    """Its mark: of a verdict its own level."""
    kind = str(found[0])
    levels = {"verdict": 3, "evening": 2}
    if kind in levels:
        return str(found[levels[kind]])
    return "act" if kind in ("dispute", "call", "difference") else "look"


def _verdict(rule: str, place: str, _level: str, number: int) -> str:
    return _("Verdict %(rule)s on %(slot)s, round %(number)s") % {"rule": rule, "slot": slot(place), "number": number}


def _dispute(_pk: int, place: str, number: int, words: str) -> str:
    about = {"slot": slot(place), "number": number, "words": words}
    return _("Dispute about %(slot)s, round %(number)s: “%(words)s”") % about


def _slip(kind: str, ref: str) -> str:
    return (_("Fill %s waits for signatures") if kind == "fill" else _("Credit %s waits for signatures")) % ref


def _count(kind: str, day: str) -> str:
    words = _("The opener of %s waits for its second signature")
    if kind == "closer":
        words = _("The closer of %s waits for its second signature")
    return words % _day(day)


def _sign(version: int, moment: str) -> str:
    at = timezone.localtime(datetime.fromisoformat(moment))
    return _("Sign %(version)s holds from %(when)s") % {"version": version, "when": date_format(at, _("j M Y H:i"))}


def _day(day: str) -> str:
    return date_format(date.fromisoformat(day), _("j M Y"))


ITEMS: Mapping[str, Callable[..., str]] = {
    "round": lambda number: _("Round %s is on the felt") % number,
    "verdict": _verdict,
    "evening": lambda rule, _level, _pk: _("Verdict %s around the rounds") % rule,
    "dispute": _dispute,
    "call": lambda _pk, name, reason: _("%(name)s calls: %(reason)s") % {"name": name, "reason": reason or "–"},
    "slip": _slip,
    "count": _count,
    "difference": lambda day, _pk: _("A difference of chips on %s that nobody acknowledged") % _day(day),
    "sign": _sign,
}
