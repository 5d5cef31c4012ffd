"""The physical cards on the felt: each is known by where it lies, and gathers what looks say of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from shoes.camera.cells import Cells, Part
from shoes.camera.colours import is_alike
from shoes.camera.evidence import Evidence, Said
from shoes.camera.indices import Index
from shoes.camera.kinds import Floats
from shoes.camera.outlines import Outline
from shoes.camera.patches import Region
from shoes.camera.poses import Deck, Pose, corner_of, overlap, pose_of_one, pose_of_two

IS_INDEX: Final = 0.5
EARLY: Final = 10
FEWEST: Final = 12
# No card lies longer than this before it is seen.
LONGEST_MS: Final = 2500
SHADED: Final = 11.0
_SAME: Final = 0.02
_CLEAR: Final = 0.9
_AGREES: Final = 1e-3
_BACK_MM, _BACK_DEG = 14.0, 12.0
_COVER_MM: Final = 2.0
_EDGE_MM: Final = 4.0
_NEAR_MM: Final = 115.0
_INDEX_MM: Final = 6.0
_PUSHED_MM: Final = 2.5


@dataclass(eq=False)
class Card:
    """One physical card, from the first look at it on.

    rest_ms   capture of the first frame in which it lay still.
    layer     the higher, the nearer to the lens.
    number    what it is called in sights; None while nothing was said of it.
    hits      looks at which it was seen; `missed` in a row at which it was not, though it should have been.
    gone_ms   when its place was seen empty.
    corner_ms when each of its corners was last seen.
    bare_ms   up to which change of its cells it was asked whether its place is empty; `asked_ms` when last anyway.
    """

    pose: Pose
    rest_ms: int
    layer: int
    face: str = "up"
    evidence: Evidence = field(default_factory=Evidence)
    number: int | None = None
    said: Said | None = None
    hand: str = ""
    lie: str = "along"
    was_lying: bool = False
    hits: int = 0
    paired: int = 0
    missed: int = 0
    against: int = 0
    seen_ms: int = 0
    look_ms: int = 0
    is_accepted: bool = False
    gone_ms: int | None = None
    bare_ms: float = -1.0
    asked_ms: int = -10_000
    surety: float = 0.0
    corner_ms: dict[int, int] = field(default_factory=dict)
    visible: Part | None = None

    @property
    def is_loose(self) -> bool:
        """Whether it may have left its place."""
        return self.gone_ms is not None or self.missed >= 2

    def agrees(self, index: Index) -> bool:
        """Whether an index may be one of its corners, by what both say."""
        if self.evidence.most_looks < 3 or index.is_index < _CLEAR:
            return True
        return float((self.evidence.cards() * index.cards).sum()) > _AGREES or float(index.cards.max()) < _CLEAR


class Lying:
    """All cards that lie, or are about to be said to lie."""

    def __init__(self, cells: Cells, card_mm: tuple[float, float]) -> None:
        self.cells = cells
        self.deck = Deck(card_mm)
        self.cards: list[Card] = []
        self._layers = 0

    def new(self, pose: Pose, face: str, at_ms: int) -> Card:
        self._layers += 1
        part = self.cells.inside(pose.outline(-_EDGE_MM))
        card = Card(pose, self.rested(part, at_ms - LONGEST_MS), self._layers, face, seen_ms=at_ms)
        is_known = len(part) == 0 or float(part.of(self.cells.known).mean()) >= 0.5
        card.was_lying = not is_known or card.rest_ms <= self.cells.began_ms
        self.cards.append(card)
        self.uncover(pose)
        return card

    def rested(self, part: Part, after_ms: int = -1) -> int:
        """When what these cells show came to rest, which was after `after_ms`.

        A hand that leaves may cover most of a card for a while: what little it left open tells best. What looks as
        before, such as paper on paper, tells nothing.
        """
        cells = self.cells
        new = ~is_alike(part.of(cells.now), part.of(cells.scene) * cells.gain, SHADED) | ~part.of(cells.known)
        since = part.of(cells.since)
        since = np.where(since > after_ms, since, part.of(cells.changed))
        since = since[new] if np.count_nonzero(new) >= FEWEST else since
        return int(np.percentile(since, EARLY)) if len(since) else cells.at_ms

    def remove(self, card: Card) -> None:
        self.cards.remove(card)
        self.uncover(card.pose)

    def lay(self, card: Card, pose: Pose) -> None:
        """A card lies elsewhere now, on top."""
        self._layers += 1
        was, card.pose, card.layer = card.pose, pose, self._layers
        card.gone_ms, card.missed, card.is_accepted = None, 0, False
        self.uncover(was)
        self.uncover(pose)

    def uncover(self, near: Pose) -> None:
        """Which cells show the cards near a place, less those that known cards cover."""
        for card in self.cards:
            if card.pose.away(near) > _NEAR_MM:
                continue
            part = self.cells.inside(card.pose.outline(-_EDGE_MM))
            for other in self.above(card):
                if other.number is None:
                    continue
                part = part.without(self.cells.inside(other.pose.outline(_COVER_MM)))
            if card.visible is not None and len(part) > len(card.visible) + FEWEST:
                card.is_accepted = False  # what came to light is as well known once it was seen
            card.visible = part

    def above(self, card: Card) -> list[Card]:
        """The cards that cover something of a card."""
        return [
            other
            for other in self.cards
            if other.layer > card.layer
            and other.gone_ms is None
            and other.pose.away(card.pose) < _NEAR_MM
            and overlap(card.pose, other.pose) > 0
        ]

    def open_corners(self, card: Card) -> list[Floats]:
        """The places of a card's two usual indices that no other card covers."""
        above = self.above(card)
        return [place for place in self.corners(card) if not any(covers(other.pose, place) for other in above)]

    def corners(self, card: Card) -> list[Floats]:
        """Where a card's two usual indices are, float32 (2,) each, in millimetres."""
        right, up = self.deck.offset(20.0)
        return [np.array(card.pose.at(sign * right, -sign * up), np.float32) for sign in (-1, 1)]

    def meet(self, found: list[Index], where: Part, at_ms: int) -> None:
        """Take in the indices of one look at the cells `where`: those of known cards, and new ones."""
        left = self._matched(found, at_ms)
        for index in list(left):
            if self.deck.is_alike(index.height):
                self._begun(index, left, at_ms)
        self._count_missed(where, at_ms)

    def _matched(self, found: list[Index], at_ms: int) -> list[Index]:
        """Give indices to the cards whose corners they are; returns the others."""
        fits = []
        for card in self.cards:
            if card.face == "down":
                continue
            for index in found:
                corner = corner_of(index, card.pose, self.deck)
                if corner:
                    hidden = any(covers(other.pose, index.at) for other in self.above(card))
                    fits.append((corner[1] + 6.0 * hidden, corner[0], index, card))
        fits.sort(key=lambda fit: fit[0])
        taken: set[int] = set()
        met: dict[int, tuple[Card, dict[int, Index]]] = {}
        for _, corner_number, index, card in fits:
            mine = met.setdefault(id(card), (card, {}))[1]
            if id(index) in taken or corner_number in mine:
                continue
            if not card.agrees(index):
                card.against += 1
                if card.number is not None and card.against < 4:
                    taken.add(id(index))
                continue
            taken.add(id(index))
            mine[corner_number] = index
        for card, corners in met.values():
            if corners:
                self._seen(card, corners, at_ms)
        return [index for index in found if id(index) not in taken]

    def _seen(self, card: Card, corners: dict[int, Index], at_ms: int) -> None:
        for number, index in corners.items():
            card.evidence.add(number, index.cards, index.px)
            if index.is_index >= IS_INDEX:
                card.corner_ms[number] = at_ms
        card.hits, card.missed, card.against = card.hits + 1, 0, 0
        card.seen_ms = at_ms
        if card.gone_ms is not None:
            card.gone_ms = None
            self.uncover(card.pose)
        if 0 in corners and 1 in corners and float((corners[0].cards * corners[1].cards).sum()) > 0.5:
            self._learn(corners[0], corners[1])
        better = _better_pose(card, corners, self.deck)
        if better and (better.away(card.pose) > 0.7 or better.turned_from(card.pose) > 0.7):
            card.pose = better
            self.uncover(better)

    def _begun(self, index: Index, left: list[Index], at_ms: int) -> None:
        """A new card from an index that no card has, and the opposite one if it is there too."""
        if index.is_index < IS_INDEX or not any(index is one for one in left):
            return
        best: tuple[float, Pose, Index] | None = None
        for other in left:
            if other is index or other.is_index < IS_INDEX / 2:
                continue
            alike = float((index.cards * other.cards).sum())
            pose = pose_of_two(index, other, self.deck) if alike > _SAME or self.deck.is_known else None
            if pose and (best is None or alike > best[0]):
                best = (alike, pose, other)
        corners = {0: index}
        if best:
            corners[1] = best[2]
            if best[0] > 0.5:
                self._learn(index, best[2])
        card = self.new(best[1] if best else pose_of_one(index, self.deck), "up", at_ms)
        for number, one in corners.items():
            card.evidence.add(number, one.cards, one.px)
            left[:] = [kept for kept in left if kept is not one]
        card.hits = 1

    def _learn(self, one: Index, two: Index) -> None:
        middle = (one.at + two.at) / 2
        lean = one.up - two.up
        lean = lean / max(float(np.hypot(*lean)), 1e-6)
        pose = Pose(float(middle[0]), float(middle[1]), float(lean[0]), float(lean[1]), *self.deck.size)
        right, up = pose.of(float(one.at[0]), float(one.at[1]))
        self.deck.learn(-right, up, (one.height + two.height) / 2)

    def _count_missed(self, where: Part, at_ms: int) -> None:
        """Cards whose open corners were looked at, at rest, and not found."""
        looked = np.zeros(self.cells.shape, np.bool_)
        where.set(looked, value=True)
        looked &= self.cells.settled
        for card in self.cards:
            if card.seen_ms == at_ms or card.face == "down":
                continue
            corners = self.open_corners(card)
            if corners and all(self._is_among(looked, place) for place in corners):
                card.missed += 1

    def _is_among(self, looked: np.ndarray, place: Floats) -> bool:
        column, row = (round(float(v)) for v in self.cells.to_cells(place))
        reach = round(_INDEX_MM / 4)
        part = looked[max(row - reach, 0) : row + reach + 1, max(column - reach, 0) : column + reach + 1]
        return bool(part.size and part.all())

    def meet_backs(self, found: Sequence[Outline], where: Region, at_ms: int) -> None:
        """Take in the card-shaped things without an index that were seen in a region."""
        for outline in found:
            self._meet_back(outline, at_ms)
        for card in self.cards:
            is_there = where[0] < card.pose.x < where[2] and where[1] < card.pose.y < where[3]
            if is_there and card.face == "down" and card.seen_ms < at_ms:
                card.missed += 1

    def _meet_back(self, outline: Outline, at_ms: int) -> None:
        pose = outline.pose
        for card in self.cards:
            if card.pose.away(pose) < _BACK_MM and card.pose.turned_from(pose) < _BACK_DEG:
                if card.face == "down":
                    card.hits, card.missed, card.seen_ms, card.gone_ms = card.hits + 1, 0, at_ms, None
                    card.surety = max(card.surety, outline.fit)
                return
        card = self.new(pose, "down", at_ms)
        card.hits, card.surety = 1, outline.fit


def covers(pose: Pose, point: Floats) -> bool:
    right, up = pose.of(float(point[0]), float(point[1]))
    return abs(right) < pose.width / 2 + 1 and abs(up) < pose.length / 2 + 1


def _better_pose(card: Card, corners: dict[int, Index], deck: Deck) -> Pose | None:
    """Where a card lies by the indices of its newest look: two tell place and turn, one only that it was pushed."""
    pose = card.pose
    if 0 in corners and 1 in corners:
        seen = pose_of_two(corners[0], corners[1], deck)
        if seen:
            card.paired += 1
        return seen.between(pose) if seen and card.paired > 2 else seen
    number, index = next(iter(corners.items()))
    if number > 1:
        return None
    right, up = deck.offset(index.height)
    sign = 1 if number == 0 else -1
    x, y = pose.at(-sign * right, sign * up)
    dx, dy = (float(index.at[0]) - x) / 2, (float(index.at[1]) - y) / 2
    if np.hypot(dx, dy) < _PUSHED_MM / 2:
        return None
    return Pose(pose.x + dx, pose.y + dy, pose.up_x, pose.up_y, pose.width, pose.length)
