"""A round as it is folded from facts. Mutable inside, one a fold; the answers stand in the modules it imports. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tables.rules import (
    bank,
    boxes,
    choices,
    deal,
    due,
    judge,
    legal,
    picture,
    procedure,
    settle,
    several,
    stakes,
    words,
)
from tables.rules.facts import Fact
from tables.rules.hands import UNSAID, Box, Hand
from tables.rules.pack import Pack, load_pack
from tables.rules.phases import DEAL, OVER, PLAY, STAKES
from tables.rules.shapes import Due, Finding, Pay, Picture, Refusal, Request, Settlement
from tables.rules.terms import Terms

MONEY = ("I-17", "R-GEN-10")
"""Departures that are about stakes, not about cards and their order."""


class Note:
    """A departure as the fold met it; `judge.py` makes the finding of it when asked."""

    __slots__ = ("args", "choices", "done", "due", "evidence", "fact_id", "key", "option", "rule", "situation", "slot")

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
        self.situation = ""  # how packs call it, where that is narrower than `done`


class Round:
    """The state of one round. Attributes are read by the sibling modules, never outside `tables.rules`."""

    __slots__ = (
        "acted",
        "answers",
        "ask",
        "at_ms",
        "bank_minor",
        "bank_stood",
        "banking",
        "boxes",
        "cards",
        "claimed_at",
        "claims",
        "closed",
        "cur",
        "dealer",
        "dealer_natural",
        "draws",
        "followed",
        "hands",
        "has_words",
        "is_bank_out",
        "is_blind",
        "is_dealt_on",
        "is_demanded",
        "is_short",
        "is_stop_card_out",
        "is_void",
        "is_waived",
        "jumped",
        "last",
        "last_fact",
        "notes",
        "on_card",
        "opened_by",
        "order",
        "pack",
        "paid",
        "pays",
        "peeked",
        "phase",
        "places",
        "players",
        "pot_minor",
        "remedies",
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
        self.opened_by = 0  # the entry; a later one seats the round anew, as it should have been
        self.at_ms: int | None = None  # when it was opened: clauses of the pack have dates
        self.phase = STAKES
        self.on_card: Callable[[Round, Fact], None] = deal.first_card
        self.boxes: list[Box] = []
        self.places: dict[str, Box] = {}
        self.players: several.Groups = ()  # the boxes of who plays several
        self.hands: dict[str, Hand] = {}
        self.dealer = terms.new_hand("0", Box("0", 0), None)
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
        self.claimed_at = 0  # the entry in which the banker said that he has a natural
        self.is_bank_out = False
        self.bank_stood = self.is_demanded = self.is_waived = self.is_dealt_on = False
        self.answers: dict[str, str] = {}  # R-PON-8, R-PON-9: what players said to the demand, by hand
        self.bank_minor: int | None = None  # what the banker put up, where stakes are measured by it
        self.pot_minor: int | None = 0  # what earlier rounds left in a pot or farm
        self.remedies: dict[str, str] | None = None  # what was chosen where a pack offers it, by slot
        self.followed = True
        self.is_blind = False  # for a while no camera saw the felt
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
        if self.is_blind and rule not in MONEY:
            self.followed = False  # what nobody saw may excuse it
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

    @property
    def rests_on_one_read(self) -> bool:
        """Whether the last that is known is one read that nothing has confirmed."""
        return judge.is_unconfirmed(self)

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
    if r.phase == STAKES and not r.cards and f[0] > r.opened_by:
        before = r.boxes
        r.opened_by = f[0]
        r.at_ms = f[1]
        r.seat_boxes(f[6])
        for box in before:  # stakes may be told before the round is
            if box.state != UNSAID and box.place in r.places:
                box.seat = r.places[box.place].seat
                r.boxes[box.seat - 1] = r.places[box.place] = box


def _card(r: Round, f: Fact) -> None:
    r.cards[f[0]] = f
    r.on_card(r, f)


def _paid(r: Round, f: Fact) -> None:
    if f[6] == "as_shown" and _pays_naturals(r, f):
        return
    r.paid.append(f)
    if f[6] == "as_shown":
        r.shown_at = f[0]
        bank.check_stand(r, f)
    elif f[6] == "main" and r.phase == PLAY:
        bank.check_stand_on_pay(r, f)


def _pays_naturals(r: Round, f: Fact) -> bool:
    """While naturals are due and play goes on, "as shown" is said of these alone (R-BJF-25)."""
    pay = None if r.phase != PLAY or r.banking or r.dealer_natural else due.natural_now(r)
    if pay is None:
        return False
    while pay is not None:
        r.paid.append((*f[:5], pay.slot, pay.kind, pay.amount_minor))
        pay = due.natural_now(r)
    return True


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
    """A camera saw nothing for a while: over a decision that only cards tell, the round is lost.

    Else it is followed on for as long as all that comes fits.
    """
    r.is_blind = r.is_blind or r.phase in (DEAL, PLAY)
    if r.phase == PLAY and r.cur < len(r.order) and not r.has_words and not r.banking:
        r.followed = False


def _shuffled(r: Round, f: Fact) -> None:
    r.shufflers.append(f[5])


def _cut(r: Round, f: Fact) -> None:
    """I-28, R-BJF-5: told before the first card of a shoe."""
    if not procedure.is_cut_right(r.terms, (), (f[5],)):
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
    "player": several.told,
}


def fold(terms: Terms, facts: Iterable[Fact]) -> Round:
    """The round that these facts make. They are joined and sorted already (`joins.facts`)."""
    folded = Round(terms)
    takes, deal_card = TAKES, deal.deal_card
    fact: Fact | None = None
    rest = iter(facts)
    for fact in rest:
        if fact[2] == "card" and folded.on_card is deal_card:
            fact = deal.deal_through(folded, fact, rest)
            if fact is None:
                return folded
        takes[fact[2]](folded, fact)
    folded.last_fact = fact
    return folded
