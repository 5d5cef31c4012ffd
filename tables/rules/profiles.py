"""All profiles of the family by name, and the games that this version plays. Pure."""

from typing import Final

from tables.rules.game import Game
from tables.rules.games import blackjack_fixed_bank
from tables.rules.options import NotBuiltYet, UnknownProfile

GAMES: Final[dict[str, Game]] = {blackjack_fixed_bank.NAME: blackjack_fixed_bank.GAME}

# OPTIONS 2: profiles whose game is not built yet are known by name, so that the refusal can say so.
OTHER_GAMES: Final = {
    "variable-000": "blackjack-variable-bank",
    "variable-000-rounds": "blackjack-variable-bank",
    "variable-000-strict": "blackjack-variable-bank",
    "variable-000-auction": "blackjack-variable-bank",
    "pontoon-000": "pontoon",
    "pontoon-004": "pontoon",
    "seven-half-000": "seven-and-a-half",
    "sem-base": "sette-e-mezzo",
    "sem-royal": "sette-e-mezzo",
    "sem-wild": "sette-e-mezzo",
    "sem-wild-french": "sette-e-mezzo",
    "sem-triple-sevens": "sette-e-mezzo",
    "sem-triple-wild": "sette-e-mezzo",
    "sem-burn": "sette-e-mezzo",
    "sem-bank": "sette-e-mezzo",
    "sem-spanish": "sette-e-mezzo",
    "macao-000": "macao",
    "fifteen-000": "fifteen",
    "farmer-000": "farmer",
    "ten-half-000": "ten-and-a-half",
    "ochko36-online": "ochko-36",
    "ochko36-home": "ochko-36",
    "ochko2d-c": "ochko-two-deck",
    "ochko2d-e": "ochko-two-deck",
}

PROFILES: Final[dict[str, Game]] = {name: game for game in GAMES.values() for name in game.profiles}


def game_of(profile: str) -> Game:
    """The game of a profile. Raises UnknownProfile, NotBuiltYet."""
    game = PROFILES.get(profile)
    if game is not None:
        return game
    if profile in OTHER_GAMES:
        raise NotBuiltYet(f"Profile {profile} belongs to {OTHER_GAMES[profile]}, which this version does not play.")
    raise UnknownProfile(f"{profile!r} is no profile; the profiles are {', '.join(sorted(PROFILES))}.")
