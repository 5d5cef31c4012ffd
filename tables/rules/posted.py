"""What the sign allows beside the main stake: limits by kind of bet, and what several people have on one box. Pure.

A request outside of them is refused; what was taken all the same stands, and is found (I-17).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from tables.rules.floor_terms import shares_of_maximum
from tables.rules.hands import DOUBLED, TRIPLED, Box, Hand
from tables.rules.phases import STAKES
from tables.rules.shapes import Finding, KindLimits, Request, Step

if TYPE_CHECKING:
    from tables.rules.game import Game
    from tables.rules.options import Value
    from tables.rules.round import Round

Why = tuple[str, str, dict[str, Any]]  # rule, code, arguments
Found = tuple[str, str, int | None, str, dict[str, Any], Step | None]  # slot, key, fact, code, arguments, what was due

KINDS: Final = ("double", "split", "insurance", "buy", "onlooker", "player", "bank")
"""Kinds of bet that a sign may limit for themselves, as `stake` facts name them; `bank`: what a banker puts up;
`player`: the stakes of one player on all of his boxes together."""
ASKED: Final = {"double": "double", "triple": "double", "split": "split", "insure": "insurance", "buy": "buy"}
"""The word of a request and the kind of stake that it puts down."""
OFFERED_BY: Final = {
    "insurance": "insurance",
    "onlooker": "onlooker_bets",
    "double": "double",
    "split": "split",
    "player": "multi_hand",
}
"""The option of a sign without which there is no such bet."""
OFFERED: Final = ("double", "split", "insurance", "onlooker", "player")


def kinds_of(game: Game, options: Mapping[str, Value]) -> tuple[str, ...]:
    """The kinds of bet that a sign of these options offers and may limit."""
    found = [kind for kind in OFFERED if _is_on(options.get(OFFERED_BY[kind]))]
    found += ["buy"] * ("buy" in game.acts)
    return (*found, "bank") if _has_bank(options) else tuple(found)


def kinds_in(game: Game) -> tuple[str, ...]:
    """The kinds of bet that some sign of the game offers."""
    found = [kind for kind in OFFERED if OFFERED_BY[kind] in game.options]
    found += ["buy"] * ("buy" in game.acts)
    return (*found, "bank") if {"stake_cap", "bank_play"} & set(game.options) else tuple(found)


def _is_on(value: Value | None) -> bool:
    return value not in (None, False, "off")


def _has_bank(options: Mapping[str, Value]) -> bool:
    """The games in which stakes are measured by what the banker put up (`carried.keeps_bank`)."""
    return options.get("stake_cap", "none") != "none" or options.get("bank_play") is True


def outside(limits: KindLimits, kind: str, amount: int) -> Why | None:
    """Why a sum is no bet of this kind."""
    args: dict[str, Any] = {"kind": kind, "amount_minor": amount}
    if amount < limits.min_minor:
        return "I-17", "kind_below_minimum", args | {"min_minor": limits.min_minor}
    if amount > limits.max_minor:
        return "I-17", "kind_over_maximum", args | {"max_minor": limits.max_minor}
    if amount % limits.step_minor:
        return "I-17", "kind_not_in_steps", args | {"step_minor": limits.step_minor}
    return None


def refusal(r: Round, request: Request) -> Why | None:
    """Why the sign's limits by kind refuse what the game itself would allow."""
    kind = ASKED.get(request.word, "")
    limits = r.terms.limits.kinds.get(kind)
    amount = _asked_for(r, request) if limits is not None else None
    return None if limits is None or amount is None else outside(limits, kind, amount)


def may_say(r: Round, hand: Hand, word: str) -> bool:
    """Whether the limits leave a decision open; one for a smaller sum than the stake may be left."""
    limits = r.terms.limits.kinds.get(ASKED.get(word, ""))
    if limits is None or hand.base is None or word == "buy":
        return True
    if word == "double" and r.terms.options["double_for_less"] is True:
        return limits.min_minor <= hand.base
    return outside(limits, word, hand.base) is None


def _asked_for(r: Round, request: Request) -> int | None:
    if request.amount_minor is not None:
        return request.amount_minor
    if request.word == "insure":
        return None  # the most that may be insured for; that is within the limits
    hand = r.hands.get(request.slot)
    return None if hand is None else hand.base


def onlooker(r: Round, box: Box | None, amount: int | None) -> Why | None:
    """R-GEN-10: an onlooker's stake on a box, asked for before the first card."""
    if not r.terms.options["onlooker_bets"]:
        return "R-GEN-10", "onlookers_off", {"option": "onlooker_bets"}
    if r.phase != STAKES:
        return "R-BJF-13", "after_first_card", {}
    if box is None or not box.stake:
        return "R-GEN-10", "no_stake_to_back", {}
    if not amount:
        return None
    limits = r.terms.limits.kinds.get("onlooker")
    why = outside(limits, "onlooker", amount) if limits is not None else None
    return why or _beyond_box(r, box, amount)


def _beyond_box(r: Round, box: Box, amount: int) -> Why | None:
    """Where the pack bounds what lies on a box together: what is left of its maximum."""
    stakes = [box.stake or 0, *(other or 0 for _id, other in box.onlookers), amount]
    most = r.terms.limits.max_of(box.place)
    kept = shares_of_maximum(r.rule_pack, tuple(stakes), most, r.at_ms)
    if kept is None or kept[-1] == amount:
        return None
    return "I-17", "box_over_maximum", {"amount_minor": amount, "left_minor": kept[-1], "max_minor": most}


def backed(r: Round, box: Box) -> list[tuple[int, int | None]]:
    """Who backs a box and what of it stands: fact and sum. What passes the box's maximum goes back, the last first."""
    if not box.onlookers:
        return []
    stakes = (box.stake or 0, *(amount or 0 for _id, amount in box.onlookers))
    kept = shares_of_maximum(r.rule_pack, stakes, r.terms.limits.max_of(box.place), r.at_ms)
    if kept is None:
        return box.onlookers
    shares = zip(box.onlookers, kept[1:], strict=True)
    return [(fact_id, None if amount is None else share) for (fact_id, amount), share in shares]


def findings(r: Round) -> Iterator[Found]:
    """What stood outside the limits by kind, or passed a box's maximum together."""
    for box in r.boxes:
        yield from _onlookers_of(r, box)
        if r.terms.limits.kinds:
            yield from _added(r, box)


def _onlookers_of(r: Round, box: Box) -> Iterator[Found]:
    limits = r.terms.limits.kinds.get("onlooker")
    for (fact_id, amount), (_same, kept) in zip(box.onlookers, backed(r, box), strict=True):
        if not amount:
            continue
        why = outside(limits, "onlooker", amount) if limits is not None else None
        if why is not None:
            yield box.place, str(fact_id), fact_id, why[1], why[2], Step("return_stake", box.place, amount)
        elif kept is not None and kept < amount:
            most = r.terms.limits.max_of(box.place)
            args = {"amount_minor": amount, "returned_minor": amount - kept, "max_minor": most}
            due = Step("return_stake", box.place, amount - kept)
            yield box.place, str(fact_id), fact_id, "box_over_maximum", args, due


def _added(r: Round, box: Box) -> Iterator[Found]:
    """The stakes that hands added. Insurance above its limit has a finding of its own (R-BJF-21)."""
    kinds = r.terms.limits.kinds
    sums = [(hand, "double", _doubled_by(hand)) for hand in box.hands]
    sums += [(hand, "split", hand.base) for hand in box.hands if hand.is_split and hand.root is not hand]
    sums += [(hand, "buy", hand.bought) for hand in box.hands]
    for hand, kind, amount in sums:
        why = outside(kinds[kind], kind, amount) if kind in kinds and amount else None
        if why is not None:
            yield hand.slot, f"missing:limit_{kind}", None, why[1], why[2], None
    if "insurance" in kinds and box.insurance:
        why = outside(kinds["insurance"], "insurance", box.insurance)
        if why is not None:
            yield box.place, "missing:limit_insurance", None, why[1], why[2], None


def _doubled_by(hand: Hand) -> int | None:
    if hand.state not in (DOUBLED, TRIPLED) and hand.units == 1:
        return None
    return hand.base if hand.less is None else hand.less


def finding(r: Round, found: Found, level: str) -> Finding:
    """A finding of `findings`; nothing is offered to choose: what stands too high is ruled on, or went back."""
    slot, key, fact_id, done, args, due = found
    hand: Hand | None = r.hands.get(slot)
    return Finding(
        key=("I-17", slot, key),
        rule="I-17",
        option=None,
        slot=slot,
        level=level,
        due=due,
        done=done,
        args=args,
        fact_id=fact_id,
        evidence=tuple(i for i in hand.ids if i) if hand is not None and fact_id is None else (),
    )
