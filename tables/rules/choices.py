"""Choices that an irregularity gives to somebody (the pack says to whom and until when). Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shoes.cards import CARDS
from tables.rules import boxes, deal
from tables.rules.facts import Fact
from tables.rules.hands import BUST, NATURAL, OPEN, STOOD, Hand
from tables.rules.phases import DEAL, PLAY

if TYPE_CHECKING:
    from tables.rules.round import Round


@dataclass(frozen=True, slots=True)
class Ask:
    """A choice that is open until the next card."""

    rule: str
    slot: str
    fact_id: int
    choices: tuple[str, ...]


def codes(r: Round, rule: str) -> tuple[str, ...]:
    """The options of an irregularity as the pack names them; an indexed one once for each of the two cards."""
    entry = r.rule_pack.irregularities.get(rule)
    if entry is None:
        return ()
    found: list[str] = []
    for choice in entry.choices:
        found += [f"{choice.code} 0", f"{choice.code} 1"] if choice.index else [choice.code]
    return tuple(found)


def lapse(r: Round) -> None:
    """Play went on: what nobody claimed is not claimed."""
    r.ask = None


def choose(r: Round, f: Fact) -> None:
    """A choice that was made, about the card of `fact_id`."""
    rule, fact_id, option = f[5], f[6], f[7]
    ask = r.ask if r.ask is not None and r.ask.fact_id == fact_id else None
    if rule == "I-13" and option == "void_round":
        r.is_void = True
    elif rule == "I-1" and option == "claim_top":
        _claim(r, fact_id)
    elif rule == "I-5":
        _exposed(r, f, fact_id, option)
    elif rule == "I-6" and ask is None:
        _unasked(r, fact_id, option)
    elif rule in ("I-2", "I-4", "I-6"):
        decide(r, ask or _past(r, rule, fact_id), option)


def _past(r: Round, rule: str, fact_id: int) -> Ask | None:
    """A choice told after the next card: it holds if the card still lies aside."""
    for hand in r.hands.values():
        if fact_id in hand.asides:
            return Ask(rule, hand.slot, fact_id, codes(r, rule))
    return None


def _claim(r: Round, fact_id: int) -> None:
    card = r.cards.get(fact_id)
    for box in r.boxes:
        for hand in box.hands:
            if (card is None or card[5] == hand.slot) and deal.may_claim(r, hand):
                deal.claim_top(r, hand)
                return


def decide(r: Round, ask: Ask | None, option: str) -> None:
    hand = r.hands.get(ask.slot) if ask is not None else None
    if ask is None or hand is None or not hand.cards or ask.fact_id not in hand.asides:
        return
    r.ask = None
    if ask.rule == "I-6" and option == "keep":
        _keep(r, hand, ask.fact_id)
    elif ask.rule == "I-2" and option == "two_hands" and r.phase == DEAL and hand in r.script[r.second_pass :]:
        _two_hands(r, hand, ask.fact_id)
    elif (ask.rule == "I-2" and option == "discard 0") or (ask.rule == "I-4" and option == "keep 1"):
        _exchange(r, hand, ask.fact_id)


def _keep(r: Round, hand: Hand, fact_id: int) -> None:
    """I-6: the card counts as a hit, even if it busts."""
    hand.asides.remove(fact_id)
    _add(r, hand, fact_id)
    hand.is_kept = not hand.bust_at  # a bust that is concealed stays one
    if not hand.hidden and hand.is_surely_over:
        hand.state = BUST
    elif hand.state == NATURAL:
        hand.state = STOOD


def _add(r: Round, hand: Hand, fact_id: int) -> None:
    card = r.cards[fact_id]
    hand.add(CARDS[card[6]], fact_id, card[7] == "up")


def _exchange(r: Round, hand: Hand, fact_id: int) -> None:
    """The other card of the two is kept."""
    hand.asides.remove(fact_id)
    _, dropped = hand.drop(-1)
    hand.asides.append(dropped)
    _add(r, hand, fact_id)


def _two_hands(r: Round, hand: Hand, fact_id: int) -> None:
    """I-2: each card starts its own hand, with a stake of its own; both are dealt hands (I-AMB-1)."""
    box = hand.box
    hand.asides.remove(fact_id)
    other = Hand(f"{box.place}.{len(box.hands)}", box, hand.base)
    box.hands.append(other)
    r.hands[other.slot] = other
    _add(r, other, fact_id)
    index = r.script.index(hand, r.second_pass)
    r.script.insert(index + 1, other)


def _unasked(r: Round, fact_id: int, option: str) -> None:
    """I-6 told by the table for a card that had passed for a hit."""
    card = r.cards.get(fact_id)
    hand = r.hands.get(card[5]) if card is not None else None
    if card is None or hand is None or (fact_id not in hand.ids and fact_id not in hand.asides):
        return
    boxes.take_back_stands(r, fact_id)
    r.notes = [each for each in r.notes if each.fact_id != fact_id]  # R-BJV-32 of a doubled hand: it is told now
    note = r.note("I-6", hand.slot, "card_unasked", fact_id)
    note.choices, note.evidence = codes(r, "I-6"), list(hand.ids)
    if fact_id in hand.asides:
        if option == "keep" and hand.state in (STOOD, NATURAL):
            _keep(r, hand, fact_id)
        return
    if option == "refuse" and hand.ids[-1] == fact_id:
        hand.drop(-1)
        hand.asides.append(fact_id)
        if hand.state in (BUST, STOOD) and not hand.is_word and r.phase == PLAY:
            hand.state = OPEN
            hand.bust_at = 0
            r.cur = min(r.cur, r.order.index(hand))


def expose(r: Round, f: Fact) -> None:
    """I-5: a card lies face up in the pack. Only an entry tells so; a camera at the mouth reads every card."""
    if f[3] not in ("entered", "ruled") or f[7] != "up":
        return
    slot = None
    if r.phase == DEAL and r.si < len(r.script):
        slot = r.script[r.si].slot
    elif r.phase == PLAY and r.cur < len(r.order):
        slot = r.order[r.cur].slot
    if slot is None:
        return
    note = r.note("I-5", slot, "card_exposed", f[0])
    note.choices, note.evidence = codes(r, "I-5"), [f[0]]
    r.ask = Ask("I-5", slot, f[0], note.choices)


def _exposed(r: Round, f: Fact, fact_id: int, option: str) -> None:
    ask, card = r.ask, r.cards.get(fact_id)
    if ask is None or ask.fact_id != fact_id or card is None:
        return
    r.ask = None
    if option != "accept":
        return
    placed = (fact_id, card[1], "card", card[3], card[4], ask.slot, card[6], "up", card[8])
    r.cards[fact_id] = placed
    hand = r.hands.get(ask.slot)
    if r.phase == PLAY and hand is not None and hand.state == OPEN:
        boxes.give(r, hand, placed)
    else:
        r.on_card(r, placed)
