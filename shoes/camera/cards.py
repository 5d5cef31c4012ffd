"""Physical cards from corner indices: the two of one card are found by geometry and must agree."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from shoes.camera.crops import HEIGHT, UP_X, UP_Y, X, Y
from shoes.camera.kinds import RANKS, SUITS, Floats
from shoes.camera.read import Readings

# Offset of the opposite index along the card's width and height, in index heights, over all decks seen.
WIDTHS, LENGTHS, SHAPE = (0.7, 6.0), (0.6, 6.0), (0.5, 2.4)
USUAL_WIDTH, USUAL_LENGTH = 2.5, 3.1
LEAST = 0.4
# How far apart, in heights, two readings lie at least that are not of one index.
APART = 0.55
# Middle of an index to the card's edges, in index heights.
SIDE, END = 0.3, 0.68
# Two corners of one card share lamp, lens and print: their distributions are not independent.
TEMPER = 0.75
SAME_CARD = 0.04
# How the reader's probabilities are flattened by the height of the index, in pixels, so that of reads of a confidence
# of 0.9 at most one in two thousand is wrong on the hardest drawn cards: a confidence is modest, not a frequency.
SIZES_PX, TEMPERATURES = (12.0, 16.0, 20.0, 24.0), (2.8, 2.3, 1.75, 1.6)
# How far a third corner may be off its place, in index heights, and how likely it says at least what the others do.
ACROSS, ALSO = 0.6, 0.2
# How far a pair may be off the proportions of the picture's other cards to be one card although it disagrees.
ALIKE = 0.2
# From which confidence on each corner two that say different cards are a card misprinted, which nothing names.
CONTRADICTING, NEVER = 0.84, 1.1
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Limits:
    """From which confidence something is said; `card` of rank and suit, `rank` of `Q?`, `index` of `??`."""

    card: float = 0.56
    rank: float = 0.7
    index: float = 0.6


@dataclass(frozen=True)
class CardRead:
    """One physical card: `QH`, `Q?` or `??`; its box x0, y0, x1, y1, middle, up-vector and index height in pixels.

    index    where its index is, as a box; of two the upper one.
    indices  how many of its indices are read, one or two.
    corners  what its two indices say, each surely, where they say different cards.
    """

    card: str
    confidence: float
    box: Box
    middle: tuple[float, float]
    up: tuple[float, float]
    index_px: float
    index: Box
    indices: int = 1
    corners: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Pair:
    first: int
    second: int
    agreement: float
    width: float
    length: float


def without_doubles(readings: Readings, apart: float = APART) -> Readings:
    """The best reading of each index: one index may be proposed at several sizes.

    apart  how far one lies from another at least, in heights.
    """
    surety = readings.cards().max(axis=(1, 2))
    order = np.argsort(-surety)
    kept: list[int] = []
    for row in order:
        pose, better = readings.poses[row], readings.poses[kept]
        away = np.hypot(better[:, X] - pose[X], better[:, Y] - pose[Y])
        if not np.any(away < apart * np.maximum(better[:, HEIGHT], pose[HEIGHT])):
            kept.append(int(row))
    return readings.only(np.array(kept, np.int64))


def tempered(readings: Readings) -> Readings:
    """The same readings, as sure as indices of their height deserve."""
    power = 1 / np.interp(readings.poses[:, HEIGHT], SIZES_PX, TEMPERATURES)[:, None]

    def shares(given: Floats) -> Floats:
        grown = given.astype(np.float64) ** power
        return np.asarray(grown / grown.sum(axis=1, keepdims=True), np.float32)

    return Readings(readings.poses, shares(readings.ranks), shares(readings.suits))


def _offset(pose: Floats, other: Floats) -> tuple[float, float]:
    """Where `other` lies from `pose`, along its right and its down, in heights of `pose`."""
    dx, dy = other[X] - pose[X], other[Y] - pose[Y]
    right = -pose[UP_Y] * dx + pose[UP_X] * dy
    down = -pose[UP_X] * dx - pose[UP_Y] * dy
    return float(right / pose[HEIGHT]), float(down / pose[HEIGHT])


def _fits(width: float, length: float) -> bool:
    inside = WIDTHS[0] < width < WIDTHS[1] and LENGTHS[0] < length < LENGTHS[1]
    return inside and SHAPE[0] < length / width < SHAPE[1]


def _pairs(readings: Readings) -> Iterator[_Pair]:
    """All twos of indices that could be the opposite corners of one card."""
    cards = readings.cards()
    for first in range(len(readings)):
        one = readings.poses[first]
        for second in range(first + 1, len(readings)):
            two = readings.poses[second]
            if one[UP_X] * two[UP_X] + one[UP_Y] * two[UP_Y] > -0.85:
                continue
            if abs(np.log(one[HEIGHT] / two[HEIGHT])) > 0.65:
                continue
            there, back = _offset(one, two), _offset(two, one)
            width, length = (there[0] + back[0]) / 2, (there[1] + back[1]) / 2
            if min(*there, *back) > LEAST and _fits(width, length):
                yield _Pair(first, second, float((cards[first] * cards[second]).sum()), width, length)


def _same_rank(readings: Readings, pair: _Pair) -> bool:
    """Whether two corners in card geometry say one rank, and suits of one colour or no clear suit."""
    one, two = readings.ranks[pair.first, :-1], readings.ranks[pair.second, :-1]
    first, second = readings.suits[pair.first, :-1], readings.suits[pair.second, :-1]
    both = first + second
    is_one_colour = max(both[0] + both[3], both[1] + both[2]) > 1.8
    return bool((one * two).sum() > 0.5 and (is_one_colour or min(first.max(), second.max()) < 0.7))


def _chosen(readings: Readings) -> list[_Pair]:
    """Each index in one pair at most: the best agreeing first, near-by before far, at last those that disagree.

    Two corners that disagree are one card only where they lie exactly as those of the picture's other cards do.
    """
    found = sorted(_pairs(readings), key=lambda p: (-round(p.agreement, 1), p.width * p.length))
    agreeing = [p for p in found if p.agreement > SAME_CARD or _same_rank(readings, p)]
    chosen = _disjoint(agreeing, [])
    usual = _usual(chosen)
    if not chosen:
        return []
    exact = [p for p in found if max(abs(np.log(p.width / usual[0])), abs(np.log(p.length / usual[1]))) < ALIKE]
    return _disjoint(exact, chosen)


def _disjoint(pairs: list[_Pair], chosen: list[_Pair]) -> list[_Pair]:
    """The pairs chosen before, and in order those that share no index with them or each other."""
    taken = {row for pair in chosen for row in (pair.first, pair.second)}
    chosen = list(chosen)
    for pair in pairs:
        if not taken & {pair.first, pair.second}:
            taken |= {pair.first, pair.second}
            chosen.append(pair)
    return chosen


def _without_between(readings: Readings, pairs: list[_Pair]) -> list[_Pair]:
    """The pairs without those of a third corner of one card and a third corner of its neighbour that says the same."""

    def is_between(pair: _Pair, others: list[_Pair]) -> bool:
        return all(
            any(
                _is_other_corner(readings, own, row, (other.width, other.length))
                for other in others
                for own in (other.first, other.second)
            )
            for row in (pair.first, pair.second)
        )

    kept = list(pairs)
    for pair in reversed(pairs):  # the least sure first
        others = [other for other in kept if other is not pair]
        if len(others) > 1 and is_between(pair, others):
            kept = others
    return kept


def _alone(readings: Readings, pairs: list[_Pair]) -> list[int]:
    """The indices that are in no pair and no other corner of a card that was counted.

    Some decks have an index at all four corners. Once a pair of this picture has a third one, two indices as far apart
    as two corners of a card are one card too, though its opposite corner is hidden.
    """
    paired = {row for pair in pairs for row in (pair.first, pair.second)}
    rest = [row for row in range(len(readings)) if row not in paired]
    alone = [
        row
        for row in rest
        if not any(
            _is_other_corner(readings, own, row, (pair.width, pair.length))
            for pair in pairs
            for own in (pair.first, pair.second)
        )
    ]
    if len(alone) == len(rest):
        return alone
    kept: list[int] = []
    for row in sorted(alone, key=lambda row: -float(readings.cards()[row].max())):
        if not any(_is_other_corner(readings, own, row, _usual(pairs)) for own in kept):
            kept.append(row)
    return kept


def _is_other_corner(readings: Readings, own: int, row: int, size: tuple[float, float]) -> bool:
    """Whether an index says what `own` says and lies where a card of this size has a third and a fourth one.

    No other card's index could lie there without covering the corner below.
    """
    one, other, (width, length) = readings.poses[own], readings.poses[row], size
    across, down = _offset(one, other)
    cosine = one[UP_X] * other[UP_X] + one[UP_Y] * other[UP_Y]
    is_beside = cosine > 0.96 and np.hypot(abs(across) - width, down) < ACROSS
    is_below = cosine < -0.96 and np.hypot(min(abs(across), abs(across + width)), down - length) < ACROSS
    if not (is_beside or is_below) or abs(np.log(one[HEIGHT] / other[HEIGHT])) > 0.3:
        return False
    cards = readings.cards()
    return bool((cards[own] * cards[row]).sum() > ALSO)


def _usual(pairs: list[_Pair]) -> tuple[float, float]:
    """Width and length between the two indices of a card in this picture, in index heights."""
    if not pairs:
        return USUAL_WIDTH, USUAL_LENGTH
    return float(np.median([p.width for p in pairs])), float(np.median([p.length for p in pairs]))


def _said(cards: npt.NDArray[np.float32], limits: Limits) -> tuple[str, float] | None:
    """What a distribution (13, 4) over cards lets one say, or None where it says nothing."""
    best = np.unravel_index(int(cards.argmax()), cards.shape)
    rank, suit = int(best[0]), int(best[1])
    if cards[rank, suit] >= limits.card:
        return RANKS[rank] + SUITS[suit], float(cards[rank, suit])
    ranks = cards.sum(axis=1)
    if ranks.max() >= limits.rank:
        return RANKS[int(ranks.argmax())] + "?", float(ranks.max())
    if cards.sum() >= limits.index:
        return "??", float(cards.sum())
    return None


def _index_box(pose: Floats, picture: tuple[int, int]) -> Box:
    height = float(pose[HEIGHT])
    return _box(pose[:2], pose[[UP_X, UP_Y]], (2 * SIDE * height, 2 * END * height), picture)


def _box(middle: Floats, up: Floats, size: tuple[float, float], limits: tuple[int, int]) -> Box:
    """The upright box round a card of `size` (width, length) in pixels, cut to the picture (width, height)."""
    right = np.array([-up[1], up[0]])
    half = np.abs(right) * size[0] / 2 + np.abs(up) * size[1] / 2
    x0, y0 = np.clip(middle - half, 0, limits)
    x1, y1 = np.clip(middle + half, 0, limits)
    return float(x0), float(y0), float(x1), float(y1)


def _from_pair(readings: Readings, pair: _Pair, limits: Limits, picture: tuple[int, int]) -> CardRead | None:
    one, two = readings.poses[pair.first], readings.poses[pair.second]
    cards = readings.cards()
    product = (cards[pair.first] * cards[pair.second] + 1e-9) ** TEMPER
    there = 1 - (1 - cards[pair.first].sum()) * (1 - cards[pair.second].sum())
    joint = product / product.sum() * there
    corners = _contradicting(cards[pair.first], cards[pair.second], limits)
    said = _said(joint.astype(np.float32), replace(limits, card=NEVER) if corners else limits)
    if said is None:
        return None
    up = one[[UP_X, UP_Y]] - two[[UP_X, UP_Y]]
    up = up / max(float(np.hypot(*up)), 1e-6)
    height = float((one[HEIGHT] + two[HEIGHT]) / 2)
    middle = (one[:2] + two[:2]) / 2
    size = ((pair.width + 2 * SIDE) * height, (pair.length + 2 * END) * height)
    index = _index_box(one if one[Y] <= two[Y] else two, picture)
    return CardRead(*said, _box(middle, up, size, picture), _point(middle), _point(up), height, index, 2, corners)


def _contradicting(one: npt.NDArray[np.float32], two: npt.NDArray[np.float32], limits: Limits) -> tuple[str, ...]:
    """What both corners of one card say, each surely, if they say different cards; else nothing."""
    told = [said[0] for corner in (one, two) if corner.max() >= CONTRADICTING and (said := _said(corner, limits))]
    return tuple(told) if len(set(told)) == 2 else ()


def _from_one(
    readings: Readings, row: int, usual: tuple[float, float], limits: Limits, picture: tuple[int, int]
) -> CardRead | None:
    said = _said(readings.cards()[row], limits)
    if said is None:
        return None
    pose = readings.poses[row]
    up, height = pose[[UP_X, UP_Y]], float(pose[HEIGHT])
    right = np.array([-up[1], up[0]])
    middle = pose[:2] + (right * usual[0] - up * usual[1]) * height / 2
    size = ((usual[0] + 2 * SIDE) * height, (usual[1] + 2 * END) * height)
    return CardRead(
        *said, _box(middle, up, size, picture), _point(middle), _point(up), height, _index_box(pose, picture)
    )


def _point(pair: Floats) -> tuple[float, float]:
    return float(pair[0]), float(pair[1])


def cards_of(readings: Readings, limits: Limits, picture: tuple[int, int], *, apart: float = APART) -> list[CardRead]:
    """The physical cards that the indices of one picture (width, height) belong to.

    Identity never merges cards: only place, size and turn do. The opposite corners of one card multiply their
    distributions, so that corners that contradict each other leave the card unsure.
    """
    readings = tempered(without_doubles(readings, apart))
    pairs = _without_between(readings, _chosen(readings))
    usual = _usual(pairs)
    found = [_from_pair(readings, pair, limits, picture) for pair in pairs]
    found += [_from_one(readings, row, usual, limits, picture) for row in _alone(readings, pairs)]
    return [card for card in found if card is not None]
