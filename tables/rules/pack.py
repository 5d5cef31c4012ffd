"""Rule packs: how a jurisdiction puts irregularities right, as data. Pure but for reading the packs at import.

The form stands in `tables/packs/originals.toml`: a table an irregularity with scope, level, claimant, until, default,
clause, and its choices (code, index, effect, money).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from tables.rules.profiles import GAMES

ALL_GAMES: Final = frozenset(GAMES)
SCHEMA: Final = "rule-pack/1"
LEVELS: Final = ("stop", "act", "look")
CLAIMANTS: Final = ("player", "banker", "any_player", "supervisor", "automatic", "nobody")
UNTILS: Final = (
    "at_once",
    "second_deal_round",
    "next_card_to_hand",
    "next_card_to_anyone",
    "before_placed",
    "turn_open",
    "showdown",
    "first_decision",
    "before_deal",
    "next_round",
    "round_end",
    "any_time",
)
EFFECTS: Final = (
    "deal_top_card",
    "void_hand",
    "discard_card",
    "keep_card",
    "two_hands",
    "take_card",
    "stay_face_down",
    "reshuffle_and_burn",
    "reshuffle",
    "recut",
    "refuse_claim",
    "leave_round",
    "ordinary_21",
    "bust",
    "log",
    "draw",
    "void_extra",
    "refuse",
    "return_stake",
    "post_minimum",
    "void_round",
    "correct_before_next_deal",
    "pay_banker",
    "none",
)
MONEY: Final = (
    "none",
    "return_stake",
    "stake_each_hand",
    "lose_single",
    "lose_original",
    "lose_double",
    "lose_stake",
)


class BadPack(ValueError):
    """A pack that cannot be used; the message names file, field and what would be right."""


@dataclass(frozen=True, slots=True)
class Choice:
    code: str
    index: bool  # the option names one of two cards: `discard 0`, `discard 1`
    effect: str
    money: str


@dataclass(frozen=True, slots=True)
class Irregularity:
    id: str
    scope: tuple[str, ...]
    checked: bool
    proposed: bool
    level: str
    claimant: str
    until: str
    default: str | None
    clause: str
    also_in: tuple[str, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Pack:
    name: str
    jurisdiction: str
    effective_from: date
    effective_until: date | None
    irregularities: Mapping[str, Irregularity]

    def of(self, game: str) -> dict[str, Any]:
        """What the pack says of one game, as JSON."""
        head = {"name": self.name, "jurisdiction": self.jurisdiction, "effective_from": str(self.effective_from)}
        until = {"effective_until": str(self.effective_until)} if self.effective_until else {}
        said = {number: asdict(row) for number, row in self.irregularities.items() if game in row.scope}
        for row in said.values():
            del row["scope"]
        return {**head, **until, "irregularities": said}


class _Reader:
    """One table of a pack; every answer names where it was read."""

    def __init__(self, table: Mapping[str, Any], where: str) -> None:
        self.table = table
        self.where = where

    def text(self, key: str) -> str:
        value = self.table.get(key)
        if not isinstance(value, str) or not value:
            raise BadPack(f"{self.where}.{key}: {value!r} is not a text; write {key} as a text.")
        return value

    def one_of(self, key: str, allowed: tuple[str, ...]) -> str:
        value = self.text(key)
        if value not in allowed:
            article = "an" if key[0] in "aeiou" else "a"
            raise BadPack(f"{self.where}.{key}: {value!r} is not {article} {key}; use one of {', '.join(allowed)}.")
        return value

    def flag(self, key: str, default: bool | None = None) -> bool:
        value = self.table.get(key, default)
        if not isinstance(value, bool):
            raise BadPack(f"{self.where}.{key}: {value!r} is not true or false.")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadPack(f"{self.where}.{key}: {value!r} is not a list of texts.")
        return tuple(value)

    def day(self, key: str) -> date:
        value = self.table.get(key)
        if type(value) is not date:
            raise BadPack(f"{self.where}.{key}: {value!r} is not a date such as 2026-01-31.")
        return value

    def only(self, *keys: str) -> None:
        for key in self.table:
            if key not in keys:
                raise BadPack(f"{self.where}.{key}: unknown; it has {', '.join(keys)}.")


def _scope(reader: _Reader) -> tuple[str, ...]:
    scope = reader.texts("scope")
    for game in scope:
        if game not in ALL_GAMES:
            raise BadPack(f"{reader.where}.scope: {game!r} is no game; use some of {', '.join(sorted(ALL_GAMES))}.")
    if not scope:
        raise BadPack(f"{reader.where}.scope: empty; name the games that it holds for.")
    return scope


def _choice(row: object, where: str) -> Choice:
    if not isinstance(row, dict):
        raise BadPack(f"{where}: {row!r} is not a table of code, effect and money.")
    reader = _Reader(row, where)
    reader.only("code", "index", "effect", "money")
    return Choice(
        reader.text("code"),
        reader.flag("index", False),
        reader.one_of("effect", EFFECTS),
        reader.one_of("money", MONEY),
    )


def _irregularity(number: str, table: object, where: str) -> Irregularity:
    if not isinstance(table, dict):
        raise BadPack(f"{where}: {table!r} is not a table of an irregularity.")
    reader = _Reader(table, where)
    reader.only("scope", "checked", "proposed", "level", "claimant", "until", "default", "clause", "also_in", "choice")
    rows = table.get("choice", [])
    if not isinstance(rows, list) or not rows:
        raise BadPack(f"{where}.choice: {rows!r} is no list of choices; an irregularity has at least one.")
    found = tuple(_choice(row, f"{where}.choice[{index}]") for index, row in enumerate(rows))
    default = table.get("default")
    names = [choice.code for choice in found]
    if default is not None and (not isinstance(default, str) or default not in names):
        raise BadPack(f"{where}.default: {default!r} is no code of its choices; use one of {', '.join(names)}.")
    return Irregularity(
        id=number,
        scope=_scope(reader),
        checked=reader.flag("checked"),
        proposed=reader.flag("proposed"),
        level=reader.one_of("level", LEVELS),
        claimant=reader.one_of("claimant", CLAIMANTS),
        until=reader.one_of("until", UNTILS),
        default=default,
        clause=reader.text("clause"),
        also_in=reader.texts("also_in"),
        choices=found,
    )


def parse_pack(text: str, name: str = "pack.toml") -> Pack:
    """The pack of a TOML text. Raises BadPack naming file and field or line."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPack(f"{name}: {error}.") from None
    reader = _Reader(document, name)
    if document.get("schema") != SCHEMA:
        raise BadPack(f"{name}.schema: {document.get('schema')!r} is not a schema that is read here; write {SCHEMA}.")
    head = ("schema", "name", "jurisdiction", "effective_from", "effective_until")
    start = reader.day("effective_from")
    until = reader.day("effective_until") if "effective_until" in document else None
    found: dict[str, Irregularity] = {}
    for key, table in document.items():
        if key not in head:
            if not key.startswith("I-"):
                raise BadPack(f"{name}.{key}: unknown; a pack has {', '.join(head)} and irregularities such as I-6.")
            found[key] = _irregularity(key, table, f"{name}: {key}")
    return Pack(reader.text("name"), reader.text("jurisdiction"), start, until, found)


@lru_cache(maxsize=32)
def load_pack(name: str) -> Pack:
    """A pack of the project by name. Raises BadPack."""
    source = files("tables.packs").joinpath(f"{name}.toml")
    if not name.replace("-", "").replace("_", "").isalnum() or not source.is_file():
        raise BadPack(f"{name!r} is no rule pack of this project; see tables/packs.")
    return parse_pack(source.read_text(encoding="utf-8"), f"{name}.toml")
