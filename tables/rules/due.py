"""What procedure demands now, what it permits, until when. Computed when asked, from what lies open. Pure.

The codes of steps stand in `codes.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables.rules import bank, banker, deal, judge, legal, remedies, settle, stakes, stakes_late
from tables.rules.hands import EVEN, IN, NATURAL, NONE, VOID, Hand
from tables.rules.phases import DEAL, OVER, STAKES
from tables.rules.shapes import Due, Pay, Step

if TYPE_CHECKING:
    from tables.rules.round import Round

Permitted = tuple[tuple[str, str], ...]


def due(r: Round) -> Due:
    if r.phase == OVER:
        return Due(_over(r), (), "next_round")
    if not r.followed:
        return Due(Step("deal_on"), (), "next_round")
    if r.is_void:
        return Due(Step("reshuffle" if r.is_stop_card_out else "round_over", None, None, None, {"void": True}), (), "")
    if r.ask is not None:
        detail = {"rule": r.ask.rule, "choices": list(r.ask.choices), "fact_id": r.ask.fact_id}
        words = tuple((r.ask.slot, choice) for choice in r.ask.choices)
        return Due(Step("no_card", r.ask.slot, None, None, detail), words, "next_card")
    if r.phase == STAKES:
        return _stakes(r)
    if r.phase == DEAL:
        return _deal(r)
    if (owed := remedies.owed_first(r)) is not None:
        return Due(Step("deal_to", owed.slot, None, None, {"why": "deal", "lie": "along"}), (), "next_card")
    if not (r.banking or r.dealer_natural):
        step = _window(r) or (_banker(r) if _is_bank_first(r) else _box(r))
        if step is not None:
            return step
    return _bank(r)


def _is_bank_first(r: Round) -> bool:
    """R-O2D-12: the banker buys before the players."""
    return r.terms.is_free and banker.plays_first(r) and banker.is_turn(r) and bank.has_live_hand(r)


def _over(r: Round) -> Step:
    return Step("reshuffle" if r.is_short else "round_over")


def _stakes(r: Round) -> Due:
    if r.is_stop_card_out:
        return Due(Step("reshuffle", None, None, None, {"rule": "I-27"}), (), "next_round")
    stakes.box_of(r, "")
    if r.terms.bets_late:
        return _late_stakes(r)
    if r.stakes_closed:
        first = next((box.place for box in r.boxes if box.state == IN), None)
        return Due(Step("deal_card", first), (), "first_card")
    words = tuple((box.place, "stake") for box in r.boxes)
    return Due(Step("take_stakes"), (*words, ("0", "stakes_closed"), ("0", "as_before")), "first_card")


def _late_stakes(r: Round) -> Due:
    """R-PON-5..9, R-O36-7: the first card, then the stakes, then what the banker may demand."""
    if not r.script:
        playing = [box.place for box in r.boxes if box.state != NONE]
        return Due(Step("deal_card", playing[0] if playing else None), (), "first_card")
    hands = [hand for hand in r.script if hand is not r.dealer and hand.state != VOID]
    words = [(hand.slot, word) for hand in hands for word in stakes_late.ANSWERS if _may_answer(r, hand.slot, word)]
    if banker.refusal(r, "demand_double", None) is None:
        words.append(("0", "demand_double"))
    words += [(hand.slot, "claim_top") for hand in _passed_over(r)]
    if r.stakes_closed:
        first = next((hand.slot for hand in hands if r.answers.get(hand.slot) != "refuse"), "0")
        return Due(Step("deal_card", first), tuple(words), "next_card")
    open_ = [(hand.box.place, "stake") for hand in hands]
    return Due(Step("take_stakes"), (*open_, *words, ("0", "stakes_closed"), ("0", "as_before")), "next_card")


def _may_answer(r: Round, slot: str, word: str) -> bool:
    return stakes_late.answer_refusal(r, slot, word) is None


def _deal(r: Round) -> Due:
    hand = r.script[r.si]
    claims = tuple((h.slot, "claim_top") for h in _passed_over(r))
    if hand is not r.dealer:
        return Due(Step("deal_card", hand.slot), claims, "next_card")
    second = r.si >= r.second_pass
    is_up = r.terms.dealer_up[int(second)]
    return Due(Step("deal_dealer_up" if is_up else "deal_hole", "0"), claims, "next_card")


def _passed_over(r: Round) -> list[Hand]:
    return [hand for box in r.boxes for hand in box.hands if deal.may_claim(r, hand)]


def _window(r: Round) -> Due | None:
    """Even money, insurance and early surrender before the peek, the peek, and naturals that are paid at once."""
    if r.terms.game.shows_naturals and r.dealer.hidden and bank.waits_for_hole(r):
        return Due(Step("turn_hole", "0"), (), "hole_turned")  # R-MAC-6
    if not legal.in_window(r):
        return _naturals(r)
    permitted: list[tuple[str, str]] = []
    steps: list[Step] = []
    for hand in r.order:
        box = hand.box
        if box.is_asked:
            continue
        if _is_open_natural(hand) and legal.even_money(r, hand, None) is None:
            steps.append(Step("offer_even_money", hand.slot, settle.amount_of(r, hand, EVEN_WORTH), "1:1"))
            permitted += [(hand.slot, "even_money")]
        if legal.insure(r, box, None) is None and (box.place, "insure") not in permitted:
            steps.append(Step("offer_insurance", box.place, legal.insurance_most(r, box), _insurance_odds(r)))
            permitted += [(box.place, "insure"), (box.place, "decline_insurance")]
    if r.terms.options["surrender"] == "early":
        able = [hand for hand in r.order if legal.surrender(r, hand, None) is None]
        permitted += [(hand.slot, "surrender") for hand in able]
        if able and not steps and bank.may_peek(r):
            return Due(Step("offer_surrender", able[0].slot), (*permitted, ("0", "peek")), "peek")
    if steps:
        return Due(steps[0], (*permitted, ("0", "decline_insurance")), "peek")
    if bank.may_peek(r) and r.dealer.hidden:
        permitted += [("0", "natural")] if r.terms.game.sees_own else []
        return Due(Step("peek", "0"), tuple(permitted), "peek")
    return _naturals(r)


EVEN_WORTH = settle.Worth(1, 1, 1, "R-BJF-25", "even_money", "1:1")


def _insurance_odds(r: Round) -> str:
    num, den = r.terms.insurance_pays
    return f"{num}:{den}"


def _is_open_natural(hand: Hand) -> bool:
    return hand.state == NATURAL and not hand.hidden


def _naturals(r: Round) -> Due | None:
    pay = natural_now(r)
    return Due(_pay_step(pay), (), "next_card", (pay,)) if pay else None


def natural_now(r: Round) -> Pay | None:
    """R-BJF-25: naturals paid before the draws, or in turn; play goes on if nobody enters the payment."""
    if r.shown_at:
        return None
    is_before = r.terms.options["naturals_paid"] == "before_draws"
    if is_before and r.acted:
        return None
    paid = {fact[5] for fact in r.paid}
    for index, hand in enumerate(r.order):
        if hand.state not in (NATURAL, EVEN) or hand.slot in paid:
            continue
        if not is_before and (index > r.cur or any(other.acted for other in r.order[index:])):
            continue
        pay = settle.hand_pays(r, hand, None)[0]
        if pay.amount_minor or (pay.amount_minor is None and settle.worth(r, hand, None).num is not None):
            return pay
    return None


def _box(r: Round) -> Due | None:
    if r.cur >= len(r.order):
        return None
    hand = r.order[r.cur]
    if hand.pending is not None:
        detail = {"why": hand.pending, "lie": "across" if hand.pending == "double" else "along"}
        return Due(Step("deal_to", hand.slot, None, None, detail), (), "next_card")
    words = tuple((hand.slot, word) for word in legal.words(r, shown(hand)))
    triple = r.triple_hand
    if triple is not None and legal.triple(r, shown(triple), None) is None:
        words = (*words, (triple.slot, "triple"))
    split = r.terms.options["split_deal"] == "both_at_once"
    waiting = [h for h in r.order if split and h.is_split and len(h.cards) == 1 and h.pending]
    if waiting:
        return Due(Step("deal_to", waiting[0].slot, None, None, {"why": "split"}), (), "next_card")
    return Due(Step("box_acts", hand.slot), words, "next_decision")


def shown(hand: Hand) -> Hand:
    """The hand as it lies: what only its holder or the shoe knows shapes no prompt (DESIGN 5)."""
    if not hand.hidden:
        return hand
    return hand.as_shown()


def _bank(r: Round) -> Due:
    dealer = r.dealer
    if not settle.is_finished(r) and not r.shown_at:
        needs = bank.has_live_hand(r) or bank.waits_for_hole(r)
        if needs and len(dealer.cards) < bank.least_cards(r):
            return Due(Step("deal_hole", "0", None, None, {"face": "up"}), (), "next_card")
        if needs and dealer.hidden and not (r.terms.game.hides_busts or banker.plays_first(r)):
            return Due(Step("turn_hole", "0"), (), "hole_turned")
        must = bank.must_draw(r)
        if r.terms.is_free and needs and must is None:
            return _banker(r)
        if must:
            return Due(Step("dealer_draws", "0", None, None, {"total": _open_total(dealer)}), (), "next_card")
        if must is None and needs and dealer.unknown:
            return Due(Step("dealer_draws", "0", None, None, {"total": "unknown"}), (("0", "stand"),), "next_card")
    return _pay(r)


def _banker(r: Round) -> Due:
    """A banker who draws as he likes (R-BJV-29)."""
    words = tuple(("0", word) for word in ("hit", "stand") if banker.refusal(r, word, None) is None)
    return Due(Step("banker_acts", "0", None, None, {"total": _open_total(r.dealer)}), words, "next_decision")


def _open_total(hand: Hand) -> str:
    return "unknown" if hand.hidden or hand.unknown else bank.total_text(hand)


def _pay(r: Round) -> Due:
    if r.shown_at:
        return Due(_over(r), (), "next_round")
    hidden = [hand for hand in r.order if hand.hidden and hand.state in r.terms.live]
    if r.terms.is_free and r.dealer.hidden and bank.has_live_hand(r):
        return Due(Step("turn_hole", "0"), (), "hole_turned")
    if hidden:
        return Due(Step("show_hand", hidden[0].slot), (), "shown")
    pays = tuple(settle.all_pays(r))
    paid = {(fact[5], fact[6] == "insurance") for fact in r.paid}
    left = tuple(pay for pay in pays if (pay.slot, pay.kind == "insurance") not in paid)
    if not left:
        return Due(_over(r), (), "next_round", pays)
    # losing stakes first, then winners (the usual order of settlement)
    first = min(left, key=lambda pay: pay.amount_minor is None or pay.amount_minor >= 0)
    return Due(_pay_step(first), (("*", "as_shown"),), "paid", left)


def _pay_step(pay: Pay) -> Step:
    if pay.amount_minor is None:
        return Step("pay", pay.slot, None, pay.odds, {"pay_kind": pay.kind, "why": pay.why})
    return judge.pay_step(pay.slot, pay.amount_minor, pay)
