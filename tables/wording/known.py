"""Words by code, made once a language and game: a finding is worded a hundred thousand times in an audit."""

from collections.abc import Callable
from functools import cache, wraps

from django.utils.translation import get_language

from tables.wording.speaking import game_now

Words = Callable[[], dict[str, str]]


def once_a_language(words: Words) -> Words:
    """The same table of sentences, not looked up in the catalogue anew each time. It must depend on nothing else,
    but for the game that is spoken of."""

    @cache
    def made(_language: str | None, _game: str) -> dict[str, str]:
        return words()

    @wraps(words)
    def known() -> dict[str, str]:
        return made(get_language(), game_now())

    return known
