"""The boxes play: cards tell what the players did, and which cards nobody asked for. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shoes.cards import CARDS, UNKNOWN
from tables.rules import bank, banker, bonus, choices, legal, remedies
from tables.rules.facts import Fact
from tables.rules.hands import (
    BUST,
    CLAIMED,
    DOUBLED,
    NATURAL,
    NONE,
    OPEN,
    STATUS,
    STOOD,
    SURRENDERED,
    TRIPLED,
    UNREAD,
    VOID,
    Box,
    Hand,
)
from tables.rules.phases import PLAY

if TYPE_CHECKING:
    from tables.rules.round import Round

ASIDE = ("burn", "discard")
LOST_AFTER_STRAYS = 2
STRAY = "stray_card"
UNASKED = {
    STOOD: "card_after_stand",
    BUST: "card_after_bust",
    SURRENDERED: "card_after_surrender",
    NATURAL: "card_on_21",
    DOUBLED: "card_on_doubled",
    TRIPLED: "card_on_doubled",
}


def card(r: Round, f: Fact) -> None:
    """A card while the boxes or the bank play."""
    slot, cur, order = f[5], r.cur, r.order
    if r.ask is not None:
        choices.lapse(r)
    if slot == "0":
        bank.card(r, f)
    elif cur < len(order) and order[cur].slot == slot:
        hand = order[cur]
        if r.terms.most_cards and banker.is_full(r, len(hand.cards)):
            banker.card_too_many(r, hand, f)
        else:
            give(r, hand, f)
    else:
        _elsewhere(r, f, slot)


def give(r: Round, hand: Hand, f: Fact) -> None:
    """A card for the hand whose turn it is: what was asked for, or what the card itself tells."""
    why = hand.pending
    if why is None:
        why = "hit"
        if f[8] == "across" and legal.double(r, hand, None) is None:
            why, hand.units = "double", 2
    hand.pending = None
    hand.acted = r.acted = True
    is_up = f[7] == "up"
    hand.add(CARDS[f[6]], f[0], is_up)
    r.triple_hand = None
    settle_card(r, hand, why)
    if hand.state != OPEN:
        advance(r)


def settle_card(r: Round, hand: Hand, why: str) -> None:
    """What a card that was due made of the hand."""
    if hand.hidden:
        if hand.is_openly_over:
            bank.bust(r, hand)
        elif not hand.bust_at and hand.is_surely_over:
            hand.bust_at = hand.ids[-1]
    elif hand.hard + hand.unknown > r.terms.target and hand.is_surely_over:
        hand.state = STOOD if r.terms.game.hides_busts else BUST
    if why == "double" or why == "triple":
        if hand.state == OPEN:
            hand.state = DOUBLED if why == "double" else TRIPLED
            r.triple_hand = hand if why == "double" else None
    elif hand.state == OPEN and not hand.hidden:
        _settle_open(r, hand, why)


def _settle_open(r: Round, hand: Hand, why: str) -> None:
    """Whether a hand that everybody sees takes no more cards."""
    if hand.is_split_ace and r.terms.options["split_aces_one_card"] and why == "split":
        if legal.split(r, hand) is not None:
            hand.state = STOOD
    elif hand.is_21:
        hand.state = NATURAL if why == "deal" and hand.is_natural else stood(r, hand)
    elif r.terms.has_bonus and bonus.is_special(hand):
        hand.state = CLAIMED
    elif r.terms.most_cards and banker.is_full(r, len(hand.cards)):
        hand.state = STOOD  # R-O2D-11, AMB-76


def stood(r: Round, hand: Hand) -> int:
    """The state of a hand that takes no more cards: a bonus hand claims itself by standing (AMB-16)."""
    if hand.hidden:
        return STOOD
    if r.terms.wins_with:  # R-O36-15, R-O36-16
        wins = not hand.unknown and hand.is_21 and len(hand.cards) <= r.terms.wins_with
        return CLAIMED if wins or hand.is_pair else STOOD
    return CLAIMED if r.terms.has_bonus and not hand.unknown and bonus.is_any(hand) else STOOD


def advance(r: Round) -> None:
    """The turn goes to the next hand that has not finished."""
    order, cur = r.order, r.cur
    end = len(order)
    while cur < end and order[cur].state:
        cur += 1
    r.cur = cur
    if cur < end:
        hand = order[cur]
        if len(hand.cards) == 1 and hand.pending is None and r.terms.serves_second:
            hand.pending = "split" if hand.is_split else "deal"


def stand_until(r: Round, index: int) -> None:
    """The hands before `index` stood: play went on behind them. A card that was owed was dealt, but not read."""
    for hand in r.order[r.cur : index]:
        if hand.state == OPEN:
            if hand.pending is not None:
                why, hand.pending = hand.pending, None
                if why != "deal":
                    hand.add(UNKNOWN, UNREAD, True)
                    settle_card(r, hand, why)
                elif r.terms.game.takes_second:
                    banker.without_compulsory_card(r, hand)
            if hand.state == OPEN:
                hand.state = stood(r, hand)
    if r.cur < index:
        r.cur = index
        advance(r)


def take_back_stands(r: Round, fact_id: int) -> None:
    """The hands that a card made stand did not: it was told that nobody had asked for that card."""
    if r.jumped is None or r.jumped[0] != fact_id:
        return
    before = r.jumped[1]
    r.jumped = None
    for hand in before:
        if hand.state == STOOD and not hand.is_word:
            hand.state = OPEN
            r.cur = min(r.cur, r.order.index(hand))


def stand_all(r: Round) -> None:
    stand_until(r, len(r.order))


def _elsewhere(r: Round, f: Fact, slot: str) -> None:
    """A card for a hand whose turn it is not."""
    hand = r.hands.get(slot)
    if hand is not None and hand is remedies.owed_first(r):
        _second_after_others(r, hand, f)
        return
    if hand is not None and hand.state == OPEN and hand in r.order and not r.banking and not r.dealer_natural:
        if r.terms.options["split_deal"] == "both_at_once" and hand.is_split and len(hand.cards) == 1:
            _second_of_split(r, hand, f)
            return
        before = [each for each in r.order[r.cur : r.order.index(hand)] if each.state == OPEN and each.pending is None]
        r.jumped = (f[0], before)
        stand_until(r, r.order.index(hand))
        if r.cur < len(r.order) and r.order[r.cur] is hand:
            r.on_card(r, f)
            return
    if hand is not None:
        unasked(r, f, hand)
        return
    box = r.places.get(slot)
    if slot in ASIDE:
        return
    if slot == "mouth":
        choices.expose(r, f)
    elif box is not None and box.state == NONE:
        card_without_stake(r, f, box)
    elif not _split_by_card(r, f, slot):
        stray(r, f)


def _second_after_others(r: Round, hand: Hand, f: Fact) -> None:
    """A box that got one card in the deal gets the other before anybody acts, where the pack says so."""
    hand.pending = None
    hand.add(CARDS[f[6]], f[0], f[7] == "up")
    settle_card(r, hand, "deal")
    advance(r)


def _second_of_split(r: Round, hand: Hand, f: Fact) -> None:
    """`split_deal=both_at_once`: the other split hand gets its card before the first plays."""
    hand.pending = None
    hand.add(CARDS[f[6]], f[0], f[7] == "up")
    settle_card(r, hand, "split")


def _split_by_card(r: Round, f: Fact, slot: str) -> bool:
    """A card beside a pair whose turn it is: the pair was split."""
    place, dot, index = slot.rpartition(".")
    if not dot or not index.isdigit() or r.cur >= len(r.order):
        return False
    hand = r.order[r.cur]
    if hand.box.place != place or legal.split(r, hand) is not None or hand.pending:
        return False
    if int(index) != hand.box.hands.index(hand) + 1:
        return False
    split(r, hand)
    r.on_card(r, f)
    return True


def unasked(r: Round, f: Fact, hand: Hand) -> None:
    """I-6: a card that nobody asked for; on a doubled hand no card can be asked for (R-BJV-32)."""
    hand.asides.append(f[0])
    for note in r.notes:
        if note.slot == hand.slot and note.rule in ("I-1", "I-6", "R-BJV-32") and hand.asides[:-1]:
            note.evidence.append(f[0])
            return
    if hand.is_excused or hand.state == VOID:
        hand.is_excused = False
        return
    is_doubled = hand.state in (DOUBLED, TRIPLED)
    note = r.note("R-BJV-32" if is_doubled else "I-6", hand.slot, _how_unasked(r, hand), f[0])
    note.due = _due_instead(r)
    note.evidence = [*hand.ids, f[0]]
    note.args = {"total": str(hand.best) if not hand.unknown else "unknown", "status": STATUS[hand.state]}
    if is_doubled:
        note.option = "double"
        return
    note.choices = choices.codes(r, "I-6", note.done)
    if note.choices and hand.state in (STOOD, NATURAL) and not r.closed and not r.shown_at:
        r.ask = choices.Ask("I-6", hand.slot, f[0], note.choices)


def _how_unasked(r: Round, hand: Hand) -> str:
    if hand.state == STOOD and hand.is_21 and not hand.is_word:
        return "card_on_21"
    if hand.state == STOOD and not hand.is_word:
        return "card_out_of_turn"
    return UNASKED.get(hand.state, "card_out_of_turn")


def _due_instead(r: Round) -> tuple[str, str | None]:
    if r.cur < len(r.order):
        hand = r.order[r.cur]
        return ("deal_to" if hand.pending else "box_acts", hand.slot)
    return ("no_card", None)


def card_without_stake(r: Round, f: Fact, box: Box) -> None:
    """R-BJF-13: cards in a box that was closed as empty. All of them are one mistake."""
    box.asides.append(f[0])
    if box.stray:
        r.note("R-BJF-13", box.place, "card_without_stake", box.stray).evidence.append(f[0])
        return
    box.stray = f[0]
    note = r.note("R-BJF-13", box.place, "card_without_stake", f[0])
    note.evidence = [f[0]]
    if r.phase == PLAY:
        note.due = _due_instead(r)
    elif r.si < len(r.script):
        note.situation = "card_without_stake_in_deal"
        note.due = ("deal_card", r.script[r.si].slot)


def stray(r: Round, f: Fact) -> None:
    """A card that fits no reading of the round; two of them and the round is lost.

    One that a camera saw in no place is somebody's: it accuses nobody, and waits until it is told whose it is.
    """
    box = r.places.get(f[5].partition(".")[0])
    if box is not None:
        box.asides.append(f[0])
        if box.refused is not None:  # cards of a split that is no split are part of that mistake
            box.refused.evidence.append(f[0])
            return
    if box is not None or f[3] != "observed":
        r.note("R-BJF-15", f[5], STRAY, f[0]).evidence = [f[0]]
    r.strays += 1
    if r.strays >= LOST_AFTER_STRAYS:
        r.followed = False


def card_after_end(r: Round, f: Fact) -> None:
    """R-GEN-11: the round is settled; a card belongs to the next one."""
    if f[5] not in ASIDE:
        note = r.note("R-GEN-11", f[5], "card_after_end", f[0])
        note.evidence = [f[0]]


def parted(r: Round, f: Fact) -> None:
    """One hand became two: the split that was said, or the first sign of it."""
    hand = r.hands.get(f[5])
    if hand is None:
        return
    box = hand.box
    if r.phase != PLAY or hand not in r.order:
        illegal(r, f, hand, "split", ("R-GEN-11", "not_now", {}))
        return
    box.parted += 1
    if box.parted > box.splits:
        turn_to(r, hand)
        why = legal.split(r, hand)
        if why is None:
            split(r, hand)
        else:
            box.parted -= 1
            if not hand.is_excused:
                illegal(r, f, hand, "split", why)


def illegal(r: Round, f: Fact, hand: Hand | None, word: str, why: legal.Why) -> None:
    """I-19: not allowed at this moment; it has no effect, and the card that follows is part of it."""
    rule, code, args = why
    slot = hand.slot if hand is not None else f[5]
    box = r.places.get(slot.partition(".")[0])
    if hand is None and box is not None and box.refused is not None:
        return
    note = r.note("I-19", slot, code, f[0])
    note.args = {"word": word, "rule": rule, **args}
    option = args.get("option")
    note.option = option if isinstance(option, str) else None
    note.choices = choices.codes(r, "I-19")
    if hand is not None:
        note.evidence = list(hand.ids)
        hand.is_excused = True
        if word == "split":
            hand.box.refused = note


def turn_to(r: Round, hand: Hand) -> None:
    """An act of a later hand: those before it stood."""
    if hand.state == OPEN and hand in r.order:
        stand_until(r, r.order.index(hand))


def split(r: Round, hand: Hand) -> None:
    """R-BJV-36..38: the second card starts a hand of its own, directly after the one it was split from."""
    box = hand.box
    is_ace = hand.aces == 2
    face_up = not hand.hidden
    second, fact_id = hand.drop(1)
    other = r.terms.new_hand("", box, hand.base)
    other.add(second, fact_id, face_up)
    other.root = hand.root
    for half in (hand, other):
        half.is_split, half.is_split_ace, half.acted = True, is_ace, False
        half.pending = None
    box.hands.insert(box.hands.index(hand) + 1, other)
    behind = r.order.index(hand)
    r.order.insert(behind + 1, other)
    if behind < r.cur:
        r.cur += 1  # a hand parted behind the turn moves it to nobody else
    for index, each in enumerate(box.hands):
        each.slot = f"{box.place}.{index}" if index else box.place
        r.hands[each.slot] = each
    if r.terms.serves_second:
        hand.pending = "split"
        if r.terms.options["split_deal"] == "both_at_once":
            other.pending = "split"
    box.splits += 1
    r.acted = True
    r.triple_hand = None
