"""What may be claimed at this moment, by whom, under which irregularity, with the choices that the pack offers. Pure.

A choice that holds the play up is no claim: the step is then `no_card` and offers it (`Round.ask`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tables.rules import bank, choices, deal, stakes_late
from tables.rules.hands import DOUBLED, OPEN, STOOD, VOID, Hand
from tables.rules.phases import DEAL, OVER, PLAY
from tables.rules.shapes import Shape

if TYPE_CHECKING:
    from tables.rules.round import Round

CHOICE: Final = "choice"  # an option about the card `fact_id`
SAID: Final = "said"  # the option is a word that the slot says
VOID_CARD: Final = "void"  # the card `fact_id` was never dealt
EXPOSED: Final = "card"  # the next card of the pack lies face up
PEEKED: Final = "peeked"


@dataclass(frozen=True, slots=True)
class Claim(Shape):
    """An irregularity that may be told now: how it is entered, and who may answer what."""

    rule: str
    kind: str
    answers: tuple[tuple[str, str], ...]  # (slot, option)
    fact_id: int = 0


def claims(r: Round) -> tuple[Claim, ...]:
    """Every claim that is in time, those about one hand first."""
    if not r.followed or r.is_void or r.phase == OVER or r.shown_at or r.ask is not None:
        return ()
    found = [*_passed_over(r), *_not_dealt(r), *_of_last_card(r), *_concealed(r), *_exposed(r)]
    found += [*_looks(r), *_peeked(r), *_out_of_time(r), *_discards(r)]
    return tuple(claim for claim in found if _is_in_scope(r, claim.rule))


def _is_in_scope(r: Round, rule: str) -> bool:
    entry = r.rule_pack.irregularities.get(rule)
    return entry is not None and r.terms.game.name in entry.scope


def _options(r: Round, rule: str, slot: str) -> tuple[tuple[str, str], ...]:
    return tuple((slot, option) for option in choices.codes(r, rule))


def _passed_over(r: Round) -> list[Claim]:
    """I-1: a box that was passed over claims the top card."""
    hands = [hand for box in r.boxes for hand in box.hands if deal.may_claim(r, hand)]
    return [Claim("I-1", SAID, ((hand.slot, "claim_top"),)) for hand in hands]


def _not_dealt(r: Round) -> list[Claim]:
    """I-1: a player says that the card which was entered face down for him never came."""
    if r.phase != DEAL and not stakes_late.is_open(r):
        return []
    if any(len(hand.cards) > 1 for hand in r.script if hand is not r.dealer):
        return []
    down = [hand for hand in dict.fromkeys(r.script) if hand is not r.dealer and hand.hidden and hand.state != VOID]
    return [Claim("I-1", VOID_CARD, ((hand.slot, "missed"),), hand.hidden[0]) for hand in down if hand.hidden[0]]


def _of_last_card(r: Round) -> list[Claim]:
    """I-6: the card that came last was not asked for; I-4: it was the second of the deal for that hand."""
    last = max((number for number, fact in r.cards.items() if fact[5] != "mouth"), default=0)
    hand = r.hands.get(r.cards[last][5]) if last else None
    if hand is None or r.phase != PLAY or r.banking or last != (hand.ids[-1] if hand.ids else 0):
        return []
    dealt = r.terms.deal.count("boxes")
    found = []
    if len(hand.cards) > dealt and hand.state in (OPEN, STOOD, *r.terms.live):
        found.append(Claim("I-6", CHOICE, _options(r, "I-6", hand.slot), last))
    if hand is r.last and len(hand.cards) == dealt + 1 == 3 and not hand.is_word:
        found.append(Claim("I-4", CHOICE, _options(r, "I-4", hand.slot), last))
    return found


def _concealed(r: Round) -> list[Claim]:
    """I-22: at the showdown the banker may demand the debt of a concealed bust twofold, or waive it."""
    if r.terms.options["bust_penalty"] != "double_on_demand":
        return []
    over = [hand for hand in r.order if hand.state == STOOD and not hand.hidden and hand.is_surely_over]
    told = [hand for hand in over if not hand.is_kept and hand.ids[-1]]
    return [Claim("I-22", CHOICE, _options(r, "I-22", "0"), hand.ids[-1]) for hand in told]


def _exposed(r: Round) -> list[Claim]:
    """I-5: the next card, for whoever it is, lies face up in the pack."""
    slot = None
    if r.phase == DEAL and r.si < len(r.script):
        slot = r.script[r.si].slot
    elif r.phase == PLAY and r.cur < len(r.order) and not r.banking:
        slot = r.order[r.cur].slot
    return [Claim("I-5", EXPOSED, ((slot, "exposed"),))] if slot not in (None, "0") else []


def _looks(r: Round) -> list[Claim]:
    """I-15: at a closed double card; I-14: at a hand of the same player whose turn it is not."""
    if r.phase != PLAY:
        return []
    doubled = [hand for hand in r.order if hand.state == DOUBLED and hand.hidden]
    waiting = [hand for hand in r.order[r.cur + 1 :] if hand.state == OPEN and hand.hidden]
    has_several = bool(r.terms.options["multi_hand"])
    found = [Claim("I-15", SAID, _looked(doubled))] if doubled else []
    return found + ([Claim("I-14", SAID, _looked(waiting))] if waiting and has_several else [])


def _looked(hands: list[Hand]) -> tuple[tuple[str, str], ...]:
    return tuple((hand.slot, "looked") for hand in hands)


def _peeked(r: Round) -> list[Claim]:
    """I-13: the bank looked at its closed card without the right to."""
    is_closed = r.phase == PLAY and bool(r.dealer.hidden) and not (r.peeked or r.banking)
    return [Claim("I-13", PEEKED, (("0", "looked"),))] if is_closed and not bank.may_peek(r) else []


def _out_of_time(r: Round) -> list[Claim]:
    """I-26: the clock ran out for the hand whose turn it is, or for the banker."""
    if not r.terms.game.has_clock or r.phase != PLAY:
        return []
    slot = r.order[r.cur].slot if r.cur < len(r.order) else "0"
    return [Claim("I-26", SAID, ((slot, "timeout"),))]


def _discards(r: Round) -> list[Claim]:
    """I-9: somebody claims a discarded card; it is refused, and noted."""
    hands = [hand for hand in r.order if hand.cards]
    return [Claim("I-9", SAID, tuple((hand.slot, "claim_discard") for hand in hands))] if hands else []
