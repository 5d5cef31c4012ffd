"""Facets, pills, pages, ticks and CSV of the auditor's pages."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.money import format as money
from tables import wording
from tables.queries.evening_pages import EveningsPage
from tables.queries.shapes import Facet, RoundRow, RoundsPage, RoundView
from tables.views.filters import OUTCOMES, SAMPLED, TRUTHS, FilterForm
from tables.wording.speaking import of_profile, spoken

MOST_TICKS = 8
REAUDITS = ("judged_otherwise", "damaged")


@dataclass(frozen=True, slots=True)
class FacetValue:
    value: str
    label: str
    count: int
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class FacetGroup:
    name: str
    title: str
    values: tuple[FacetValue, ...]

    @property
    def narrows(self) -> bool:
        """Whether the list can be narrowed to a value; re-audits are of whole shoes and only counted."""
        return self.name != "reaudit"


@dataclass(frozen=True, slots=True)
class Pill:
    """One filter in force, and the address without it."""

    label: str
    without: str


@dataclass(frozen=True, slots=True)
class Tick:
    step: int
    label: str
    is_here: bool


class Facets:
    """Groups in the order of the page; what counts zero stays, and is quiet."""

    def __init__(self, facets: Sequence[Facet], chosen: QueryDict) -> None:
        self._counts = {(facet.name, facet.value): facet.count for facet in facets}
        self._chosen = chosen

    def __iter__(self) -> Any:
        yield self._group("table", _("Table"), self._values("table"))
        yield self._group("outcome", _("Verdict"), OUTCOMES)
        yield self._group("rule", _("Rule"), self._values("rule"))
        yield self._group("truth", _("Truths"), TRUTHS)
        yield self._group("reaudit", _("Re-audit"), REAUDITS)

    def _values(self, name: str) -> list[str]:
        known = [value for facet, value in self._counts if facet == name]
        return known + [value for value in self._chosen.getlist(name) if value not in known]

    def _group(self, name: str, title: str, values: Sequence[str]) -> FacetGroup:
        chosen = self._chosen.getlist(name)
        return FacetGroup(
            name,
            title,
            tuple(FacetValue(one, label(name, one), self._counts.get((name, one), 0), one in chosen) for one in values),
        )


class Pages:
    """Where the pages before and after are."""

    def __init__(self, page: RoundsPage | EveningsPage, query: QueryDict) -> None:
        self.before = _with_page(query, page.page - 1) if page.page > 1 else ""
        self.after = _with_page(query, page.page + 1) if page.page < page.pages else ""


def label(name: str, value: str) -> str:
    """What a facet's value is called."""
    if name == "outcome":
        return wording.outcome(value)
    return {
        "differs": pgettext("truths", "entered differs from observed"),
        "ruled": pgettext("truths", "ruled otherwise"),
        "unknown": pgettext("truths", "a card stayed unknown"),
        "judged_otherwise": pgettext("re-audit", "judged otherwise by a later engine"),
        "damaged": pgettext("re-audit", "record damaged"),
    }.get(value, value)


def pills(form: FilterForm, query: QueryDict) -> list[Pill]:
    """Every filter in force."""
    said = form.cleaned_data
    found = []
    for name in ("table", "outcome", "rule", "truth"):
        found += [Pill(label(name, value), _without_value(query, name, value)) for value in said[name]]
    if said["dealer"]:
        found.append(Pill(said["dealer"].name, _without(query, "dealer")))
    if said["since"]:
        found.append(Pill(_("from %s") % date_format(said["since"]), _without(query, "since")))
    if said["until"]:
        found.append(Pill(_("until %s") % date_format(said["until"]), _without(query, "until")))
    if said["shoe"]:
        found.append(Pill(_("shoe %s") % said["shoe"], _without(query, "shoe")))
    if said["sample"]:
        words = _("random sample, seed %(seed)s") % {"seed": said["seed"]}
        found.append(Pill(words, _without(query, *SAMPLED)))
    if said["find"]:
        found.append(Pill(f"“{said['find']}”", _without(query, "find")))
    return found


def _without_value(query: QueryDict, name: str, value: str) -> str:
    left = query.copy()
    left.pop("page", None)
    left.setlist(name, [one for one in left.getlist(name) if one != value])
    return f"?{left.urlencode()}"


def _without(query: QueryDict, *names: str) -> str:
    return f"?{without(query, *names).urlencode()}"


def without(query: QueryDict, *names: str) -> QueryDict:
    """The filter as it is without these."""
    left = query.copy()
    for name in ("page", *names):
        left.pop(name, None)
    return left


def _with_page(query: QueryDict, number: int) -> str:
    moved = query.copy()
    moved["page"] = str(number)
    return f"?{moved.urlencode()}"


def ticks(view: RoundView) -> list[Tick]:
    """The slider's marks: where each part of the round begins, the step shown, and the end."""
    starts = [
        1 + next(iter(same))[0] for _part, same in groupby(enumerate(view.steps), key=lambda step: _part(step[1].fact))
    ]
    while len(starts) > MOST_TICKS:
        starts = starts[::2]
    wanted = sorted({*starts, view.step, len(view.steps)} - {0})
    with of_profile(view.sign.profile):
        return [Tick(step, spoken(_tick_label(view, step)), step == view.step) for step in wanted]


def _part(fact: tuple[Any, ...]) -> tuple[str, str]:
    """Facts of one part of a round stand together on the slider: the stakes, the deal, one box, the payments."""
    kind = str(fact[2])
    where = str(fact[5]).partition(".")[0] if kind == "said" else ""
    return (kind, where)


def _tick_label(view: RoundView, step: int) -> str:
    if step == view.step:
        return _("%(step)d of %(count)d") % {"step": step, "count": len(view.steps)}
    kind = view.steps[step - 1].kind
    words = {
        "stake": pgettext("tick", "stakes"),
        "card": pgettext("tick", "cards"),
        "paid": pgettext("tick", "pay"),
        "turned": pgettext("tick", "dealer"),
        "closed": pgettext("tick", "end"),
    }
    if kind == "said":
        return f"{step} {wording.slot(str(view.steps[step - 1].fact[5]))}"
    return f"{step} {words[kind]}" if kind in words else str(step)


def csv_head() -> list[object]:
    return [
        _("Table"),
        _("Round"),
        _("Opened (UTC)"),
        _("Ended (UTC)"),
        _("Ended how"),
        _("Dealer"),
        _("Boxes"),
        _("Staked"),
        _("House"),
        _("Verdicts"),
        _("Truths differ"),
        _("Revision"),
    ]


def csv_row(row: RoundRow) -> list[object]:
    """Plain values: sums with a point, times as ISO, nothing that a spreadsheet would run as a formula."""
    return [
        _safe(row.table_code),
        row.number,
        row.opened_at.isoformat(timespec="seconds"),
        row.ended_at.isoformat(timespec="seconds") if row.ended_at else "",
        row.how or "",
        _safe(row.dealer),
        _known(row.boxes),
        _sum(row.staked_minor),
        _sum(row.house_minor),
        "; ".join(
            f"{verdict.rule} {verdict.closing.outcome if verdict.closing else 'open'}" for verdict in row.verdicts
        ),
        _known(row.differing),
        _known(row.revision),
    ]


def _known(value: int | None) -> object:
    return "unknown" if value is None else value


def _sum(minor: int | None) -> str:
    if minor is None:
        return "unknown"
    return money(minor, always=True).replace("\u202f", "").replace("\u2212", "-")


def _safe(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text
