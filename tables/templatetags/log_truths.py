"""The three truths, the replay's step and the journal's entries, in words for the round page."""

from collections.abc import Iterable
from dataclasses import dataclass

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.templatetags.screen import amount, gain
from shoes.templatetags.cards import mini
from tables import wording
from tables.queries.shapes import CardSeen, RoundView, TruthRow

register = template.Library()
register.filter("total_word", wording.total)

COLUMNS = ("observed", "entered", "ruled")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one source told; `stands` marks the one that the fold took."""

    html: SafeString | str
    is_told: bool
    stands: bool
    seen: CardSeen | None = None


@dataclass(frozen=True, slots=True)
class StepNow:
    """The fact at which the replay stands, the worst level that names it, and what was due after it."""

    head: str
    what: str
    level: str | None
    due: str


@register.filter
def differing(rows: Iterable[TruthRow]) -> list[TruthRow]:
    return [row for row in rows if row.differs]


@register.filter
def truth_name(row: TruthRow) -> str:
    """`Dealer, card 3`; `Box 4, paid`."""
    kind, _colon, more = row.what.partition(":")
    names = {
        "card": pgettext("truth", "card %(nth)d") % {"nth": row.nth},
        "said": pgettext("truth", "word %(nth)d") % {"nth": row.nth},
        "stake": pgettext("truth", "stake"),
        "paid": pgettext("truth", "paid"),
    }
    slot = pgettext("truth", "All boxes") if row.slot == "*" else wording.slot(row.slot)
    name = names.get(kind, kind)
    return f"{slot[:1].upper()}{slot[1:]}, {name}" + (f" ({wording.pay_kind(more)})" if more else "")


@register.filter
def truth_cells(row: TruthRow, view: RoundView) -> list[Cell]:
    """Observed, entered, ruled; what nobody told is written so, never left blank."""
    seen = next((one for one in view.crops if one.number in row.fact_ids), None)
    return [_cell(row, column, seen if column == "observed" else None) for column in COLUMNS]


def _cell(row: TruthRow, column: str, seen: CardSeen | None) -> Cell:
    told = getattr(row, column)
    if told is None and column != row.stands:
        return Cell(_untold(column), is_told=False, stands=False)
    return Cell(_told(row, told), is_told=True, stands=column == row.stands, seen=seen)


def _untold(column: str) -> str:
    return {
        "observed": pgettext("truth", "not seen"),
        "entered": pgettext("truth", "not entered"),
        "ruled": pgettext("truth", "no ruling"),
    }[column]


def _told(row: TruthRow, told: str | int | None) -> SafeString | str:
    kind = row.what.partition(":")[0]
    if told == "void":
        return pgettext("truth", "struck out")
    if kind == "card" and isinstance(told, str) and len(told) == 2:
        return mini(told)
    if kind == "paid":
        return wording.pay_kind("as_shown") if row.slot == "*" else _paid(told)
    if kind == "stake":
        return amount(told) if told != 0 else pgettext("truth", "none")  # type: ignore[arg-type]
    return wording.word(str(told))


def _paid(told: str | int | None) -> str:
    return gain(told) if isinstance(told, int) else amount(None)


@register.filter
def step_now(view: RoundView) -> StepNow:
    """Where the replay stands, in words."""
    due = wording.step(view.due) if view.due and view.due.code != "round_over" else None
    then = f"{due.head} {due.sum}".strip() if due else ""
    if not view.step:
        return StepNow(_("Nothing has happened yet"), "", None, then)
    step = view.steps[view.step - 1]
    said = wording.fact(step.fact)
    return StepNow(said.head, said.what, step.level, then)


@register.filter
def journal_word(what: str) -> str:
    """What kind of entry the journal holds."""
    words = {
        "round.opened": pgettext("journal", "round opened"),
        "round.entered": pgettext("journal", "entry"),
        "round.settled": pgettext("journal", "round settled"),
        "round.recorded": pgettext("journal", "round recorded"),
        "round.void": pgettext("journal", "round void"),
        "round.lost": pgettext("journal", "round lost"),
        "verdict.taken": pgettext("journal", "verdict taken"),
        "verdict.closed": pgettext("journal", "verdict closed"),
        "dispute.raised": pgettext("journal", "dispute"),
        "dispute.ruled": pgettext("journal", "ruling"),
        "dispute.reviewed": pgettext("journal", "dispute under review"),
        "dispute.appealed": pgettext("journal", "appeal"),
        "dispute.closed": pgettext("journal", "dispute closed"),
        "evidence.held": pgettext("journal", "evidence held"),
        "evidence.kept": pgettext("journal", "still and clip kept"),
        "evidence.none": pgettext("journal", "no still and no clip"),
        "evidence.seen": pgettext("journal", "still or clip looked at"),
        "evidence.deleted": pgettext("journal", "still and clip deleted"),
        "evidence.hold_lifted": pgettext("journal", "hold lifted"),
        "note.added": pgettext("journal", "note"),
        "evening.began": pgettext("journal", "evening begins"),
        "evening.told": pgettext("journal", "told of the evening"),
        "evening.ended": pgettext("journal", "evening ends"),
    }
    return words.get(what, what)
