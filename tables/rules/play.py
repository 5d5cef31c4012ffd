"""The driver: a deal and requests become the facts of a round. Replay, demo and school use it. Pure.

It asks `allows` before it acts, takes the next card of the deal, and makes facts; what the bank must do it does by
itself. Requests are in order: stakes first (`word` "stake"), then decisions; a word that starts with `!` is an event
(`!missed`, `!two_first discard 1`, `!two_second keep 0`, `!unasked keep`, `!exposed refuse`; CASES.md).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from tables.rules import bank, banker, bonus, dealing, legal, settle, stakes_late
from tables.rules.facts import Fact
from tables.rules.hands import OPEN, SURRENDERED, VOID, Hand
from tables.rules.phases import OVER, PLAY
from tables.rules.round import Round
from tables.rules.shapes import Request
from tables.rules.terms import Terms

BEFORE_PEEK: Final = ("insure", "decline_insurance", "even_money", "no_declare")
OF_BANKER: Final = ("hit", "stand", "waive")
BEFORE_SECOND: Final = ("demand_double", "accept", "redouble", "refuse")
BEFORE_BANKER: Final = ("pay", "turn_hole", "deal_hole", "dealer_draws")
DEALING: Final = ("!missed", "!two_first", "!two_second", "!first_open")
STEP_MS: Final = 1000


class DealTooShort(ValueError):
    """The deal ends before the round does."""


class Player:
    """One round being played; `facts` grow, `round` is their fold."""

    def __init__(
        self, terms: Terms, cards: Iterable[str], *, places: Sequence[str] | None = None, bank: str = "house"
    ) -> None:
        self.terms = terms
        self.cards: Iterator[str] = iter(cards)
        self.facts: list[Fact] = []
        self.round = Round(terms)
        self.is_past_window = False
        self.bottom: list[str] = []  # cards that the banker takes from the bottom of the pack
        self.stakes: list[Request] = []  # those that wait for the first card
        self.events: dict[str, dict[str, str]] = {}
        names = tuple(places) if places is not None else tuple(str(n) for n in range(1, terms.boxes + 1))
        self.put("opened", terms.hash, names, bank, source="table")

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
        """The cards of the deal; where stakes come after the first card, those cards and the stakes."""
        dealing.deal(self)

    def deal_on(self) -> None:
        """The second round of dealing, once stakes are made (R-PON-10)."""
        dealing.deal_on(self)

    # decisions

    def request(self, request: Request) -> bool:
        """Carry out a request; False if it is refused."""
        if request.word not in BEFORE_SECOND and not request.word.startswith(DEALING):
            self.deal_on()
        doubled = self.round.triple_hand
        is_triple = doubled is not None and (request.slot, request.word) == (doubled.slot, "triple")
        if not is_triple and not request.word.startswith(DEALING):
            self.round.triple_hand = None  # R-BJF-36: the very next action after the double, or none
        return self._event(request) if request.word.startswith("!") else self._decide(request)

    def _decide(self, request: Request) -> bool:
        r = self.round
        if stakes_late.is_open(r):
            return self._answer(request)
        if request.slot == "0" and request.word in OF_BANKER:
            return self._bank_decides(request)
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

    def _answer(self, request: Request) -> bool:
        """The banker's demand to double, and what the players say to it."""
        if self.round.allows(request) is not None:
            return False
        self.put("said", request.slot, request.word, None)
        return True

    def _bank_decides(self, request: Request) -> bool:
        """What a banker who draws as he likes asks for."""
        r = self.round
        self.close_window()
        while r.phase == PLAY and r.due().step.code in BEFORE_BANKER and self._bank_step():
            pass
        if r.allows(request) is not None:
            return False
        self.put("said", "0", request.word, None)
        if request.word == "hit":
            self.card("0")
            self._bank_says()
        return True

    def _bank_says(self) -> None:
        """A banker whose cards lie closed stands when he can't better them."""
        dealer = self.round.dealer
        if dealer.hidden and (dealer.is_21 or dealer.is_surely_over) and not self.round.bank_stood:
            self.put("said", "0", "stand", None)

    def _pass_over(self, request: Request) -> None:
        """A split ace that may only be split again stands when another hand is asked (no action is needed for it)."""
        r = self.round
        if r.phase != PLAY or r.cur >= len(r.order) or not self.is_past_window:
            return
        hand = r.order[r.cur]
        is_done = hand.is_split_ace and self.terms.options["split_aces_one_card"] and len(hand.cards) == 2
        if is_done and request.slot != hand.slot:
            self.put("said", hand.slot, "stand", None)
            self.serve()

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
        ends = self.terms.options.get("dealer_natural_ends_round") and r.dealer.is_natural
        if ends or (bank.waits_for_hole(r) and r.due().step.code == "turn_hole"):
            self.show(r.dealer)  # R-MAC-6
        if r.dealer_natural:
            return
        self.serve()

    def _carry_out(self, request: Request) -> None:
        r, slot, word = self.round, request.slot, request.word
        hand = r.hands.get(slot)
        if hand is not None and (word in ("double", "split", "claim") or self._is_claim(hand, word)):
            self.show(hand)
        self.put("said", slot, word, request.amount_minor)
        if word == "double" or word == "triple":
            self.card(slot, face=str(self.terms.options["double_card_face"]), lie="across")
        elif word in ("hit", "hit_silent", "buy", "burn"):
            self.card(slot, face=self._face(word))
            if hand is not None and not (
                word == "hit_silent" and hand.is_surely_over and not self.terms.game.hides_busts
            ):
                self._announce(hand)
        self.serve()

    def _is_claim(self, hand: Hand, word: str) -> bool:
        """AMB-16: whoever stands on five or more cards claims."""
        return word == "stand" and self.terms.has_bonus and bonus.is_any(hand)

    def _face(self, word: str) -> str:
        if word == "burn":
            return str(self.terms.options["burn_face"])
        return "down" if word == "buy" else "up"

    def _announce(self, hand: Hand) -> None:
        """A hand whose cards lie face down says that it is over 21, or that it has 21."""
        if not hand.hidden or not (hand.state == OPEN or hand.is_kept):
            return
        is_done = hand.is_21 or banker.is_full(self.round, len(hand.cards))
        if self.terms.game.hides_busts:  # R-FIF-6, R-FAR-12
            if is_done or hand.is_surely_over:
                self.put("said", hand.slot, "stand", None)
        elif hand.is_surely_over or (hand.is_21 and self.terms.count is not None) or self._is_bonus(hand):
            self.show(hand)
        elif is_done and hand.state == OPEN:
            self.put("said", hand.slot, "stand", None)

    def _is_bonus(self, hand: Hand) -> bool:
        """R-PON-25: a bonus hand that nothing can better claims itself."""
        return self.terms.has_bonus and bonus.claims_itself(hand)

    def serve(self) -> None:
        """Cards that come without being asked for: those of split hands."""
        r = self.round
        while r.phase == PLAY and not (r.banking or r.dealer_natural):
            waiting = [hand for hand in r.order[r.cur :] if hand.pending in ("split", "deal")]
            both = self.terms.options["split_deal"] == "both_at_once"
            now = [hand for hand in waiting if both or r.order[r.cur] is hand]
            if not now:
                return
            self.card(now[0].slot)
            self._announce(now[0])

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
        self.serve()
        return True

    # the end

    def finish(self) -> None:
        """Everybody who is left stands; the bank plays, all is shown, paid and closed."""
        r = self.round
        self.deal_on()
        self.close_window()
        if r.due().step.code == "banker_acts":  # R-O2D-12: before the players
            self.put("said", "0", "stand", None)
        while r.phase == PLAY and r.cur < len(r.order) and not (r.banking or r.dealer_natural):
            self.put("said", r.order[r.cur].slot, "stand", None)
            self.serve()
        while r.phase == PLAY and self._bank_step():
            pass
        if self.terms.is_free and r.phase == PLAY and bank.has_live_hand(r):
            self.show(r.dealer)
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
            self._bank_says()
        elif code == "banker_acts":
            self.put("said", "0", "stand", None)
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
    refused: list[int] = []
    if player.terms.bets_late:
        player.stakes = [request for request in asked if request.word == "stake"]
        return refused
    for index, request in enumerate(asked):
        if request.word == "stake":
            if player.round.allows(request) is None:
                player.put("stake", request.slot, request.amount_minor, "main")
            else:
                refused.append(index)
    return refused
