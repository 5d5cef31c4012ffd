"""Choices that an irregularity gives to somebody (the pack says to whom and until when). Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shoes.cards import CARDS
from tables.rules import boxes, deal, remedies, stakes_late
from tables.rules.facts import Fact
from tables.rules.hands import BUST, NATURAL, OPEN, STOOD, VOID, Hand
from tables.rules.pack import Choice, Irregularity
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


def proposal(r: Round, rule: str, done: str = "") -> Irregularity | None:
    """What the pack of the sign says of such a departure when the round was opened; None: it says nothing."""
    entry = r.rule_pack.proposal(rule, done, r.at_ms)
    return entry if entry is not None and r.terms.game.name in entry.scope else None


def names(r: Round, rule: str, done: str) -> bool:
    """Whether the pack speaks of just this situation."""
    entry = proposal(r, rule, done)
    return entry is not None and entry.id != rule


def codes(r: Round, rule: str, done: str = "", without: str = "") -> tuple[str, ...]:
    """The options of an irregularity as the pack names them; an indexed one once for each of the two cards.

    `without`: the effect that the cards exclude, where an entry has the remedies of two departures.
    """
    entry = proposal(r, rule, done)
    if entry is None:
        return ()
    found: list[str] = []
    for choice in entry.choices:
        if not without or choice.effect != without:
            found += _options(r, choice, entry.claimant)
    return tuple(found)


def _options(r: Round, choice: Choice, claimant: str | None) -> list[str]:
    if choice.index:
        return [f"{choice.code} 0", f"{choice.code} 1"]
    if claimant == "any_player" and choice.effect == "leave_round":  # each for himself
        return [f"{choice.code} {hand.slot}" for box in r.boxes for hand in box.hands if hand.state != VOID]
    return [choice.code]


def default_effect(r: Round, rule: str, done: str = "") -> str:
    """What the pack does where nobody chooses; empty where it leaves that to people, or says nothing."""
    entry = proposal(r, rule, done)
    if entry is None:
        return ""
    return next((choice.effect for choice in entry.choices if choice.code == entry.default), "")


def lapse(r: Round) -> None:
    """Play went on: what nobody claimed is not claimed."""
    r.ask = None


def choose(r: Round, f: Fact) -> None:
    """A choice that was made, about the card of `fact_id`."""
    rule, fact_id, option = f[5], f[6], f[7]
    ask = r.ask if r.ask is not None and r.ask.fact_id == fact_id else None
    effect = remedies.effect_of(r, f)
    if effect == "void_round":
        r.is_void = True
    elif rule == "I-1" and option == "claim_top":
        _claim(r, fact_id)
    elif rule == "I-5":
        _exposed(r, f, fact_id, option)
    elif rule == "I-6" and ask is None:
        _unasked(r, fact_id, option)
    elif rule == "I-4" and r.phase == PLAY and (hand := _dealt_twice(r, fact_id)) is not None:
        decide(r, Ask(rule, hand.slot, fact_id, codes(r, rule)), option)
        _as_dealt(r, hand)
    elif rule == "I-22":
        r.is_waived = option == "waive"
    elif rule == "I-3":
        stakes_late.leave(r, fact_id, option)
    elif rule in ("I-2", "I-4", "I-6"):
        decide(r, ask or _past(r, rule, fact_id), option)
    else:
        remedies.carry_out(r, f)
    if effect == "no_more_cards" and fact_id in r.cards:
        remedies.no_more_cards(r, r.hands.get(r.cards[fact_id][5]))


def _past(r: Round, rule: str, fact_id: int) -> Ask | None:
    """A choice told after the next card: it holds if the card still lies aside."""
    for hand in r.hands.values():
        if fact_id in hand.asides:
            return Ask(rule, hand.slot, fact_id, codes(r, rule))
    return None


def _dealt_twice(r: Round, fact_id: int) -> Hand | None:
    """I-4 where the boxes' cards end the deal: the last hand's second card came when play had begun, and passed for a
    hit, or for a card that nobody had asked for. It is put aside, as if it had come a moment earlier."""
    card = r.cards.get(fact_id)
    hand = r.hands.get(card[5]) if card is not None else None
    if hand is None or hand is not r.last or r.banking or hand.is_word or len(hand.cards) + len(hand.asides) != 3:
        return None
    boxes.take_back_stands(r, fact_id)
    if fact_id in hand.ids[2:]:
        hand.drop(-1)
        hand.asides.append(fact_id)
    elif fact_id not in hand.asides:
        return None
    r.notes = [each for each in r.notes if each.fact_id != fact_id]
    note = r.note("I-4", hand.slot, "two_cards_in_one_round", fact_id)
    note.choices, note.evidence = codes(r, "I-4"), [hand.ids[-1], fact_id]
    note.due = ("box_acts", r.order[0].slot)
    return hand


def _as_dealt(r: Round, hand: Hand) -> None:
    """The hand has its two cards of the deal again, and nobody has acted on it."""
    hand.acted, hand.bust_at, hand.pending = False, 0, None
    hand.state = NATURAL if hand.is_natural and not hand.hidden else OPEN
    r.acted = any(other.acted for other in r.order)
    r.cur = min(r.cur, r.order.index(hand))
    boxes.advance(r)


def _claim(r: Round, fact_id: int) -> None:
    card = r.cards.get(fact_id)
    missed = {note.slot for note in r.notes if note.rule == "I-1" and fact_id in note.evidence}
    for box in r.boxes:
        for hand in box.hands:
            if (card is None or card[5] == hand.slot or hand.slot in missed) and deal.may_claim(r, hand):
                deal.claim_top(r, hand)
                return


def decide(r: Round, ask: Ask | None, option: str) -> None:
    hand = r.hands.get(ask.slot) if ask is not None else None
    if ask is None or hand is None or not hand.cards or ask.fact_id not in hand.asides:
        return
    r.ask = None
    if ask.rule == "I-6" and option == "keep":
        _keep(r, hand, ask.fact_id)
    elif ask.rule == "I-2" and option == "two_hands" and _may_have_two(r, hand):
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


def _may_have_two(r: Round, hand: Hand) -> bool:
    """Before the hand's next card."""
    if r.phase == DEAL and hand in r.script[r.second_pass :]:
        return True
    if r.terms.bets_late and not r.is_dealt_on:
        return hand in r.script
    return len(r.terms.deal) == 2 and not hand.acted and (r.phase == DEAL or (r.phase == PLAY and hand.state == OPEN))


def _two_hands(r: Round, hand: Hand, fact_id: int) -> None:
    """I-2: each card starts its own hand, with a stake of its own; both are dealt hands (I-AMB-1)."""
    box = hand.box
    hand.asides.remove(fact_id)
    other = r.terms.new_hand(f"{box.place}.{len(box.hands)}", box, hand.base)
    box.hands.append(other)
    r.hands[other.slot] = other
    _add(r, other, fact_id)
    if r.terms.bets_late and not r.is_dealt_on:  # both get a stake and a second card when the others do
        r.script.insert(r.script.index(hand) + 1, other)
        r.si, r.second_pass = r.si + 1, r.second_pass + 1
    elif hand in r.script[r.second_pass :]:
        r.script.insert(r.script.index(hand, r.second_pass) + 1, other)
    elif r.phase == PLAY:
        r.order.insert(r.order.index(hand) + 1, other)


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
    entry = proposal(r, "I-5")
    if entry is not None and entry.claimant == "player":
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
