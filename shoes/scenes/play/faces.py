"""The deck of a film: a design drawn from curves, in one of a few kinds as makers have them."""

from dataclasses import replace
from typing import Final

import numpy as np

from shoes.scenes import glyphs
from shoes.scenes.decks import BLACK, RED, Design, own_design
from shoes.scenes.play.looks import Look

_IVORY: Final = (226, 240, 246)
_FOUR: Final = {"S": BLACK, "H": RED, "D": (170, 80, 20), "C": (36, 112, 26)}


def design_of(look: Look, rng: np.random.Generator) -> Design:
    """The design of a look's deck; the generator chooses its shapes."""
    plain = own_design(rng, jumbo=look.jumbo)
    match look.deck:
        case "italic":
            ranks = glyphs.built_in_ranks("italic", int(rng.choice([400, 600])))
            return replace(plain, ranks=ranks, rank_w=plain.rank_w * 1.05, corner_radius=18.0)
        case "ivory":
            ranks = {**plain.ranks, "Q": glyphs.queen(rng)}
            return replace(plain, ranks=ranks, paper=_IVORY, edge=150, gap=plain.gap + 2, rank_w=plain.rank_w * 0.94)
        case "four colours":
            return replace(plain, colours=_FOUR, pip_h=52.0)
        case "framed":
            framed = 0.6 if look.jumbo else 0.85
            return replace(plain, framed=framed, pip_suits=glyphs.suit_shapes(rng), centre_x=plain.centre_x + 2)
        case _:
            return plain
