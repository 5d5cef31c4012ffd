"""A camera that sees what a simulated dealer does: its statements, as they are posted; and what is still tapped."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tables.rules.facts import Fact
from tables.rules.terms import Terms
from tables.simulated.cards import Pile
from tables.simulated.dealer import deal
from tables.simulated.dealing import Dealing
from tables.simulated.mistakes import Mistakes

Statement = dict[str, Any]
TAPPED = ("stake", "paid", "peeked", "choice", "indicator")
INSURANCE = ("insure", "decline_insurance", "even_money", "surrender", "claim_top", "stakes_closed")
LIFT_MS = 2_000


@dataclass
class SeenBy:
    """One camera's statements of rounds at a table; reads are numbered for as long as it runs."""

    run: str = "abcdef"
    keys: int = 0
    reads: int = 0
    said: list[Statement] = field(default_factory=list)

    def say(self, kind: str, at_ms: int, **fields: Any) -> Statement:
        self.keys += 1
        statement = {"key": f"{self.run}:{self.keys}", "kind": kind, "at_ms": at_ms, **fields}
        self.said.append(statement)
        return statement

    def read(self, at_ms: int, place: str, card: str, *, face: str = "up", lie: str = "along", **more: Any) -> str:
        """A new card at rest; the name of its read."""
        self.reads += 1
        read = f"{self.run}-{self.reads}"
        self.again(read, at_ms, place, card, face=face, lie=lie, **more)
        return read

    def again(
        self, read: str, at_ms: int, place: str, card: str, *, face: str = "up", lie: str = "along", **more: Any
    ) -> Statement:
        return self.say(
            "read",
            at_ms,
            read=read,
            place=place,
            card=card,
            face=face,
            lie=lie,
            confidence=more.pop("confidence", 0.97),
            candidates=more.pop("candidates", []),
            middle_mm=[0, 0],
            **more,
        )

    def turned(self, at_ms: int, read: str, place: str, card: str) -> Statement:
        return self.say("turned", at_ms, read=read, place=place, card=card, confidence=0.97, candidates=[])

    def parted(self, at_ms: int, place: str, hand: str, reads: Sequence[str]) -> Statement:
        return self.say("parted", at_ms, place=place, hand=hand, reads=list(reads))

    def lifted(self, at_ms: int, place: str, reads: Sequence[str]) -> Statement:
        return self.say("lifted", at_ms, place=place, reads=list(reads))

    def moved(self, at_ms: int, read: str, place: str, was: str) -> Statement:
        return self.say("moved", at_ms, read=read, place=place, was=was)

    def state(self, at_ms: int, state: str) -> Statement:
        return self.say("camera", at_ms, state=state)

    def watch(self, facts: Sequence[Fact], truth: dict[int, str]) -> list[Statement]:
        """What it says of a round that was dealt, the cards lifted at the end."""
        first = len(self.said)
        hands = _Hands(self)
        for fact in facts:
            hands.see(fact, truth)
        at_ms = facts[-1][1] + LIFT_MS
        for place, reads in [*hands.reads.items()][::-1]:
            at_ms += 200
            self.lifted(at_ms, place, reads)
        return self.said[first:]


class _Hands:
    """Hands by the camera's names; the engine numbers those of a box from left to right."""

    def __init__(self, eye: SeenBy) -> None:
        self.eye = eye
        self.reads: dict[str, list[str]] = {}
        self.order: dict[str, list[str]] = {}
        self.read_of: dict[int, str] = {}

    def place(self, slot: str) -> str:
        box, _dot, index = slot.partition(".")
        return self.order.get(box, [box])[int(index or 0)]

    def see(self, fact: Fact, truth: dict[int, str]) -> None:
        number, at, kind = fact[0], fact[1], fact[2]
        if kind == "card":
            place = self.place(fact[5])
            read = self.eye.read(at, place, fact[6], face=fact[7], lie=fact[8])
            self.read_of[number] = read
            self.reads.setdefault(place, []).append(read)
        elif kind == "turned":
            self.eye.turned(at, self.read_of[fact[5]], "0", fact[6])
        elif kind == "said" and fact[6] == "split":
            self._split(at, self.place(fact[5]))

    def _split(self, at: int, place: str) -> None:
        box = place.partition(".")[0]
        order = self.order.setdefault(box, [box])
        hand = f"{box}.{len(order)}"
        order.insert(order.index(place) + 1, hand)
        second = self.reads[place].pop(1)
        self.reads[hand] = [second]
        self.eye.parted(at, place, hand, [second])


def is_tapped(fact: Fact, *, decisions: bool = False) -> bool:
    """Whether the dealer taps it beside a camera: money, and what no card tells."""
    if fact[3] != "entered":
        return False
    if fact[2] == "said":
        return decisions or fact[6] in INSURANCE
    return fact[2] in TAPPED


def dealings(
    terms: Terms, seed: int, *, at_ms: int, count: int = 1, often: float = 0.0, decks: int = 6
) -> Iterator[Dealing]:
    """Rounds dealt from one shoe, one after another."""
    chance = random.Random(seed)
    pile = Pile.shuffled("fr52", decks, behind_stop=0, chance=chance)
    mistakes = Mistakes(chance, often=often)
    for _ in range(count):
        mistakes.begin_round()
        dealing = Dealing(terms, pile, chance=chance, mistakes=mistakes, at_ms=at_ms)
        for _move in deal(dealing):
            pass
        yield dealing
        at_ms = dealing.at_ms + 15_000
