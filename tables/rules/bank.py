"""The bank: peek, hole card, draws (R-BJF-17..19, R-BJF-27, R-BJF-28, R-BJF-43, I-13, I-16, I-18). Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shoes.cards import CARDS
from tables.rules import banker, boxes, choices, deal, remedies
from tables.rules.facts import Fact
from tables.rules.games.blackjack_fixed_bank import VALUES
from tables.rules.hands import (
    BUST,
    DOUBLED,
    NATURAL,
    OPEN,
    STOOD,
    TRIPLED,
    UNREAD,
    Hand,
    totals,
)
from tables.rules.phases import DEAL, PLAY

if TYPE_CHECKING:
    from tables.rules.round import Round

STANDS_ON = 17
SOFT_TO = 11
"""The highest total with an ace as 1 that is soft."""


def up_value(r: Round) -> int:
    """The value of the bank's up card (ace 1), 0 while it is unknown or lies face down."""
    index = 0 if r.terms.dealer_up[0] else 1
    dealer = r.dealer
    if len(dealer.cards) <= index or dealer.ids[index] in dealer.hidden:
        return 0
    return VALUES[dealer.cards[index]]


def may_peek(r: Round) -> bool:
    """R-BJF-17: an ace or a ten up, in a house that looks; true also while the up card is unknown."""
    return r.terms.peeks and (up_value(r) in (0, 1, 10) or r.terms.game.sees_own)


def must_draw(r: Round) -> bool | None:
    """Whether the bank must take one more card; None if that rests on cards not known, or on what a banker likes."""
    if r.terms.is_free:
        return banker.must_draw(r)
    dealer = r.dealer
    if dealer.hidden or len(dealer.cards) < 2:
        return None
    if not dealer.unknown:
        if dealer.hard > SOFT_TO:
            return dealer.hard < STANDS_ON
        return _draws(r, dealer.best, dealer.aces > 0)
    answers = {_draws(r, best, is_soft) for best, is_soft in totals(dealer.hard, dealer.aces, dealer.unknown)}
    return answers.pop() if len(answers) == 1 else None


def _draws(r: Round, best: int, is_soft: bool) -> bool:
    if best == STANDS_ON:
        return is_soft and r.terms.draws_soft_17
    return best < STANDS_ON


def least_cards(r: Round) -> int:
    """With how many cards the bank's hand is whole."""
    return 1 if r.terms.is_one_card else 2


def has_live_hand(r: Round) -> bool:
    """R-BJF-43: whether a hand is left that the bank has to draw against."""
    live = r.terms.live
    for hand in r.order:  # noqa: SIM110 – asked several times a round, and a generator costs as much as the answer
        if hand.state in live:
            return True
    return False


def waits_for_hole(r: Round) -> bool:
    """Whether a natural or an insurance waits for the hole card though no hand is live."""
    if r.terms.is_one_card:
        return r.terms.game.shows_naturals and any(hand.state == NATURAL for hand in r.order)
    if r.peeked or (r.terms.peeks and r.acted):
        return False
    if any(hand.state == NATURAL for hand in r.order) and up_value(r) in (0, 1, 10):
        return True
    return any(box.insurance != 0 for box in r.boxes)


def card(r: Round, f: Fact) -> None:
    """A card for the bank once the deal is over: the boxes are done."""
    if r.terms.is_free:
        banker.card(r, f)
        return
    dealer = r.dealer
    if r.remedies is not None and r.remedies.pop("0", "") == remedies.BANK_FIRST and len(dealer.cards) < least_cards(r):
        dealer.add(CARDS[f[6]], f[0], f[7] == "up")
        return
    if r.cur < len(r.order):
        boxes.stand_all(r)
    r.banking = True
    if takes_hole(r, f):
        return
    if r.draws:
        _void(r, f)
    elif r.dealer_natural or must_draw(r) is False:
        _void(r, f)
        _drew(r, f[0])
    elif not has_live_hand(r):
        _void(r, f)
        note = r.note("R-BJF-43", "0", "bank_drew_against_nobody", f[0])
        note.due, note.evidence = ("no_card", None), [f[0]]
    else:
        dealer.add(CARDS[f[6]], f[0], f[7] == "up")


def takes_hole(r: Round, f: Fact) -> bool:
    """Whether the card is one of the bank's deal that has not been seen yet."""
    dealer, number = r.dealer, CARDS[f[6]]
    if not r.terms.is_one_card and len(dealer.cards) < 2:
        dealer.add(number, f[0], f[7] == "up")
    elif dealer.ids and dealer.ids[-1] == UNREAD and dealer.hidden and f[7] == "up" and not r.draws:
        dealer.hidden.clear()
        dealer.ids[-1] = f[0]
        dealer.cards[-1] = number
        dealer.sum_up()
    else:
        return False
    _look_for_natural(r, f)
    return True


def _drew(r: Round, fact_id: int) -> None:
    """I-16: a card was drawn on a total that stands."""
    dealer = r.dealer
    note = r.note("I-16", "0", "bank_drew", fact_id)
    note.due, note.evidence = ("dealer_stands", "0"), [*dealer.ids, *r.draws]
    note.args = {"total": "unknown" if dealer.unknown else total_text(dealer)}
    is_soft_17 = not dealer.unknown and dealer.best == STANDS_ON and dealer.hard != STANDS_ON
    note.option = "dealer_policy" if is_soft_17 else None
    note.choices = choices.codes(r, "I-16", "bank_drew", without="draw")


def _judge_draws(r: Round) -> None:
    """The hole card is known only after further draws: those on a total that stands are void."""
    dealer = r.dealer
    drawn = [dealer.drop(2) for _ in range(len(dealer.cards) - 2)]
    for index, (number, fact_id) in enumerate(drawn):
        if r.dealer_natural or must_draw(r) is False:
            r.draws[:0] = [each for _, each in drawn[index:]]
            _drew(r, fact_id)
            return
        dealer.add(number, fact_id, True)


def total_text(hand: Hand) -> str:
    return hand.text


def _void(r: Round, f: Fact) -> None:
    for note in r.notes:
        if r.draws and note.fact_id == r.draws[0]:
            note.evidence.append(f[0])
    r.draws.append(f[0])


def _look_for_natural(r: Round, f: Fact) -> None:
    """The second card is seen: a natural ends the round, late in a house that looks (I-18) it is a plain 21."""
    if not r.dealer.is_natural or r.dealer.hidden:
        return
    if (r.acted and r.terms.peeks and may_peek(r)) or r.undeclared:
        undeclared_natural(r, f[0])
    if not r.undeclared or r.terms.options["undeclared_natural"] == "natural":
        r.dealer_natural = True


def undeclared_natural(r: Round, fact_id: int) -> None:
    """I-18: a natural that was not declared before the first player was offered a card."""
    if r.undeclared:
        return
    r.undeclared = True
    rule = r.terms.game.undeclared
    note = r.note(rule, "0", "natural_undeclared", fact_id)
    note.due, note.evidence = ("peek", "0"), [i for i in r.dealer.ids if i]
    note.option = "undeclared_natural" if rule == "I-18" else None
    note.choices = choices.codes(r, rule, without="refuse_claim")


def turned(r: Round, f: Fact) -> None:
    """A face-down card is shown."""
    fact_id, number = f[5], CARDS[f[6]]
    dealer = r.dealer
    if fact_id in dealer.ids:
        was_hidden = fact_id in dealer.hidden
        dealer.turn(fact_id, number)
        if was_hidden:
            _hole_shown(r, f)
        return
    for hand in r.hands.values():
        if fact_id in hand.ids:
            _shown(r, hand, fact_id, number)
            return


def _hole_shown(r: Round, f: Fact) -> None:
    if r.claimed_at:
        banker.check_claim(r)
        if r.dealer.hidden or not r.dealer_natural:
            return
    if r.terms.game.shows_naturals:
        banker.shown(r)
        return
    if r.phase != PLAY:
        if r.phase == DEAL:
            deal.finish_unread(r)
        if r.phase != PLAY:
            return
    _look_for_natural(r, f)
    r.banking = True
    boxes.stand_all(r)
    if len(r.dealer.cards) > 2 and not r.terms.is_free:
        _judge_draws(r)


def _shown(r: Round, hand: Hand, fact_id: int, number: int) -> None:
    """A player shows a card: what only he knew may end his turn (R-BJV-26, I-12)."""
    hand.turn(fact_id, number)
    if hand.state == BUST:
        late_bust(r, hand)
    if hand.hidden or r.phase != PLAY:
        return
    if hand.is_kept and hand.state == STOOD and hand.is_surely_over and not r.banking:
        bust(r, hand)
    if r.terms.has_bonus and hand.state == STOOD:
        hand.state = boxes.stood(r, hand)
    if hand.state != OPEN:
        return
    if hand.is_surely_over:
        bust(r, hand)
    elif hand.is_natural and not hand.acted:
        hand.state = NATURAL
    elif hand.is_21 and hand.pending is None and len(hand.cards) > 1:
        hand.state = boxes.stood(r, hand)
    boxes.advance(r)


def bust(r: Round, hand: Hand) -> None:
    """The bust is announced or shown while the hand's turn is open; late if it took another card since (I-12)."""
    hand.state = STOOD if r.terms.game.hides_busts else BUST
    hand.pending = None
    late_bust(r, hand)


def late_bust(r: Round, hand: Hand) -> None:
    """I-12: a card was taken after the one that went over 21; seen once the hand lies open."""
    if hand.bust_at and not hand.hidden and hand.bust_at != hand.ids[-1] and not r.terms.game.hides_busts:
        note = r.note("I-12", hand.slot, "bust_told_late", hand.bust_at)
        note.evidence = list(hand.ids)
        note.choices = choices.codes(r, "I-12")


def peeked(r: Round, f: Fact) -> None:
    if r.phase == DEAL:
        deal.finish_unread(r)
    if not may_peek(r):
        note = r.note("I-13", "0", "peeked_without_right", f[0])
        note.option = None if r.terms.peeks else "hole_card"
        note.evidence = [i for i in r.dealer.ids[:1] if i]
        note.choices = choices.codes(r, "I-13")
        if not r.acted:
            note.due = ("box_acts", None)
        return
    r.peeked = True


class Stand(NamedTuple):
    """The bank stood where its cards say that it must draw; whether a hand was against it is known at the showing."""

    by: int
    evidence: tuple[int, ...]
    total: str
    option: str | None


def check_stand(r: Round, f: Fact) -> None:
    """I-16: the round is being settled while the bank must draw, whatever its unknown cards are."""
    if r.phase != PLAY or r.dealer_natural or not r.dealer.cards or r.stand is not None:
        return
    if r.terms.is_free:
        banker.stand(r, f)
        return
    if r.cur < len(r.order):
        boxes.stand_all(r)
    dealer = r.dealer
    if must_draw(r) and not r.draws and not (r.strays or r.is_blind):  # what is not placed may be the bank's
        is_soft_17 = not dealer.unknown and dealer.best == STANDS_ON
        total = "unknown" if dealer.unknown else total_text(dealer)
        evidence = tuple(i for i in dealer.ids if i)
        r.stand = Stand(f[0], evidence, total, "dealer_policy" if is_soft_17 else None)


def stood_against_a_hand(r: Round) -> bool:
    """Whether some hand was against the bank on every reading of the cards that lie open."""
    return any(_is_surely_live(hand) for hand in r.order if hand.state in (STOOD, DOUBLED, TRIPLED))


def _is_surely_live(hand: Hand) -> bool:
    if hand.hidden:  # a bust that is concealed is live too; a natural is not
        return not may_be_natural(hand.as_shown())
    if hand.unknown:
        return hand.hard + 10 * hand.unknown <= 21 and not may_be_natural(hand)
    return not hand.is_natural


def may_be_natural(hand: Hand) -> bool:
    """Whether some reading of two dealt cards is a natural."""
    if len(hand.cards) != 2 or hand.is_split:
        return False
    return hand.is_natural or hand.unknown == 2 or (hand.unknown == 1 and hand.hard in (1, 10))


def check_stand_on_pay(r: Round, f: Fact) -> None:
    """A live hand is paid or taken: the bank has finished."""
    hand = r.hands.get(f[5])
    if r.banking and hand is not None and hand.state in (STOOD, DOUBLED, TRIPLED):
        check_stand(r, f)
