"""The floor as an administrator furnishes it: pits, tables in them, boxes, and what is printed on the felts."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.translation import gettext as _

from casino import audit
from casino.errors import Refused, refused_if
from casino.models import Staff
from tables import refusals
from tables.models import Layout, Pit, Sign, Table
from tables.queries import tables as known
from tables.rules.options import IllegalOption, canonical
from tables.rules.profiles import GAMES
from tables.rules.terms import Terms
from tables.services import notices
from tables.wording import floor as words
from tables.wording.illegal import illegal

PRINTED: Final = ("natural_pays", "insurance_pays", "dealer_policy")
"""Options that a felt may have in print."""
MOST_BOXES: Final = 9
LONGEST_PIT: Final = 40


class NameTaken(Refused):
    code = "name-taken"
    status = 409


@transaction.atomic
def add_pit(name: str, *, by: Staff) -> Pit:
    """A pit without tables yet."""
    name = _pit_name(name)
    with refused_if("tables_pit_name_key", NameTaken(_("There is a pit {name} already.").format(name=name))):
        pit = Pit.objects.create(name=name)
    audit.record(audit.HOUSE, by, "pit.added", about=f"pit:{pit.pk}", facts={"name": name})
    return pit


@transaction.atomic
def rename_pit(pit: Pit, name: str, *, by: Staff) -> Pit:
    """Another name; its tables follow."""
    name, old = _pit_name(name), pit.name
    with refused_if("tables_pit_name_key", NameTaken(_("There is a pit {name} already.").format(name=name))):
        Pit.objects.filter(pk=pit.pk).update(name=name)
    pit.name = name
    audit.record(audit.HOUSE, by, "pit.renamed", about=f"pit:{pit.pk}", facts={"name": name, "before": old})
    for table in Table.objects.filter(pit=name):
        notices.tell(table)
    return pit


@transaction.atomic
def add_layout(name: str, *, game: str, boxes: int, printed: Mapping[str, str], by: Staff) -> Layout:
    """A felt that tables may get. `printed`: options of the game as the felt says them; what it leaves out, any sign
    may post. Raises BadLayout with what would be right.
    """
    name = name.strip()
    if not 0 < len(name) <= 60:
        raise refusals.BadLayout(_("A layout has a name of 1 to 60 characters."))
    if game not in GAMES:
        raise refusals.BadLayout(_("There is no game called {game}; choose one of the list.").format(game=game))
    if not 1 <= boxes <= MOST_BOXES:
        raise refusals.BadLayout(_("A felt has 1 to {most} boxes, not {boxes}.").format(most=MOST_BOXES, boxes=boxes))
    read = _printed(game, printed)
    with refused_if("tables_layout_name_key", NameTaken(_("There is a layout {name} already.").format(name=name))):
        layout = Layout.objects.create(name=name, game=game, boxes=boxes, printed=read, by=by)
    facts = {"name": name, "game": game, "boxes": boxes, "printed": read}
    audit.record(audit.HOUSE, by, "layout.added", about=f"layout:{layout.pk}", facts=facts)
    return layout


@transaction.atomic
def change_table(
    table: Table, *, name: str, pit: str, boxes: int, layout: Layout | None, is_in_use: bool, by: Staff
) -> Table:
    """Name and pit at any time; boxes, layout, and taking it off the floor only while it is closed.

    A felt has its own number of boxes, which counts. A sign that says otherwise than the table must be posted anew
    before the table opens.
    """
    Table.objects.select_for_update(no_key=True).get(pk=table.pk)
    boxes = boxes if layout is None else layout.boxes
    if not 1 <= boxes <= MOST_BOXES:
        raise refusals.BadTable(_("A table has 1 to {most} boxes, not {boxes}.").format(most=MOST_BOXES, boxes=boxes))
    check_pit(pit)
    before = _as_facts(table)
    is_felt = (boxes, layout, is_in_use) == (table.boxes, table.layout, table.is_in_use)
    if not is_felt and known.state_of(table).is_open:
        raise refusals.TableIsOpen(table.code)
    new: dict[str, Any] = {"name": name.strip()[:80], "pit": pit, "boxes": boxes, "layout": layout}
    new["is_in_use"] = is_in_use
    Table.objects.filter(pk=table.pk).update(**new)
    for field, value in new.items():
        setattr(table, field, value)
    facts = {"before": before, "after": _as_facts(table)}
    audit.record(table.chain, by, "table.changed", about=table.chain, facts=facts)
    notices.tell(table)
    return table


def check_layout(table: Table, terms: Terms) -> None:
    """Raises BadLayout where a sign would say otherwise than the felt of the table."""
    layout = table.layout
    if layout is None:
        return
    if layout.game != terms.game.name:
        raise refusals.BadLayout(words.other_game(layout, terms.game.name))
    for name, value in layout.printed.items():
        if str(terms.options[name]) != str(value):
            raise refusals.BadLayout(words.other_print(layout, name, terms))


def check_sign(table: Table, sign: Sign) -> None:
    """Raises BadLayout where the sign in force was posted for other boxes or another felt than the table has now."""
    if sign.boxes != table.boxes:
        raise refusals.BadLayout(words.other_boxes(table, sign.boxes))
    check_layout(table, known.terms_of(sign))


def _printed(game: str, printed: Mapping[str, str]) -> dict[str, str]:
    for name in printed:
        if name not in PRINTED:
            raise refusals.BadLayout(words.not_printed(game, name))
    try:
        return {name: str(value) for name, value in canonical(game, GAMES[game].options, printed).items()}
    except IllegalOption as wrong:
        raise refusals.BadLayout(illegal(wrong)) from None


def _pit_name(name: str) -> str:
    name = name.strip()
    if not 0 < len(name) <= LONGEST_PIT:
        raise refusals.BadTable(_("A pit has a name of 1 to {most} characters.").format(most=LONGEST_PIT))
    return name


def check_pit(name: str) -> None:
    """Raises BadTable where there is no such pit."""
    if not Pit.objects.filter(name=name).exists():
        raise refusals.BadTable(_("There is no pit {name}; add it first.").format(name=name))


def _as_facts(table: Table) -> dict[str, Any]:
    layout = table.layout.name if table.layout else None
    return {
        "name": table.name,
        "pit": table.pit,
        "boxes": table.boxes,
        "layout": layout,
        "is_in_use": table.is_in_use,
    }
