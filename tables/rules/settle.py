"""Settlement: what every hand, insurance and side stake is worth against the bank's hand. Pure; whole minor units.

Source: R-BJF-18, 22, 25, 26, 30, 31, 35, 39, 43, 44; IRREGULARITIES I-7, I-17, I-18; OPTIONS 1b (rounding).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tables.rules import bank
from tables.rules.hands import (
    BUST,
    EVEN,
    OPEN,
    OUT,
    STOOD,
    SURRENDERED,
    VOID,
    Box,
    Hand,
)
from tables.rules.shapes import Pay, Settlement

if TYPE_CHECKING:
    from tables.rules.round import Round


class Worth(NamedTuple):
    """What a hand gains for each unit of its stake: `units` stakes times `num`/`den`, or unknown (`num` None)."""

    num: int | None
    den: int
    units: int
    why: str
    kind: str = "main"
    odds: str | None = None
    penalty: int = 0  # further original stakes owed to the house (I-7)


def rounded(r: Round, over: int, under: int) -> int:
    """A payout of `over`/`under` minor units, rounded to the quantum as posted; `exact` keeps the whole units."""
    how = r.terms.options["natural_rounding"]
    quantum = 1 if how == "exact" else r.terms.quantum_minor
    whole, rest = divmod(over, under * quantum)
    if rest and (how == "up" or (how == "half_up" and 2 * rest >= under * quantum)):
        whole += 1
    return whole * quantum


def bank_total(r: Round) -> int | None:
    """The bank's final total, None while it rests on what is not known. A bust is any total above 21."""
    dealer = r.dealer
    if len(dealer.cards) < 2 or dealer.hidden or dealer.unknown:
        return None
    return dealer.best


def is_finished(r: Round) -> bool:
    """Whether the bank has nothing left to do."""
    if r.dealer_natural or r.is_void:
        return True
    if r.cur < len(r.order) and not r.banking and not r.closed and not r.shown_at:
        return False
    if not bank.has_live_hand(r):
        return not bank.waits_for_hole(r) or (not r.dealer.hidden and len(r.dealer.cards) > 1)
    return bank.must_draw(r) is False


def final_total(r: Round) -> int | None:
    """The bank's total once it has nothing left to do, else None."""
    total = bank_total(r)
    return total if total is not None and bank.must_draw(r) is False and is_finished(r) else None


def worth(r: Round, hand: Hand, total: int | None) -> Worth:
    """What a hand is worth against the bank's final total; unknown where cards that count are not known."""
    state = hand.state
    if state == VOID or hand.box.state == OUT:
        return Worth(0, 1, 1, "I-1")
    if state == SURRENDERED:
        return Worth(-1, 2, 1, "R-BJF-35", "surrender")
    if state == EVEN:
        return Worth(1, 1, 1, "R-BJF-25", "even_money", "1:1")
    if state == BUST:
        return Worth(-1, 1, hand.units, "R-BJF-26")
    if state == OPEN and not r.dealer_natural:
        return Worth(None, 1, hand.units, "R-BJF-31")
    if state == STOOD and hand.is_surely_over and not hand.is_kept:
        how = r.terms.options["bust_penalty"]
        if hand.unknown and how != "none":
            return Worth(None, 1, hand.units, "I-7")
        extra = {"double_original": 2 - hand.units, "double_stake": hand.units, "none": 0}[str(how)]
        return Worth(-1, 1, hand.units, "I-7", penalty=extra)
    if r.dealer_natural:
        return _against_natural(r, hand)
    if hand.is_natural:
        return _natural(r)
    return _compared(r, hand, total)


def _natural(r: Round) -> Worth:
    """R-BJF-25: a natural is paid at the posted odds unless the bank may still have one too."""
    num, den = r.terms.natural
    if not r.undeclared and bank.up_value(r) in (0, 1, 10) and not _natural_excluded(r):
        return Worth(None, den, 1, "R-BJF-25", odds=f"{num}:{den}")
    return Worth(num, den, 1, "R-BJF-25", odds=f"{num}:{den}")


def _natural_excluded(r: Round) -> bool:
    """Whether the bank surely has no natural: it looked, showed, or play went on in a house that looks."""
    dealer = r.dealer
    if len(dealer.cards) > 2 or (r.terms.peeks and r.acted):
        return True
    if len(dealer.cards) == 2 and not dealer.hidden:
        return not bank.may_be_natural(dealer)
    return r.peeked or (r.terms.peeks and (bool(r.shown_at) or r.closed is not None))


def _against_natural(r: Round, hand: Hand) -> Worth:
    if hand.is_natural:
        how = r.terms.options["natural_tie"]
        return Worth(0 if how == "push" else -1, 1, 1, "R-BJF-18")
    if hand.unknown and len(hand.cards) == 2 and not hand.is_split:
        return Worth(None, 1, 1, "R-BJF-18")
    if r.terms.peeks:
        return Worth(-1, 1, 1, "R-BJF-18")
    if r.terms.options["no_peek_loss"] == "all_bets":
        return Worth(-1, 1, hand.units, "R-BJF-19")
    return Worth(-1, 1, _original_left(hand), "R-BJF-44")


def _original_left(hand: Hand) -> int:
    """R-BJF-44: of each dealt hand only the original stake is lost; 1 if this part of it has to pay that.

    What a part lost by going over 21 is final (R-BJF-33) and counts for the original stake.
    """
    parts = [other for other in hand.box.hands if other.root is hand.root]
    if any(part.state == BUST for part in parts):
        return 0
    return int(parts[0] is hand)


def _compared(r: Round, hand: Hand, total: int | None) -> Worth:
    units = hand.units
    if hand.hard + hand.unknown > 21:  # a double card that bust unseen is lost whatever the bank has (AMB-6)
        return Worth(-1, 1, units, "R-BJF-26")
    if total is None or hand.unknown:
        return Worth(None, 1, units, "R-BJF-31")
    if total > 21:
        return Worth(1, 1, units, "R-BJF-30", "main", "1:1")
    best = hand.best
    if best > total:
        return Worth(1, 1, units, "R-BJF-31", "main", "1:1")
    if best == total and r.terms.options["tie"] == "push":
        return Worth(0, 1, units, "R-BJF-31")
    return Worth(-1, 1, units, "R-BJF-31")


def insurance_worth(r: Round, box: Box) -> int | None:
    """R-BJF-22: minor units that an insurance gains; None if unknown."""
    if box.insurance is None:
        return None
    if r.dealer_natural:
        num, den = r.terms.insurance_pays
        return rounded(r, box.insurance * num, den)
    if r.undeclared or _natural_excluded(r) or bank.up_value(r) not in (0, 1, 10):
        return -box.insurance
    return None


def amount_of(r: Round, hand: Hand, value: Worth) -> int | None:
    """Minor units of a worth, without the penalty."""
    base = hand.base
    if value.num is None or (base is None and value.num):
        return None
    if base is None or not value.num:
        return 0
    units = value.units
    at_risk = base * units if hand.less is None or units == 1 else base * (units - 1) + hand.less
    if value.kind == "surrender":
        return rounded(r, at_risk, 2) - at_risk
    if value.den == 1:
        return at_risk * value.num
    return rounded(r, at_risk * value.num, value.den)


def is_returned(r: Round, box: Box) -> bool:
    """I-17: a stake outside the limits that stood at the first card is returned."""
    if box.stake is None or not box.stake:
        return False
    limits, stake = r.terms.limits, box.stake
    return stake < limits.min_minor or stake > (limits.max_of(box.place) if limits.raised else limits.max_minor)


def hand_pays(r: Round, hand: Hand, total: int | None) -> list[Pay]:
    value = worth(r, hand, total)
    if is_returned(r, hand.box):
        return [Pay(hand.slot, value.kind, 0, None, "I-17")]
    pays = [Pay(hand.slot, value.kind, amount_of(r, hand, value), value.odds, value.why)]
    if value.penalty:
        pays.append(Pay(hand.slot, "penalty", None if hand.base is None else -hand.base * value.penalty, None, "I-7"))
    return pays


def all_pays(r: Round) -> list[Pay]:
    """Everything that is due, in order of the boxes; worked out once until the next fact."""
    if r.is_void or r.closed == "void":
        return []
    if r.pays is None:
        r.pays = _all_pays(r)
    return r.pays


def _all_pays(r: Round) -> list[Pay]:
    pays: list[Pay] = []
    total = final_total(r)
    for box in r.boxes:
        for hand in box.hands:
            if hand.cards or hand.state == VOID:
                pays += hand_pays(r, hand, total)
        if box.insurance != 0:
            num, den = r.terms.insurance_pays
            amount = insurance_worth(r, box)
            odds = f"{num}:{den}" if amount is None or amount > 0 else None
            pays.append(Pay(box.place, "insurance", amount, odds, "R-BJF-22"))
    return pays


def onlooker_net(r: Round, hand: Hand, amount: int) -> int | None:
    """R-GEN-10, AMB-2: a side stake follows the result of the hand, flat, and pays no penalty."""
    value = worth(r, hand, final_total(r))
    if value.num is None:
        return None
    if value.kind == "surrender":
        return rounded(r, amount, 2) - amount
    if value.num < 0:
        return -amount
    return rounded(r, amount * value.num, value.den)


def settlement(r: Round) -> Settlement:
    """All payments, each place's net and the house's; onlookers' stakes are in the house's net only."""
    pays = all_pays(r)
    nets: dict[str, int | None] = {box.place: 0 for box in r.boxes}
    for pay in pays:
        place = _place_of(r, pay.slot)
        net = nets[place]
        nets[place] = None if net is None or pay.amount_minor is None else net + pay.amount_minor
    side: list[int | None] = []
    if not r.is_void:
        for box in r.boxes:
            for _, amount in box.onlookers:
                first = box.hands[0] if box.hands else None
                known = first is not None and amount is not None
                side.append(onlooker_net(r, first, amount) if known and first and amount is not None else None)
    every = [*nets.values(), *side]
    known_all = [value for value in every if value is not None]
    is_complete = len(known_all) == len(every) and r.followed and (is_finished(r) or not r.order)
    house = -sum(known_all) if len(known_all) == len(every) else None
    return Settlement(tuple(pays), nets, house, is_complete)


def _place_of(r: Round, slot: str) -> str:
    return slot if slot in r.places else slot.rpartition(".")[0]
