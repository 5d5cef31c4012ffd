"""Terms: what the sign on a table says, compiled once for the fold. Pure."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from math import gcd, lcm
from typing import Any, Final

from tables.rules.game import Game
from tables.rules.options import IllegalOption, Value, canonical
from tables.rules.profiles import game_of
from tables.rules.shapes import Limits

ENGINE: Final = 1  # raised when any golden round would be judged otherwise
MINOR_PER_UNIT: Final = 100

# R-BJF-16: (dealer 1st, dealer 2nd, players 1st, players 2nd), True = up.
DEAL_FACES: Final = {
    "a": (False, True, False, True),
    "b": (True, False, False, False),
    "c": (True, False, True, True),
    "d": (False, True, True, True),
    "e": (True, False, False, True),
}


@dataclass(frozen=True, slots=True, eq=False)
class Terms:
    """Game, options, limits and pack of one sign, with what the fold asks often worked out beforehand."""

    game: Game
    profile: str
    options: Mapping[str, Value]
    limits: Limits
    pack: str
    boxes: int
    hash: str
    engine: int
    per_unit: int
    quantum_minor: int
    dealer_up: tuple[bool, bool]
    players_up: tuple[bool, bool]
    is_open: bool  # players' cards all lie open (modes c and d)
    peeks: bool
    is_dealt_last: bool
    draws_soft_17: bool
    natural: tuple[int, int]
    insurance_pays: tuple[int, int]
    insurance_max: tuple[int, int]
    insured_values: tuple[int, ...]
    payable_step: int  # a stake of whole multiples of it can be paid exactly (OPTIONS 1b, natural_rounding)

    def as_json(self) -> dict[str, Any]:
        return _document(self.profile, self.options, self.limits, self.pack, self.boxes, self.game.name)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Terms) and self.hash == other.hash and self.engine == other.engine

    def __hash__(self) -> int:
        return hash(self.hash)


def _document(
    profile: str, options: Mapping[str, Value], limits: Limits, pack: str, boxes: int, game: str
) -> dict[str, Any]:
    return {
        "game": game,
        "profile": profile,
        "options": dict(options),
        "limits": limits.as_json(),
        "pack": pack,
        "boxes": boxes,
    }


def compile_terms(
    profile: str,
    options: Mapping[str, object] | None = None,
    *,
    limits: Limits | None = None,
    pack: str = "originals",
    boxes: int = 7,
    per_unit: int = MINOR_PER_UNIT,
) -> Terms:
    """The terms of a sign: `options` override the profile. Raises IllegalOption with one sentence.

    `per_unit` is how many minor units one unit of money has (100: cents).
    """
    game = game_of(profile)
    given = canonical(game.name, game.options, options or {})
    if type(boxes) is not int or not 1 <= boxes <= 40:
        raise IllegalOption(f"A table cannot have {boxes!r} boxes; it must have a whole number from 1 to 40.")
    raised = () if limits is None else tuple(sorted(limits.raised.items()))
    flat = None if limits is None else (limits.min_minor, limits.max_minor, limits.step_minor, raised)
    return _compiled(profile, tuple(sorted(given.items())), flat, pack, boxes, per_unit)


def terms_from_json(row: Mapping[str, Any]) -> Terms:
    """The terms of a document. Raises IllegalOption."""
    limits = row["limits"]
    return compile_terms(
        row["profile"],
        row["options"],
        limits=Limits(limits["min_minor"], limits["max_minor"], limits["step_minor"], dict(limits["raised"])),
        pack=row["pack"],
        boxes=row["boxes"],
    )


def _ratio(text: Value) -> tuple[int, int]:
    k, _, one = str(text).partition(":")
    return int(k), int(one)


def _fraction(text: Value) -> tuple[int, int]:
    return Decimal(str(text)).as_integer_ratio()


def _minor(text: Value, per_unit: int, name: str) -> int:
    amount = Decimal(str(text)) * per_unit
    if amount != int(amount):
        raise IllegalOption(f"{name} cannot be {text}: it must be whole in minor units ({per_unit} a unit).")
    return int(amount)


def _limits_of(options: Mapping[str, Value], per_unit: int) -> Limits:
    return Limits(
        _minor(options["stake_min"], per_unit, "stake_min"), _minor(options["stake_max"], per_unit, "stake_max")
    )


def _payable_step(options: Mapping[str, Value], quantum: int) -> int:
    """The natural of a stake, and half of it where surrender or insurance may ask for that, must be whole quanta."""
    if options["natural_rounding"] != "exact":
        return 1
    num, den = _ratio(options["natural_pays"])
    step = den * quantum // gcd(num, den * quantum)
    asks_half = options["surrender"] != "off" or options["insurance"] != "off"
    return lcm(step, 2 * quantum) if asks_half else step


@lru_cache(maxsize=512)
def _compiled(
    profile: str,
    given: tuple[tuple[str, Value], ...],
    flat: tuple[int, int, int, tuple[tuple[str, int], ...]] | None,
    pack: str,
    boxes: int,
    per_unit: int,
) -> Terms:
    game = game_of(profile)
    options: dict[str, Value] = {**game.defaults, **game.profiles[profile], **dict(given)}
    game.check_combination(options)
    limits = _limits_of(options, per_unit) if flat is None else Limits(flat[0], flat[1], flat[2], dict(flat[3]))
    step = limits.step_minor
    if not 0 < limits.min_minor <= limits.max_minor or step < 1 or limits.min_minor % step or limits.max_minor % step:
        raise IllegalOption(
            f"Limits {limits.min_minor} to {limits.max_minor} in steps of {limits.step_minor} cannot be posted: "
            "the minimum must be above 0 and not above the maximum, and both whole steps."
        )
    document = _document(profile, options, limits, pack, boxes, game.name)
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    quantum = max(1, _minor(options["money_quantum"], per_unit, "money_quantum"))
    dealer_1, dealer_2, players_1, players_2 = DEAL_FACES[str(options["deal_mode"])]
    return Terms(
        game=game,
        profile=profile,
        options=options,
        limits=limits,
        pack=pack,
        boxes=boxes,
        hash=hashlib.sha256(text.encode()).hexdigest(),
        engine=ENGINE,
        per_unit=per_unit,
        quantum_minor=quantum,
        dealer_up=(dealer_1, dealer_2),
        players_up=(players_1, players_2),
        is_open=players_1 and players_2,
        peeks=options["hole_card"] == "peek",
        is_dealt_last=options["hole_card"] == "dealt_last",
        draws_soft_17=options["dealer_policy"] == "draw_soft_17",
        natural=_ratio(options["natural_pays"]),
        insurance_pays=_ratio(options["insurance_pays"]),
        insurance_max=_fraction(options["insurance_max_ratio"]),
        payable_step=_payable_step(options, quantum),
        insured_values={"off": (), "ace": (1,), "ten_or_ace": (1, 10)}[str(options["insurance"])],
    )
