"""Playing cards as they are drawn on paper: rank, suit, red or black; plain enough to be read in a copy of a copy."""

from typing import Final

from reportlab.lib.colors import Color, HexColor, white
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable

INK: Final = HexColor("#1a1a1a")
RED: Final = HexColor("#b3121d")
EDGE: Final = HexColor("#8a8a8a")
SUITS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
CARD_W: Final = 34.0
CARD_H: Final = 48.0
GAP: Final = 5.0
UNSURE: Final = "?"


class DrawnCards(Flowable):
    """Cards in a row, in as many rows as the width asks for. `texts` are `QH`, `Q?` (suit unsure) or `??`."""

    def __init__(self, texts: list[str], *, font: str, bold: str) -> None:
        super().__init__()
        self.texts, self.font, self.bold = texts, font, bold
        self.in_a_row = max(1, len(texts))

    def wrap(self, avail_width: float, avail_height: float) -> tuple[float, float]:
        """How much room it takes of a column `avail_width` wide."""
        self.in_a_row = max(1, int((avail_width + GAP) // (CARD_W + GAP)))
        rows = -(-len(self.texts) // self.in_a_row)
        self.width, self.height = avail_width, rows * (CARD_H + GAP)
        return self.width, self.height

    def draw(self) -> None:
        """Onto the canvas that the page has set, from the upper left."""
        for index, text in enumerate(self.texts):
            row, column = divmod(index, self.in_a_row)
            x = column * (CARD_W + GAP)
            y = self.height - (row + 1) * (CARD_H + GAP) + GAP
            _draw_card(self.canv, x, y, text, fonts=(self.font, self.bold))


def _draw_card(canvas: Canvas, x: float, y: float, text: str, *, fonts: tuple[str, str]) -> None:
    rank, suit = text[:1].replace("T", "10"), text[1:2]
    colour: Color = RED if suit in "HD" else INK
    canvas.saveState()
    canvas.setLineWidth(0.8)
    canvas.setStrokeColor(EDGE)
    canvas.setFillColor(white)
    if UNSURE in text:
        canvas.setDash(2, 2)
    canvas.roundRect(x, y, CARD_W, CARD_H, 4, stroke=1, fill=1)
    canvas.setFillColor(colour)
    canvas.setFont(fonts[1], 13)
    canvas.drawString(x + 4, y + CARD_H - 14, rank)
    canvas.setFont(fonts[0], 22)
    canvas.drawCentredString(x + CARD_W / 2 + 2, y + 8, SUITS.get(suit, UNSURE))
    canvas.restoreState()
