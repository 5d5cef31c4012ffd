"""A calibration that would have cards taken for what they are not is refused, with the sentence that says why."""

from typing import Any

import pytest

from shoes.camera.plane import BadCalibration, parse_calibration
from tests.shoes.feeds.conftest import calibration


def _with_area(place: str, changed: dict[str, Any]) -> dict[str, Any]:
    """A good calibration but for the area of one place."""
    body = calibration().as_json()
    body["areas"] = [{**area, **changed} if area["place"] == place else area for area in body["areas"]]
    return body


def test_what_is_saved_is_read_back_as_it_was() -> None:
    body = calibration().as_json()
    assert parse_calibration(body).as_json() == body


@pytest.mark.parametrize(
    ("place", "changed", "says"),
    [
        ("mouth", {"kind": "box"}, "kind is 'box'; it is one of mouth"),  # a card not placed yet would be shown
        ("mouth", {"place": "shoe"}, "kind is 'mouth'; it is one of box"),
        ("discard", {"kind": "dealer"}, "kind is 'dealer'; it is one of discard"),
        ("0", {"kind": "box"}, "kind is 'box'; it is one of dealer"),
        ("3", {"kind": "seat"}, "kind is 'seat'; it is one of box, dealer, discard, mouth"),
        ("3", {"place": "3.1"}, "place is '3.1'; it is a text such as 3"),  # the hands of a box have no area
        ("3", {"place": "box 3"}, "place is 'box 3'"),
        ("3", {"place": "3\0"}, "it is a text such as 3"),
        ("3", {"place": "4"}, "place 4 has two areas"),
    ],
)
def test_an_area_that_is_none_is_refused(place: str, changed: dict[str, Any], says: str) -> None:
    with pytest.raises(BadCalibration) as refused:
        parse_calibration(_with_area(place, changed))
    assert says in str(refused.value)
