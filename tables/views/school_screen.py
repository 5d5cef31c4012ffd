"""The trainee's screen: the felt, what guests say, what a dealer can do, and the mistake just made."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import get_language, pgettext

from casino.templatetags.screen import stake
from tables import wording
from tables.models import SchoolSession
from tables.rules.facts import KIND, SAW
from tables.rules.phases import PLAY
from tables.rules.shapes import Picture, PictureBox, PictureCard, PictureHand
from tables.rules.text import named, rule_text, rule_title
from tables.school import acts
from tables.school.exercise import GUEST, Exercise
from tables.school.marks import Mark
from tables.school.session import Session
from tables.wording import school as words


@dataclass(frozen=True, slots=True)
class Hand:
    slot: str
    name: str
    cards: tuple[PictureCard, ...]
    total: str
    note: str
    speech: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A box as it lies; one hand without cards where none was dealt."""

    place: str
    stake: str
    insurance: str
    hands: tuple[Hand, ...]
    is_free: bool


@dataclass(frozen=True, slots=True)
class Tool:
    word: str
    label: str


@dataclass(frozen=True, slots=True)
class Told:
    """The mistake just made: its rule, what was done, what was due, and what can be done about it."""

    rule: str
    title: str
    text: str
    what: str
    due: str
    is_carried_out: bool


@dataclass(frozen=True)
class Screen:
    kept: SchoolSession
    session: Session
    tool: str = "card_up"
    refused: str = ""

    @property
    def now(self) -> Exercise:
        return self.session.now

    @property
    def is_guided(self) -> bool:
        return self.session.plan.level == "guided"

    @cached_property
    def picture(self) -> Picture:
        return self.now.round.picture()

    @property
    def title(self) -> str:
        return named("profile", self.session.plan.profile, lang())[0]

    @property
    def point(self) -> str:
        return number_format(1.5, decimal_pos=1)[1]

    # ---- what is said largest

    @property
    def headline(self) -> str:
        """What the last guest said; the step itself where prompts are wished or help was asked for."""
        if self.is_helped and self.now.lapse is not None:
            return f"{words.tool('notice')} ({wording.slot(self.now.lapse.slot)})"
        if self.shows_step:
            return words.due(self.now.due().step.as_json(), self.now.terms)
        said = self.said
        return said[-1] if said else pgettext("school", "Your move")

    @property
    def shows_step(self) -> bool:
        """Whether the step that is due is told; what a guest does wrong has to be noticed all the same."""
        return self.is_guided or self.is_helped

    @property
    def is_helped(self) -> bool:
        return self.now.helped_at == len(self.now.facts)

    @property
    def under(self) -> str:
        """What was said before it, or what came of the last act."""
        if self.now.note == "noticed" and self.now.lapse is None:
            return self._noticed
        notes = {
            "needless": pgettext("school", "Nobody there did anything wrong."),
            "taken_back": pgettext("school", "Taken back. Go on from here."),
        }
        said = self.said if self.shows_step else self.said[:-1]
        return notes.get(self.now.note) or "  ·  ".join(said[-3:])

    @property
    def _noticed(self) -> str:
        return words.noticed(self.now.lapsed[0], self.now.lapsed[1]) if self.now.lapsed else ""

    @cached_property
    def said(self) -> list[str]:
        """What guests have said since the last act, in order."""
        told = [f"{_capital(wording.slot(self._slot(fact)))}: {self._speech(fact)}" for fact in self._fresh]
        return list(dict.fromkeys(told))

    @cached_property
    def _boxes_of_cards(self) -> dict[int, str]:
        return {fact[0]: fact[5] for fact in self.now.facts if fact[KIND] == "card" and fact[5] != "0"}

    def _slot(self, fact: tuple[Any, ...]) -> str:
        return self._boxes_of_cards[fact[5]] if fact[KIND] == "turned" else str(fact[5])

    def _speech(self, fact: tuple[Any, ...]) -> str:
        if fact[KIND] == "turned":
            return words.speech("shows")
        return words.speech("stake", fact[6]) if fact[KIND] == "stake" else words.speech(fact[6], fact[7])

    # ---- the mistake

    @cached_property
    def told(self) -> Told | None:
        mark = self.now.marks[-1] if self.now.note == "marked" and self.now.marks else None
        return told(self.now, mark) if mark else None

    @property
    def choices(self) -> list[Tool]:
        """What the rules let somebody choose now."""
        due = self.now.due()
        if due.step.code == "no_card":
            return [Tool(f"{due.step.slot}:{option}", wording.choice(option)) for option in due.step.detail["choices"]]
        claims = [slot for slot, word in due.permitted if word == "claim_top"]
        return [Tool(f"{slot}:claim_top", f"{wording.slot(slot)}: {wording.word('claim_top')}") for slot in claims]

    # ---- the felt

    @cached_property
    def boxes(self) -> list[Box]:
        return [self._box(box) for box in sorted(self.picture.boxes, key=lambda box: int(box.place))]

    def _box(self, box: PictureBox) -> Box:
        hands = tuple(self._hand(hand) for hand in box.hands if hand.cards)
        lies = self._lies(box)
        return Box(
            place=box.place,
            stake=stake(lies) if lies else "",
            insurance=stake(box.insurance_minor) if box.insurance_minor else "",
            hands=hands or (self._hand(PictureHand(box.place, (), "", "", None, False, None)),),
            is_free=not hands and not lies,
        )

    def _lies(self, box: PictureBox) -> int | None:
        """The chips in the box, also those that should not lie there."""
        lapse = self.now.lapse
        if lapse is not None and lapse.kind == "late_stake" and lapse.slot == box.place:
            return int(self.now.facts[lapse.fact_id - 1][6])
        sums = [hand.stake_minor for hand in box.hands if hand.stake_minor is not None and hand.paid_minor is None]
        if any(hand.paid_minor is not None for hand in box.hands):
            return sum(sums) or None
        return sum(sums) if sums else box.stake_minor

    def _hand(self, hand: PictureHand) -> Hand:
        note = "" if hand.status in ("acting", "waits", "stood", "") else wording.status(hand.status)
        paid = hand.paid_minor
        return Hand(
            slot=hand.slot,
            name=wording.slot(hand.slot),
            cards=hand.cards,
            total=wording.total(hand.total) if self.is_guided and hand.total not in ("", "unknown") else "",
            note=pgettext("school", "settled") if paid is not None else note if self.is_guided else "",
            speech=self._last_speech(hand.slot),
            is_new=any(self._slot(fact) == hand.slot for fact in self._fresh),
        )

    @cached_property
    def _fresh(self) -> list[tuple[Any, ...]]:
        return [fact for fact in self.now.facts[self.now.spoken_from :] if fact[SAW] == GUEST]

    def _last_speech(self, slot: str) -> str:
        """What the guest of a hand said last, as long as nothing was done for it since."""
        found = ""
        for fact in self.now.facts:
            if fact[KIND] == "card" and fact[5] == slot:
                found = ""
            elif fact[SAW] == GUEST and fact[KIND] != "stake" and self._slot(fact) == slot:
                found = self._speech(fact)
            elif fact[KIND] == "paid" and fact[5] == slot:
                found = ""
        return found

    @property
    def bank_total(self) -> str:
        total = self.picture.dealer.total
        return wording.total(total) if self.is_guided and total not in ("", "unknown") else ""

    @property
    def held(self) -> list[str]:
        """Closed cards of the bank that its dealer has looked at."""
        r = self.now.round
        has_looked = r.peeked or (r.terms.is_free and r.phase == PLAY and r.cur >= len(r.order))
        return [self.now.truth[number] for number in r.dealer.hidden if number in self.now.truth] if has_looked else []

    @property
    def bank_money(self) -> str:
        """What the banker put up, and what lies in the pot."""
        bank, pot = self.now.round.bank_minor, self.now.round.pot_minor
        held = pgettext("school", "bank %(sum)s") % {"sum": stake(bank)} if bank else ""
        named = pgettext("school", "farm %(sum)s") if self.now.terms.ante_minor else pgettext("school", "pot %(sum)s")
        left = named % {"sum": stake(pot)} if pot else ""
        return ", ".join(part for part in (held, left) if part)

    @property
    def is_banker(self) -> bool:
        return self.now.terms.is_free

    # ---- what a dealer can do

    @property
    def tools(self) -> list[Tool]:
        has_faces = acts.has_closed_cards(self.now.terms)
        return [Tool(word, words.tool(word, has_faces=has_faces)) for word in acts.of_place(self.now.terms)]

    @property
    def chosen(self) -> str:
        return self.tool if self.tool in acts.of_place(self.now.terms) else "card_up"

    @property
    def deeds(self) -> list[Tool]:
        return [Tool(word, words.tool(word)) for word in acts.of_table(self.now.terms)]


def told(exercise: Exercise, mark: Mark) -> Told:
    return Told(
        rule=mark.rule,
        title=rule_title(exercise.terms, mark.rule, lang()),
        text=rule_text(exercise.terms, mark.rule, lang()),
        what=words.mistake(mark.as_json()),
        due=words.due_of(mark.as_json(), exercise.terms),
        is_carried_out=mark.is_carried_out and bool(exercise.undo),
    )


def lang() -> str:
    return (get_language() or "en")[:2]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
