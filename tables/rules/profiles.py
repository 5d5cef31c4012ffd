"""All games and profiles of the family by name. Pure."""

from typing import Final

from tables.rules.game import Game
from tables.rules.games import (
    blackjack_fixed_bank,
    blackjack_variable_bank,
    farmer,
    fifteen,
    macao,
    ochko_36,
    ochko_two_deck,
    pontoon,
    sette_e_mezzo,
    seven_and_a_half,
    ten_and_a_half,
)
from tables.rules.options import UnknownProfile

GAMES: Final[dict[str, Game]] = {
    game.NAME: game.GAME
    for game in (
        blackjack_fixed_bank,
        blackjack_variable_bank,
        pontoon,
        seven_and_a_half,
        sette_e_mezzo,
        macao,
        fifteen,
        farmer,
        ten_and_a_half,
        ochko_36,
        ochko_two_deck,
    )
}

PROFILES: Final[dict[str, Game]] = {name: game for game in GAMES.values() for name in game.profiles}


def game_of(profile: str) -> Game:
    """The game of a profile. Raises UnknownProfile."""
    game = PROFILES.get(profile)
    if game is not None:
        return game
    raise UnknownProfile(
        f"{profile!r} is no profile; the profiles are {', '.join(sorted(PROFILES))}.", code="profile", profile=profile
    )
