"""A banker who draws as he likes (R-BJV-28, R-BJV-29, R-GEN-11): his cards, his words, and when he is done. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shoes.cards import CARDS
from tables.rules import bank, boxes, choices
from tables.rules.facts import Fact
from tables.rules.hands import OPEN, STOOD, UNSAID, VOID, Hand
from tables.rules.phases import PLAY, STAKES

if TYPE_CHECKING:
    from tables.rules.round import Round

Why = tuple[str, str, dict[str, Any]]


def must_draw(r: Round) -> bool | None:
    """True while a card is compulsory (R-FAR-11), False once he is done, None while he is free to draw."""
    if r.bank_stood:
        return False
    dealer = r.dealer
    if len(dealer.cards) == 1 and r.terms.game.takes_second:
        return True
    if is_full(r, len(dealer.cards)):
        return False
    if dealer.hidden:  # what only he knows he says himself
        return False if dealer.is_openly_over else None
    if dealer.is_surely_over or dealer.is_21:
        return False
    return False if r.terms.game.shows_naturals and dealer.is_natural else None  # R-MAC-8: he stands on it


def shown(r: Round) -> None:
    """R-MAC-6: the bank's one card is shown, to naturals or at its turn; its own natural may end the round."""
    if r.phase != PLAY:
        return
    if r.dealer.is_natural and r.terms.options["dealer_natural_ends_round"]:
        r.dealer_natural = True
    elif r.cur >= len(r.order):
        r.banking = True


def is_full(r: Round, cards: int) -> bool:
    """R-O36-14, R-O2D-11: no hand has more cards than the sign allows."""
    return 0 < r.terms.most_cards <= cards


def is_turn(r: Round) -> bool:
    """Whether the banker may draw now: the boxes are done, or he draws first (R-O2D-12)."""
    if r.phase != PLAY or r.dealer_natural or must_draw(r) is False:
        return False
    if plays_first(r):
        return True
    return r.cur >= len(r.order) or r.banking


def plays_first(r: Round) -> bool:
    return r.terms.options.get("buy_order") == "banker_first"


def card(r: Round, f: Fact) -> None:
    """A card for the bank once the deal is over."""
    dealer = r.dealer
    if not plays_first(r):
        if r.cur < len(r.order):
            boxes.stand_all(r)
        r.banking = True
    if bank.takes_hole(r, f):
        return
    if is_full(r, len(dealer.cards)):
        _void(r, f, "I-23", "card_too_many")
    elif must_draw(r) is False or r.dealer_natural:
        _void(r, f, "R-BJV-29", "bank_drew_after_standing")
    elif not bank.has_live_hand(r):
        _void(r, f, "R-BJF-43", "bank_drew_against_nobody")
    else:
        dealer.add(CARDS[f[6]], f[0], f[7] == "up")


def without_compulsory_card(r: Round, hand: Hand) -> None:
    """I-25: play went on though a participant had not taken the card that everybody must take."""
    note = r.note("I-25", hand.slot, "compulsory_card_missing", 0, "deal_to")
    note.due, note.evidence = ("deal_to", hand.slot), list(hand.ids)
    note.choices = choices.codes(r, "I-25")


def card_too_many(r: Round, hand: Hand, f: Fact) -> None:
    """I-23: a hand has as many cards as the sign allows; a further one is void."""
    hand.asides.append(f[0])
    note = r.note("I-23", hand.slot, "card_too_many", hand.asides[0])
    note.option, note.choices = "max_cards", choices.codes(r, "I-23")
    note.evidence.append(f[0])


def declare(r: Round, f: Fact) -> None:
    """R-O2D-7: he says that he was dealt 21; what his cards show when they are turned decides (I-24)."""
    if r.phase == PLAY and r.terms.game.sees_own and not r.acted:
        r.dealer_natural, r.claimed_at = True, f[0]
    else:
        boxes.illegal(r, f, None, f[6], ("R-O2D-7", "not_now", {}))


def check_claim(r: Round) -> None:
    """I-24: the cards of a banker who claimed a natural are seen, and are none: play goes on."""
    if r.claimed_at and not r.dealer.hidden and not bank.may_be_natural(r.dealer):
        note = r.note("I-24", "0", "natural_claimed", r.claimed_at)
        note.evidence = list(r.dealer.ids)
        note.choices = choices.codes(r, "I-24", without="ordinary_21")
        r.dealer_natural, r.claimed_at = False, 0


def out_of_time(r: Round, f: Fact) -> None:
    """I-26, AMB-81: a punter's stake goes to the bank; a banker's opponents are paid as against a bust."""
    if f[5] == "0":
        r.is_bank_out, r.bank_stood = True, True
        boxes.stand_all(r)
    else:
        hand = r.hands.get(f[5])
        if hand is None or hand.state != OPEN:
            return
        boxes.turn_to(r, hand)
        bank.bust(r, hand)
        boxes.advance(r)
    r.note("I-26", f[5], "out_of_time", f[0]).choices = choices.codes(r, "I-26")


def _void(r: Round, f: Fact, rule: str, done: str) -> None:
    first = not r.draws
    r.draws.append(f[0])
    note = r.note(rule, "0", done, r.draws[0])
    if first:
        note.due = ("no_card", None)
    note.evidence.append(f[0])


def stand(r: Round, f: Fact) -> None:
    """He stands: he says so, turns to the settlement, or the round is closed."""
    if not plays_first(r):
        if r.cur < len(r.order):
            boxes.stand_all(r)
        r.banking = True
    r.bank_stood = True


def refusal(r: Round, word: str, amount: int | None) -> Why | None:
    """What the banker may ask for."""
    if word == "demand_double":
        return _demand(r)
    if word == "waive":
        return _waive(r)
    if word == "natural":
        is_time = r.terms.game.sees_own and r.phase == PLAY and not (r.acted or r.dealer_natural or r.peeked)
        return None if is_time else ("R-O2D-7", "not_now", {})
    if word == "timeout":
        return None if r.terms.game.has_clock and r.phase == PLAY else ("I-26", "no_such_act", {"word": word})
    if word not in ("hit", "stand"):
        return "I-19", "no_such_act", {"word": word}
    if not is_turn(r) or not bank.has_live_hand(r):
        return "R-GEN-11", "not_now", {}
    if word == "stand" and must_draw(r):
        return "R-FAR-11", "compulsory_card", {}
    return None


def _demand(r: Round) -> Why | None:
    """R-PON-7: once, when all stakes lie and before the second card."""
    if not r.terms.options["banker_double_demand"]:
        return "R-PON-7", "demand_off", {"option": "banker_double_demand"}
    hands = [hand for hand in r.script if hand is not r.dealer and hand.state != VOID]
    has_stakes = r.stakes_closed or all(hand.box.state != UNSAID for hand in hands)
    is_time = r.phase == STAKES and bool(r.cards) and has_stakes and not r.is_demanded
    return None if is_time else ("R-PON-7", "not_now", {})


def _waive(r: Round) -> Why | None:
    """I-22: the banker need not demand the debt twofold."""
    if r.terms.options["bust_penalty"] != "double_on_demand":
        return "I-22", "no_such_act", {"word": "waive"}
    is_hidden = any(hand.state == STOOD and hand.is_surely_over and not hand.is_kept for hand in r.order)
    if r.phase != PLAY or r.cur < len(r.order) or must_draw(r) is False or not is_hidden:
        return "I-22", "nothing_to_waive", {}
    return None
