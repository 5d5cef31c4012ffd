"""What the engine answers: plain values, each with `as_json`. Pure."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Self

ATOMS: Final = frozenset((str, int, bool, type(None)))


def _plain(value: Any) -> Any:
    if type(value) in ATOMS:
        return value
    if isinstance(value, (Shape, Pay)):
        return value.as_json()
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return value


class Shape:
    """A frozen dataclass with slots that turns into JSON values."""

    __slots__: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        return {name: _plain(getattr(self, name)) for name in self.__slots__}


class KindLimits(NamedTuple):
    """What the sign allows as a bet of one kind beside the main stake."""

    min_minor: int
    max_minor: int
    step_minor: int = 1


@dataclass(frozen=True, slots=True)
class Limits(Shape):
    """What the sign allows as a stake; `raised` holds the maxima that the house raised for single places, `kinds` the
    limits of bets that have their own (posted.py)."""

    min_minor: int
    max_minor: int
    step_minor: int = 1
    raised: dict[str, int] = field(default_factory=dict, hash=False)
    kinds: dict[str, KindLimits] = field(default_factory=dict, hash=False)

    def max_of(self, place: str) -> int:
        return self.raised.get(place, self.max_minor)

    def as_json(self) -> dict[str, Any]:
        """Without limits by kind none are named: the terms of a sign that has none keep their hash."""
        said: dict[str, Any] = {"min_minor": self.min_minor, "max_minor": self.max_minor}
        said |= {"step_minor": self.step_minor, "raised": dict(self.raised)}
        kinds = {kind: limits._asdict() for kind, limits in self.kinds.items()}
        return said | ({"kinds": kinds} if kinds else {})

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Self:
        """Raises KeyError, TypeError for what is none."""
        kinds = {kind: KindLimits(**limits) for kind, limits in row.get("kinds", {}).items()}
        return cls(row["min_minor"], row["max_minor"], row["step_minor"], dict(row["raised"]), kinds)


@dataclass(frozen=True, slots=True)
class Request(Shape):
    """Something asked for before it happens; it may be refused."""

    slot: str
    word: str
    amount_minor: int | None = None


@dataclass(frozen=True, slots=True)
class Refusal(Shape):
    """Why a request is refused: the rule, a code for the wording, and its arguments."""

    rule: str
    code: str
    args: dict[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Step(Shape):
    """One step of procedure. The codes stand in `codes.py`."""

    code: str
    slot: str | None = None
    amount_minor: int | None = None
    odds: str | None = None
    detail: dict[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Self:
        return cls(**row)


class Pay(NamedTuple):
    """What is due to one slot beside its stake: positive to the player, negative to the house, 0 a push.

    No `Shape`: an audit makes five a round, and a tuple is made in a third of the time.
    """

    slot: str
    kind: str
    amount_minor: int | None
    odds: str | None
    why: str

    def as_json(self) -> dict[str, Any]:
        return {
            "amount_minor": self.amount_minor,
            "kind": self.kind,
            "odds": self.odds,
            "slot": self.slot,
            "why": self.why,
        }


@dataclass(frozen=True, slots=True)
class Due(Shape):
    """The one step demanded, what is permitted beside it as (slot, word), until what, and the payments when paying."""

    step: Step
    permitted: tuple[tuple[str, str], ...]
    until: str
    pays: tuple[Pay, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding(Shape):
    """A departure from procedure. `money_minor` > 0: the house paid too much; < 0: a guest is short."""

    key: tuple[str, str, str]
    rule: str
    option: str | None
    slot: str
    level: str
    due: Step | None
    done: str
    args: dict[str, Any] = field(default_factory=dict, hash=False)
    money_minor: int | None = None
    factor: str | None = None
    fact_id: int | None = None
    provisional: bool = False
    choices: tuple[str, ...] = ()
    evidence: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """As of every `Shape`, written out: an audit compares each finding with the one that is stated."""
        return {
            "key": list(self.key),
            "rule": self.rule,
            "option": self.option,
            "slot": self.slot,
            "level": self.level,
            "due": None if self.due is None else self.due.as_json(),
            "done": self.done,
            "args": _plain(self.args),
            "money_minor": self.money_minor,
            "factor": self.factor,
            "fact_id": self.fact_id,
            "provisional": self.provisional,
            "choices": list(self.choices),
            "evidence": list(self.evidence),
        }

    @classmethod
    def from_json(cls, row: dict[str, Any]) -> Self:
        due = row["due"]
        return cls(
            **{
                **row,
                "key": tuple(row["key"]),
                "due": None if due is None else Step.from_json(due),
                "choices": tuple(row["choices"]),
                "evidence": tuple(row["evidence"]),
            }
        )


@dataclass(frozen=True, slots=True)
class Settlement(Shape):
    """All payments due, the net of each place and of the house; None where something that counts is unknown."""

    pays: tuple[Pay, ...]
    nets: dict[str, int | None] = field(hash=False)
    house_minor: int | None
    complete: bool

    def as_json(self, of_pay: Callable[[Pay], Any] = Pay.as_json) -> dict[str, Any]:
        return {
            "complete": self.complete,
            "house_minor": self.house_minor,
            "nets": self.nets,
            "pays": list(map(of_pay, self.pays)),
        }


@dataclass(frozen=True, slots=True)
class PictureCard(Shape):
    fact_id: int
    card: str
    face: str
    lie: str
    is_stray: bool
    is_void: bool
    source: str
    saw: str


@dataclass(frozen=True, slots=True)
class PictureHand(Shape):
    slot: str
    cards: tuple[PictureCard, ...]
    total: str
    status: str
    stake_minor: int | None
    is_due: bool
    paid_minor: int | None


@dataclass(frozen=True, slots=True)
class Onlooker(Shape):
    """Who backs a box: the stake that stands, what went back of it, and what is due beside it once that is known."""

    fact_id: int
    stake_minor: int | None
    returned_minor: int
    net_minor: int | None


@dataclass(frozen=True, slots=True)
class PictureBox(Shape):
    place: str
    seat: int
    stake_minor: int | None
    insurance_minor: int | None
    is_closed_empty: bool
    hands: tuple[PictureHand, ...]
    onlookers: tuple[Onlooker, ...] = ()
    player: str = ""  # A, B … for who plays several boxes


@dataclass(frozen=True, slots=True)
class Picture(Shape):
    """Everything that a screen needs of the felt."""

    phase: str
    followed: bool
    dealer: PictureHand
    boxes: tuple[PictureBox, ...]
