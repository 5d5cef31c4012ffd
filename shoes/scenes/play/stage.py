"""What lies still on the table as one picture, and what moves over it."""

from typing import Final

import numpy as np

from shoes.camera.kinds import Floats, Image
from shoes.camera.layout import DISCARD, Layout
from shoes.scenes.decks import Face, draw_back, draw_face
from shoes.scenes.play import ground
from shoes.scenes.play.arms import draw_arm
from shoes.scenes.play.canvas import Rect, Sprite, cut, intersects, lay, shade, smeared
from shoes.scenes.play.exposure import Exposure, light_field, softened
from shoes.scenes.play.faces import design_of
from shoes.scenes.play.flights import Flight, Key, Plan, Track
from shoes.scenes.play.lens import View
from shoes.scenes.play.looks import Look
from shoes.scenes.play.spots import CARD_MM, Pose
from shoes.scenes.play.stakes import draw_stack, spots_of

_SHUTTER_S: Final = 0.012
LAYER: Final = 6  # cards that the discard shows as one
THICK_MM: Final = 0.3
_LAMP: Final = (0.25, 0.4)  # how far a shadow falls, right and down, for each millimetre of height
_LOW: Final = 1.2  # height of the shadow of a card that lies, millimetres
_HAND_MM: Final = 12.0  # how far the back of a hand is over its fingertips


def card_sprite(face: Face) -> Sprite:
    return Sprite.of(face.image, CARD_MM, (CARD_MM[0] / 2, CARD_MM[1] / 2)).halved()


def card_matrix(pose: Pose, *, squeeze: float = 1.0) -> Floats:
    """A card's own millimetres to the plane's; `squeeze` narrows it while it is turned over."""
    c, s = np.cos(np.radians(-pose.turn)), np.sin(np.radians(-pose.turn))
    return np.array([[c * squeeze, -s, pose.x], [s * squeeze, c, pose.y], [0, 0, 1]], np.float32)


class Stage:
    """One showing of a film: asked for its pictures in the order of their times."""

    def __init__(self, plan: Plan, view: View, look: Look, *, seed: int) -> None:
        rng = np.random.default_rng((seed, 2))
        self._plan, self._view, self._look = plan, view, look
        self._size = view.calibration.picture
        self._felt = view.at_height(0.0)
        self._light = light_field(self._size, look.light, rng)
        self._bare = softened(ground.drawn(view, felt=look.felt, rng=rng), self._light, look.blur_px)
        design = design_of(look, rng)
        self._faces = {name: card_sprite(draw_face(design, name)) for name in sorted(set(plan.cards))}
        self._back = card_sprite(draw_back(rng))
        self._near, self._far = self._back.shadow(2.0), self._back.shadow(7.0)
        self._arms = {}
        for owner in sorted({track.owner for track in plan.tracks}):
            arm = draw_arm(np.random.default_rng((seed, 3, owner)), is_flat=owner > 0)
            self._arms[owner] = (arm, arm.shadow(11.0))
        self._exposure = Exposure(look, self._size, rng)
        self._clean = self._bare.copy()  # all that lies still, before compression
        self._table = self._exposure.compressed(self._clean)
        self._resting: dict[int, tuple[Sprite, Floats]] = {}
        self._waiting = sorted(plan.flights, key=lambda flight: flight.start, reverse=True)
        self._flying: list[Flight] = []
        self._chips = plan.chips[::-1]
        self._stacks: dict[str, int] = {}
        self._spots = spots_of(Layout(view.calibration.plane, view.calibration.areas))
        self._pile = 0

    def at(self, at: float) -> Image:
        """The picture of a moment, not before that asked for last."""
        self._advance(at)
        picture = self._table.copy()
        touched = self._draw_moving(picture, at)
        return self._exposure.exposed(picture, touched, at)

    def _advance(self, at: float) -> None:
        """Bring what lies still up to a moment."""
        dirty = []
        while self._waiting and self._waiting[-1].start < at:
            flight = self._waiting.pop()
            was = self._resting.pop(flight.card, None)
            if was is not None:
                dirty.append(was[0].rect(was[1], self._size))
            self._flying.append(flight)
        for flight in [flight for flight in self._flying if flight.end <= at + 1e-6]:
            self._flying.remove(flight)
            self._heap(flight.piled, dirty)
            if not flight.is_gone and not any(other.card == flight.card for other in self._flying):
                dirty.append(self._rest(flight))
        while self._chips and self._chips[-1].at < at:
            chips = self._chips.pop()
            self._stacks[chips.place] = chips.count
            x, y = self._spots[chips.place]
            seen = self._view.points(np.array([[x - 24, y - 24], [x + 24, y + 24]]), 0)
            high = self._view.points(np.array([[x - 24, y - 24], [x + 24, y + 24]]), 40)
            every = np.concatenate([seen, high])
            dirty.append((*every.min(0).astype(int).tolist(), *every.max(0).astype(int).tolist()))
        if dirty:
            self._redraw(dirty)

    def _heap(self, cards: int, dirty: list[Rect]) -> None:
        """Cards come to those in the discard rack."""
        if not cards:
            return
        area = next(area for area in self._view.calibration.areas if area.place == DISCARD)
        x, y = area.polygon.mean(0)
        for layer in range(self._pile // LAYER, (self._pile + cards) // LAYER + 1):
            plane = self._view.at_height(layer * LAYER * THICK_MM)
            pose = Pose(float(x) + (layer * 7 % 3 - 1) * 0.7, float(y) + (layer * 5 % 3 - 1) * 0.7, 0.0)
            matrix = (plane @ card_matrix(pose)).astype(np.float32)
            self._resting[-1000 + layer] = self._back, matrix
            dirty.append(self._back.rect(matrix, self._size))
        self._pile += cards

    def _rest(self, flight: Flight) -> Rect:
        sprite = self._faces[self._plan.cards[flight.card]] if flight.is_up else self._back
        matrix = (self._felt @ card_matrix(flight.goal)).astype(np.float32)
        self._resting[flight.card] = sprite, matrix
        return sprite.rect(matrix, self._size)

    def _redraw(self, dirty: list[Rect]) -> None:
        """Draw anew what lies still within some rectangles."""
        x0, y0, x1, y1 = rect = self._exposure.blocks(dirty, spare=12)
        self._clean[y0:y1, x0:x1] = self._bare[y0:y1, x0:x1]
        part = self._clean.copy()
        for place, count in sorted(self._stacks.items()):
            if count:
                draw_stack(part, self._view, self._spots[place], count=count, light=self._light)
        for _, (sprite, matrix) in sorted(self._resting.items(), key=lambda item: item[0]):
            if intersects(sprite.rect(matrix, self._size), rect):
                shift = _moved(_LOW * _LAMP[0], _LOW * _LAMP[1])
                shade(part, self._near, (matrix @ shift).astype(np.float32), 0.4)
                piece = cut(sprite, matrix, self._size, blur_px=self._look.blur_px, finer=2)
                if piece is not None:
                    lay(part, piece, self._light)
        self._clean[y0:y1, x0:x1] = part[y0:y1, x0:x1]
        self._table[y0:y1, x0:x1] = self._exposure.compressed(self._clean[y0:y1, x0:x1])

    def _draw_moving(self, picture: Image, at: float) -> list[Rect]:
        touched: list[Rect | None] = []
        for flight in sorted(self._flying, key=lambda flight: flight.card):
            touched += self._draw_flight(picture, flight, at)
        for track in self._plan.tracks:
            key = track.point(at)
            if key is not None:
                touched += self._draw_arm(picture, track, key, track.point(at - _SHUTTER_S) or key)
        return [rect for rect in touched if rect is not None]

    def _draw_flight(self, picture: Image, flight: Flight, at: float) -> list[Rect | None]:
        pose, height, face = flight.pose(at), flight.height_mm(at), flight.face(at)
        sprite = self._faces[self._plan.cards[flight.card]] if face > 0 else self._back
        if flight.held is not None:
            pose = self._in_hand(flight, pose, at)
        own = card_matrix(pose, squeeze=max(abs(face), 0.06))
        fall = _moved(height * _LAMP[0], height * _LAMP[1])
        shadow = self._far if height > 6 else self._near
        under = shade(picture, shadow, (self._felt @ fall @ own).astype(np.float32), 0.4)
        plane = self._view.at_height(height)
        piece = cut(sprite, (plane @ own).astype(np.float32), self._size, blur_px=self._look.blur_px, finer=2)
        if piece is None:
            return [under]
        was = flight.pose(at - _SHUTTER_S)
        if flight.held is not None:
            was = self._in_hand(flight, was, at - _SHUTTER_S)
        lay(picture, smeared(piece, _way(plane, (was.x, was.y), (pose.x, pose.y))), self._light)
        return [under, piece.rect]

    def _in_hand(self, flight: Flight, pose: Pose, at: float) -> Pose:
        """Where a card is that the dealer carries."""
        dealer = self._plan.tracks[0]
        key = dealer.point(at)
        if key is None or flight.held is None:
            return pose
        x, y = dealer.beyond((key.x, key.y), flight.held)
        return Pose(x, y, pose.turn)

    def _draw_arm(self, picture: Image, track: Track, key: Key, before: Key) -> list[Rect | None]:
        arm, shadow = self._arms[track.owner]
        away = np.array(track.shoulder) - (key.x, key.y)
        away = away / np.linalg.norm(away)
        own = np.array([[away[1], away[0], key.x], [-away[0], away[1], key.y], [0, 0, 1]], np.float32)
        fall = _moved((key.height + _HAND_MM) * _LAMP[0], (key.height + _HAND_MM) * _LAMP[1])
        under = shade(picture, shadow, (self._felt @ fall @ own).astype(np.float32), 0.45)
        plane = self._view.at_height(key.height + _HAND_MM)
        piece = cut(arm, (plane @ own).astype(np.float32), self._size, blur_px=0)
        if piece is None:
            return [under]
        lay(picture, smeared(piece, _way(plane, (before.x, before.y), (key.x, key.y))), self._light)
        return [under, piece.rect]


def _moved(dx: float, dy: float) -> Floats:
    return np.array([[1, 0, dx], [0, 1, dy], [0, 0, 1]], np.float32)


def _way(plane: Floats, one: tuple[float, float], two: tuple[float, float]) -> tuple[float, float]:
    """From one point of a plane to another in pixels."""
    x0, y0, w0 = plane @ np.array([*one, 1.0], np.float32)
    x1, y1, w1 = plane @ np.array([*two, 1.0], np.float32)
    return float(x1 / w1 - x0 / w0), float(y1 / w1 - y0 / w0)
