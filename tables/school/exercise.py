"""One round dealt by a trainee: acts and the guests' words become facts, each step is judged, mistakes are marked.

Two eyes judge. The engine finds what its rules name, and the act stands, with the same consequences as on the floor;
what it takes for something else that may have happened (a card to the next box, where nobody said "stand") is known
here to be wrong, since the guests are ours: such an act is marked and not carried out.
"""

from dataclasses import dataclass, field
from typing import Any, Final, Self

from tables.rules import fold
from tables.rules.facts import KIND, Fact, parse
from tables.rules.hands import UNREAD, Hand
from tables.rules.phases import OVER, PLAY
from tables.rules.round import Round
from tables.rules.shapes import Due, Finding, Step
from tables.rules.terms import Terms
from tables.school import acts, clauses, deeds, judging, speaking
from tables.school.acts import Act
from tables.school.lapses import Lapse
from tables.school.marks import Mark
from tables.school.plans import BANK_MINOR, POT_MINOR, Plan
from tables.simulated.guests import Body, Felt

ENDS: Final = ("round_over", "reshuffle", "deal_on")
DEALER, GUEST = "dealer", "guest"
"""Who did what a fact tells."""
KEPT: Final = (
    *("number", "facts", "is_lapse_over", "offered_at", "undo", "spoken_from", "helped_at", "note", "lapsed"),
    *("helps", "noticed", "needless", "begun_ms", "ended_ms"),
)
MOST_WORDS: Final = 200
"""A guest who cannot come to an end would be a fault of the school."""


class Endless(RuntimeError):
    """The guests do not come to an end."""


@dataclass(slots=True)
class Exercise:
    """A round on the trainee's felt. Everything but `plan` and `number` is what has happened so far."""

    plan: Plan
    number: int
    facts: list[Fact] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    lapse: Lapse | None = None
    is_lapse_over: bool = False
    offered_at: int = 0
    undo: int = 0
    spoken_from: int = 0
    helped_at: int = 0
    lapsed: list[str] = field(default_factory=list)
    """Kind and place of what was noticed last."""
    note: str = ""
    """What is to be said of the last act: marked, noticed, needless or taken_back."""
    helps: int = 0
    noticed: int = 0
    needless: int = 0
    begun_ms: int = 0
    ended_ms: int = 0
    _round: Round | None = None
    _pile: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """The round as it is kept between two acts."""
        row: dict[str, Any] = {name: getattr(self, name) for name in KEPT}
        row["marks"] = [mark.as_json() for mark in self.marks]
        return {**row, "lapse": self.lapse.as_json() if self.lapse else None}

    @classmethod
    def from_json(cls, plan: Plan, row: dict[str, Any]) -> Self:
        made = cls(plan, **{name: row[name] for name in KEPT})
        made.facts = [parse(fact) for fact in row["facts"]]
        made.marks = [Mark(**mark) for mark in row["marks"]]
        made.lapse = Lapse.from_json(row["lapse"]) if row["lapse"] else None
        return made

    # ---- what lies there

    @property
    def terms(self) -> Terms:
        return self.plan.terms

    @property
    def round(self) -> Round:
        if self._round is None:
            self._round = fold(self.terms, self.facts)
        return self._round

    @property
    def pile(self) -> list[str]:
        if not self._pile:
            self._pile = self.plan.pile(self.number)
        return self._pile

    @property
    def truth(self) -> dict[int, str]:
        """What every card is, also where it lies face down."""
        dealt = [fact[0] for fact in self.facts if fact[KIND] == "card"]
        return dict(zip(dealt, self.pile, strict=False))

    @property
    def felt(self) -> Felt:
        return Felt(self.round, self.truth, self.plan.chance(self.number, len(self.facts)))

    @property
    def seated(self) -> tuple[str, ...]:
        return self.plan.seated(self.number)

    @property
    def slots(self) -> dict[str, Hand | None]:
        """Every place that an act may be about: the boxes, hands after a split, the bank."""
        found: dict[str, Hand | None] = {str(place): None for place in range(1, self.plan.boxes + 1)}
        return {**found, **self.round.hands, "0": self.round.dealer}

    @property
    def is_over(self) -> bool:
        return self.round.phase == OVER

    def due(self) -> Due:
        """The step that is due, as the engine says it and as the school's bank knows its own cards."""
        due = self.round.due()
        if self.hides_natural():
            return Due(Step("turn_hole", "0", None, None, {"why": "natural"}), (), "hole_turned")
        if due.step.code == "offer_surrender" and self.offered_at:
            return Due(Step("peek", "0"), due.permitted, "peek")
        return due

    def hides_natural(self) -> bool:
        r = self.round
        waits = r.phase == PLAY and r.peeked and not r.acted and bool(r.dealer.hidden)
        return waits and self.felt.known(r.dealer).is_natural

    def answer(self) -> Act:
        """The act that is right now."""
        return judging.answer(self)

    def is_right(self, act: Act) -> bool:
        """Whether the act is the step that is due, or one that procedure leaves free."""
        return judging.is_right(self, act)

    # ---- what is done

    def begin(self) -> None:
        """Lay out the round; the first stakes come."""
        places = tuple(str(place) for place in range(1, self.plan.boxes + 1))
        self._put(("opened", self.terms.hash, places, self.plan.bank), 0, source="table")
        game, options = self.terms.game, self.terms.options
        if game.name == "ochko-36" or options.get("bank_play") or options.get("stake_cap", "none") != "none":
            self._put(("stake", "0", BANK_MINOR, "main"), 0, source="table")
        if game.settle is not None and game.name != "ochko-36" and self.plan.chance(self.number, "pot").random() < 0.5:
            self._put(("stake", "pot", POT_MINOR, "main"), 0, source="table")
        self._let_guests_speak(0)

    def take(self, act: Act, at_ms: int) -> Mark | None:
        """Carry out an act of the trainee, and what the guests do then; the mistake that it was, if it was one."""
        acts.check(act, self.terms, self.slots)
        self.begun_ms = self.begun_ms or at_ms
        self.note, self.undo = "", 0
        if act.word == "notice":
            self._notice(act, at_ms)
            return None
        if self.lapse is not None:
            return self._miss_lapse(self.lapse, act, at_ms)
        due, is_right = self.due(), self.is_right(act)
        before, known = len(self.facts), {finding.key for finding in self.round.findings()}
        self._carry_out(act, at_ms)
        found = [finding for finding in self.round.findings() if finding.key not in known]
        mark = None
        if found or not is_right:
            finding = found[0] if found else None
            mark = self._mark(act, due, before, finding=finding, at_ms=at_ms)
            if not mark.is_carried_out:
                return mark
        self.undo = before if mark is not None else 0
        if act.word == "gather":
            self.ended_ms = at_ms
        elif act.word == "offer":
            self.offered_at = len(self.facts)
        self._let_guests_speak(at_ms)
        return mark

    def take_back(self) -> None:
        """The last act goes, with all that came of it. Only an act that was marked can be taken back."""
        if self.undo:
            self._truncate(self.undo)
            self.spoken_from = min(self.spoken_from, len(self.facts))
            self.undo, self.note = 0, "taken_back"

    def help(self) -> Step:
        """What is due, shown because the trainee asked."""
        self.helps += 1
        self.helped_at = len(self.facts)
        return self.due().step

    def _is_followed(self) -> bool:
        """Whether the engine follows without taking a card for dealt that nobody read: here every card is known."""
        r = self.round
        return r.followed and not any(UNREAD in hand.ids for hand in (r.dealer, *r.hands.values()))

    def _mark(self, act: Act, due: Due, before: int, *, finding: Finding | None, at_ms: int) -> Mark:
        """Mark a mistake; what the engine has no ruling for goes back to where it was, and so does an early end."""
        stands = finding is not None and self._is_followed() and (act.word != "gather" or due.step.code in ENDS)
        if not stands:
            self._truncate(before)
        step = due.step
        face = judging.wrong_face(self, act, step)
        rule = clauses.rule_of_face(self.terms) if face else clauses.rule_of(self.terms, step)
        mark = Mark(
            rule=rule if finding is None or judging.is_needless(finding) else finding.rule,
            slot=finding.slot if finding else (step.slot or act.slot or "0"),
            before=before,
            due=step.as_json(),
            act=act.as_json(),
            at_ms=at_ms,
            finding=finding.as_json() if finding else None,
            face=face,
            is_carried_out=stands,
        )
        self.marks.append(mark)
        self.note = "marked"
        return mark

    def _notice(self, act: Act, at_ms: int) -> None:
        """The trainee stops a guest: rightly, or for nothing."""
        lapse = self.lapse
        if lapse is None or act.slot.partition(".")[0] != lapse.slot.partition(".")[0]:
            self.needless += 1
            self.note = "needless"
            return
        self.noticed += 1
        self.note, self.lapsed = "noticed", [lapse.kind, lapse.slot]
        self._put_right(lapse, at_ms)

    def _miss_lapse(self, lapse: Lapse, act: Act, at_ms: int) -> Mark:
        due = self.due()
        mark = Mark(
            rule=lapse.rule,
            slot=lapse.slot,
            before=len(self.facts),
            due=due.step.as_json(),
            act=act.as_json(),
            at_ms=at_ms,
            lapse=lapse.kind,
        )
        self.marks.append(mark)
        self.note = "marked"
        self._put_right(lapse, at_ms)
        return mark

    def _put_right(self, lapse: Lapse, at_ms: int) -> None:
        self.lapse, self.is_lapse_over = None, True
        if lapse.right:
            self._put(lapse.right, at_ms)
        self._let_guests_speak(at_ms)

    def _carry_out(self, act: Act, at_ms: int) -> None:
        for body in deeds.of(self, act):
            self._put(body, at_ms)
        self._pay_bank(at_ms)

    def _pay_bank(self, at_ms: int) -> None:
        """What goes through a pot: once the boxes have theirs, the rest is the bank's."""
        if self.terms.game.settle is None or not self.round.paid:
            return
        left = self.round.due().pays
        if left and all(pay.slot == "0" for pay in left) and self.round.due().step.code in judging.PAYMENTS:
            for pay in left:
                self._put(("paid", pay.slot, pay.kind, pay.amount_minor), at_ms, source="table")

    def _put(self, body: Body, at_ms: int, *, source: str = "entered", saw: str = DEALER) -> None:
        fact = (len(self.facts) + 1, at_ms, body[0], source, saw, *body[1:])
        self.facts.append(fact)
        if self._round is not None:
            self._round.take(fact)

    def _truncate(self, length: int) -> None:
        del self.facts[length:]
        self._round = None
        if self.lapse is not None and self.lapse.fact_id > length:
            self.lapse = None
        self.offered_at = min(self.offered_at, length)

    # ---- the guests

    def _let_guests_speak(self, at_ms: int) -> None:
        self.spoken_from = len(self.facts)
        for _ in range(MOST_WORDS):
            bodies = speaking.next_of(self)
            if not bodies:
                return
            for body in bodies:
                self._put(body, at_ms, saw=GUEST)
        raise Endless(f"The guests of round {self.number} do not come to an end.")
