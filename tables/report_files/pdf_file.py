"""A report as a PDF: the table on pages that lie on their side, then what is missing and how to read it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from casino.paper import Paper
from tables.report_files.about import About
from tables.report_files.printed import PrintedCell, printed
from tables.reports.value import TableValue

MANY_COLUMNS = 12


def write(table: TableValue, about: About) -> bytes:
    """The file, in the active language; the same report gives the same bytes."""
    shown = printed(table)
    paper = Paper(shown.title, footer=about.proof, is_wide=True, author=about.by)
    paper.paragraph(about.words, is_small=True)
    rows = [[_text(cell) for cell in row] for row in (*shown.rows, *shown.totals)]
    if rows:
        size = 6.6 if len(shown.head) > MANY_COLUMNS else 7.6
        paper.table(shown.head, rows, align=shown.align, totals=len(shown.totals), size=size)
    else:
        paper.paragraph(_("Nothing was recorded in this span."))
    _list(paper, pgettext("report", "What is missing"), shown.gaps or [pgettext("report", "Nothing is missing.")])
    _list(paper, pgettext("report", "How to read it"), shown.notes)
    return paper.pdf()


def _text(cell: PrintedCell) -> str:
    return f"▲ {cell.text}" if cell.is_odd else cell.text


def _list(paper: Paper, title: str, lines: Sequence[str]) -> None:
    paper.heading(title)
    for line in lines:
        paper.paragraph(line, is_small=True)
