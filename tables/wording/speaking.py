"""The game that is spoken of: its word for whoever holds the bank, and its target.

Sentences that games share name a dealer or a banker. Said within `of_game` they name the holder as the game's posted
rules do (tables/rules/text/holder.py). `gettext` and `pgettext` here are Django's with that word put in.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache

from django.utils import translation

from tables.rules.profiles import GAMES, PROFILES
from tables.rules.text.holder import spoken as spoken_in

_game: ContextVar[str] = ContextVar("game", default="")


@contextmanager
def of_game(game: str) -> Iterator[None]:
    """Speak of this game until the end of the block; of none where the name is empty."""
    before = _game.set(game)
    try:
        yield
    finally:
        _game.reset(before)


def of_profile(profile: str) -> AbstractContextManager[None]:
    """The same, by the profile of a sign."""
    game = PROFILES.get(profile)
    return of_game(game.name if game else "")


def game_now() -> str:
    """The game that is spoken of; empty where it is none in particular."""
    return _game.get()


def spoken(text: str) -> str:
    """The text with the game's own word for whoever holds the bank."""
    game = _game.get()
    return _spoken(text, game, translation.get_language() or "en") if game else text


@lru_cache(maxsize=4096)
def _spoken(text: str, game: str, language: str) -> str:
    return spoken_in(text, game, language.partition("-")[0])


def target() -> str:
    """The total that the game is played for, as it is called: 21, 9, 7½; in words where no game is spoken of."""
    return _target(_game.get()) or translation.pgettext("total", "the target")


@cache
def _target(name: str) -> str:
    game = GAMES.get(name)
    if game is None:
        return ""
    if game.count is None:
        return str(game.target)
    count = game.count(game.defaults)
    return count.text(count.target).replace(".5", "½")


def gettext(text: str) -> str:
    return spoken(translation.gettext(text))


def pgettext(context: str, text: str) -> str:
    return spoken(translation.pgettext(context, text))
