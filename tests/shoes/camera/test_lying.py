"""What is known of a card by the cells on which it lies."""

import numpy as np
import pytest

from shoes.camera.cells import Cells
from shoes.camera.lying import Lying
from shoes.camera.poses import Pose
from shoes.camera.telling import Telling
from tests.shoes.camera.test_cells import AT_MM, FRAME_MS, PAPER, calibration, laid, table

CARD_MM = (63.0, 88.0)


@pytest.mark.parametrize("comes_with", [0, 6])
def test_what_has_lain_there_since_the_watch_began_was_lying_though_its_place_is_known(comes_with: int) -> None:
    cells = Cells(calibration())
    for number in range(12):
        cells.take(table() if number < comes_with else laid(table(), AT_MM, CARD_MM, PAPER), number * FRAME_MS)
        if number == 3:
            cells.accept(cells.watched)
    pose = Pose(AT_MM[0] + 31, AT_MM[1] + 44, 0.0, -1.0, *CARD_MM)
    card = Lying(cells, CARD_MM).new(pose, "down", 11 * FRAME_MS)
    assert card.was_lying is (comes_with == 0)


def test_a_known_card_that_was_moved_is_the_one_that_lies_elsewhere_however_long_it_was_not_looked_at() -> None:
    cells, there = Cells(calibration()), Pose(AT_MM[0] + 31, AT_MM[1] + 44, 0.0, -1.0, *CARD_MM)
    elsewhere = Pose(there.x - 115, there.y, 0.0, -1.0, *CARD_MM)
    lying = Lying(cells, CARD_MM)
    telling = Telling(calibration(), cells, lying)
    for number in range(70):
        at_ms = number * FRAME_MS
        picture = table() if number < 6 else laid(table(), (AT_MM[0] - 115 * (number > 62), AT_MM[1]), CARD_MM, PAPER)
        cells.take(picture, at_ms)
        if number in (3, 20):
            cells.accept(cells.watched)
        if number == 12:
            known = lying.new(there, "up", at_ms)
            known.number = 1
    known.missed = 2
    new = lying.new(elsewhere, "up", at_ms)
    for card in (known, new):
        card.evidence.add(0, np.eye(13, 4, dtype=np.float32) * (np.arange(13) == 2)[:, None])
    assert telling.same_card(new) is known


def test_a_card_is_gone_where_the_cloth_shows_in_whatever_light() -> None:
    cells = Cells(calibration())
    lying = Lying(cells, CARD_MM)
    telling = Telling(calibration(), cells, lying)
    down, right = np.indices(table().shape[:2])
    spot = np.exp(-((right - AT_MM[0] / 2) ** 2 + (down - AT_MM[1] / 2) ** 2) / (2 * 60.0**2))
    shining = np.clip(table() + 30 * spot[:, :, None], 0, 255).astype(np.uint8)
    there = Pose(AT_MM[0] + 31, AT_MM[1] + 44, 0.0, -1.0, *CARD_MM)
    for number in range(40):
        at_ms = number * FRAME_MS
        cells.take(table() if number < 6 else laid(table(), AT_MM, CARD_MM, PAPER) if number < 25 else shining, at_ms)
        if number in (3, 20):
            cells.accept(cells.watched)
        if number == 12:
            known = lying.new(there, "up", at_ms)
            known.number, known.missed = 1, 2
        if number > 12:
            telling.tell(shining, at_ms)
        if number == 24:
            assert known.gone_ms is None
    assert known.gone_ms == 25 * FRAME_MS
