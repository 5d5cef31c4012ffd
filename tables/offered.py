"""Which games a table may open with: those that the tablet prompts and the simulated dealers deal.

The rules judge every game of the family (`tables/rules/profiles.py`); a game is offered once its steps have a screen.
"""

from typing import Final

from tables.rules.profiles import PROFILES

GAMES: Final = ("blackjack-fixed-bank",)


def profiles() -> list[str]:
    """The profiles that a sign may post today."""
    return sorted(name for name, game in PROFILES.items() if game.name in GAMES)
