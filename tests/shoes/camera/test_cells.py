"""What cells remember of what passed over them, and where something may lie at the beginning."""

import cv2
import numpy as np

from shoes.camera.cells import CELL_MM, Cells
from shoes.camera.kinds import Image
from shoes.camera.layout import blackjack
from shoes.camera.plane import Calibration

LAYOUT = blackjack(3)
SIZE = round(LAYOUT.plane[0] * 0.5), round(LAYOUT.plane[1] * 0.5)
CLOTH, PAPER, FRAME_MS = (60, 110, 40), (230, 230, 230), 80
AT_MM = (700.0, 500.0)


def calibration() -> Calibration:
    w, h = SIZE
    marks = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    return Calibration(SIZE, marks, LAYOUT.plane, LAYOUT.areas)


def table() -> Image:
    return np.full((SIZE[1], SIZE[0], 3), CLOTH, np.uint8)


def laid(
    picture: Image, at_mm: tuple[float, float], size_mm: tuple[float, float], colour: tuple[int, int, int]
) -> Image:
    """A thing of one colour on a table."""
    x, y, w, h = (round(v * 0.5) for v in (*at_mm, *size_mm))
    return np.asarray(cv2.rectangle(picture.copy(), (x, y), (x + w, y + h), colour, -1), np.uint8)


def cell(cells: Cells, at_mm: tuple[float, float]) -> tuple[int, int]:
    column, row = (round(float(v)) for v in cells.to_cells(np.array([at_mm], np.float32))[0])
    return row, column


def since(*shown: tuple[Image, int]) -> float:
    """Since when the middle of the table looks as it does, after pictures that were shown for so many frames."""
    cells, at_ms = Cells(calibration()), 0
    for picture, frames in shown:
        for _ in range(frames):
            cells.take(picture, at_ms)
            if at_ms == 3 * FRAME_MS:
                cells.accept(cells.watched)
            at_ms += FRAME_MS
    return float(cells.since[cell(cells, (AT_MM[0] + 30, AT_MM[1] + 30))])


def test_what_only_passed_over_a_card_leaves_it_where_it_was() -> None:
    card = laid(table(), AT_MM, (63, 88), PAPER)
    hand = laid(card, AT_MM, (90, 120), (90, 120, 180))
    assert since((table(), 6), (card, 5), (hand, 3), (card, 4)) == 6 * FRAME_MS


def test_a_white_sleeve_that_passed_does_not_date_the_card_that_comes_after_it() -> None:
    card = laid(table(), AT_MM, (63, 88), PAPER)
    sleeve = laid(table(), (600.0, 100.0), (250, 600), PAPER)
    assert since((table(), 6), (sleeve, 4), (table(), 6), (card, 4)) == 16 * FRAME_MS


def test_cards_at_the_beginning_are_unlike_the_felt_and_cloth_and_lines_are_not() -> None:
    cells = Cells(calibration())
    picture = laid(laid(table(), AT_MM, (63, 88), PAPER), (300.0, 600.0), (400, 3), (120, 200, 200))
    cells.take(picture, 0)
    unlike = cells.unlike_felt()
    assert unlike[cell(cells, (AT_MM[0] + 30, AT_MM[1] + 40))]
    assert not unlike[cell(cells, (400.0, 601.0))]
    assert (unlike & cells.watched).sum() < 3 * 63 * 88 / CELL_MM**2


def test_a_table_full_of_cards_is_looked_at_though_cards_are_all_round() -> None:
    cells = Cells(calibration())
    spread = laid(table(), (400.0, 450.0), (600, 320), PAPER)
    cells.take(spread, 0)
    assert cells.unlike_felt()[cell(cells, (700.0, 600.0))]


def lit(picture: Image, steps: float) -> Image:
    """A picture with a lamp's glare on the card's side of it, on less than half: it is no change of the whole light."""
    away = np.abs(np.arange(picture.shape[1]) - (AT_MM[0] + 30) / 2)
    fall = np.clip((150 - away) / 90, 0, 1)
    return np.asarray(np.clip(picture + steps * fall[None, :, None], 0, 255), np.uint8)


def under_the_card(light_on_card: float, light_on_cloth: float) -> tuple[Cells, tuple[int, int]]:
    """What is known after a card was laid and the light changed little by little, and the cell in the card's middle."""
    cells, at_ms = Cells(calibration()), 0
    card = laid(table(), AT_MM, (63, 88), PAPER)
    mask = laid(np.zeros_like(card), AT_MM, (63, 88), (1, 1, 1))
    for number in range(60):
        share = min(max((number - 20) / 30, 0), 1)
        bare = lit(table(), light_on_cloth * share)
        picture = bare if number < 10 else np.where(mask > 0, lit(card, light_on_card * share), bare)
        cells.take(np.asarray(picture, np.uint8), at_ms)
        if number in (3, 14):
            cells.accept(cells.watched)
        at_ms += FRAME_MS
    return cells, cell(cells, (AT_MM[0] + 30, AT_MM[1] + 40))


def test_the_cloth_under_a_card_is_lit_as_the_cloth_round_about() -> None:
    cells, at = under_the_card(24, 24)
    assert np.abs(cells.felt[at] * cells.gain - np.array(CLOTH) - 24).max() < 6


def test_a_shadow_on_a_card_is_none_on_the_cloth_under_it() -> None:
    cells, at = under_the_card(-24, 0)
    assert np.abs(cells.felt[at] * cells.gain - np.array(CLOTH)).max() < 6


def test_cloth_in_a_hand_s_shadow_does_not_look_as_it_does() -> None:
    cells = Cells(calibration())
    for number in range(6):
        cells.take(table() if number < 4 else laid(table(), AT_MM, (63, 88), (45, 82, 30)), number * FRAME_MS)
        if number == 3:
            cells.accept(cells.watched)
            cells.learn_felt(cells.watched)
    alike = cells.alike_felt(cells.watched)
    assert alike[cell(cells, (400.0, 500.0))]
    assert not alike[cell(cells, (AT_MM[0] + 30, AT_MM[1] + 40))]


def seen_after(picture: Image) -> tuple[Cells, tuple[int, int]]:
    """What is seen of a bare table's cloth once a picture has come, and a cell amid it."""
    cells = Cells(calibration())
    for number in range(10):
        cells.take(table() if number < 6 else picture, number * FRAME_MS)
        if number == 3:
            cells.accept(cells.watched)
            cells.learn_felt(cells.watched)
    return cells, cell(cells, (AT_MM[0] + 30, AT_MM[1] + 40))


def test_cloth_in_another_light_is_seen_as_cloth() -> None:
    down, right = np.indices((SIZE[1], SIZE[0]))
    spot = np.exp(-((right - AT_MM[0] / 2) ** 2 + (down - AT_MM[1] / 2) ** 2) / (2 * 60.0**2))
    cells, at = seen_after(np.clip(table() + 30 * spot[:, :, None], 0, 255).astype(np.uint8))
    assert cells.differs[at]
    assert cells.cloth_seen()[at]


def test_a_sleeve_in_nearly_the_colour_of_the_cloth_is_none() -> None:
    cells, at = seen_after(laid(table(), (AT_MM[0] - 40, 200.0), (150, 600), (50, 92, 33)))
    assert cells.bare(cells.inside(np.array([[690, 490], [770, 490], [770, 590], [690, 590]], np.float32))) > 0.9
    assert not cells.cloth_seen()[at]
