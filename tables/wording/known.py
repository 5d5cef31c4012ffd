"""Words by code, made once in each language: a finding is worded a hundred thousand times in an audit."""

from collections.abc import Callable
from functools import cache, wraps

from django.utils.translation import get_language

Words = Callable[[], dict[str, str]]


def once_a_language(words: Words) -> Words:
    """The same table of sentences, not looked up in the catalogue anew each time. It must depend on nothing else."""

    @cache
    def made(_language: str | None) -> dict[str, str]:
        return words()

    @wraps(words)
    def known() -> dict[str, str]:
        return made(get_language())

    return known
