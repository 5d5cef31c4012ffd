"""What a rule pack does about a departure, carried out: by default, or because somebody chose it. Pure.

Irregularities whose choices want the cards of a hand moved (I-1 to I-6, I-22) are carried out in `choices.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables.rules import boxes, choices, judge
from tables.rules.facts import Fact
from tables.rules.hands import OPEN, OUT, STOOD, VOID, Box, Hand
from tables.rules.phases import DEAL, PLAY

if TYPE_CHECKING:
    from tables.rules.round import Note, Round

LEAVES = ("void_hand", "leave_round")
STAKES = ("return_stake", "stake_to_maximum", "stake_stands")
BANK_FIRST = "bank_draws_first"


def carry_out(r: Round, f: Fact) -> None:
    """A choice that the pack offers. One that it does not offer changes nothing."""
    rule, fact_id, option = f[5], f[6], f[7]
    note = _noted(r, rule, fact_id)
    box = next((box for box in r.boxes if box.stake_id == fact_id), None)
    effect, place = effect_of(r, f), option.partition(" ")[2]
    if effect == BANK_FIRST or (effect in STAKES and box is not None):
        r.remedies = {**(r.remedies or {}), "0" if box is None else box.place: effect}
    elif effect in LEAVES:
        hand = r.hands.get(place or (note.slot if note is not None else ""))
        if hand is not None:
            _leaves(r, hand, rule)


def effect_of(r: Round, f: Fact) -> str:
    """The effect of a choice that was made, as the pack has it; empty if the pack does not offer it."""
    rule, fact_id, name = f[5], f[6], f[7].partition(" ")[0]
    entry = choices.proposal(r, rule, _done(r, rule, fact_id))
    return next((each.effect for each in entry.choices if each.code == name), "") if entry is not None else ""


def _done(r: Round, rule: str, fact_id: int) -> str:
    """What was done, of the finding that a choice is about."""
    note = _noted(r, rule, fact_id)
    if note is not None:
        return note.situation or note.done
    found = (each for each in judge.findings(r) if each.rule == rule and fact_id in (each.fact_id, *each.evidence))
    return next((each.done for each in found), "")


def _noted(r: Round, rule: str, fact_id: int) -> Note | None:
    for note in r.notes:
        if note.rule == rule and fact_id in (note.fact_id, *note.evidence):
            return note
    return None


def _leaves(r: Round, hand: Hand, rule: str) -> None:
    """The hand is out of the round, and its stake goes back."""
    hand.state, hand.pending = VOID, None
    r.remedies = {**(r.remedies or {}), hand.slot: rule}
    if len(hand.box.hands) == 1:
        hand.box.state = OUT
    if r.phase == PLAY:
        boxes.advance(r)
    while r.phase == DEAL and r.si < len(r.script) - 1 and r.script[r.si].state == VOID:
        r.si += 1


def no_more_cards(r: Round, hand: Hand | None) -> None:
    """Who refuses a card that was drawn in error gets no other in this round."""
    if hand is not None and hand.state == OPEN and r.phase == PLAY:
        hand.state = STOOD
        boxes.advance(r)


def stake_done(r: Round, box: Box | None) -> str:
    """How a stake outside the limits is outside them."""
    if box is None or not box.stake:
        return ""
    return "stake_over_maximum" if box.stake > r.terms.limits.max_of(box.place) else "stake_below_minimum"


def of_stake(r: Round, box: Box) -> str:
    """What becomes of a stake outside the limits: as chosen, else as the pack has it; empty where it does not say."""
    chosen = (r.remedies or {}).get(box.place, "")
    return chosen if chosen in STAKES else choices.default_effect(r, "I-17", stake_done(r, box))


def owed_first(r: Round) -> Hand | None:
    """The box that got one card in the deal, where the pack gives it the other before anybody acts."""
    if r.phase != PLAY or r.acted or r.banking:
        return None
    owed = next((hand for hand in r.order if hand.pending == "deal" and len(hand.cards) == 1), None)
    if owed is None or choices.default_effect(r, "R-BJF-15", "second_card_missing") != "deal_later":
        return None
    return owed
