"""Stakes: on the box, and what a hand adds later. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables.rules import choices, stakes_late, words
from tables.rules.facts import Fact
from tables.rules.hands import DOUBLED, IN, NONE, OPEN, UNSAID, Box, Hand
from tables.rules.phases import STAKES

if TYPE_CHECKING:
    from tables.rules.round import Round


# R-O36-8, R-SEM-24, R-FIF-9, R-FAR-2: what the banker puts up, and what earlier rounds left in the pot
BANK_MONEY = {"0": "bank_minor", "pot": "pot_minor"}


def box_of(r: Round, slot: str) -> Box | None:
    if not r.boxes:
        r.seat_boxes(str(number) for number in range(1, r.terms.boxes + 1))
    box = r.places.get(slot)
    if box is None and "." in slot:
        box = r.places.get(slot.rpartition(".")[0])
    return box


def stake(r: Round, f: Fact) -> None:
    slot, amount, kind = f[5], f[6], f[7]
    box = r.places.get(slot) or box_of(r, slot)
    if box is None:
        _off_layout(r, f, slot, amount)
    elif kind == "main":
        if r.phase == STAKES:
            box.stake, box.stake_id = amount, f[0]
            box.state = NONE if amount == 0 else IN
        else:
            _late(r, f, box, amount)
    elif kind == "onlooker":
        _onlooker(r, f, box, amount)
    elif kind == "insurance":
        words.insure(r, f, box, amount)
    elif kind in ("double", "redouble") and stakes_late.is_open(r):
        _doubled(r, f)
    elif kind in ("double", "split", "triple"):
        _added(r, f, amount)
    elif kind == "buy" and r.terms.options["buy"]:
        _bought(r, f, amount)
    elif kind != "side":
        # R-BJF-24: nothing is bought in this game
        note = r.note("I-19", slot, "bought", f[0])
        note.args = {"word": kind}


def _off_layout(r: Round, f: Fact, slot: str, amount: int | None) -> None:
    """Money beside the boxes: a banker's, or what nobody knows the place of."""
    if slot in BANK_MONEY and r.terms.is_free:
        setattr(r, BANK_MONEY[slot], amount)
    else:
        r.note("I-17", slot, "stake_off_layout", f[0]).args = {"amount_minor": amount}


def _doubled(r: Round, f: Fact) -> None:
    """The chips that answer the banker's demand (R-PON-7, R-PON-9); the word may have told it already."""
    word = "redouble" if f[7] == "redouble" else "accept"
    if r.answers.get(f[5]) != word:
        stakes_late.answered(r, (*f[:6], word, None))


def _bought(r: Round, f: Fact, amount: int | None) -> None:
    """The chips of a purchase; the word told of it, or they tell it."""
    hand = r.hands.get(f[5])
    if hand is None or hand.pending != "buy":
        words.said(r, (*f[:6], "buy", amount))


def close(r: Round) -> None:
    """Closing the stakes enters *none* for every box left (DESIGN 2)."""
    box_of(r, "")
    r.stakes_closed = True
    for box in r.boxes:
        if box.state == UNSAID:
            box.state = NONE


def _late(r: Round, f: Fact, box: Box, amount: int | None) -> None:
    """R-BJF-13, I-17: a stake told after the first card. What was unknown becomes known, all else is returned."""
    is_in_play = any(hand.cards or hand in r.script[r.si :] for hand in box.hands)
    if box.state == IN and box.stake is None and amount:
        box.stake, box.stake_id = amount, f[0]
    elif box.state == UNSAID and is_in_play and amount:
        box.state, box.stake, box.stake_id = IN, amount, f[0]
    elif amount == 0 or (box.state == IN and amount in (None, box.stake)):
        return
    else:
        highest = r.terms.limits.max_of(box.place)
        done = "stake_over_maximum" if amount is not None and amount > highest else "stake_after_first_card"
        note = r.note("I-17", box.place, done, f[0])
        note.due, note.choices = ("return_stake", box.place), choices.codes(r, "I-17", done)
        note.args = {"amount_minor": amount, "before_minor": box.stake, "max_minor": highest}
        return
    for hand in box.hands:
        hand.base = amount


def _onlooker(r: Round, f: Fact, box: Box, amount: int | None) -> None:
    if not r.terms.options["onlooker_bets"]:
        note = r.note("R-GEN-10", box.place, "onlooker_stake", f[0])
        note.option, note.args = "onlooker_bets", {"amount_minor": amount}
    elif r.phase != STAKES:
        r.note("I-17", box.place, "stake_after_first_card", f[0]).args = {"amount_minor": amount}
    else:
        box.onlookers.append((f[0], amount))


def _added(r: Round, f: Fact, amount: int | None) -> None:
    """The chips that go with a double, split or triple; the word or the cards told of it."""
    hand: Hand | None = r.hands.get(f[5])
    kind = f[7]
    if hand is None or amount is None or hand.base is None or kind == "split":
        _check_split(r, f, hand, amount)
        return
    is_less = 0 < amount < hand.base and kind == "double" and r.terms.options["double_for_less"] is True
    if hand.state in (OPEN, DOUBLED) and is_less:
        hand.less = amount
    elif amount != hand.base:
        note = r.note("I-19", f[5], "wrong_amount", f[0])
        note.args = {"word": kind, "amount_minor": amount, "right_minor": hand.base}


def _check_split(r: Round, f: Fact, hand: Hand | None, amount: int | None) -> None:
    if hand is None:
        r.note("I-19", f[5], "no_hand", f[0]).args = {"word": f[7]}
    elif f[7] == "split" and amount is not None and hand.base is not None and amount != hand.base:
        note = r.note("I-19", f[5], "wrong_amount", f[0])
        note.args = {"word": "split", "amount_minor": amount, "right_minor": hand.base}
