"""Several boxes of one player (R-BJF-14): who plays which, and what is asked of them together. Pure.

Nobody is named: the fact `player` says that who plays one box plays others too. A box told alone is its own player's
again. What a pack asks (how many boxes, beside each other, so many times the minimum) stands in `several_boxes`; what
the sign allows on all of them together is its limit of kind `player`. Neither: several boxes are as many players.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tables.rules import posted
from tables.rules.facts import Fact
from tables.rules.hands import IN, Box
from tables.rules.pack import Pack, load_pack
from tables.rules.shapes import Finding, Refusal

if TYPE_CHECKING:
    from tables.rules.round import Round
    from tables.rules.terms import Terms

Groups = tuple[tuple[str, ...], ...]
"""The boxes of each player who has several, in layout order."""
RULE: Final = "R-BJF-14"
OPTION: Final = "multi_hand"
NAMES: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Found(NamedTuple):
    rule: str
    slot: str
    key: str
    done: str
    args: dict[str, Any]
    fact_id: int | None = None
    option: str | None = None


def told(r: Round, f: Fact) -> None:
    r.players = regrouped(r.players, (f[5], *f[6]))


def regrouped(groups: Groups, places: Sequence[str]) -> Groups:
    """The groups once one player is said to play these boxes, and no others."""
    rest = [tuple(place for place in group if place not in places) for group in groups]
    own = tuple(sorted(set(places), key=_in_layout))
    return tuple(sorted((group for group in (*rest, own) if len(group) > 1), key=lambda group: _in_layout(group[0])))


def name_at(groups: Groups, place: str) -> str:
    """A, B … for the players of several boxes; nothing for who has one."""
    if not groups:
        return ""
    return next((NAMES[index % len(NAMES)] for index, group in enumerate(groups) if place in group), "")


def is_offered(terms: Terms) -> bool:
    """Whether the game knows several boxes of a player at all; its sign says whether they are allowed."""
    return OPTION in terms.game.options


def refusal(terms: Terms, places: Sequence[str], at_ms: int | None = None) -> Refusal | None:
    """Why one player may not ask to play these boxes."""
    why = _why_not(terms, load_pack(terms.pack), sorted(set(places), key=_in_layout), at_ms)
    if why is None:
        return None
    code, args = why
    said = args | ({"option": OPTION} if code == "several_boxes" else {})
    return Refusal(terms.game.cites.get(RULE, RULE), code, said)


def stake(r: Round, box: Box, amount: int | None) -> posted.Why | None:
    """Why a stake on one more box is refused to its player: the least of each box, the most of all together."""
    group = next((group for group in r.players if box.place in group), ())
    others = [each for each in _staked(r, group) if each is not box]
    if not amount or not others:
        return None
    boxes = _named([*others, box])
    least = _least(r)
    if least is not None and amount < least:
        return "I-17", "below_several_minimum", {"amount_minor": amount, "min_minor": least, "boxes": boxes}
    limits = r.terms.limits.kinds.get("player")
    together = amount + sum(each.stake or 0 for each in others)
    return posted.outside(limits, "player", together) if limits and together > limits.max_minor else None


def closing(r: Round) -> posted.Why | None:
    """Why the stakes may not be closed: what a player has on all boxes, or on the first of them, is too little."""
    for found in _stakes(r):
        return found.rule, found.done, found.args
    return None


def findings(r: Round) -> Iterator[Found]:
    """Boxes that one player may not have together, and stakes outside what is posted for them."""
    for group in r.players:
        boxes = _staked(r, group)
        why = _why_not(r.terms, r.rule_pack, _named(boxes), r.at_ms) if len(boxes) > 1 else None
        if why is not None and is_offered(r.terms):
            last = max(boxes, key=lambda box: box.stake_id)
            option = OPTION if why[0] == "several_boxes" else None
            rule = r.terms.game.cites.get(RULE, RULE)
            yield Found(rule, last.place, "missing:one_player", *why, option=option)
    yield from _stakes(r)


def finding(r: Round, found: Found, level: str) -> Finding:
    """Nothing is offered to choose: what stood is ruled on."""
    return Finding(
        key=(found.rule, found.slot, found.key),
        rule=found.rule,
        option=found.option,
        slot=found.slot,
        level=level,
        due=None,
        done=found.done,
        args=found.args,
        fact_id=found.fact_id,
    )


def _why_not(terms: Terms, pack: Pack, boxes: list[str], at_ms: int | None) -> tuple[str, dict[str, Any]] | None:
    if len(boxes) < 2:
        return None
    if terms.options[OPTION] is not True:
        return "several_boxes", {"boxes": boxes}
    term = pack.term("several_boxes", at_ms)
    if term is None:
        return None
    most = term.values["most"]
    if most is not None and len(boxes) > most:
        return "too_many_boxes", {"boxes": boxes, "most": most}
    numbers = [_in_layout(box) for box in boxes]
    if term.values["adjacent"] and numbers[-1] - numbers[0] >= len(numbers):
        return "boxes_apart", {"boxes": boxes}
    return None


def _stakes(r: Round) -> Iterator[Found]:
    limits, least = r.terms.limits.kinds.get("player"), _least(r)
    for group in r.players:
        boxes = _staked(r, group)
        if len(boxes) < 2:
            continue
        for box in boxes:
            if least is not None and box.stake is not None and r.terms.limits.min_minor <= box.stake < least:
                args = {"amount_minor": box.stake, "min_minor": least, "boxes": _named(boxes)}
                yield Found("I-17", box.place, str(box.stake_id), "below_several_minimum", args, box.stake_id)
        why = _together(limits, [box.stake for box in boxes]) if limits is not None else None
        if why is not None:
            last = max(boxes, key=lambda box: box.stake_id)
            yield Found("I-17", last.place, "missing:limit_player", why[1], why[2])


def _together(limits: Any, stakes: list[int | None]) -> posted.Why | None:
    """What is known may pass the maximum already; the rest is said only of what is known whole."""
    total = sum(stake or 0 for stake in stakes)
    if None in stakes and total <= limits.max_minor:
        return None
    return posted.outside(limits, "player", total)


def _least(r: Round) -> int | None:
    """What who plays several boxes must stake on each, where the pack asks for more than the sign."""
    term = r.rule_pack.term("several_boxes", r.at_ms)
    times = None if term is None else term.values["times_minimum"]
    return None if times is None else int(times) * r.terms.limits.min_minor


def _staked(r: Round, group: Sequence[str]) -> list[Box]:
    boxes = [r.places[place] for place in group if place in r.places]
    return [box for box in boxes if box.state == IN and box.stake != 0]


def _named(boxes: Sequence[Box]) -> list[str]:
    return sorted((box.place for box in boxes), key=_in_layout)


def _in_layout(place: str) -> int:
    digits = "".join(filter(str.isdigit, place))
    return int(digits) if digits else 0
