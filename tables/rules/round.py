"""A round as it is folded from facts. Mutable inside, one a fold; the answers stand in the modules it imports. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tables.rules import bank, boxes, choices, deal, due, evening, judge, legal, picture, settle, stakes, words
from tables.rules.facts import Fact
from tables.rules.hands import UNSAID, Box, Hand
from tables.rules.pack import Pack, load_pack
from tables.rules.phases import OVER, PLAY, STAKES
from tables.rules.shapes import Due, Finding, Pay, Picture, Refusal, Request, Settlement
from tables.rules.terms import Terms


class Note:
    """A departure as the fold met it; `judge.py` makes the finding of it when asked."""

    __slots__ = ("args", "choices", "done", "due", "evidence", "fact_id", "key", "option", "rule", "slot")

    def __init__(self, rule: str, slot: str, done: str, fact_id: int, missing: str) -> None:
        self.rule = rule
        self.slot = slot
        self.done = done
        self.fact_id = fact_id
        self.key = (rule, slot, "missing:" + missing if missing else str(fact_id))
        self.due: tuple[str, str | None] | None = None
        self.option: str | None = None
        self.args: dict[str, Any] = {}
        self.choices: tuple[str, ...] = ()
        self.evidence: list[int] = []


class Round:
    """The state of one round. Attributes are read by the sibling modules, never outside `tables.rules`."""

    __slots__ = (
        "acted",
        "ask",
        "banking",
        "boxes",
        "cards",
        "claims",
        "closed",
        "cur",
        "dealer",
        "dealer_natural",
        "draws",
        "followed",
        "hands",
        "has_words",
        "is_short",
        "is_stop_card_out",
        "is_void",
        "jumped",
        "last",
        "last_fact",
        "notes",
        "on_card",
        "order",
        "pack",
        "paid",
        "pays",
        "peeked",
        "phase",
        "places",
        "script",
        "second_pass",
        "shown_at",
        "shufflers",
        "si",
        "stakes_closed",
        "stand",
        "strays",
        "terms",
        "triple_hand",
        "undeclared",
    )

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.phase = STAKES
        self.on_card: Callable[[Round, Fact], None] = deal.first_card
        self.boxes: list[Box] = []
        self.places: dict[str, Box] = {}
        self.hands: dict[str, Hand] = {}
        self.dealer = Hand("0", Box("0", 0), None)
        self.cards: dict[int, Fact] = {}  # card facts by id
        self.script: list[Hand] = []
        self.si = self.second_pass = 0
        self.claims: list[Hand] = []  # passed over, and asked for the top card
        self.order: list[Hand] = []
        self.cur = 0
        self.jumped: tuple[int, list[Hand]] | None = None  # a card, and the hands that it made stand
        self.last: Hand | None = None  # the hand that got the last card of the deal
        self.notes: list[Note] = []
        self.paid: list[Fact] = []
        self.pays: list[Pay] | None = None  # what is due, once asked for
        self.stakes_closed = self.peeked = self.acted = self.banking = False
        self.dealer_natural = self.undeclared = self.is_void = self.is_short = False
        self.is_stop_card_out = self.has_words = False
        self.followed = True
        self.shown_at = 0  # the entry "paid as shown"
        self.closed: str | None = None
        self.strays = 0
        self.draws: list[int] = []  # void cards of the bank
        self.stand: bank.Stand | None = None
        self.ask: choices.Ask | None = None  # a choice that somebody has to make
        self.shufflers: list[str] = []
        self.triple_hand: Hand | None = None
        self.last_fact: Fact | None = None

    @property
    def rule_pack(self) -> Pack:
        return load_pack(self.terms.pack)

    def take(self, fact: Fact) -> None:
        """Take one fact. Never raises for what happened on the felt."""
        self.last_fact = fact
        self.pays = None
        TAKES[fact[2]](self, fact)

    def note(self, rule: str, slot: str, done: str, fact_id: int = 0, missing: str = "") -> Note:
        """Note a departure; a second one with the same key is the same."""
        made = Note(rule, slot, done, fact_id, missing)
        for known in self.notes:
            if known.key == made.key:
                return known
        if self.followed and not self.is_void:
            self.notes.append(made)
        return made

    def seat_boxes(self, places: Iterable[str]) -> None:
        self.boxes = [Box(place, seat) for seat, place in enumerate(places, 1)]
        self.places = {box.place: box for box in self.boxes}

    def due(self) -> Due:
        """What procedure demands now, what it permits beside it, and until when."""
        return due.due(self)

    def allows(self, request: Request) -> Refusal | None:
        """Why a request is refused, or None if it may be carried out. Leaves nothing behind."""
        return legal.refusal(self, request)

    def findings(self) -> list[Finding]:
        return judge.findings(self)

    def settlement(self) -> Settlement:
        return settle.settlement(self)

    def picture(self) -> Picture:
        return picture.picture(self)

    def dissolve(self) -> None:
        """Untie boxes and hands, which name each other, so that memory is free at once; the round is of no use after.

        An audit folds thousands of rounds a second: without this each waits for the garbage collector.
        """
        for hand in (self.dealer, *self.hands.values()):
            del hand.root, hand.box


def _opened(r: Round, f: Fact) -> None:
    if r.phase == STAKES and not r.cards:
        kept = {box.place: box for box in r.boxes if box.state != UNSAID}
        r.seat_boxes(f[6])
        for place in kept.keys() & r.places.keys():
            kept[place].seat = r.places[place].seat
            r.boxes[kept[place].seat - 1] = r.places[place] = kept[place]


def _card(r: Round, f: Fact) -> None:
    r.cards[f[0]] = f
    r.on_card(r, f)


def _paid(r: Round, f: Fact) -> None:
    r.paid.append(f)
    if f[6] == "as_shown":
        r.shown_at = f[0]
        bank.check_stand(r, f)
    elif f[6] == "main" and r.phase == PLAY:
        bank.check_stand_on_pay(r, f)


def _closed(r: Round, f: Fact) -> None:
    r.closed = f[5]
    if f[5] == "lost":
        r.followed = False
    elif f[5] == "void":
        r.is_void = True
    elif r.phase == PLAY:
        bank.check_stand(r, f)
    r.phase = OVER
    r.on_card = boxes.card_after_end


def _indicator(r: Round, f: Fact) -> None:
    if r.phase == STAKES:
        r.is_stop_card_out = True
    r.is_short = True


def _lifted(r: Round, f: Fact) -> None:
    if f[5] == "0" and r.phase == PLAY:
        bank.check_stand(r, f)


def _gap(r: Round, f: Fact) -> None:
    """A camera saw nothing for a while: over a decision that only cards tell, the round is lost."""
    if r.phase == PLAY and r.cur < len(r.order) and not r.has_words and not r.banking:
        r.followed = False


def _shuffled(r: Round, f: Fact) -> None:
    r.shufflers.append(f[5])


def _cut(r: Round, f: Fact) -> None:
    """I-28, R-BJF-5: told before the first card of a shoe."""
    if not evening.is_cut_right(r.terms, (), (f[5],)):
        r.note("I-28", "0", "cut_irregular", f[0]).choices = choices.codes(r, "I-28")


def _aside(r: Round, f: Fact) -> None:
    """The burn, and corrections that `joins` has applied, change nothing in a round."""


TAKES: dict[str, Callable[[Round, Fact], None]] = {
    "card": _card,
    "said": words.said,
    "stake": stakes.stake,
    "turned": bank.turned,
    "parted": boxes.parted,
    "lifted": _lifted,
    "peeked": bank.peeked,
    "indicator": _indicator,
    "shuffled": _shuffled,
    "cut": _cut,
    "burned": _aside,
    "paid": _paid,
    "choice": choices.choose,
    "corrected": _aside,
    "voided": _aside,
    "inserted": _aside,
    "gap": _gap,
    "opened": _opened,
    "closed": _closed,
}


def fold(terms: Terms, facts: Iterable[Fact]) -> Round:
    """The round that these facts make. They are joined and sorted already (`joins.facts`)."""
    folded = Round(terms)
    takes = TAKES
    fact: Fact | None = None
    for fact in facts:
        takes[fact[2]](folded, fact)
    folded.last_fact = fact
    return folded
