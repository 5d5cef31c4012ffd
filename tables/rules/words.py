"""Words that were said: decisions, insurance, claims (fact kind `said`). Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables.rules import bank, banker, boxes, choices, deal, legal, stakes, stakes_late
from tables.rules.facts import Fact
from tables.rules.hands import CLAIMED, DOUBLED, EVEN, OPEN, STOOD, SURRENDERED, Box, Hand
from tables.rules.phases import DEAL, PLAY, STAKES

if TYPE_CHECKING:
    from tables.rules.round import Round


def said(r: Round, f: Fact) -> None:
    slot, word = f[5], f[6]
    if r.phase != PLAY and slot != "0":
        _deal_is_over(r, word)
    hand = r.hands.get(slot)
    if hand is not None and r.phase == PLAY and word in PLAIN:
        _plain(r, f, hand, word)
        return
    other = OTHERS.get(word)
    if other is not None:
        other(r, f)
    elif slot != "0" and (hand is not None or word in ACTS):
        _act(r, f, hand, word)
    elif word == "stand":
        bank.check_stand(r, f)
    elif word == "waive" and slot == "0":
        r.is_waived = True


def _deal_is_over(r: Round, word: str) -> None:
    """Whoever decides has his cards, read or not."""
    if r.phase == DEAL and word in ACTS:
        deal.finish_unread(r)
    elif r.phase == STAKES and word in IN_PLAY and r.script:
        stakes_late.deal_on(r)
        if r.phase == DEAL:
            deal.finish_unread(r)


def _plain(r: Round, f: Fact, hand: Hand, word: str) -> None:
    """Stand and hit, the words of almost every turn."""
    r.has_words = True
    cur, order = r.cur, r.order
    if cur >= len(order) or order[cur] is not hand:
        boxes.turn_to(r, hand)
    if hand.state != OPEN:
        if word == "stand":
            hand.is_word = True
        else:
            boxes.illegal(r, f, hand, word, legal.may_act(r, hand) or ("I-19", "hand_finished", {}))
        return
    r.acted = hand.acted = True
    r.triple_hand = None
    if word == "stand":
        if hand.pending is not None:
            boxes.stand_until(r, r.cur + 1)
        else:
            hand.state = boxes.stood(r, hand)
            boxes.advance(r)
        hand.is_word = True
    elif hand.pending is None:
        why = legal.hit(r, hand, None)
        if why is not None:
            boxes.illegal(r, f, hand, word, why)
            return
        hand.pending = "hit"


def _act(r: Round, f: Fact, hand: Hand | None, word: str) -> None:
    """A decision that has to be allowed: double, triple, split, surrender, even money, bust."""
    if hand is None:
        boxes.illegal(r, f, None, word, ("R-BJF-13", "no_hand", {}))
        return
    r.has_words = True
    if (word == "split" and _is_told_already(hand)) or (word == "claim" and hand.state == CLAIMED):
        return
    if word in ("double", "split", "surrender", "bust") and not _is_early(r, word):
        boxes.turn_to(r, hand)
        is_inferred = hand.state == STOOD and not (hand.is_word or hand.acted or r.banking or r.dealer_natural)
        if word == "surrender" and is_inferred:
            hand.state = OPEN  # an entered word beats an inferred one
            if legal.surrender(r, hand, None) is None:
                hand.state, hand.is_word = SURRENDERED, True
                return
            hand.state = STOOD
        if word == "double" and hand.state == DOUBLED and not hand.is_word:
            _less(hand, f[7])
            hand.is_word = True  # the card lay across before the word came
            return
    why = legal.act(r, hand, word, f[7])
    if why is not None:
        if word == "double" and hand.pending == "double":
            return
        boxes.illegal(r, f, hand, word, why)
        return
    _carry_out(r, f, hand, word)


def _is_early(r: Round, word: str) -> bool:
    return word == "surrender" and r.terms.options["surrender"] == "early"


def _is_told_already(hand: Hand) -> bool:
    """A split that the cards showed before the word came."""
    box = hand.box
    if box.said_splits < box.splits:
        box.said_splits += 1
        return True
    return False


def _less(hand: Hand, amount: int | None) -> None:
    if amount is not None and hand.base is not None and amount < hand.base:
        hand.less = amount


def _carry_out(r: Round, f: Fact, hand: Hand, word: str) -> None:
    if word == "even_money":
        hand.state = EVEN
        hand.box.is_asked = True
        return
    if not _is_early(r, word):
        r.acted = True
    if word == "surrender":
        hand.state, hand.is_word = SURRENDERED, True
        boxes.advance(r)
    elif word == "double":
        hand.pending, hand.units, hand.acted, hand.is_word = "double", 2, True, True
        _less(hand, f[7])
    elif word == "triple":
        hand.pending, hand.units, hand.state = "triple", 3, OPEN
        r.cur = r.order.index(hand)
    elif word == "split":
        boxes.split(r, hand)
        hand.box.said_splits += 1
    elif word == "buy":
        hand.pending, hand.acted = "buy", True
        hand.bought += f[7] or 0
    elif word == "burn":
        hand.asides.append(hand.drop(0)[1])
        hand.pending, hand.acted = "burn", True
    elif word == "claim":
        hand.state, hand.is_word = CLAIMED, True
        boxes.advance(r)
    elif word == "bust":
        bank.bust(r, hand)
        boxes.advance(r)


def insure(r: Round, f: Fact, box: Box | None, amount: int | None) -> None:
    """Insurance, from the word or from the chips; the second of the two confirms the first."""
    if box is not None and box.is_asked and box.insurance != 0 and amount in (None, box.insurance):
        return
    if box is not None and box.insurance is None and amount is not None:
        most = legal.insurance_most(r, box)
        if most is None or 0 < amount <= most:
            box.insurance = amount
            return
    if r.phase == DEAL:
        deal.finish_unread(r)
    why = legal.insure(r, box, amount)
    if why is None and box is not None:
        box.insurance = amount
        box.is_asked = True
        return
    boxes.illegal(r, f, None, "insure", why or ("R-BJF-21", "no_hand", {}))


def _insure(r: Round, f: Fact) -> None:
    insure(r, f, stakes.box_of(r, f[5]), f[7])


def _declined(r: Round, f: Fact) -> None:
    box = stakes.box_of(r, f[5]) if f[5] != "0" else None
    for each in r.boxes if box is None else [box]:
        each.is_asked = True


def _stakes_closed(r: Round, f: Fact) -> None:
    if r.phase == STAKES:
        stakes.close(r)
        if stakes_late.is_open(r) and len(r.terms.deal) == 2:  # R-O36-13: no second card is dealt
            stakes_late.deal_on(r)


def _no_declare(r: Round, f: Fact) -> None:
    if legal.no_declare(r) is None:
        bank.undeclared_natural(r, f[0])


def _missed(r: Round, f: Fact) -> None:
    deal.told_missed(r, f)


def _claim_top(r: Round, f: Fact) -> None:
    hand = r.hands.get(f[5])
    if hand is not None and deal.may_claim(r, hand):
        deal.claim_top(r, hand)
    else:
        boxes.illegal(r, f, None, "claim_top", ("I-1", "claim_too_late", {}))


def _claim_discard(r: Round, f: Fact) -> None:
    r.note("I-9", f[5], "discard_claimed", f[0]).choices = choices.codes(r, "I-9")


def _choice(r: Round, f: Fact) -> None:
    if r.is_demanded and stakes_late.is_open(r):
        stakes_late.answered(r, f)
    elif r.ask is not None and r.ask.slot == f[5]:
        choices.decide(r, r.ask, f[6])
    else:
        boxes.illegal(r, f, None, f[6], ("I-6", "nothing_to_choose", {}))


def _looked(r: Round, f: Fact) -> None:
    """I-15: at his closed double card; I-14: at a hand whose turn it is not."""
    hand = r.hands.get(f[5])
    if hand is None:
        return
    rule = "I-15" if hand.state == DOUBLED and hand.hidden else "I-14"
    if rule == "I-14" and (r.phase != PLAY or hand.state != OPEN or r.order[r.cur] is hand):
        return
    note = r.note(rule, f[5], "looked_at_double" if rule == "I-15" else "looked_at_next_hand", f[0])
    note.choices = choices.codes(r, rule)


def _natural(r: Round, f: Fact) -> None:
    banker.declare(r, f)


def _timeout(r: Round, f: Fact) -> None:
    if r.terms.game.has_clock and r.phase == PLAY:
        banker.out_of_time(r, f)
    else:
        boxes.illegal(r, f, r.hands.get(f[5]), "timeout", ("I-26", "not_now", {}))


OTHERS = {
    "stakes_closed": _stakes_closed,
    "as_before": _stakes_closed,
    "insure": _insure,
    "decline_insurance": _declined,
    "no_declare": _no_declare,
    "missed": _missed,
    "natural": _natural,
    "timeout": _timeout,
    "claim_top": _claim_top,
    "claim_discard": _claim_discard,
    "demand_double": stakes_late.demand,
    "accept": _choice,
    "redouble": stakes_late.answered,
    "keep": _choice,
    "refuse": _choice,
    "looked": _looked,
}
PLAIN = frozenset(("hit", "hit_silent", "stand"))
IN_PLAY = ("hit", "hit_silent", "stand", "double", "split", "surrender", "bust", "buy", "claim", "burn")
ACTS = (*IN_PLAY, "triple", "even_money")
