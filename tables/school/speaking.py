"""What somebody at the table does by himself: guests speak as soon as it is their turn, and one may err. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tables.rules.shapes import Due
from tables.school import lapses
from tables.school.judging import OFFERS
from tables.school.lapses import Lapse
from tables.simulated import guests
from tables.simulated.guests import Body

if TYPE_CHECKING:
    from tables.school.exercise import Exercise


def next_of(exercise: Exercise) -> list[Body]:
    """What somebody does now; nothing when it is the dealer's turn."""
    if exercise.is_over or not exercise.round.followed or exercise.hides_natural():
        return []
    felt, due = exercise.felt, exercise.due()
    step = due.step
    wrong = _somebody_errs(exercise, due)
    if wrong:
        return wrong
    if step.code == "take_stakes":
        return guests.stakes(felt, exercise.seated) or guests.answers(felt)
    shown = guests.declarations(felt)
    if shown or step.code == "no_card" or _waits_for_notice(exercise):
        return shown
    if step.code in OFFERS and exercise.offered_at:
        return guests.offered(felt, step.code, str(step.slot), step.amount_minor)
    if step.code == "box_acts":
        return guests.turn(felt, str(step.slot), due.permitted)
    return []


def _waits_for_notice(exercise: Exercise) -> bool:
    """A guest who asked for too much says no more until the dealer has answered."""
    return exercise.lapse is not None and exercise.lapse.kind == "insured_too_high"


def _somebody_errs(exercise: Exercise, due: Due) -> list[Body]:
    """The lapse that is planned for the round, at the first moment at which it can happen."""
    if exercise.lapse is not None or exercise.is_lapse_over:
        return []
    plan, number = exercise.plan, exercise.number
    kind = lapses.planned(exercise.terms, plan.chance(number, "lapse"))
    chance, r, step = plan.chance(number, "lapse", len(exercise.facts)), exercise.round, due.step
    done = None
    if kind == "over_limit" and step.code == "take_stakes":
        bodies = guests.stakes(exercise.felt, exercise.seated)
        done = lapses.stake(r, str(bodies[0][1]), chance) if bodies else None
    elif kind == "late_stake" and step.code in ("box_acts", "deal_to"):
        done = lapses.late_stake(r, exercise.seated, chance)
    elif kind == "discard_claimed" and step.code == "box_acts":
        done = lapses.discard_claimed(r)
    elif kind == "insured_too_high" and step.code == "offer_insurance" and exercise.offered_at:
        done = lapses.insurance(str(step.slot), step.amount_minor, exercise.terms.limits.step_minor)
    if done is None:
        return []
    exercise.lapse = Lapse(kind, str(done[0][1]), len(exercise.facts) + 1, done[1])
    return [done[0]]
