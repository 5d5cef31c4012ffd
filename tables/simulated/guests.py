"""Simulated players of any game: what they stake, answer and ask for as soon as it is their turn. Pure.

They choose among what the engine permits, knowing their own cards: no card on a good total, a double on 10 or 11.
Chance is an argument; what they do comes out as the bodies of facts, `(kind, *fields)`.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from shoes.cards import CARDS, TEXTS, is_known
from tables.rules import banker, bonus, legal, stakes_late
from tables.rules.hands import COPIED, IN, OPEN, UNSAID, VOID, Hand
from tables.rules.phases import PLAY
from tables.rules.round import Round
from tables.rules.shapes import Request
from tables.simulated import players

Body = tuple[Any, ...]
Truth = Mapping[int, str]
"""What every card is that lies on the felt, by the number of its fact."""

ENOUGH: Final = 0.78
"""From which part of the target on nobody asks for another card."""
OFTEN: Final = {"burn": 0.7, "split": 0.6, "double": 0.7, "buy": 0.4, "triple": 0.15}
DOUBLED_ON: Final = (9, 10, 11)
WHOLE_STAKES: Final = 5


@dataclass(frozen=True, slots=True)
class Felt:
    """What the guests see: the round, and what the cards truly are that they hold."""

    round: Round
    truth: Truth
    chance: random.Random

    def cards(self, hand: Hand) -> list[str]:
        return [self.truth.get(number, TEXTS[card]) for card, number in zip(hand.cards, hand.ids, strict=True)]

    def known(self, hand: Hand) -> Hand:
        """The hand as its holder knows it."""
        held = self.round.terms.new_hand(hand.slot, hand.box, hand.base)
        for name in COPIED:
            setattr(held, name, getattr(hand, name))
        for text, number in zip(self.cards(hand), hand.ids, strict=True):
            held.add(CARDS[text], number, True)
        return held

    def shown(self, hand: Hand) -> list[Body]:
        """Its holder turns what lies face down."""
        return [("turned", number, self.truth[number]) for number in hand.hidden if number in self.truth]


def stakes(felt: Felt, seated: Sequence[str]) -> list[Body]:
    """The stakes of those who have not staked yet."""
    r = felt.round
    found: list[Body] = []
    for place in seated:
        box = r.places.get(place)
        if box is not None and box.state == UNSAID and not any(hand.state == VOID for hand in box.hands):
            amount = _stake(felt, place)
            if amount is not None:
                found.append(("stake", place, amount, "main"))
                return found
    return found


def _stake(felt: Felt, place: str) -> int | None:
    """What people stake: a few units, less where the bank allows no more, None where it allows nothing."""
    terms = felt.round.terms
    if terms.ante_minor:
        return terms.ante_minor
    limits = terms.limits
    low, step = limits.min_minor, limits.step_minor
    high = min(limits.max_minor, low + step * 4 * WHOLE_STAKES)
    wanted = players.stake_minor(low, high, step, felt.chance)
    return next((a for a in range(wanted, 0, -step) if felt.round.allows(Request(place, "stake", a)) is None), None)


def answers(felt: Felt) -> list[Body]:
    """What a player says to the banker's demand to double (R-PON-8, R-PON-9)."""
    r = felt.round
    if not (r.is_demanded and stakes_late.is_open(r)):
        return []
    for slot, hand in r.hands.items():
        if slot not in r.answers and hand.state != VOID and hand.box.state == IN:
            word = felt.chance.choices(stakes_late.ANSWERS, (6, 1, 2))[0]
            return [("said", slot, word, None)]
    return []


def declarations(felt: Felt) -> list[Body]:
    """Closed hands that are done as dealt are shown at once."""
    r = felt.round
    if r.phase != PLAY or r.banking or r.dealer_natural:
        return []
    for hand in r.order:
        if hand.hidden and hand.state == OPEN and not hand.acted and not hand.is_split and hand.pending is None:
            known = felt.known(hand)
            if known.is_natural or (r.terms.wins_with and (known.is_21 or known.is_surely_over)):
                return felt.shown(hand)
    return []


def offered(felt: Felt, code: str, slot: str, most: int | None) -> list[Body]:
    """What the guest says to whom insurance or even money is offered."""
    place = slot.partition(".")[0]
    if code == "offer_even_money":
        return [("said", slot, "even_money", None) if felt.chance.random() < 0.4 else _declined(place)]
    if not most or not players.takes_insurance(felt.chance):
        return [_declined(place)]
    return [("said", place, "insure", most)]


def _declined(place: str) -> Body:
    return ("said", place, "decline_insurance", None)


def surrenders(felt: Felt, slots: Iterable[str]) -> list[Body]:
    """Early surrender, against a strong card of the bank."""
    for slot in slots:
        hand = felt.round.hands[slot]
        if felt.known(hand).best in (14, 15, 16) and felt.chance.random() < 0.3:
            return [("said", slot, "surrender", None)]
    return []


def turn(felt: Felt, slot: str, permitted: Sequence[tuple[str, str]]) -> list[Body]:
    """What the guest whose turn it is does: a word, shown cards first where it needs them open."""
    r = felt.round
    tripled = next((at for at, word in permitted if word == "triple" and at != slot), None)
    if tripled is not None and felt.chance.random() < OFTEN["triple"]:
        return [("said", tripled, "triple", None)]
    hand = r.hands[slot]
    known = felt.known(hand)
    done = _done(felt, hand, known)
    if done:
        return done
    word = _wish(felt, hand, known)
    amount = _price(felt, hand) if word == "buy" else None
    first = felt.shown(hand) if word in ("double", "split", "claim") else []
    return [*first, ("said", slot, word, amount)]


def _done(felt: Felt, hand: Hand, known: Hand) -> list[Body]:
    """A hand that takes no more: it says so, or shows itself."""
    r = felt.round
    is_full = banker.is_full(r, len(hand.cards))
    stands: list[Body] = [("said", hand.slot, "stand", None)]
    if r.terms.game.hides_busts:  # R-FIF-6, R-FAR-12
        return stands if known.is_surely_over or known.is_21 or is_full else []
    if hand.hidden and known.is_surely_over:
        return felt.shown(hand)
    if hand.hidden and known.is_21 and (r.terms.count is not None or len(known.cards) == 2):
        return felt.shown(hand)
    if hand.hidden and r.terms.has_bonus and bonus.claims_itself(known):
        return felt.shown(hand)
    return stands if known.is_21 or is_full else []


def _wish(felt: Felt, hand: Hand, known: Hand) -> str:
    """One of the words that the guest's true cards allow."""
    r = felt.round
    words = set(legal.words(r, known))
    if "claim" in words and bonus.is_any(known):
        return "claim"
    upcard = _upcard(felt)
    if upcard and not r.terms.is_free and len(known.cards) > 1:
        return players.decide(felt.cards(hand), upcard, words, felt.chance)
    is_low = known.best < ENOUGH * r.terms.target
    is_liked = {"split": True, "double": known.best in DOUBLED_ON, "burn": True, "buy": is_low}
    for word, is_wanted in is_liked.items():
        if word in words and is_wanted and felt.chance.random() < OFTEN[word]:
            return word
    return next(word for word in ("hit" if is_low else "stand", "stand", "hit", *sorted(words)) if word in words)


def _upcard(felt: Felt) -> str:
    """The bank's card that lies open."""
    dealer = felt.round.dealer
    shown = (card for card, number in zip(dealer.cards, dealer.ids, strict=True) if number not in dealer.hidden)
    card = next(shown, None)
    return "" if card is None or not is_known(card) else TEXTS[card]


def _price(felt: Felt, hand: Hand) -> int:
    """R-PON-16: a card costs from the least stake up to the first one."""
    least, most = felt.round.terms.limits.min_minor, hand.base or felt.round.terms.limits.min_minor
    return felt.chance.choice((least, most))
