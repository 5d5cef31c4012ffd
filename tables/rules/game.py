"""What a game of the family is: a value, never a subclass. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tables.rules.options import Option, Value


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its card values, target, deal script, options and profiles."""

    name: str
    target: int
    ace_bonus: int
    values: tuple[int, ...]  # by card (shoes.cards), 0 = not read
    deal: tuple[str, ...]
    options: Mapping[str, Option]
    defaults: Mapping[str, Value]
    profiles: Mapping[str, Mapping[str, Value]]
    check_combination: Callable[[Mapping[str, Value]], None]
