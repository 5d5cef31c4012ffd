"""A simulated dealer's rounds as a script to film, with the taps that cards cannot tell, and the planted mistakes.

Pure: terms and a seed are arguments.
"""

import random
from dataclasses import dataclass, field
from typing import Any, Final

from shoes.scenes.play.script import Dealt, Happening, Lifted, Nudged, Parted, Reached, Script, Turned
from tables.rules import Terms
from tables.simulated import players
from tables.simulated.cards import Pile
from tables.simulated.dealer import deal
from tables.simulated.dealing import Dealing, Move
from tables.simulated.mistakes import KINDS, Mistakes, Planted

SEEN: Final = {
    "draws on hard 17": 0.7,
    "stands on 16": 0.5,
    "draws on soft 17": 1.0,
    "stands on soft 17": 1.0,
    "card on 21": 0.5,
    "card on a doubled hand": 0.4,
    "card after a later box": 0.04,
    "box passed over": 0.06,
    "cards in an empty box": 0.06,
}
"""Mistakes that cards on the felt show once it is known who has a stake, and how often each is made where it can be."""
TAPPED: Final = frozenset({"insure", "even_money", "surrender", "claim_top", "as_before", "stakes_closed"})
"""Words that no card tells; a stand of the dealer is tapped as well."""
FIRST_S: Final = 1.5
LIFT_S: Final = 0.75
SHOE_S: Final = 12.0
LAST_S: Final = 1.5
BEHIND_STOP: Final = 75
CLEAN: Final = 0.4
"""How many rounds go right although mistakes are to be made."""
AS_BEFORE: Final = 0.7
GESTURES: Final = 0.3
FIDGETS: Final = 0.04


@dataclass(frozen=True, slots=True)
class Tap:
    """What the dealer enters on the tablet, and when: kind and fields as in a fact.

    A `choice` names the card that it is about by its place and its number there (from 0), and `shoe`, without fields,
    says that another shoe was brought.
    """

    at: float
    kind: str
    fields: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A planted mistake: its kind, the rule that a finding of it names, and its slot."""

    at: float
    kind: str
    rule: str
    slot: str


@dataclass(frozen=True)
class Show:
    """A script with what belongs to it."""

    script: Script
    taps: tuple[Tap, ...]
    planted: tuple[Mistake, ...]


class SeenMistakes(Mistakes):
    """Mistakes that a camera can see, in some rounds and not in others."""

    def __init__(self, chance: random.Random) -> None:
        super().__init__(chance)
        self._draw = chance.random
        self._is_clean = False

    def begin_round(self) -> None:
        super().begin_round()
        self._is_clean = self._draw() < CLEAN

    def strikes(self, name: str) -> bool:
        return self.planted is None and not self._is_clean and self._draw() < SEEN.get(name, 0)


class Writing:
    """Rounds as they are written down, one after another."""

    def __init__(self, terms: Terms, *, seed: int, has_mistakes: bool) -> None:
        self.terms = terms
        self.at = FIRST_S
        self.moves: list[Happening] = []
        self.taps: list[Tap] = []
        self.planted: list[Mistake] = []
        self.rounds = 0
        self._chance = random.Random(seed)
        self._mistakes = SeenMistakes(self._chance) if has_mistakes else Mistakes(self._chance, often=0)
        self._pile = self._shuffled()
        self._stakes: dict[str, int] = {}
        self._noted: Planted | None = None

    def round(self) -> None:
        """One whole round, from the stakes to the last card in the discard."""
        if self._pile.is_stop_out:
            self._pile = self._shuffled()
            self.taps.append(Tap(self._on(SHOE_S), "shoe", ()))
        self._mistakes.begin_round()
        dealing = Dealing(
            self.terms, self._pile, chance=self._chance, mistakes=self._mistakes, at_ms=int(self.at * 1000)
        )
        self._stake(dealing)
        hands = Hands()
        for move in deal(dealing):
            self._note()
            self._write(move, dealing, hands)
        self._note()
        self._collect(hands)
        self.rounds += 1
        self._on(self._chance.uniform(1.0, 2.2))

    def _shuffled(self) -> Pile:
        options = self.terms.options
        return Pile.shuffled(str(options["pack"]), int(options["decks"]), behind_stop=BEHIND_STOP, chance=self._chance)

    def _on(self, seconds: float) -> float:
        """Time goes on, humanly; the new moment."""
        self.at = round(self.at + seconds * self._chance.uniform(0.88, 1.15), 3)
        return self.at

    def _stake(self, dealing: Dealing) -> None:
        """The guests stake as before, or somebody comes, goes, or stakes otherwise."""
        is_as_before = bool(self._stakes) and self._chance.random() < AS_BEFORE
        if not is_as_before:
            self._stakes = self._new_stakes(dealing)
        for place, amount in self._stakes.items():
            dealing.ask(place, "stake", amount)
            if not is_as_before:
                self.taps.append(Tap(self._on(0.6), "stake", (place, amount, "main")))
        dealing.put("said", "0", "stakes_closed", None)
        word = "as_before" if is_as_before else "stakes_closed"
        self.taps.append(Tap(self._on(0.9), "said", ("0", word, None)))

    def _new_stakes(self, dealing: Dealing) -> dict[str, int]:
        limits = self.terms.limits
        places = [place for place in dealing.places if self._chance.random() < dealing.crowd]
        return {
            place: players.stake_minor(limits.min_minor, limits.max_minor, limits.step_minor, self._chance)
            for place in places or [self._chance.choice(dealing.places)]
        }

    def _write(self, move: Move, dealing: Dealing, hands: "Hands") -> None:
        at = self._on(move.pause_ms / 1000)
        match move.kind:
            case "card":
                slot, _, face, lie = move.fields
                place = hands.name(slot)
                hands.of.setdefault(place, []).append(dealing.last_id)
                self.moves.append(Dealt(at, self._pile.cards[self._pile.dealt - 1], place, face, lie))
                self._fidget(place, hands)
            case "turned":
                place, nth = hands.find(move.fields[0])
                self.moves.append(Turned(at, place, nth))
            case "said":
                self._say(at, move, hands)
            case "peeked":
                self.moves.append(Reached(round(at - 0.3, 3), "0", 0.6))
            case "choice":
                rule, fact_id, option = move.fields
                self.taps.append(Tap(at, "choice", (rule, *hands.find(fact_id), option)))
            case _:
                self.taps.append(Tap(at, move.kind, move.fields))

    def _note(self) -> None:
        """A mistake that was made with the last move."""
        made = self._mistakes.planted
        if made is not None and made is not self._noted:
            self.planted.append(Mistake(self.at, made.kind, KINDS[made.kind].rule, made.slot))
        self._noted = made

    def _say(self, at: float, move: Move, hands: "Hands") -> None:
        slot, word, _ = move.fields
        if word == "split":
            self.moves.append(Parted(at, *hands.split(slot)))
        elif word in TAPPED or slot == "0":
            self.taps.append(Tap(at, "said", move.fields))
        elif word in ("hit", "stand") and self._chance.random() < GESTURES:
            self.moves.append(Reached(round(at - 0.9, 3), hands.name(slot), 0.4))

    def _fidget(self, place: str, hands: "Hands") -> None:
        """Now and then a card is pushed."""
        if self._chance.random() < FIDGETS:
            nth = self._chance.randrange(len(hands.of[place]))
            self.moves.append(Nudged(self._on(0.9), place, nth))

    def _collect(self, hands: "Hands") -> None:
        self._on(1.4)
        for place in sorted(hands.of, key=lambda name: (name == "0", name)):
            self.moves.append(Lifted(self._on(LIFT_S), place))


@dataclass(slots=True)
class Hands:
    """Which cards, by the numbers of their facts, lie in which hand.

    The engine numbers the hands of a box from left to right, a camera as they came to be: `named` leads from the
    engine's slots to the camera's names.
    """

    of: dict[str, list[int]] = field(default_factory=dict)
    named: dict[str, list[str]] = field(default_factory=dict)

    def name(self, slot: str) -> str:
        box, _, number = slot.partition(".")
        return self.named.setdefault(box, [box])[int(number or 0)]

    def find(self, fact_id: int) -> tuple[str, int]:
        return next((place, ids.index(fact_id)) for place, ids in self.of.items() if fact_id in ids)

    def split(self, slot: str) -> tuple[str, str]:
        """The second card of a hand becomes a hand of its own: the names of both."""
        box, _, number = slot.partition(".")
        name, names = self.name(slot), self.named[box]
        new = f"{box}.{len(names)}"
        names.insert(int(number or 0) + 1, new)
        self.of[new] = [self.of[name].pop(1)]
        return name, new


def written(
    terms: Terms, *, seed: int, rounds: int | None = None, seconds: float | None = None, has_mistakes: bool = False
) -> Show:
    """So many whole rounds, or as many as begin within `seconds`, cut off there."""
    writing = Writing(terms, seed=seed, has_mistakes=has_mistakes)
    while writing.rounds < (rounds or 1) if seconds is None else writing.at < seconds:
        writing.round()
    end = round(writing.at + LAST_S, 3) if seconds is None else seconds
    return Show(
        Script(tuple(move for move in sorted(writing.moves, key=_moment) if move.at < end), terms.boxes, end),
        tuple(tap for tap in writing.taps if tap.at < end),
        tuple(mistake for mistake in writing.planted if mistake.at < end),
    )


def _moment(move: Happening) -> float:
    return move.at
