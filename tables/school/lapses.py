"""What guests do that a dealer must notice: one at most in a round, at a seeded rate. Pure; chance is an argument."""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from tables.rules.hands import BUST, IN
from tables.rules.phases import PLAY, STAKES
from tables.rules.round import Round
from tables.rules.terms import Terms
from tables.simulated.guests import Body

RATE: Final = 0.4
"""In how many rounds somebody does something wrong."""
RULES: Final = {
    "over_limit": "I-17",
    "late_stake": "I-17",
    "discard_claimed": "I-9",
    "insured_too_high": "R-BJF-21",
}
WITHOUT_I_9: Final = ("sette-e-mezzo", "ochko-36", "ochko-two-deck")


@dataclass(frozen=True, slots=True)
class Lapse:
    """One thing that a guest did: where, by which fact, and how it is put right once it is noticed."""

    kind: str
    slot: str
    fact_id: int
    right: tuple[Any, ...] = ()

    @property
    def rule(self) -> str:
        return RULES[self.kind]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Self:
        return cls(**{**row, "right": tuple(row["right"])})


def planned(terms: Terms, chance: random.Random) -> str:
    """Which lapse happens in a round, if it can; mostly none."""
    kinds = [kind for kind in RULES if _may_happen(terms, kind)]
    return chance.choice(kinds) if kinds and chance.random() < RATE else ""


def _may_happen(terms: Terms, kind: str) -> bool:
    options = terms.options
    is_measured = bool(terms.ante_minor) or bool(options.get("bank_play")) or options.get("stake_cap", "none") != "none"
    if kind == "over_limit":
        return not is_measured
    if kind == "late_stake":
        return terms.game.settle is None
    if kind == "insured_too_high":
        return terms.options["insurance"] != "off"
    return terms.game.name not in WITHOUT_I_9


def stake(r: Round, place: str, chance: random.Random) -> tuple[Body, Body] | None:
    """A stake above the limit, and what it is put right to."""
    limits = r.terms.limits
    if r.phase != STAKES or r.stakes_closed:
        return None
    over = limits.max_minor + limits.step_minor * chance.randint(1, 5)
    return ("stake", place, over, "main"), ("stake", place, limits.max_minor, "main")


def late_stake(r: Round, seated: Sequence[str], chance: random.Random) -> tuple[Body, Body] | None:
    """A stake that grows once the cards are out."""
    staked = [r.places[place] for place in seated if r.places[place].state == IN and r.places[place].stake]
    if r.phase != PLAY or not staked:
        return None
    box = chance.choice(staked)
    more = (box.stake or 0) + r.terms.limits.step_minor
    if more > r.terms.limits.max_minor:
        return None
    return ("stake", box.place, more, "main"), ("stake", box.place, box.stake, "main")


def discard_claimed(r: Round) -> tuple[Body, Body] | None:
    """The next player wants the card of a hand that is out (I-9)."""
    if r.phase != PLAY or r.cur >= len(r.order) or not any(hand.state == BUST for hand in r.order[: r.cur]):
        return None
    return ("said", r.order[r.cur].slot, "claim_discard", None), ()


def insurance(slot: str, most: int | None, step: int) -> tuple[Body, Body] | None:
    """An insurance above what the sign allows."""
    if not most:
        return None
    return ("said", slot.partition(".")[0], "insure", most + step), ()
