"""Chips before the boxes: guests put them there before the first card, the dealer clears them before he lifts."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import Floats, Image
from shoes.camera.layout import Layout
from shoes.scenes.play.canvas import Rect
from shoes.scenes.play.flights import REACH_S, Chips, Plan, Track
from shoes.scenes.play.ground import CHIPS, chip_spot
from shoes.scenes.play.lens import View
from shoes.scenes.play.script import DEALER, Dealt, Happening, Lifted

RADIUS_MM: Final = 19.5
CHIP_MM: Final = 3.3
EARLY_S: Final = 1.9  # the first guest stakes so long before the first card
STAKING_S: Final = 0.9
VISIT_S: Final = 0.2  # a hand needs at least so long from one stack to the next
MOST: Final = 9


def spots_of(layout: Layout) -> dict[str, tuple[float, float]]:
    """Where the chips of each box stand, in millimetres."""
    return {area.place: chip_spot(area) for area in layout.areas if area.kind == "box"}


def place_chips(
    plan: Plan,
    guest: Callable[[str], Track],
    coming: Sequence[Happening],
    *,
    spots: Mapping[str, tuple[float, float]],
    after: float,
    rng: np.random.Generator,
) -> None:
    """Before a round: chips on each box that will have cards, put there by hands where there is time."""
    first = coming[0].at
    end = next((number for number, move in enumerate(coming) if isinstance(move, Lifted)), len(coming))
    places = {move.place.partition(".")[0] for move in coming[:end] if isinstance(move, Dealt)} - {DEALER}
    has_time = first - after > EARLY_S + REACH_S
    for place in sorted(places):
        at = first - EARLY_S + float(rng.uniform(0, STAKING_S)) if has_time else min(after, first)
        plan.chips.append(Chips(at, place, int(rng.integers(2, MOST))))
        if has_time:
            track = guest(place)
            track.come(at)
            track.add(at, spots[place], 18.0)
            track.add(at + 0.15, spots[place], 18.0)
            track.leave()


def take_chips(plan: Plan, *, spots: Mapping[str, tuple[float, float]], after: float, until: float) -> None:
    """After a round: the dealer's hand clears one stack after the other, where there is time."""
    there: dict[str, int] = {}
    for chips in sorted(plan.chips, key=lambda chips: chips.at):
        there[chips.place] = chips.count
    places = sorted(place for place, count in there.items() if count)
    dealer = plan.tracks[0]
    begin = after + REACH_S + 0.15
    has_time = len(places) > 0 and (until - begin) / len(places) > VISIT_S
    for number, place in enumerate(places):
        at = begin + (until - begin) * number / len(places) if has_time else until
        if has_time:
            dealer.come(at)
            dealer.add(at, dealer.beyond(spots[place], 12.0), 15.0)
        plan.chips.append(Chips(at, place, 0))


def draw_stack(picture: Image, view: View, spot: tuple[float, float], *, count: int, light: Image) -> Rect:
    """Chips one on the other, in place; where they were drawn."""
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = np.stack([np.cos(turns), np.sin(turns)], -1) * RADIUS_MM + spot
    rings = []
    for number in range(count):
        at = ring + 0.8 * np.array([np.sin(number * 2.1), np.cos(number * 1.7)])
        edge = view.points(at, number * CHIP_MM)
        rings.append(edge)
        colour = np.array(CHIPS[(count + number // 3) % len(CHIPS)], np.float32)
        lamp = _light_at(light, edge.mean(0))
        _fill(picture, edge, colour * 0.62 * lamp)
        top = view.points(at, (number + 0.9) * CHIP_MM)
        _fill(picture, top, colour * lamp)
        if number == count - 1:
            rings.append(top)
            _face(picture, view, at, (number + 0.9) * CHIP_MM, lamp)
    every = np.concatenate(rings)
    low, high = np.floor(every.min(0)).astype(int) - 3, np.ceil(every.max(0)).astype(int) + 3
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _face(picture: Image, view: View, ring: npt.NDArray[Any], height: float, lamp: npt.NDArray[Any]) -> None:
    """The inlay and the edge spots of the topmost chip."""
    middle = ring.mean(0)
    pale = np.array((226, 232, 236), np.float32) * lamp
    for number in range(0, len(ring), 5):
        piece = [
            middle + (ring[number + step] - middle) * share for step, share in ((0, 1), (2, 1), (2, 0.78), (0, 0.78))
        ]
        _fill(picture, view.points(np.array(piece), height), pale)
    _fill(picture, view.points(middle + (ring - middle) * 0.55, height), pale * 0.94)


def _fill(picture: Image, points: npt.NDArray[Any], colour: npt.NDArray[Any]) -> None:
    cv2.fillPoly(picture, [np.round(points * 8).astype(np.int32)], colour.tolist(), cv2.LINE_AA, 3)


def _light_at(light: Image, point: npt.NDArray[Any]) -> Floats:
    h, w = light.shape[:2]
    x, y = min(max(int(point[0]), 0), w - 1), min(max(int(point[1]), 0), h - 1)
    lamp: Floats = light[y, x].astype(np.float32) / 255
    return lamp
