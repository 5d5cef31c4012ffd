"""Random decks: a typeface, suit shapes, a layout and colours, as printers have them."""

from collections.abc import Mapping

import cv2
import numpy as np

from shoes.camera.kinds import SUITS, Image
from shoes.scenes import glyphs
from shoes.scenes.decks import BLACK, RED, Design, Face, ornament
from shoes.scenes.practice import DrawnDeck
from shoes.training.art import Artwork
from shoes.training.typefaces import Typefaces

Colour = tuple[int, int, int]


def _weighted(masks: Mapping[str, Image], rng: np.random.Generator) -> dict[str, Image]:
    """The same shapes a little bolder or lighter."""
    by = int(rng.integers(-5, 9))
    if abs(by) < 2:
        return dict(masks)
    kernel = np.ones((abs(by), abs(by)), np.uint8)
    change = cv2.dilate if by > 0 else cv2.erode
    changed = {}
    for name, mask in masks.items():
        wider = np.pad(mask, abs(by))
        shape = glyphs.crop(np.asarray(change(wider, kernel), np.uint8))
        changed[name] = shape if shape.shape[0] > 20 else mask
    return changed


def _ranks(types: Typefaces, rng: np.random.Generator) -> dict[str, Image]:
    if rng.random() < 0.05:
        return glyphs.built_in_ranks("sans", int(rng.choice([300, 400, 500, 600, 700, 800])))
    pile = types.classic if rng.random() < 0.6 else types.other
    ranks = dict(pile[int(rng.integers(len(pile)))])
    way = rng.random()
    if way < 0.7:
        queen = glyphs.queen if way < 0.3 else glyphs.narrow_queen
        ranks["Q"] = _as_high(queen(rng), ranks["K"].shape[0])
    return _weighted(ranks, rng)


def _as_high(mask: Image, height: int) -> Image:
    """The mask brought to a height, its tail a little below."""
    k = height * 1.06 / mask.shape[0]
    return np.asarray(cv2.resize(mask, None, fx=k, fy=k, interpolation=cv2.INTER_AREA), np.uint8)


def _suits(types: Typefaces, rng: np.random.Generator, *, bent: float) -> dict[str, Image]:
    is_drawn = rng.random() < 0.45
    shapes = glyphs.suit_shapes(rng) if is_drawn else dict(types.suits[int(rng.integers(len(types.suits)))])
    return reshaped(_weighted(shapes, rng), rng) if bent and rng.random() < bent else shapes


def reshaped(masks: Mapping[str, Image], rng: np.random.Generator) -> dict[str, Image]:
    """The same suits by another hand: all four wider or narrower, fuller or leaner, heavier above or below."""
    wide, full, high = np.exp(rng.normal(0, 0.06)), rng.normal(0, 0.07), rng.normal(0, 0.05)

    def bent(mask: Image) -> Image:
        h, w = mask.shape
        ys, xs = np.mgrid[0:h, 0 : round(w * wide)].astype(np.float32)
        bulge = np.sin(np.pi * ys / h)
        middle = (xs.shape[1] - 1) / 2
        from_x = (w - 1) / 2 + (xs - middle) / wide / (1 + full * bulge)
        from_y = ys + high * h * bulge
        whole = cv2.remap(mask, from_x.astype(np.float32), from_y.astype(np.float32), cv2.INTER_LINEAR)
        return np.asarray(whole, np.uint8)

    return {suit: glyphs.crop(bent(np.pad(mask, 12))) for suit, mask in masks.items()}


def _colours(rng: np.random.Generator) -> dict[str, Colour]:
    def near(colour: Colour, spread: int) -> Colour:
        b, g, r = (int(np.clip(v + rng.integers(-spread, spread + 1), 0, 255)) for v in colour)
        return b, g, r

    red = near(RED, 28) if rng.random() < 0.8 else near((60, 60, 215), 30)
    black = near(BLACK, 20)
    colours = {suit: red if suit in "HD" else black for suit in SUITS}
    if rng.random() < 0.06:
        colours |= {"D": near((190, 80, 20), 30), "C": near((40, 120, 20), 30)}
    return colours


def _pictures(art: Artwork, rng: np.random.Generator) -> tuple[Image, ...]:
    if rng.random() < 0.25:
        return tuple(ornament(rng) for _ in range(5))
    court = art.courts[int(rng.integers(len(art.courts)))]
    if rng.random() < 0.3:
        order = rng.permutation(3)
        court = tuple(np.ascontiguousarray(picture[:, :, order]) for picture in court)
    return court


def random_design(types: Typefaces, art: Artwork, rng: np.random.Generator, *, bent: float = 0.7) -> Design:
    """One deck's look; three in ten are jumbo, some framed, some with four corners.

    bent  the share of suit sets that are bent out of the shape that their typeface has.
    """
    is_jumbo = rng.random() < 0.3
    rank_h = rng.uniform(48, 84) if is_jumbo else rng.uniform(27, 48)
    ranks = _ranks(types, rng)
    natural = ranks["8"].shape[1] / ranks["8"].shape[0]
    aspect = float(np.clip(natural * rng.uniform(0.75, 1.1), 0.4, 0.82))
    suit_h = rank_h * (rng.uniform(0.62, 1.0) if is_jumbo or rng.random() < 0.7 else rng.uniform(0.5, 0.75))
    paper = int(rng.integers(232, 256))
    return Design(
        ranks=ranks,
        suits=(suits := _suits(types, rng, bent=bent)),
        colours=_colours(rng),
        paper=(paper - int(rng.integers(0, 22)) * (rng.random() < 0.4), paper, paper),
        rank_h=rank_h,
        rank_w=rank_h * aspect,
        suit_h=suit_h,
        gap=rng.uniform(0.03, 0.24) * rank_h,
        centre_x=rank_h * aspect / 2 + rng.uniform(4, 16),
        top=rng.uniform(5, 24),
        pip_h=rng.uniform(40, 68),
        pip_suits=suits if rng.random() < 0.8 else _suits(types, rng, bent=bent),
        framed=rng.uniform(0.45, 0.7) if is_jumbo and rng.random() < 0.7 else 1.0,
        four_corners=rng.random() < 0.06,
        corner_radius=rng.uniform(6, 20),
        edge=int(rng.integers(120, 250)),
        pictures=_pictures(art, rng),
    )


def random_deck(types: Typefaces, art: Artwork, rng: np.random.Generator) -> DrawnDeck:
    """A deck to draw scenes with: of our own design, or one in nine straight from the artwork."""
    design = random_design(types, art, rng)
    if rng.random() < 0.11:
        faces: list[Face] = art.decks[int(rng.integers(len(art.decks)))]
        return DrawnDeck.from_faces(faces, design, rng)
    return DrawnDeck.of(design, rng)
