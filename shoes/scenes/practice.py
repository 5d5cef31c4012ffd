"""Small scenes to train on: one crop of a table each, its indices 9 to 36 pixels high."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoes.scenes import felts, layouts
from shoes.scenes.decks import Design, Face, draw_back, draw_deck, draw_joker, edges
from shoes.scenes.light import Roughness
from shoes.scenes.scene import Scene, compose

CROP_PX = 192
LOWEST_PX, HIGHEST_PX = 9.0, 36.0


@dataclass(frozen=True)
class DrawnDeck:
    """A deck ready to be laid: faces, backs, jokers, and the height of its index in card pixels."""

    faces: Sequence[Face]
    others: Sequence[Face]
    index_h: float

    @classmethod
    def of(cls, design: Design, rng: np.random.Generator) -> "DrawnDeck":
        return cls.from_faces(list(draw_deck(design).values()), design, rng)

    @classmethod
    def from_faces(cls, faces: list[Face], design: Design, rng: np.random.Generator) -> "DrawnDeck":
        """Faces drawn elsewhere (artwork), with backs and jokers of ours."""
        top, bottom = edges(faces[0].marks[0])
        others = [draw_back(rng), draw_back(rng), draw_joker(design, rng)]
        return cls(faces, others, float(abs(bottom[1] - top[1])))


def _pick(deck: DrawnDeck, rng: np.random.Generator) -> Face:
    pile = deck.others if rng.random() < 0.1 else deck.faces
    return pile[int(rng.integers(len(pile)))]


def draw(decks: Sequence[DrawnDeck], rng: np.random.Generator) -> Scene:
    """One practice scene, uint8 (192, 192, 3), with some index near its middle more often than not."""
    size = (CROP_PX, CROP_PX)
    ground = felts.ground(rng, size)
    if rng.random() < 0.04:
        return compose(ground, [], rng, rough=Roughness())
    deck = decks[int(rng.integers(len(decks)))]
    height = float(np.exp(rng.uniform(np.log(LOWEST_PX), np.log(HIGHEST_PX))))
    unit = height / deck.index_h
    way = int(rng.choice(4, p=[0.3, 0.2, 0.25, 0.25]))
    number = int(rng.integers(1, 9 if unit < 0.25 else 6))
    lies = (layouts.scattered, layouts.fanned, layouts.stepped, layouts.in_row)[way](rng, number)
    width = 1.0 if rng.random() < 0.6 else rng.uniform(0.9, 1.04)
    lies = [layouts.Lie(lie.x, lie.y, lie.turn, width) for lie in lies]
    pile = deck if rng.random() < 0.85 else decks[int(rng.integers(len(decks)))]
    faces = [_pick(pile if rng.random() < 0.5 else deck, rng) for _ in lies]
    chosen = int(rng.integers(len(lies)))
    marks = faces[chosen].marks
    middle = np.array([[120, 168]], np.float32)
    if marks:
        middle = edges(marks[int(rng.integers(len(marks)))]).mean(0, keepdims=True).astype(np.float32)
    at = layouts.project(middle, lies[chosen].matrix())[0]
    tilt = 0.0 if rng.random() < 0.2 else rng.uniform(0, 0.94) * rng.random() ** 0.5
    lens = layouts.seen_from(rng, tilt=tilt, px_per_unit=unit, middle=(float(at[0]), float(at[1])))
    place = np.eye(3, dtype=np.float32)
    place[:2, 2] = rng.uniform(0.1, 0.9, 2) * size
    laid = [(face, (place @ lens @ lie.matrix()).astype(np.float32)) for face, lie in zip(faces, lies, strict=True)]
    blur = rng.uniform(0.03, 0.09) if rng.random() < 0.8 else rng.uniform(0.09, 0.15)
    rough = Roughness(blur_px=float(blur * height))
    return compose(ground, laid, rng, rough=rough, covers=int(rng.random() < 0.15))
