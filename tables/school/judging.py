"""What is right now, and whether an act is: the step that is due, or one that procedure leaves free. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from tables.rules import ahead, bank, settle
from tables.rules.hands import BUST, SURRENDERED
from tables.rules.shapes import Finding, Pay, Step
from tables.school import acts, deeds
from tables.school.acts import Act
from tables.simulated import guests

if TYPE_CHECKING:
    from tables.school.exercise import Exercise

OFFERS: Final = ("offer_insurance", "offer_even_money", "offer_surrender")
PAYMENTS: Final = ("pay", "collect", "return_stake")
DEALS: Final = ("deal_card", "deal_dealer_up", "deal_hole", "deal_to", "dealer_draws")
WORDS: Final = {"take_stakes": "close_stakes", "turn_hole": "turn", "show_hand": "turn", "peek": "peek"}


def answer(exercise: Exercise) -> Act:
    """The act that is right now."""
    if exercise.lapse is not None:
        return Act("notice", exercise.lapse.slot)
    due = exercise.due()
    step, slot = due.step, due.step.slot or "0"
    if step.code in DEALS:
        return Act(f"card_{ahead.face(exercise.round, step)}", slot)
    if step.code in PAYMENTS:
        return paying(next(pay for pay in owed(due.pays) if pay.slot == slot))
    if step.code == "banker_acts":
        return _bank_likes(exercise)
    if step.code == "no_card":
        return Act(acts.CHOOSE, slot, option=step.detail["choices"][-1])
    if step.code in OFFERS:
        return Act("offer")
    word = WORDS.get(step.code, "gather")
    return Act(word, slot if word == "turn" else "")


def _bank_likes(exercise: Exercise) -> Act:
    """A banker may draw as he likes; this one draws on low totals."""
    terms, known = exercise.terms, exercise.felt.known(exercise.round.dealer)
    is_low = known.best < guests.ENOUGH * terms.target and not known.is_21 and not known.is_surely_over
    may_draw = not (terms.most_cards and len(known.cards) >= terms.most_cards)
    return Act("card_up", "0") if is_low and may_draw else Act("stand")


def is_right(exercise: Exercise, act: Act) -> bool:
    """Whether the act is due, or one of those that may come in any order."""
    if act.word in acts.PAYS:
        return _is_owed(exercise, act)
    r, due = exercise.round, exercise.due()
    step = due.step
    if step.code == "banker_acts":
        turns = act == Act("turn", "0") and bool(r.dealer.hidden) and r.cur >= len(r.order)
        return act in (Act("card_up", "0"), Act("stand")) or turns
    if step.code == "show_hand" and act.word == "turn":
        hand = r.hands.get(act.slot)
        return hand is not None and bool(hand.hidden)
    if act.word == "stand":
        return step.code in PAYMENTS and bank.must_draw(r) is False
    if act.word == "demand_double":
        return ("0", "demand_double") in due.permitted
    if act.word == acts.CHOOSE:
        return act.option in step.detail.get("choices", ()) or (act.slot, act.option) in due.permitted
    return act == answer(exercise)


def _is_owed(exercise: Exercise, act: Act) -> bool:
    """Whether the payment is due, in whatever order; the stake of a hand that is out may be taken at once."""
    if any(_pays(exercise, act, pay) for pay in owed(exercise.due().pays)):
        return True
    r = exercise.round
    hand = r.hands.get(act.slot)
    if hand is None or hand.state not in (BUST, SURRENDERED) or r.terms.game.settle is not None:
        return False
    paid = {fact[5] for fact in r.paid}
    return any(_pays(exercise, act, pay) for pay in owed(settle.all_pays(r)) if pay.slot not in paid)


def _pays(exercise: Exercise, act: Act, pay: Pay) -> bool:
    """Whether the act pays exactly this, however it was said."""
    return deeds.of(exercise, act) == [("paid", pay.slot, _kind(pay), pay.amount_minor)]


def _kind(pay: Pay) -> str:
    return "insurance" if pay.kind == "insurance" else "main"


def owed(pays: Iterable[Pay]) -> list[Pay]:
    """What is owed to each slot in one sum; an insurance stands for itself."""
    found: dict[tuple[str, str], Pay] = {}
    for pay in pays:
        before = found.get((pay.slot, _kind(pay)))
        if before is not None and before.amount_minor is not None and pay.amount_minor is not None:
            pay = pay._replace(amount_minor=before.amount_minor + pay.amount_minor)
        found[pay.slot, _kind(pay)] = pay
    return list(found.values())


def paying(pay: Pay) -> Act:
    """The act that makes a payment."""
    minor = pay.amount_minor or 0
    if pay.kind == "insurance":
        return Act("pay_insurance", pay.slot, minor) if minor > 0 else Act("take_insurance", pay.slot)
    if minor == 0:
        return Act("push", pay.slot)
    return Act("pay" if minor > 0 else "collect", pay.slot, abs(minor))


def wrong_face(exercise: Exercise, act: Act, step: Step) -> str:
    """The face on which the card belongs, where the act is right but for this."""
    if step.code not in DEALS or act.slot != (step.slot or "0") or act.word not in ("card_up", "card_down"):
        return ""
    face = ahead.face(exercise.round, step)
    return "" if act.word == f"card_{face}" else face


def is_needless(finding: Finding) -> bool:
    """A payment where none is due breaks whatever rule demands the step that is."""
    return finding.done == "paid" and finding.due is not None and finding.due.code == "no_card"
