"""What cameras saw becomes facts of a round. Pure; the live table and a recording are read by the same code."""

from collections.abc import Iterable
from typing import Final

from shoes.cards import CARDS
from tables.lying import ASIDE, UNREAD, Body, Lying, Statement, View, box_of, is_drawn, is_first_card, is_played
from tables.rules import joins
from tables.rules.aligned import cards_agree
from tables.rules.facts import AT, BANK, ID, KIND, SLOT, SOURCE, Fact
from tables.rules.mouth import MOUTH
from tables.rules.round import fold
from tables.rules.shapes import Finding
from tables.rules.terms import Terms

BACK: Final = "back"
CARD, FACE = 6, 7
SETTLING: Final = (
    "pay", "collect", "return_stake", "clear_cards", "round_over", "reshuffle", "dealer_draws", "dealer_stands",
)  # fmt: skip
"""Steps after which nothing is left but the money, or the bank has finished short of what it must (its own finding)."""


class Felt:
    """The cards of one round as its cameras know them; `facts` are the round's, from whomever."""

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.facts: list[Fact] = list(facts)
        self.views: dict[str, View] = {}

    @property
    def is_cleared(self) -> bool:
        """Whether the round is over as the cards have it: the bank's were lifted, or all where it had none."""
        seen = [card for view in self.views.values() for card in view.seen() if card.number]
        ours = [card for card in seen if card.place == BANK] or seen
        return bool(ours) and not any(card in view.cards.values() for view in self.views.values() for card in ours)

    def begins_next(self, camera: str, statement: Statement) -> bool:
        """Whether this card is the first of another round: this one's are lifted, here and at the bank."""
        if not is_first_card(statement) or not self.is_cleared or self.lies_at(statement["place"]):
            return False
        return statement.get("was") == MOUTH or not self.knows(camera, statement["read"])

    def lies_at(self, place: str) -> bool:
        """Whether a card lies in a box or at the bank."""
        return any(box_of(card.place) == box_of(place) for view in self.views.values() for card in view.cards.values())

    def tell(self, camera: str, statement: Statement) -> Body | None:
        """The fact that a new statement makes, if any; `entered` then says which number it got."""
        return self._take(camera, statement, is_new=True)

    def entered(self, camera: str, statement: Statement, fact: Fact) -> None:
        """The fact that the statement made stands in the round."""
        self.facts.append(fact)
        self._number(camera, statement, fact)

    def recall(self, camera: str, statement: Statement, number: int | None) -> None:
        """A statement that was told before, and the number of the fact that it made; without one, maybe another's."""
        is_about_a_card = statement["kind"] in ("read", "turned", "moved") and not statement.get("was_lying")
        if number is None and is_about_a_card and not self.knows(camera, statement["read"]):
            return
        self._take(camera, statement, is_new=False)
        fact = next((fact for fact in self.facts if fact[ID] == number), None)
        if fact is not None:
            self._number(camera, statement, fact)

    def knows(self, camera: str, read: str) -> bool:
        """Whether it is a card of this round."""
        return self._card(camera, read) is not None

    def _card(self, camera: str, read: str) -> Lying | None:
        view = self.views.get(camera)
        return view.card(read) if view else None

    def _take(self, camera: str, statement: Statement, *, is_new: bool) -> Body | None:
        view = self.views.setdefault(camera, View(camera))
        view.start_anew(statement)
        teller = TELLERS.get(statement["kind"])
        return teller(self, view, statement, is_new) if teller else None

    def _number(self, camera: str, statement: Statement, fact: Fact) -> None:
        card = self._card(camera, statement.get("read", ""))
        if card is None:
            return
        if fact[KIND] == "turned":
            card.number, card.turned = card.number or fact[SLOT], card.turned or fact[ID]
        elif fact[KIND] == "card" and not card.number:
            card.number, card.slot = fact[ID], fact[SLOT]
            card.card, card.face, card.lie = fact[CARD:]
        elif fact[KIND] == "corrected" and fact[6][0] == "card":
            card.slot = fact[6][1]

    # what each kind says

    def _read(self, view: View, said: Statement, is_new: bool) -> Body | None:
        known = view.card(said["read"])
        if known is not None:
            return self._read_again(known, said, is_new)
        if said["place"] in ASIDE:
            return None
        slot = view.slot(said["place"])
        card = Lying(0, said["place"], slot, said["card"], said["face"], said["lie"])
        lay = self._lay_already(view, card) if said.get("was_lying") else None
        missed = self._missed(view, card) if lay is None and is_new else 0
        view.see(said["read"], card)
        if missed:
            card.number = missed
            return ("turned", missed, card.card)
        if lay is None:
            return card.body(slot)
        card.number, card.turned = lay
        return self._known_better(card) if is_new else None

    def _known_better(self, card: Lying) -> Body | None:
        """What a watch that began again adds to a card that is known: it was turned, or can be read now."""
        fact = next(fact for fact in joins.facts(self.facts) if fact[ID] == card.number)
        if fact[FACE] == "down":
            return ("turned", card.number, card.card) if card.face == "up" and not card.turned else None
        if fact[SOURCE] != "observed" or CARDS[card.card] >= CARDS[fact[CARD]]:
            return None
        return ("corrected", card.number, ("card", fact[SLOT], card.card, *fact[FACE:]), "read again")

    def _read_again(self, known: Lying, said: Statement, is_new: bool) -> Body | None:
        """The same card, read better; nothing where a person has said what it is."""
        is_better = known.read_again(said)
        if not (is_better and is_new and known.number) or self._is_said(known):
            return None
        if known.turned:
            return ("corrected", known.turned, ("turned", known.number, known.card), "read again")
        return ("corrected", known.number, known.body(known.slot), "read again")

    def _turned(self, view: View, said: Statement, is_new: bool) -> Body | None:
        card = view.card(said["read"])
        if card is None:
            slot = view.slot(said["place"])
            card = Lying(self._face_down(slot), said["place"], slot, said["card"], "up", "along")
            view.see(said["read"], card)
        if card.turned:
            return self._read_again(card, said, is_new)
        card.card = said["card"]
        if card.number:
            return ("turned", card.number, card.card)
        card.face = "up"
        return card.body(card.slot)

    def _moved(self, view: View, said: Statement, is_new: bool) -> Body | None:
        card = view.cards.get(said["read"])
        if card is None and said["was"] == MOUTH:  # it was drawn in another round
            card = Lying(0, MOUTH, "", said.get("card", UNREAD), said.get("face", "up"), said.get("lie", "along"))
        if card is None:
            return None
        was, card.place = card.place, said["place"]
        view.see(said["read"], card)
        if not is_played(card.place) or box_of(was) == box_of(card.place):
            return None
        slot = view.slot(card.place)
        if not card.number or was == MOUTH:
            card.number = 0
            return card.body(slot)
        return ("corrected", card.number, card.body(slot), "moved") if is_new and not self._is_said(card) else None

    def _parted(self, view: View, said: Statement, is_new: bool) -> Body | None:
        slot = view.slot(said["place"])
        view.part(said["place"], said["hand"])
        for read in said["reads"]:
            if read in view.cards:
                view.cards[read].place = said["hand"]
        return ("parted", slot)

    def _lifted(self, view: View, said: Statement, is_new: bool) -> Body | None:
        lifted = view.lift(said["reads"])
        if not is_played(said["place"]) or not any(card.number for card in lifted):
            return None
        return ("lifted", view.slot(said["place"]))

    def _state(self, view: View, said: Statement, is_new: bool) -> Body | None:
        """A gap, once the camera is back; none while another one saw the felt."""
        if said["state"] != BACK:
            view.away_since = said["at_ms"] if view.away_since is None else view.away_since
            return None
        since, view.away_since = view.away_since, None
        others = [other for other in self.views.values() if other is not view and other.has_seen]
        if since is None or any(other.away_since is None for other in others):
            return None
        return ("gap", view.camera, since, said["at_ms"])

    # what is known already

    def _lay_already(self, view: View, card: Lying) -> tuple[int, int] | None:
        """The fact of a card that lay there before the watch began, and the one that turned it.

        The first of its hand that is read alike and that this watch has not named yet, else the first that may be it.
        """
        numbers = joins.numbers(self.facts)
        named = {numbers.get(other.number, other.number) for other in view.cards.values()}
        facts = joins.facts(self.facts)
        turned = {fact[SLOT]: fact for fact in facts if fact[KIND] == "turned"}
        hand = [fact for fact in facts if fact[KIND] == "card" and fact[SLOT] == card.slot and fact[ID] not in named]
        told = {fact[ID]: turned[fact[ID]][CARD] if fact[ID] in turned else fact[CARD] for fact in hand}
        may_be = [fact for fact in hand if _fits(card, fact, told[fact[ID]])]
        best = next((fact for fact in may_be if told[fact[ID]] == card.card), may_be[0] if may_be else None)
        return (best[ID], turned[best[ID]][ID] if best[ID] in turned else 0) if best else None

    def _face_down(self, slot: str) -> int:
        """The first card of a hand that lies face down and was not turned; 0 where none does."""
        facts = joins.facts(self.facts)
        turned = {fact[SLOT] for fact in facts if fact[KIND] == "turned"}
        down = (fact[ID] for fact in facts if fact[KIND] == "card" and fact[SLOT] == slot and fact[FACE] == "down")
        return next((number for number in down if number not in turned), 0)

    def _missed(self, view: View, card: Lying) -> int:
        """The bank's card that others told face down and this camera never saw lie so: the one that it sees turned now.

        The bank turns its card before it draws another. 0 where there is none.
        """
        if card.slot != BANK or card.face != "up":
            return 0
        down, heads = self._face_down(BANK), joins.numbers(self.facts)
        return 0 if down in {heads.get(seen.number, seen.number) for seen in view.seen()} else down

    def _is_said(self, card: Lying) -> bool:
        """Whether a person told the card, or put it right, or took it back."""
        number = card.turned or card.number
        head = joins.numbers(self.facts).get(number, number)
        return next((fact[SOURCE] != "observed" for fact in joins.facts(self.facts) if fact[ID] == head), True)


TELLERS: Final = {
    "read": Felt._read,
    "turned": Felt._turned,
    "moved": Felt._moved,
    "parted": Felt._parted,
    "lifted": Felt._lifted,
    "camera": Felt._state,
}


class Watching:
    """The rounds of a recording as they are seen, with nothing known but the cards; findings as they become sure.

    `rounds` are lists of facts. With `terms` None no findings are made.
    """

    def __init__(self, terms: Terms | None, *, camera: str) -> None:
        self.terms = terms
        self.camera = camera
        self.rounds: list[list[Fact]] = []
        self._drawn: list[Statement] = []  # read at the mouth since the felt was cleared: the next round's
        self._felt = Felt()
        self._told: set[tuple[str, str, str]] = set()

    def take(self, statement: Statement) -> list[Finding]:
        """The findings that a statement makes sure, each once."""
        found: list[Finding] = []
        is_waiting = self._felt.is_cleared or not self.rounds
        if is_waiting and is_drawn(statement):
            self._drawn.append(statement)
            return found
        if not self.rounds or self._felt.begins_next(self.camera, statement):
            if not (is_first_card(statement) or statement.get("was_lying")):
                return found
            found = self.end(statement["at_ms"])
            self._begin()
        self._put(statement)
        return [*found, *self._news()]

    def end(self, at_ms: int | None = None) -> list[Finding]:
        """The round that is on the felt is over, as the end of the recording has it."""
        if not self.rounds or self._felt.facts[-1:] == []:
            return []
        facts = self._felt.facts
        if self.terms is not None and self._felt.is_cleared and facts[-1][KIND] != "closed":
            how = closing_of(fold(self.terms, joins.facts(facts)).due().step.code)
            at = max(fact[AT] for fact in facts)
            facts.append((len(facts) + 1, at if at_ms is None else max(at, at_ms), "closed", "table", "table", how))
        return self._news()

    def _begin(self) -> None:
        self._felt = Felt()
        self.rounds.append(self._felt.facts)
        self._told = set()
        drawn, self._drawn = self._drawn, []
        for statement in drawn:
            self._put(statement)

    def _put(self, statement: Statement) -> None:
        body = self._felt.tell(self.camera, statement)
        if body is not None:
            number = len(self._felt.facts) + 1
            fact = (number, statement["at_ms"], body[0], "observed", self.camera, *body[1:])
            self._felt.entered(self.camera, statement, fact)

    def _news(self) -> list[Finding]:
        if self.terms is None:
            return []
        findings = fold(self.terms, joins.facts(self._felt.facts)).findings()
        news = [finding for finding in findings if not finding.provisional and finding.key not in self._told]
        self._told.update(finding.key for finding in news)
        return news


def facts_of_sights(
    statements: Iterable[Statement], *, camera: str = "camera:1", terms: Terms | None = None
) -> list[list[Fact]]:
    """The facts of each round of a recording. A round begins at the first card after all cards were lifted."""
    watching = Watching(terms, camera=camera)
    for statement in statements:
        watching.take(statement)
    watching.end()
    return watching.rounds


def closing_of(step_code: str) -> str:
    """How a round ends whose cards were all lifted, after the step that is still due."""
    return "settled" if step_code in SETTLING else "lost"


def _fits(card: Lying, fact: Fact, told: str) -> bool:
    """Whether a card that lies there may be the one of the fact; one that lies face up may have been turned."""
    if card.face == "down":
        return bool(fact[FACE] == "down")
    return cards_agree(card.card, told)
