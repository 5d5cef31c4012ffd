"""What may be asked for, and why not: one table for requests, entered words and prompts. Pure.

Each check answers None (allowed, or some reading of the unknown cards allows it) or why not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shoes.cards import rank_of
from tables.rules import bank, banker, choices, deal, posted, several, stakes, stakes_late, wishes
from tables.rules.games.blackjack_fixed_bank import VALUES
from tables.rules.hands import DOUBLED, NATURAL, OPEN, STATUS, Box, Hand, totals
from tables.rules.phases import PLAY, STAKES
from tables.rules.shapes import Refusal, Request

if TYPE_CHECKING:
    from tables.rules.round import Round

FACES = (10, 11, 12)  # ranks as `shoes.cards.rank_of` tells them
Why = tuple[str, str, dict[str, Any]]  # rule, code, arguments


def in_window(r: Round) -> bool:
    """Whether insurance, even money and early surrender are still open (R-BJF-21: before the peek)."""
    return r.phase == PLAY and not (r.peeked or r.acted or r.banking or r.dealer_natural or r.undeclared)


def may_act(r: Round, hand: Hand) -> Why | None:
    """Whether it is this hand's turn."""
    if r.phase != PLAY or r.banking or r.dealer_natural:
        return "R-GEN-11", "not_now", {}
    if hand.state != OPEN:
        return "R-BJF-26", "hand_finished", {"status": STATUS[hand.state]}
    if r.terms.is_free and banker.plays_first(r) and banker.is_turn(r):
        return "R-O2D-12", "not_turn", {"turn": "0"}
    if r.cur >= len(r.order) or r.order[r.cur] is not hand:
        return "R-BJF-23", "not_turn", {"turn": r.order[r.cur].slot if r.cur < len(r.order) else None}
    if hand.pending is not None:
        return "R-BJF-26", "card_owed", {}
    return None


def hit(r: Round, hand: Hand, amount: int | None) -> Why | None:
    if _is_resplit_ace(r, hand):
        return "R-BJV-39", "split_aces_one_card", {"option": "split_aces_one_card"}
    if r.terms.most_cards and banker.is_full(r, len(hand.cards)):
        return "I-23", "most_cards", {"option": "max_cards", "most": r.terms.most_cards}
    return None


def stand(r: Round, hand: Hand, amount: int | None) -> Why | None:
    return None


def _is_resplit_ace(r: Round, hand: Hand) -> bool:
    """A split ace that got an ace: it may be split again, nothing else."""
    return hand.is_split_ace and r.terms.options["split_aces_one_card"] is True and len(hand.cards) == 2


def double(r: Round, hand: Hand, amount: int | None) -> Why | None:
    """R-BJF-24, R-BJF-37, R-BJF-42, R-BJV-31..33."""
    options = r.terms.options
    how = options["double"]
    if how == "off":
        return "R-BJF-24", "double_off", {"option": "double"}
    if len(hand.cards) != 2 or hand.units != 1:
        return "R-BJV-32", "not_two_cards", {}
    if hand.is_split and not options["double_after_split"]:
        return "R-BJF-42", "double_after_split", {"option": "double_after_split"}
    if _is_resplit_ace(r, hand):
        return "R-BJV-39", "split_aces_one_card", {"option": "split_aces_one_card"}
    if hand.bust_at or hand.is_21:
        return "R-BJV-32", "double_on_21", {}
    if not _may_double(hand, str(how)):
        return ("R-BJF-37" if how == "first_card_ten_or_ace" else "R-BJV-33"), "double_cards", {"option": "double"}
    return _amount(r, hand, amount, may_be_less=options["double_for_less"] is True)


def _may_double(hand: Hand, how: str) -> bool:
    if how == "any_two":
        return True
    if how == "first_card_ten_or_ace":
        return VALUES[hand.cards[0]] in (0, 1, 10)
    wanted = (10, 11) if how == "total_10_11" else (9, 10, 11)
    readings = totals(hand.hard, hand.aces, hand.unknown)
    if how == "total_9_10_11":
        # OPTIONS 1b: the total of two cards, an ace as 11 where that does not bust
        return any(best in wanted for best, _ in readings)
    # AMB-57: an ace may be read as 1 or 11
    return any(best in wanted or (is_soft and best - 10 in wanted) for best, is_soft in readings)


def _amount(r: Round, hand: Hand, amount: int | None, *, may_be_less: bool) -> Why | None:
    if amount is None or hand.base is None or amount == hand.base:
        return None
    if may_be_less and 0 < amount < hand.base:
        return None
    return "I-19", "wrong_amount", {"amount_minor": amount, "right_minor": hand.base}


def triple(r: Round, hand: Hand, amount: int | None) -> Why | None:
    """R-BJF-36: directly after the double's card."""
    if not r.terms.options["triple"]:
        return "R-BJF-36", "triple_off", {"option": "triple"}
    doubled = r.triple_hand
    if doubled is None or doubled.slot != hand.slot or hand.state != DOUBLED or hand.is_21 or hand.is_surely_over:
        return "R-BJF-36", "triple_needs_double", {}
    return _amount(r, hand, amount, may_be_less=False)


def split(r: Round, hand: Hand, amount: int | None = None) -> Why | None:
    """R-BJF-38, R-BJF-41, R-BJV-34..39."""
    options = r.terms.options
    if options["split"] == "off":
        return "R-BJV-34", "split_off", {"option": "split"}
    if len(hand.cards) != 2 or hand.units != 1:
        return "R-BJV-34", "not_two_cards", {}
    if not (_are_faces(hand) if options["split"] == "faces" else _is_pair(hand, options["pair_rule"] == "same_value")):
        return "R-BJV-35", "not_a_pair", {"option": "pair_rule"}
    if hand.is_split and not options["resplit"]:
        return "R-BJV-38", "resplit_off", {"option": "resplit"}
    if hand.is_split_ace and not options["resplit_aces"]:
        return "R-BJV-39", "resplit_aces_off", {"option": "resplit_aces"}
    most = options["max_hands"]
    if isinstance(most, int) and sum(1 for other in hand.box.hands if other.root is hand.root) >= most:
        return "R-BJV-38", "max_hands", {"option": "max_hands", "most": most}
    return _amount(r, hand, amount, may_be_less=False)


def _is_pair(hand: Hand, by_value: bool) -> bool:
    first, second = hand.cards
    if hand.unknown:
        return True
    if by_value:
        return VALUES[first] == VALUES[second]
    return rank_of(first) == rank_of(second)


def _are_faces(hand: Hand) -> bool:
    """R-SEM-26: the first card a picture and the second one too."""
    return all(rank is None or rank in FACES for rank in map(rank_of, hand.cards))


def surrender(r: Round, hand: Hand, amount: int | None) -> Why | None:
    """R-BJF-35: the first decision on the two starting cards."""
    how = r.terms.options["surrender"]
    if how == "off":
        return "R-BJF-35", "surrender_off", {"option": "surrender"}
    if hand.is_split or hand.acted or len(hand.cards) != 2 or hand.state != OPEN:
        return "R-BJF-35", "surrender_not_first", {"option": "surrender"}
    if how == "early" and not in_window(r):
        return "R-BJF-35", "surrender_too_late", {"option": "surrender"}
    if bank.up_value(r) == 1 and choices.names(r, "I-19", "surrender_against_ace"):
        return "R-BJF-35", "surrender_against_ace", {}
    return None


def insure(r: Round, box: Box | None, amount: int | None) -> Why | None:
    """R-BJF-21: against the up card that the sign names, once a box, at most the posted part of the stake."""
    if r.terms.options["insurance"] == "off":
        return "R-BJF-21", "insurance_off", {"option": "insurance"}
    if box is None or not _is_in_play(box):
        return "R-BJF-21", "no_hand", {}
    if not in_window(r):
        return "R-BJF-21", "insurance_too_late", {}
    up = bank.up_value(r)
    if up != 0 and up not in r.terms.insured_values:
        return "R-BJF-21", "insurance_up_card", {"option": "insurance"}
    if box.insurance != 0 or any(hand.state not in (OPEN, NATURAL) for hand in box.hands):
        return "R-BJF-21", "insured_already", {}
    most = insurance_most(r, box)
    if amount is not None and (amount <= 0 or (most is not None and amount > most)):
        return "R-BJF-21", "insurance_amount", {"amount_minor": amount, "most_minor": most, "option": INSURANCE_RATIO}
    return None


INSURANCE_RATIO = "insurance_max_ratio"


def insurance_most(r: Round, box: Box) -> int | None:
    """The most that a box may insure for."""
    over, under = r.terms.insurance_max
    if box.stake is None:
        return None
    most, posted_here = box.stake * over // under, r.terms.limits.kinds.get("insurance")
    return most if posted_here is None else min(most, posted_here.max_minor)


def _is_in_play(box: Box) -> bool:
    return any(hand.cards for hand in box.hands)


def even_money(r: Round, hand: Hand, amount: int | None) -> Why | None:
    """OPTIONS 1b: offered against an ace to a natural, before the peek."""
    if not r.terms.options["even_money"]:
        return "R-BJF-25", "even_money_off", {"option": "even_money"}
    if not (hand.is_natural or (hand.unknown and len(hand.cards) == 2)) or hand.state not in (OPEN, NATURAL):
        return "R-BJF-25", "even_money_no_natural", {}
    if bank.up_value(r) not in (0, 1) or not in_window(r):
        return "R-BJF-25", "even_money_too_late", {}
    if hand.box.insurance != 0:
        return "R-BJF-21", "insured_already", {}
    return None


Check = Callable[["Round", Hand, int | None], Why | None]
IN_TURN: dict[str, Check] = {
    "hit": hit,
    "hit_silent": hit,
    "stand": stand,
    "double": double,
    "split": split,
    "buy": wishes.buy,
    "claim": wishes.claim,
    "burn": wishes.burn,
}
ALWAYS = ("hit_silent", "bust")  # what needs no permission of the game


def act(r: Round, hand: Hand, word: str, amount: int | None) -> Why | None:
    """Whether a hand may do `word` now."""
    if word == "triple":
        return triple(r, hand, amount)
    if word == "even_money":
        return even_money(r, hand, amount)
    if word == "surrender" and r.terms.options["surrender"] == "early":
        return surrender(r, hand, amount)
    return may_act(r, hand) or _allowed(r, hand, word, amount)


def words(r: Round, hand: Hand) -> tuple[str, ...]:
    """What a hand whose turn it is may do, as far as its open cards tell."""
    found = tuple(word for word in r.terms.game.acts if _allowed(r, hand, word, None) is None)
    return tuple(word for word in found if posted.may_say(r, hand, word)) if r.terms.limits.kinds else found


def _allowed(r: Round, hand: Hand, word: str, amount: int | None) -> Why | None:
    if word not in r.terms.game.acts and word not in ALWAYS:
        return ("R-BJF-24" if word == "buy" else "I-19"), "no_such_act", {"word": word}
    if hand.bust_at and word not in ("hit", "hit_silent", "stand", "bust"):
        return "R-BJF-26", "over_21", {}
    if word == "surrender":
        return surrender(r, hand, amount)
    if word == "bust":
        return None if hand.bust_at or hand.unknown else ("R-BJF-26", "not_bust", {})
    return IN_TURN[word](r, hand, amount)


def refusal(r: Round, request: Request) -> Refusal | None:
    why = _why_not(r, request.slot, request.word, request.amount_minor)
    if why is None and r.terms.limits.kinds:
        why = posted.refusal(r, request)
    if why is None:
        return None
    rule, code, args = why
    return Refusal(r.terms.game.cites.get(rule, rule), code, args)


def _why_not(r: Round, slot: str, word: str, amount: int | None) -> Why | None:
    if word in ("stake", "stakes_closed", "as_before"):
        return stake(r, slot, word, amount)
    box = stakes.box_of(r, slot)
    if word == "onlooker":
        return posted.onlooker(r, box, amount)
    if word == "insure":
        return insure(r, box, amount)
    if word == "decline_insurance":
        return None if in_window(r) else ("R-BJF-21", "insurance_too_late", {})
    if word == "no_declare":
        return no_declare(r)
    if word in stakes_late.ANSWERS and r.is_demanded:
        return stakes_late.answer_refusal(r, slot, word)
    if word == "claim_discard":
        return "I-9", "discard_claimed", {}
    if slot == "0" and r.terms.is_free:
        return banker.refusal(r, word, amount)
    hand = r.hands.get(slot)
    if word == "claim_top":
        return None if deal.may_claim(r, hand) else ("I-1", "claim_too_late", {})
    if word in ("keep", "refuse"):
        return None if r.ask is not None and r.ask.slot == slot else ("I-6", "nothing_to_choose", {})
    if hand is None:
        return "R-BJF-13", "no_hand", {}
    return act(r, hand, word, amount)


def no_declare(r: Round) -> Why | None:
    """I-18 as a case plays it: the bank has a natural, looks at it, and says nothing."""
    if not r.dealer.is_natural or not bank.may_peek(r):
        return "I-18", "no_natural", {}
    return None if in_window(r) and not any(box.is_asked for box in r.boxes) else ("I-18", "not_now", {})


def stake(r: Round, slot: str, word: str, amount: int | None) -> Why | None:
    """R-BJF-11..13, I-17."""
    if r.phase != STAKES:
        return "R-BJF-13", "after_first_card", {}
    if r.terms.bets_late and not r.script and amount != 0:
        return "R-PON-6", "before_first_card", {}
    if word != "stake":
        return several.closing(r) if r.players else None
    box = stakes.box_of(r, slot)
    if box is None or slot not in r.places:
        return "R-BJF-1", "no_such_box", {"slot": slot}
    if r.stakes_closed:
        return "R-BJF-13", "stakes_closed", {}
    return stake_amount(r, box, amount) or (several.stake(r, box, amount) if r.players else None)


def stake_amount(r: Round, box: Box, amount: int | None) -> Why | None:
    limits = r.terms.limits
    if amount is None or amount == 0:
        return None
    if amount < limits.min_minor:
        return "I-17", "stake_below_minimum", {"amount_minor": amount, "min_minor": limits.min_minor}
    if r.terms.ante_minor and amount != r.terms.ante_minor:
        return "R-FAR-7", "wrong_amount", {"amount_minor": amount, "right_minor": r.terms.ante_minor}
    cap = stakes_late.stake_cap(r, box.place)
    if cap is not None and amount > cap:
        return (
            "I-21" if r.terms.compels_stake else "R-O2D-5",
            "stake_over_bank",
            {
                "amount_minor": amount,
                "max_minor": cap,
            },
        )
    highest = limits.max_of(box.place)
    if amount > highest:
        return "I-17", "stake_over_maximum", {"amount_minor": amount, "max_minor": highest}
    if amount % limits.step_minor:
        return "I-17", "stake_not_in_steps", {"amount_minor": amount, "step_minor": limits.step_minor}
    return None
