"""Settlement: what every hand, insurance and side stake is worth against the bank's hand. Pure; whole minor units.

Source: R-BJF-18, 22, 25, 26, 30, 31, 35, 39, 43, 44; IRREGULARITIES I-7, I-17, I-18; OPTIONS 1b (rounding).
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from tables.rules import bank, bonus, posted, remedies
from tables.rules.hands import (
    BUST,
    EVEN,
    FORFEIT,
    NATURAL,
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


def _for_units(num: int | None, why: str, odds: str | None = None) -> tuple[Worth, ...]:
    """The worths of a flat result for 0 to 3 stakes on a hand, made once."""
    return tuple(Worth(num, 1, units, why, "main", odds) for units in range(4))


WON: Final = _for_units(1, "R-BJF-31", "1:1")
PUSHED: Final = _for_units(0, "R-BJF-31")
LOST: Final = _for_units(-1, "R-BJF-31")
BUSTED: Final = _for_units(-1, "R-BJF-26")
UNSETTLED: Final = _for_units(None, "R-BJF-31")
HALF_LOST: Final = Worth(-1, 2, 1, "R-BJF-35", "surrender")
EVEN_MONEY: Final = Worth(1, 1, 1, "R-BJF-25", "even_money", "1:1")


@cache
def _bank_bust(times: int) -> tuple[Worth, ...]:
    return _for_units(times, "R-BJF-30", f"{times}:1")


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
    if len(dealer.cards) < bank.least_cards(r) or dealer.hidden or dealer.unknown:
        return None
    return dealer.best


def is_finished(r: Round) -> bool:
    """Whether the bank has nothing left to do."""
    if r.dealer_natural or r.is_void:
        return True
    if r.cur < len(r.order) and not r.banking and not r.closed and not r.shown_at:
        return False
    if not bank.has_live_hand(r):
        return not bank.waits_for_hole(r) or (not r.dealer.hidden and len(r.dealer.cards) >= bank.least_cards(r))
    return bank.must_draw(r) is False


def final_total(r: Round) -> int | None:
    """The bank's total once it has nothing left to do, else None."""
    total = bank_total(r)
    return total if total is not None and bank.must_draw(r) is False and is_finished(r) else None


def worth(r: Round, hand: Hand, total: int | None) -> Worth:
    """What a hand is worth against the bank's final total; unknown where cards that count are not known."""
    state = hand.state
    if state >= SURRENDERED and state != NATURAL:
        return _apart(r, hand)
    if hand.box.state == OUT:
        return _left_out(r, hand)
    if state == BUST:
        return _both_over(r, hand, total) if BUST in r.terms.live else BUSTED[hand.units]
    if state == STOOD:
        if hand.is_surely_over and not hand.is_kept:
            return _concealed(r, hand, total)
    elif state == OPEN and not r.dealer_natural:
        return UNSETTLED[hand.units]
    rate = r.terms.game.rate
    if rate is not None:
        return rate(r, hand, total)
    if r.dealer_natural:
        return _against_natural(r, hand)
    if len(hand.cards) == 2 and hand.is_natural:
        return _natural(r)
    return compared(r, hand, total)


def _apart(r: Round, hand: Hand) -> Worth:
    """A hand whose worth does not hang on the bank's total."""
    if hand.state == VOID or hand.box.state == OUT:
        return _left_out(r, hand)
    if hand.state == SURRENDERED:
        return HALF_LOST
    return EVEN_MONEY if hand.state == EVEN else _left(r, hand)


def _left_out(r: Round, hand: Hand) -> Worth:
    return Worth(0, 1, 1, (r.remedies or {}).get(hand.slot) or ("I-3" if hand.cards else "I-1"))


def _concealed(r: Round, hand: Hand, total: int | None) -> Worth:
    """A hand that stood above the target and said nothing (I-7, I-20, I-22); with R-O2D-17 nobody has to."""
    if BUST in r.terms.live:
        return _both_over(r, hand, total)
    how = str(r.terms.options["bust_penalty"])
    if hand.unknown and how != "none":
        return Worth(None, 1, hand.units, r.terms.game.concealed)
    return Worth(-1, 1, hand.units, r.terms.game.concealed, penalty=_extra(r, hand, how))


def _extra(r: Round, hand: Hand, how: str) -> int:
    """Further original stakes that a concealed bust costs (I-7, I-22)."""
    if how == "double_on_demand":
        return 0 if r.is_waived else 1
    if hand.bought and hand.base is not None and how == "double_original":
        return int(hand.bought < hand.base)
    return {"double_original": 2 - hand.units, "double_stake": hand.units, "none": 0}[how]


def _both_over(r: Round, hand: Hand, total: int | None) -> Worth:
    """R-O2D-16, R-O2D-17: a bust loses, unless the banker is over too."""
    if total is None:
        return Worth(None, 1, hand.units, "R-O2D-17")
    is_over = total > r.terms.target
    return Worth(0 if is_over else -1, 1, hand.units, "R-O2D-17" if is_over else "R-O2D-16")


def _left(r: Round, hand: Hand) -> Worth:
    """A hand that left the round before the end: it refused the demand (I-11), or its bonus was paid (R-PON-25)."""
    if hand.state == FORFEIT:
        return Worth(-1, 1, 1, "R-PON-8")
    if r.terms.wins_with:
        return Worth(1, 1, 1, "R-O36-15", odds="1:1")
    odds, rule = bonus.price(hand)
    return Worth(odds, 1, hand.units, rule, odds=f"{odds}:1")


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
    is_all_one = r.terms.natural_takes == 1 and r.terms.options["natural_tie"] != "push"
    if hand.unknown and bank.may_be_natural(hand) and not (r.terms.peeks and is_all_one):
        return Worth(None, 1, 1, "R-BJF-18")
    if r.terms.peeks:
        return Worth(-r.terms.natural_takes, 1, 1, "R-BJF-18")
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


def compared(r: Round, hand: Hand, total: int | None) -> Worth:
    units = hand.units
    if hand.is_surely_over:  # a double card that bust unseen is lost whatever the bank has (AMB-6)
        return BUSTED[units]
    if total is None or hand.unknown:
        return UNSETTLED[units]
    if total > r.terms.target:
        return _bank_bust(r.terms.bust_pays[0])[units]
    best = hand.best
    if best > total:
        return WON[units]
    return PUSHED[units] if best == total and r.terms.options["tie"] == "push" else LOST[units]


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


def amount_of(r: Round, hand: Hand, value: Worth, base: int | None = None) -> int | None:
    """Minor units of a worth, without the penalty; of the hand's stake, or of `base` where less of it counts."""
    if base is None:
        base = hand.base
    num, den, units, _why, kind, _odds, _penalty = value
    if num is None or (base is None and num):
        return None
    if base is None or not num:
        return 0
    at_risk = base * units if hand.less is None or units == 1 else base * (units - 1) + hand.less
    at_risk += hand.bought
    if den == 1:
        return at_risk * num
    return rounded(r, at_risk, 2) - at_risk if kind == "surrender" else rounded(r, at_risk * num, den)


def _of_remedy(r: Round, hand: Hand, value: Worth, how: str) -> int | None:
    """What a hand is worth whose stake stood outside the limits; unknown where the pack leaves that to a ruling."""
    if how == "stake_stands" or value.num == 0:
        return amount_of(r, hand, value)
    if how != "stake_to_maximum":
        return None
    return amount_of(r, hand, value, r.terms.limits.max_of(hand.box.place))


def is_outside(r: Round, box: Box) -> bool:
    """I-17: whether a stake outside the limits stood at the first card."""
    stake, limits = box.stake, r.terms.limits
    return stake is not None and stake != 0 and not limits.min_minor <= stake <= limits.max_of(box.place)


def hand_pays(r: Round, hand: Hand, total: int | None) -> list[Pay]:
    value = worth(r, hand, total)
    _num, _den, _units, why, kind, odds, penalty = value
    amount = amount_of(r, hand, value)
    stake = hand.box.stake
    if stake and stake not in r.terms.within and is_outside(r, hand.box):
        how = remedies.of_stake(r, hand.box)
        if how == "return_stake":
            return [Pay(hand.slot, kind, 0, None, "I-17")]
        amount = _of_remedy(r, hand, value, how)
    pays = [Pay(hand.slot, kind, amount, odds, r.terms.game.cites.get(why, why))]
    if penalty:
        pays.append(Pay(hand.slot, "penalty", _penalty(r, hand, penalty), None, why))
    return pays


def _penalty(r: Round, hand: Hand, times: int) -> int | None:
    """What is owed beyond the stakes on the hand; where cards were bought the larger of two sums (AMB-47)."""
    if hand.base is None:
        return None
    if not hand.bought:
        return -hand.base * times
    is_original = r.terms.options["bust_penalty"] == "double_original"
    return hand.bought - hand.base if is_original else -(hand.base + hand.bought)


def all_pays(r: Round) -> list[Pay]:
    """Everything that is due, in order of the boxes; worked out once until the next fact."""
    if r.is_void or r.closed == "void":
        return []
    if r.pays is None:
        own = r.terms.game.settle
        r.pays = _all_pays(r) if own is None else list(own(r).pays)
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
    if r.bank_minor is not None and r.terms.options.get("bank_play"):
        return _from_bank(pays, r.bank_minor)
    return pays


def _from_bank(pays: list[Pay], holds: int) -> list[Pay]:
    """R-SEM-25, AMB-62: wins are paid from the bank as far as it reaches."""
    found = []
    for pay in pays:
        amount = None if pay.amount_minor is None else min(pay.amount_minor, holds)
        holds -= amount or 0
        found.append(Pay(pay.slot, pay.kind, amount, pay.odds, pay.why))
    return found


def onlooker_net(r: Round, hand: Hand, amount: int) -> int | None:
    """R-GEN-10, AMB-2: a side stake follows the result of the hand, flat, and pays no penalty."""
    value = worth(r, hand, final_total(r))
    if value.num is None:
        return None
    if value.kind == "surrender":
        return rounded(r, amount, 2) - amount
    if value.num < 0:  # a bank's natural may take twice (R-PON-11, R-SEM-20); a penalty is the player's own
        return amount * value.num
    return rounded(r, amount * value.num, value.den)


def settlement(r: Round) -> Settlement:
    """All payments, each place's net and the house's; onlookers' stakes are in the house's net only."""
    if r.terms.game.settle is not None:
        return r.terms.game.settle(r)
    pays = all_pays(r)
    nets: dict[str, int | None] = {box.place: 0 for box in r.boxes}
    for slot, _kind, amount, _odds, _why in pays:
        place = slot if slot in nets else slot.rpartition(".")[0]
        net = nets[place]
        nets[place] = None if net is None or amount is None else net + amount
    every = [*nets.values(), *_onlookers(r)] if r.terms.options["onlooker_bets"] else list(nets.values())
    if None in every:
        return Settlement(tuple(pays), nets, None, False)
    is_complete = r.followed and (not r.order or is_finished(r))
    return Settlement(tuple(pays), nets, -sum(filter(None, every)), is_complete)


def _onlookers(r: Round) -> list[int | None]:
    """What each onlooker gains; None where it rests on what is not known."""
    return [] if r.is_void else [net for box in r.boxes for net in onlookers_of(r, box)]


def onlookers_of(r: Round, box: Box) -> list[int | None]:
    """What each onlooker of a box gains beside the stake that stands."""
    nets: list[int | None] = []
    for _, amount in posted.backed(r, box):
        is_known = box.hands and amount is not None
        nets.append(onlooker_net(r, box.hands[0], amount) if is_known and amount is not None else None)
    return nets
