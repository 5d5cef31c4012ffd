"""PDF files: the same calls give the same bytes, and what was said stands in them to be read and copied."""

import struct
import zlib
from collections.abc import Iterator
from contextlib import closing

import pypdfium2
import pytest
from django.utils import translation
from reportlab.pdfbase.ttfonts import TTFont

from casino import translations
from casino.money import format as money
from casino.paper import BOLD, FONT, FONTS, MARGIN, Paper


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    with translation.override("en"):
        yield


def pages(pdf: bytes) -> list[str]:
    """The text of each page, read back by another program than wrote it."""
    with closing(pypdfium2.PdfDocument(pdf)) as document:
        return [page.get_textpage().get_text_range() for page in document]


def png() -> bytes:
    """A red dot."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    data = zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def everything() -> bytes:
    paper = Paper("Спор 12", footer="House of Seventeen")
    paper.heading("What was said")
    paper.paragraph("Box 3 <stood> & won\non its second hand")
    paper.cards(["QH", "TS", "Q?", "??"], caption="Bank")
    paper.picture(png(), width_mm=20, caption="A chip")
    paper.table(["Box", "Sum"], [["3", money(-123450, always=True)], ["All", "0"]], align="lr", totals=1)
    return paper.pdf()


def test_the_same_calls_give_the_same_bytes() -> None:
    assert everything() == everything()


def test_what_was_said_can_be_read_back() -> None:
    (text,) = pages(everything())
    for said in ("Спор 12", "Box 3 <stood> & won", "on its second hand", "Q", "10", "♥", "♠", "Bank", "A chip"):
        assert said in text
    assert "\u22121\u00a0234.50" in text.replace(" ", "\u00a0")
    assert "House of Seventeen" in text
    assert "Page 1 of 1" in text


@pytest.mark.parametrize("name", [FONT, BOLD])
def test_every_letter_that_the_project_says_can_be_printed(name: str) -> None:
    """Both languages' sentences; what no font has would stand there as an empty box."""
    font = TTFont(name, FONTS / f"{name}.ttf")
    letters = set(translations.CATALOGUE.read_text(encoding="utf-8")) - {"\n"}
    assert {letter for letter in letters if ord(letter) not in font.face.charToGlyph} == set()


def test_a_long_table_repeats_its_head_and_numbers_its_pages() -> None:
    paper = Paper("Slips")
    paper.table(["Number", "Why"], [[str(number), "word " * (number % 40)] for number in range(120)])
    texts = pages(paper.pdf())
    assert len(texts) > 2
    assert all("Number" in text and f"Page {at} of {len(texts)}" in text for at, text in enumerate(texts, start=1))


@pytest.mark.parametrize("is_wide", [False, True])
def test_nothing_leaves_the_page(is_wide: bool) -> None:
    paper = Paper("Wide", footer="word " * 90, is_wide=is_wide)
    words = ["a long text that wraps " * 3, "1 234 567.00", "x" * 90, "1 234 567.00", "some more words " * 3]
    paper.table(["A", "B", "C", "D", "E"], [words], align="lrlrl")
    paper.cards(["AS"] * 52)
    with closing(pypdfium2.PdfDocument(paper.pdf())) as document:
        for page in document:
            width, _height = page.get_size()
            boxes = [one.get_bounds() for one in page.get_objects()]
            assert boxes
            assert all(box[0] >= MARGIN - 1 and box[2] <= width - MARGIN + 1 for box in boxes)
