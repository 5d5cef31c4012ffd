"""The opening spread of packs read at the table: every index that is open, of several pictures together. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from shoes.camera.cards import CardRead, cards_of, without_doubles
from shoes.camera.crops import HEIGHT, X, Y, cut, halves
from shoes.camera.eyes import Eyes
from shoes.camera.find import find
from shoes.camera.kinds import Floats, Image
from shoes.camera.layout import DISCARD
from shoes.camera.patches import scale_at
from shoes.camera.plane import Calibration
from shoes.camera.read import Readings, read
from shoes.cards import CARDS, is_known

PROPOSED: Final = 0.15
DARK_LEVEL: Final = 14.0
# In a ribbon indices lie closer together than in a hand.
APART: Final = 0.35
# An index lies where it lay in another picture if it is so near, in its own heights.
SAME: Final = 0.4
# From how many indices that are read so surely one knows how high an index of these packs is.
FEWEST, CLEAR = 8, 0.88
# How far the lower index of a playing card lies from its upper one, the other way up, and how surely both are read to
# say that the card is misprinted.
ACROSS_MM, DOWN_MM, OPPOSITE, SURE = (36.0, 58.0), (42.0, 80.0), -0.9, 0.8


class WrongSize(ValueError):
    """A picture that is not of the calibration's size; the message says both."""


class TooDark(ValueError):
    """A picture in which nothing can be read for want of light."""


@dataclass(frozen=True)
class Laid:
    """A card of the spread: what is read of it, how surely, and where in the pictures its index is, in pixels.

    corners  what its two indices say where they say different cards.
    """

    card: str
    confidence: float
    box: tuple[int, int, int, int]
    corners: tuple[str, ...] = ()


def read_spread(eyes: Eyes, calibration: Calibration, pictures: Sequence[Image]) -> list[Laid]:
    """The cards that lie on the table's plane, row by row.

    pictures  uint8 (h, w, 3), BGR, one after another of the same spread, of the calibration's size.
    raises    WrongSize, TooDark.
    """
    for picture in pictures:
        _check(picture, calibration)
    levels = [halves(picture) for picture in pictures]
    first = _together([read(partial(cut, one), find(one, eyes.finder, PROPOSED), eyes.reader) for one in levels])
    first = without_doubles(first, APART)
    scale = _scales(first, calibration)
    height = _height_mm(first, scale)
    if height is not None:
        first = _surer(first, _read_again(eyes, levels, first.poses, height * scale))
    cards = cards_of(first, eyes.limits, calibration.picture, apart=APART)
    on_felt = _without_contradictions([card for card in cards if _is_on_felt(card, calibration)], calibration)
    return [_laid(card) for card in sorted(on_felt, key=lambda card: (card.box[1], card.box[0]))]


def _check(picture: Image, calibration: Calibration) -> None:
    w, h = calibration.picture
    if picture.shape[:2] != (h, w):
        raise WrongSize(f"the picture is {picture.shape[1]} x {picture.shape[0]}, the calibration is for {w} x {h}.")
    if float(picture[::8, ::8].mean()) < DARK_LEVEL:
        raise TooDark("the picture is dark.")


def _scales(readings: Readings, calibration: Calibration) -> Floats:
    """Pixels a millimetre where each index lies."""
    places = calibration.to_plane(readings.poses[:, :2].astype(np.float32)) if len(readings) else np.zeros((0, 2))
    return np.array([scale_at(calibration, (float(x), float(y)))[0] for x, y in places], np.float32)


def _height_mm(readings: Readings, scale: Floats) -> float | None:
    """How high an index is in these packs; None where too little is read to know."""
    if len(readings) < FEWEST:
        return None
    well = readings.cards().max(axis=(1, 2)) >= CLEAR
    return float(np.median(readings.poses[well, HEIGHT] / scale[well])) if well.sum() >= FEWEST else None


def _read_again(eyes: Eyes, levels: Sequence[Sequence[Image]], poses: Floats, heights: Floats) -> Readings:
    """What the indices say if all are as high as those of one deck are."""
    as_one = poses.copy()
    as_one[:, HEIGHT] = heights
    return _together([read(partial(cut, one), as_one, eyes.reader) for one in levels])


def _surer(first: Readings, again: Readings) -> Readings:
    """Of two readings of each index the one that says more; where they say different cards, half of each."""
    ranks, suits = first.ranks.copy(), first.suits.copy()
    mine, theirs = first.cards().reshape(-1, 52), again.cards().reshape(-1, 52)
    for row, pose in enumerate(first.poses):
        near = _nearest(pose, list(again.poses))
        if near is None:
            continue
        if mine[row].argmax() != theirs[near].argmax():
            ranks[row] = (ranks[row] + again.ranks[near]) / 2
            suits[row] = (suits[row] + again.suits[near]) / 2
        elif theirs[near].max() > mine[row].max():
            ranks[row], suits[row] = again.ranks[near], again.suits[near]
    return Readings(first.poses, ranks, suits)


def _together(several: Sequence[Readings]) -> Readings:
    """What several pictures say of each index: the mean of what they say; what most do not see is left out."""
    if len(several) == 1:
        return several[0]
    poses: list[Floats] = []
    rows: list[list[tuple[Floats, Floats]]] = []
    for readings in several:
        known = list(poses)
        for pose, rank, suit in zip(readings.poses, readings.ranks, readings.suits, strict=True):
            near = _nearest(pose, known)
            if near is None:
                poses.append(pose)
                rows.append([(rank, suit)])
            else:
                rows[near].append((rank, suit))
    kept = [n for n, told in enumerate(rows) if 2 * len(told) > len(several)]
    return Readings(
        np.array([poses[n] for n in kept], np.float32).reshape(len(kept), -1),
        np.array([np.mean([rank for rank, _ in rows[n]], axis=0) for n in kept], np.float32).reshape(len(kept), 14),
        np.array([np.mean([suit for _, suit in rows[n]], axis=0) for n in kept], np.float32).reshape(len(kept), 5),
    )


def _nearest(pose: Floats, poses: list[Floats]) -> int | None:
    if not poses:
        return None
    known = np.array(poses)
    away = np.hypot(known[:, X] - pose[X], known[:, Y] - pose[Y]) / np.maximum(known[:, HEIGHT], pose[HEIGHT])
    best = int(away.argmin())
    return best if away[best] < SAME else None


def _is_on_felt(card: CardRead, calibration: Calibration) -> bool:
    """Whether it lies on the plane and not in the discard rack."""
    ((x, y),) = calibration.to_plane(np.array([card.middle], np.float32))
    w, h = calibration.plane
    area = calibration.area_at((float(x), float(y)))
    return 0 <= x <= w and 0 <= y <= h and (area is None or area.kind != DISCARD)


def _without_contradictions(cards: list[CardRead], calibration: Calibration) -> list[CardRead]:
    """Two sure indices that lie as the corners of one card, and say different cards, are one card misprinted."""
    lone = [card for card in cards if card.indices == 1]
    sure = [card for card in lone if is_known(CARDS[card.card]) and card.confidence >= SURE]
    joined: dict[int, CardRead] = {}
    for one in sure:
        for other in sure:
            is_new = id(one) not in joined and id(other) not in joined
            if is_new and one.card != other.card and one.index[1] < other.index[1] and _is_one(one, other, calibration):
                rank = one.card[0] if one.card[0] == other.card[0] else "?"
                joined[id(one)] = replace(one, card=rank + "?", corners=(one.card, other.card))
                joined[id(other)] = joined[id(one)]
    kept = [card for card in cards if id(card) not in joined]
    return kept + list({id(card): card for card in joined.values()}.values())


def _is_one(one: CardRead, other: CardRead, calibration: Calibration) -> bool:
    """Whether two indices lie as those of one card do, on the table's plane."""
    middles = np.array([[(x0 + x1) / 2, (y0 + y1) / 2] for x0, y0, x1, y1 in (one.index, other.index)], np.float32)
    ups = np.array([card.up for card in (one, other)], np.float32) * one.index_px
    a, b = calibration.to_plane(middles)
    up, other_up = calibration.to_plane(middles + ups) - (a, b)
    up, other_up = up / np.hypot(*up), other_up / np.hypot(*other_up)
    across, down = (b - a) @ (-up[1], up[0]), (b - a) @ -up
    is_inside = ACROSS_MM[0] < across < ACROSS_MM[1] and DOWN_MM[0] < down < DOWN_MM[1]
    return bool(is_inside and up @ other_up < OPPOSITE)


def _laid(card: CardRead) -> Laid:
    x0, y0, x1, y1 = (round(v) for v in card.index)
    return Laid(card.card, card.confidence, (x0, y0, x1, y1), card.corners)
