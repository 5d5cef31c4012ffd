"""A report as a spreadsheet: figures as numbers with formats, texts as texts, the notes on a sheet of their own."""

from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any, Final

from django.utils.timezone import localtime
from django.utils.translation import pgettext
from xlsxwriter import Workbook

from tables.report_files import printed
from tables.report_files.about import About
from tables.reports.value import Cell, Column, Row, TableValue
from tables.wording import reports as words

FORMATS: Final = {
    "money": '#,##0.00;"\u2212"#,##0.00',
    "count": "#,##0",
    "share": '0.0%;"\u2212"0.0%',
    "per_thousand": "0.00",
    "day": "yyyy-mm-dd",
    "moment": "yyyy-mm-dd hh:mm",
}
SCALES: Final = {"money": 100, "share": 10_000, "per_thousand": 1_000}
WIDEST: Final = 44
PLAIN: Final = {
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "in_memory": True,
}


def write(table: TableValue, about: About) -> bytes:
    """The file, in the active language; the same report gives the same bytes."""
    out = BytesIO()
    book = Workbook(out, PLAIN)
    shown = printed.printed(table)
    made = localtime(about.made_at).replace(tzinfo=None)
    book.set_properties({"title": shown.title, "author": about.by, "comments": about.proof, "created": made})
    _write_table(book, table)
    _write_notes(book, shown, about)
    book.close()
    return out.getvalue()


def _write_table(book: Any, table: TableValue) -> None:
    sheet = book.add_worksheet(words.kind(table.report)[:31])
    formats = _Formats(book)
    for index, column in enumerate(table.columns):
        sheet.write_string(0, index, words.column(column.code), formats.head(column))
    for number, row in enumerate(table.rows, start=1):
        _write_row(sheet, number, table, row, formats)
    for number, row in enumerate(table.totals, start=len(table.rows) + 1):
        _write_row(sheet, number, table, row, formats, is_total=True)
        sheet.write_string(number, 0, printed.first_of(table, row), formats.cell("text", is_total=True))
    for index, column in enumerate(table.columns):
        sheet.set_column(index, index, _width(table, index, column))
    sheet.freeze_panes(1, 1)
    sheet.set_landscape()
    sheet.set_paper(9)  # A4
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)


def _write_row(
    sheet: Any, number: int, table: TableValue, row: Row, formats: "_Formats", *, is_total: bool = False
) -> None:
    for index, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
        style = formats.cell(column.kind, is_total=is_total)
        value = _value(column, cell)
        if isinstance(value, str):
            sheet.write_string(number, index, value, style)
        elif isinstance(value, Decimal):
            sheet.write_number(number, index, value, style)
        else:
            sheet.write_datetime(number, index, value, style)


def _value(column: Column, cell: Cell) -> Any:
    """A text, a Decimal or a date."""
    if cell is None:
        return printed.unknown()
    if isinstance(cell, int):
        if column.kind == "moment":
            return localtime(printed.moment(cell)).replace(tzinfo=None)
        return Decimal(cell) / SCALES.get(column.kind, 1)
    if column.kind == "day" and cell:
        return date.fromisoformat(cell)
    return printed.worded(column, cell) if cell else ""


def _width(table: TableValue, index: int, column: Column) -> int:
    texts = [str(_value(column, row[index])) for row in (*table.rows, *table.totals)]
    return min(WIDEST, 2 + max(map(len, [*words.column(column.code).split(), *texts])))


def _write_notes(book: Any, shown: printed.Printed, about: About) -> None:
    sheet = book.add_worksheet(pgettext("report", "Notes"))
    wrapped = book.add_format({"text_wrap": True, "valign": "top"})
    sheet.set_column(0, 0, 100)
    lines = [shown.title, about.words, about.proof, *shown.gaps, *shown.notes]
    for number, line in enumerate(lines):
        sheet.write_string(number, 0, line, wrapped)


class _Formats:
    """The book's formats by kind, each made once."""

    def __init__(self, book: Any) -> None:
        self._book, self._made = book, {}  # type: Any, dict[tuple[str, bool], Any]

    def head(self, column: Column) -> Any:
        align = "right" if column.is_figure else "left"
        return self._book.add_format({"bold": True, "text_wrap": True, "bottom": 1, "valign": "bottom", "align": align})

    def cell(self, kind: str, *, is_total: bool) -> Any:
        if (kind, is_total) not in self._made:
            said: dict[str, Any] = {"valign": "top"}
            if kind in FORMATS:
                said["num_format"] = FORMATS[kind]
            if kind in SCALES or kind == "count":
                said["align"] = "right"
            if is_total:
                said |= {"bold": True, "bg_color": "#f0f0ec"}
            self._made[kind, is_total] = self._book.add_format(said)
        return self._made[kind, is_total]
