"""What a trainee trains: the game's terms, players, rounds, and whether the next step is shown."""

import random
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from shoes.cards import format_card
from shoes.packs import composition
from tables.rules import Limits, Terms, compile_terms
from tables.rules.profiles import PROFILES

ROUNDS: Final = (5, 10, 20)
LEVELS: Final = ("guided", "alone")
MOST_PLAYERS: Final = 5
CASINO_BOXES: Final = 7
PILES: Final = 3
"""A small pack is dealt again from the start where a long round has used it up."""
BANK_MINOR: Final = 5000
POT_MINOR: Final = 600
DECKS_SHOWN: Final = {"blackjack-fixed-bank": 6}


class BadPlan(ValueError):
    """A session that cannot be held; the message names the field and what would be right."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One session. Everything that chance decides in it follows from `seed`."""

    profile: str
    players: int
    rounds: int
    level: str
    seed: int

    def __post_init__(self) -> None:
        if self.profile not in PROFILES:
            raise BadPlan(f"profile is {self.profile!r}; it must be one of {', '.join(sorted(PROFILES))}.")
        if self.rounds not in ROUNDS:
            raise BadPlan(f"rounds is {self.rounds!r}; it must be one of {', '.join(map(str, ROUNDS))}.")
        if self.level not in LEVELS:
            raise BadPlan(f"level is {self.level!r}; it must be one of {', '.join(LEVELS)}.")
        if not 1 <= self.players <= MOST_PLAYERS:
            raise BadPlan(f"players is {self.players!r}; it must be a whole number from 1 to {MOST_PLAYERS}.")

    @property
    def game(self) -> str:
        return PROFILES[self.profile].name

    @property
    def terms(self) -> Terms:
        """The sign of the profile as it stands, with as many boxes as the school lays out."""
        posted = compile_terms(self.profile, boxes=self.boxes)
        low, high = posted.limits.min_minor, posted.limits.max_minor
        return compile_terms(self.profile, limits=Limits(low, high, low), boxes=self.boxes)

    @property
    def seats(self) -> int:
        """How many play against the bank: two play fifteen, four at most ochko with 36 cards."""
        most = compile_terms(self.profile).options.get("players_max")
        if self.game == "blackjack-fixed-bank" or type(most) is not int:
            return self.players
        return min(self.players, most - (self.game == "fifteen"))

    @property
    def boxes(self) -> int:
        """A casino's table has empty boxes too; at a players' bank everybody who sits there plays."""
        return CASINO_BOXES if self.game == "blackjack-fixed-bank" else self.seats

    @property
    def bank(self) -> str:
        return "banker" if PROFILES[self.profile].options.get("first_banker") else "house"

    def chance(self, *about: object) -> random.Random:
        """Chance for one purpose: the same purpose has the same luck, whatever else was done or taken back."""
        return random.Random("/".join(map(str, (self.seed, *about))))

    def pile(self, number: int) -> list[str]:
        """The cards of a round, in the order in which they are dealt."""
        terms, chance = self.terms, self.chance(number, "pile")
        decks = DECKS_SHOWN.get(self.game, int(terms.options["decks"] or 1))
        pack = [
            format_card(card) for card, n in composition(str(terms.options["pack"]), decks).items() for _ in range(n)
        ]
        found: list[str] = []
        for _ in range(PILES):
            chance.shuffle(pack)
            found += pack
        return found

    def seated(self, number: int) -> tuple[str, ...]:
        """The boxes on which somebody stakes in a round."""
        places = range(1, self.boxes + 1)
        return tuple(map(str, sorted(self.chance(number, "seats").sample(places, self.seats))))

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Self:
        return cls(**row)
