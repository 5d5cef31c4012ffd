"""A trainee's session: one exercise after another, and what there is to practise at the end. Pure."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Self

from tables.school.acts import Act
from tables.school.exercise import Exercise
from tables.school.marks import Mark
from tables.school.plans import Plan


@dataclass(slots=True)
class Session:
    """What has been dealt of a plan: the rounds that ended, as rows, and the one on the felt."""

    plan: Plan
    now: Exercise
    rounds: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def begin(cls, plan: Plan) -> Self:
        return cls(plan, _round(plan, 1))

    @property
    def is_over(self) -> bool:
        return len(self.rounds) >= self.plan.rounds

    def take(self, act: Act, at_ms: int) -> Mark | None:
        """Carry out one act; with the cards gathered the next round is laid out."""
        mark = self.now.take(act, at_ms)
        if self.now.is_over:
            self.rounds.append(ended(self.now))
            if not self.is_over:
                self.now = _round(self.plan, self.now.number + 1)
        return mark

    @property
    def marks(self) -> int:
        """Mistakes so far, those of the round on the felt too."""
        return sum(len(row["marks"]) for row in self.rounds) + (0 if self.is_over else len(self.now.marks))

    def as_json(self) -> dict[str, Any]:
        return {"rounds": self.rounds, "now": self.now.as_json()}

    @classmethod
    def from_json(cls, plan: dict[str, Any], state: dict[str, Any]) -> Self:
        wanted = Plan.from_json(plan)
        return cls(wanted, Exercise.from_json(wanted, state["now"]), state["rounds"])


def _round(plan: Plan, number: int) -> Exercise:
    made = Exercise(plan, number)
    made.begin()
    return made


def ended(exercise: Exercise) -> dict[str, Any]:
    """A round that is over, as the record keeps it."""
    return {
        "number": exercise.number,
        "facts": [list(fact) for fact in exercise.facts],
        "marks": [mark.as_json() for mark in exercise.marks],
        "helps": exercise.helps,
        "noticed": exercise.noticed,
        "needless": exercise.needless,
        "ms": max(0, exercise.ended_ms - exercise.begun_ms),
    }


def by_rule(rounds: list[dict[str, Any]]) -> Counter[str]:
    """How often each rule was broken."""
    return Counter(mark["rule"] for row in rounds for mark in row["marks"])
