"""From a camera's pixels to the table's plane in millimetres, and which place lies where: a calibration."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

import cv2
import numpy as np

from shoes.camera.kinds import Floats

SCHEMA: Final = "calibration/1"
KINDS: Final = ("box", "dealer", "discard", "mouth")
NOWHERE: Final = "?"
PLACE: Final = re.compile(r"[!-\-/-~]{1,13}")  # no dot: that is for the hands of a box
KIND_OF: Final = {"0": "dealer", "discard": "discard", "mouth": "mouth"}
"""The kind of each place that is no box: a card at the shoe must be known as one that is not placed yet."""
POKER_MM: Final = (63.0, 88.0)
# Three of four marks nearly in a line: the angle between two sides has at least this sine.
LEAST_SINE: Final = 0.05
LEAST_SIDE_PX: Final = 20.0


def _(template: str) -> str:
    """Marks a sentence for translation; who shows it translates (shoes.wording.bad_calibration)."""
    return template


class BadCalibration(ValueError):
    """No usable calibration; the message is one sentence that says what was wrong and what would be right.

    template  the sentence in English, with the names of `values` to fill in.
    """

    def __init__(self, template: str, **values: object) -> None:
        super().__init__(template % values)
        self.template = template
        self.values = values


@dataclass(frozen=True, eq=False)
class Area:
    """Where the cards of one place lie.

    polygon   float32 (n, 2), millimetres on the plane.
    axis_deg  which way the long side of a card laid `along` points: 90 is straight towards the dealer, counted
              counter-clockwise as the plane is drawn (x right, y down, the dealer at the top).
    """

    place: str
    kind: str
    polygon: Floats
    axis_deg: float = 90.0

    def holds(self, point: tuple[float, float]) -> bool:
        return cv2.pointPolygonTest(self.polygon.reshape(-1, 1, 2), point, measureDist=False) >= 0


@dataclass(frozen=True, eq=False)
class Calibration:
    """How one camera sees one table.

    picture  width, height in pixels of the frames that it holds for.
    marks    float32 (4, 2), pixels: the plane's corners top left, top right, bottom right, bottom left, the dealer's
             side being the top.
    plane    width, height in millimetres between the marks.
    """

    picture: tuple[int, int]
    marks: Floats
    plane: tuple[float, float]
    areas: tuple[Area, ...]
    card_mm: tuple[float, float] = POKER_MM
    _there: Floats = field(init=False, repr=False)
    _back: Floats = field(init=False, repr=False)

    def __post_init__(self) -> None:
        w, h = self.plane
        corners = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
        there = cv2.getPerspectiveTransform(self.marks.astype(np.float32), corners)
        object.__setattr__(self, "_there", there.astype(np.float32))
        object.__setattr__(self, "_back", np.linalg.inv(there).astype(np.float32))

    @property
    def to_plane_matrix(self) -> Floats:
        """Homography float32 (3, 3), pixels to millimetres."""
        return self._there

    @property
    def to_picture_matrix(self) -> Floats:
        """Homography float32 (3, 3), millimetres to pixels."""
        return self._back

    def to_plane(self, points: Floats) -> Floats:
        """Pixels float32 (n, 2) to millimetres float32 (n, 2)."""
        return _through(points, self._there)

    def to_picture(self, points: Floats) -> Floats:
        """Millimetres float32 (n, 2) to pixels float32 (n, 2)."""
        return _through(points, self._back)

    def area_at(self, point: tuple[float, float]) -> Area | None:
        """The area that holds a point of the plane."""
        return next((area for area in self.areas if area.holds(point)), None)

    def area(self, place: str) -> Area | None:
        """The area of a place; a hand such as `3.1` lies in that of its box."""
        box = place.partition(".")[0]
        return next((area for area in self.areas if area.place == box), None)

    def as_json(self) -> dict[str, Any]:
        """As `parse_calibration` reads it; numbers rounded to a tenth."""
        return {
            "schema": SCHEMA,
            "picture": list(self.picture),
            "marks": _rounded(self.marks),
            "plane_mm": [round(float(v), 1) for v in self.plane],
            "card_mm": [round(float(v), 1) for v in self.card_mm],
            "areas": [
                {"place": a.place, "kind": a.kind, "axis_deg": round(a.axis_deg, 1), "polygon": _rounded(a.polygon)}
                for a in self.areas
            ],
        }


def parse_calibration(body: object) -> Calibration:
    """The calibration of a JSON value. Raises BadCalibration."""
    if not isinstance(body, Mapping) or body.get("schema") != SCHEMA:
        raise BadCalibration(_('A calibration is a JSON object with "schema": "%(schema)s".'), schema=SCHEMA)
    picture = _numbers(body, "picture", 2)
    plane = _numbers(body, "plane_mm", 2)
    card = _numbers(body, "card_mm", 2) if "card_mm" in body else list(POKER_MM)
    for name, pair in (("picture", picture), ("plane_mm", plane), ("card_mm", card)):
        if min(pair) <= 0:
            raise BadCalibration(_("%(name)s is %(value)s; width and height are above 0."), name=name, value=pair)
    if any(side != int(side) for side in picture):
        raise BadCalibration(_("picture is %(value)s; its width and height are whole pixels."), value=picture)
    width, height = int(picture[0]), int(picture[1])
    marks = _points(body.get("marks"), "marks", 4)
    check_marks(marks, (width, height))
    areas = body.get("areas")
    if not isinstance(areas, Sequence) or isinstance(areas, str) or not areas:
        raise BadCalibration(_("areas is empty; list at least one box and the dealer's area."))
    found = Calibration(
        (width, height),
        marks,
        (plane[0], plane[1]),
        tuple(_area(area, number) for number, area in enumerate(areas, 1)),
        (card[0], card[1]),
    )
    _check_areas(found)
    return found


def check_marks(marks: Floats, picture: tuple[int, int]) -> None:
    """Raises BadCalibration where four marks, float32 (4, 2) in pixels, are no corners of a table in the picture."""
    w, h = picture
    for number, (x, y) in enumerate(marks, 1):
        if not (0 <= x <= w and 0 <= y <= h):
            raise BadCalibration(
                _("mark %(number)d is at %(x)d, %(y)d, outside the picture of %(w)d x %(h)d; drag it onto the table."),
                number=number,
                x=round(float(x)),
                y=round(float(y)),
                w=w,
                h=h,
            )
    turns = []
    for number in range(4):
        before, here, after = marks[number - 1], marks[number], marks[(number + 1) % 4]
        one, two = here - before, after - here
        lengths = float(np.hypot(*one)), float(np.hypot(*two))
        if min(lengths) < LEAST_SIDE_PX:
            raise BadCalibration(
                _("mark %(number)d lies on its neighbour; each marks another corner of the table."), number=number + 1
            )
        turns.append(float(one[0] * two[1] - one[1] * two[0]) / (lengths[0] * lengths[1]))
    if min(abs(turn) for turn in turns) < LEAST_SINE:
        raise BadCalibration(_("three marks lie in a line; put them on the four corners of the table's rectangle."))
    if min(turns) < 0:
        raise BadCalibration(
            _("the marks are out of order; set them clockwise from the corner at the top left, the dealer's side up.")
        )


def _check_areas(found: Calibration) -> None:
    w, h = found.picture
    places = [area.place for area in found.areas]
    for place in sorted({place for place in places if places.count(place) > 1}):
        raise BadCalibration(_("place %(place)s has two areas; each place has one."), place=place)
    for area in found.areas:
        seen = found.to_picture(area.polygon)
        if not (np.isfinite(seen).all() and (seen >= -1).all() and (seen <= (w + 1, h + 1)).all()):
            raise BadCalibration(
                _("the area of place %(place)s reaches outside the picture of %(w)d x %(h)d; move it or the marks."),
                place=area.place,
                w=w,
                h=h,
            )


def _area(body: object, number: int) -> Area:
    if not isinstance(body, Mapping):
        raise BadCalibration(_("area %(number)d is no object with place, kind and polygon."), number=number)
    place, kind = body.get("place"), body.get("kind")
    if not isinstance(place, str) or not PLACE.fullmatch(place):
        raise BadCalibration(
            _("area %(number)d: place is %(value)r; it is a text such as 3, or 0 for the dealer."),
            number=number,
            value=place,
        )
    kinds = (KIND_OF.get(place, "box"),) if kind in KINDS else KINDS
    if kind not in kinds:
        raise BadCalibration(
            _("area %(number)d: kind is %(value)r; it is one of %(kinds)s."),
            number=number,
            value=kind,
            kinds=", ".join(kinds),
        )
    axis = body.get("axis_deg", 90.0)
    if not _is_number(axis):
        raise BadCalibration(
            _("area %(number)d: axis_deg is %(value)r; it is an angle in degrees, 90 towards the dealer."),
            number=number,
            value=axis,
        )
    polygon = _points(body.get("polygon"), f"area {number}: polygon", None)
    if abs(float(cv2.contourArea(polygon))) < 1:
        raise BadCalibration(
            _("area %(number)d: the polygon of place %(place)s has no surface; its corners go round it."),
            number=number,
            place=place,
        )
    return Area(place, cast("str", kind), polygon, float(axis))


def _points(value: object, name: str, number: int | None) -> Floats:
    least = number or 3
    rows = list(value) if isinstance(value, Sequence) and not isinstance(value, str) else []
    is_right = len(rows) >= least and (number is None or len(rows) == number)
    if not is_right or not all(
        isinstance(row, Sequence) and len(row) == 2 and all(_is_number(v) for v in row) for row in rows
    ):
        if number:
            raise BadCalibration(_("%(name)s is not right; it is %(count)d points [x, y]."), name=name, count=number)
        raise BadCalibration(_("%(name)s is not right; it is at least 3 points [x, y]."), name=name)
    return np.array(rows, np.float32)


def _numbers(body: Mapping[str, Any], name: str, number: int) -> list[float]:
    value = body.get(name)
    if not isinstance(value, Sequence) or len(value) != number or not all(_is_number(v) for v in value):
        raise BadCalibration(_("%(name)s is %(value)r; it is [width, height]."), name=name, value=value)
    return [float(v) for v in value]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6


def _through(points: Floats, matrix: Floats) -> Floats:
    moved = cv2.perspectiveTransform(points.astype(np.float32).reshape(-1, 1, 2), matrix)
    return moved.reshape(-1, 2).astype(np.float32)


def _rounded(points: Floats) -> list[list[float]]:
    return [[round(float(x), 1), round(float(y), 1)] for x, y in points]
