"""The opening spread of packs as a camera sees it: rows by suit and sequence, each index open. Pure and seeded."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from shoes.camera.kinds import RANKS, SUITS, Image
from shoes.camera.layout import blackjack
from shoes.camera.plane import Calibration
from shoes.scenes.decks import Design, Face, draw_face
from shoes.scenes.play import ground
from shoes.scenes.play.canvas import cut, lay, shade
from shoes.scenes.play.exposure import Exposure, light_field, softened
from shoes.scenes.play.faces import design_of
from shoes.scenes.play.lens import Lens
from shoes.scenes.play.looks import Look
from shoes.scenes.play.spots import CARD_MM, Pose
from shoes.scenes.play.stage import card_matrix, card_sprite

BOXES: Final = 5
STEP_MM: Final = 19.0
ROW_MM: Final = 58.0
BLOCK_MM: Final = (330.0, 290.0)
BEGINS_MM: Final = (330.0, 190.0)
ACROSS: Final = 3


def pack_in_order() -> list[str]:
    """The cards of one pack by suit and sequence, as it is spread."""
    return [rank + suit for suit in SUITS for rank in RANKS]


def spread(
    packs: Sequence[Sequence[str]],
    look: Look,
    lens: Lens,
    *,
    seed: int,
    frames: int = 1,
    misprinted: Mapping[str, str] | None = None,
) -> list[Image]:
    """Pictures, one after another, of packs that lie spread: each pack's cards in four rows of about a quarter.

    misprinted  by card: the card that its lower half shows.
    """
    rng = np.random.default_rng((seed, 21))
    view = lens.view(blackjack(BOXES), seed=seed)
    size = view.calibration.picture
    light = light_field(size, look.light, rng)
    picture = softened(ground.drawn(view, felt=look.felt, rng=rng), light, look.blur_px)
    design = design_of(look, rng)
    lower = misprinted or {}
    cards = sorted({c for pack in packs for c in pack})
    faces = {card: card_sprite(_printed(design, card, lower.get(card, card))) for card in cards}
    felt = view.at_height(0.0)
    for card, pose in _laid(packs, rng):
        sprite = faces[card]
        matrix = (felt @ card_matrix(pose)).astype(np.float32)
        shade(picture, sprite.shadow(2.0), matrix, 0.35)
        piece = cut(sprite, matrix, size, blur_px=look.blur_px, finer=2)
        if piece is not None:
            lay(picture, piece, light)
    exposure = Exposure(look, size, rng)
    whole = exposure.compressed(picture)
    return [exposure.exposed(whole.copy(), [], at=0.4 * number) for number in range(frames)]


def _printed(design: Design, card: str, lower: str) -> Face:
    """A card whose lower half is that of `lower`."""
    face, other = draw_face(design, card), draw_face(design, lower)
    half = len(face.image) // 2
    return Face(np.concatenate([face.image[:half], other.image[half:]]), card, face.marks)


def calibration_of(lens: Lens, *, seed: int) -> Calibration:
    """How the camera of such pictures sees its table."""
    return lens.calibration(blackjack(BOXES), seed=seed)


def _laid(packs: Sequence[Sequence[str]], rng: np.random.Generator) -> list[tuple[str, Pose]]:
    """Where each card lies, the lowest first: a ribbon a suit, not quite straight, as hands spread it."""
    found = []
    for number, pack in enumerate(packs):
        left = BEGINS_MM[0] + number % ACROSS * BLOCK_MM[0] + float(rng.uniform(-8, 8))
        top = BEGINS_MM[1] + number // ACROSS * BLOCK_MM[1] + float(rng.uniform(-8, 8))
        in_row = -(-len(pack) // 4)
        for row in range(4):
            lean, bow = float(rng.uniform(-3, 3)), float(rng.uniform(-0.12, 0.12))
            for nth, card in enumerate(pack[row * in_row : (row + 1) * in_row]):
                x = left + nth * STEP_MM + float(rng.normal(0, 1.2))
                y = top + row * ROW_MM + bow * (nth - 6) ** 2 + float(rng.normal(0, 1.0))
                found.append((card, Pose(x + CARD_MM[0] / 2, y, lean + float(rng.normal(0, 1.2)))))
    return found
