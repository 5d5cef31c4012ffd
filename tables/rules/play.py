"""The driver: a deal and requests become the facts of a round. Replay, demo and school use it. Pure.

It asks `allows` before it acts, takes the next card of the deal, and makes facts; what the bank must do it does by
itself. Requests are in order: stakes first (`word` "stake"), then decisions; a word that starts with `!` is an event
(`!missed`, `!two_first discard 1`, `!two_second keep 0`, `!unasked keep`, `!exposed refuse`; CASES.md).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from tables.rules import bank, deal, legal, settle
from tables.rules.facts import Fact
from tables.rules.hands import OPEN, SURRENDERED, VOID, Hand
from tables.rules.phases import DEAL, OVER, PLAY
from tables.rules.round import Round
from tables.rules.shapes import Request
from tables.rules.terms import Terms

BEFORE_PEEK: Final = ("insure", "decline_insurance", "even_money", "no_declare")
DEALING: Final = ("!missed", "!two_first", "!two_second")
STEP_MS: Final = 1000


class DealTooShort(ValueError):
    """The deal ends before the round does."""


class Player:
    """One round being played; `facts` grow, `round` is their fold."""

    def __init__(self, terms: Terms, cards: Iterable[str], *, places: Sequence[str] | None = None) -> None:
        self.terms = terms
        self.cards: Iterator[str] = iter(cards)
        self.facts: list[Fact] = []
        self.round = Round(terms)
        self.is_past_window = False
        self.events: dict[str, dict[str, str]] = {}
        names = tuple(places) if places is not None else tuple(str(n) for n in range(1, terms.boxes + 1))
        self.put("opened", terms.hash, names, "house", source="table")

    def put(self, kind: str, *fields: Any, source: str = "entered") -> int:
        """One fact more; its id."""
        number = len(self.facts) + 1
        fact = (number, number * STEP_MS, kind, source, "sim", *fields)
        self.facts.append(fact)
        self.round.take(fact)
        return number

    def card(self, slot: str, *, face: str = "up", lie: str = "along") -> int:
        """The next card of the deal, to a slot."""
        card = next(self.cards, None)
        if card is None:
            raise DealTooShort(f"the deal ends before the round does: {slot} is owed one more card")
        return self.put("card", slot, card, face, lie, source="observed")

    def show(self, hand: Hand) -> None:
        """Turn what lies face down of a hand."""
        for fact_id in list(hand.hidden):
            if fact_id:
                self.put("turned", fact_id, self.round.cards[fact_id][6], source="observed")

    # the deal

    def deal(self) -> None:
        self.put("said", "0", "stakes_closed", None)
        if not any(box.stake != 0 and box.state == 1 for box in self.round.boxes):
            return
        deal.start(self.round)
        while self.round.phase == DEAL:
            self._deal_one()
        for hand in list(self.round.order):
            if hand.hidden and hand.is_natural:
                self.show(hand)

    def _deal_one(self) -> None:
        r = self.round
        missed = self.events.get("!missed", {})
        while r.si < r.second_pass and r.script[r.si].slot in missed:
            self.put("said", r.script[r.si].slot, "missed", None)
        is_second = r.si >= r.second_pass
        hand = r.script[r.si]
        faces = self.terms.dealer_up if hand is r.dealer else self.terms.players_up
        which = min(len(hand.cards), 1) if hand is not r.dealer else int(is_second)
        face = "up" if faces[which] else "down"
        if is_second and hand is not r.dealer and not hand.cards:
            face = "up" if faces[0] else "down"
        self.card(hand.slot, face=face)
        event = self.events.get("!two_second" if is_second else "!two_first", {})
        if hand is not r.dealer and hand.slot in event and r.phase == DEAL:
            rule = "I-4" if is_second else "I-2"
            self.put("choice", rule, self.card(hand.slot, face=face), event.pop(hand.slot))
        if hand is r.dealer and not is_second:
            self._claim()

    def _claim(self) -> None:
        """Seats that were passed over and claim the top card get it before the second round of dealing."""
        for place, claims in self.events.get("!missed", {}).items():
            if claims and self.round.allows(Request(place, "claim_top")) is None:
                self.put("said", place, "claim_top", None)
        while self.round.phase == DEAL and any(not hand.cards for hand in self.round.claims):
            hand = next(hand for hand in self.round.claims if not hand.cards)
            self.card(hand.slot, face="up" if self.terms.players_up[0] else "down")

    # decisions

    def request(self, request: Request) -> bool:
        """Carry out a request; False if it is refused."""
        doubled = self.round.triple_hand
        is_triple = doubled is not None and (request.slot, request.word) == (doubled.slot, "triple")
        if not is_triple and not request.word.startswith(DEALING):
            self.round.triple_hand = None  # R-BJF-36: the very next action after the double, or none
        return self._event(request) if request.word.startswith("!") else self._decide(request)

    def _decide(self, request: Request) -> bool:
        r = self.round
        is_early = request.word in BEFORE_PEEK or (
            request.word == "surrender" and self.terms.options["surrender"] == "early"
        )
        self._pass_over(request)
        if r.allows(request) is not None:
            return False
        if not is_early:
            self.close_window()
            if r.allows(request) is not None:
                return False
        self._carry_out(request)
        return True

    def _pass_over(self, request: Request) -> None:
        """A split ace that may only be split again stands when another hand is asked (no action is needed for it)."""
        r = self.round
        if r.phase != PLAY or r.cur >= len(r.order) or not self.is_past_window:
            return
        hand = r.order[r.cur]
        is_done = hand.is_split_ace and self.terms.options["split_aces_one_card"] and len(hand.cards) == 2
        if is_done and request.slot != hand.slot:
            self.put("said", hand.slot, "stand", None)
            self._serve()

    def close_window(self) -> None:
        """Insurance is over: the bank looks where it may."""
        r = self.round
        if self.is_past_window or r.phase != PLAY:
            return
        self.is_past_window = True
        if r.due().step.code in ("offer_insurance", "offer_even_money"):
            self.put("said", "0", "decline_insurance", None)
        if bank.may_peek(r) and not r.undeclared:
            self.put("peeked", "0")
            if r.dealer.is_natural:
                self.show(r.dealer)
        if r.dealer_natural:
            return
        self._serve()

    def _carry_out(self, request: Request) -> None:
        r, slot, word = self.round, request.slot, request.word
        hand = r.hands.get(slot)
        if hand is not None and word in ("double", "split"):
            self.show(hand)
        self.put("said", slot, word, request.amount_minor)
        if word == "double" or word == "triple":
            self.card(slot, face=str(self.terms.options["double_card_face"]), lie="across")
        elif word in ("hit", "hit_silent"):
            self.card(slot)
            if hand is not None and not (word == "hit_silent" and hand.is_surely_over):
                self._announce(hand)
        self._serve()

    def _announce(self, hand: Hand) -> None:
        """A hand whose cards lie face down says that it is over 21, or that it has 21."""
        if not hand.hidden or not (hand.state == OPEN or hand.is_kept):
            return
        if hand.is_surely_over:
            self.show(hand)
        elif hand.is_21 and hand.state == OPEN:
            self.put("said", hand.slot, "stand", None)

    def _serve(self) -> None:
        """Cards that come without being asked for: those of split hands."""
        r = self.round
        while r.phase == PLAY and not (r.banking or r.dealer_natural):
            waiting = [hand for hand in r.order[r.cur :] if hand.pending in ("split", "deal")]
            both = self.terms.options["split_deal"] == "both_at_once"
            now = [hand for hand in waiting if both or r.order[r.cur] is hand]
            if not now:
                return
            self.card(now[0].slot)

    def _event(self, request: Request) -> bool:
        r = self.round
        word, _, option = request.word.partition(" ")
        if word in DEALING:
            return request.slot in r.places
        self.close_window()
        hand = r.hands.get(request.slot)
        if r.phase != PLAY or r.dealer_natural or r.banking or hand is None or hand.state in (SURRENDERED, VOID):
            return False
        if word == "!unasked":
            self.put("choice", "I-6", self.card(request.slot), option)
        elif word == "!exposed" and legal.may_act(r, hand) is None:
            number = next(self.cards, None)
            if number is None:
                raise DealTooShort(f"the deal ends before the round does: {request.slot} is owed one more card")
            self.put("choice", "I-5", self.put("card", "mouth", number, "up", "along"), option)
        else:
            return False
        self._announce(hand)
        self._serve()
        return True

    # the end

    def finish(self) -> None:
        """Everybody who is left stands; the bank plays, all is shown, paid and closed."""
        r = self.round
        self.close_window()
        while r.phase == PLAY and r.cur < len(r.order) and not (r.banking or r.dealer_natural):
            self.put("said", r.order[r.cur].slot, "stand", None)
            self._serve()
        while r.phase == PLAY and self._bank_step():
            pass
        for hand in r.order:
            self.show(hand)
        if r.phase != OVER:
            if r.order:
                self.put("paid", "*", "as_shown", None)
            self.put("closed", "settled", source="table")

    def _bank_step(self) -> bool:
        r = self.round
        due = r.due()
        code = due.step.code
        if code == "pay" and not settle.is_finished(r):  # a natural, before the bank plays
            self.put("paid", due.pays[0].slot, due.pays[0].kind, due.pays[0].amount_minor)
        elif code == "turn_hole":
            self.show(r.dealer)
        elif code in ("deal_hole", "dealer_draws"):
            self.card("0")
        else:
            return False
        return True


def play(
    terms: Terms, deal: Iterable[str], requests: Iterable[Request], *, places: Sequence[str] | None = None
) -> tuple[list[Fact], list[int]]:
    """The facts of a round played to its end, and the indices of the requests that were refused.

    Raises DealTooShort if the deal has too few cards.
    """
    asked = list(requests)
    player = Player(terms, deal, places=places)
    rejected = set(stake(player, asked))
    claims = {request.slot for request in asked if request.word == "claim_top"}
    for request in asked:
        word, _, option = request.word.partition(" ")
        if word in DEALING:
            told = ("claim" if request.slot in claims else "") if word == "!missed" else option
            player.events.setdefault(word, {})[request.slot] = told
    player.deal()
    claimed = {hand.slot for hand in player.round.claims}
    for index, request in enumerate(asked):
        if request.word == "stake" or (request.word == "claim_top" and request.slot in claimed):
            claimed.discard(request.slot) if request.word == "claim_top" else None
        elif not player.request(request):
            rejected.add(index)
    player.finish()
    return player.facts, sorted(rejected)


def stake(player: Player, asked: list[Request]) -> list[int]:
    """Put the stakes down; the indices of those refused."""
    refused = []
    for index, request in enumerate(asked):
        if request.word == "stake":
            if player.round.allows(request) is None:
                player.put("stake", request.slot, request.amount_minor, "main")
            else:
                refused.append(index)
    return refused
