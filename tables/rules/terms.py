"""Terms: what the sign on a table says, compiled once for the fold. Pure."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache, partial
from math import gcd, lcm
from typing import Any, Final

from tables.rules import hands, posted
from tables.rules.counting import Count, Tally
from tables.rules.game import Game
from tables.rules.hands import Box, Hand
from tables.rules.options import IllegalOption, Value, canonical
from tables.rules.profiles import game_of
from tables.rules.shapes import KindLimits, Limits

Flat = tuple[int, int, int, tuple[tuple[str, int], ...], tuple[tuple[str, KindLimits], ...]]
"""Limits as a key: lowest, highest, step, raised by place, limits by kind."""
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
ALL_DOWN: Final = (False, False, False, False)  # games in which every card of the deal lies face down


# What the fold asks of every game; a game that posts no such option plays by these.
NEUTRAL: Final[dict[str, Value]] = {
    "onlooker_bets": False,
    "money_quantum": "0.01",
    "share_quantum": "0.01",
    "second_indicator": "off",
    "cut_with_indicator": False,
    "raise_max_on_request": False,
    "bet_time": "before_deal",
    "deal_mode": "closed",
    "hole_card": "no_peek",
    "no_peek_loss": "all_bets",
    "multi_hand": False,
    "insurance": "off",
    "insurance_max_ratio": "0.5",
    "insurance_pays": "2:1",
    "naturals_paid": "in_turn",
    "natural_pays": "1:1",
    "natural_rounding": "exact",
    "natural_tie": "push",
    "dealer_natural_takes": 1,
    "undeclared_natural": "ordinary_21",
    "tie": "push",
    "split": "off",
    "resplit": False,
    "resplit_aces": False,
    "max_hands": "off",
    "pair_rule": "same_rank",
    "double_after_split": False,
    "split_aces_one_card": False,
    "split_deal": "as_played",
    "double": "off",
    "double_for_less": False,
    "triple": False,
    "surrender": "off",
    "even_money": False,
    "buy": False,
    "bonus": False,
    "banker_double_demand": False,
    "dealer_policy": "free",
    "both_bust": "player_loses",
    "banker_bust_pays": "1:1",
    "bust_penalty": "none",
    "max_cards": "off",
    "immediate_21_max_cards": 0,
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
    within: range  # stakes that the limits of every place allow
    is_by_kind: bool  # other bets than the main stake have limits: by kind, or with an onlooker's on one box
    payable_step: int  # a stake of whole multiples of it can be paid exactly (OPTIONS 1b, natural_rounding)
    target: int
    new_hand: Callable[[str, Box, int | None], Hand]
    count: Count | None  # how cards add up where an ace is not 1 or 11
    deal: tuple[str, ...]
    is_free: bool  # the bank draws as it likes
    is_one_card: bool  # the bank is dealt one card
    bets_late: bool  # stakes are made after the first card
    compels_stake: bool  # who has a card must stake
    serves_second: bool  # a hand of one card gets another unasked
    wins_with: int  # 21 of so many cards at most wins at once, 0 where none does
    share_minor: int
    ante_minor: int  # what everybody puts in, 0 where players stake what they like
    has_bonus: bool
    most_cards: int  # cards that a hand may have, 0 without a limit
    live: tuple[int, ...]  # states of hands that the bank plays against
    natural_takes: int
    bust_pays: tuple[int, int]

    def as_json(self) -> dict[str, Any]:
        named = {name: value for name, value in self.options.items() if name in self.game.options}
        return _document(self.profile, named, self.limits, self.pack, self.boxes, self.game.name)

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
        raise IllegalOption(
            f"A table cannot have {boxes!r} boxes; it must have a whole number from 1 to 40.", code="boxes", boxes=boxes
        )
    flat = None if limits is None else _flat(limits)
    return _compiled(profile, tuple(sorted(given.items())), flat, pack, boxes, per_unit)


def terms_from_json(row: Mapping[str, Any]) -> Terms:
    """The terms of a document. Raises IllegalOption."""
    return compile_terms(
        row["profile"],
        row["options"],
        limits=Limits.from_json(row["limits"]),
        pack=row["pack"],
        boxes=row["boxes"],
    )


def _flat(limits: Limits) -> Flat:
    kinds = tuple(sorted(limits.kinds.items()))
    return limits.min_minor, limits.max_minor, limits.step_minor, tuple(sorted(limits.raised.items())), kinds


def _limits_from(flat: Flat) -> Limits:
    lowest, highest, step, raised, kinds = flat
    return Limits(lowest, highest, step, dict(raised), dict(kinds))


def _ratio(text: Value) -> tuple[int, int]:
    k, _, one = str(text).partition(":")
    return int(k), int(one)


def _fraction(text: Value) -> tuple[int, int]:
    return Decimal(str(text)).as_integer_ratio()


def _minor(text: Value, per_unit: int, name: str) -> int:
    amount = Decimal(str(text)) * per_unit
    if amount != int(amount):
        raise IllegalOption(
            f"{name} cannot be {text}: it must be whole in minor units ({per_unit} a unit).",
            code="minor-units",
            options=(name,),
            value=str(text),
        )
    return int(amount)


def _limits_of(options: Mapping[str, Value], per_unit: int) -> Limits:
    return Limits(
        _minor(options["stake_min"], per_unit, "stake_min"), _minor(options["stake_max"], per_unit, "stake_max")
    )


def _check_limits(limits: Limits, kinds: tuple[str, ...]) -> None:
    """Raises IllegalOption for limits that no stake can keep, and for those of a bet that the sign does not offer."""
    main = KindLimits(limits.min_minor, limits.max_minor, limits.step_minor)
    for kind, (lowest, highest, step) in {"": main, **limits.kinds}.items():
        if not 0 < lowest <= highest or step < 1 or lowest % step or highest % step:
            raise IllegalOption(
                f"Limits {lowest} to {highest} in steps of {step}{kind and f' for {kind}'} cannot be posted: "
                "the minimum must be above 0 and not above the maximum, and both whole steps.",
                code="limits",
            )
        if kind and kind not in kinds:
            raise IllegalOption(
                f"Limits for {kind} cannot be posted: this sign offers no such bet; it offers {', '.join(kinds)}.",
                code="limits-kind",
                kind=kind,
            )


def _payable_step(options: Mapping[str, Value], quantum: int) -> int:
    """The natural of a stake, and half of it where surrender or insurance may ask for that, must be whole quanta."""
    if options["natural_rounding"] != "exact":
        return 1
    num, den = _ratio(options["natural_pays"])
    step = den * quantum // gcd(num, den * quantum)
    asks_half = options["surrender"] != "off" or options["insurance"] != "off"
    return lcm(step, 2 * quantum) if asks_half else step


def _deal_of(game: Game, options: Mapping[str, Value]) -> tuple[str, ...]:
    """The rounds of dealing; the last is left out where those cards come later or are asked for."""
    is_last_left_out = options["hole_card"] == "dealt_last" or options.get("second_card") == "on_request"
    return game.deal[:-1] if is_last_left_out else game.deal


@lru_cache(maxsize=512)
def _compiled(
    profile: str,
    given: tuple[tuple[str, Value], ...],
    flat: Flat | None,
    pack: str,
    boxes: int,
    per_unit: int,
) -> Terms:
    game = game_of(profile)
    options: dict[str, Value] = {**NEUTRAL, **game.defaults, **game.profiles[profile], **dict(given)}
    game.check_combination(options)
    limits = _limits_of(options, per_unit) if flat is None else _limits_from(flat)
    _check_limits(limits, posted.kinds_of(game, options))
    named = {name: value for name, value in options.items() if name in game.options}
    document = _document(profile, named, limits, pack, boxes, game.name)
    text = json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    quantum = max(1, _minor(options["money_quantum"], per_unit, "money_quantum"))
    dealer_1, dealer_2, players_1, players_2 = DEAL_FACES.get(str(options["deal_mode"]), ALL_DOWN)
    count = None if game.count is None else game.count(options)
    most = options["max_cards"]
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
        dealer_up=(dealer_1 or options.get("banker_card") == "bottom_open", dealer_2),
        players_up=(players_1, players_2),
        is_open=players_1 and players_2,
        peeks=options["hole_card"] == "peek",
        is_dealt_last=options["hole_card"] == "dealt_last",
        draws_soft_17=options["dealer_policy"] == "draw_soft_17",
        natural=_ratio(options["natural_pays"]),
        insurance_pays=_ratio(options["insurance_pays"]),
        insurance_max=_fraction(options["insurance_max_ratio"]),
        within=range(limits.min_minor, min([limits.max_minor, *limits.raised.values()]) + 1),
        is_by_kind=bool(limits.kinds) or options["onlooker_bets"] is True,
        payable_step=_payable_step(options, quantum),
        insured_values={"off": (), "ace": (1,), "ten_or_ace": (1, 10)}[str(options["insurance"])],
        target=game.target,
        new_hand=Hand if count is None else partial(Tally, count),
        count=count,
        is_free=options["dealer_policy"] == "free",
        deal=_deal_of(game, options),
        is_one_card=game.deal.count("bank") == 1,
        compels_stake=game.compels_stake,
        serves_second=game.count is None or game.takes_second,
        wins_with=int(options["immediate_21_max_cards"]),
        ante_minor=_minor(options["ante"], per_unit, "ante") if "ante" in game.options else 0,
        share_minor=max(1, _minor(options["share_quantum"], per_unit, "share_quantum")),
        has_bonus=options["bonus"] is True,
        bets_late=options["bet_time"] == "after_first_card",
        most_cards=most if type(most) is int else 0,
        live=(*hands.LIVE, hands.BUST) if options["both_bust"] == "push" else hands.LIVE,
        natural_takes=int(options["dealer_natural_takes"]),
        bust_pays=_ratio(options["banker_bust_pays"]),
    )
