"""What the pages of packs say."""

from collections.abc import Iterable

from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from casino.models import Staff
from shoes.models import Pack, PackEvent, PackHold, PackKind, PackMove, PackState, PackTally
from shoes.queries.book import PLACES

register = template.Library()


@register.filter
def serials(packs: Iterable[Pack | str]) -> str:
    """Their numbers, runs of them as first..last."""
    return ", ".join(_runs(sorted(str(pack) for pack in packs)))


@register.filter
def pack_state(state: str) -> str:
    return str(PackState(state).label)


@register.filter
def may_agree(move: PackMove, person: Staff) -> bool:
    """Whether this person's signature may be the second one."""
    return move.by_id != person.pk and not (move.is_other_role and move.by.role == person.role)


@register.filter
def is_signed(tally: PackTally) -> bool:
    return hasattr(tally, "signed")


@register.filter
def is_lifted(hold: PackHold) -> bool:
    return hasattr(hold, "lifted")


@register.filter
def signers(event: PackEvent) -> str:
    """Who answers for it: both, where two signed."""
    move = event.move
    if move is None or move.signatures == 1 or move.by_id == event.by_id:
        return str(event.by)
    return f"{move.by}, {event.by}"


@register.filter
def labelled(field: BoundField) -> SafeString:
    """A number field in a table, named by its row and column."""
    place = dict(zip(PLACES, _places(), strict=True))[field.name.partition("-")[0]]
    return field.as_widget(attrs={"aria-label": f"{field.label}: {place}", "inputmode": "numeric"})


@register.filter
def tally_mark(tally: PackTally) -> str:
    return "act" if tally.differs else "done"


@register.filter
def tally_differences(tally: PackTally) -> list[tuple[str, str, int, int]]:
    """(packs, place, in the book, counted) of each number that differs."""
    counted = {(line["kind"], line["back"]): line for line in tally.counted}
    return [
        (f"{PackKind(line['kind']).label}, {line['back']}", word, line[place], found)
        for line in tally.book
        for place, word in zip(PLACES, _places(), strict=True)
        if (found := counted.get((line["kind"], line["back"]), {}).get(place, 0)) != line[place]
    ]


def _places() -> tuple[str, str, str]:
    return pgettext("packs", "Store"), pgettext("packs", "Floor"), pgettext("packs", "Set aside")


def _runs(names: list[str]) -> list[str]:
    """`P-01 P-02 P-03 P-07` as `P-01..P-03` and `P-07`."""
    runs: list[list[str]] = []
    for name in names:
        if runs and _follows(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return [piece for run in runs for piece in ([f"{run[0]}..{run[-1]}"] if len(run) > 2 else run)]


def _follows(before: str, name: str) -> bool:
    stem = before.rstrip("0123456789")
    digits = before[len(stem) :]
    return bool(digits) and name == f"{stem}{int(digits) + 1:0{len(digits)}}"
