"""Where the cards go from here, for a pad that waits for no answer: the rest of the deal, or what is shown. Pure.

The deal is asked for by dealing unknown cards on paper: what they are does not change where the next one goes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tables.rules import facts as make
from tables.rules import joins
from tables.rules.facts import AT, BANK, ID, KIND, SLOT, Fact
from tables.rules.hands import UNREAD, Hand
from tables.rules.round import Round, fold
from tables.rules.shapes import Step
from tables.rules.terms import Terms

MOST_AHEAD: Final = 32
DEALS: Final = {"deal_card": "up", "deal_dealer_up": "up", "deal_hole": "down"}
SHOWS: Final = ("turn_hole", "peek", "show_hand")
ONE_CARD: Final = ("deal_to", "dealer_draws", "banker_acts", "box_acts")
FACES: Final = {"double": "double_card_face", "triple": "double_card_face", "burn": "burn_face"}

Target = dict[str, str]


def ahead(terms: Terms, facts: Sequence[Fact]) -> list[Target]:
    """Targets in order; each says slot, `what` (card or turned), the number of the card to turn, face and lie."""
    found: list[Target] = []
    lain = joins.facts(facts)
    now = fold(terms, lain)
    while len(found) < MOST_AHEAD:
        step = now.due().step
        if step.code not in DEALS:
            return found or _of_play(now, step, lain)
        target = _target(step.slot or BANK, _dealt_face(now, step), step)
        found.append(target)
        lain = [*lain, _unknown(lain, target)]
        now = fold(terms, lain)
    return found


def face(r: Round, step: Step) -> str:
    """On which face the card that the step asks for lies."""
    return _dealt_face(r, step) if step.code in DEALS else _played_face(r.terms, step)


def _of_play(r: Round, step: Step, lain: Sequence[Fact]) -> list[Target]:
    """Cards that lie face down and are to be shown, or the one card that the step asks for."""
    if step.code in SHOWS:
        return shows(r, step)
    if step.code not in ONE_CARD:
        return []
    hand = r.hands.get(step.slot or "")
    if hand is not None and step.code == "box_acts" and _is_half_shown(hand, lain):
        return shown_of(hand)
    return [_target(step.slot or BANK, _played_face(r.terms, step), step)]


def _is_half_shown(hand: Hand, lain: Sequence[Fact]) -> bool:
    """Whether its player has begun to show the hand."""
    turned = {fact[SLOT] for fact in lain if fact[KIND] == "turned"}
    return bool(hand.hidden) and not turned.isdisjoint(hand.ids)


def shows(r: Round, step: Step) -> list[Target]:
    """At the end every hand that is still in shows its cards, one after another."""
    if step.code != "show_hand":
        return shown_of(r.dealer)
    hands = [hand for hand in r.order if hand.hidden and hand.state in r.terms.live]
    return [target for hand in hands for target in shown_of(hand)]


def shown_of(hand: Hand) -> list[Target]:
    """The cards of a hand that lie face down, as they are turned."""
    down = [number for number in hand.hidden if number != UNREAD]
    return [{"slot": hand.slot, "what": "turned", "fact": str(number), "face": "up"} for number in down]


def _target(slot: str, face: str, step: Step) -> Target:
    return {"slot": slot, "what": "card", "face": face, "lie": str(step.detail.get("lie", "along"))}


def _dealt_face(r: Round, step: Step) -> str:
    """The dealer's card as the step says, a player's first or second as the deal mode has it."""
    if step.code != "deal_card":
        return str(step.detail.get("face") or DEALS[step.code])
    hand = r.hands.get(step.slot or "")
    return "up" if r.terms.players_up[min(len(hand.cards) if hand else 0, 1)] else "down"


def _played_face(terms: Terms, step: Step) -> str:
    """A bought card is closed, a doubled or exchanged one as posted; every other card of play lies open."""
    why = step.detail.get("why")
    if why == "buy":
        return "down"
    return str(terms.options[FACES[why]]) if why in FACES else "up"


def _unknown(facts: Sequence[Fact], target: Target) -> Fact:
    number = max((fact[ID] for fact in facts), default=0) + 1
    at = max((fact[AT] for fact in facts), default=0) + 1
    return make.card(number, at, "entered", "tablet", slot=target["slot"], card="??", face=target["face"])
