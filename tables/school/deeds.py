"""What an act puts on the felt, as the bodies of facts. Pure."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tables.rules.facts import KIND
from tables.school import acts
from tables.school.acts import Act
from tables.simulated.guests import Body

if TYPE_CHECKING:
    from tables.school.exercise import Exercise

HIDDEN: Final = "??"
SIGNS: Final = {"pay": 1, "pay_insurance": 1, "collect": -1, "push": 0}


def of(exercise: Exercise, act: Act) -> list[Body]:
    """What the act does, before anybody judges it."""
    return DOES[act.word](exercise, act)


def kind_of(act: Act) -> str:
    """Which payment an act makes: that of an insurance, or that of the hand."""
    return "insurance" if act.word.endswith("insurance") else "main"


def _card(exercise: Exercise, act: Act) -> list[Body]:
    dealt = sum(1 for fact in exercise.facts if fact[KIND] == "card")
    face = act.word.removeprefix("card_")
    hand = exercise.round.hands.get(act.slot)
    lie = "across" if hand is not None and hand.pending in ("double", "triple") else "along"
    return [("card", act.slot, exercise.pile[dealt] if face == "up" else HIDDEN, face, lie)]


def _turn(exercise: Exercise, act: Act) -> list[Body]:
    hand = exercise.slots.get(act.slot)
    return exercise.felt.shown(hand) if hand is not None else []


def _paid(exercise: Exercise, act: Act) -> list[Body]:
    sign = SIGNS.get(act.word)
    amount = _lies(exercise, act) if sign is None else sign * (act.amount_minor or 0)
    return [("paid", act.slot, kind_of(act), amount)]


def _lies(exercise: Exercise, act: Act) -> int:
    """What is taken where the dealer takes what lies there."""
    hand = exercise.round.hands.get(act.slot)
    if hand is None:
        box = exercise.round.places.get(act.slot)
        return -((box.stake if box is not None else 0) or 0)
    return -((hand.box.insurance if act.word == "take_insurance" else hand.stake) or 0)


def _chosen(exercise: Exercise, act: Act) -> list[Body]:
    """What the guest chose, where an irregularity lets him."""
    step = exercise.round.due().step
    if step.code == "no_card" and "fact_id" in step.detail:
        return [("choice", step.detail["rule"], step.detail["fact_id"], act.option)]
    return [("said", act.slot, act.option, None)]


def _gathered(exercise: Exercise, act: Act) -> list[Body]:
    how = "settled" if exercise.round.followed else "lost"
    return [("closed", "void" if exercise.round.is_void else how)]


DOES: Final[dict[str, Callable[[Exercise, Act], list[Body]]]] = {
    "card_up": _card,
    "card_down": _card,
    "turn": _turn,
    **dict.fromkeys(acts.PAYS, _paid),
    "close_stakes": lambda _exercise, _act: [("said", "0", "stakes_closed", None)],
    "demand_double": lambda _exercise, _act: [("said", "0", "demand_double", None)],
    "offer": lambda _exercise, _act: [],
    "peek": lambda _exercise, _act: [("peeked", "0")],
    "stand": lambda _exercise, _act: [("said", "0", "stand", None)],
    "gather": _gathered,
    acts.CHOOSE: _chosen,
}
