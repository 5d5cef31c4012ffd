"""PDF files: headings, text, tables, pictures and cards on A4 pages with a footer and page numbers.

    paper = Paper("Dispute 12", footer="House of Seventeen")
    paper.paragraph("Box 3 says that it stood.")
    paper.table(["What", "Sum"], [["Stake", "25.00"]], align="lr")
    paper.cards(["QH", "7S"])
    pdf = paper.pdf()

The same calls give the same bytes, so that a hash of the file means something: no clock, no random name stands in it.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Image, KeepTogether, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table

from casino.paper_cards import DrawnCards

FONT: Final = "DejaVuSans"
BOLD: Final = "DejaVuSans-Bold"
FONTS: Final = Path(__file__).parent / "fonts"
MARGIN: Final = 48.0  # on all sides of what is written
INSET: Final = 6.0  # what reportlab leaves free within a frame
MM: Final = 72 / 25.4
INK: Final = HexColor("#1a1a1a")
QUIET: Final = HexColor("#555555")
RULE: Final = HexColor("#9a9a9a")
SHADE: Final = HexColor("#f0f0ec")
PAD: Final = 4.0
LEAST_COLUMN: Final = 46.0

Rows = Sequence[Sequence[str]]


def _style(name: str, size: float, **said: Any) -> ParagraphStyle:
    fixed: dict[str, Any] = {"fontName": FONT, "textColor": INK, "leading": size * 1.35, "splitLongWords": 1}
    return ParagraphStyle(name, fontSize=size, **{**fixed, **said})


TITLE: Final = _style("title", 17, fontName=BOLD, spaceAfter=8)
HEADING: Final = _style("heading", 12, fontName=BOLD, spaceBefore=10, spaceAfter=4, keepWithNext=1)
TEXT: Final = _style("text", 9.5, spaceAfter=5)
SMALL: Final = _style("small", 8, textColor=QUIET, spaceBefore=2, spaceAfter=4)


class Paper:
    """One PDF in the making; what is added stands in the order in which it was added.

    footer   stands at the left of each page's foot; the page number stands at the right.
    is_wide  the page lies on its side, for tables of many columns.
    author   who answers for the paper, among the file's properties.
    """

    def __init__(self, title: str, *, footer: str = "", is_wide: bool = False, author: str = "Seventeen") -> None:
        _register_fonts()
        self.title, self.footer, self.author = title, footer, author
        self.size = landscape(A4) if is_wide else A4
        self.width = self.size[0] - 2 * MARGIN
        self._story: list[Flowable] = [_text(title, TITLE)]

    def heading(self, text: str) -> None:
        self._story.append(_text(text, HEADING))

    def paragraph(self, text: str, *, is_small: bool = False) -> None:
        """Text as it is; its line breaks are kept, and nothing in it is taken for markup."""
        self._story.append(_text(text, SMALL if is_small else TEXT))

    def space(self, mm: float = 3) -> None:
        self._story.append(Spacer(1, mm * MM))

    def new_page(self) -> None:
        self._story.append(PageBreak())

    def table(self, head: Sequence[str], rows: Rows, *, align: str = "", totals: int = 0, size: float = 8.5) -> None:
        """A table whose head is repeated on each page.

        align   one letter a column: `l` text, which wraps; `r` figures, which do not.
        totals  so many of the last rows are sums: they stand bold below a line.
        """
        align = align or "l" * len(head)
        widths = _widths([head, *rows], align, self.width, size=size)
        body = [_cells(head, align, size, is_bold=True)]
        body += [_cells(row, align, size, is_bold=index >= len(rows) - totals) for index, row in enumerate(rows)]
        drawn = Table(body, colWidths=widths, repeatRows=1, hAlign="LEFT")
        drawn.setStyle(_table_style(align, len(rows), totals=totals, size=size))
        self._story += [drawn, Spacer(1, 3 * MM)]

    def picture(self, data: bytes, *, width_mm: float = 60, caption: str = "") -> None:
        """A PNG or JPEG, no wider than the page, with a line below it."""
        image = Image(BytesIO(data), hAlign="LEFT")
        width = min(width_mm * MM, self.width)
        image.drawHeight, image.drawWidth = image.drawHeight * width / image.drawWidth, width
        parts: list[Flowable] = [image] + ([_text(caption, SMALL)] if caption else [])
        self._story.append(KeepTogether(parts))

    def cards(self, texts: Sequence[str], *, caption: str = "") -> None:
        """Drawn cards such as `QH`; `Q?` and `??` are drawn as unsure. No cards, no row."""
        parts: list[Flowable] = [DrawnCards(list(texts), font=FONT, bold=BOLD)] if texts else []
        parts += [_text(caption, SMALL)] if caption else []
        if parts:
            self._story.append(KeepTogether(parts))

    def pdf(self) -> bytes:
        """The file."""
        out = BytesIO()
        edge = MARGIN - INSET
        edges: dict[str, Any] = {"leftMargin": edge, "rightMargin": edge, "topMargin": edge, "bottomMargin": edge + 8}
        about: dict[str, Any] = {"title": self.title, "author": self.author, "lang": get_language() or "en"}
        document = SimpleDocTemplate(out, pagesize=self.size, invariant=1, **edges, **about)
        document.build(list(self._story), canvasmaker=_numbered(self.footer, self.size[0]))
        return out.getvalue()


@lru_cache(maxsize=1)
def _register_fonts() -> None:
    for name in (FONT, BOLD):
        pdfmetrics.registerFont(TTFont(name, FONTS / f"{name}.ttf"))
    pdfmetrics.registerFontFamily(FONT, normal=FONT, bold=BOLD, italic=FONT, boldItalic=BOLD)


def _numbered(footer: str, width: float) -> Callable[..., Canvas]:
    """A canvas that writes the foot of each page once it is known how many there are."""

    class Numbered(Canvas):
        def __init__(self, *args: Any, **said: Any) -> None:
            super().__init__(*args, **said)
            self.kept: list[dict[str, Any]] = []

        def showPage(self) -> None:  # noqa: N802  # the canvas's word
            self.kept.append(dict(self.__dict__))
            self._startPage()  # type: ignore[attr-defined]  # not among the stubs

        def save(self) -> None:
            for number, page in enumerate(self.kept, start=1):
                self.__dict__.update(page)
                _draw_foot(self, footer, width, of=(number, len(self.kept)))
                super().showPage()
            super().save()

    return Numbered


def _draw_foot(canvas: Canvas, footer: str, width: float, *, of: tuple[int, int]) -> None:
    canvas.setFont(FONT, 7.5)
    canvas.setFillColor(QUIET)
    numbered = _("Page %(page)s of %(pages)s") % {"page": of[0], "pages": of[1]}
    room = width - 2 * MARGIN - pdfmetrics.stringWidth(numbered, FONT, 7.5) - 12
    while footer and pdfmetrics.stringWidth(footer, FONT, 7.5) > room:
        footer = footer.rstrip("…")[:-1] + "…"
    canvas.drawString(MARGIN, MARGIN - 20, footer)
    canvas.drawRightString(width - MARGIN, MARGIN - 20, numbered)


def _text(text: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(_untorn(text)).replace("\n", "<br/>"), style)


def _untorn(text: str) -> str:
    """reportlab breaks a line at U+202F but not at U+00A0, and a sum must not be torn."""
    return text.replace("\u202f", "\u00a0")


def _cells(row: Sequence[str], align: str, size: float, *, is_bold: bool) -> list[Any]:
    style = _style("cell", size, fontName=BOLD if is_bold else FONT, leading=size * 1.25)
    right = _style("figure", size, fontName=BOLD if is_bold else FONT, leading=size * 1.25, alignment=2)
    return [_text(text, right if how == "r" else style) for text, how in zip(row, align, strict=True)]


def _widths(rows: Rows, align: str, room: float, *, size: float) -> list[float]:
    """What each column needs; where that is too much, those of text give way first, the widest most, to their words."""
    needs = [_needed(rows, column, size) for column in range(len(align))]
    least = [min(_longest_word(rows, column, size), room / 4) for column in range(len(align))]
    for kind in ("l", "r"):
        over = sum(needs) - room
        if over <= 0:
            break
        spare = {
            index: max(0.0, needs[index] - max(LEAST_COLUMN, least[index]))
            for index, how in enumerate(align)
            if how == kind
        }
        share = min(1.0, over / sum(spare.values())) if sum(spare.values()) else 0.0
        needs = [need - spare.get(index, 0.0) * share for index, need in enumerate(needs)]
    return needs


def _needed(rows: Rows, column: int, size: float) -> float:
    """So that only the head wraps."""
    head, *rest = rows
    lines = (line for row in rest for line in row[column].split("\n"))
    return _widest([*head[column].split(" "), *lines], size)


def _longest_word(rows: Rows, column: int, size: float) -> float:
    """So that no word is torn; what stands between two words may be a blank that does not break."""
    return _widest((word for row in rows for line in row[column].split("\n") for word in line.split(" ")), size)


def _widest(texts: Iterable[str], size: float) -> float:
    widths = (pdfmetrics.stringWidth(_untorn(text), BOLD, size) for text in texts)
    return max(widths, default=0.0) + 2 * PAD + 1


def _table_style(align: str, rows: int, *, totals: int, size: float) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LEFTPADDING", (0, 0), (-1, -1), PAD),
        ("RIGHTPADDING", (0, 0), (-1, -1), PAD),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
        ("LINEBELOW", (0, 0), (-1, 0), 0.9, INK),
        ("LINEBELOW", (0, 1), (-1, -1), 0.3, RULE),
    ]
    if totals and rows >= totals:
        first = rows - totals + 1
        found += [("LINEABOVE", (0, first), (-1, first), 0.9, INK), ("BACKGROUND", (0, first), (-1, -1), SHADE)]
    return found
