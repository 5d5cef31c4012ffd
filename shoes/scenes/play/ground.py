"""The table without its cards: cloth with its print, rail, tray, shoe, discard rack, chips before the boxes."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from shoes.camera.kinds import Floats, Image
from shoes.camera.layout import DISCARD, MOUTH, Layout
from shoes.camera.plane import Area
from shoes.scenes.play.lens import View
from shoes.scenes.play.spots import frame

PX: Final = 2.0  # pixels of the drawn plane a millimetre
AROUND_MM: Final = 240.0
FELTS: Final = {
    "green": (70, 108, 34), "blue": (112, 66, 26), "red": (44, 34, 124), "grey": (74, 72, 70),
}  # fmt: skip
GROUNDS: Final = (*FELTS, "wood", "weave")
_WOOD: Final = (52, 84, 118)
_THREADS: Final = ((74, 62, 46), (104, 92, 70))
_PRINT: Final = (168, 214, 222)
CHIPS: Final = ((44, 40, 186), (150, 84, 34), (66, 122, 44), (40, 38, 38), (160, 60, 120))


@dataclass(frozen=True)
class Board:
    """The plane as it is drawn before a camera sees it, PX to a millimetre, AROUND_MM more on each side."""

    image: Image
    layout: Layout

    def at(self, x: float, y: float) -> tuple[int, int]:
        return round((x + AROUND_MM) * PX), round((y + AROUND_MM) * PX)

    @property
    def to_mm(self) -> Floats:
        return np.array([[1 / PX, 0, -AROUND_MM], [0, 1 / PX, -AROUND_MM], [0, 0, 1]], np.float32)

    def line(self, points: list[tuple[float, float]], width_mm: float, colour: tuple[int, ...] = _PRINT) -> None:
        at = np.array([self.at(*point) for point in points], np.int32)
        cv2.polylines(self.image, [at], False, colour, max(round(width_mm * PX), 1), cv2.LINE_AA)

    def fill(self, points: list[tuple[float, float]], colour: tuple[int, ...]) -> None:
        cv2.fillPoly(self.image, [np.array([self.at(*point) for point in points], np.int32)], colour, cv2.LINE_AA)

    def disc(self, x: float, y: float, radius_mm: float, colour: tuple[int, ...], width_mm: float = 0) -> None:
        thick = -1 if width_mm == 0 else max(round(width_mm * PX), 1)
        cv2.circle(self.image, self.at(x, y), round(radius_mm * PX), colour, thick, cv2.LINE_AA)


def drawn(view: View, *, felt: str, rng: np.random.Generator) -> Image:
    """The table as the camera sees it without cards, uint8 (h, w, 3), evenly lit."""
    layout = Layout(view.calibration.plane, view.calibration.areas)
    width, depth = layout.plane
    size = (round((width + 2 * AROUND_MM) * PX), round((depth + 2 * AROUND_MM) * PX))
    board = Board(_top(felt, size, rng), layout)
    _print(board)
    for area in layout.areas:
        if area.kind == "box":
            _print_box(board, area)
    _rail(board)
    _tray(board, rng)
    _rack(board, _middle(layout, DISCARD))
    _shoe(board, _middle(layout, MOUTH))
    for x, y in ((0, 0), (width, 0), (width, depth), (0, depth)):
        _mark(board, x, y)
    matrix = (view.at_height(0.0) @ board.to_mm).astype(np.float32)
    seen = cv2.warpPerspective(
        np.asarray(cv2.GaussianBlur(board.image, (0, 0), 0.7), np.uint8),
        matrix,
        view.calibration.picture,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(22, 24, 28),
    )
    return np.asarray(seen, np.uint8)


def _top(felt: str, size: tuple[int, int], rng: np.random.Generator) -> Image:
    """What the cards lie on: a felt by its colour, boards, or a coarse cloth."""
    match felt:
        case "wood":
            return _boards(size, rng)
        case "weave":
            return _weave(size, rng)
        case _:
            return _cloth(FELTS[felt], size, rng)


def _boards(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """Boards from left to right, each in its own shade, with their grain."""
    w, h = size
    grain = cv2.resize(rng.standard_normal((h // 5, 9)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.standard_normal((h // 2, 40)).astype(np.float32), (w, h), interpolation=cv2.INTER_LINEAR)
    shade = 1 + 0.07 * grain + 0.05 * fine
    step = round(140 * PX)
    for top in range(0, h, step):
        shade[top : top + step] *= float(rng.uniform(0.9, 1.1))
        shade[top : top + 3] *= 0.6
    return np.asarray(cv2.merge([cv2.convertScaleAbs(shade, alpha=value) for value in _WOOD]), np.uint8)


def _weave(size: tuple[int, int], rng: np.random.Generator) -> Image:
    """A coarse cloth of two threads."""
    w, h = size
    spots = cv2.resize(rng.random((h // 8, w // 8), dtype=np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    rows = 0.5 + 0.5 * np.sin(np.arange(h, dtype=np.float32) * 0.9)[:, None]
    share = np.clip(0.7 * spots + 0.3 * rows, 0, 1)[:, :, None]
    one, two = (np.array(thread, np.float32) for thread in _THREADS)
    return np.asarray(np.clip(one * share + two * (1 - share), 0, 255), np.uint8)


def _cloth(colour: tuple[int, int, int], size: tuple[int, int], rng: np.random.Generator) -> Image:
    w, h = size
    cloud = cv2.resize(rng.standard_normal((7, 10)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
    nap = cv2.GaussianBlur(rng.standard_normal((h // 2, w // 2), dtype=np.float32), (0, 0), 0.7)
    shade = 1 + 0.02 * cloud + 0.16 * cv2.resize(nap, (w, h), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.merge([cv2.convertScaleAbs(shade, alpha=value) for value in colour]), np.uint8)


def _middle(layout: Layout, place: str) -> tuple[float, float]:
    x, y = next(area for area in layout.areas if area.place == place).polygon.mean(0)
    return float(x), float(y)


def _bow(layout: Layout, x: float) -> float:
    """How far the arc of boxes has come up at x."""
    boxes = sum(area.kind == "box" for area in layout.areas)
    half = max((boxes - 1) / 2, 1) * 250
    return 110 * ((x - layout.plane[0] / 2) / half) ** 2


def _print(board: Board) -> None:
    width, _ = board.layout.plane
    xs = np.linspace(0.17 * width, 0.83 * width, 60)
    for y in (372, 428):
        board.line([(float(x), y - _bow(board.layout, float(x)) * 0.8) for x in xs], 1.6)
    _write(board, "BLACKJACK PAYS 3 TO 2", 322, 46, (70, 196, 226))
    _write(board, "INSURANCE PAYS 2 TO 1", 400, 30, _PRINT)
    low, high = (next(a for a in board.layout.areas if a.place == "0").polygon[n] for n in (0, 2))
    corners = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]), (low[0], low[1])]
    board.line([(float(x), float(y)) for x, y in corners], 1.2, (110, 150, 150))


def _write(board: Board, text: str, y_mm: float, high_mm: float, colour: tuple[int, ...]) -> None:
    """Words along the arc, letter by letter."""
    font = cv2.FontFace("sans")
    step, width = high_mm * 0.92, board.layout.plane[0]
    most = width * 0.62 / len(text)
    step, high = (most, high_mm * most / step) if step > most else (step, high_mm)
    start = width / 2 - step * (len(text) - 1) / 2
    px = round(high * PX)
    for number, letter in enumerate(text):
        x = start + number * step
        y = y_mm - _bow(board.layout, x) * 0.8
        slope = -(_bow(board.layout, x + 1) - _bow(board.layout, x - 1)) * 0.4
        stamp = np.zeros((2 * px, 2 * px, 3), np.uint8)
        (w, _), _ = _extent(letter, font, px)
        cv2.putText(stamp, letter, (px - w // 2, round(px * 1.36)), (255, 255, 255), font, px, 600)
        turn = cv2.getRotationMatrix2D((px, px), -float(np.degrees(np.arctan(slope))), 1)
        ink = cv2.warpAffine(stamp, turn, (2 * px, 2 * px))[:, :, :1].astype(np.float32) / 255 * 0.85
        cx, cy = board.at(x, y)
        part = board.image[cy - px : cy + px, cx - px : cx + px]
        part[:] = (part * (1 - ink) + np.array(colour, np.float32) * ink).astype(np.uint8)


def _extent(letter: str, font: cv2.FontFace, px: int) -> tuple[tuple[int, int], int]:
    _, y0, w, h = cv2.getTextSize((0, 0), letter, (0, 0), font, px, 600)
    return (int(w), int(h)), int(y0)


def _print_box(board: Board, area: Area) -> None:
    corners = [(float(x), float(y)) for x, y in area.polygon]
    middle, _, _ = frame(area)
    shrunk = [(middle[0] + (x - middle[0]) * 0.97, middle[1] + (y - middle[1]) * 0.97) for x, y in corners]
    board.line([*shrunk, shrunk[0]], 1.4, (130, 178, 180))
    spot = chip_spot(area)
    board.disc(*spot, 31, _PRINT, 1.8)


def chip_spot(area: Area) -> tuple[float, float]:
    """Where the chips of a box stand: before it, on the player's side."""
    low = (area.polygon[2] + area.polygon[3]) / 2
    middle, _, (_, depth) = frame(area)
    away = (low - middle) / (depth / 2)
    return float(low[0] + away[0] * 36), float(low[1] + away[1] * 36)


def _rail(board: Board) -> None:
    """The padded edge where the players sit, and the floor behind it."""
    width, depth = board.layout.plane
    xs = np.linspace(-AROUND_MM, width + AROUND_MM, 80)
    edge = [(float(x), depth + 18 - _bow(board.layout, float(x)) * 0.55) for x in xs]
    lower = [(x, y + 105) for x, y in edge]
    floor = [(width + AROUND_MM, depth + 2 * AROUND_MM), (-AROUND_MM, depth + 2 * AROUND_MM)]
    board.fill([*edge, *floor], (26, 28, 34))
    board.fill([*edge, *reversed(lower)], (28, 32, 44))
    for offset, shine in ((14, 40), (28, 58), (40, 74), (52, 60), (66, 44)):
        board.line([(x, y + offset) for x, y in edge], 12, (shine - 10, shine - 6, shine + 6))
    board.line(edge, 5, (14, 18, 20))


def _tray(board: Board, rng: np.random.Generator) -> None:
    """The dealer's chips in their tubes."""
    width, _ = board.layout.plane
    left, right, low = width / 2 - 230, width / 2 + 230, 16.0
    board.fill([(left, -120), (right, -120), (right, low), (left, low)], (30, 30, 34))
    for number, x in enumerate(np.arange(left + 24, right - 20, 43)):
        colour = CHIPS[number % len(CHIPS)]
        y = low - 8
        while y > -110 + float(rng.uniform(0, 30)):
            shade = float(rng.uniform(0.85, 1.1))
            body = tuple(min(255, int(v * shade)) for v in colour)
            board.line([(float(x) - 17, y), (float(x) + 17, y)], 3, body)
            if rng.random() < 0.4:
                board.line([(float(x) - 5, y), (float(x) + 5, y)], 3, (225, 225, 225))
            y -= 3.4


def _rack(board: Board, middle: tuple[float, float]) -> None:
    x, y = middle
    board.fill([(x - 44, y - 58), (x + 44, y - 58), (x + 44, y + 58), (x - 44, y + 58)], (30, 26, 96))
    board.fill([(x - 37, y - 51), (x + 37, y - 51), (x + 37, y + 51), (x - 37, y + 51)], (24, 20, 62))


def _shoe(board: Board, middle: tuple[float, float]) -> None:
    """The shoe, its mouth towards the middle of the table."""
    turn = np.radians(35)
    c, s = np.cos(turn), np.sin(turn)

    def put(points: list[tuple[float, float]], colour: tuple[int, ...]) -> None:
        board.fill([(middle[0] + c * x + s * y + 8, middle[1] - s * x + c * y - 6) for x, y in points], colour)

    put([(-52, -110), (52, -110), (52, 62), (-52, 62)], (20, 20, 22))
    put([(-44, -104), (44, -104), (44, 20), (-44, 20)], (44, 42, 46))
    put([(-44, 24), (44, 24), (44, 58), (-44, 58)], (70, 68, 74))
    put([(-36, 52), (36, 52), (30, 66), (-30, 66)], (196, 198, 202))


def _mark(board: Board, x: float, y: float) -> None:
    """A small target at a corner of the plane, for whoever sets the four marks."""
    board.disc(x, y, 11, (238, 238, 238))
    board.disc(x, y, 7, (30, 30, 30), 2.0)
    board.line([(x - 11, y), (x + 11, y)], 1.0, (30, 30, 30))
    board.line([(x, y - 11), (x, y + 11)], 1.0, (30, 30, 30))
