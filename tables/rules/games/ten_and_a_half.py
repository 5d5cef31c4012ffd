"""Ten and a half, as a value: seven and a half with the whole pack. Totals are in half points.

Source: R-T10-*, what it inherits of R-S75-*, OPTIONS 1 and 2.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tables.rules.counting import Count
from tables.rules.game import Game
from tables.rules.games import seven_and_a_half as seven
from tables.rules.games.shared import pips, values
from tables.rules.options import Option, Value, one_of, only

NAME: Final = "ten-and-a-half"
TARGET: Final = 21
VALUES: Final = values(pips(ace=2, jack=1, queen=1, king=1, unit=2, ten=20))
RAISED: Final = tuple(2 * points - 1 for points in range(1, 11))  # R-T10-3


def count(options: Mapping[str, Value]) -> Count:
    """R-T10-3, R-T10-5."""
    return replace(seven.count(options), values=VALUES, target=TARGET, natural_from=TARGET, raised=RAISED)


OPTIONS: Final[dict[str, Option]] = {
    **seven.OPTIONS,
    "pack": only("fr52"),
    "bank_change": one_of("fixed", "rounds", "auction", "each_deal", "talia"),  # R-T10-7: naturals don't move it
}

DEFAULTS: Final[dict[str, Value]] = {
    **seven.DEFAULTS,
    "pack": "fr52",
    "bank_change": "talia",
    "reshuffle": "talia",
}

CITES: Final[dict[str, str]] = {
    **seven.CITES,
    "R-S75-8": "R-T10-5",
    "R-S75-11": "R-T10-9",
    "R-BJF-26": "R-T10-3",
    "R-BJF-30": "R-T10-9",
    "R-BJF-31": "R-T10-9",
}

GAME: Final[Game] = replace(
    seven.GAME,
    name=NAME,
    target=TARGET,
    values=VALUES,
    options=OPTIONS,
    defaults=DEFAULTS,
    profiles={"ten-half-000": {}},
    count=count,
    cites=CITES,
    setup={"discards": "bottom_face_up"},
)
