"""Rule packs: how a jurisdiction puts irregularities right and what it asks of a floor, as data. Pure but for reading
the packs of the project.

`pack_reader.py` reads the text of a pack and says what is wrong with it; `floor_terms.py` and `sign_terms.py` answer
questions of the floor and of signs. What a pack does not say is None here: nobody guesses it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, TypeVar

from tables.rules.situations import situation_of

Moment = date | datetime
_DAY_MS: Final = 86_400_000

LEVELS: Final = ("stop", "act", "look")
CLAIMANTS: Final = ("player", "banker", "any_player", "supervisor", "automatic", "nobody")
UNTILS: Final = (
    *("at_once", "second_deal_round", "next_card_to_hand", "next_card_to_anyone", "before_placed", "turn_open"),
    *("showdown", "first_decision", "before_deal", "next_round", "round_end", "any_time"),
)
EFFECTS: Final = (
    *("deal_top_card", "void_hand", "discard_card", "keep_card", "two_hands", "take_card", "stay_face_down"),
    *("reshuffle_and_burn", "reshuffle", "recut", "refuse_claim", "leave_round", "ordinary_21", "bust", "log", "draw"),
    *("void_extra", "refuse", "return_stake", "post_minimum", "void_round", "correct_before_next_deal", "pay_banker"),
    *("no_more_cards", "deal_later", "bank_draws_first", "stake_to_maximum", "stake_stands", "use_card"),
    *("complete_from_discards", "freeze_hand", "rebuild", "void_shoe", "none"),
)
MONEY: Final = (
    *("none", "return_stake", "stake_each_hand", "lose_single", "lose_original", "lose_double", "lose_stake"),
    *("stake_to_maximum", "stake_stands"),
)


class BadPack(ValueError):
    """A pack that cannot be used; the message names file, line, field and what would be right.

    template  the sentence in English, with the names of `values` to fill in; `where` is the place it speaks of.
    """

    def __init__(self, template: str, *, where: str = "", **values: object) -> None:
        super().__init__(where + template % values)
        self.template = template
        self.where = where
        self.values = values


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """What every entry of a pack says of itself.

    checked   the text of the clause was read, and has this number; False: somebody has to look it up.
    issued    the year of the text, where only that is known.
    says      what the clause says, in our own words, by language.
    """

    clause: str
    checked: bool
    also_in: tuple[str, ...] = ()
    issued: int | None = None
    effective_from: Moment | None = None
    effective_until: Moment | None = None
    says: Mapping[str, str]
    line: int

    def holds_at(self, at_ms: int | None) -> bool:
        """Whether it is in force; without a moment, whether it is not yet known to end."""
        if at_ms is None:
            return self.effective_until is None
        return start_ms(self.effective_from) <= at_ms < end_ms(self.effective_until)


C = TypeVar("C", bound=Clause)


@dataclass(frozen=True, slots=True)
class Choice:
    code: str
    index: bool  # the option names one of two cards: `discard 0`, `discard 1`
    effect: str
    money: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity(Clause):
    """What is done about a departure. Without choices the clause names the duty and no remedy.

    id       an irregularity (`I-6`), a situation (situations.py), or a rule of the engine that the clause repeats.
    default  the choice that holds if nobody made another in time.
    """

    id: str
    scope: tuple[str, ...]
    proposed: bool
    level: str | None
    claimant: str | None
    until: str | None
    default: str | None
    choices: tuple[Choice, ...]

    def as_json(self) -> dict[str, Any]:
        """What of it decides anything; words and line numbers do not."""
        said: dict[str, Any] = {"id": self.id, "checked": self.checked, "proposed": self.proposed, "level": self.level}
        said |= {"claimant": self.claimant, "until": self.until, "default": self.default, "clause": self.clause}
        said["also_in"] = self.also_in
        said["choices"] = [
            {"code": each.code, "index": each.index, "effect": each.effect, "money": each.money}
            for each in self.choices
        ]
        return said | _dates(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorTerm(Clause):
    """A duty of the floor: signatures, thresholds, notices, ages (floor_terms.py has the kinds)."""

    kind: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignTerm(Clause):
    """What a sign may post: `option` is one of `allow`, if the options of `when` have one of the values named."""

    option: str
    allow: tuple[Any, ...]
    when: Mapping[str, tuple[Any, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A jurisdiction's or a house's rulings. Entries of one id follow each other by their dates."""

    name: str
    jurisdiction: str
    version: int | None
    games: tuple[str, ...]
    effective_from: Moment | None
    effective_until: Moment | None
    issued: int | None
    says: Mapping[str, str]
    entries: Mapping[str, tuple[Irregularity, ...]]
    floor: Mapping[str, tuple[FloorTerm, ...]]
    sign: tuple[SignTerm, ...]

    @property
    def irregularities(self) -> Mapping[str, Irregularity]:
        """The entry of each id that is not known to end."""
        return {name: row for name, rows in self.entries.items() if (row := _in_force(rows, None))}

    @property
    def key(self) -> str:
        """What a sign calls it."""
        return self.name if self.version is None else f"{self.name}@{self.version}"

    def holds_at(self, at_ms: int) -> bool:
        return start_ms(self.effective_from) <= at_ms < end_ms(self.effective_until)

    def proposal(self, rule: str, done: str = "", at_ms: int | None = None) -> Irregularity | None:
        """What the pack says of a departure from `rule`, done as `done`, in force then; None where it says nothing."""
        if at_ms is not None and not self.holds_at(at_ms):
            return None
        situation = situation_of(rule, done)
        if situation is not None and (narrow := _in_force(self.entries.get(situation, ()), at_ms)):
            return narrow
        return _in_force(self.entries.get(rule, ()), at_ms)

    def term(self, kind: str, at_ms: int | None = None) -> FloorTerm | None:
        """A duty of the floor in force then."""
        if at_ms is not None and not self.holds_at(at_ms):
            return None
        return _in_force(self.floor.get(kind, ()), at_ms)

    def of(self, game: str) -> dict[str, Any]:
        """What the pack says of one game's rounds, as JSON."""
        said: dict[str, Any] = {}
        for name, rows in self.entries.items():
            rows_here = [row.as_json() for row in rows if game in row.scope]
            if rows_here:
                said[name] = rows_here[0] if len(rows) == 1 else rows_here
        head = {"name": self.name, "jurisdiction": self.jurisdiction, "irregularities": said}
        return head | _dates(self) | ({"version": self.version} if self.version is not None else {})


def _in_force(rows: Iterable[C], at_ms: int | None) -> C | None:
    return next((row for row in rows if row.holds_at(at_ms)), None)


def _dates(of: Clause | Pack) -> dict[str, str]:
    dates = {"effective_from": of.effective_from, "effective_until": of.effective_until}
    return {name: moment.isoformat() for name, moment in dates.items() if moment is not None}


@lru_cache(maxsize=1024)  # every finding asks, and a pack has a few dates
def start_ms(moment: Moment | None) -> int:
    """The first millisecond of a moment; a day begins at 00:00 UTC. None is before everything."""
    if moment is None:
        return -(2**62)
    exact = moment if isinstance(moment, datetime) else datetime.combine(moment, time(), UTC)
    return round(exact.timestamp() * 1000)


@lru_cache(maxsize=1024)
def end_ms(moment: Moment | None) -> int:
    """The first millisecond after a moment: a day named as the last one still counts. None is after everything."""
    if moment is None:
        return 2**62
    return start_ms(moment) + (0 if isinstance(moment, datetime) else _DAY_MS)


_known: dict[str, Pack] = {}
"""Packs of houses that were given to this process, by key; the text of a key never changes."""


def know(pack: Pack) -> None:
    """Let `load_pack` find a house's pack, which is no file of the project."""
    _known[pack.key] = pack


def is_known(key: str) -> bool:
    return key in _known or key in built_in()


@cache
def built_in() -> tuple[str, ...]:
    """The packs of the project by name."""
    names = [entry.name for entry in files("tables.packs").iterdir()]
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def load_pack(key: str) -> Pack:
    """A pack by what a sign calls it. Raises BadPack."""
    return _known.get(key) or _load(key)


@lru_cache(maxsize=32)
def _load(name: str) -> Pack:
    from tables.rules.pack_reader import parse_pack  # it imports the values above

    if name not in built_in():
        raise BadPack(
            "%(name)s is no rule pack that is known here; known are %(packs)s.",
            name=repr(name),
            packs=", ".join([*built_in(), *sorted(_known)]),
        )
    return parse_pack(text_of(name), f"{name}.toml")


def text_of(name: str) -> str:
    """The text of a pack of the project."""
    return files("tables.packs").joinpath(f"{name}.toml").read_text(encoding="utf-8")
