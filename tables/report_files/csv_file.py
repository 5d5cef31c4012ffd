"""A report as CSV: figures that programs read, and no cell that a spreadsheet would take for a formula.

English has commas and points, Russian semicolons and decimal commas, as spreadsheets of these countries expect. UTF-8
with a byte order mark. Head, rows and sums stand first; notes follow after an empty line.
"""

import csv
from io import StringIO
from typing import Final

from django.utils.timezone import localtime
from django.utils.translation import get_language

from tables.report_files import printed
from tables.report_files.about import About
from tables.reports.value import Cell, Column, Row, TableValue
from tables.wording import reports as words

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet may take for the start of a formula or a command (OWASP, CSV injection)."""
MARK: Final = "\ufeff"


def write(table: TableValue, about: About) -> bytes:
    """The file, in the active language."""
    out = StringIO()
    is_russian = (get_language() or "en").startswith("ru")
    writer = csv.writer(out, delimiter=";" if is_russian else ",", lineterminator="\r\n")
    point = "," if is_russian else "."
    writer.writerow([safe(head(column)) for column in table.columns])
    writer.writerows(_cells(table, row, point) for row in table.rows)
    for row in table.totals:
        writer.writerow([safe(printed.first_of(table, row)), *_cells(table, row, point)[1:]])
    writer.writerow([])
    shown = printed.printed(table)
    for line in (shown.title, about.words, about.proof, *shown.gaps, *shown.notes):
        writer.writerow([safe(line)])
    return (MARK + out.getvalue()).encode()


def head(column: Column) -> str:
    """The head of a column, with its unit where figures stand without one."""
    name = words.column(column.code)
    return f"{name}, %" if column.kind == "share" else name


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.lstrip().startswith(FORMULA) or text.startswith(FORMULA) else text


def _cells(table: TableValue, row: Row, point: str) -> list[str]:
    return [_cell(column, cell, point) for column, cell in zip(table.columns, row, strict=True)]


def _cell(column: Column, cell: Cell, point: str) -> str:
    if cell is None:
        return printed.unknown()
    if isinstance(cell, int):
        return _figure(column, cell, point)
    return cell if column.kind == "day" else safe(printed.worded(column, cell))


def _figure(column: Column, cell: int, point: str) -> str:
    """A plain number; a minus before digits is one, and no formula."""
    if column.kind == "moment":
        return localtime(printed.moment(cell)).strftime("%Y-%m-%d %H:%M:%S%z")
    decimals = {"money": 2, "share": 2, "per_thousand": 3}.get(column.kind, 0)
    if not decimals:
        return str(cell)
    whole, fraction = divmod(abs(cell), 10**decimals)
    return f"{'-' if cell < 0 else ''}{whole}{point}{fraction:0{decimals}}"
