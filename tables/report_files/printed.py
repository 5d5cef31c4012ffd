"""A report in words, as the screen and the PDF show it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from casino import money
from tables.reports.daily import GAME
from tables.reports.value import Cell, Column, Row, TableValue
from tables.wording import reports as words
from tables.wording.chips import percent

NOT_SAID = "–"
SHORT = 14


@dataclass(frozen=True, slots=True)
class PrintedCell:
    text: str
    is_figure: bool = False
    is_unknown: bool = False
    is_odd: bool = False  # what somebody should look into

    @property
    def is_short(self) -> bool:
        """Whether it stands on one line, such as a table's code."""
        return len(self.text) <= SHORT


@dataclass(frozen=True, slots=True)
class Printed:
    """A report in the active language."""

    title: str
    head: tuple[str, ...]
    align: str  # a letter a column: l, or r for figures
    rows: tuple[tuple[PrintedCell, ...], ...]
    totals: tuple[tuple[PrintedCell, ...], ...]
    notes: tuple[str, ...]
    gaps: tuple[str, ...]


def printed(table: TableValue) -> Printed:
    return Printed(
        title=words.title(table),
        head=tuple(words.column(column.code) for column in table.columns),
        align="".join("r" if column.is_figure else "l" for column in table.columns),
        rows=tuple(_row(table.columns, row) for row in table.rows),
        totals=tuple(_row(table.columns, row, first=first_of(table, row)) for row in table.totals),
        notes=tuple(words.said(note) for note in table.notes),
        gaps=tuple(words.said(gap) for gap in table.gaps),
    )


def first_of(table: TableValue, row: Row) -> str:
    """What stands first in one line of sums: of all, or of all tables of a game."""
    name = str(row[0])
    return words.all_of_game(name.removeprefix(GAME)) if name.startswith(GAME) else all_of_them(table)


def all_of_them(table: TableValue) -> str:
    """What stands first in a line of sums."""
    return {
        "tables": _("All tables"),
        "dealers": pgettext("report", "All dealers"),
        "slips": pgettext("report", "Sum of the signed"),
    }[table.report]


def _row(columns: Sequence[Column], row: Row, *, first: str = "") -> tuple[PrintedCell, ...]:
    cells = [_cell(column, cell) for column, cell in zip(columns, row, strict=True)]
    return (PrintedCell(first), *cells[1:]) if first else tuple(cells)


def _cell(column: Column, cell: Cell) -> PrintedCell:
    if cell is None:
        return PrintedCell(unknown(), column.is_figure, is_unknown=True)
    if cell == "":
        return PrintedCell(NOT_SAID if column.is_figure else "", column.is_figure)
    return PrintedCell(_text(column, cell), column.is_figure, is_odd=cell in ("outside", "missing"))


def unknown() -> str:
    return pgettext("amount", "unknown")


def _text(column: Column, cell: str | int) -> str:
    language = get_language() or "en"
    if isinstance(cell, int):
        if column.kind == "money":
            return money.format(cell, language=language, always=True)
        if column.kind == "share":
            return percent(cell, language)
        if column.kind == "per_thousand":
            return money.format((cell + 5) // 10, language=language, always=True)
        if column.kind == "moment":
            return date_format(localtime(moment(cell)), _("j M Y, H:i")).replace(" ", "\u00a0")
        return money.format(cell, language=language, decimals=0)
    return worded(column, cell)


def worded(column: Column, cell: str) -> str:
    """A cell of letters in words."""
    spoken = {"word": words.word, "rule": words.rule, "reasons": words.reasons, "day": words.day}
    return spoken[column.kind](cell) if column.kind in spoken else cell


def moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
