"""Decks and grounds that no training ever draws: what the figures on drawn cards are measured on."""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from shoes.camera.kinds import Image
from shoes.scenes import glyphs
from shoes.scenes.decks import ornament
from shoes.scenes.practice import DrawnDeck
from shoes.training.art import Artwork
from shoes.training.designs import random_design
from shoes.training.typefaces import Typefaces

Rng = np.random.Generator


def unseen_deck(types: Typefaces, rng: Rng) -> DrawnDeck:
    """A deck of a held-out typeface, its suits as they are; its court cards show ornaments of its own."""
    art = Artwork([], [tuple(ornament(rng) for _ in range(12))])
    return DrawnDeck.of(random_design(types, art, rng, bent=0.0), rng)


def _cells(rng: Rng, size: tuple[int, int], number: int) -> npt.NDArray[np.int64]:
    """Which of `number` scattered points each pixel is nearest to, int (h, w)."""
    w, h = size
    points = rng.random((number, 2)) * (w // 4, h // 4)
    ys, xs = np.mgrid[0 : h // 4, 0 : w // 4]
    away = (xs[..., None] - points[:, 0]) ** 2 + (ys[..., None] - points[:, 1]) ** 2
    nearest = away.argmin(-1).astype(np.float32)
    return np.asarray(cv2.resize(nearest, size, interpolation=cv2.INTER_NEAREST), np.int64)


def terrazzo(rng: Rng, size: tuple[int, int]) -> Image:
    """Chips of stone in a binder."""
    cells = _cells(rng, size, int(rng.integers(40, 140)))
    base = rng.integers(60, 220, 3)
    tones = np.clip(base + rng.normal(0, 30, (cells.max() + 1, 3)), 0, 255)
    return np.asarray(tones[cells], np.uint8)


def marble(rng: Rng, size: tuple[int, int]) -> Image:
    """Veins along a bent wave."""
    w, h = size
    bend = cv2.resize(rng.random((6, 6), dtype=np.float32), size, interpolation=cv2.INTER_CUBIC)
    fine = cv2.resize(rng.random((30, 30), dtype=np.float32), size, interpolation=cv2.INTER_CUBIC)
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    turn = rng.uniform(0, np.pi)
    wave = np.sin((xs * np.cos(turn) + ys * np.sin(turn)) * rng.uniform(0.01, 0.06) + bend * 9 + fine * 2)
    vein = np.abs(wave)[:, :, None] ** rng.uniform(0.3, 1.0)
    one, two = rng.integers(10, 120, 3), rng.integers(110, 250, 3)
    return np.asarray(np.clip(one + (two - one) * vein, 0, 255), np.uint8)


def tiles(rng: Rng, size: tuple[int, int]) -> Image:
    """Tiles with joints, each a little different."""
    w, h = size
    side = int(rng.integers(24, 120))
    shades = rng.normal(0, 9, (h // side + 2, w // side + 2, 1)) + rng.integers(30, 230, 3)
    picture = np.repeat(np.repeat(shades, side, 0), side, 1)[:h, :w]
    joint = int(rng.integers(1, 5))
    colour = rng.integers(20, 240, 3)
    for at in range(0, max(w, h), side):
        picture[at : at + joint] = colour
        picture[:, at : at + joint] = colour
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def carpet(rng: Rng, size: tuple[int, int]) -> Image:
    """A figured carpet: rings and leaves, over and over."""
    side = int(rng.integers(40, 110))
    figure = np.full((side, side, 3), rng.integers(10, 140, 3), np.uint8)
    for _ in range(int(rng.integers(3, 8))):
        colour = tuple(int(v) for v in rng.integers(20, 230, 3))
        axes = (int(rng.integers(3, side // 2)), int(rng.integers(3, side // 2)))
        place = (int(rng.integers(side)), int(rng.integers(side)))
        thick = int(rng.choice([-1, 1, 2, 4]))
        cv2.ellipse(figure, place, axes, float(rng.uniform(0, 180)), 0, 360, colour, thick, cv2.LINE_AA)
    w, h = size
    picture = np.tile(figure, (h // side + 1, w // side + 1, 1))[:h, :w]
    pile = rng.random((h, w, 1), dtype=np.float32) * rng.uniform(5, 40)
    return np.asarray(np.clip(picture.astype(np.float32) + pile - 12, 0, 255), np.uint8)


def metal(rng: Rng, size: tuple[int, int]) -> Image:
    """Brushed metal under a falling light."""
    w, h = size
    brush = rng.normal(0, rng.uniform(2, 14), (h, 1, 1)) + rng.normal(0, 2, (h, w, 1))
    fall = np.linspace(rng.uniform(40, 200), rng.uniform(40, 230), w)[None, :, None]
    tint = rng.normal(0, 8, 3)
    picture = np.clip(fall + brush + tint, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(picture if rng.random() < 0.5 else np.rot90(picture)[:h, :w]) if w == h else picture


_GROUNDS: tuple[Callable[[Rng, tuple[int, int]], Image], ...] = (terrazzo, marble, tiles, carpet, metal)
_LETTERS = "ABEFGHKLMNPRSTUVXYZ0123456789&%$"


def _written(picture: Image, rng: Rng) -> None:
    """Words and prices in OpenCV's own typeface, in place: print that is no index."""
    for _ in range(int(rng.integers(1, 5))):
        text = "".join(_LETTERS[int(n)] for n in rng.integers(0, len(_LETTERS), int(rng.integers(1, 7))))
        place = (int(rng.integers(-10, picture.shape[1])), int(rng.integers(0, picture.shape[0] + 10)))
        colour = tuple(int(v) for v in rng.integers(0, 255, 3))
        size, weight = int(rng.integers(12, 60)), int(rng.choice([300, 500, 700]))
        cv2.putText(picture, text, place, colour, cv2.FontFace("italic"), size, weight)


def _bits(picture: Image, rng: Rng) -> None:
    """Suit-like bits that lie about, in place: petals, buttons, stickers."""
    shapes = list(glyphs.suit_shapes(rng).values())
    for _ in range(int(rng.integers(1, 6))):
        shape = shapes[int(rng.integers(4))]
        k = rng.uniform(8, 40) / shape.shape[0]
        turn = cv2.getRotationMatrix2D((shape.shape[1] / 2, shape.shape[0] / 2), float(rng.uniform(0, 360)), k)
        turn[:, 2] += rng.random(2) * picture.shape[1::-1] - (shape.shape[1] / 2, shape.shape[0] / 2)
        alpha = cv2.warpAffine(shape, turn, picture.shape[1::-1])[:, :, None].astype(np.float32) / 255
        picture[:] = (picture * (1 - alpha) + rng.integers(0, 255, 3) * alpha).astype(np.uint8)


def unseen_ground(rng: Rng, size: tuple[int, int]) -> Image:
    """A ground uint8 (h, w, 3) of a kind that training has not; half of them with print or bits on it."""
    picture = _GROUNDS[int(rng.integers(len(_GROUNDS)))](rng, size)
    if rng.random() < 0.3:
        _written(picture, rng)
    if rng.random() < 0.3:
        _bits(picture, rng)
    return picture
