"""What a watch said against what happened: every difference is counted once, and as what it is."""

import numpy as np
import pytest

from shoes.camera.sights import Lifted, Parted, Read, Sight, Turned
from shoes.camera.truth import BadTruth, parse_truth, score

CROP = np.zeros((4, 4, 3), np.uint8)
BOX = (0, 0, 4, 4)
TRUTH = parse_truth(
    [
        '{"at": 1.0, "place": "3", "card": "QH"}',
        '{"at": 2.0, "place": "0", "card": "??", "face": "down"}',
        "",
        '{"at": 3.0, "place": "3", "card": "QS", "lie": "across"}',
        '{"at": 4.0, "parted": "3", "hand": "3.1"}',
        '{"at": 5.0, "place": "0", "turned": "TD"}',
        '{"at": 6.0, "lifted": "3"}',
    ]
)


def read(number: int, at_ms: int, place: str, card: str, face: str = "up", lie: str = "along") -> Read:
    return Read(number, at_ms, place, card, face, lie, 0.9, (), (0.0, 0.0), BOX, CROP)


SIGHTS: list[Sight] = [
    read(1, 1080, "3", "QH"),
    read(2, 2000, "0", "??", "down"),
    read(3, 3000, "3", "QS", lie="across"),
    Parted("3", "3.1", (3,), 4080, BOX, CROP),
    Turned(2, 5000, "0", "TD", 0.9, (), BOX, CROP),
    Lifted("3", (1,), 6200),
]


def test_what_happened_and_was_said_is_right() -> None:
    result = score(SIGHTS, TRUTH)
    assert result.counts() == {"right": 6, "late": 0, "unsure": 0, "wrong": 0, "missed": 0, "false": 0}
    assert result.is_exact


def test_what_was_not_said_is_missed_and_what_did_not_happen_is_false() -> None:
    result = score([*SIGHTS[1:], read(9, 9000, "4", "2C")], TRUTH)
    assert [str(one) for one in result.missed] == ["1.00 card 3 QH"]
    assert [str(one) for one in result.false] == ["9.00 card 4 2C"]


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        (read(1, 1600, "3", "QH"), "late"),
        (read(1, 1000, "3", "Q?"), "unsure"),
        (read(1, 1000, "3", "KH"), "wrong"),
        (read(1, 1000, "4", "QH"), "wrong"),
    ],
)
def test_what_was_said_otherwise_is_counted_as_what_it_is(said: Read, counted: str) -> None:
    counts = score([said, *SIGHTS[1:]], TRUTH).counts()
    assert counts == {"right": 5, "late": 0, "unsure": 0, "wrong": 0, "missed": 0, "false": 0} | {counted: 1}


def test_a_better_reading_of_the_same_card_counts_and_a_sure_one_that_was_taken_back_is_false() -> None:
    assert score([read(1, 1000, "3", "??"), *SIGHTS], TRUTH).is_exact
    assert score([read(1, 1000, "3", "KH"), *SIGHTS], TRUTH).counts()["false"] == 1


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "line 1 is no JSON"),
        ("[1]", "line 1 is no JSON object"),
        ('{"at": "x", "place": "3", "card": "QH"}', "at is 'x'; it is seconds"),
        ('{"at": 1, "card": "QH"}', "place is None"),
        ('{"at": 1, "place": "3", "card": "XX"}', "the card is 'XX'"),
        ('{"at": 1, "place": "3", "card": "QH", "face": "side"}', "face is 'side'"),
        ('{"at": 1, "parted": "3"}', "hand is None"),
    ],
)
def test_a_bad_line_of_truth_is_named(line: str, message: str) -> None:
    with pytest.raises(BadTruth, match=message):
        parse_truth([line])
